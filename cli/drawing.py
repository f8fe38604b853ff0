"""--svg: the answer as a picture too."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.output import talk

F = TypeVar("F", bound=Callable[..., Any])


def svg_option(command: F) -> F:
    """--svg FILE."""
    kind = click.Path(dir_okay=False, path_type=Path)
    option = click.option("--svg", "svg", type=kind, metavar="FILE", help="Also draw the answer into this file.")
    return option(command)


def draw(file: Path | None, picture: Callable[[], str]) -> None:
    """Write the picture to its file; the message goes to stderr, since stdout has the answer."""
    if file is None:
        return
    file.write_text(picture(), "utf-8")
    talk(f"drawn: {file}")
