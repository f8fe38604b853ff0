"""selo signs: how what is worth a question reads at a command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import bold, fields_table, spoken
from cli.question_commands import question
from messages import say

if TYPE_CHECKING:
    from features.signs.answers import SignsAnswer


def _signs(answered: "SignsAnswer") -> Iterator[str]:
    """The lines of the answer: each sign under its number, then what was looked at.

    Under a sign stand what it says, how often chance brings it, what it may be, and the
    names of the tournaments of its games, each once.
    """
    what = {one.sign: one.what for one in answered.signs}
    for number, row in enumerate(answered.rows, 1):
        yield bold(
            say(
                "{number}. {sign}, {first} to {last}",
                number=number,
                sign=what[row.sign],
                first=row.first,
                last=row.last,
            )
        )
        yield from (
            f"   {spoken(words)}" for words in (row.says, row.how_often, row.may_be)
        )
        yield "   " + ", ".join(
            dict.fromkeys(event.tournament_name for event in row.rests_on)
        )
        yield ""

    if not answered.rows:
        yield say("no sign stands out")

    yield from fields_table(
        answered.signs, "what", (say("looked at"), "looked_at"), "rows"
    )


signs_command = question("features.signs.answers:Signs", text=_signs)
