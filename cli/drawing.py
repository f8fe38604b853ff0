"""--svg: the same answer as a picture."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.output import talk

F = TypeVar("F", bound=Callable[..., Any])


def svg_option(command: F) -> F:
    """--svg FILE."""
    kind = click.Path(dir_okay=False, path_type=Path)
    option = click.option("--svg", "svg", type=kind, metavar="FILE", help="Draw it into this file, too.")
    return option(command)


def draw(file: Path | None, picture: Callable[[], str]) -> None:
    """The picture into its file; said on stderr, since stdout is the answer's."""
    if file is None:
        return
    file.write_text(picture(), "utf-8")
    talk(f"drawn: {file}")
