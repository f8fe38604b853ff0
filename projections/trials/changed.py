"""A proposed change of the rules: the numbers of a list's editions from a day on, checked, and as a list to run."""

import difflib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, cast

from projections.trials.asked import Schedule, Wanted
from rulebooks import LISTS, changeable_of, family
from rulebooks.changeable import Changeable

Flaw = tuple[tuple[str | int, ...], str, str, str]  # path, code, message, hint
FIELDS = ("list", "name", "change")
LIKE = '{"list": "selo", "name": "no bonus", "change": {"bonus_established": 0, "bonus_new": 0}}'
LONGEST_NAME = 60
MARK = "*"


class Proposal(NamedTuple):
    """What was proposed, read."""

    list: str
    name: str
    change: Mapping[str, Any]


def flaws(said: Mapping[str, Any]) -> Iterator[Flaw]:
    """Everything that is wrong with a proposal, each with its place."""
    yield from (
        (((key,), "unknown-field", f"unknown field {key!r}", _near(key, FIELDS))) for key in said if key not in FIELDS
    )
    yield from (
        (((key,), "missing-field", f"the field {key!r} is missing", f"like {LIKE}"))
        for key in ("list", "change")
        if key not in said
    )
    name, label, change = (said.get(field) for field in FIELDS)
    if "name" in said and (not isinstance(label, str) or not label.isprintable() or not 0 < len(label) <= LONGEST_NAME):
        yield ("name",), "wrong-value", f"a name is a text of 1 to {LONGEST_NAME} characters", ""
    if "list" in said and (not isinstance(name, str) or name not in LISTS):
        yield ("list",), "unknown-list", f"there is no list {name!r}", f"one of {', '.join(LISTS)}"
    elif name is not None and name == label:
        yield ("name",), "wrong-value", f"{label!r} is the list itself", "another name for the proposal"
    if "change" in said and (not isinstance(change, dict) or not change):
        yield ("change",), "wrong-value", "the changed numbers are an object with at least one of them", f"like {LIKE}"
    elif isinstance(change, dict) and name in LISTS:
        yield from _number_flaws(change, changeable_of(cast(str, name)))


def _number_flaws(change: Mapping[str, Any], known: Mapping[str, Changeable]) -> Iterator[Flaw]:
    for key, value in change.items():
        if key not in known:
            yield ("change", key), "unknown-number", f"this list has no number {key!r}", _near(key, tuple(known))
            continue
        try:
            known[key].read(value)
        except ValueError as error:
            yield ("change", key), "wrong-value", str(error), known[key].words


def _near(key: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known)}"


def proposal(said: Mapping[str, Any]) -> Proposal:
    """A proposal without flaws, read."""
    known = changeable_of(said["list"])
    change = {key: known[key].read(value) for key, value in said["change"].items()}
    return Proposal(said["list"], said.get("name", "changed"), change)


def under(base: Wanted, proposed: Proposal, since: str) -> Wanted:
    """The list with the proposed numbers from a day on; before it, the editions as they are."""
    rules = base.rules
    schedule: list[tuple[str, str]] = [(day, edition) for day, edition in base.schedule if day < since]
    in_force = schedule[-1][1] if schedule else base.schedule[0][1]
    later = [(since, in_force), *((day, edition) for day, edition in base.schedule if day >= since)]
    # an edition that comes into force on that very day is the only one of that day
    for day, edition in dict(later).items():
        rules = rules.with_edition(edition, edition + MARK, proposed.change)
        schedule.append((day, edition + MARK))
    return base._replace(label=proposed.name, rules=rules, schedule=tuple(schedule))


def changes(proposed: Proposal, schedule: Schedule) -> list[dict[str, Any]]:
    """Each changed number, before and after, by edition."""
    editions = family(proposed.list).EDITIONS
    known = changeable_of(proposed.list)
    changed = [edition.removesuffix(MARK) for _, edition in schedule if edition.endswith(MARK)]
    return [
        {
            "number": key,
            "what": known[key].words,
            "edition": edition,
            "before": plain(getattr(editions[edition], key)),
            "after": plain(value),
        }
        for edition in changed
        for key, value in proposed.change.items()
    ]


def plain(value: Any) -> Any:
    """As JSON has it: a table is lists and objects, half a K is 7.5."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, Fraction) else value
