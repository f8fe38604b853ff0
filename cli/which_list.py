"""The names of the lists, as a choice. Kept apart so that `selo --help` does not import the rulebooks."""

import click

from rulebooks import LISTS

LIST = click.Choice(LISTS)


def list_and_label(argument: str | None, flag: str | None, label: str | None) -> tuple[str | None, str | None]:
    """The list by argument or by --list, and the label of a published one. A label behind --list still counts."""
    if flag is None:
        return argument, label
    if flag in LISTS:
        if argument not in (None, flag):
            raise click.UsageError(f"two lists: {argument} and --list {flag}")
        return flag, label
    if label is not None:
        raise click.UsageError(f"there is no list {flag!r}; there are {', '.join(LISTS)}")
    return argument, flag
