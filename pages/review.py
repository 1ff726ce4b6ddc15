"""A match looked at move by move: what each play cost, luck apart from skill, mistakes to mend."""

from ui import shell
from ui.review import screen

shell.door()
screen.page()
