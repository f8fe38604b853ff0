"""Published lists: freezing one, listing them, and each beside the numbers as they come out today."""

from collections.abc import Callable, Sequence
from typing import Any

from ledger.decide.context import Listing
from ledger.errors import NotFound, Problem
from ledger.events import OFFICE, Event, PublishedRow
from ledger.store.checkpoints import footer
from ledger.store.database import Connection
from projections.answers import careers
from projections.answers.impact import step_events
from projections.answers.lists import published_list
from projections.answers.reading import Reading, known_now
from projections.replay.rows import COLUMNS, STANDING, entry_of, standing_of
from projections.tables.lookups import Index
from projections.tables.published import Published, published
from rulebooks import rulebook

_PLACE, _STEP = (COLUMNS.index(name) for name in ("place", "step"))


def listing(connection: Connection) -> Callable[[str, str], Listing]:
    """What `publish` asks inside a write transaction: a list on a day, as known now."""

    def listed(list_name: str, as_of: str) -> Listing:
        with known_now(connection, as_of) as reading:
            rows = published_list(reading, list_name)
            return Listing(reading.known_seq, reading.rules(), tuple(map(_frozen, rows)))

    return listed


def _frozen(row: dict[str, Any]) -> PublishedRow:
    return PublishedRow(*(row[name] for name in PublishedRow.__struct_fields__))


def lists(reading: Reading, list_name: str | None = None) -> dict[str, Any]:
    """Everything published, in the order it was."""
    rows = [_line(reading, found) for found in published(reading.tables, reading.known_seq, reading.as_of, list_name)]
    return {"rows": rows, "basis": reading.basis().as_dict()}


def _line(reading: Reading, found: Published) -> dict[str, Any]:
    line = found._asdict()
    line["rows"] = line.pop("row_count")
    return line | footer(reading.events, found.seq)


def chosen(reading: Reading, list_name: str, label: str, revision: int | None = None) -> tuple[Published, Event]:
    """A published list by its label: the latest revision, or the one asked for."""
    found = [p for p in published(reading.tables, reading.known_seq, reading.as_of, list_name) if p.label == label]
    wanted = [p for p in found if revision in (None, p.revision)]
    if not wanted:
        which = "" if revision is None or not found else f" revision {revision}: there are {len(found)}"
        said = f"{list_name} has no published list {label!r}{which}"
        raise NotFound(Problem("unknown-list", f"{said}, as known", hint="see `selo lists`"))
    event = reading.index.event(wanted[-1].seq)
    assert event is not None
    return wanted[-1], event


def beside_today(
    reading: Reading, list_name: str, label: str, revision: int | None = None, top: int | None = None
) -> dict[str, Any]:
    """Each row as published, the number for the same day as it comes out now, and the events that moved it.

    `missing`: who has a number for that day now and has none in the published list.
    """
    found, event = chosen(reading, list_name, label, revision)
    then = Reading(reading.events, reading.tables, found.as_of, reading.known_seq)
    numbers = {row["player"]: row["rating"] for row in published_list(then, list_name)}
    told: Sequence[PublishedRow] = event.body.rows
    names = careers.names(then, [row.player for row in told] + list(numbers))
    moved = Movers(then, found)
    rows = []
    for rank, row in enumerate(told[:top], 1):
        line: dict[str, Any] = {"rank": rank, "player": row.player, "name": names.get(row.player)}
        line |= {name: getattr(row, name) for name in PublishedRow.__struct_fields__[1:]}
        rows.append(line | _today(row.player, row.rating, numbers, moved))
    listed = {then.timeline.resolve(row.player) for row in told}
    missing = [
        {"player": player, "name": names.get(player), "rating": None} | _today(player, None, numbers, moved)
        for player in sorted(numbers.keys() - listed, key=lambda player: (-numbers[player], player))
    ]
    return {
        **_line(reading, found), "recorded_at": event.recorded_at, "rows": rows, "missing": missing,
        "basis": then.basis().as_dict(),
    }  # fmt: skip


