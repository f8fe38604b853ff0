"""selo list agree: how what is found reads at a command line."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import fields_table, signed, word
from cli.question_commands import question
from messages import counted, listed_names, say

if TYPE_CHECKING:
    from features.agree.answers import Agreement

MOST_SHOWN = 3  # tournaments, of all and of a row


def _agreement(answered: "Agreement") -> Iterator[str]:
    """Say how many numbers are the same, how many differ for which reason, then the
    tournaments that explain most and a row for each difference.

    The differences are theirs minus ours, with a sign. No more than three tournaments
    are named, of all and of a row.
    """
    from features.agree.answers import REASONS

    yield counted(
        "{same} of the {count} number on the published list is the same here",
        "{same} of the {count} numbers on the published list are the same here",
        answered.people,
        same=answered.same,
    )
    for why, count in answered.reasons.items():
        yield say(
            "  {count}  {why}: {meaning}",
            count=count,
            why=word(why),
            meaning=REASONS[why],
        )

    if answered.tournaments:
        yield from (
            "",
            *fields_table(answered.tournaments[:MOST_SHOWN], "tournament players"),
        )
    if answered.rows:
        yield from (
            "",
            *fields_table(
                answered.rows,
                "line player name theirs ours",
                ("difference", lambda row: signed(row.difference)),
                "their_games our_games",
                ("why", lambda row: word(row.why)),
                ("tournaments", lambda row: listed_names(row.tournaments, MOST_SHOWN)),
            ),
        )


list_agree_command = question("features.agree.answers:Agree", text=_agreement)
