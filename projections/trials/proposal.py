"""A proposed change of the rules: the numbers of a list's editions from a day on, checked, and as a list to run."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from messages import NOTHING, Message, say
from messages.answer import Answer
from projections.answers.rules import plain
from projections.trials.run import Schedule, Setup
from rulebooks import LISTS, changeable_of, family
from rulebooks.changeable import Changeable

Flaw = tuple[tuple[str | int, ...], str, Message, Message]  # path, code, message, hint
FIELDS = ("list", "name", "change")
LIKE = '{"list": "selo", "name": "no bonus", "change": {"bonus_established": 0, "bonus_new": 0}}'
LONGEST_NAME = 60
MARK = "*"


class Proposal(NamedTuple):
    """A proposed change of a list's rules, checked and without flaws."""

    list: str
    name: str
    change: Mapping[str, Any]


class ChangedNumber(Answer, frozen=True, kw_only=True):
    """A number of an edition, before and after the proposed change. `what` says what it is."""

    number: str
    what: Message
    edition: str
    before: Any
    after: Any


def flaws(document: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield everything that is wrong with a proposal, each with its place."""
    yield from (
        (((key,), "unknown-field", say("unknown field {name}", name=repr(key)), _near(key, FIELDS)))
        for key in document
        if key not in FIELDS
    )
    yield from (
        (((key,), "missing-field", say("the field {name} is missing", name=repr(key)), say("like {text}", text=LIKE)))
        for key in ("list", "change")
        if key not in document
    )
    name, label, change = (document.get(field) for field in FIELDS)
    if "name" in document and (
        not isinstance(label, str) or not label.isprintable() or not 0 < len(label) <= LONGEST_NAME
    ):
        yield ("name",), "wrong-value", say("a name is a text of 1 to {count} characters", count=LONGEST_NAME), NOTHING
    if "list" in document and (not isinstance(name, str) or name not in LISTS):
        yield (
            ("list",),
            "unknown-list",
            say("there is no list {name}", name=repr(name)),
            say("one of {names}", names=", ".join(LISTS)),
        )
    elif name is not None and name == label:
        yield (
            ("name",),
            "wrong-value",
            say("{label} is the list itself", label=repr(label)),
            say("another name for the proposal"),
        )
    if "change" in document and (not isinstance(change, dict) or not change):
        yield (
            ("change",),
            "wrong-value",
            say("the changed numbers are an object with at least one of them"),
            say("like {text}", text=LIKE),
        )
    elif isinstance(change, dict) and name in LISTS:
        yield from _number_flaws(change, changeable_of(cast(str, name)))


def _number_flaws(change: Mapping[str, Any], known: Mapping[str, Changeable]) -> Iterator[Flaw]:
    for key, value in change.items():
        if key not in known:
            yield (
                ("change", key),
                "unknown-number",
                say("this list has no number {key}", key=repr(key)),
                _near(key, tuple(known)),
            )
            continue
        try:
            known[key].read(value)
        except ValueError as error:
            yield ("change", key), "wrong-value", say("{what}", what=error), known[key].words


def _near(key: str, known: tuple[str, ...]) -> Message:
    close = difflib.get_close_matches(key, known, n=1)
    return say("did you mean {name}?", name=repr(close[0])) if close else say("known: {names}", names=", ".join(known))


def read(document: Mapping[str, Any]) -> Proposal:
    """Read a proposal whose document has no flaws."""
    known = changeable_of(document["list"])
    change = {key: known[key].read(value) for key, value in document["change"].items()}
    return Proposal(document["list"], document.get("name", "changed"), change)


def with_changes(setup: Setup, proposal: Proposal, since: str) -> Setup:
    """Return the list with the proposed numbers from a day on; before it, the editions as they are."""
    rules = setup.rules
    schedule: list[tuple[str, str]] = [(day, edition) for day, edition in setup.schedule if day < since]
    in_force = schedule[-1][1] if schedule else setup.schedule[0][1]
    later = [(since, in_force), *((day, edition) for day, edition in setup.schedule if day >= since)]
    # an edition that comes into force on that very day is the only one of that day
    for day, edition in dict(later).items():
        rules = rules.with_edition(edition, edition + MARK, proposal.change)
        schedule.append((day, edition + MARK))
    return setup._replace(label=proposal.name, rules=rules, schedule=tuple(schedule))


def changes(proposal: Proposal, schedule: Schedule) -> tuple[ChangedNumber, ...]:
    """Return each changed number, before and after, by edition."""
    editions = family(proposal.list).EDITIONS
    known = changeable_of(proposal.list)
    changed = [edition.removesuffix(MARK) for _, edition in schedule if edition.endswith(MARK)]
    return tuple(
        ChangedNumber(
            number=key,
            what=known[key].words,
            edition=edition,
            before=plain(getattr(editions[edition], key)),
            after=plain(value),
        )
        for edition in changed
        for key, value in proposal.change.items()
    )
