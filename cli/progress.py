"""A progress bar for long work."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from projections.replay.loop import Progress


WAIT = 1.0  # seconds before anything is shown
PAUSE = 0.1  # and between two states of the bar


@contextmanager
def bar(label: str) -> Iterator["Progress | None"]:
    """A progress bar on stderr for work that takes over a second, on a terminal only; again for each such piece."""
    import time

    if not sys.stderr.isatty():
        yield None
        return
    shown: list[Any] = []
    due = time.monotonic() + WAIT

    def progress(done: int, total: int) -> None:
        nonlocal due
        moment = time.monotonic()
        if done >= total:
            finish()  # its line ends here, so that another bar has one of its own
            due = moment + WAIT
        elif moment >= due:
            due = moment + PAUSE
            if not shown:
                shown.append(click.progressbar(length=total, label=label, file=sys.stderr))
                shown[0].__enter__()
            shown[0].length = total
            shown[0].update(done - shown[0].pos)

    def finish() -> None:
        while shown:
            shown[0].update(shown[0].length - shown[0].pos)
            shown.pop().__exit__(None, None, None)

    try:
        yield progress
    finally:
        finish()
