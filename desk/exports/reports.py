"""Prepare a tournament as the writers of reports need it, for `selo export trf` and
`pgn`: the players with their ratings before it, the games, and its league where the
booked report named no teams.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from desk.exports.documents import Written
from desk.exports.lists import exported_person
from desk.participants import participants
from exchange.trf.team_records import NAMING_TEAMS
from features import FEATURES
from features.feature import readers
from ledger.errors import NotFound, Problem
from ledger.reported import FACTS, Reported, ReportedPlayer, report_from_json
from ledger.timeline import TournamentNow
from messages import Message, by_command, say
from messages.answer import Answer, Date
from projections.answers.career import names_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import arbiter
from projections.answers.tournaments.tournament import (
    TournamentHeader,
    tournament_at,
    tournament_header,
)
from projections.replay.persons import person
from projections.replay.tournaments import header_seconds
from projections.replay.units import tournament_units

# FIDE: from an hour on standard, above ten minutes rapid
STANDARD_SECONDS, RAPID_SECONDS = 60 * 60, 10 * 60
UNRATED = -9999  # sorts behind every rating


class ReportPlayer(Answer, frozen=True, kw_only=True):
    """A player with the ratings before the tournament."""

    player: str
    name: str | None
    federation: str
    sex: str | None
    born: str | None
    fide_id: int | None
    club: str | None
    rating: int | None
    fide_rating: int | None
    number: int | None = None
    title: str | None = None
    points: str | None = None
    rank: int | None = None
    cells: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it


class ReportGame(Answer, frozen=True, kw_only=True):
    """A game as the ledger has it, merged ids replaced."""

    game: str
    round: int
    white: str
    black: str
    result: str
    on: Date | None
    board: int | None
    tiebreak: bool
    minutes: int | float | None
    minutes_black: int | float | None


class Report(Answer, frozen=True, kw_only=True):
    """What a writer of reports needs. `facts`: what was reported of the event, and
    `source` the file that it was in.
    """

    tournament: TournamentHeader
    facts: dict[str, object]
    source: str | None
    list: str
    players: tuple[ReportPlayer, ...]
    games: tuple[ReportGame, ...]
    basis: Basis


class ExportTrfAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export trf`; `rounds` are those of the columns of results,
    `lacking` what FIDE would ask for.
    """

    tournament: str
    format: str
    text: str
    notes: tuple[Message, ...]
    lacking: tuple[Message, ...]
    rounds: tuple[int, ...]
    basis: Basis


class ExportPgnAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export pgn`."""

    tournament: str
    text: str
    notes: tuple[Message, ...]
    basis: Basis


def report(reading: Reading, name: str, with_ratings: bool = True) -> Report:
    """Return the header, the players in the order of their ratings before the
    tournament, and the games. Without the ratings of our lists it takes a fraction of
    the time.

    Players whom the report names are first, in its order. Everybody is called by the id
    that they have today. Points, ranks and cells of games are those of the report only
    as long as no game was changed since. Refused is a tournament that there is not, or
    that is withdrawn (NotFound).
    """
    tournament = _tournament_in_force(reading, name)
    resolve = reading.timeline.resolve
    list_name, places = _first_places(reading, tournament) if with_ratings else ("", {})

    games = tuple(
        ReportGame(
            game=game.game,
            round=game.round,
            white=resolve(game.white),
            black=resolve(game.black),
            result=game.result,
            on=game.on,
            board=game.board,
            tiebreak=game.tiebreak,
            minutes=game.minutes,
            minutes_black=game.minutes_black,
        )
        for game in tournament.games.values()
    )

    reported = (
        Reported()
        if tournament.reported is None
        else report_from_json(tournament.reported)
    )

    # of two rows that are one player by now the first counts
    rows = {resolve(row.player): row for row in reversed(reported.players)}
    records = (
        reported.records
        if tournament.as_reported
        else [*_records_without_points(reported.records)]
    )

    league = _league(reading, tournament, records)

    # whoever stands in the report or in a team is there without a game too
    players = [
        _player(reading, tournament, player, list_name, places.get(player))
        for player in participants(games, league, rows)
    ]

    in_report = dict.fromkeys(resolve(row.player) for row in reported.players)
    order = {player: at for at, player in enumerate(in_report)}

    def sort_key(row: ReportPlayer) -> tuple[int, int, str]:
        """Put players as the report has them, then the others by rating and id."""
        rating = UNRATED if row.rating is None else row.rating
        return order.get(row.player, len(order)), -rating, row.player

    players.sort(key=sort_key)

    if tournament.reported is not None:
        players = [
            _player_as_reported(row, rows.get(row.player), tournament.as_reported)
            for row in players
        ]

    # boards won without an opponent; a cell of the report for that round stays
    if league is not None:
        alone = league["unopposed"]
        players = [
            replace(row, cells=alone.get(row.player, {}) | row.cells) for row in players
        ]

    return Report(
        tournament=tournament_header(tournament, reading),
        facts=_facts(tournament, reported, reading)
        | {
            "records": records,
            "league": league,
        },
        source=tournament.reported_from,
        list=list_name,
        players=tuple(players),
        games=games,
        basis=reading.basis(),
    )


def _facts(
    tournament: TournamentNow, reported: Reported, reading: Reading
) -> dict[str, object]:
    """Return what is known of the event beside its games: what the office stated wins
    over the report.

    The arbiter is a name, or the id where the name may not be shown.
    """
    facts: dict[str, object] = {
        name: getattr(reported, name) for name in (*FACTS, "round_days")
    }
    facts["place"] = tournament.header.place or reported.place

    if (judge := arbiter(tournament, reading)) is not None:
        facts["arbiter"] = names_of(reading, [judge]).get(judge, judge)
    return facts


def _records_without_points(records: Iterable[str]) -> Iterator[str]:
    """Yield the records of teams without points and ranks, which hold as long as no
    game was changed.

        801, 802    left out: they are nothing but points
        310         without columns 55 to 71, where the points and the rank stand

    Any other record stays.
    """
    for text in records:
        if not text.startswith(("801", "802")):
            if text.startswith("310"):
                yield f"{text[:54]:54}{' ' * 17}{text[71:]}".rstrip()
            else:
                yield text


def _player_as_reported(
    player: ReportPlayer, row: ReportedPlayer | None, games_stand: bool
) -> ReportPlayer:
    """Give a player what the report says of them. Points and ranks hold as long as no
    game was changed since.

    `row`: None where the report does not name the player. `games_stand`: whether no
    game was changed; if one was, cells with a colour go too, for they speak of games.
    """
    if row is None:
        return player

    if games_stand:
        cells = row.cells
    else:
        cells = {number: mark for number, mark in row.cells.items() if len(mark) == 1}

    return replace(
        player,
        number=row.number,
        title=row.title,
        federation=row.federation or "",
        fide_rating=row.rating,
        cells=cells,
        points=row.points or "" if games_stand else None,
        rank=row.rank if games_stand else None,
    )


def _tournament_in_force(reading: Reading, name: str) -> TournamentNow:
    """Return the tournament; refuse one that is withdrawn, with the seq before which it
    stood.

    Refused as NotFound (`withdrawn`), as one that there is not.
    """
    tournament = tournament_at(reading, name)
    if tournament.withdrawn:
        hint = by_command(
            "`selo reinstate {name}` first, or ask for --known-seq {seq}",
            "ask for it as it was known before: known_seq={seq}",
            name=name,
            seq=tournament.version - 1,
        )
        raise NotFound(
            Problem(
                "withdrawn",
                say("{tournament} is withdrawn: nothing in it counts", tournament=name),
                hint=hint,
            )
        )

    return tournament


def _first_places(
    reading: Reading, tournament: TournamentNow
) -> tuple[str, dict[str, str]]:
    """Find the list most of the games count on, and the place of each player's first
    unit there.

    The rating before that place is the one a report shows. A tournament without games
    on any list has the first list of the ledger, and no places.
    """
    games: dict[str, int] = {}
    places: dict[str, dict[str, str]] = {}
    for list_name, units in tournament_units(tournament, reading.timeline):
        games[list_name] = sum(len(unit.games) for unit in units)
        first = places.setdefault(list_name, {})
        # from the last unit to the first, so that the first one stays
        for unit in sorted(units, key=lambda unit: unit.place, reverse=True):
            first.update(dict.fromkeys(unit.seats(), unit.place))

    best = max(games, key=lambda name: games[name], default=reading.first_list())
    return best, places.get(best, {})


def _player(
    reading: Reading,
    tournament: TournamentNow,
    player: str,
    list_name: str,
    place: str | None,
) -> ReportPlayer:
    """Return a player as the report has them, with their rating before the tournament
    and the FIDE rating that fits its time control.

    `list_name`: empty where ratings of our lists are not wanted. `place`: of their
    first unit on it; None where no game of theirs counts there: the rating is then that
    of the first day. FIDE's is the standard one from an hour on, the rapid one above
    ten minutes, and none for shorter games.
    """
    start = tournament.header.start
    seconds = header_seconds(tournament.header)
    source = None
    if seconds >= STANDARD_SECONDS:
        source = "fide-standard"
    elif seconds > RAPID_SECONDS:
        source = "fide-rapid"

    fide_rating = None
    if source is not None:
        fide_rating = person(player, reading.timeline).rating_of(source, start)

    rating = None
    if list_name:
        before = reading.standing_before(list_name, player, place or start)
        rating = before.rating

    return ReportPlayer(
        player=player,
        rating=rating,
        fide_rating=fide_rating,
        **exported_person(reading, player, start)._asdict(),
    )


def _league(
    reading: Reading, tournament: TournamentNow, records: Sequence[str]
) -> Written | None:
    """Return what a feature tells of the teams and the matches; None where there are
    none, or the report's own records have them.

    `records`: of the report, as they are to be written.
    """
    if any(record.startswith(NAMING_TEAMS) for record in records):
        return None

    leagues = (
        league_of(reading, tournament)
        for league_of in readers(FEATURES, "league of a report")
    )
    return next((league for league in leagues if league is not None), None)
