"""Find features that other packages bring: entry points of the group
`selokirja.features`, in packages whose name begins with `selokirja-`.

    [project.entry-points."selokirja.features"]
    birthdays = "selokirja_birthdays:FEATURE"

Every start looks for them, so it reads only the names in the folders of packages, which
takes a fifth of a millisecond; Python's own way reads what every package says of itself
and takes a hundred times as long. That is why the name has to begin so.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import NamedTuple

from features.feature import Feature

GROUP = "[selokirja.features]"
BEGINS, ENDS = "selokirja_", ".dist-info"


class Brought(NamedTuple):
    """A feature that a package brings, or why it is left out.

    package  name and version: `selokirja-birthdays 1.0`
    name     of the feature, as its package has it
    feature  None: it is left out
    problem  why it is left out; empty where it is not
    """

    package: str
    name: str
    feature: Feature | None
    problem: str = ""


def brought(names: Sequence[str]) -> tuple[Brought, ...]:
    """Return the features of other packages. One that cannot be imported, or whose name
    is among these or is another's, is left out, so that the program goes on without it.
    """
    known = set(names)
    features: list[Brought] = []
    for package, name, place in _entry_points():
        one = _brought(package, name, place, known)
        if one.feature is not None:
            known.add(one.feature.name)
        features.append(one)

    return tuple(features)


def _brought(package: str, name: str, place: str, known: set[str]) -> Brought:
    module, _, attribute = place.partition(":")
    try:
        feature = getattr(import_module(module), attribute)
    # whatever is wrong in it, the ledger is to be read without it
    except Exception as error:
        return Brought(package, name, None, f"{type(error).__name__}: {error}")

    if not isinstance(feature, Feature):
        return Brought(package, name, None, f"{place} is no Feature")
    if feature.name in known:
        return Brought(package, name, None, f"there is a feature {feature.name}")

    return Brought(package, name, feature)


def _entry_points() -> Iterator[tuple[str, str, str]]:
    """Yield package, name and place of each entry point, as importlib.metadata would."""
    for folder in dict.fromkeys(sys.path):
        try:
            packages = sorted(
                name
                for name in os.listdir(folder or ".")
                if name.startswith(BEGINS) and name.endswith(ENDS)
            )
        except OSError:
            continue

        for package in packages:
            called = package.removesuffix(ENDS).replace("_", "-")
            name, _, version = called.rpartition("-")
            for line in _lines(os.path.join(folder, package, "entry_points.txt")):
                key, equals, place = line.partition("=")
                if equals:
                    yield f"{name} {version}", key.strip(), place.strip()


def _lines(path: str) -> Iterator[str]:
    """Yield the lines of the group in a file of entry points, if there is one."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in file]
    except OSError:
        return

    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line == GROUP
        elif inside:
            yield line
