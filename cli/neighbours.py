"""Look for other packages of our names: the one installed last has overwritten the
other, and nothing else would say so.
"""

import os
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


def reason_of_hidden_package() -> str | None:
    """Say why nothing can run: one of our packages would be taken from another place,
    such as a folder of PYTHONPATH.
    """
    for name in OURS:
        spec = PathFinder.find_spec(name) or _by_any_finder(name)
        if (
            spec is None
            or spec.origin is None
            or not spec.origin.startswith(ROOT + os.sep)
        ):
            other = "nowhere"
            if spec is not None:
                other = spec.origin or "a folder that is no package of ours"
            return (
                f"the package {name} of selokirja is hidden by {other} - install"
                " selokirja in an environment of its own: pipx install selokirja"
            )
    return None


def _by_any_finder(name: str) -> ModuleSpec | None:
    """Find a package that no folder of the path has: `pip install -e` brings a finder
    of its own.
    """
    from importlib.util import find_spec

    return find_spec(name)


def programs_with_our_names(brought: Mapping[str, Sequence[str]]) -> str | None:
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


def warning_of_shared_packages(remembered: str) -> str | None:
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

    problem = programs_with_our_names(packages_distributions())
    if problem is None:
        try:
            os.makedirs(os.path.dirname(remembered), 0o700, exist_ok=True)
            with open(remembered, "w", encoding="utf-8") as file:
                file.write(state)
        except OSError:
            pass  # then it is looked at again the next time
    return problem
