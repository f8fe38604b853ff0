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
from ledger.all_checked import all_checked
from ledger.errors import NotFound, Problem
from ledger.league import MatchGame, StatedPoints, Team, TeamMatch
from messages import Message, say
from messages.results import PENDING, RESULTS
from projections.answers.asking import names_in
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web.desk.filled import Sent
from web.desk.form_documents import Fields, halves_or_text, number_or_text
from web.desk.form_fields import Form
from web.desk.forms import turned_result
from web.desk.office_desk import AtDesk, Desk, Entered
from web.desk.pages import NOT_PLAYED, PLAYED
from web.desk.problems_at_fields import known_ids
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered

BOARDS = 4  # of a league that does not say how many
MOST = 80  # boards of a form
SIDES, DECIDED = ("home", "away"), StatedPoints.__struct_fields__


class Board(NamedTuple):
    """A board as it is filled in, of the ledger or of a form.

    home, away: the players; empty where there is none.

    white: who of them has White, `home` or `away`.

    result: as results are written, with home first: 1-0 is won by home, whoever had
    White.
    """

    home: str = ""
    away: str = ""
    white: str = "home"
    result: str = ""


class TeamSide(NamedTuple):
    """A team as the form of a match needs it.

    roster: its players in the order of boards.

    players: everybody who may be chosen, the roster first.

    ratings: of the closing day; None: unrated.
    """

    team: Team
    roster: Sequence[str]
    players: Sequence[str]
    ratings: Mapping[str, int | None]


class MatchSheet(NamedTuple):
    """A match with its teams, and its boards as the ledger has them.

    away: None where home has a bye.

    boards: as many as the match has, or more if the ledger has a game beyond them.

    games: for each board the name of its game; None where the ledger has none.

    names: by player, of all who may be chosen.
    """

    now: LeagueNow
    match: TeamMatch
    home: TeamSide
    away: TeamSide | None
    boards: Sequence[Board]
    games: Sequence[str | None]
    names: Mapping[str, str]

    @property
    def sides(self) -> list[tuple[TeamSide, str]]:
        """The sides that are there, each with the name of its fields in the form."""
        home, away = SIDES
        sides = [(self.home, home)]
        if self.away is not None:
            sides.append((self.away, away))

        return sides


class FilledMatch(NamedTuple):
    """What the form has of a match.

    on: the day, as it was typed. absent: who did not come, or empty.

    more: by side, the ids of who else may be chosen.

    points: by decision; empty: they follow from the boards.
    """

    boards: Sequence[Board]
    on: str
    absent: str
    more: Mapping[str, str]
    points: Mapping[str, str]
    reason: str


