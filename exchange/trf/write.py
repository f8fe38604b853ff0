"""Write a tournament as a report: TRF16, or TRF26 with its records of rounds and time
control.

Both carry a national rating record (FIN) for every player with the national number and
the rating before. What the format has no place for goes elsewhere, with a note in the
`###` lines of the file and in the answer:

    several games of a player in one round, tie-breaks   columns of their own behind the round, which is named
    a drawn forfeit                                      D D, a game of less than one move: not rated either
    an unfinished game                                   the opponent and a blank
    ids of more than 11 characters, names of more than 33   left out, cut
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exchange.text.cells import SHORT
from exchange.time_control import coded_time_control
from exchange.trf.checks import missing_facts, points_by_code
from exchange.trf.player_cells import MAX_ROUNDS
from exchange.trf.records import (
    FIXED_WIDTH,
    Records,
    fits_id_columns,
    most_common_day,
    national_row,
    player_row,
    points_text,
    team_records,
)
from exchange.trf.report import FACTS
from exchange.trf.result_columns import Column, Row, planned_columns, result_cells
from exchange.trf.rows import TrfRow as Line
from ledger.errors import Problem, Refused
from ledger.federations import HOME
from messages import Message, by_command, counted, say
from messages.results import RESULTS


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report that was written.

    text: the file. notes: what the format has no place for, in the `###` lines too.

    columns: the round of each column of results.

    lacking: what FIDE asks for in a report for rating, and is not known.
    """

    text: str
    notes: tuple[Message, ...]
    columns: tuple[int, ...]
    lacking: tuple[Message, ...]


def trf_text(
    tournament: Row, players: Sequence[Row], games: Sequence[Row], form: str = "trf26"
) -> WrittenReport:
    """Write a tournament as a report.

    `games`: as the tournament has them, with round, white, black, result, on, tiebreak.
    The tournament has id, name, time_control, domestic, `start` and `end` as YYYY-MM-DD
    and the time of a game in `seconds`; if known arbiter, deputies, and what is
    reported of it. `players` are in the order of the rows; those that are reported have
    a starting number, and what the report says of them: title, points, rank, cells. All
    others are numbered behind them, and their points are added up.

    Raised is Refused: there is no game, or there are more than 400 columns of results
    or 9999 players. `form`: trf26, or trf16, of which nothing is `lacking`.
    """
    if not games:
        message = say("{id} has no game to write", id=tournament["id"])
        raise Refused(
            Problem("nothing-to-write", message, hint=by_command("see `selo log`"))
        )

    columns = planned_columns(games, _last_bye(players))
    if len(columns) > MAX_ROUNDS or len(players) > 9999:
        message = say(
            "{columns} columns of results and {players} players do not fit a report",
            columns=len(columns),
            players=len(players),
        )
        raise Refused(
            Problem(
                "too-large",
                message,
                hint=say("at most {max_rounds} and 9999", max_rounds=MAX_ROUNDS),
            )
        )

    numbers = starting_numbers(players)
    league = tournament.get("league")
    if league is None:
        teams = Records((), ())
    else:
        teams = team_records(league, numbers, games, form)

    tournament = {
        **tournament,
        "records": [*(tournament.get("records") or ()), *teams.lines],
    }

    cells = result_cells(players, columns, numbers)
    notes = [*_column_notes(columns), *_people_notes(players), *teams.notes]
    days = _days(columns, tournament)

    lines = [*_header(tournament, players, columns, days, form)]
    worth = points_by_code([Line("162", f"162 {tournament.get('scoring') or ''}", 0)])

    for player in players:
        number, own = numbers[player["player"]], cells[player["player"]]

        points = player.get("points")
        if points is None:
            points = points_text(
                sum((worth[cell[-1]] for cell in own.values()), Fraction(0))
            )

        row = player_row(player, number, points)
        lines.append(
            row.ljust(FIXED_WIDTH)
            + "".join(own.get(at, " " * 10) for at in range(len(columns)))
        )

    lines += filter(
        None, (national_row(player, numbers[player["player"]]) for player in players)
    )
    lines += [
        text for text in tournament.get("records") or () if not text.startswith("082")
    ]
    lines += [f"### {note}" for note in notes]

    text = "".join(f"{line.rstrip()}\n" for line in lines)
    asked = tuple(missing_facts(tournament, players, days)) if form == "trf26" else ()

    return WrittenReport(
        text, tuple(notes), tuple(column.round for column in columns), asked
    )


def starting_numbers(players: Sequence[Row]) -> dict[str, int]:
    """Return the starting number of each player: the reported one, else the next behind
    all reported ones.

        Aho 2, Berg, Salo 5, Cho     Aho 2, Berg 6, Salo 5, Cho 7
    """
    numbers: dict[str, int] = {}
    for player in players:
        numbers[player["player"]] = player.get("number") or 0

    last = max(numbers.values(), default=0)
    for name, number in numbers.items():
        if not number:
            last += 1
            numbers[name] = last

    return numbers


def _last_bye(players: Sequence[Row]) -> int:
    """Return the last round in which a player has a reported cell; 0: nobody has."""
    last = 0
    for player in players:
        for number in player.get("cells") or {}:
            last = max(last, int(number))

    return last


