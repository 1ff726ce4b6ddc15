"""A match against bots, or with people who share the screen."""

from ui import shell
from ui.play import screen

shell.door()
screen.style()
screen.play()
