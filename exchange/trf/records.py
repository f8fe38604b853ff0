"""Write who takes part as records of a report: players and teams, in columns counted in
characters.

A rating list is the player section of a report, which pairing programs read as their
list of players. The rating stands in row 001, where they look for it, and with the
national number in the national rating record (FIN). The teams of a league are 310 or
013, 320 for byes, 330 for walk-overs, 352 and 362. Home is who has White on the first
board; what else the format has no place for is a note.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from exchange.names.surnames import last_first
from ledger.errors import Problem, Refused
from ledger.federations import HOME
from messages import Message, counted, say

Row = Mapping[str, Any]


MOST = 9999  # starting numbers have four columns


def list_text(title: str, day: str, rows: Sequence[Row]) -> str:
    """Write a list as a report.

    title: of the list. day: YYYY-MM-DD.

    rows: by rank; each has player, name, federation, sex, born, fide_id and rating, of
    which some may be missing.

    Raised is Refused for more than 9999 players: their numbers have four columns.

        012 Selo 2026-01-01
        001    1 wWFM Aho, Aino                         2105 FIN      500001 2001/00/00
    """
    if len(rows) > MOST:
        message = say("{count} players do not fit a report", count=len(rows))
        raise Refused(
            Problem(
                "too-large",
                message,
                hint=say("at most {most}; other formats have no such limit", most=MOST),
            )
        )

    return "".join(
        f"{line.rstrip()}\n" for line in _lines(title, day.replace("-", "/"), rows)
    )


def _lines(title: str, day: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the rows of a list: the event, the players, and their national records."""
    yield f"012 {title}"
    yield f"042 {day}"
    yield f"052 {day}"
    yield f"062 {len(rows)}"
    yield "172 NRO"
    yield "182 Selokirja"

    for number, row in enumerate(rows, 1):
        yield player_row({**row, "fide_rating": row["rating"]}, number, "")

    yield from filter(
        None, (national_row(row, number) for number, row in enumerate(rows, 1))
    )


FIXED_WIDTH = 89


def player_row(player: Row, number: int, points: str) -> str:
    """Write the 001 row of a player, with FIDE's number and rating, which this row is
    for; title and rank as reported: they follow from nothing that the ledger holds.

    number: the starting number. points: as they are printed, up to four characters;
    they and the rank follow.

        001    1 wWFM Aho, Aino                         2105 FIN      500001 2001/00/00
    """
    fide = player.get("fide_id")
    row = _columns(
        tag="001",
        player=player,
        number=number,
        rating=player.get("fide_rating"),
        federation=player.get("federation") or "",
        ident="" if fide is None or not fits_id_columns(str(fide)) else str(fide),
        title=player.get("title") or "",
    )
    return f"{row} {points:>4} {player.get('rank') or '':>4}"


def fits_id_columns(ident: str) -> bool:
    """Return whether an id fits the columns 58 to 68."""
    return len(ident) <= 11


def national_row(player: Row, number: int) -> str | None:
    """Write the row for the national number and rating; None without either.

        FIN    1 w    Aho, Aino                         2088 FIN       12345 2001/00/00

    `number`: the starting number. The rating is the one before the tournament.
    """
    ident = player["player"] if fits_id_columns(player["player"]) else ""
    if not ident and player.get("rating") is None:
        return None

    return _columns(HOME, player, number, player.get("rating"), HOME, ident)


def _columns(
    tag: str,
    player: Row,
    number: int,
    rating: int | None,
    federation: str,
    ident: str,
    title: str = "",
) -> str:
    """Write the columns that the rows 001 and FIN have in common, up to the birth.

    Names have 33 characters and are cut. A name is as the report wrote it (`written`),
    or the surname is put first. A rating below 0, which no column can hold, is left
    out.
    """
    sex = {"m": "m", "f": "w"}.get(player.get("sex") or "", " ")
    name = player.get("written") or last_first(
        " ".join((player.get("name") or player["player"]).split())
    )

    shown = "" if rating is None or rating < 0 else str(rating)
    return (
        f"{tag} {number:4d} {sex}{title:>3} {name[:33]:33} {shown:>4}"
        f" {federation[:3]:3} {ident:>11} {_born(player.get('born')):10}"
    )


