"""Bots against bots on duplicate deals, and what each opening lead is worth."""

from ui import shell
from ui.lab import screen

shell.door()
screen.page()
