"""A port for a program that asks for a number and does not say it itself."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_port() -> Iterator[int]:
    """Keep a port of this machine: nobody else is given it, and a program that may bind
    it anew, as servers do, has it.

    A number that was asked for and let go may be somebody else's before the program has
    it.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]
