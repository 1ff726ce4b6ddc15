"""Shared by the tests: a package, so that no installed `tests` of some library stands before it."""
