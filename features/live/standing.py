"""Work out an event while it runs: its report is booked as a trial, looked at, and
taken back.

Ratings come from `book_submission`, just as when the report is booked in the end, so
there is no second calculation that could differ. A game without a result is in play and
does not count; what a win, a draw or a loss would bring is found by booking each of
them, beside everything else that is there.

Why: features/live/a-public-draft.md
"""

import contextlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from desk.submit import Outside, Preparation, book_submission
from ledger.bodies import GameFact
from ledger.changes import GameChange
from ledger.documents import Amend
from ledger.errors import Problem, Refused
from ledger.field_types import Result
from ledger.placed import Placed
from ledger.store.event_log import Store, Writer
from ledger.store.events import head
from messages import say
from messages.answer import Answer, Date, Moment
from messages.results import PENDING, USUAL
from projections.answers import Viewer
from projections.answers.reading import Reading
from projections.answers.tournaments.crosstable import CrosstableGame, CrosstableRow
from projections.answers.tournaments.tournament import (
    TournamentAnswer,
    TournamentGame,
    tournament,
)
from projections.opened_ledger import OpenedLedger
from projections.replay.unit_row import UnitRow
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


class RatingReached(NamedTuple):
    """What an event brought a player on a list.

    start: the rating before it; None for a first one. after: the one that it comes to.

    peak: whether it is the highest that the player ever had; a first rating is none.

    titles: those that the event brought.
    """

    start: int | None
    after: int
    peak: bool
    titles: tuple[str, ...]

    def outcome(self) -> LiveOutcome:
        """Return it as the end of a game in play."""
        return LiveOutcome(rating=self.after, peak=self.peak, titles=self.titles)


Brought = dict[str, dict[str, RatingReached]]  # by player and list
Playing = tuple[str, GameFact]  # a tournament, and a game of it without a result


class _TrialLookedAt(Exception):
    """Raise to take a trial back once it was looked at."""


