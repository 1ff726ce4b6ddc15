"""Practice: the count trainer, what scores here, puzzles, and the puzzle of the day."""

from ui import shell
from ui.practise import screen

shell.door()
screen.page()
