"""A progress bar for long work."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from projections.replay.loop import Progress


@contextmanager
def bar(label: str) -> Iterator["Progress | None"]:
    """A progress bar on stderr for long work, on a terminal only and after a second."""
    import time

    if not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    shown: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not shown and time.monotonic() - started > 1:
            shown.append(click.progressbar(length=total, label=label, file=sys.stderr))
            shown[0].__enter__()
        if shown and done % 50 == 0:
            shown[0].length = total
            shown[0].update(done - shown[0].pos)

    try:
        yield progress
    finally:
        if shown:
            shown[0].__exit__(None, None, None)
