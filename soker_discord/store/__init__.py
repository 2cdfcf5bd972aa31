"""What is kept: SQLModel models, the sessions and the queries. The only place that knows SQL."""