def _born(born: str | None) -> str:
    """Write a birth as YYYY/MM/DD; a year alone has zeros for what is not known."""
    if not born:
        return ""
    return born.replace("-", "/") if len(born) == 10 else f"{born}/00/00"


def points_text(points: Fraction) -> str:
    """Write points into four columns; what does not fit them is left out.

    5/2     2.5
    3       3.0
    1000    empty: 1000.0 has six characters
    """
    text = f"{float(points):.2f}".removesuffix("0")
    return text if len(text) <= 4 else ""


NAME = 32  # characters
LAST = 999  # team or round, and the most points: they have three columns
ABSENT = {"away": "+-", "home": "-+", "both": "--"}


class Records(NamedTuple):
    """The records of a league, each a line without its end, and what could not be
    written.
    """

    lines: Sequence[str]
    notes: Sequence[Message]


def team_records(
    league: Row, numbers: Mapping[str, int], games: Sequence[Row], form: str
) -> Records:
    """Write a league with its `teams`, `matches` and `scoring`; the players are called
    by their starting numbers.

    league: as the feature of leagues tells a writer of reports. numbers: starting
    numbers by player. games: of the tournament, each with its `game`, players and day.

    form: trf26 writes 310, any other 013. Teams beyond 999 are left out with their
    matches, which is noted.

    Home is who has White on the first board; where it is mostly the other way round,
    the record 352 says BWBW.
    """
    teams: Sequence[Row] = league["teams"][:LAST]
    team_numbers = {team["team"]: at for at, team in enumerate(teams, 1)}
    matches = []
    for match in league["matches"]:
        both = {match["home"], match["away"]} - {None}
        if both <= team_numbers.keys():
            matches.append(match)

    by_name = {game["game"]: game for game in games}
    played = [match for match in matches if match["games"]]
    home_begins = [
        _home_begins(match, teams, team_numbers, by_name) for match in played
    ]
    turned = home_begins.count(False)
    blacks = 2 * turned > len(played)

    names = _names(teams)
    lines = [
        f"082 {len(teams)}",
        f"352 {'BWBW' if blacks else 'WBWB'}",
        _scoring(league["scoring"]),
    ]

    write = _row_310 if form == "trf26" else _row_013
    for at, (team, name) in enumerate(zip(teams, names, strict=True), 1):
        players = [numbers[player] for player in team["players"]]
        lines.append(write(at, name, team, players))

    byes = [match for match in matches if match["away"] is None]
    lines += _byes(byes, team_numbers)
    for match in matches:
        # a walk-over with games on the report is no match without play
        if match["absent"] and not match["games"] and match["round"] <= LAST:
            home = team_numbers[match["home"]]
            away = team_numbers[match["away"]]
            sign = ABSENT[match["absent"]]
            lines.append(f"330 {sign} {match['round']:03} {home:03} {away:03}")

    other_home = len(played) - turned if blacks else turned
    notes = [*_notes(league, teams, names, other_home), *_notes_of_other_days(games)]

    return Records(lines, notes)


def most_common_day(games: Sequence[Row]) -> str | None:
    """Return the day on which most of the games were played.

    None: of no game a day is known. Of equals it is the one that comes first.
    """
    days = Counter(game["on"] for game in games if game.get("on"))
    return days.most_common(1)[0][0] if days else None


def _home_begins(
    match: Row,
    teams: Sequence[Row],
    places: Mapping[str, int],
    games: Mapping[str, Row],
) -> bool:
    """Return whether home has White where a reader finds the first board: by the order
    of both teams.

    match: with games. places: the number of each team. games: by name.
    """
    home = list(teams[places[match["home"]] - 1]["players"])
    away = list(teams[places[match["away"]] - 1]["players"])

    def board(game: Row) -> int:
        """Return the highest board that a player of the game has in their team."""
        boards = []
        for player in (game["white"], game["black"]):
            for own in (home, away):
                if player in own:
                    boards.append(own.index(player))

        return min(boards)

    own_games = [games[name] for name in match["games"]]
    first = min(own_games, key=board)

    return first["white"] in home


