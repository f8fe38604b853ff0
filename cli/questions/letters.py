"""selo letters."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.ids import players
from cli.options import asked, times
from cli.output import answer, row_options, talk
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.players.letters import Language, LettersAnswer


@click.command("letters")
@click.option("--since", required=True, metavar="LABEL|DAY", help="The list or day that the ratings are compared with.")
@click.option("--list", "list_name", type=LIST, help="Default: the first list the ledger keeps.")
@click.option("--language", type=click.Choice(["fi", "sv", "en"]), default="en", show_default=True)
@click.option("--player", shell_complete=players, help="Only this player's letter.")
@click.option("--to", "folder", metavar="FOLDER", help="A new folder, for a text file a player.")
@times
@row_options
def letters_command(
    since: str, list_name: str | None, language: "Language", player: str | None, folder: str | None,
    as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """A text for every player whose rating moved since a list or a day: what it was, what it is, which results did it.

    \b
    Example:
        selo letters --since 2025-01-01 --language fi --player F033
    """
    from ledger.answer import columns
    from projections.answers.players.letters import Letter, letters

    with asked(as_of, known_on, known_seq) as reading:
        answered = letters(reading, since, language, list_name, player)
    if folder is not None:
        _into(folder, answered)
        talk(f"{len(answered.rows)} letters are in {folder}")
        return
    answer(answered, _lines(answered), answered.rows, columns(Letter))


def _into(folder: str, answered: "LettersAnswer") -> None:
    """A text file a letter."""
    from ledger.outgoing import new_folder

    with new_folder(folder) as draft:
        for letter in answered.rows:
            (draft / f"{letter.player}.txt").write_text(f"{letter.text}\n", "utf-8")


def _lines(answered: "LettersAnswer") -> Iterator[str]:
    if not answered.rows:
        yield f"no rating moved since {answered.since}"
    for number, letter in enumerate(answered.rows):
        if number:
            yield from ("", "-" * 40, "")
        yield from letter.text.split("\n")
