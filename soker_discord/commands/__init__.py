"""What people press and type: thin handlers that call a use case, answer, and publish."""
