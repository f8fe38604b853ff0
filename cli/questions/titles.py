"""selo titles."""

import click

from cli import row_columns
from cli.ids import players
from cli.options import a_day, asked, times
from cli.output import answer, row_options, table


@click.command("titles")
@click.argument("player", shell_complete=players, required=False)
@click.option(
    "--earned-since",
    callback=a_day,
    metavar="DAY",
    help="Only those reached on this day or later, and still supported.",
)
@times
@row_options
def titles_command(
    player: str | None, earned_since: str | None, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """Titles: held, earned (M awaiting confirmation), or no longer supported after a correction.

    \b
    Example:
        selo titles --earned-since 2025-01-01
    """
    from projections.answers.honours import titles

    with asked(as_of, known_on, known_seq) as reading:
        value = titles(reading, player, earned_since)
    columns = ("player", "name", "title", "status", "on", "tournament", "game")
    rows = [[row.get(c) for c in columns] for row in value["rows"]]
    lines = table(columns, rows) if rows else ["no titles"]
    for row in value["rows"]:
        if row.get("event"):
            event = row["event"]
            lines.append(f"{row['title']} of {row['player']} lost its ground with seq {row['seq']}: "
                         f"{event['kind']} {event['target']} {event['reason'] or ''}".rstrip())  # fmt: skip
    answer(value, lines, value["rows"], row_columns.TITLES)
