"""Build any table and watch the ends, their sum and the multiple of five."""

from ui import shell
from ui.explain import screen

shell.door()
screen.page()
