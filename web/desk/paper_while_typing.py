"""Answer the script that has a paper report checked while it is typed: with what saving
it would say, field by field. Nothing is kept.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from exchange.trf.typed_report import TypedReport
from ledger.errors import Problem
from messages import Message
from projections.answers.reading import Reading
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk
from web.desk.paper_checks import Odd, half_points, looks_odd
from web.desk.paper_fields import boards_of, sheet_typed_in
from web.pages.rendering import rendered
from web.questions.from_address import number_in


class Seat(NamedTuple):
    """A player in a round, by their number on the sheet."""

    round: int
    player: int


def checked_parts(at: AtDesk, reading: Reading, form: Form) -> str:
    """Check the form with the function that reads it when it is saved, and make the
    parts of its page that the check is about: what is wrong and what is odd, each with
    the name of its field, and the points of every player from the rounds.

    `Usage`: the form came without the field of its name or its first player.
    """
    typed = sheet_typed_in(form, reading)
    wrong: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in typed.problems:
        wrong[problem.where.field or ""].append(problem)

    # whoever begins with the name of the event has not left anybody out
    if not any(text for _, text in form.below("player.")):
        wrong.pop("player.1", None)

    odd: defaultdict[str, list[Message]] = defaultdict(list)
    seats = _seats(form.fields)
    for one in _odd_so_far(typed.sheet):
        if one.round is None:
            odd[f"points.{one.player}"].append(one.message)
        else:
            odd[seats[Seat(one.round, one.player)]].append(one.message)

    sums = half_points(typed.sheet) if typed.sheet.games else []
    return rendered(
        "desk/paper_while_typing.html", at.visit, wrong=wrong, odd=odd, sums=sums
    )


def _seats(fields: Mapping[str, str]) -> dict[Seat, str]:
    """Return the field in which each player stands in each round; a field in which no
    number stands is nobody's. For example:

    white.2.1 with 3, black.2.1 with 05
    {Seat(2, 3): "white.2.1", Seat(2, 5): "black.2.1"}
    """
    seats = {}
    for at, board in boards_of(fields):
        for name in (f"white.{at}.{board}", f"black.{at}.{board}"):
            player = number_in(fields.get(name, ""))
            if player is not None:
                seats[Seat(at, player)] = name
    return seats


def _odd_so_far(sheet: TypedReport) -> Iterator[Odd]:
    """Yield what is odd already. Points that the rounds do not give yet are not: until
    the last round is typed, that is everybody.
    """
    sums = half_points(sheet)

    for odd in looks_odd(sheet):
        index = odd.player - 1
        if odd.round is None and sums[index] < 2 * float(sheet.players[index].points):
            continue
        yield odd
