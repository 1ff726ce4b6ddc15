"""Stands in for pyarrow: Streamlit asks whether a value is one of these, and none ever is."""


class Table:
    """Asked for only."""


class Array:
    """Asked for only."""


class ChunkedArray:
    """Asked for only."""
