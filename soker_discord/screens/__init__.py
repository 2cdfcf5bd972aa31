"""Messages as Components V2 layouts: pure functions of a view. Nothing here reads, writes or waits."""
