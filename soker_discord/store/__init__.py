"""What is kept: SQLModel models, the sessions and the statements. The only place that knows SQL."""
