"""Find the league of a file: its teams, and the matches that its games and records
speak of.

Players are called by their rows. The home team is the one with White on the first
board, where the file does not say otherwise. A game that several teams claim belongs to
no match: nothing is guessed, and whoever books the file is warned.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, count, pairwise
from typing import NamedTuple

from desk.files.games_file import Fields, FileGame
from exchange.names.slug import slug
from exchange.text.cells import BLANK
from exchange.text.numbers import whole
from exchange.trf import NAMING_TEAMS, TrfReport, columns, points
from exchange.trf.checks import points_by_code
from exchange.trf.rows import TrfRow
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
    """
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for number, team in teams.items():
        name = slug(team.name, None) or f"team-{number}"
        ids[number] = next(
            one
            for one in chain([name], (f"{name}-{at}" for at in count(number)))
            if one not in taken
        )
        taken.add(ids[number])
    busy: set[tuple[int, int]] = set()
    stated = []
    for meeting, more in matches:
        sides = [side for side in (meeting.home, meeting.away) if side is not None]
        if busy.isdisjoint((meeting.round, side) for side in sides) and all(
            side in teams for side in sides
        ):
            busy.update((meeting.round, side) for side in sides)
            away = None if meeting.away is None else ids[meeting.away]
            fields = {
                "round": meeting.round,
                "home": ids[meeting.home],
                "away": away,
                "on": days.get(meeting.round),
            }
            stated.append(
                {
                    name: value
                    for name, value in {**fields, **more}.items()
                    if value is not None
                }
            )
    return {
        "teams": [
            {"team": ids[at], "name": team.name, "players": [*team.players]}
            for at, team in teams.items()
        ],
        "matches": sorted(stated, key=lambda match: match["round"]),
    }


def meetings(
    teams: Mapping[int, FileTeam], games: Sequence[FileGame], turned: bool = False
) -> dict[Meeting, int]:
    """Return which teams met, with the number of games, most games first; `turned`:
    home has Black on the first board.

    The games of a player who is in several teams are not counted.
    """
    seats: dict[str, list[tuple[int, int]]] = {}
    for number, team in teams.items():
        for board, player in enumerate(team.players):
            seats.setdefault(player, []).append((number, board))
    firsts: dict[tuple[int, frozenset[int]], tuple[int, Meeting]] = {}
    sizes: Counter[tuple[int, frozenset[int]]] = Counter()
    for game in games:
        white, black = seats.get(game.white, ()), seats.get(game.black, ())
        if len(white) == len(black) == 1 and white[0][0] != black[0][0]:
            own, other = (black[0], white[0]) if turned else (white[0], black[0])
            pair = game.round, frozenset((own[0], other[0]))
            board = game.board if game.board is not None else min(own[1], other[1])
            sizes[pair] += 1
            met = board, Meeting(game.round, own[0], other[0])
            firsts[pair] = min(firsts.get(pair, met), met, key=lambda one: one[0])
    return {firsts[pair][1]: count for pair, count in sizes.most_common()}


Sides = tuple[str, str, str]  # the teams of White and Black, and the one at home
# round, home, away, and what is told of a match beside its games
Told = tuple[int, str, str, Fields]


