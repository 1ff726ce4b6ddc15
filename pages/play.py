"""A match against bots, or with people who share the screen."""

from ui.play import screen

screen.style()
screen.play()
