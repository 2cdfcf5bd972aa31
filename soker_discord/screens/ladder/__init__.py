"""The ladder's messages: leaderboard, profile, history, the reason for a change, the odds."""