def _today(player: str, rating: int | None, numbers: dict[str, int], moved: "Movers") -> dict[str, Any]:
    meant = moved.reading.timeline.resolve(player)
    now = numbers.get(meant)
    line: dict[str, Any] = {
        "now": now,
        "change": None if now is None or rating is None else now - rating,
        "moved_by": moved.by(player, rating) if now != rating else [],
    }
    return line if meant == player else line | {"merged_into": meant}


class Movers:
    """Which events moved a number after a list was published: the steps in which it came out different."""

    def __init__(self, reading: Reading, since: Published) -> None:
        self.reading = reading
        self._since = since
        self._steps: dict[int, list[Event]] = {}

    def by(self, player: str, rating: int | None) -> list[dict[str, Any]]:
        """By the id on the list: before a merge it is his own number that moved, afterwards the other's."""
        meant = self.reading.timeline.resolve(player)
        names = {player, meant, *(self.reading.timeline.aliases(meant) if meant != player else ())}
        versions = {name: self._versions(name) for name in names}
        steps = {seq for rows in versions.values() for row in rows for seq in row[-2:] if seq is not None}
        found = []
        for step in self._after(steps if meant == player else steps | self._merges()):
            then = self._meant(player, step) if meant != player else player
            valid = [row for row in versions[then] if row[-2] <= step and (row[-1] is None or row[-1] > step)]
            number = self._number(sorted(valid, key=lambda row: (row[_PLACE], row[_STEP])))
            if number != rating:
                event = self._event(step, versions[then], then)
                found.append({"seq": event.seq, "kind": event.kind, "target": event.target, "reason": event.reason,
                              "before": rating, "after": number})  # fmt: skip
            rating = number
        return found

    def _number(self, rows: Sequence[tuple[Any, ...]]) -> int | None:
        """What the list would say of somebody by his rows, in order; None where he would not be on it."""
        if not rows:
            return None
        rules, day = rulebook(self._since.list), self._since.as_of
        shown = rules.shown(standing_of(rows[-1][STANDING]), day)
        fit = not rules.selective or rules.published([entry_of(row) for row in rows], day)
        return shown.rating if shown.listed and fit else None

    def _versions(self, player: str) -> list[tuple[Any, ...]]:
        return self.reading.rows(player=player, list_name=self._since.list, all_versions=True)

    def _after(self, steps: set[int]) -> list[int]:
        """The steps after the list, and its own: the rest of that submission may have moved a number at once."""
        own = self.reading.step_of(self._since.seq)
        steps |= {own[1]} if own is not None else set()
        return sorted(seq for seq in steps if self._since.known_seq < seq <= self.reading.known_seq)

    def _merges(self) -> set[int]:
        """The steps in which an id may have come to mean somebody else, although no line changed."""
        seqs = (event.seq for event in self.reading.index.stream(OFFICE) if event.seq > self._since.known_seq)
        return {step[1] for seq in seqs if (step := self.reading.step_of(seq)) is not None}

    def _meant(self, player: str, step: int) -> str:
        """Whom an id meant at a step."""
        return Index(self.reading.tables, step, self.reading.events).timeline().resolve(player)

    def _event(self, step: int, versions: list[tuple[Any, ...]], player: str) -> Event:
        """Of the events of one submission the first about a tournament of his that came out different, or about him;
        else the last: what reached him through others has no single sender."""
        if step not in self._steps:
            first, last = self.reading.step_of(step) or (step, step)
            # what came before the list in the same submission is on it
            events = step_events(self.reading, max(first, self._since.known_seq + 1), last)
            self._steps[step] = [event for event in events if event.kind != "publish"]
        touched = {row[COLUMNS.index("tournament")] for row in versions if step in row[-2:]}
        own = {player, *self.reading.timeline.aliases(player)}
        about = [e for e in self._steps[step] if e.target in (own if _personal(e) else touched)]
        return about[0] if about else self._steps[step][-1]


def _personal(event: Event) -> bool:
    return not event.stream.startswith("tournament:")
