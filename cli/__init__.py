"""Start the command. Every module imports what it needs when it is needed, so that
`--help` is quick.

Ctrl-C is answered from this module on, the first of ours that is imported. Before it
Python starts, and the script that pip writes for the command imports `re`: some
hundredths of a second in which Ctrl-C ends the program as it ends any Python program,
with a traceback or without a word. Nothing can have been recorded then.
"""

import gc
import os
import signal
import sys


def _stopped_early(number: int, frame: object) -> None:
    """End with a sentence on Ctrl-C while the first modules are imported, and not with
    a traceback of imports.
    """
    os.write(2, b"Stopped; nothing was recorded.\n")
    os._exit(130)


# only as the command itself, `python -m cli.main` too: a program that imports it keeps
# its own handling
_STARTED_AS = os.path.basename(sys.argv[0] if sys.argv else "")
# modules make thousands of objects that stay: looking through them for garbage is a
# tenth of a short command
if _STARTED_AS in ("selo", "-m"):
    gc.set_threshold(100_000)
if _STARTED_AS == "selo":
    signal.signal(signal.SIGINT, _stopped_early)
    # before the first package is imported that another program may bring too
    from cli.neighbours import reason_of_hidden_package

    _hidden = reason_of_hidden_package()
    if _hidden is not None:
        sys.exit(f"error: {_hidden}")
