"""Work out an event while it runs: its report is booked as a trial, looked at, and
taken back.

Ratings come from `booked`, just as when the report is booked in the end, so there is no
second calculation that could differ. A game without a result is in play and does not
count; what a win, a draw or a loss would bring is found by booking each of them, beside
everything else that is there.

Why: features/live/a-public-draft.md
"""

import contextlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from desk.submit import Outside, Preparation, booked
from ledger.bodies import GameFact
from ledger.documents import Amend
from ledger.errors import Problem, Refused
from ledger.placed import Placed
from ledger.store.event_log import Store, Writer
from ledger.store.events import head
from ledger.words import GameChange, Result
from messages import say
from messages.answer import Answer, Date, Moment
from messages.results import PENDING, USUAL
from projections.answers import Viewer
from projections.answers.reading import Reading
from projections.answers.tournaments.crosstable import CrosstableGame
from projections.answers.tournaments.tournament import (
    TournamentAnswer,
    TournamentGame,
    tournament,
)
from projections.opened_ledger import OpenedLedger
from projections.replay.steps import uncollected
from rulebooks import LISTS, rulebook

# games in play that are tried one by one, where one may change what another comes to
MOST_ALONE = 60
ALWAYS = "9999-12-31"  # an event that runs ends on a day to come
ENDS = USUAL[::-1]  # of a game in play


class LiveOutcome(Answer, frozen=True, kw_only=True):
    """What a game in play would come to: the rating, whether it is a new highest, the
    titles that it would bring.
    """

    rating: int
    peak: bool
    titles: tuple[str, ...]


class LiveRating(Answer, frozen=True, kw_only=True):
    """A player's rating on one list: before the event, so far, and as the game in play
    may end.
    """

    start: int | None
    so_far: int | None
    peak: bool
    titles: tuple[str, ...]
    win: LiveOutcome | None = None
    draw: LiveOutcome | None = None
    loss: LiveOutcome | None = None


_NOTHING = LiveRating(start=None, so_far=None, peak=False, titles=())


class LiveRow(Answer, frozen=True, kw_only=True):
    """A player of an event that runs; `playing`: the game in play; `new`: whom the
    ledger does not know yet.
    """

    player: str
    name: str | None
    new: bool
    points: float
    games: int
    playing: CrosstableGame | None
    opponent_name: str | None
    lists: dict[str, LiveRating]


class LiveAnswer(Answer, frozen=True, kw_only=True):
    """An event while it runs, by the newest report. `waits`: the office has something
    to answer first, so there are no rows; `not_tried`: games in play, too many to say
    what each end of them would bring.
    """

    event: str
    name: str
    start: Date | None
    end: Date | None
    round: int
    played: int
    in_play: int
    not_tried: int
    waits: bool
    changed_at: Moment
    known_seq: int
    rows: tuple[LiveRow, ...]
    games: tuple[TournamentGame, ...]


class Reached(NamedTuple):
    """What an event brought a player on a list."""

    start: int | None
    after: int
    peak: bool
    titles: tuple[str, ...]

    def outcome(self) -> LiveOutcome:
        return LiveOutcome(rating=self.after, peak=self.peak, titles=self.titles)


Brought = dict[str, dict[str, Reached]]  # by player and list
Playing = tuple[str, GameFact]  # a tournament, and a game of it without a result


class _Seen(Exception):
    """Raise to take a trial back once it was looked at."""


def live(
    path: str, preparation: Preparation, outside: Outside, wait: float = 30
) -> LiveAnswer:
    """Return how an event stands by a report, as anybody may see it. Nothing is
    recorded.
    """
    answer: LiveAnswer | None = None
    opened = Store(path, wait, gives_way=True)
    with (
        contextlib.suppress(_Seen),
        uncollected(),
        opened as store,
        store.writing() as writer,
    ):
        known = head(writer.connection)
        outcome = booked(writer, preparation, outside)
        names = [
            receipt.target
            for receipt in outcome.recorded
            if receipt.kind == "tournament"
        ]
        if names:
            new = {
                event.player
                for receipt in outcome.recorded
                for event in receipt.introduced or ()
            }
            answer = replace(_state(writer, names, outside, new), known_seq=known)
        raise _Seen
    if answer is None:
        message = say("there is no tournament in it that the ledger does not have")
        raise Refused(
            Problem(
                "live-no-event",
                message,
                hint=say("show the report of an event that is not booked yet"),
            )
        )
    return answer


