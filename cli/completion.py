"""Complete the ids of players and tournaments on a command line, for a shell."""

import os
from contextlib import closing
from typing import TYPE_CHECKING, Literal

import click

from cli.options import DEFAULT_LEDGER, is_ledger_there

if TYPE_CHECKING:
    pass


def ids(
    context: click.Context, what: Literal["person", "tournament"], start: str
) -> list[str]:
    """Return ids that begin so, straight from the ledger; nothing when there is no
    ledger.
    """
    path = (
        context.find_root().params.get("ledger")
        or os.environ.get("SELO_LEDGER")
        or DEFAULT_LEDGER
    )
    return beginning(path, what, start) if is_ledger_there(path) else []


MOST = 200  # ids that a shell is told


def beginning(
    path: str, what: Literal["person", "tournament"], start: str
) -> list[str]:
    """Return the ids that begin with a text, in order; none when the ledger cannot be
    asked, because completion never complains.
    """
    from ledger.errors import SeloError
    from ledger.store import persons
    from ledger.store.database import connect, in_words, one_state
    from projections.tables import notes

    try:
        with (
            in_words(path),
            closing(connect(path, write=False, wait=0.05)) as connection,
        ):
            asked = persons.ids_beginning if what == "person" else notes.ids_beginning
            with one_state(connection):
                return asked(connection, start, MOST)
    except SeloError:
        return []


def players(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    return ids(context, "person", incomplete)


def tournaments(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    return ids(context, "tournament", incomplete)


COMPLETED = {"person": players, "tournament": tournaments}
