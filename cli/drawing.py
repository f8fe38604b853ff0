"""--svg: the answer as a picture too."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cli.output import talk

F = TypeVar("F", bound=Callable[..., Any])


def _not_another_file(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
    """A picture may replace a picture, and nothing else: `--svg selo.db` must not cost a ledger."""
    if file is not None and file.exists():
        with file.open("rb") as there:
            if not there.read(4).startswith(b"<svg"):
                raise click.BadParameter(
                    f"{file} is not a picture, and drawing would overwrite it; choose another name."
                )
    return file


def svg_option(command: F) -> F:
    """--svg FILE."""
    kind = click.Path(dir_okay=False, path_type=Path)
    words = "Also draw the answer into this file."
    option = click.option("--svg", "svg", type=kind, metavar="FILE", help=words, callback=_not_another_file)
    return option(command)


def draw(file: Path | None, picture: Callable[[], str]) -> None:
    """Write the picture to its file; the message goes to stderr, since stdout has the answer."""
    if file is None:
        return
    # written beside its place and moved there whole, so that a full disk leaves the old picture
    draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
    try:
        draft.write_text(picture(), "utf-8")
        draft.replace(file)
    except OSError as error:
        error.filename = str(file)  # the name that was given, not that of the draft
        raise
    finally:
        draft.unlink(missing_ok=True)
    talk(f"drawn: {file}")
