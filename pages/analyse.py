"""Your hand and the table: every play ranked in expected points, with its error and reasons."""

from ui import shell
from ui.analyse import screen

shell.door()
screen.page()
