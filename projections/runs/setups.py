"""Which lists a trial is about, as people write them: `selo`, `elo:elo-16-32`."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.bodies import OpeningSet
from ledger.errors import Problem, Usage, Where
from ledger.timeline import Timeline
from messages import say
from rulebooks import LISTS, edition_called, family, rulebook
from rulebooks.base import BEGINNING
from rulebooks.protocol import Rulebook

Schedule = tuple[tuple[str, str], ...]  # (first day, edition) in date order


class Setup(NamedTuple):
    """A list to run: its rules, which edition from which day, and where its openings
    come from. `begins`: the day before which nothing is on it.
    """

    label: str
    list: str
    rules: Rulebook
    schedule: Schedule
    openings_from: str
    begins: str = ""


def setups(timeline: Timeline, names: Sequence[str]) -> list[Setup]:
    """Return a setup for every list named, or refuse with all that is wrong with the
    names.

    `names`: a list, or one of its editions, as in `selo` or `elo:elo-16-32`. `Usage`
    says at once all that is wrong: lists and editions that there are not, and names
    that are there twice.
    """
    problems = []
    for name in names:
        problem = _problem(name)
        if problem is not None:
            problems.append(problem)
    repeated = {name for name in names if names.count(name) > 1}
    problems += map(_named_twice, sorted(repeated))
    if problems:
        raise Usage(problems)
    return [_setup(timeline, name, names) for name in names]


def _named_twice(name: str) -> Problem:
    """Make the problem of a list that is named twice."""
    message = say("'{name}' is asked for twice", name=name)
    return Problem("twice", message, Where(field="list"), say("name it once"))


def booked_setup(timeline: Timeline, label: str) -> Setup:
    """Return a booked list as it is booked, with its end and its own openings; any
    other, or an edition by name, on trial.

    `label`: a list, or one of its editions after a colon. `Usage`: there is no such
    list or edition.
    """
    [setup] = setups(timeline, [label])
    is_edition = ":" in label
    if is_edition or not timeline.schedule(setup.list):
        return setup
    return setup._replace(rules=rulebook(setup.list), openings_from=setup.list)


def _problem(label: str) -> Problem | None:
    """Return what is wrong with a name; None where nothing is.

    For example:

        selo            nothing is wrong
        selo:selo-1999  no such edition
        salo            no such list
    """
    name, colon, called = label.partition(":")
    where = Where(field="list")

    if name not in LISTS:
        known = ", ".join(LISTS)
        message = say("there is no list '{name}'", name=name)
        hint = say("one of {names}", names=known)
        return Problem("unknown-list", message, where, hint)

    carried = family(name).EDITIONS
    edition = edition_called(name, called)
    if not colon or edition in carried:
        return None

    known = ", ".join(carried)
    message = say("{name} has no edition '{edition}'", name=name, edition=called)
    hint = say("{name} has the editions {names}", name=name, names=known)
    return Problem("unknown-edition", message, where, hint)


def _setup(timeline: Timeline, label: str, labels: Sequence[str]) -> Setup:
    """Return the setup of one name; `labels`: all that are named, for one list may
    borrow its openings from another.

    With an edition, nothing is too early for the list. Games also count after a system
    was given up.
    """
    name, _, called = label.partition(":")
    edition = edition_called(name, called)
    # a system that was given up is tried out on games of any time
    begins = "" if called else timeline.begins(name)

    return Setup(
        label=label,
        list=name,
        rules=rulebook(name).unending(),
        schedule=_schedule(timeline, name, edition),
        openings_from=_openings_from(timeline, name, labels),
        begins=begins,
    )


def _schedule(timeline: Timeline, name: str, edition: str) -> Schedule:
    """Return the edition named, for all time; else what the ledger adopted; else the
    family's own dates.

    `edition`: empty where none is named.
    """
    if edition:
        return ((BEGINNING, edition),)
    adopted = timeline.schedule(name)
    if adopted:
        return tuple(adopted)
    dated: dict[str, str] = {}
    for known in family(name).EDITIONS.values():
        # where two editions of a family share a first day, the first of them counts
        dated.setdefault(known.since, known.id)
    return tuple(sorted(dated.items()))


def _openings_from(timeline: Timeline, name: str, labels: Sequence[str]) -> str:
    """Return the list itself if it has openings, else the first list beside it that has
    some, else any list.

    `labels`: the lists beside it. Without openings anywhere, the list itself.
    """
    opened = lists_with_openings(timeline)
    beside = [label.partition(":")[0] for label in labels]
    for other in (name, *beside, *LISTS):
        if other in opened:
            return other
    return name


def lists_with_openings(timeline: Timeline) -> set[str]:
    """Return the lists on which somebody has an opening that still holds."""
    lists = set()
    for player in timeline.seen_players():
        for fact in player.live(OpeningSet):
            lists.add(fact.body.list)
    return lists
