"""The log of the service: lines of JSON on stderr, by the standard library.

`selo.requests` has a line for each request, `selo.defects` one for each defect of the
program, with the id of its request, and `selo.memory` one for a worker that takes more
memory than it may.
"""

import json
import logging
import os
import sys
import traceback

REQUESTS = logging.getLogger("selo.requests")
DEFECTS = logging.getLogger("selo.defects")
MEMORY = logging.getLogger("selo.memory")


def log_defect(error: Exception, request: str = "") -> None:
    """Log a defect for whoever runs the service; the client is told nothing about it."""
    stack = "".join(traceback.format_exception(error))
    DEFECTS.error(
        json.dumps({"request": request, "defect": repr(error), "stack": stack})
    )


def log_memory(taken: int, most: int, *, replaced: bool) -> None:
    """Log that this worker takes more memory than it may, and whether the workers are
    replaced now. `taken`, `most`: bytes.
    """
    worker = os.getpid()
    MEMORY.error(
        json.dumps(
            {"worker": worker, "memory": taken, "most": most, "replaced": replaced}
        )
    )


def log_to_stderr(*, requests: bool) -> None:
    """Write the log where systemd and containers take it from: lines to stderr."""
    handler = logging.StreamHandler(sys.__stderr__)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("selo")
    log.handlers[:] = [handler]
    log.propagate = False
    log.setLevel(logging.INFO if requests else logging.ERROR)