def waiting_for_answers(event: str, name: str) -> LiveAnswer:
    """Return the answer about an event whose report the office has to answer something
    about, without ratings.
    """
    return LiveAnswer(
        event=event,
        name=name,
        start=None,
        end=None,
        round=0,
        played=0,
        in_play=0,
        not_tried=0,
        waits=True,
        changed_at="",
        known_seq=0,
        rows=(),
        games=(),
    )


def _state(
    writer: Writer, names: Sequence[str], outside: Outside, new: Collection[str]
) -> LiveAnswer:
    reading = _reading(writer, outside)
    answers = [tournament(reading, name) for name in names]
    playing = [
        (one.header.id, game)
        for one in answers
        for game in _facts(reading, one.header.id)
        if game.result == PENDING
    ]
    so_far, ends = _brought(reading, names), _ends(writer, names, playing, outside)
    games = [game for one in answers for game in one.games]
    first, last = answers[0].header, answers[-1].header
    return LiveAnswer(
        event=first.id,
        name=first.name,
        start=first.start,
        end=last.end,
        round=max((game.round for game in games), default=0),
        played=sum(game.result != PENDING for game in games),
        in_play=len(playing),
        not_tried=0 if ends or not playing else len(playing),
        waits=False,
        changed_at="",
        known_seq=0,
        rows=_rows(answers, so_far, ends, new),
        games=tuple(games),
    )


def _facts(reading: Reading, name: str) -> Iterable[GameFact]:
    there = reading.timeline.tournament(name)
    return () if there is None else there.games.values()


def _reading(writer: Writer, outside: Outside) -> Reading:
    ledger = OpenedLedger(writer.connection)
    reading = Reading(ledger, ALWAYS, head(writer.connection))
    reading.viewer = Viewer(False, outside.now()[:10])
    return reading


def _rows(
    answers: Sequence[TournamentAnswer],
    so_far: Brought,
    ends: Mapping[tuple[str, str], "_End"],
    new: Collection[str],
) -> tuple[LiveRow, ...]:
    """Make a row for each player, by points, then id."""
    rows: dict[str, LiveRow] = {}
    for one in answers:
        names = {row.player: row.name for row in one.crosstable}
        for row in one.crosstable:
            before = rows.get(row.player)
            points, games = (before.points, before.games) if before else (0, 0)
            # else postponed
            playing = next(
                (cell for cell in row.cells[::-1] if cell.result == PENDING), None
            )
            end = None if playing is None else ends.get((one.header.id, playing.game))
            may_be = (
                {}
                if playing is None or end is None
                else end.of(row.player, playing.colour == "white")
            )
            rows[row.player] = LiveRow(
                player=row.player,
                name=row.name,
                new=row.player in new,
                points=points + row.points,
                games=games + row.games,
                playing=playing,
                opponent_name=names.get(playing.opponent) if playing else None,
                lists=_lists(so_far.get(row.player, {}), may_be),
            )
    return tuple(sorted(rows.values(), key=lambda row: (-row.points, row.player)))


def _lists(
    so_far: Mapping[str, Reached], may_be: Mapping[str, LiveRating]
) -> dict[str, LiveRating]:
    """Combine what the games so far brought a player with what the game in play may
    bring.
    """
    lists = dict(may_be)
    for name, here in so_far.items():
        lists[name] = replace(
            may_be.get(name, _NOTHING),
            start=here.start,
            so_far=here.after,
            peak=here.peak,
            titles=here.titles,
        )
    return {name: lists[name] for name in LISTS if name in lists}