def table_league(
    rows: Sequence[tuple[FileGame, Sides]], stated: Sequence[Told] = ()
) -> Fields | None:
    """Return the league of a table whose games name the teams of White and Black, and
    perhaps the home team.

    Players are in the order of the boards that they played on: the first of them, then
    their mean.
    """
    rows = [(game, sides) for game, sides in rows if sides[0]]
    named = [name for _, sides in rows for name in sides[:2]] + [
        name for match in stated for name in match[1:3]
    ]
    if not named:
        return None
    numbers = {
        name: at for at, name in enumerate(dict.fromkeys(map(str.casefold, named)), 1)
    }
    names = {numbers[name.casefold()]: name for name in reversed(named)}
    boards: dict[int, dict[str, list[int]]] = {number: {} for number in names}
    met = {}
    for number, home, away, fields in stated:
        meeting = Meeting(number, numbers[home.casefold()], numbers[away.casefold()])
        met[number, frozenset(meeting[1:])] = (
            MatchOrBye(meeting, fields),
            list[str | None](),
        )
    for game, (white, black, home) in sorted(
        rows, key=lambda row: (row[0].round, row[0].board or 0)
    ):
        own, other = numbers[white.casefold()], numbers[black.casefold()]
        at_home = numbers.get(home.casefold(), own)
        meeting = Meeting(game.round, at_home, other if at_home == own else own)
        _, days = met.setdefault(
            (game.round, frozenset((own, other))), (MatchOrBye(meeting, {}), [])
        )
        days.append(game.on)
        for team, player in ((own, game.white), (other, game.black)):
            boards[team].setdefault(player, []).append(game.board or len(days))
    for _, home, away, fields in stated:
        for team, player, board in fields.pop("alone", ()):
            boards[numbers[(home if team == "home" else away).casefold()]].setdefault(
                player, []
            ).append(board)

    def place(player: str, own: dict[str, list[int]]) -> tuple[int, float]:
        return min(own[player]), sum(own[player]) / len(own[player])

    teams = {
        number: FileTeam(
            names[number],
            sorted(boards[number], key=partial(place, own=boards[number])),
        )
        for number in sorted(names)
    }
    matches = [
        MatchOrBye(
            one.meeting,
            {"on": Counter(days).most_common(1)[0][0] if days else None, **one.fields},
        )
        for one, days in met.values()
    ]
    most = max(
        len(days) + len(one.fields.get("unopposed", ())) for one, days in met.values()
    )
    return {"boards": most or None, **league_fields(teams, matches, {})}


def reported_league(report: TrfReport, games: Sequence[FileGame]) -> Fields | None:
    """Return the league of a tournament report that names teams."""
    teams = _teams(report)
    if len(teams) < 2:
        return None
    turned = any(
        text[4:].strip().upper().startswith("B")
        for text in report.records
        if text.startswith("352")
    )
    met = meetings(teams, games, turned)
    boards = max(met.values(), default=0)
    scoring = next(
        (_scoring(text) for text in report.records if text.startswith("362")), {}
    )
    # a day outside the event is as likely a slip, and moves no game
    inside = {
        n: day
        for n, day in report.round_dates.items()
        if (report.start or day) <= day <= (report.end or day)
    }
    days = {number: day.isoformat() for number, day in inside.items()}
    days |= {game.round: game.on for game in games if game.on is not None}
    without_games = [
        *_walk_overs(report.records),
        *_byes(report.records, {"win": 2.0, "draw": 1.0} | scoring, boards),
    ]
    fields = league_fields(
        teams, [*(MatchOrBye(meeting, {}) for meeting in met), *without_games], days
    )
    _add_unopposed(fields, report, games, boards)
    return {"boards": boards or None, **scoring, **fields}


def missing_boards(
    league: Fields, file: str | None, games: Sequence[FileGame]
) -> Iterator[Problem]:
    """Warn of each match that has fewer boards than the largest match: programs leave
    out a board that was won without a game.
    """
    names = {team["team"]: team["name"] for team in league["teams"]}
    teams = {
        player: team["team"] for team in league["teams"] for player in team["players"]
    }
    played = _boards_played(teams, games)
    for match in league["matches"]:
        boards = _boards_of(match, played) + len(match.get("unopposed", ()))
        if (
            "away" in match
            and "absent" not in match
            and boards < (league["boards"] or 0)
        ):
            about = {
                "number": match["round"],
                "home": names[match["home"]],
                "away": names[match["away"]],
            }
            message = say(
                "round {number}, {home} - {away}: {count} of {boards} boards have a"
                " result",
                count=boards,
                boards=league["boards"],
                **about,
            )
            hint = say(
                "state `points` of the match in the league of the tournament, or who"
                " won the others `unopposed`"
            )
            yield Problem("league-boards", message, Where(file), hint)


def _teams(report: TrfReport) -> dict[int, FileTeam]:
    """Return the teams with players, each name once."""
    rows = {player.number for player in report.players}
    teams: dict[str, tuple[int, FileTeam]] = {}
    for tag in NAMING_TEAMS:
        for at, team in enumerate(
            (team for team in report.teams if team.tag == tag), 1
        ):
            members = list(
                dict.fromkeys(str(number) for number in team.players if number in rows)
            )
            if team.name and members:
                teams.setdefault(
                    team.name.casefold(),
                    (team.number or at, FileTeam(team.name, members)),
                )
    return dict(teams.values())


