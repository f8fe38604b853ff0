"""selo player add / show / find / erase."""

from typing import Any

import click

from cli.booking.one_document import dry
from cli.ids import players
from cli.options import asked, times
from cli.output import answer, fields_table, json_option, row_options, talk


@click.group("player")
@json_option
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
@click.option("--change", is_flag=True, help="Another name, birth or sex of a known player is meant.")
@dry
@json_option
def add(dry_run: bool, **fields: Any) -> None:
    """A new player, or other details of a known one.

    \b
    Examples:
        selo player add P100 --name "Virtanen, Aino" --born 2011 --sex f
        selo player add F053 --name "Aaltosuo, Samuli" --change --dry-run
    """
    from cli.booking.one_document import book_one

    book_one("player", dry_run, **fields)


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
    from projections.answers.players import details

    with asked(as_of, known_on, known_seq) as reading:
        answered = details.player(reading, player)
    values = ((field, getattr(answered.player, field)) for field in details.PlayerDetails.__struct_fields__)
    answer(answered, (f"{field}: {_text(value)}" for field, value in values if value))


def _text(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


@player_command.command("find")
@click.argument("words", nargs=-1, required=True)
@times
@row_options
def find(words: tuple[str, ...], as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Players by parts of their name, by id or FIDE id; accents and case do not matter, and mistakes are forgiven.

    \b
    Example:
        selo player find hallavuori
    """
    from ledger.answer import columns
    from projections.answers.players import details

    with asked(as_of, known_on, known_seq) as reading:
        answered = details.find(reading, " ".join(words))
    fields = columns(details.FoundPlayer)
    more = ("earlier_names", "merged_into")
    shown = [*fields, *(name for name in more if any(getattr(row, name) for row in answered.rows))]
    lines = fields_table(answered.rows, shown, shown) if answered.rows else ["nobody by that name"]
    answer(answered, lines, answered.rows, fields)


@player_command.command("erase")
@click.argument("player", shell_complete=players)
@click.option("--reason", required=True, help="Why; it stays in the log, so do not name anyone in it.")
@dry
@json_option
def erase(player: str, reason: str, dry_run: bool) -> None:
    """Name, club and FIDE id go for good, under every id of the person. No number changes.
    Backups and exports keep them, and so do the pages of `selo site` until it is run again.

    \b
    Example:
        selo player erase F012 --reason "asked for it by letter of 3 May" --dry-run
    """
    from cli.booking.one_document import book_one

    book_one("erase-person", dry_run, player=player, reason=reason)
    if not dry_run:
        talk("pages that `selo site` wrote hold the name until it is run again, and backups for good")