def _column_notes(columns: Sequence[Column]) -> Iterator[Message]:
    """Say what the columns of results do not show: whose rounds they are, where these
    have other numbers, tie-breaks, drawn forfeits, games with a time of their own.

    Each is one sentence, however many games it is about, but for columns, which are
    named one by one.
    """
    if [column.round for column in columns] != list(range(1, len(columns) + 1)):
        for at, column in enumerate(columns, 1):
            if any(game["tiebreak"] for game in column.games):
                yield say(
                    "column {at} holds games of round {number} (tie-breaks)",
                    at=at,
                    number=column.round,
                )
            else:
                yield say(
                    "column {at} holds games of round {number}",
                    at=at,
                    number=column.round,
                )
    elif any(game["tiebreak"] for column in columns for game in column.games):
        rounds = [
            str(c.round) for c in columns if any(game["tiebreak"] for game in c.games)
        ]
        yield counted(
            "the games of round {numbers} are tie-breaks",
            "the games of rounds {numbers} are tie-breaks",
            len(rounds),
            numbers=", ".join(rounds),
        )

    drawn = sum(
        SHORT.issuperset(RESULTS[game["result"]].trf[0])
        for column in columns
        for game in column.games
    )
    if drawn:
        yield counted(
            "{count} drawn forfeit is written as a game of less than one move",
            "{count} drawn forfeits are written as games of less than one move",
            drawn,
        )

    if any(
        game.get("minutes") or game.get("minutes_black")
        for column in columns
        for game in column.games
    ):
        yield say(
            "games with a playing time of their own are not marked: the format has no"
            " place for it"
        )


def _people_notes(players: Sequence[Row]) -> Iterator[Message]:
    """Say which ids were left out and which names were cut, for want of columns: ids
    have 11 characters, names 33.
    """
    for player in players:
        if not fits_id_columns(player["player"]):
            yield say(
                "the national number {player} has more than 11 characters and was"
                " left out",
                player=player["player"],
            )

        if player.get("fide_id") is not None and not fits_id_columns(
            str(player["fide_id"])
        ):
            yield say(
                "the FIDE number of {player} has more than 11 digits and was left out",
                player=player["player"],
            )

        if len(player.get("name") or "") > 33:
            yield say(
                "the name of {player} was cut after 33 characters",
                player=player["player"],
            )


def _header(
    tournament: Row,
    players: Sequence[Row],
    columns: Sequence[Column],
    days: Sequence[str | None],
    form: str,
) -> Iterator[str]:
    """Write the records about the event: as reported where that is known, else as the
    ledger has them.

    days: those of the columns of results, for record 132; it is left out where none is
    known.

    form: the records 142 to 222 are written for trf26 only.
    """
    control = tournament.get("time_control") or _minutes(tournament["seconds"])
    home = HOME if tournament.get("domestic", True) else ""
    records = tournament.get("records") or ()

    rated = sum(player.get("fide_rating") is not None for player in players)
    fields = {
        "012": tournament["name"],
        "022": tournament.get("place"),
        "032": tournament.get("federation") or home,
        "042": _day(tournament["start"]),
        "052": _day(tournament["end"]),
        "062": str(len(players)),
        "072": str(rated),
        # of a tournament of teams the number is what was reported, or not known
        "082": next(
            (text[4:] for text in records if text.startswith("082")),
            "" if records else "0",
        ),
        "092": tournament.get("kind"),
        "102": tournament.get("arbiter"),
    }

    yield from (f"{tag} {text}" for tag, text in fields.items() if text)
    yield from (f"112 {deputy}" for deputy in tournament.get("deputies", ()))

    yield f"122 {tournament.get('time') or control}"

    if any(days):
        yield "132".ljust(FIXED_WIDTH) + "".join(
            f"  {_day(day)[2:] if day else '':8}" for day in days
        )

    if form == "trf26":
        yield f"142 {max(len(columns), tournament.get('rounds') or 0)}"
        time = tournament.get("time_control")
        usual = {
            "172": "NRO",
            "182": "Selokirja",
            "222": coded_time_control(time) if time else str(tournament["seconds"]),
        }
        for name, tag in FACTS.items():
            if tag > "142" and (text := tournament.get(name) or usual.get(tag)):
                yield f"{tag} {text}"


def _days(columns: Sequence[Column], tournament: Row) -> list[str | None]:
    """Return the day of each column, and where columns are rounds those of rounds that
    nobody has played yet.

    In a league it is the day of most games; elsewhere all have to name the same one.
    None: it is not known. What was reported stands in for games without a day, and a
    tournament of one day has that day.
    """
    reported: Mapping[str, str] = tournament.get("round_days") or {}
    only = tournament["start"] if tournament["start"] == tournament["end"] else None
    of_round = _one_day if tournament.get("league") is None else most_common_day
    days = [
        of_round(column.games) or reported.get(str(column.round)) or only
        for column in columns
    ]

    if columns[-1].round == len(columns):
        last = min(max(map(int, reported), default=0), MAX_ROUNDS)
        days += [
            reported.get(str(number)) for number in range(len(columns) + 1, last + 1)
        ]

    return days


def _day(day: str) -> str:
    """Write a day as 2026/01/31."""
    return day.replace("-", "/")


def _one_day(games: Sequence[Row]) -> str | None:
    """Return the day of a column, when all its games name the same one.

    games: of the column. None as well where one of them has no day.
    """
    days = {game.get("on") for game in games}
    return days.pop() if len(days) == 1 else None


def _minutes(seconds: int) -> str:
    """Write the time of a game.

    5400     90 min
    100      100 s, which is no whole minutes
    """
    whole, rest = divmod(seconds, 60)
    return f"{whole} min" if not rest else f"{seconds} s"
