"""Check what a report states twice. Differences are warnings: the cells decide, not the
printed sums.

And of what a written one lacks: the fields that TRF26 calls mandatory and FIDE asks for
in a report for rating.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exchange.text.cells import BLANK, Bye, Cell
from exchange.text.notes import Notes
from exchange.trf.player_cells import cell_column
from exchange.trf.report import Header, Player
from exchange.trf.rows import TrfRow
from messages import NOTHING, Message, counted, say

_HALF = Fraction(1, 2)
_POINTS = (
    dict.fromkeys("1+WFU", Fraction(1))
    | dict.fromkeys("=DH", _HALF)
    | dict.fromkeys("0-LZ ", Fraction(0))
)
# Which codes a symbol of record 162, or an engine's tag, gives the points of.
_SYMBOLS = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "Z- ", "P": "U"}
_ENGINE = {
    "BBW": "1+WF",
    "BBD": "=DH",
    "BBL": "0L",
    "BBZ": "Z ",
    "BBF": "-",
    "BBU": "U",
}
_SYMBOL = re.compile(r"\b([WDLAP])\s*([0-9]{1,2}(?:\.[0-9])?)")
_ENGINE_POINTS = re.compile(r"\s*([0-9]{1,2}(?:\.[0-9])?)\s*")


def points_by_code(rows: Iterable[TrfRow]) -> dict[str, Fraction]:
    """Return the points of each code: 1, 1/2, 0, or what record 162 and the engines' BB
    tags put in their place.

        162 W 3.0 D 1.0    1 + W F bring 3, = D H bring 1, and U brings 3 as well
        BBU 0.5            U brings half a point
    """
    worth = dict(_POINTS)
    for row in rows:
        text = row.text[3:]
        if row.tag == "162":
            stated = {}
            for symbol, value in _SYMBOL.findall(text):
                stated[symbol] = Fraction(value)

            # a bye of the pairing is worth a win unless it is said otherwise
            if "W" in stated:
                stated.setdefault("P", stated["W"])
            for symbol, points in stated.items():
                worth |= dict.fromkeys(_SYMBOLS[symbol], points)
        elif row.tag in _ENGINE:
            match = _ENGINE_POINTS.fullmatch(text)
            if match is not None:
                worth |= dict.fromkeys(_ENGINE[row.tag], Fraction(match[1]))

    return worth


def check_points(
    players: Sequence[Player],
    cells: Iterable[Cell],
    worth: dict[str, Fraction],
    notes: Notes,
) -> None:
    """Warn where printed points differ from the cells: they can include byes and board
    forfeits that no cell shows.

    worth: the points of each code. Players without printed points are not looked at.
    """
    sums: dict[int, Fraction] = {}
    for cell in cells:
        # a blank with an opponent is a game still to come, not an absence
        is_to_come = bool(cell.opponent) and cell.code == BLANK
        gained = Fraction(0) if is_to_come else worth[cell.code]
        before = sums.get(cell.player, Fraction(0))
        sums[cell.player] = before + gained

    for player in players:
        made = sums.get(player.number, Fraction(0))
        if player.points is not None and player.points != made:
            message = say(
                "number {player} has {printed} points in the file; the results give {sum}",
                player=player.number,
                printed=_decimal(player.points),
                sum=_decimal(made),
            )
            hint = say(
                "the results are rated; look for a bye or forfeit that they hide"
            )
            notes.warn("trf-points-differ", message, hint, player.line, "points", 81)


def _decimal(value: Fraction) -> str:
    """Write points for a sentence: 2.5, 3.0, 2.25."""
    return f"{float(value):.2f}".rstrip("0").ljust(3, "0")


def check_numbers(
    players: Sequence[Player], cells: Sequence[Cell], notes: Notes
) -> None:
    """Refuse gaps in the starting numbers until rounds show that nobody played with the
    missing one.

    Without a single result nothing shows that a row is not simply lost; after that gaps
    are legal.
    """
    if any(cell.opponent or cell.code != BLANK for cell in cells):
        return

    numbers = {player.number: player for player in players}
    last = max(numbers, default=0)
    missing = [number for number in range(1, last) if number not in numbers]
    if missing:
        behind = [number for number in numbers if number > missing[0]]
        after = numbers[min(behind)]

        if len(missing) == 1:
            message = say(
                "starting number {number} is missing, and no round shows that nobody"
                " has it",
                number=missing[0],
            )
        else:
            message = say(
                "starting number {number} and {count} more are missing, and no round"
                " shows that nobody has them",
                number=missing[0],
                count=len(missing) - 1,
            )

        hint = say("add the row, or number the players without a gap")
        notes.refuse(
            "trf-missing-starting-number",
            message,
            hint,
            after.line,
            "starting number",
            5,
        )


def check_rounds(cells: Iterable[Cell], declared: int | None, notes: Notes) -> None:
    """Refuse more results than rounds, for either is wrong; absences beyond the end are
    only a warning.

    declared: the number of rounds that the file states; None or 0: it states none, and
    nothing is checked.
    """
    for cell in cells:
        if declared and cell.round > declared and (cell.opponent or cell.code != BLANK):
            message = counted(
                "{player} has a result in round {number}, but the file declares {count}"
                " round",
                "{player} has a result in round {number}, but the file declares {count}"
                " rounds",
                declared,
                player=cell.player,
                number=cell.round,
            )
            where = cell.line, f"round {cell.round}", cell_column(cell.round)
            if cell.opponent or cell.code not in "Z-":
                hint = say(
                    "correct the number of rounds (142 or XXR) or remove the column"
                )
                notes.refuse("trf-too-many-results", message, hint, *where)
            else:
                notes.warn("trf-empty-round", message, NOTHING, *where)


def check_ids(players: Sequence[Player], notes: Notes) -> None:
    """Warn of odd ids; ids never merge people here, so the officer looks at them.

    They are: one id in two rows, an id with letters, and ids of fewer than six digits,
    which may be national ones.
    """
    known: dict[str, Player] = {}
    short = [
        player
        for player in players
        if player.id_text and len(player.id_text.lstrip("0")) < 6
    ]

    for player in players:
        if not player.id_text:
            continue
        first = known.setdefault(player.id_text, player)
        if first is not player:
            message = say(
                "{player} has the same id as {other} (line {line})",
                player=player.number,
                other=first.number,
                line=first.line,
            )
            notes.warn(
                "trf-same-id",
                message,
                say("they stay two people; correct the id"),
                player.line,
                "id",
                58,
            )

        if not (player.id_text.isascii() and player.id_text.isdigit()):
            message = say(
                "{player} has an id that is not a number", player=player.number
            )
            notes.warn("trf-id-not-a-number", message, NOTHING, player.line, "id", 58)

    if short:
        message = say(
            "{count} ids have fewer than 6 digits, first that of {number}",
            count=len(short),
            number=short[0].number,
        )
        hint = say("are they local or national numbers? state which")
        notes.warn("trf-short-ids", message, hint, short[0].line, "id", column=58)


def check_declared(
    header: Header,
    rows: Sequence[TrfRow],
    players: int,
    byes: Iterable[Bye],
    notes: Notes,
) -> None:
    """Compare the number of players, and of byes, with what the report itself states.

    players: how many rows there are. More than one bye of the pairing (U) in a round is
    told of too: only one player can be left over.
    """
    declared = re.match(r"[0-9]{1,5}", header.declared_players)
    if declared and int(declared.group()) != players:
        line = next((row.line for row in rows if row.tag == "062"), None)
        message = counted(
            "record 062 says {stated}, the file has {count} row",
            "record 062 says {stated}, the file has {count} rows",
            players,
            stated=header.declared_players,
        )
        notes.warn("trf-player-count", message, line=line, field="062", column=5)

    allocated = Counter(bye.round for bye in byes if bye.code == "U")
    for number, count in sorted(allocated.items()):
        if count > 1:
            message = say(
                "round {number} has {count} pairing-allocated byes; at most one is"
                " allowed",
                number=number,
                count=count,
            )
            notes.warn("trf-several-byes", message, field=f"round {number}")


Written = Mapping[str, Any]  # a row that is written
SHOWN = 3


def missing_facts(
    tournament: Written, players: Sequence[Written], days: Sequence[str | None]
) -> Iterator[Message]:
    """Name each field that FIDE asks for and is not known.

    tournament, players: as they are written. days: those of the columns of results;
    None: not known.
    """
    if not tournament.get("place"):
        yield say("FIDE asks for the city (022), which is not known here")

    if not (tournament.get("federation") or tournament.get("domestic", True)):
        yield say(
            "FIDE asks for the federation of the tournament (032), which is not known"
            " here"
        )
    if not tournament.get("arbiter"):
        yield say("FIDE asks for the chief arbiter (102), who is not known here")

    without_day = [str(number) for number, day in enumerate(days, 1) if day is None]
    if without_day:
        yield counted(
            "FIDE asks for the day of each round (132), which is not known of round"
            " {numbers}",
            "FIDE asks for the day of each round (132), which is not known of rounds"
            " {numbers}",
            len(without_day),
            numbers=", ".join(without_day),
        )

    yield from _missing_facts_of_players(players)
    if not tournament.get("system"):
        yield say(
            "for norms and titles FIDE asks for the type of the tournament as a code"
            " (192), not known here"
        )
    if not tournament.get("tie_breaks"):
        yield say(
            "for norms and titles FIDE asks for the tie-breaks (202), which are not"
            " known here"
        )


def _missing_facts_of_players(players: Sequence[Written]) -> Iterator[Message]:
    """Say how many have no FIDE number, the first three by name, or no final rank: FIDE
    asks for both of everybody.
    """
    unknown = [player["player"] for player in players if player.get("fide_id") is None]
    if unknown:
        yield counted(
            "FIDE asks for a FIDE number of everybody, and {count} player has none"
            " ({players})",
            "FIDE asks for a FIDE number of everybody, and {count} players have none"
            " ({players})",
            len(unknown),
            players=", ".join(
                [*unknown[:SHOWN], *(["..."] if len(unknown) > SHOWN else [])]
            ),
        )

    unranked = sum(not player.get("rank") for player in players)
    if unranked:
        yield counted(
            "FIDE asks for a final rank of everybody, and {count} player has none",
            "FIDE asks for a final rank of everybody, and {count} players have none",
            unranked,
        )
