"""Fill in a match of a league at the desk: line-ups and results board by board, held
against the order of boards of the closing day. The form makes a draft, as every other
form does.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from litestar.handlers import HTTPRouteHandler

from features.leagues.boards import not_of_team, out_of_order, ratings_on
from features.leagues.matches import (
    LeagueNow,
    closing_day,
    league_now,
    players_of,
)
from features.leagues.sheet_form import sheet_routes
from ledger.errors import NotFound, Problem
from ledger.league import MatchGame, StatedPoints, Team, TeamMatch
from messages import Message, say
from messages.results import PENDING, RESULTS
from projections.answers.asking import names_in
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web.desk.addresses import named
from web.desk.filled import Sent
from web.desk.form_documents import Fields, halves_or_text, number_or_text
from web.desk.form_fields import Form
from web.desk.forms import turned
from web.desk.office_desk import AtDesk, Desk, Entered
from web.desk.pages import NOT_PLAYED, PLAYED
from web.desk.problems_at_fields import all_checked, known_ids
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
        """The sides that are there, each with the name of its fields in the form."""
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
    """Route the form of a match, which is called by its round and either team."""
    address = "/desk/tournaments/{name:str}/matches/{round:str}/{team:str}"
    return sheet_routes(desk, address, "match", _page, match_entered)


def _page(request: HttpRequest, at: AtDesk, reading: Reading) -> str:
    """The page of the sheet, with what was typed before if the form was sent."""
    typed = at.sent.fields if at.sent else {}
    there = _sheet_of(request, reading, typed)
    return match_page(at, there)


def match_entered(
    request: HttpRequest, at: AtDesk, reading: Reading, form: Form
) -> Entered:
    """Return the correction of the match, or the page that asks about what is in
    doubt.
    """
    there = _sheet_of(request, reading, form.fields)
    filled = filled_in(form, there)
    checks = [
        partial(known_ids, reading, filled.more[side], f"more-{side}")
        for _, side in there.sides
    ]
    all_checked(*checks)
    is_sure = form.text("sure")
    doubts = [*doubts_of(there, filled, unplaced=not is_sure)]
    if doubts and not is_sure:
        sent = at._replace(sent=Sent("match", form.fields))
        return Entered(match_page(sent, there, doubts), {}, {})

    return entered(there, filled, form)


def _sheet_of(
    request: HttpRequest, reading: Reading, more: Mapping[str, str]
) -> MatchSheet:
    """The sheet that the address names by league, round and team.

    more: fields that were typed; they say who else may be chosen.
    """
    return sheet(
        reading,
        named(request, "name"),
        named(request, "round"),
        named(request, "team"),
        more,
    )


def match_page(at: AtDesk, there: MatchSheet, doubts: Sequence[Message] = ()) -> str:
    """Draw the form of a match."""
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
    index = _index_of(now, number, team)
    match = now.league.matches[index]
    boards: list[Board] = []
    games: list[str | None] = []
    if match.away is not None:
        seats = now.seats.by_match.get(index, ())
        boards, games = _boards(now, match, seats, reading)

    chosen = names_in([more.get("more-home", "")])
    playing = [board.home for board in boards]
    home = _side(now, match.home, [*playing, *chosen], reading)
    away = None
    if match.away is not None:
        chosen = names_in([more.get("more-away", "")])
        playing = [board.away for board in boards]
        away = _side(now, match.away, [*playing, *chosen], reading)

    players = {*home.players}
    if away is not None:
        players.update(away.players)

    names = names_of(reading, sorted(players))

    return MatchSheet(
        now=now,
        match=match,
        home=home,
        away=away,
        boards=boards,
        games=games,
        names=names,
    )


def _index_of(now: LeagueNow, number: str, team: str) -> int:
    """Return where among its league's matches a match stands; refuse a round in which
    the team has none.
    """
    for index, match in enumerate(now.league.matches):
        if str(match.round) == number and team in (match.home, match.away):
            return index

    message = say(
        "{team} has no match in round {number}",
        team=repr(team[:64]),
        number=number[:9],
    )
    hint = say("its matches are on the page of the tournament")
    raise NotFound(Problem("unknown-team", message, hint=hint))


def _side(
    now: LeagueNow, team: str, others: Sequence[str], reading: Reading
) -> TeamSide:
    """Return a team of a match. `others`: who may be chosen beside its roster, the
    empty ones left out.
    """
    own = now.teams[team]
    roster = players_of(own, reading)
    extra = [reading.timeline.resolve(player) for player in others if player]
    players = list(dict.fromkeys([*roster, *extra]))
    day = closing_day(now.league, reading)
    ratings = ratings_on(reading, reading.first_list(), players, day)

    return TeamSide(own, roster, players, ratings)


def decided(match: TeamMatch) -> dict[str, str]:
    """Return the points of a match as they were decided, as the form has them."""
    points = match.points or StatedPoints()
    texts = {}
    for name in DECIDED:
        value = getattr(points, name)
        texts[name] = "" if value is None else f"{value:g}"

    return texts


def _boards(
    now: LeagueNow, match: TeamMatch, seats: Sequence[MatchGame], reading: Reading
) -> tuple[list[Board], list[str | None]]:
    """Return the boards of a match as the ledger has them, each with its game: who won
    without one has a free board.

    A game without a board, with one that is too high, or with one that is taken gets
    its place in the order, or else the first free board. Where nothing is filled in,
    the home team has White on odd boards.
    """
    boards: dict[int, Board] = {}
    games: dict[int, str] = {}
    in_order = sorted(seats, key=lambda seat: (seat.game.board or 0, seat.game.place))
    for index, seat in enumerate(in_order, 1):
        number = seat.game.board
        if not number or number > MOST or number in boards:
            number = index
        if number in boards:
            number = _first_free(boards)
        boards[number] = _board_of(seat, reading)
        games[number] = seat.game.game

    for alone in _unopposed(now, match, reading):
        number = _first_free(boards)
        boards[number] = alone

    last = max([_boards_of_match(now), *boards])
    numbers = range(1, last + 1)
    rows = []
    for number in numbers:
        empty = Board(white="home" if number % 2 else "away")
        rows.append(boards.get(number, empty))

    return rows, [games.get(number) for number in numbers]


def _boards_of_match(now: LeagueNow) -> int:
    """Return how many boards a match has: as the league says, else the most games of
    any match.
    """
    games = [len(seats) for seats in now.seats.by_match.values()]
    largest = max(games, default=BOARDS)
    return min(now.league.boards or largest, MOST)


def _unopposed(now: LeagueNow, match: TeamMatch, reading: Reading) -> Iterator[Board]:
    """Yield a board for each player to whom nobody came."""
    resolve = reading.timeline.resolve
    at_home = [resolve(player) for player in now.teams[match.home].players]
    for unopposed in match.unopposed:
        player = resolve(unopposed)
        if player in at_home:
            yield Board(home=player)
        else:
            yield Board(away=player)


def _first_free(boards: Mapping[int, Board]) -> int:
    """The lowest board, from 1, that is not yet taken."""
    return next(number for number in count(1) if number not in boards)


def _board_of(seat: MatchGame, reading: Reading) -> Board:
    """Return a game of a match as a board.

    Where the home player has Black, the result is turned: home stands first.
    """
    game = seat.game
    white = reading.timeline.resolve(game.white)
    black = reading.timeline.resolve(game.black)
    if seat.home_white:
        return Board(white, black, "home", game.result)

    return Board(black, white, "away", RESULTS[game.result].turned)


def filled_in(form: Form, there: MatchSheet) -> Filled:
    """Return what the form has of a match; refuse a form without one of its fields.

    Fields of a board end in its number, from 1 (`white-3`); those of a side end in its
    name (`points-home`).
    """
    numbers = range(1, len(there.boards) + 1)
    form.need(f"{name}-{number}" for number in numbers for name in Board._fields)
    form.need(("version", "on", "reason"))
    for _, side in there.sides:
        points = f"points-{side}"
        form.need((points, f"{points}_boards"))

    if there.away is not None:
        form.need(("absent", "more-home", "more-away"))

    return Filled(
        boards=[_board_filled_in(form, number) for number in numbers],
        on=form.text("on"),
        absent=form.text("absent"),
        more={side: form.text(f"more-{side}") for side in SIDES},
        points={name: form.text(f"points-{name}") for name in DECIDED},
        reason=form.text("reason"),
    )


def _board_filled_in(form: Form, number: int) -> Board:
    """The board as typed: fields are named like `home-3` for the third board."""
    cells = [form.text(f"{name}-{number}") for name in Board._fields]
    return Board(*cells)


def doubts_of(there: MatchSheet, filled: Filled, unplaced: bool) -> Iterator[Message]:
    """Yield what is odd about both line-ups. Nothing is refused; whoever filled them in
    is asked to look again.
    """
    league = there.now.league
    for side, name in there.sides:
        line_up: list[str] = [getattr(board, name) for board in filled.boards]
        if league.closing_day is not None:
            yield from out_of_order(
                line_up, side.ratings, there.names, league.order_gap
            )

        playing = [player for player in line_up if player]
        yield from not_of_team(playing, side.roster, there.names)
        more = names_in([filled.more[name]])
        waiting = [player for player in more if player not in playing]
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
    corrected = _corrected(there, filled)
    fields_by = corrected.fields_by
    teams: dict[str, Fields] = {}
    for side, name in there.sides:
        fields_by[f"change_league.teams.{side.team.team}"] = f"more-{name}"
        playing = [getattr(board, name) for board in filled.boards]
        joining = [player for player in playing if player and player not in side.roster]
        if joining:
            players = [*side.roster, *dict.fromkeys(joining)]
            teams[side.team.team] = {"players": players}

    which = f"{there.match.round}:{there.match.home}"
    for name in DECIDED:
        fields_by[f"change_league.matches.{which}.points.{name}"] = f"points-{name}"

    fields: Fields = {
        "kind": "amend",
        "tournament": there.now.tournament.id,
        "expect_version": number_or_text(form.text("version")),
        "games": corrected.changed,
        "add_games": corrected.added,
        "reason": filled.reason,
    }
    match = _of_match(there, filled, corrected.alone)
    if teams or match:
        matches = {which: match} if match else {}
        fields["change_league"] = {"teams": teams, "matches": matches}

    return Entered(None, fields, fields_by)


class Corrected(NamedTuple):
    """What a form changes of the boards of a match.

    added      games that are new, as documents have them
    changed    by game its fields that are otherwise; None: it is gone
    alone      players to whose board nobody came
    fields_by  fields of the form by those of the correction
    """

    added: list[Fields]
    changed: dict[str, Fields | None]
    alone: list[str]
    fields_by: dict[str, str]


def _corrected(there: MatchSheet, filled: Filled) -> Corrected:
    """Hold the boards of a form against those of the ledger.

    A board with one player or none holds no game; if the ledger has one there, it is
    struck. A board with both but without a game in the ledger is added. Any other is
    changed where it differs.
    """
    corrected = Corrected([], {}, [], {})
    added, changed, alone, fields_by = corrected
    rows = zip(filled.boards, there.boards, there.games, strict=False)
    for number, (board, before, game) in enumerate(rows, 1):
        if not (board.home and board.away):
            alone += [player for player in (board.home, board.away) if player]
            if game is not None:
                changed[game] = None
        elif game is None:
            name = f"add_games[{len(added)}]"
            fields_by |= _fields_by(board, number, name)
            new: Fields = {"round": there.match.round, "board": number}
            added.append(new | _as_game(board))
        elif board != before:
            fields_by |= _fields_by(board, number, f"games.{game}")
            changed[game] = _otherwise(_as_game(board), _as_game(before))

    return corrected


def _otherwise(now: Fields, before: Fields) -> Fields:
    """Return the fields that are not as before."""
    return {name: value for name, value in now.items() if value != before[name]}


def _fields_by(board: Board, number: int, game: str) -> dict[str, str]:
    """Return the fields of a board by those of its game.

    board 3, home White, game "g"  ->  g: result-3, g.white: home-3, g.black: away-3
    """
    white, black = "home", "away"
    if board.white == "away":
        white, black = "away", "home"

    return {
        game: f"result-{number}",
        f"{game}.white": f"{white}-{number}",
        f"{game}.black": f"{black}-{number}",
        f"{game}.result": f"result-{number}",
    }


def _as_game(board: Board) -> Fields:
    """Return a board as documents have a game: White first."""
    result = board.result or PENDING
    white, black = board.home, board.away
    if board.white == "away":
        white, black = black, white
        result = turned(result)

    return {"white": white, "black": black, "result": result}


def _of_match(there: MatchSheet, filled: Filled, alone: Sequence[str]) -> Fields:
    """Return what the form says of the match otherwise than the ledger.

    alone: players whom the form has on a board without an opponent.

    A field that was emptied is None; one that is as in the ledger is left out.
    """
    match: Fields = {}
    if filled.on != (there.match.on or ""):
        match["on"] = filled.on or None
    if filled.absent != (there.match.absent or ""):
        match["absent"] = filled.absent or None

    alone_before: set[str] = set()
    for board in there.boards:
        if not (board.home and board.away):
            alone_before |= {board.home, board.away} - {""}

    if alone_before != {*alone}:
        match["unopposed"] = list(alone)
    if filled.points != decided(there.match):
        points = {
            name: halves_or_text(text) for name, text in filled.points.items() if text
        }
        match["points"] = points or None

    return match