def _names(teams: Sequence[Row]) -> list[str]:
    """Cut the names to their columns, and keep them apart.

    Names have 32 characters. Two that are the same then have the team's number behind,
    in the room of their last four.
    """
    names: list[str] = []
    seen: set[str] = set()
    for at, team in enumerate(teams, 1):
        name = team["name"][:NAME].rstrip()
        if name.casefold() in seen:
            name = f"{name[: NAME - 4].rstrip()} {at}"
        seen.add(name.casefold())
        names.append(name)

    return names


def _row_310(at: int, name: str, team: Row, players: Sequence[int]) -> str:
    """Write the 310 row of a team: its points, its place, and who plays in it.

    `at` is the number of the team; the players begin in column 74.
    """
    match_points = f"{team['match_points']:6.1f}"
    board_points = f"{team['board_points']:6.1f}"
    rank = team["place"] or ""
    # nickname and strength factor of the team are not known
    unknown = " " * 12
    row = f"310 {at:3d} {name:{NAME}} {unknown}{match_points} {board_points} {rank:3}"

    return f"{row:73}{_numbers(players)}"


def _row_013(at: int, name: str, team: Row, players: Sequence[int]) -> str:
    """Write the 013 row of a team, which has its name and its players only.

    The players begin in column 37.
    """
    return f"013 {name:{NAME}}{_numbers(players)}"


def _numbers(players: Sequence[int]) -> str:
    """Write starting numbers, each in four columns with a blank between."""
    return " ".join(f"{number:4d}" for number in players)


def _scoring(points: Sequence[float]) -> str:
    """Write record 362: what a match won, drawn and lost brings, in match points.

    362 TW2       TD1       TL0
    """
    return "362 " + "".join(
        f"{tag}{worth}".ljust(10)
        for tag, worth in zip(("TW", "TD", "TL"), points, strict=True)
    )


def _byes(matches: Sequence[Row], places: Mapping[str, int]) -> Iterator[str]:
    """Write the byes: in a row one team a round, with what the bye brings.

    matches: those without a second team. places: the number of each team.

    A row 320 has the match points and the board points, then the team of each round.
    Two teams with a bye in one round are in two rows.

        320  2.0  2.0 001 000 003    team 1 in round 1, nobody in 2, team 3 in round 3
    """
    rows: list[_ByeRow] = []
    for match in matches:
        number = match["round"]
        for row in rows:
            if row.worth == match["points"] and number not in row.teams:
                break
        else:
            row = _ByeRow(match["points"], {})
            rows.append(row)

        row.teams[number] = places[match["home"]]

    for row in rows:
        points, boards = row.worth
        last = max(row.teams)
        # what has more digits than its columns is left out
        if max(points, boards) < 100 and last <= LAST:
            teams = [f"{row.teams.get(at, 0):03}" for at in range(1, last + 1)]
            yield f"320 {points:4.1f} {boards:4.1f} {' '.join(teams)}"


class _ByeRow(NamedTuple):
    """A row of byes that bring the same.

    worth: the match points and the board points. teams: by round the team's number.
    """

    worth: tuple[float, float]
    teams: dict[int, int]


