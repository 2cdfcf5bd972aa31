"""The application: turns Discord interactions into engine moves, and engine states into messages."""
