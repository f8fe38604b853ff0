"""selo player add / show / find / erase."""

import click

from cli.asking import Questions
from cli.booking.documents import player_add, player_erase
from cli.output import json_option
from cli.questions.players import player_find, player_show


@click.group("player", cls=Questions)
@json_option
def player_command() -> None:
    """Add, show, find and erase players.

    \b
    Example:
        selo player find hallavuori
    """


assert isinstance(player_command, Questions)
player_command.makers |= {"add": player_add, "show": player_show, "find": player_find, "erase": player_erase}