def _notes(
    league: Row, teams: Sequence[Row], names: Sequence[str], other_home: int
) -> Iterator[Message]:
    """Say what of a league a report has no place for.

    `names`: the teams' names as they were cut. `other_home`: matches where home has the
    other colour than the record 352 says.
    """
    for team, name in zip(teams, names, strict=True):
        if name != team["name"]:
            yield say(
                "the name of the team {team} was cut after {most} characters",
                team=team["name"],
                most=NAME,
            )

        if not team["players"]:
            yield say(
                "the team {team} has no players: readers leave it out",
                team=team["name"],
            )

    left_out = len(league["teams"]) - len(teams)
    to_come = sum(match["status"] == "to come" for match in league["matches"])
    decided = sum(match["decided"] for match in league["matches"])
    gone = sum(bool(team["withdrawn"]) for team in teams)
    added = sum(bool(team["added"]) for team in teams)

    met = [match for match in league["matches"] if match["away"] is not None]
    walked = sum(bool(match["absent"] and match["games"]) for match in met)
    alone = sum(
        bool(match["unopposed"] and not match["games"] and not match["absent"])
        for match in met
    )

    if left_out:
        yield counted(
            "{count} team has no place in the format",
            "{count} teams have no place in the format",
            left_out,
        )

    if to_come:
        yield counted(
            "{count} match to come is left out",
            "{count} matches to come are left out",
            to_come,
        )

    if decided:
        yield counted(
            "the points of {count} match were decided, which the format cannot say",
            "the points of {count} matches were decided, which the format cannot say",
            decided,
        )

    if gone:
        yield counted(
            "{count} team has left, which the format cannot say",
            "{count} teams have left, which the format cannot say",
            gone,
        )

    if added:
        yield counted(
            "points were given to or taken from {count} team, which the format"
            " cannot say",
            "points were given to or taken from {count} teams, which the format"
            " cannot say",
            added,
        )

    if walked:
        yield counted(
            "{count} match with games has a team that did not come, which the"
            " format cannot say",
            "{count} matches with games have a team that did not come, which the"
            " format cannot say",
            walked,
        )

    if alone:
        yield counted(
            "{count} match of boards to which nobody came is left out",
            "{count} matches of boards to which nobody came are left out",
            alone,
        )

    if other_home:
        yield counted(
            "in {count} match home has the other colour on the first board",
            "in {count} matches home has the other colour on the first board",
            other_home,
        )

    yield from _rules_left_out(league)


def _rules_left_out(league: Row) -> Iterator[Message]:
    """Say which agreements about the league no record can hold; whoever reads the
    report has to state them again. A league that has none of them, or the usual ones,
    is told nothing of.
    """
    most = max(
        (len(match["games"]) + match["unopposed"] for match in league["matches"]),
        default=0,
    )
    if most < (league["boards"] or 0):
        yield counted(
            "a report cannot say that a match has {count} board before one has so many"
            " results",
            "a report cannot say that a match has {count} boards before one has so many"
            " results",
            league["boards"],
        )

    fewer = sum(
        match["status"] == "played"
        and not match["decided"]
        and len(match["games"]) + match["unopposed"] < most
        for match in league["matches"]
    )
    if fewer:
        yield counted(
            "a report cannot say that {count} match with fewer boards than others is"
            " finished",
            "a report cannot say that {count} matches with fewer boards than others are"
            " finished",
            fewer,
        )

    if league["closing_day"]:
        yield say(
            "a report cannot say the closing day of the league, {day}",
            day=league["closing_day"],
        )

    if league["order_gap"]:
        yield counted(
            "a report cannot say that {count} point out of order is allowed on the"
            " boards",
            "a report cannot say that {count} points out of order are allowed on the"
            " boards",
            league["order_gap"],
        )

    if league["order"]:
        yield say(
            "a report cannot say how equal teams are ordered: {order}",
            order=", ".join(league["order"]),
        )

    if league["at_once"]:
        yield say("a report cannot say that the league is rated as one tournament")


def _notes_of_other_days(games: Sequence[Row]) -> Iterator[Message]:
    """Name the games that were not played on the day of their round, at most 20 of
    them.

    The day of a round is that of most of its games.
    """
    rounds: dict[int, list[Row]] = {}
    for game in games:
        rounds.setdefault(game["round"], []).append(game)

    usual = {number: most_common_day(own) for number, own in rounds.items()}

    other = [
        game["game"]
        for game in games
        if game.get("on") and game["on"] != usual[game["round"]]
    ]
    if other:
        yield counted(
            "game {games} was played on another day than the round",
            "games {games} were played on other days than their rounds",
            len(other),
            games=", ".join(other[:20]) + (" ..." if len(other) > 20 else ""),
        )
