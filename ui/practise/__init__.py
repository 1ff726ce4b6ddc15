"""The Practise page: count trainer, what scores here, puzzles."""