class _End(NamedTuple):
    """What each end of a game in play would bring, in the order of ENDS."""

    brought: Sequence[Brought]

    def of(self, player: str, white: bool) -> dict[str, LiveRating]:
        """Return what an end of the game brings one side, by list."""
        sides = self.brought if white else self.brought[::-1]
        lists: dict[str, LiveRating] = {}
        for word, brought in zip(("win", "draw", "loss"), sides, strict=True):
            for name, reached in brought.get(player, {}).items():
                before = lists.get(name) or replace(
                    _NOTHING, start=reached.start, so_far=reached.start
                )
                lists[name] = replace(before, **{word: reached.outcome()})
        return lists


def _ends(
    writer: Writer, names: Sequence[str], playing: Sequence[Playing], outside: Outside
) -> dict[tuple[str, str], _End]:
    """Try every end of every game in play; return nothing where there are too many.

    All games are tried at once where none of them can change what another brings: the
    tournament is one unit on each list, and everybody in it has a rating before it.
    """
    if not playing:
        return {}
    trying = partial(_tried, writer, names, outside)
    seats = [player for _, game in playing for player in (game.white, game.black)]
    if len(set(seats)) == len(seats) and (together := trying(playing, ENDS[0])).apart:
        end = _End(
            [
                together.brought,
                *(trying(playing, result).brought for result in ENDS[1:]),
            ]
        )
        return {(name, game.game): end for name, game in playing}
    if len(playing) > MOST_ALONE:
        return {}
    return {
        (name, game.game): _End(
            [trying([(name, game)], result).brought for result in ENDS]
        )
        for name, game in playing
    }


class _Trial(NamedTuple):
    """What some ends would bring; `apart`: none of these games changed what another
    came to.
    """

    brought: Brought
    apart: bool


def _tried(
    writer: Writer,
    names: Sequence[str],
    outside: Outside,
    ending: Sequence[Playing],
    result: Result,
) -> _Trial:
    changes = [
        Placed(
            Amend(
                tournament=name,
                reason="in play",
                games={
                    game.game: GameChange(result=result)
                    for own, game in ending
                    if own == name
                },
            )
        )
        for name in dict.fromkeys(own for own, _ in ending)
    ]
    with writer.taken_back() as trying:
        booked(trying, changes, outside, every_entry=False)
        reading = _reading(trying, outside)
        rows = [(name, row) for name in names for row in reading.rows_in(name).values()]
        apart = len({row.list for _, row in rows}) == len(rows) and all(
            standing.rating is not None
            for _, row in rows
            for standing in row.body.before
        )
        return _Trial(_brought(reading, names), apart)


def _brought(reading: Reading, names: Sequence[str]) -> Brought:
    """Return what the tournaments brought everybody on each list."""
    brought: Brought = {}
    places = {
        (row.list, row.place)
        for name in names
        for row in reading.rows_in(name).values()
    }
    for name in names:
        for entry in reading.entries(tournament=name):
            own = brought.setdefault(entry.figure.player, {})
            first = own.get(entry.list)
            start = entry.figure.before if first is None else first.start
            own[entry.list] = Reached(start, entry.figure.after, False, ())
    for list_name in {list_name for own in brought.values() for list_name in own}:
        titles: dict[str, list[str]] = {}
        if rulebook(list_name).title_rules:
            for title, gone in reading.titles(list_name):
                if gone is None and title.tournament in names:
                    titles.setdefault(title.player, []).append(title.title)
        for player, own in brought.items():
            if (reached := own.get(list_name)) is None:
                continue
            tally = reading.total(list_name, player)
            peak = (
                tally is not None
                and (list_name, tally.peak_place) in places
                and reached.start is not None
            )
            own[list_name] = reached._replace(
                peak=peak, titles=tuple(titles.get(player, ()))
            )
    return brought
