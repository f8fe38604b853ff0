"""What an event changed, and what happened between two states of knowledge."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ledger.answer import plain
from ledger.errors import NotFound, Problem
from ledger.events import OFFICE, Event
from projections.answers.lists.rating_list import current
from projections.answers.players.career import names_of, peak_reached
from projections.answers.reading import Question, Reading, reading
from projections.replay.rows import COLUMNS, Key, entry_of
from rulebooks import rulebook
from rulebooks.base import Entry

_AFTER = COLUMNS.index("after")
_BEFORE = COLUMNS.index("before")


def step_events(reading: Reading, first: int, last: int) -> list[Event]:
    return [event for seq in range(first, last + 1) if (event := reading.index.event(seq)) is not None]


def subject(event: Event, reading: Reading) -> Event:
    """What an event is about: of a withdrawal of the office's, a merge or an adoption, the event it takes back."""
    seq = getattr(event.body, "withdrawn", None) or getattr(event.body, "reinstated", None)
    return (reading.index.event(seq) or event) if event.stream == OFFICE and seq else event


def event_line(event: Event, reading: Reading) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "recorded_at": event.recorded_at,
        "actor": event.actor,
        "kind": event.kind,
        "target": subject(event, reading).target,
        "reason": event.reason,
    }


def impact(reading: Reading, seq: int) -> dict[str, Any]:
    """Every entry of every player that an event's submission changed, and peaks and titles too."""
    step = reading.step_of(seq)
    if step is None:
        raise NotFound(Problem("unknown-seq", f"there is no event {seq}, as known", hint="see `selo log`"))
    first, last = step
    closed: dict[Key, tuple[Any, ...]] = {}
    written: dict[Key, tuple[Any, ...]] = {}
    for row in reading.rows(changed_by=last, all_versions=True):
        side = written if row[-2] == last else closed
        side[row[0], row[1], row[2], row[3]] = row
    rows = [_moved(key, closed.get(key), written.get(key)) for key in sorted(closed.keys() | written.keys())]
    players = sorted({key[3] for key in closed.keys() | written.keys()})
    names = names_of(reading, players)
    for line in rows:
        line["name"] = names.get(line["player"])
    peaks, titles = _honours(reading, players, last)
    return {
        "seq": seq,
        "events": [event_line(event, reading) for event in step_events(reading, first, last)],
        "rows": rows,
        "peaks": peaks,
        "titles": titles,
        "basis": reading.basis().as_dict(),
    }


def _moved(key: Key, was: tuple[Any, ...] | None, now: tuple[Any, ...] | None) -> dict[str, Any]:
    entry = entry_of(now or was or ())
    return {
        "player": key[3],
        "list": key[0],
        "unit": entry.unit,
        "kind": entry.change.kind,
        "on": entry.on,
        "before": None if was is None else was[_AFTER],
        "after": None if now is None else now[_AFTER],
        "note": _note(was, now),
        "was": None if was is None else {"before": was[_BEFORE], "after": was[_AFTER]},
        "now": None if now is None else {"before": now[_BEFORE], "after": now[_AFTER]},
    }


def _note(was: tuple[Any, ...] | None, now: tuple[Any, ...] | None) -> str:
    """Why an entry counts as changed when its number did not."""
    if was is None or now is None:
        return "no entry before" if was is None else "no entry any more"
    if was[_AFTER] != now[_AFTER]:
        return ""
    return "his number before" if was[_BEFORE] != now[_BEFORE] else "an opponent's number, or how it was played"


def _honours(reading: Reading, players: Iterable[str], step: int) -> tuple[list[Any], list[Any]]:
    """Peaks and titles that are not what they were."""
    peaks, titles = [], []
    for player in players:
        for name in reading.lists():
            versions = reading.rows(player=player, list_name=name, all_versions=True)
            was, now = (_known(versions, seq) for seq in (step - 1, step))
            before, after = rulebook(name).peak(was), rulebook(name).peak(now)
            if before != after:
                peaks.append({"player": player, "list": name, "before": plain(peak_reached(before)),
                              "after": plain(peak_reached(after))})  # fmt: skip
            lost = {t.title: t for t in rulebook(name).titles(was)}
            found = {t.title: t for t in rulebook(name).titles(now)}
            titles += [
                {"player": player, "title": title,
                 "before": lost[title]._asdict() if title in lost else None,
                 "after": found[title]._asdict() if title in found else None}
                for title in ("M", "ME", "I")
                if lost.get(title) != found.get(title)
            ]  # fmt: skip
    return peaks, titles


def _known(versions: list[tuple[Any, ...]], seq: int) -> list[Entry]:
    return [entry_of(row) for row in versions if row[-2] <= seq and (row[-1] is None or row[-1] > seq)]


def diff(at: Reading, path: str, after: int, upto: int, players: Iterable[str], lists: Iterable[str]) -> dict[str, Any]:
    """One line per submission and player between two states of knowledge; a player's lines add up to his difference."""
    wanted = {at.timeline.resolve(player) for player in players}
    ends = [after, *at.steps(after, upto)]
    if ends[-1] != upto:
        ends.append(upto)  # a state inside a submission is answered by replaying up to it
    lines: list[dict[str, Any]] = []
    for name in lists:
        for span in pairwise(ends):
            before, now = _numbers(at, path, name, span)
            lines += _lines(at, name, span, before, now, wanted)
    lines.sort(key=lambda line: (line["seq"], line["list"], line["player"]))
    return {"from_seq": after, "to_seq": upto, "rows": lines, "basis": at.basis().as_dict()}


def _lines(
    at: Reading, name: str, span: tuple[int, int], before: dict[str, int], now: dict[str, int], wanted: set[str]
) -> list[dict[str, Any]]:
    events = step_events(at, span[0] + 1, span[1])
    causes = at.changed_tournaments(name, span[1])
    found = []
    for player in sorted(before.keys() | now.keys()):
        was, number = before.get(player), now.get(player)
        if was != number and (not wanted or player in wanted):
            found.append(
                {
                    **event_line(_about(events, causes.get(player, set())), at),
                    "events": len(events), "player": player, "list": name, "before": was,
                    "after": number, "change": None if was is None or number is None else number - was,
                }
            )  # fmt: skip
    return found


def _about(events: list[Event], tournaments: set[str]) -> Event:
    """Of the events of a submission the one nearest to a player: about a tournament of his that came out different."""
    near = [event for event in events if event.target in tournaments]
    return near[0] if near else events[-1]


def _numbers(at: Reading, path: str, name: str, span: tuple[int, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Numbers on the day as known at both ends: of those with changed rows, where the tables know both ends."""
    low, high = (Reading(at.events, at.tables, at.as_of, seq) for seq in span)
    if at.is_step(span[0]) and at.is_step(span[1]):
        changed = at.changed_players(name, span[1])
        return {p: n for p in changed if (n := low.number(name, p)) is not None}, {
            p: n for p in changed if (n := high.number(name, p)) is not None
        }
    return _all_numbers(at, path, name, span[0]), _all_numbers(at, path, name, span[1])


def _all_numbers(at: Reading, path: str, name: str, seq: int) -> dict[str, int]:
    with reading(path, Question(at.as_of, None, seq), at.as_of) as inside:
        return current(inside, name)
