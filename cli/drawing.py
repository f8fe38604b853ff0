"""--svg: the answer as a picture too."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.output import talk
from messages import say

# how each picture of ours begins
_OURS = re.compile(rb"<svg xmlns='[^']+' width='\d+' height='\d+' viewBox='[0-9 ]+' class='chart'")
F = TypeVar("F", bound=Callable[..., Any])


def _not_another_file(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """Refuse to overwrite anything but a picture drawn before: `--svg selo.db` must not cost a ledger."""
    if file is not None and file.exists():
        if not file.is_file():
            raise click.BadParameter(say("{file} is not a file.", file=file))
        with file.open("rb") as there:
            if not _OURS.match(there.read(200)):
                raise click.BadParameter(say(
                    "{file} is not a picture of this program, and drawing would overwrite it; choose another name.",
                    file=file,
                ))  # fmt: skip
    return file


def svg_option(command: F) -> F:
    """Add --svg FILE to a command."""
    kind = click.Path(dir_okay=False, path_type=Path)
    words = "Also draw the answer into this file."
    option = click.option("--svg", "svg", type=kind, metavar="FILE", help=words, callback=_not_another_file)
    return option(command)


def draw(file: Path | None, picture: Callable[[], str]) -> None:
    """Write the picture to its file; the message goes to stderr, since stdout has the answer."""
    if file is None:
        return
    from ledger.outgoing import write_again

    try:
        write_again(str(file), picture().encode())
    except OSError as error:
        error.filename = str(file)  # the name that was given, not that of the draft
        raise
    talk(say("drawn: {file}", file=file))
