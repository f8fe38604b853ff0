"""Fill in a match of a league at the desk: line-ups and results board by board, held
against the order of boards of the closing day. The form makes a draft, as every other
form does.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count, zip_longest
from typing import NamedTuple

from litestar.handlers import HTTPRouteHandler

from features.leagues.matches import (
    LeagueNow,
    closing_day,
    league_now,
    players_of,
)
from features.leagues.sheet_form import sheet_routes
from features.leagues.teams import not_of_team, out_of_order, ratings_on
from ledger.errors import NotFound, Problem
from ledger.league import MatchGame, StatedPoints, Team, TeamMatch
from messages import Message, say
from messages.results import PENDING, RESULTS
from projections.answers.asking import names_in
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web.desk import (
    AtDesk,
    Desk,
    Entered,
    Fields,
    Form,
    halves_or_text,
    known_ids,
    named,
    number_or_text,
    together,
)
from web.desk.filled import Sent
from web.desk.forms import turned
from web.desk.pages import NOT_PLAYED, PLAYED
from web.http import HttpRequest
from web.pages.rendering import rendered

BOARDS = 4  # of a league that does not say how many
MOST = 80  # boards of a form
SIDES, DECIDED = ("home", "away"), StatedPoints.__struct_fields__


class Board(NamedTuple):
    """A board as it is filled in, of the ledger or of a form: its players, who of them
    has White, and the result with home first.
    """

    home: str = ""
    away: str = ""
    white: str = "home"
    result: str = ""


class TeamSide(NamedTuple):
    """A team: its players in the order of boards, everybody who may be chosen, and the
    ratings of the closing day.
    """

    team: Team
    roster: Sequence[str]
    players: Sequence[str]
    ratings: Mapping[str, int | None]


class MatchSheet(NamedTuple):
    """A match with its teams, and its boards as the ledger has them: each with the name
    of its game.
    """

    now: LeagueNow
    match: TeamMatch
    home: TeamSide
    away: TeamSide | None  # none has a bye
    boards: Sequence[Board]
    games: Sequence[str | None]
    names: Mapping[str, str]

    @property
    def sides(self) -> list[tuple[TeamSide, str]]:
        return [
            (side, name)
            for side, name in zip((self.home, self.away), SIDES, strict=True)
            if side is not None
        ]


class Filled(NamedTuple):
    """What the form has of a match."""

    boards: Sequence[Board]
    on: str
    absent: str
    more: Mapping[str, str]
    points: Mapping[str, str]  # by decision; empty: they follow from the boards
    reason: str


def match_routes(desk: Desk) -> list[HTTPRouteHandler]:
    address = "/desk/tournaments/{name:str}/matches/{round:str}/{team:str}"
    return sheet_routes(desk, address, "match", _page, match_entered)


def _page(request: HttpRequest, at: AtDesk, reading: Reading) -> str:
    typed = at.sent.fields if at.sent else {}
    return match_page(at, _sheet_of(request, reading, typed))


def match_entered(
    request: HttpRequest, at: AtDesk, reading: Reading, form: Form
) -> Entered:
    """Return the correction of the match, or the page that asks about what is in
    doubt.
    """
    there = _sheet_of(request, reading, form.fields)
    filled = filled_in(form, there)
    together(
        *(
            partial(known_ids, reading, filled.more[side], f"more-{side}")
            for _, side in there.sides
        )
    )
    doubts = [*doubts_of(there, filled, unplaced=not form.text("sure"))]
    if doubts and not form.text("sure"):
        sent = at._replace(sent=Sent("match", form.fields))
        return Entered(match_page(sent, there, doubts), {}, {})
    return entered(there, filled, form)


def _sheet_of(
    request: HttpRequest, reading: Reading, more: Mapping[str, str]
) -> MatchSheet:
    return sheet(
        reading,
        named(request, "name"),
        named(request, "round"),
        named(request, "team"),
        more,
    )


def match_page(at: AtDesk, there: MatchSheet, doubts: Sequence[Message] = ()) -> str:
    return rendered(
        "leagues/match.html",
        at.visit,
        at=at,
        sheet=there,
        points=decided(there.match),
        doubts=doubts,
        played=PLAYED,
        not_played=NOT_PLAYED,
    )


def sheet(
    reading: Reading, name: str, number: str, team: str, more: Mapping[str, str]
) -> MatchSheet:
    """Return a match of a league, called by its round and either team; `more`: who else
    may be chosen, by side.
    """
    now = league_now(reading, name)
    place = next(
        (
            at
            for at, match in enumerate(now.league.matches)
            if str(match.round) == number and team in (match.home, match.away)
        ),
        None,
    )
    match = None if place is None else now.league.matches[place]
    if place is None or match is None:
        message = say(
            "{team} has no match in round {number}",
            team=repr(team[:64]),
            number=number[:9],
        )
        raise NotFound(
            Problem(
                "unknown-team",
                message,
                hint=say("its matches are on the page of the tournament"),
            )
        )
    resolve = reading.timeline.resolve
    seats = now.seats.by_match.get(place, ())
    boards, games = (
        ([], []) if match.away is None else _boards(now, match, seats, reading)
    )
    sides = []
    for side, own in zip(
        SIDES,
        (now.teams[name] for name in (match.home, match.away) if name),
        strict=False,
    ):
        playing = [player for board in boards if (player := getattr(board, side))]
        extra = map(resolve, names_in([more.get(f"more-{side}", "")]))
        roster = players_of(own, reading)
        players = list(dict.fromkeys([*roster, *playing, *extra]))
        day = closing_day(now.league, reading)
        sides.append(
            TeamSide(
                own,
                roster,
                players,
                ratings_on(reading, reading.first_list(), players, day),
            )
        )
    names = names_of(
        reading, sorted({player for side in sides for player in side.players})
    )
    return MatchSheet(
        now, match, sides[0], sides[1] if match.away else None, boards, games, names
    )


def decided(match: TeamMatch) -> dict[str, str]:
    """Return the points of a match as they were decided, as the form has them."""
    points = match.points or StatedPoints()
    return {
        name: "" if (value := getattr(points, name)) is None else f"{value:g}"
        for name in DECIDED
    }


def _boards(
    now: LeagueNow, match: TeamMatch, seats: Sequence[MatchGame], reading: Reading
) -> tuple[list[Board], list[str | None]]:
    """Return the boards of a match as the ledger has them, each with its game: who won
    without one has a free board.
    """
    resolve = reading.timeline.resolve
    there: dict[int, tuple[Board, str | None]] = {}
    for at, (game, home_white) in enumerate(
        sorted(seats, key=lambda seat: (seat.game.board or 0, seat.game.place)), 1
    ):
        number = (
            game.board
            if game.board and game.board <= MOST and game.board not in there
            else at
        )
        number = (
            number
            if number not in there
            else next(free for free in count(1) if free not in there)
        )
        home, away = map(
            resolve,
            (game.white, game.black) if home_white else (game.black, game.white),
        )
        result = game.result if home_white else RESULTS[game.result].turned
        there[number] = (
            Board(home, away, "home" if home_white else "away", result),
            game.game,
        )
    for player in map(resolve, match.unopposed):
        at_home = player in map(resolve, now.teams[match.home].players)
        number = next(free for free in count(1) if free not in there)
        there[number] = Board(home=player) if at_home else Board(away=player), None
    largest = max(map(len, now.seats.by_match.values()), default=BOARDS)
    last = max([min(now.league.boards or largest, MOST), *there])
    empty = (
        Board(white="home" if number % 2 else "away") for number in range(1, last + 1)
    )
    rows = [there.get(number, (board, None)) for number, board in enumerate(empty, 1)]
    return [board for board, _ in rows], [game for _, game in rows]


def filled_in(form: Form, there: MatchSheet) -> Filled:
    numbers = range(1, len(there.boards) + 1)
    form.need(f"{name}-{number}" for number in numbers for name in Board._fields)
    form.need(("version", "on", "reason"))
    for _, side in there.sides:
        form.need((f"points-{side}", f"points-{side}_boards"))
    if there.away is not None:
        form.need(("absent", *(f"more-{side}" for side in SIDES)))
    return Filled(
        [
            Board(*(form.text(f"{name}-{number}") for name in Board._fields))
            for number in numbers
        ],
        form.text("on"),
        form.text("absent"),
        {side: form.text(f"more-{side}") for side in SIDES},
        {name: form.text(f"points-{name}") for name in DECIDED},
        form.text("reason"),
    )


def doubts_of(there: MatchSheet, filled: Filled, unplaced: bool) -> Iterator[Message]:
    """Yield what is odd about both line-ups. Nothing is refused; whoever filled them in
    is asked to look again.
    """
    for side, name in there.sides:
        line_up: list[str] = [getattr(board, name) for board in filled.boards]
        if there.now.league.closing_day is not None:
            yield from out_of_order(
                line_up, side.ratings, there.names, there.now.league.order_gap
            )
        placed = list(filter(None, line_up))
        yield from not_of_team(placed, side.roster, there.names)
        waiting = [
            player for player in names_in([filled.more[name]]) if player not in placed
        ]
        if unplaced and waiting:
            yield say(
                "{players} can be chosen on a board of {team} now",
                players=", ".join(waiting),
                team=side.team.name,
            )


def entered(there: MatchSheet, filled: Filled, form: Form) -> Entered:
    """Return the correction of the tournament: games that are new, otherwise or gone,
    and what is said of the match; and the fields of the form by those of the
    correction.
    """
    added: list[Fields] = []
    changed: dict[str, Fields | None] = {}
    alone: list[str] = []
    places: dict[str, str] = {}
    for number, (board, before, game) in enumerate(
        zip_longest(filled.boards, there.boards, there.games, fillvalue=None), 1
    ):
        if board is None or before is None:
            continue
        if not (board.home and board.away):
            alone += filter(None, (board.home, board.away))
            if game is not None:
                changed[game] = None
        elif game is None:
            places |= _places_of(board, number, f"add_games[{len(added)}]")
            added.append(
                {"round": there.match.round, "board": number, **_as_game(board)}
            )
        elif board != before:
            places |= _places_of(board, number, f"games.{game}")
            now, was = _as_game(board), _as_game(before)
            changed[game] = {
                name: value for name, value in now.items() if value != was[name]
            }
    match = _of_match(there, filled, alone)
    joining = {
        name: list(
            dict.fromkeys(
                player
                for board in filled.boards
                if (player := getattr(board, name)) and player not in side.roster
            )
        )
        for side, name in there.sides
    }
    teams = {
        side.team.team: {"players": [*side.roster, *joining[name]]}
        for side, name in there.sides
        if joining[name]
    }
    places |= {
        f"change_league.teams.{side.team.team}": f"more-{name}"
        for side, name in there.sides
    }
    which = f"{there.match.round}:{there.match.home}"
    places |= {
        f"change_league.matches.{which}.points.{name}": f"points-{name}"
        for name in DECIDED
    }
    change = {"teams": teams, "matches": {which: match} if match else {}}
    fields: Fields = {
        "kind": "amend",
        "tournament": there.now.tournament.id,
        "expect_version": number_or_text(form.text("version")),
        "games": changed,
        "add_games": added,
        "reason": filled.reason,
    }
    return Entered(
        None, fields | ({"change_league": change} if teams or match else {}), places
    )


def _places_of(board: Board, number: int, game: str) -> dict[str, str]:
    """Return the fields of a board by those of its game."""
    white, black = ("away", "home") if board.white == "away" else ("home", "away")
    fields = {"white": white, "black": black, "result": "result"}
    return {game: f"result-{number}"} | {
        f"{game}.{name}": f"{at}-{number}" for name, at in fields.items()
    }


def _as_game(board: Board) -> Fields:
    """Return a board as documents have a game: White first."""
    result = board.result or PENDING
    if board.white == "away":
        return {"white": board.away, "black": board.home, "result": turned(result)}
    return {"white": board.home, "black": board.away, "result": result}


def _of_match(there: MatchSheet, filled: Filled, alone: Sequence[str]) -> Fields:
    """Return what the form says of the match otherwise than the ledger."""
    match: Fields = {}
    if filled.on != (there.match.on or ""):
        match["on"] = filled.on or None
    if filled.absent != (there.match.absent or ""):
        match["absent"] = filled.absent or None
    before = {
        player
        for board in there.boards
        for player in (board.home, board.away)
        if player and not (board.home and board.away)
    }
    if before != {*alone}:
        match["unopposed"] = list(alone)
    if filled.points != decided(there.match):
        match["points"] = {
            name: halves_or_text(text) for name, text in filled.points.items() if text
        } or None
    return match
