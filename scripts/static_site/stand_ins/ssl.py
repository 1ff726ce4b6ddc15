"""Stands in for `ssl`, which is asked for and never used: a browser does its own encryption."""

CERT_NONE = 0


class SSLError(OSError):
    """Never raised."""


class SSLZeroReturnError(SSLError):
    """Never raised."""


class SSLWantReadError(SSLError):
    """Never raised."""


class SSLSyscallError(SSLError):
    """Never raised."""


class SSLContext:
    """Named in annotations only."""


class SSLObject:
    """Named in annotations only."""


class SSLSocket:
    """Named in annotations only."""


class MemoryBIO:
    """Named in annotations only."""