def match_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Return the routes of the form of a match, which is called by its round and either
    team.
    """
    address = "/desk/tournaments/{name:str}/matches/{round:str}/{team:str}"
    return sheet_routes(desk, address, "match", _page, match_entered)


def _page(request: HttpRequest, at: AtDesk, reading: Reading) -> str:
    """Draw the page of the sheet, with what was typed before if the form was sent."""
    typed = at.sent.fields if at.sent else {}
    there = _sheet_of(request, reading, typed)
    return match_page(at, there)


def match_entered(
    request: HttpRequest, at: AtDesk, reading: Reading, form: Form
) -> Entered:
    """Return the correction of the match, or the page that asks about what is in doubt.

    `Refused` at its field is an id that nobody has. Doubts are asked about once: with
    `sure` the form is taken as it is.
    """
    there = _sheet_of(request, reading, form.fields)
    filled = match_filled_in(form, there)

    # who else may be chosen has to be somebody
    checks = [
        partial(known_ids, reading, filled.more[side], f"more-{side}")
        for _, side in there.sides
    ]
    all_checked(*checks)
    is_sure = bool(form.text("sure"))
    doubts = list(doubts_of(there, filled, unplaced=not is_sure))
    if doubts and not is_sure:
        sent = at._replace(sent=Sent("match", form.fields))
        page = match_page(sent, there, doubts)
        return Entered(page, {}, {})

    return correction_entered(there, filled, form)


def _sheet_of(
    request: HttpRequest, reading: Reading, more: Mapping[str, str]
) -> MatchSheet:
    """Return the sheet that the address names by league, round and team.

    more: fields that were typed; they say who else may be chosen.
    """
    league = part_of_address(request, "name")
    number = part_of_address(request, "round")
    team = part_of_address(request, "team")
    return sheet(reading, league, number, team, more)


def match_page(at: AtDesk, there: MatchSheet, doubts: Sequence[Message] = ()) -> str:
    """Draw the form of a match; doubts stand above it with a button that says it is
    right all the same.
    """
    return rendered(
        "leagues/match.html",
        at.visit,
        at=at,
        sheet=there,
        points=points_decided(there.match),
        doubts=doubts,
        played=PLAYED,
        not_played=NOT_PLAYED,
    )


def sheet(
    reading: Reading, name: str, number: str, team: str, more: Mapping[str, str]
) -> MatchSheet:
    """Return a match of a league.

    number, team: its round and either team, as the address has them.

    more: fields of the form, of which those of who else may be chosen are read, by
    side.

    `NotFound` is a league, or a round in which the team has no match.
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
    """Return where among its league's matches a match stands, from 0.

    `NotFound` is a round in which the team has no match; number and team are as the
    address has them, and are shown cut to a length.
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
    """Return a team of a match with everybody who may be chosen for its boards.

    others: who may be chosen beside its roster: those who play in the ledger, and those
    who were typed. The empty ones are left out, and nobody is there twice.
    """
    own = now.teams[team]
    roster = players_of(own, reading)
    extra = [reading.timeline.resolve(player) for player in others if player]
    players = list(dict.fromkeys([*roster, *extra]))
    day = closing_day(now.league, reading)
    ratings = ratings_on(reading, reading.first_list(), players, day)

    return TeamSide(own, roster, players, ratings)


def points_decided(match: TeamMatch) -> dict[str, str]:
    """Return the points of a match as they were decided, as the form has them: empty
    where they follow from the boards.
    """
    points = match.points or StatedPoints()
    texts = {}
    for name in DECIDED:
        value = getattr(points, name)
        texts[name] = "" if value is None else f"{value:g}"

    return texts


def _boards(
    now: LeagueNow, match: TeamMatch, seats: Sequence[MatchGame], reading: Reading
) -> tuple[list[Board], list[str | None]]:
    """Return the boards of a match as the ledger has them, each with its game; whoever
    won without one has a free board.

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

    # those to whom nobody came fill the boards that are left
    for alone in _unopposed_boards(now, match, reading):
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
    any match; a form has no more than 80.
    """
    games = [len(seats) for seats in now.seats.by_match.values()]
    largest = max(games, default=BOARDS)
    return min(now.league.boards or largest, MOST)


def _unopposed_boards(
    now: LeagueNow, match: TeamMatch, reading: Reading
) -> Iterator[Board]:
    """Yield a board for each player to whom nobody came, on the side of their team.

    Whoever is not on the roster of home is taken for a player of the other team.
    """
    resolve = reading.timeline.resolve
    at_home = [resolve(player) for player in now.teams[match.home].players]
    for unopposed in match.unopposed:
        player = resolve(unopposed)
        if player in at_home:
            yield Board(home=player)
        else:
            yield Board(away=player)


def _first_free(boards: Mapping[int, Board]) -> int:
    """Return the lowest board, from 1, that is not yet taken."""
    return next(number for number in count(1) if number not in boards)


def _board_of(seat: MatchGame, reading: Reading) -> Board:
    """Return a game of a match as a board, under the ids that count now.

    Where the home player has Black, the result is turned: home stands first.
    """
    game = seat.game
    white = reading.timeline.resolve(game.white)
    black = reading.timeline.resolve(game.black)
    if seat.home_white:
        return Board(white, black, "home", game.result)

    return Board(black, white, "away", RESULTS[game.result].turned)


def match_filled_in(form: Form, there: MatchSheet) -> FilledMatch:
    """Return what the form has of a match; refuse a form without one of its fields.

    Fields of a board end in its number, from 1 (`white-3`); those of a side end in its
    name (`points-home`). A field that was left empty is there all the same; one that is
    missing means that somebody sent another form.
    """
    numbers = range(1, len(there.boards) + 1)
    form.need(f"{name}-{number}" for number in numbers for name in Board._fields)
    form.need(("version", "on", "reason"))
    for _, side in there.sides:
        points = f"points-{side}"
        form.need((points, f"{points}_boards"))

    if there.away is not None:
        form.need(("absent", "more-home", "more-away"))

    return FilledMatch(
        boards=[_board_filled_in(form, number) for number in numbers],
        on=form.text("on"),
        absent=form.text("absent"),
        more={side: form.text(f"more-{side}") for side in SIDES},
        points={name: form.text(f"points-{name}") for name in DECIDED},
        reason=form.text("reason"),
    )


def _board_filled_in(form: Form, number: int) -> Board:
    """Return the board as typed: fields are named like `home-3` for the third board."""
    cells = [form.text(f"{name}-{number}") for name in Board._fields]
    return Board(*cells)


def doubts_of(
    there: MatchSheet, filled: FilledMatch, unplaced: bool
) -> Iterator[Message]:
    """Yield what is odd about both line-ups. Nothing is refused; whoever filled them in
    is asked to look again.

    unplaced: whether to say as well who was added and stands on no board yet.
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


