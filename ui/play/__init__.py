"""The table of the Play page: who sits, what has happened, what is shown of it."""
