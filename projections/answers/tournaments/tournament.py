"""Answer `selo tournament`: header, version, every game with its fate, and a
crosstable; and `selo tournament list`: all of them up to the day.
"""

from collections.abc import Collection, Iterator, Sequence
from operator import attrgetter
from typing import Annotated

from msgspec.structs import asdict

from ledger.bodies import GameFact
from ledger.errors import NotFound, Problem
from ledger.field_types import AgeGroup, Category, EventKind, Result
from ledger.league import League, league_from_json
from ledger.named_texts import header_in_words
from ledger.reported import report_from_json
from ledger.timeline import TournamentNow
from messages import NOTHING, Message, by_command, say
from messages.answer import Answer, Date, one_of
from projections.answers.asking import Timed, TournamentId
from projections.answers.career import names_of
from projections.answers.reading import Basis, Reading, cached_on_reading
from projections.answers.tournaments.crosstable import (
    CrosstableRow,
    TournamentReported,
    crosstable,
    reported_standing,
)
from projections.answers.tournaments.fates import (
    Fate,
    NamedPlayer,
    NotOn,
    NotRated,
    TournamentDecision,
    arbiter,
    decisions,
    game_fates,
    named_player,
    not_rated,
    on_mission,
    without_games_of_nobody,
)
from projections.replay.tournaments import header_seconds, rules_header
from projections.tables.notes import all_tournaments, every_tournament, names_among
from rulebooks import rulebook

MOST_NAMES = 10_000  # of tournaments, kept in memory for the next question


class TournamentHeader(Answer, frozen=True, kw_only=True):
    """The header as it stands."""

    id: str
    name: str
    start: Date
    end: Date
    minutes: int | float | None
    time_control: str | None
    domestic: bool
    fide_accepted: bool
    official_representation: bool
    age_group: Annotated[str, one_of(AgeGroup)]
    each_game_rated: bool
    order_no: int
    category: Annotated[str, one_of(Category)] | None
    event_kind: Annotated[str, one_of(EventKind)] | None
    start_minutes: int | None
    total_minutes: int | None
    accepted: bool
    representatives: tuple[str, ...]
    organiser: str | None
    place: str | None
    arbiter: str | None
    seconds: int


class TournamentGame(Answer, frozen=True, kw_only=True):
    """A game and what became of it."""

    game: str
    round: int
    board: int | None
    on: Date | None
    white: str
    white_name: str | None
    black: str
    black_name: str | None
    result: Annotated[str, one_of(Result)]
    tiebreak: bool
    status: str
    list: str | None
    lists: tuple[str, ...]
    unit: str | None
    why: Message | None
    section: str | None
    not_on: tuple[NotOn, ...]


class TournamentAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `tournament`."""

    header: TournamentHeader
    version: int
    withdrawn: bool
    games: tuple[TournamentGame, ...]
    crosstable: tuple[CrosstableRow, ...]
    not_rated: tuple[NotRated, ...]
    categories: dict[str, str | int | None]
    reported: TournamentReported | None
    representatives: tuple[NamedPlayer, ...]
    arbiter: NamedPlayer | None
    decisions: tuple[TournamentDecision, ...]
    basis: Basis


class Tournament(Timed, frozen=True, kw_only=True):
    """A tournament: header, version, what each game counted for, and the ratings before
    and after.
    """

    line = ("tournament",)
    examples = ("selo tournament kuusilahti-open-2024",)
    table = "games"
    tournament: TournamentId

    def ask(self, reading: Reading) -> TournamentAnswer:
        """Return the tournament as of the day, as known."""
        return tournament(reading, self.tournament)


def tournament_at(reading: Reading, name: str) -> TournamentNow:
    """Return the tournament as known; one that begins after the day asked about is not
    there yet.

    `tournament_at(reading, "autumn-open")` raises NotFound where the question is about
    a day before the tournament.
    """
    return known_tournament(reading, name, reading.as_of)


def league_in(tournament: TournamentNow) -> League:
    """Return the league that a tournament is, or say that it has no teams.

    `NotFound`: the tournament is no league.
    """
    if tournament.league is None:
        message = say("{tournament} has no teams", tournament=tournament.label())
        hint = by_command(
            "send the teams with its report, or in `league` of its document",
            "amend it with its league",
        )
        raise NotFound(Problem("no-league", message, hint=hint))
    return league_from_json(tournament.league)


def known_tournament(
    reading: Reading, name: str, by: str | None = None
) -> TournamentNow:
    """Return the tournament as known, or refuse it. `by`: it must have begun by that
    day.

    `NotFound`: nobody knows such an id, or it begins after `by` (YYYY-MM-DD). Of an id
    that nobody has, the refusal names those that may be meant.
    """
    tournament = reading.timeline.tournament(name)

    if tournament is None:
        from projections.answers.tournaments.near import near_tournaments

        raise _unknown_tournament(reading, name, near_tournaments(reading, name))
    if by is not None and tournament.header.start > by:
        raise _unknown_tournament(reading, name, NOTHING)

    return tournament


def _unknown_tournament(reading: Reading, name: str, near: Message) -> NotFound:
    """Make the refusal of a tournament; `near`: what may be meant instead, if anything."""
    message = say(
        "there is no tournament {name} up to {day}, as known at seq {seq}",
        name=repr(name),
        day=reading.as_of,
        seq=reading.known_seq,
    )

    hint = near or by_command(
        "see `selo tournament list`", "look for it among the tournaments"
    )
    return NotFound(Problem("unknown-tournament", message, hint=hint))


def tournament_header(tournament: TournamentNow, reading: Reading) -> TournamentHeader:
    """Return the header for the answer. The organiser is in words where the asker may
    read them; `seconds` is the time that a side has for a game, 0 where nothing says
    it.
    """
    header = header_in_words(tournament.header, reading.policy.words)
    seconds = header_seconds(header)
    return TournamentHeader(id=tournament.id, seconds=seconds, **asdict(header))


def tournament(reading: Reading, name: str) -> TournamentAnswer:
    """Return one tournament on the day, as known.

    `NotFound` where it is not known, or begins after the day. Games that no list rates
    say why; names are left out of whom the asker may not know.
    """
    current = tournament_at(reading, name)
    by_rules = game_fates(current, reading)
    unrated = not_rated(reading, by_rules.units)
    fates = without_games_of_nobody(by_rules, current, reading, unrated)

    envoys = on_mission(current, reading)
    judge = arbiter(current, reading)
    players = players_in(current, reading)
    players.update(envoys)
    if judge:
        players.add(judge)

    names = names_of(reading, sorted(players))

    games = []
    for game in current.games.values():
        fate = fates[game.game]
        games.append(_game(game, fate, reading, names))

    entries = reading.entries(tournament=name)
    table = crosstable(current, reading, entries, names)

    return TournamentAnswer(
        header=tournament_header(current, reading),
        version=current.version,
        withdrawn=current.withdrawn,
        games=tuple(games),
        crosstable=table,
        not_rated=tuple(unrated),
        categories=_categories(current, reading, table),
        reported=reported_standing(current, reading, table, names),
        representatives=tuple(named_player(player, names) for player in envoys),
        arbiter=named_player(judge, names) if judge else None,
        decisions=decisions(current.id, reading),
        basis=reading.basis(),
    )


def players_in(tournament: TournamentNow, reading: Reading) -> set[str]:
    """Return whoever the games of a tournament or its report name, by the ids that
    count.

    Whoever is in the report and met nobody, as somebody who only had byes, is among
    them.
    """
    seats = set()
    for game in tournament.games.values():
        seats.add(game.white)
        seats.add(game.black)

    if tournament.reported is not None:
        report = report_from_json(tournament.reported)
        seats.update(row.player for row in report.players)

    return {reading.timeline.resolve(seat) for seat in seats}


def _categories(
    current: TournamentNow, reading: Reading, rows: Sequence[CrosstableRow]
) -> dict[str, str | int | None]:
    """Return the category of a tournament by each list whose rules know categories.

    None on a list where the rules give this tournament none.
    """
    header = rules_header(current.id, current.header)
    categories = {}

    for name in reading.lists():
        category = rulebook(name).category
        if category is not None:
            categories[name] = category(header, _ratings_before(name, rows))

    return categories


def _ratings_before(list_name: str, rows: Sequence[CrosstableRow]) -> list[int | None]:
    """Return the rating of each player before the tournament; None of who has none.

    `rows`: the crosstable. A player without a rated game on the list has None too.
    """
    ratings = []

    for row in rows:
        both = row.lists.get(list_name)
        ratings.append(None if both is None else both.before)
    return ratings


def _game(
    game: GameFact, fate: Fate, reading: Reading, names: dict[str, str]
) -> TournamentGame:
    """Make the row of a game with its fate; `list` is the first of the lists that rate
    it, None where none does.

    `names`: by id, without those that the asker may not see.
    """
    white = reading.timeline.resolve(game.white)
    black = reading.timeline.resolve(game.black)
    status = "not rated"
    first_list = None

    if fate.lists:
        status = "rated"
        first_list = fate.lists[0]

    return TournamentGame(
        game=game.game,
        round=game.round,
        board=game.board,
        on=game.on,
        white=white,
        white_name=names.get(white),
        black=black,
        black_name=names.get(black),
        result=game.result,
        tiebreak=game.tiebreak,
        status=status,
        list=first_list,
        lists=fate.lists,
        unit=fate.unit,
        why=fate.why,
        section=fate.section,
        not_on=fate.not_on,
    )


class TournamentRow(Answer, frozen=True, kw_only=True):
    """One tournament."""

    tournament: str
    name: str
    start: Date
    end: Date
    games: int
    version: int
    withdrawn: bool


class TournamentsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `tournament list`."""

    rows: tuple[TournamentRow, ...]
    basis: Basis


