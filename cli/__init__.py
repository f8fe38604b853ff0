"""Start the command. Every module imports what it needs when it is needed, so that
`--help` is quick.

Ctrl-C is answered from this module on, the first of ours that is imported. Before it
Python starts, and the script that pip writes for the command imports `re`: some
hundredths of a second in which Ctrl-C ends the program as it ends any Python program,
with a traceback or without a word. Nothing can have been recorded then.

Other packages of our names are looked for here too: the one installed last has
overwritten the other, and nothing else would say so.
"""

import gc
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder

OURS = (
    "audit",
    "desk",
    "exchange",
    "features",
    "ledger",
    "messages",
    "projections",
    "rulebooks",
    "web",
)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def elsewhere() -> str | None:
    """Say why nothing can run: one of our packages would be taken from another place,
    such as a folder of
    PYTHONPATH.
    """
    for name in OURS:
        spec = PathFinder.find_spec(name) or _by_any_finder(name)
        if (
            spec is None
            or spec.origin is None
            or not spec.origin.startswith(ROOT + os.sep)
        ):
            place = (
                "nowhere"
                if spec is None
                else spec.origin or "a folder that is no package of ours"
            )
            return (
                f"the package {name} of selokirja is hidden by {place} - install"
                " selokirja in an environment of its own: pipx install selokirja"
            )
    return None


def _by_any_finder(name: str) -> ModuleSpec | None:
    """Find a package that no folder of the path has: `pip install -e` brings a finder
    of its own.
    """
    from importlib.util import find_spec

    return find_spec(name)


def shared(brought: Mapping[str, Sequence[str]]) -> str | None:
    """Name the programs that bring a package of our name. `brought`: by package the
    distributions that bring it.
    """
    others = {
        name: sorted(set(brought.get(name, ())) - {"selokirja"})
        for name in ("cli", *OURS)
    }
    named = [f"{name} ({', '.join(by)})" for name, by in others.items() if by]
    if not named:
        return None
    from messages import say  # not before it is known to be ours

    return say(
        "other programs bring packages of the same names: {named}; either is broken -"
        " install selokirja in an environment of its own: pipx install selokirja",
        named=", ".join(named),
    )


def shared_here(remembered: str) -> str | None:
    """Look at what is installed, once for each state of this environment. `remembered`:
    a file that says which.
    """
    state = f"{ROOT} {os.stat(ROOT).st_mtime_ns}"
    try:
        with open(remembered, encoding="utf-8") as file:
            if file.read() == state:
                return None
    except (OSError, ValueError):
        pass
    from importlib.metadata import packages_distributions

    problem = shared(packages_distributions())
    if problem is None:
        try:
            os.makedirs(os.path.dirname(remembered), 0o700, exist_ok=True)
            with open(remembered, "w", encoding="utf-8") as file:
                file.write(state)
        except OSError:
            pass  # then it is looked at again the next time
    return problem


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
    # before the first of those packages is imported
    if (_hidden := elsewhere()) is not None:
        sys.exit(f"error: {_hidden}")
