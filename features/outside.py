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


class BroughtFeature(NamedTuple):
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


class EntryPoint(NamedTuple):
    """A line of a package's entry points.

    package  name and version: `selokirja-birthdays 1.0`
    name     of the feature, as the package has it
    target   module and attribute: `selokirja_birthdays:FEATURE`
    """

    package: str
    name: str
    target: str


def brought_features(names: Sequence[str]) -> tuple[BroughtFeature, ...]:
    """Return the features of other packages, in the order in which Python would find
    them.

    names: those of the features that the program has itself.

    One that cannot be imported, or whose name is among these or is another's, is left
    out, so that the program goes on without it; what is wrong with it stands in its
    row.
    """
    known = set(names)
    features: list[BroughtFeature] = []
    for point in _entry_points():
        one = _brought_feature(point, known)
        if one.feature is not None:
            known.add(one.feature.name)
        features.append(one)

    return tuple(features)


def _brought_feature(point: EntryPoint, known: set[str]) -> BroughtFeature:
    """Return the feature of one entry point, or why it is left out.

    known: the names that are taken.
    """
    package, name, target = point
    module, _, attribute = target.partition(":")
    try:
        imported = import_module(module)
        feature = getattr(imported, attribute)
    # whatever is wrong in it, the ledger is to be read without it
    except Exception as error:
        return BroughtFeature(package, name, None, f"{type(error).__name__}: {error}")

    if not isinstance(feature, Feature):
        return BroughtFeature(package, name, None, f"{target} is no Feature")
    if feature.name in known:
        return BroughtFeature(package, name, None, f"there is a feature {feature.name}")

    return BroughtFeature(package, name, feature)


def _entry_points() -> Iterator[EntryPoint]:
    """Yield each entry point of the group, as importlib.metadata would.

    Folders come in the order of `sys.path`, packages within them by name. A folder that
    is none, or may not be read, has no packages.
    """
    for folder in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue

        for name in names:
            if name.startswith(BEGINS) and name.endswith(ENDS):
                yield from _entry_points_of(folder, name)


def _entry_points_of(folder: str, package: str) -> Iterator[EntryPoint]:
    """Yield the entry points of one package.

    package: the name of its folder: `selokirja_birthdays-1.0.dist-info`.
    """
    called = package.removesuffix(ENDS).replace("_", "-")
    name, _, version = called.rpartition("-")
    path = os.path.join(folder, package, "entry_points.txt")
    for line in _lines(path):
        key, equals, target = line.partition("=")
        if equals:
            yield EntryPoint(f"{name} {version}", key.strip(), target.strip())


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
