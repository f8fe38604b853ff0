"""selo player add / show / find / erase."""

from typing import Any

import click

from cli import row_columns
from cli.booking.one_document import dry
from cli.ids import players
from cli.options import asked, times
from cli.output import answer, json_option, row_options, table


@click.group("player")
def player_command() -> None:
    """Add, show, find and erase players.

    \b
    Example:
        selo player find hallavuori
    """


@player_command.command("add")
@click.argument("player", shell_complete=players)
@click.option("--name", help="Needed for a new player.")
@click.option("--sex", type=click.Choice(["m", "f"]))
@click.option("--born", metavar="YEAR-OR-DAY")
@click.option("--federation", metavar="FED")
@click.option("--federation-from", metavar="DAY", help="From this day; without it, for all time.")
@click.option("--fide-id", type=int)
@click.option("--club")
@json_option
def add(**fields: Any) -> None:
    """A new player, or other details of a known one.

    \b
    Example:
        selo player add P100 --name "Virtanen, Aino" --born 2011 --sex f
    """
    from cli.booking.one_document import book_one

    book_one("player", False, **fields)


@player_command.command("show")
@click.argument("player", shell_complete=players)
@times
@json_option
def show(player: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A player's details.

    \b
    Example:
        selo player show F001
    """
    from projections.answers import careers, players

    with asked(as_of, known_on, known_seq) as reading:
        found = players.details(reading, careers.who(reading, player))
        value = {"player": found, "basis": reading.basis().as_dict()}
    answer(value, (f"{name}: {said}" for name, said in found.items() if said))


@player_command.command("find")
@click.argument("words", nargs=-1, required=True)
@times
@row_options
def find(words: tuple[str, ...], as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Players by parts of their name, by id or FIDE id; accents and case do not matter.

    \b
    Example:
        selo player find hallavuori
    """
    from projections.answers import players

    with asked(as_of, known_on, known_seq) as reading:
        rows = players.find(reading, " ".join(words))
        value = {"rows": rows, "basis": reading.basis().as_dict()}
    columns = ("player", "name", "club", "fide_id")
    lines = table(columns, [[row[c] for c in columns] for row in rows]) if rows else ["nobody by that name"]
    answer(value, lines, rows, row_columns.PLAYERS)


@player_command.command("erase")
@click.argument("player", shell_complete=players)
@click.option("--reason", required=True, help="Why; it stays in the log, so name nobody in it.")
@dry
@json_option
def erase(player: str, reason: str, dry_run: bool) -> None:
    """Name, club and FIDE id go for good, under every id of the person. No number changes.

    \b
    Example:
        selo player erase F012 --reason "asked for it by letter of 3 May" --dry-run
    """
    from cli.booking.one_document import book_one

    book_one("erase-person", dry_run, player=player, reason=reason)
