"""Bound the memory of a worker, where an option sets a bound: one that takes more has
the workers replaced, one after another.

Nothing that a worker could drop would help: Python gives back hardly anything of what it
took once.

Why: docs/design/022-service-behind-a-proxy.md
"""

import asyncio
import multiprocessing
import os
import signal
import time
from pathlib import Path

from web import Settings
from web.logs import log_memory
from web.metrics import MEMORY_BYTES, SHARED
from web.on_event_loop import OnEventLoop

LOOK_SECONDS = 5.0
REST_SECONDS = 600  # between two replacements, whatever the bound is
STATM, RESIDENT = Path("/proc/self/statm"), 1  # a file of the system, and its field


def resident_bytes() -> int | None:
    """Return how much memory of the machine this process takes; None where the system
    does not tell.
    """
    try:
        pages = STATM.read_text("ascii").split()[RESIDENT]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGESIZE")


class MemoryWatch(OnEventLoop):
    """A look at the memory of this process every few seconds."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.memory_bytes
        self._is_over = False

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            taken = resident_bytes()
            if taken is None:
                return
            MEMORY_BYTES.set(taken)
            if self._most and taken > self._most:
                self._have_replaced(taken)

    def _have_replaced(self, taken: int) -> None:
        """Have the workers replaced, and log it; that they cannot be yet is logged
        once.
        """
        replaced = replace_workers()
        if replaced or not self._is_over:
            log_memory(taken, self._most, replaced=replaced)
        self._is_over = True


def replace_workers() -> bool:
    """Have uvicorn replace the workers, as it does on SIGHUP: one after another, each
    when its successor answers. The old one finishes what it is doing.

    Tell whether it was asked: not again within `REST_SECONDS`, or a bound that is too
    small would have workers replaced all the time.
    """
    parent = multiprocessing.parent_process()
    if parent is None or parent.pid is None:
        return False

    asked = Path(os.environ[SHARED], "replaced")
    if asked.exists() and time.time() - asked.stat().st_mtime < REST_SECONDS:
        return False

    asked.touch()
    os.kill(parent.pid, signal.SIGHUP)
    return True
