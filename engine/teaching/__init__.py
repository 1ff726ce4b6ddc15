"""The course: skills, questions, wrong models, mastery, lessons, puzzles. No prose, no screen."""
