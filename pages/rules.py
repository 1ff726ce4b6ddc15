"""Rule sets side by side, worked examples, where the books disagree, and the words."""

from ui import shell
from ui.rulebook import screen

shell.door()
screen.page()
