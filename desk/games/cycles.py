"""Norway's cycle of the unrated: what an officer should look at when a tournament with one is booked.

How far the rounds moved the mean of the unrated ("bør man holde et øye med gjennomsnittet for de uratede så man ikke
får drift i systemet"), and rounds that never rest.
"""

from collections.abc import Iterable, Iterator, Sequence

from desk.outcome import Caution, caution
from ledger.errors import Where
from ledger.timeline import Timeline
from messages import Message, counted, say
from projections.replay.book import Book
from projections.replay.build import People
from projections.replay.entry import worked_out
from projections.replay.unit_row import UnitRow
from rulebooks import rulebook
from rulebooks.base import Change

UNRATED_UNTIL = 5  # games before: only the unrated are computed in a cycle, and it takes two of them


def warnings_of_cycles(list_name: str, book: Book, timeline: Timeline) -> Iterator[Caution]:
    """A unit is worked out once more only where several unrated players sat in it."""
    settled = ((old, new) for (name, _), (old, new) in sorted(book.settled.items()) if name == list_name)
    person_of = People(timeline)
    for old, new in settled:
        if new is None or new.kind != "games" or len(unrated := _unrated(new)) < 2:
            continue
        changes = worked_out(new, book.shelf.unit(new.spot), person_of, rulebook(list_name))
        # a late report rates many tournaments again; most of their cycles come out as they were looked at before
        texts = [
            *_circle(changes, list_name),
            *(() if old is not None and _same(old, new, unrated) else _drift(changes, list_name)),
        ]
        for text in texts:
            yield caution(text, Where(field=new.tournament))


def _unrated(row: UnitRow) -> list[str]:
    players = enumerate(row.columns.players)
    return [player for seat, player in players if row.standing_before(seat).games <= UNRATED_UNTIL]


def _same(old: UnitRow, new: UnitRow, players: Iterable[str]) -> bool:
    return all(_after(old, player) == _after(new, player) for player in players)


def _after(row: UnitRow, player: str) -> int | None:
    seat = row.seat(player)
    return None if seat is None else row.columns.after[seat]


def _circle(changes: Sequence[Change], list_name: str) -> Iterator[Message]:
    circling = sorted(change.player for change in changes if "circle" in change.detail)
    if circling:
        players = ", ".join(circling[:10]) + (" ..." if len(circling) > 10 else "")
        yield say(
            "{list}: the rounds over the unrated players never rest, and the mean of the states that come back counts "
            "for {players}; `selo explain` shows them (Monradturneringer)",
            list=list_name,
            players=players,
        )


def _drift(changes: Sequence[Change], list_name: str) -> Iterator[Message]:
    """The text gives no limit, so any movement is shown, and the office judges it."""
    for drift in {change.detail["drift"] for change in changes if "drift" in change.detail}:
        count, first, last = drift.split()
        if first != last:
            yield counted(
                "{list}: the rounds moved the only unrated player from {before} to {after}; the text asks to watch it "
                "for drift (Uregistrerte spillere)",
                "{list}: the rounds moved the mean of the {count} unrated players from {before} to {after}; the text "
                "asks to watch it for drift (Uregistrerte spillere)",
                int(count),
                list=list_name,
                before=first,
                after=last,
            )
