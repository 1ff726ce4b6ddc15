"""The Learn page: the first round, the lessons, the learner's progress, sets from teachers."""
