"""The course: a guided first round, the lessons, progress, and sets that a teacher writes."""

from ui.learn import screen

screen.page()