def _scoring(text: str) -> Fields:
    """Read record 362: the match points of a win, a draw and a loss."""
    words = (
        text[3:]
        .replace("TW", " TW ")
        .replace("TD", " TD ")
        .replace("TL", " TL ")
        .split()
    )
    return {
        SCORING[word]: float(number)
        for word, after in pairwise(words)
        if word in SCORING and (number := points(after)) is not None
    }


def _walk_overs(records: Iterable[str]) -> Iterator[MatchOrBye]:
    """Read records 330: kind, round and the two teams of a match to which a team did
    not come.
    """
    for text in records:
        round_no, home, away = (whole(columns(text, at, at + 2)) for at in (8, 12, 16))
        if (
            text.startswith("330")
            and (absent := ABSENT.get(text[4:6]))
            and round_no
            and home
            and away
        ):
            yield MatchOrBye(Meeting(round_no, home, away), {"absent": absent})


def _byes(
    records: Iterable[str], scoring: Mapping[str, float], boards: int
) -> Iterator[MatchOrBye]:
    """Read records 240, byes that were asked for, and 320, those of the pairing with
    the points that they bring.
    """
    worth = {
        "F": (scoring["win"], float(boards)),
        "H": (scoring["draw"], boards / 2),
        "Z": (0.0, 0.0),
    }
    for text in records:
        if (
            text.startswith("240")
            and text[4:5] in worth
            and (round_no := whole(columns(text, 7, 9)))
        ):
            for at in range(10, len(text), 5):
                if team := whole(text[at : at + 4].strip()):
                    yield _bye(round_no, team, *worth[text[4:5]])
        elif text.startswith("320"):
            brought, of_boards = (
                points(columns(text, 5, 8)),
                points(columns(text, 10, 13)),
            )
            if brought is not None and of_boards is not None:
                for round_no, at in enumerate(range(14, len(text), 4), 1):
                    if team := whole(text[at : at + 4].strip()):
                        yield _bye(round_no, team, float(brought), float(of_boards))


def _bye(round_no: int, team: int, brought: float, of_boards: float) -> MatchOrBye:
    return MatchOrBye(
        Meeting(round_no, team), {"points": {"home": brought, "home_boards": of_boards}}
    )


def _add_unopposed(
    league: Fields, report: TrfReport, games: Sequence[FileGame], boards: int
) -> None:
    """Add to each match who won a board to which nobody came: `+` without an opponent.

    Swiss-Manager writes `-` there and has the point in the printed ones: whoever has
    one point more printed than the cells give, and was absent in one round only whose
    match lacks a board, won that.
    """
    matches = {
        (match["round"], team): match
        for match in league["matches"]
        if "away" in match
        for team in (match["home"], match["away"])
    }
    teams = {
        player: team["team"] for team in league["teams"] for player in team["players"]
    }
    played = _boards_played(teams, games)
    several = Counter(player for team in league["teams"] for player in team["players"])
    worth = points_by_code(
        [TrfRow("162", f"162 {report.header.texts.get('162', '')}", 0)]
    )
    made: dict[int, Fraction] = {}
    absent: dict[int, list[int]] = {}
    for cell in report.cells:
        to_come = cell.opponent and cell.code == BLANK
        made[cell.player] = made.get(cell.player, Fraction(0)) + (
            0 if to_come else worth[cell.code]
        )
        if not cell.opponent and cell.code in "+-":
            match = matches.get((cell.round, teams.get(str(cell.player), "")))
            if match is not None and several[str(cell.player)] == 1:
                if cell.code == "+":
                    match.setdefault("unopposed", []).append(str(cell.player))
                elif _boards_of(match, played) < boards:
                    absent.setdefault(cell.player, []).append(cell.round)
    for player in report.players:
        rounds = absent.get(player.number, [])
        if (
            player.points is not None
            and player.points - made.get(player.number, 0) == 1
            and len(rounds) == 1
        ):
            match = matches[rounds[0], teams[str(player.number)]]
            match.setdefault("unopposed", []).append(str(player.number))


Boards = Counter[tuple[int, frozenset[str | None]]]


def _boards_played(teams: Mapping[str, str], games: Iterable[FileGame]) -> Boards:
    """Count the games of each round by the two teams."""
    return Counter(
        (game.round, frozenset((teams.get(game.white), teams.get(game.black))))
        for game in games
    )


def _boards_of(match: Fields, played: Boards) -> int:
    return played[match["round"], frozenset((match["home"], match.get("away")))]
