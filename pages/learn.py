"""The course: a guided first round, the lessons, progress, and sets that a teacher writes."""

from ui import shell
from ui.learn import screen

shell.door()
screen.page()
