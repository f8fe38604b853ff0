"""A line typed on a terminal, which Ctrl-C always interrupts.

`input` loses an interrupt that comes after its prompt is on the screen and before it waits: Python notes the signal and
waits for a key all the same. Here the signal itself ends the wait.
"""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator

import click


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """click's prompts read their lines here meanwhile."""
    if os.name != "posix":  # elsewhere nobody can wait for a terminal and a signal at once
        yield
        return
    before = click.termui.visible_prompt_func
    click.termui.visible_prompt_func = _typed
    try:
        yield
    finally:
        click.termui.visible_prompt_func = before


def _typed(prompt: str) -> str:
    """What `input` does."""
    print(prompt, end="", flush=True)
    _wait()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def _wait() -> None:
    """Until a line is there. A signal writes into the pipe the moment it comes, so none is missed."""
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    before = signal.set_wakeup_fd(wakes)
    try:
        ready: list[object] = []
        while sys.stdin not in ready:
            ready, _, _ = select.select([sys.stdin, woken], [], [])
            if woken in ready:
                os.read(woken, 1)  # its handler raises, or there was no reason to stop
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wakes)