class Tournaments(Timed, frozen=True, kw_only=True):
    """The tournaments that are known, by the day they ended."""

    examples = ("selo tournament list --as-of 2024-06-30",)
    table = "rows"

    def ask(self, reading: Reading) -> TournamentsAnswer:
        """Return all tournaments up to the day, as known."""
        return tournaments(reading)


def tournaments(reading: Reading) -> TournamentsAnswer:
    """List the tournaments as known, by the day they ended, then by id.

    Those that begin after the day are left out, and those that were withdrawn are
    marked so.
    """
    rows = []
    for row in _tournament_rows(reading):
        if row.start <= reading.as_of:
            rows.append(row)

    rows.sort(key=attrgetter("end", "tournament"))

    return TournamentsAnswer(rows=tuple(rows), basis=reading.basis())


def tournament_names(reading: Reading, ids: Collection[str]) -> dict[str, str]:
    """Return the names of tournaments by id, as known; each is read once for all
    questions about a state.

    An id that no tournament has is missing.
    """
    names = {}

    if reading.knows_all():
        known_names = _names_read(reading)
        # a long-lived reading must not keep the names of every tournament there ever
        # was
        if len(known_names) > MOST_NAMES:
            known_names.clear()
        unread = [name for name in ids if name not in known_names]
        # an id that none has is remembered too, so it is not read again
        known_names.update(dict.fromkeys(unread))
        known_names.update(names_among(reading.tables, unread))
        for name in ids:
            called = known_names[name]
            if called is not None:
                names[name] = called

        return names

    reading.timeline.expect_tournaments(ids)

    for name in ids:
        tournament = reading.timeline.tournament(name)
        if tournament is not None:
            names[name] = tournament.header.name

    return names


@cached_on_reading
def _names_read(reading: Reading) -> dict[str, str | None]:
    """Return the names that were read so far, by id: None for an id that none has."""
    return {}


def _tournament_rows(reading: Reading) -> Iterator[TournamentRow]:
    """Yield the rows from the table if the question knows everything, else from the
    events known then.

    The table has the newest state alone, so an earlier one is read event by event.
    """
    if reading.knows_all():
        for row in every_tournament(reading.tables):
            yield TournamentRow(**row._asdict())
        return

    for name in all_tournaments(reading.tables):
        tournament = reading.timeline.tournament(name)
        if tournament is not None:
            yield TournamentRow(
                tournament=tournament.id,
                name=tournament.header.name,
                start=tournament.header.start,
                end=tournament.header.end,
                games=tournament.size,
                version=tournament.version,
                withdrawn=tournament.withdrawn,
            )
