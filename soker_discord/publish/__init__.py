"""Who sees what, and when: one edit in flight a message, always the newest state, and few globally limited requests."""
