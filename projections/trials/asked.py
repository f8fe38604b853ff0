"""Which lists a trial is about, as people write them: `selo`, `elo:elo-16-32`."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import Problem, Usage, Where
from ledger.timeline import Timeline
from rulebooks import LISTS, edition_called, family, rulebook
from rulebooks.protocol import Rulebook

Schedule = tuple[tuple[str, str], ...]  # (first day, edition) in date order
BEGINNING = "0001-01-01"


class Wanted(NamedTuple):
    """A list to run: its rules, which edition from which day, and where its openings come from."""

    label: str
    list: str
    rules: Rulebook
    schedule: Schedule
    openings_from: str


def wanted(timeline: Timeline, said: Sequence[str]) -> list[Wanted]:
    """Every list asked for, or all that is wrong with the asking."""
    problems = [problem for text in said if (problem := _problem(text)) is not None]
    problems += [
        Problem("twice", f"'{text}' is asked for twice", Where(field="list"), "name it once")
        for text in sorted({text for text in said if said.count(text) > 1})
    ]
    if problems:
        raise Usage(problems)
    return [_wanted(timeline, text, said) for text in said]


def _problem(text: str) -> Problem | None:
    name, colon, edition = text.partition(":")
    if name not in LISTS:
        return Problem("unknown-list", f"there is no list '{name}'", Where(field="list"), f"one of {', '.join(LISTS)}")
    known = family(name).EDITIONS
    if colon and edition_called(name, edition) not in known:
        hint = f"{name} has the editions {', '.join(known)}"
        return Problem("unknown-edition", f"{name} has no edition '{edition}'", Where(field="list"), hint)
    return None


def _wanted(timeline: Timeline, text: str, said: Sequence[str]) -> Wanted:
    name, _, called = text.partition(":")
    schedule = _schedule(timeline, name, edition_called(name, called))
    return Wanted(text, name, unending(name), schedule, _openings(timeline, name, said))


def unending(list_name: str) -> Rulebook:
    """A trial ignores that a system was given up (issue: a list can be run over games of any time)."""
    return rulebook(list_name).unending()


def _schedule(timeline: Timeline, name: str, edition: str) -> Schedule:
    """The edition named, for all time; else what the ledger adopted; else the family's own dates."""
    if edition:
        return ((BEGINNING, edition),)
    if adopted := timeline.schedule(name):
        return tuple(adopted)
    dated = {e.since: e.id for e in reversed(list(family(name).EDITIONS.values()))}
    return tuple(sorted(dated.items()))


def _openings(timeline: Timeline, name: str, said: Sequence[str]) -> str:
    """The list's own openings, else those of the first list beside it that has some, else of any list."""
    has = opened(timeline)
    beside = (text.partition(":")[0] for text in said)
    return next((other for other in (name, *beside, *LISTS) if other in has), name)


def opened(timeline: Timeline) -> set[str]:
    """The lists that have openings."""
    from ledger.events import OpeningSet

    return {fact.body.list for now in timeline.seen_players() for fact in now.live(OpeningSet)}
