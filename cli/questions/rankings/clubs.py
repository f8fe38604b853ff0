"""selo clubs."""

from typing import TYPE_CHECKING

import click

from cli.options import asked, times
from cli.output import answer, fields_table, row_options, table
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.lists.clubs import ClubAnswer


@click.command("clubs")
@click.argument("club", required=False)
@click.option("--list", "list_name", type=LIST, help="Of the averages. Default: the first list the ledger keeps.")
@times
@row_options
def clubs_command(
    club: str | None, list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """Every club with its rated members and the average of its best ten; or one club with its members.

    \b
    Examples:
        selo clubs
        selo clubs "Lumikosken Sotilas" --as-of 2024-12-31
    """
    from ledger.answer import columns
    from projections.answers.lists import clubs

    if club is not None and list_name is not None:
        raise click.UsageError("--list goes with all clubs: one club is shown with every list")
    with asked(as_of, known_on, known_seq) as reading:
        if club is None:
            everyone = clubs.clubs(reading, list_name or reading.first_list())
            shown = ("club", "average", "members", "best", "best_name", "best_rating")
            lines = fields_table(everyone.rows, shown) if everyone.rows else ["no club has a rated member"]
            answer(everyone, lines, everyone.rows, columns(clubs.ClubRow))
            return
        one = clubs.club(reading, club)
    answer(one, _lines(one), one.rows, columns(clubs.ClubMember))


def _lines(one: "ClubAnswer") -> list[str]:
    average = "" if one.average is None else f", average of the best ten {one.average}"
    lists = list(one.rows[0].ratings)
    rows = [(row.player, row.name, row.federation, *(row.ratings[name] for name in lists)) for row in one.rows]
    return [f"{one.club}: members {one.members}{average}", *table(("player", "name", "federation", *lists), rows)]
