"""Practice: the count trainer, what scores here, puzzles, and the puzzle of the day."""

from ui.practise import screen

screen.page()
