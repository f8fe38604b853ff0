"""A tournament as a report: TRF16, or TRF26 with its records of rounds and time control.

Both carry a national rating record (FIN) for every player with the national number and the rating before. What
the format has no place for goes elsewhere, with a note in the `###` lines of the file and in the answer:

    several games of a player in one round, tie-breaks   columns of their own behind the round, which is named
    a drawn forfeit                                      D D, a game of less than one move: not rated either
    an unfinished game                                   the opponent and a blank
    ids of more than 11 characters, names of more than 33   left out, cut
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from exchange.text.federations import HOME
from exchange.trf.columns import MAX_ROUNDS
from exchange.trf.write_players import FIXED_WIDTH, fits, national_row, player_row, points_text
from ledger.errors import Problem, Refused
from messages import Message, by_command, counted, say

FORMATS = ("trf16", "trf26")
CODES = {
    "1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("=", "="), "0-0": ("0", "0"), "1/2-0": ("=", "0"),
    "0-1/2": ("0", "="), "1-0F": ("+", "-"), "0-1F": ("-", "+"), "0-0F": ("-", "-"), "1/2-1/2F": ("D", "D"),
    "*": (" ", " "),
}  # fmt: skip
WORTH = {"1": 2, "+": 2, "=": 1, "D": 1}
Row = Mapping[str, Any]


class Column(NamedTuple):
    """A column of the file: the round that it belongs to, and its games."""

    round: int
    games: list[Row]


@dataclass(frozen=True, slots=True)
class Written:
    text: str
    notes: tuple[Message, ...]
    columns: tuple[int, ...]  # the round of each column of results


def trf_text(tournament: Row, players: Sequence[Row], games: Sequence[Row], form: str = "trf26") -> Written:
    """Write a tournament as a report.

    `players` are in the order of their starting numbers, `games` in theirs, with round, white, black, result, on,
    tiebreak. The tournament has id, name, start, end, time_control, seconds, domestic; if known city, kind, arbiter,
    deputies.
    """
    if not games:
        raise Refused(
            Problem(
                "nothing-to-write",
                say("{id} has no game to write", id=tournament["id"]),
                hint=by_command("see `selo log`"),
            )
        )
    columns = planned(games)
    if len(columns) > MAX_ROUNDS or len(players) > 9999:
        message = say(
            "{columns} columns of results and {players} players do not fit a report",
            columns=len(columns),
            players=len(players),
        )
        raise Refused(Problem("too-large", message, hint=say("at most {max_rounds} and 9999", max_rounds=MAX_ROUNDS)))
    numbers = {player["player"]: number for number, player in enumerate(players, 1)}
    cells = {player: [" " * 10] * len(columns) for player in numbers}
    made = dict.fromkeys(numbers, 0)
    for at, column in enumerate(columns):
        for game in column.games:
            for side, other, colour, code in _sides(game):
                cells[side][at] = f"  {numbers[other]:4d} {colour} {code}"
                made[side] += WORTH.get(code, 0)
    notes = [*_column_notes(columns), *_people_notes(players)]
    lines = [*_header(tournament, players, columns, form)]
    for player, number in numbers.items():
        row = player_row(players[number - 1], number, points_text(made[player]))
        lines.append(row.ljust(FIXED_WIDTH) + "".join(cells[player]))
    lines += filter(None, (national_row(player, number) for number, player in enumerate(players, 1)))
    lines += [f"### {note}" for note in notes]
    return Written("".join(f"{line.rstrip()}\n" for line in lines), tuple(notes), tuple(c.round for c in columns))


def planned(games: Sequence[Row]) -> list[Column]:
    """Plan the columns of results.

    While everybody plays at most once a round and no tie-break was played, column and round have the same number. Else
    columns follow one another, and a player's second game of a round goes into a column of its own.
    """
    rounds = sorted({game["round"] for game in games})
    parts = [(number, part) for number in rounds for part in _parts([g for g in games if g["round"] == number])]
    if len(parts) > len(rounds) or rounds[-1] > MAX_ROUNDS:
        return [Column(number, part) for number, part in parts]
    by_round = dict(parts)
    return [Column(number, by_round.get(number, [])) for number in range(1, rounds[-1] + 1)]


def _parts(games: Sequence[Row]) -> list[list[Row]]:
    """Split the games of a round into groups in which nobody plays twice, tie-breaks in groups of their own."""
    parts: list[tuple[bool, set[str], list[Row]]] = []
    for game in games:
        seats = {game["white"], game["black"]}
        tiebreak = bool(game["tiebreak"])
        free = next((part for part in parts if part[0] == tiebreak and not part[1] & seats), None)
        if free is None:
            free = (tiebreak, set(), [])
            parts.append(free)
        free[1].update(seats)
        free[2].append(game)
    parts.sort(key=lambda part: part[0])
    return [together for _, _, together in parts]


def _sides(game: Row) -> Iterator[tuple[str, str, str, str]]:
    white, black = CODES[game["result"]]
    yield game["white"], game["black"], "w", white
    yield game["black"], game["white"], "b", black


def _column_notes(columns: Sequence[Column]) -> Iterator[Message]:
    if [column.round for column in columns] != list(range(1, len(columns) + 1)):
        for at, column in enumerate(columns, 1):
            if any(game["tiebreak"] for game in column.games):
                yield say("column {at} holds games of round {number} (tie-breaks)", at=at, number=column.round)
            else:
                yield say("column {at} holds games of round {number}", at=at, number=column.round)
    elif any(game["tiebreak"] for column in columns for game in column.games):
        rounds = [str(c.round) for c in columns if any(game["tiebreak"] for game in c.games)]
        yield counted(
            "the games of round {numbers} are tie-breaks",
            "the games of rounds {numbers} are tie-breaks",
            len(rounds),
            numbers=", ".join(rounds),
        )
    drawn = sum(game["result"] == "1/2-1/2F" for column in columns for game in column.games)
    if drawn:
        yield counted(
            "{count} drawn forfeit is written as a game of less than one move",
            "{count} drawn forfeits are written as games of less than one move",
            drawn,
        )
    if any(game.get("minutes") or game.get("minutes_black") for column in columns for game in column.games):
        yield say("games with a playing time of their own are not marked: the format has no place for it")


def _people_notes(players: Sequence[Row]) -> Iterator[Message]:
    for player in players:
        if not fits(player["player"]):
            yield say(
                "the national number {player} has more than 11 characters and was left out", player=player["player"]
            )
        if player.get("fide_id") is not None and not fits(str(player["fide_id"])):
            yield say("the FIDE number of {player} has more than 11 digits and was left out", player=player["player"])
        if len(player.get("name") or "") > 33:
            yield say("the name of {player} was cut after 33 characters", player=player["player"])


def _header(tournament: Row, players: Sequence[Row], columns: Sequence[Column], form: str) -> Iterator[str]:
    yield f"012 {tournament['name']}"
    if tournament.get("city"):
        yield f"022 {tournament['city']}"
    if tournament.get("domestic", True):
        yield f"032 {HOME}"
    yield f"042 {_day(tournament['start'])}"
    yield f"052 {_day(tournament['end'])}"
    yield f"062 {len(players)}"
    yield f"072 {sum(player.get('fide_rating') is not None for player in players)}"
    yield "082 0"
    for tag, name in (("092", "kind"), ("102", "arbiter")):
        if tournament.get(name):
            yield f"{tag} {tournament[name]}"
    yield from (f"112 {deputy}" for deputy in tournament.get("deputies", ()))
    yield f"122 {tournament.get('time_control') or _minutes(tournament['seconds'])}"
    days = [_one_day(column.games) for column in columns]
    if any(days):
        yield "132".ljust(FIXED_WIDTH) + "".join(f"  {_day(day)[2:] if day else '':8}" for day in days)
    if form == "trf26":
        yield f"142 {len(columns)}"
        yield "172 NRO"
        yield "182 Selokirja"
        yield f"222 {_encoded(tournament)}"


def _day(day: str) -> str:
    return day.replace("-", "/")


def _one_day(games: Sequence[Row]) -> str | None:
    """Return the day of a column, when all its games name the same one."""
    days = {game.get("on") for game in games}
    return days.pop() if len(days) == 1 else None


def _minutes(seconds: int) -> str:
    whole, rest = divmod(seconds, 60)
    return f"{whole} min" if not rest else f"{seconds} s"


def _encoded(tournament: Row) -> str:
    """Write record 222: stages with their base time in seconds."""
    control = tournament.get("time_control")
    if not control:
        return str(tournament["seconds"])
    stages = []
    for stage in control.replace(" ", "").replace(",", ".").split(":"):
        moves, slash, clock = stage.rpartition("/")
        base, plus, more = clock.partition("+")
        stages.append(f"{moves}{slash}{round(float(base) * 60)}{plus}{more}")
    return ":".join(stages)
