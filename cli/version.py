"""`selo --version`, also as JSON."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cli.output import chosen_format

F = TypeVar("F", bound=Callable[..., Any])


def _print_and_leave(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    """Not before the other options are read: --json counts on either side."""
    if not asked:
        return
    from importlib.metadata import version

    number = version("selokirja")
    click.echo(f'{{"version": "{number}"}}' if chosen_format() == "json" else f"selo, version {number}")
    context.exit()


def version_option(command: F) -> F:
    option = click.option("--version", is_flag=True, expose_value=False, callback=_print_and_leave,
                          help="Show the version and exit.")  # fmt: skip
    return option(command)
