"""Shell completion of ids, straight from the ledger."""

from typing import Literal

import click

from cli.options import DEFAULT_LEDGER, is_there


def ids(context: click.Context, what: Literal["person", "tournament"], start: str) -> list[str]:
    """Ids that begin so, straight from the ledger; nothing when there is no ledger."""
    import os

    path = context.find_root().params.get("ledger") or os.environ.get("SELO_LEDGER") or DEFAULT_LEDGER
    if not is_there(path):
        return []
    from projections.answers.prefixes import beginning

    return beginning(path, what, start)


def players(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return ids(context, "person", incomplete)


def tournaments(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return ids(context, "tournament", incomplete)
