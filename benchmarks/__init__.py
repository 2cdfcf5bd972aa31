"""Every speed that is claimed, against its peers, one command each."""
