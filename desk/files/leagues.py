"""Find the league of a file: its teams, and the matches that its games and records
speak of.

Players are called by their rows. The home team is the one with White on the first
board, where the file does not say otherwise. A game that several teams claim belongs to
no match: nothing is guessed, and whoever books the file is warned.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, pairwise
from operator import itemgetter
from typing import NamedTuple

from desk.files.games_file import Fields, FileGame
from exchange.names.slug import slug
from exchange.text.cells import BLANK
from exchange.text.numbers import whole_number
from exchange.trf.checks import points_by_code
from exchange.trf.fields import columns, points
from exchange.trf.report import TrfReport
from exchange.trf.rows import TrfRow
from exchange.trf.team_records import NAMING_TEAMS
from ledger.errors import Problem, Where
from messages import say

ABSENT = {"+-": "away", "-+": "home", "--": "both"}
SCORING = {"TW": "win", "TD": "draw", "TL": "loss"}


class FileTeam(NamedTuple):
    """A team of a file, and its players in the order of boards."""

    name: str
    players: Sequence[str]


class Meeting(NamedTuple):
    """Two teams in a round, by what the file calls them; in a bye there is nobody away."""

    round: int
    home: int
    away: int | None = None


class MatchOrBye(NamedTuple):
    """A match or a bye, and what documents say of it beside its teams."""

    meeting: Meeting
    fields: Fields


def league_fields(
    teams: Mapping[int, FileTeam],
    matches: Iterable[MatchOrBye],
    days: Mapping[int, str],
) -> Fields:
    """Return a league with the fields of a document. A second match of a team in one
    round is left out, and its games belong to no match.

    `teams`: by the number that the file has for them, in the order in which they are to
    be listed. `matches`: the one to be believed first. `days`: of the rounds,
    YYYY-MM-DD; a round without a day gives its matches none.

    A match of a team that nobody names is left out as well.

        {
            "teams": [
                {"team": "kuusilahti", "name": "Kuusilahti", "players": ["1", "4"]},
                {"team": "alavus", "name": "Alavus", "players": ["2", "3"]},
            ],
            "matches": [
                {"round": 1, "home": "kuusilahti", "away": "alavus", "on": "2026-01-10"}
            ],
        }

    A bye has no `away`. Matches are sorted by round.
    """
    ids = _ids_of(teams)
    busy: set[tuple[int, int]] = set()
    match_fields = []

    for meeting, more in matches:
        sides = [side for side in (meeting.home, meeting.away) if side is not None]
        seats = {(meeting.round, side) for side in sides}
        are_known = all(side in teams for side in sides)

        # a team plays once in a round: the first match of it counts
        if not are_known or not busy.isdisjoint(seats):
            continue
        busy |= seats

        fields: Fields = {
            "round": meeting.round,
            "home": ids[meeting.home],
            "away": None if meeting.away is None else ids[meeting.away],
            "on": days.get(meeting.round),
        }
        fields |= more
        match_fields.append(_fields_with_values(fields))

    team_fields = []
    for number, team in teams.items():
        players = list(team.players)
        team_fields.append({"team": ids[number], "name": team.name, "players": players})

    match_fields.sort(key=itemgetter("round"))

    return {"teams": team_fields, "matches": match_fields}


def _ids_of(teams: Mapping[int, FileTeam]) -> dict[int, str]:
    """Return an id for each team, made of its name; a name that comes again gets a
    number behind it.

        1 Kuusilahti    kuusilahti
        2 KUUSILAHTI    kuusilahti-2
        3 ???           team-3: the name has no letters that ids have
    """
    ids: dict[int, str] = {}
    used: set[str] = set()

    for number, team in teams.items():
        name = slug(team.name, None) or f"team-{number}"
        team_id = name

        # the file's own number tells two teams of one name apart
        suffixes = count(number)
        while team_id in used:
            team_id = f"{name}-{next(suffixes)}"

        ids[number] = team_id
        used.add(team_id)

    return ids


def _fields_with_values(fields: Fields) -> Fields:
    """Return the fields that have a value: empty lists and 0 are values, None is none."""
    return {name: value for name, value in fields.items() if value is not None}


class _Seat(NamedTuple):
    """Where a player sits in a match: the team, and the board counted from 0."""

    team: int
    board: int


_Pair = tuple[int, frozenset[int]]  # the round, and the two teams


def meetings(
    teams: Mapping[int, FileTeam], games: Sequence[FileGame], turned: bool = False
) -> dict[Meeting, int]:
    """Return which teams met, with the number of games, most games first.

    `teams`: by number. `games`: between the keys of players. `turned`: home has Black
    on the first board.

    The games of a player who is in several teams are not counted, nor those between two
    of one team.

        {Meeting(1, 2, 5): 4}    round 1, team 2 at home against team 5, on four boards
    """
    seats = _only_seats(teams)
    first_boards: dict[_Pair, int] = {}
    meeting_of: dict[_Pair, Meeting] = {}
    sizes: Counter[_Pair] = Counter()

    for game in games:
        white = seats.get(game.white)
        black = seats.get(game.black)
        if white is None or black is None or white.team == black.team:
            continue

        home, away = white, black
        if turned:
            home, away = black, white

        # a file that tells no boards has teams in the order of boards
        board = game.board
        if board is None:
            board = min(home.board, away.board)

        pair = _teams_in_round(game.round, home.team, away.team)
        sizes[pair] += 1

        # colours alternate from board to board, so the first one tells who is at home
        if pair not in first_boards or board < first_boards[pair]:
            first_boards[pair] = board
            meeting_of[pair] = Meeting(game.round, home.team, away.team)

    return {meeting_of[pair]: size for pair, size in sizes.most_common()}


def _only_seats(teams: Mapping[int, FileTeam]) -> dict[str, _Seat]:
    """Return the seat of each player who has no more than one; whoever stands in
    several teams, or twice in one, has none.

        Kuusilahti 1 4, Alavus 2 4    {"1": _Seat(1, 0), "2": _Seat(2, 0)}
    """
    seats: dict[str, _Seat] = {}
    several: set[str] = set()

    for number, team in teams.items():
        for board, player in enumerate(team.players):
            if player in seats:
                several.add(player)
            seats[player] = _Seat(number, board)

    for player in several:
        del seats[player]

    return seats


class Sides(NamedTuple):
    """The teams of a game in a table: of White and of Black, and the one at home, empty
    where the table does not say.
    """

    white: str
    black: str
    home: str


class Unopposed(NamedTuple):
    """A player of a match whose board had no opponent."""

    team: str
    player: str
    board: int


# round, home, away, and what is told of a match beside its games
class StatedMatch(NamedTuple):
    """A match between two teams, and what a table says of it beside its games."""

    round: int
    home: str
    away: str
    fields: Fields
    unopposed: Sequence[Unopposed]


class _TableMatch(NamedTuple):
    """A match of a table, and the days of its games so far."""

    meeting: Meeting
    fields: Fields
    days: list[str | None]

    def boards(self) -> int:
        """Count the boards, those without an opponent too."""
        return len(self.days) + len(self.fields.get("unopposed", ()))

    def dated(self) -> MatchOrBye:
        """Return the match on the day that most of its games have.

        A day that the table states for the match itself counts before those; without
        any of them the day is None.
        """

        day = None

        if self.days:
            [(day, _)] = Counter(self.days).most_common(1)
        return MatchOrBye(self.meeting, {"on": day, **self.fields})


class _TableTeams:
    """The teams that a table names, whatever their capitals, and who played for them."""

    def __init__(self, named: Iterable[str]) -> None:
        """Number the teams from 1 as they are named first.

        Of a name that comes again with other capitals the first spelling counts.

            Kuusilahti, Alavus, KUUSILAHTI    1 Kuusilahti, 2 Alavus
        """
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        # of each team, the boards of each player
        self._boards: dict[int, dict[str, list[int]]] = {}

        for name in named:
            if not self.is_named(name):
                self._add(name)

    def _add(self, name: str) -> None:
        """Add a team that was not named so far, with the next number and nobody in it."""
        number = len(self._names) + 1
        self._numbers[name.casefold()] = number
        self._names[number] = name
        self._boards[number] = {}

    def number(self, name: str) -> int:
        """Return the number of a team that the table names, whatever its capitals.

        To be asked of named teams only: see `is_named`.
        """
        return self._numbers[name.casefold()]

    def is_named(self, name: str) -> bool:
        """Return whether the table names such a team."""
        return name.casefold() in self._numbers

    def add_board(self, team: int, player: str, board: int) -> None:
        """Note a board that a player of the team sat at, counted from 1; once for each
        game.
        """
        self._boards[team].setdefault(player, []).append(board)

    def in_order(self) -> dict[int, FileTeam]:
        """Return the teams by number. Players are in the order of the boards that they
        played on: the first of them, then their mean.

            Aho on boards 1 and 1, Laine on 1 and 2, Salo on 2    Aho, Laine, Salo
        """
        teams = {}

        for number, name in self._names.items():
            boards = self._boards[number]
            players = sorted(
                boards, key=lambda player: _first_and_mean_board(boards[player])
            )
            teams[number] = FileTeam(name, players)

        return teams


def _first_and_mean_board(boards: Sequence[int]) -> tuple[int, float]:
    """Return the first of the boards and their mean: players are sorted by the two.

        2, 1, 3    (1, 2.0)

    So of two who both sat at the first board, the one who stayed there comes first.
    """
    return min(boards), sum(boards) / len(boards)


def table_league(
    rows: Sequence[tuple[FileGame, Sides]], stated: Sequence[StatedMatch] = ()
) -> Fields | None:
    """Return the league of a table whose games name the teams of White and Black, and
    perhaps the home team; None where no team is named.

    `rows`: games with their teams. A game without teams belongs to no match. `stated`:
    what a page of matches says of each of them, such as who had no opponent.

    Players are in the order of the boards that they played on: the first of them, then
    their mean. `boards` is the number of boards of the largest match.
    """
    rows = [(game, sides) for game, sides in rows if sides.white]

    named: list[str] = []
    for _, sides in rows:
        named += [sides.white, sides.black]

    for match in stated:
        named += [match.home, match.away]

    if not named:
        return None

    teams = _TableTeams(named)
    matches = _table_matches(rows, stated, teams)

    # whoever won without an opponent sat at a board all the same
    for match in stated:
        for lone in match.unopposed:
            teams.add_board(teams.number(lone.team), lone.player, lone.board)

    boards = max(match.boards() for match in matches)
    dated = [match.dated() for match in matches]
    return {"boards": boards or None, **league_fields(teams.in_order(), dated, {})}


def _table_matches(
    rows: Iterable[tuple[FileGame, Sides]],
    stated: Iterable[StatedMatch],
    teams: _TableTeams,
) -> list[_TableMatch]:
    """Return the matches that are stated, then those that only games speak of; note who
    played for which team.

    `teams` are told each board that a player sat at. A game that lacks its board has
    the next one of the match, in the order of the table.

    The home team of a match is that of its first game by round and board, where no
    table states it.
    """
    matches: dict[_Pair, _TableMatch] = {}

    for match in stated:
        home, away = teams.number(match.home), teams.number(match.away)
        meeting = Meeting(match.round, home, away)
        matches[_teams_in_round(match.round, home, away)] = _TableMatch(
            meeting, match.fields, []
        )

    for game, sides in sorted(rows, key=_round_and_board):
        own, other = teams.number(sides.white), teams.number(sides.black)
        pair = _teams_in_round(game.round, own, other)

        if pair not in matches:
            meeting = _meeting(game, sides, teams)
            matches[pair] = _TableMatch(meeting, {}, [])

        days = matches[pair].days
        days.append(game.on)

        # a game without a board has that of its position in the match
        board = game.board or len(days)
        teams.add_board(own, game.white, board)
        teams.add_board(other, game.black, board)

    return list(matches.values())


def _teams_in_round(round_no: int, one: int, other: int) -> _Pair:
    """Return two teams in a round, whoever is at home: what two games have in common
    that belong to one match.
    """
    return round_no, frozenset((one, other))


def _meeting(game: FileGame, sides: Sides, teams: _TableTeams) -> Meeting:
    """Return which teams met in a game, and which of them is at home: White's, unless
    the table names another team.

    A home team that the table names nowhere else is a slip, and does not count.
    """
    own, other = teams.number(sides.white), teams.number(sides.black)
    home = own

    if teams.is_named(sides.home):
        home = teams.number(sides.home)

    away = other if home == own else own

    return Meeting(game.round, home, away)


def _round_and_board(row: tuple[FileGame, Sides]) -> tuple[int, int]:
    """Return what the games of a table are sorted by.

    A game without a board comes first in its round.
    """
    game, _ = row
    return game.round, game.board or 0


def reported_league(report: TrfReport, games: Sequence[FileGame]) -> Fields | None:
    """Return the league of a tournament report that names teams; None where fewer than
    two of them have players.

    Teams are in records 013 and 310, and the games tell which of them met. What the
    other records have beside it:

        240, 320    byes, and what they bring
        330         a match to which a team did not come
        352         which colour the home team has on the first board
        362         the match points of a win, a draw and a loss

    A match that several of them speak of counts once, that of the games first.
    """
    teams = _teams(report)
    if len(teams) < 2:
        return None

    met = meetings(teams, games, _has_home_black(report.records))
    boards = max(met.values(), default=0)

    scoring: Fields = {}
    for text in report.records:
        if text.startswith("362"):
            scoring = _scoring(text)
            break

    # the day of a game is surer than the one that heads the round
    days = _days_inside(report)
    for game in games:
        if game.on is not None:
            days[game.round] = game.on

    # the first match of a team in a round counts, so those with games are in front
    matches = [MatchOrBye(meeting, {}) for meeting in met]
    matches += _walk_overs(report.records)
    matches += _byes(report.records, {"win": 2.0, "draw": 1.0} | scoring, boards)

    fields = league_fields(teams, matches, days)
    _add_unopposed(fields, report, games, boards)
    return {"boards": boards or None, **scoring, **fields}


def _has_home_black(records: Iterable[str]) -> bool:
    """Return whether a record 352 says that the home team has Black on the first board.

        352 WBWB    no
        352 BWBW    yes

    Without the record home has White.
    """
    for text in records:
        colours = text[4:].strip().upper()
        if text.startswith("352") and colours.startswith("B"):
            return True
    return False


def _days_inside(report: TrfReport) -> dict[int, str]:
    """Return the days of rounds, YYYY-MM-DD by number. One outside the event is as
    likely a slip, and moves no game.

    Where the report has no first or last day of the event, nothing is outside on that
    side.
    """

    days = {}
    for number, day in report.round_dates.items():
        start = report.start or day
        end = report.end or day

        if start <= day <= end:
            days[number] = day.isoformat()

    return days


def missing_boards(
    league: Fields, file: str | None, games: Sequence[FileGame]
) -> Iterator[Problem]:
    """Warn of each match that has fewer boards than the largest match: programs leave
    out a board that was won without a game.

    `league`: as `reported_league` and `table_league` return it. Byes, and matches to
    which a team did not come, are not warned of.

        round 3, Kuusilahti - Alavus: 3 of 4 boards have a result    (league-boards)
    """
    names = {team["team"]: team["name"] for team in league["teams"]}
    played = _boards_played(_teams_of_players(league), games)
    most = league["boards"] or 0

    for match in league["matches"]:
        boards = _boards_of(match, played) + len(match.get("unopposed", ()))
        if "away" not in match or "absent" in match or boards >= most:
            continue

        message = say(
            "round {number}, {home} - {away}: {count} of {boards} boards have a result",
            number=match["round"],
            home=names[match["home"]],
            away=names[match["away"]],
            count=boards,
            boards=most,
        )

        hint = say(
            "state `points` of the match in the league of the tournament, or who"
            " won the others `unopposed`"
        )

        yield Problem("league-boards", message, Where(file), hint)


def _teams_of_players(league: Fields) -> dict[str, str]:
    """Return the id of each player's team; of several teams the last.

        {"1": "kuusilahti", "4": "kuusilahti", "2": "alavus"}

    Whoever is in no team is not in it.
    """
    teams: dict[str, str] = {}

    for team in league["teams"]:
        for player in team["players"]:
            teams[player] = team["team"]
    return teams


def _teams(report: TrfReport) -> dict[int, FileTeam]:
    """Return the teams with players, each name once.

    A record of a later form does not change a team that one before it names; a team
    without a number has that of its position among the records.

    Players without a row in the report, and teams without players, are left out.
    """
    rows = {player.number for player in report.players}
    teams: dict[int, FileTeam] = {}
    names = {""}

    for tag in NAMING_TEAMS:
        tagged = (team for team in report.teams if team.tag == tag)

        for position, team in enumerate(tagged, 1):
            members = _members(team.players, rows)
            name = team.name.casefold()

            if members and name not in names:
                names.add(name)
                teams[team.number or position] = FileTeam(team.name, members)

    return teams


def _members(numbers: Iterable[int], rows: Collection[int]) -> list[str]:
    """Return the keys of the players of a team who have a row, each once.

    `rows`: the starting numbers that the report has. A zero, or a number that nobody
    has, fills a place in the record.

        3, 1, 99, 3 with rows 1 2 3    ["3", "1"]
    """
    keys = (str(number) for number in numbers if number in rows)
    return list(dict.fromkeys(keys))


def _scoring(text: str) -> Fields:
    """Read record 362: the match points of a win, a draw and a loss.

        362 TW2       TD1       TL0    {"win": 2.0, "draw": 1.0, "loss": 0.0}

    What it does not state, or what is no number, is left out.
    """
    scores = text[3:]

    # columns are not trusted: programs write the words closer together
    for word in SCORING:
        scores = scores.replace(word, f" {word} ")

    scoring = {}

    for word, score in pairwise(scores.split()):
        number = points(score) if word in SCORING else None
        if number is not None:
            scoring[SCORING[word]] = float(number)

    return scoring


def _walk_overs(records: Iterable[str]) -> Iterator[MatchOrBye]:
    """Read records 330: kind, round and the two teams of a match to which a team did
    not come.

        330 +- 001 001 002    round 1, team 1 at home against team 2, which was absent
        330 -+ 001 001 002    the same, and team 1 was absent
        330 -- 001 001 002    neither came

    A record of any other kind, or one without its numbers, is passed over.
    """
    for text in records:
        absent = ABSENT.get(text[4:6])
        if absent is None or not text.startswith("330"):
            continue

        round_no = whole_number(columns(text, 8, 10))
        home = whole_number(columns(text, 12, 14))
        away = whole_number(columns(text, 16, 18))

        if round_no and home and away:
            yield MatchOrBye(Meeting(round_no, home, away), {"absent": absent})


class _ByePoints(NamedTuple):
    """What a bye brings a team: match points, and points on the boards."""

    match: float
    boards: float


def _byes(
    records: Iterable[str], scoring: Mapping[str, float], boards: int
) -> Iterator[MatchOrBye]:
    """Read records 240, byes that were asked for, and 320, those of the pairing with
    the points that they bring.

    `scoring`: the match points of a win and a draw. `boards`: how many a match has; a
    full bye brings all of them, a half one half of them.

        F    a bye worth a win          2 match points, 4 of 4 boards
        H    a bye worth a draw         1 match point, 2 boards
        Z    a bye that brings nothing
    """
    worth = {
        "F": _ByePoints(scoring["win"], float(boards)),
        "H": _ByePoints(scoring["draw"], boards / 2),
        "Z": _ByePoints(0.0, 0.0),
    }

    for text in records:
        kind = text[4:5]

        if text.startswith("240") and kind in worth:
            yield from _byes_asked_for(text, worth[kind])
        elif text.startswith("320"):
            yield from _byes_of_pairing(text)


def _byes_asked_for(text: str, worth: _ByePoints) -> Iterator[MatchOrBye]:
    """Yield the byes of a record 240: the round, then the teams in columns of five.

        240 H 003 0001 0007    teams 1 and 7 have a half bye in round 3

    `worth`: of the kind in column 5. A record without a round has no byes.
    """
    round_no = whole_number(columns(text, 7, 9))
    if not round_no:
        return

    for start in range(10, len(text), 5):
        team = whole_number(text[start : start + 4].strip())

        if team:
            yield _bye(round_no, team, worth)


def _byes_of_pairing(text: str) -> Iterator[MatchOrBye]:
    """Yield the byes of a record 320: what each of them brings, then one team for each
    round in columns of four.

        320  2.0  2.0 001 000 003    team 1 in round 1, nobody in 2, team 3 in round 3

    A record whose points cannot be read is passed over: a bye of unknown worth would
    move a team in the table.
    """
    of_match = points(columns(text, 5, 8))
    of_boards = points(columns(text, 10, 13))
    if of_match is None or of_boards is None:
        return

    worth = _ByePoints(float(of_match), float(of_boards))

    for round_no, start in enumerate(range(14, len(text), 4), 1):
        team = whole_number(text[start : start + 4].strip())
        if team:
            yield _bye(round_no, team, worth)


def _bye(round_no: int, team: int, worth: _ByePoints) -> MatchOrBye:
    """Make the bye of a team in a round, with what it brings: match points, and points
    on the boards.

        {"points": {"home": 2.0, "home_boards": 4.0}}
    """
    points_of_bye = {"home": worth.match, "home_boards": worth.boards}
    return MatchOrBye(Meeting(round_no, team), {"points": points_of_bye})


def _add_unopposed(
    league: Fields, report: TrfReport, games: Sequence[FileGame], boards: int
) -> None:
    """Add to each match who won a board to which nobody came: `+` without an opponent.

    `league`: changed in place; its matches get `unopposed`, the keys of those players.
    `boards`: of the largest match.

    Swiss-Manager writes `-` there and has the point in the printed ones: whoever has
    one point more printed than the cells give, and was absent in one round only whose
    match lacks a board, won that.
    """
    matches = _matches_of_teams(league)
    teams = _teams_of_players(league)
    played = _boards_played(teams, games)

    teams_of: Counter[str] = Counter()
    for team in league["teams"]:
        teams_of.update(team["players"])

    # by player, the rounds in which the row has `-` and the match lacks a board
    absent: dict[int, list[int]] = {}

    for cell in report.cells:
        if cell.opponent or cell.code not in "+-":
            continue

        # whoever is in several teams cannot be put in a match
        key = str(cell.player)
        match = matches.get((cell.round, teams.get(key, "")))
        if match is None or teams_of[key] != 1:
            continue

        if cell.code == "+":
            match.setdefault("unopposed", []).append(key)
        elif _boards_of(match, played) < boards:
            # the point of such a round can only be seen in the sum
            absent.setdefault(cell.player, []).append(cell.round)

    # the same as `unopposed`, where the sum of the printed points shows it
    points_made = _points_of_cells(report)
    for player in report.players:
        rounds = absent.get(player.number, [])
        if player.points is None or len(rounds) != 1:
            continue

        if player.points - points_made[player.number] == 1:
            key = str(player.number)
            match = matches[rounds[0], teams[key]]
            match.setdefault("unopposed", []).append(key)


def _matches_of_teams(league: Fields) -> dict[tuple[int, str], Fields]:
    """Return the matches by round and team, each under both of its teams; byes are left
    out.

    They are the fields of the league themselves, so what is added to one is in the
    league.

        {(1, "kuusilahti"): match, (1, "alavus"): match}
    """
    matches = {}

    for match in league["matches"]:
        if "away" in match:
            matches[match["round"], match["home"]] = match
            matches[match["round"], match["away"]] = match

    return matches


def _points_of_cells(report: TrfReport) -> dict[int, Fraction]:
    """Add up the points of each player that has a cell; a game still to come brings
    none.

    In points, not half points: 5/2. A record 162 may say that a win is worth 3.
    """
    scoring = f"162 {report.header.texts.get('162', '')}"
    worth = points_by_code([TrfRow("162", scoring, 0)])

    made: dict[int, Fraction] = {}
    for cell in report.cells:
        made.setdefault(cell.player, Fraction(0))

        # pairings of the next round are printed without a result
        is_to_come = cell.opponent and cell.code == BLANK

        if not is_to_come:
            made[cell.player] += worth[cell.code]

    return made


Boards = Counter[tuple[int, frozenset[str | None]]]


def _boards_played(teams: Mapping[str, str], games: Iterable[FileGame]) -> Boards:
    """Count the games of each round by the two teams whose players met.

    `teams`: by player. Whoever has no team counts as None, so a match has the games
    between its own two teams only.

        {(1, {"kuusilahti", "alavus"}): 4}
    """
    boards: Boards = Counter()

    for game in games:
        sides = frozenset((teams.get(game.white), teams.get(game.black)))
        boards[game.round, sides] += 1

    return boards


def _boards_of(match: Fields, played: Boards) -> int:
    """Return how many games the teams of a match played in its round.

    A bye has none: nobody is there to be met.
    """
    sides = frozenset((match["home"], match.get("away")))
    return played[match["round"], sides]