def live(
    path: str, preparation: Preparation, outside: Outside, wait: float = 30
) -> LiveAnswer:
    """Return how an event stands by a report, as anybody may see it. Nothing is
    recorded.

    path: of the ledger, or of a copy of it.

    preparation: the report as a booking would take it.

    wait: how many seconds to wait for another writer.

    `Refused` is all that a booking would refuse, and a report whose tournaments the
    ledger has already. A report that was split into several tournaments is one event
    here.
    """
    answer: LiveAnswer | None = None
    opened = Store(path, wait, gives_way=True)
    with (
        contextlib.suppress(_TrialLookedAt),
        opened as store,
        store.writing() as writer,
    ):
        known = head(writer.connection)
        outcome = book_submission(writer, preparation, outside)
        names: list[str] = []
        new: set[str] = set()
        for receipt in outcome.recorded:
            if receipt.kind == "tournament":
                names.append(receipt.target)
            for introduced in receipt.introduced or ():
                new.add(introduced.player)

        if names:
            state = _state(writer, names, outside, new)
            answer = replace(state, known_seq=known)

        raise _TrialLookedAt

    if answer is None:
        message = say("there is no tournament in it that the ledger does not have")
        raise Refused(
            Problem(
                "live-no-event",
                message,
                hint=say("show the report of an event that is still to be recorded"),
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
    """Return how an event stands that was just booked as a trial.

    names: its tournaments, in their order. new: players whom the report introduces.
    """
    reading = _reading(writer, outside)
    answers = [tournament(reading, name) for name in names]
    first = answers[0].header
    last = answers[-1].header

    games: list[TournamentGame] = []
    playing: list[Playing] = []
    for one in answers:
        games += one.games
        name = one.header.id
        facts = _facts(reading, name)
        playing += [(name, game) for game in facts if game.result == PENDING]

    so_far = _what_they_brought(reading, names)
    ends = _ends(writer, names, playing, outside)

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
    """Return the games of a tournament as the ledger has them; none of one that is not
    there.
    """
    current = reading.timeline.tournament(name)
    if current is None:
        return ()

    return current.games.values()


def _reading(writer: Writer, outside: Outside) -> Reading:
    """Return what anybody may see of a ledger that is being written, on a day after all
    others, so that an event that ends in the future counts.
    """
    ledger = OpenedLedger(writer.connection)
    reading = Reading(ledger, ALWAYS, head(writer.connection))
    today = outside.now()[:10]
    reading.viewer = Viewer(False, today)
    return reading


def _rows(
    answers: Sequence[TournamentAnswer],
    so_far: Brought,
    ends: Mapping[tuple[str, str], "_End"],
    new: Collection[str],
) -> tuple[LiveRow, ...]:
    """Make a row for each player, by points, then id.

    so_far: what the games with a result brought. ends: by tournament and game, what
    each end of a game in play would bring; a game that was not tried has none.

    Whoever plays in several of the tournaments has one row, with the points of all, and
    the last game in play of any.
    """
    rows: dict[str, LiveRow] = {}
    for one in answers:
        names = {row.player: row.name for row in one.crosstable}
        for row in one.crosstable:
            playing = _game_in_play(row)
            opponent_name: str | None = None
            may_be: dict[str, LiveRating] = {}
            if playing is not None:
                opponent_name = names.get(playing.opponent)
                end = ends.get((one.header.id, playing.game))
                if end is not None:
                    may_be = end.change_of(row.player, playing.colour == "white")

            points = row.points
            games = row.games
            before = rows.get(row.player)
            if before is not None:
                points += before.points
                games += before.games
                if playing is None:
                    playing = before.playing
                    opponent_name = before.opponent_name
                    may_be = before.lists
            rows[row.player] = LiveRow(
                player=row.player,
                name=row.name,
                new=row.player in new,
                points=points,
                games=games,
                playing=playing,
                opponent_name=opponent_name,
                lists=_lists(so_far.get(row.player, {}), may_be),
            )

    in_order = sorted(rows.values(), key=lambda row: (-row.points, row.player))
    return tuple(in_order)


def _game_in_play(row: CrosstableRow) -> CrosstableGame | None:
    """Return a player's last game without a result; the others are postponed."""
    for cell in reversed(row.cells):
        if cell.result == PENDING:
            return cell
    return None


def _lists(
    so_far: Mapping[str, RatingReached], may_be: Mapping[str, LiveRating]
) -> dict[str, LiveRating]:
    """Combine what the games so far brought a player with what the game in play may
    bring, list by list in the order in which lists are shown.
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

    def change_of(self, player: str, white: bool) -> dict[str, LiveRating]:
        """Return what an end of the game brings one side, by list.

        white: whether the player has White; a win of Black is a loss of White.
        """
        win, draw, loss = self.brought
        if not white:
            win, loss = loss, win

        ends = {"win": win, "draw": draw, "loss": loss}
        lists: dict[str, LiveRating] = {}
        for word, brought in ends.items():
            own = brought.get(player, {})
            for name, reached in own.items():
                start = reached.start
                nothing_yet = replace(_NOTHING, start=start, so_far=start)
                rating = lists.get(name, nothing_yet)

                outcome = {word: reached.outcome()}
                lists[name] = replace(rating, **outcome)

        return lists


def _ends(
    writer: Writer, names: Sequence[str], playing: Sequence[Playing], outside: Outside
) -> dict[tuple[str, str], _End]:
    """Try every end of every game in play; return nothing where there are too many.

    All games are tried at once where none of them can change what another brings: the
    tournament is one unit on each list, everybody plays in one of them, and the rules
    rate each game by itself. Otherwise each is tried alone, up to sixty of them, three
    times.
    """
    if not playing:
        return {}

    trying = partial(_try_result, writer, names, outside)
    players: list[str] = []
    for _, game in playing:
        players += [game.white, game.black]

    # nobody has two games in play
    if len(set(players)) == len(players):
        first = trying(playing, ENDS[0])
        if first.apart:
            others = [trying(playing, result).brought for result in ENDS[1:]]
            end = _End([first.brought, *others])
            return {(name, game.game): end for name, game in playing}

    if len(playing) > MOST_ALONE:
        return {}

    ends = {}
    for name, game in playing:
        brought = [trying([(name, game)], result).brought for result in ENDS]
        ends[name, game.game] = _End(brought)

    return ends


class _Trial(NamedTuple):
    """What some ends would bring; `apart`: none of these games changed what another
    came to.
    """

    brought: Brought
    apart: bool


def _try_result(
    writer: Writer,
    names: Sequence[str],
    outside: Outside,
    ending: Sequence[Playing],
    result: Result,
) -> _Trial:
    """Try what some games in play would bring if they all ended so.

    The results are booked as a correction, looked at and taken back; what is booked of
    the report stays.
    """
    games: dict[str, dict[str, GameChange | None]] = {}
    for name, game in ending:
        games.setdefault(name, {})[game.game] = GameChange(result=result)

    changes = [
        Placed(Amend(tournament=name, reason="in play", games=changed))
        for name, changed in games.items()
    ]
    with writer.taken_back() as trying:
        book_submission(trying, changes, outside, every_entry=False)
        reading = _reading(trying, outside)
        return _Trial(_what_they_brought(reading, names), _are_apart(reading, names))


def _are_apart(reading: Reading, names: Sequence[str]) -> bool:
    """Return whether the tournaments are one unit on each list, in which a game moves
    its two players alone.
    """
    rows: list[UnitRow] = []
    for name in names:
        rows += reading.rows_in(name).values()
    if len({row.list for row in rows}) != len(rows):
        return False

    for row in rows:
        rules = rulebook(row.list)
        if not rules.games_apart(row.body.before, row.edition):
            return False
    return True


def _what_they_brought(reading: Reading, names: Sequence[str]) -> Brought:
    """Return what the tournaments brought everybody on each list, with peaks and
    titles.
    """
    brought = _ratings_reached(reading, names)

    # where in each list the tournaments stand
    units: set[tuple[str, str]] = set()
    for name in names:
        for row in reading.rows_in(name).values():
            units.add((row.list, row.place))

    lists: set[str] = set()
    for own in brought.values():
        lists.update(own)

    titles = {name: _titles_of(reading, name, names) for name in lists}
    for player, own in brought.items():
        for list_name, reached in own.items():
            own_titles = titles[list_name].get(player, [])
            tally = reading.total(list_name, player)
            is_peak = tally is not None and (list_name, tally.peak_place) in units
            # a first rating is no new highest
            is_peak = is_peak and reached.start is not None
            own[list_name] = reached._replace(peak=is_peak, titles=tuple(own_titles))

    return brought


def _ratings_reached(reading: Reading, names: Sequence[str]) -> Brought:
    """Return the ratings before the tournaments and after them, without peaks and
    titles. Of several units of one list the first says what was before, the last what
    comes after.
    """
    reached: Brought = {}
    for name in names:
        for entry in reading.entries(tournament=name):
            figure = entry.figure
            own = reached.setdefault(figure.player, {})
            start = figure.before
            first = own.get(entry.list)
            if first is not None:
                start = first.start
            own[entry.list] = RatingReached(start, figure.after, peak=False, titles=())

    return reached


def _titles_of(
    reading: Reading, list_name: str, names: Sequence[str]
) -> dict[str, list[str]]:
    """Return the titles of a list that the tournaments brought, by player; none that
    was taken back since.
    """
    if not rulebook(list_name).title_rules:
        return {}

    titles: dict[str, list[str]] = {}
    for title, gone in reading.titles(list_name):
        is_brought = gone is None and title.tournament in names
        if is_brought:
            own = titles.setdefault(title.player, [])
            own.append(title.title)

    return titles
