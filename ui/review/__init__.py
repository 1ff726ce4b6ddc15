"""The Review page: a match looked at move by move, and mistakes to mend."""
