"""Stands in for micropip, which stlite installs packages with: here everything is in place."""


def add_mock_package(*_about: object, **_modules: object) -> None:
    """Leave it: `pyarrow` stands here too."""


async def install(*_packages: object, **_how: object) -> None:
    """Leave it."""
