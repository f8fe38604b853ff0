"""selo best: how the best of a list, and of each club, read at a command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.command_frames import group
from cli.output import bold, fields_table, signed, table_of_rows
from cli.question_commands import question
from messages import say

if TYPE_CHECKING:
    from features.best.answers import BestAnswer, ClubAnswer


_clubs = table_of_rows(
    say("no club has a rated member"),
    "club average members best best_name best_rating",
)


def _club(one: "ClubAnswer") -> list[str]:
    """Say how many members a club has and how strong its best are, then a row for each
    with the rating on every list.
    """
    known = {"club": one.club, "members": one.members}
    head = say("{club}: members {members}", **known)
    if one.average is not None:
        head = say(
            "{club}: members {members}, average of the best ten {average}",
            average=one.average,
            **known,
        )
    ratings = [
        (name, lambda row, name=name: row.ratings[name]) for name in one.rows[0].ratings
    ]
    return [head, *fields_table(one.rows, "player name federation", *ratings)]


def _best(answered: "BestAnswer") -> Iterator[str]:
    """Print the three tables of records, each below its heading."""
    gain = ("gain", lambda row: signed(row.gain))
    yield bold(say("highest ratings"))
    yield from fields_table(answered.peaks, "player name rating on")
    yield ""
    yield bold(say("biggest gains in a calendar year"))
    yield from fields_table(answered.years, "player name year before after", gain)
    yield ""
    yield bold(say("longest runs of gains"))
    yield from fields_table(
        answered.runs,
        "player name",
        ("tournaments", "length"),
        ("from", "first_day"),
        ("to", "last_day"),
        gain,
    )


ANSWERS = "features.best.answers"
best_command = group(
    "The highest ratings of a list, the biggest gains and the longest runs of them; and"
    " every club with how strong it is.",
    "selo best list selo --top 3",
    {
        "clubs": question(
            f"{ANSWERS}:Clubs",
            f"{ANSWERS}:Club",
            text={"Clubs": _clubs, "Club": _club},
        ),
        "list": question(f"{ANSWERS}:Best", text=_best),
    },
)