def correction_entered(there: MatchSheet, filled: FilledMatch, form: Form) -> Entered:
    """Return the correction of the tournament: games that are new, otherwise or gone,
    and what is said of the match.

    With it go the fields of the form by those of the correction, so that what is
    refused is shown where it was typed. Whoever plays without being on the roster joins
    the team, behind its last board.
    """
    corrected = _board_changes(there, filled)
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

    match = _match_fields(there, filled, corrected.alone)
    if teams or match:
        matches = {which: match} if match else {}
        fields["change_league"] = {"teams": teams, "matches": matches}

    return Entered(None, fields, fields_by)


class BoardChanges(NamedTuple):
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


def _board_changes(there: MatchSheet, filled: FilledMatch) -> BoardChanges:
    """Hold the boards of a form against those of the ledger.

    A board with one player or none holds no game; if the ledger has one there, it is
    struck. A board with both but without a game in the ledger is added. Any other is
    changed where it differs.
    """
    added: list[Fields] = []
    changed: dict[str, Fields | None] = {}
    alone: list[str] = []
    fields_by: dict[str, str] = {}
    rows = zip(filled.boards, there.boards, there.games, strict=False)
    for number, (board, before, game) in enumerate(rows, 1):
        if not (board.home and board.away):
            alone += [player for player in (board.home, board.away) if player]
            if game is not None:
                changed[game] = None
        elif game is None:
            fields_by |= _fields_by(board, number, f"add_games[{len(added)}]")
            new: Fields = {"round": there.match.round, "board": number}
            added.append(new | _as_game(board))
        elif board != before:
            fields_by |= _fields_by(board, number, f"games.{game}")
            changed[game] = _changed_fields(_as_game(board), _as_game(before))

    return BoardChanges(added, changed, alone, fields_by)


def _changed_fields(now: Fields, before: Fields) -> Fields:
    """Return the fields that are not as before; both have the same names."""
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
    """Return a board as documents have a game: White first, and the result from White's
    side. A board without a result is a game that is still to be played.
    """
    result = board.result or PENDING
    white, black = board.home, board.away
    if board.white == "away":
        white, black = black, white
        result = turned_result(result)

    return {"white": white, "black": black, "result": result}


def _match_fields(
    there: MatchSheet, filled: FilledMatch, alone: Sequence[str]
) -> Fields:
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
    if filled.points != points_decided(there.match):
        points = {
            name: halves_or_text(text) for name, text in filled.points.items() if text
        }
        match["points"] = points or None

    return match
