"""Shell completion: the script, and the quick look-up of ids behind it."""

import click

from cli.options import DEFAULT_LEDGER

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print the completion script of a shell; put it where your shell reads it.

    \b
    Example:
        selo completion bash
    """
    from click.shell_completion import get_completion_class

    from cli.main import selo

    found = get_completion_class(shell)
    assert found is not None
    # click asks bash for its version when it prints; the script itself needs no look at the machine
    script = found(selo, {}, "selo", "_SELO_COMPLETE")
    click.echo(script.source_template % script.source_vars())


def ids(context: click.Context, table: str, start: str) -> list[str]:
    """Ids that begin so, straight from the ledger; silence when there is none."""
    import os

    path = context.find_root().params.get("ledger") or os.environ.get("SELO_LEDGER") or DEFAULT_LEDGER
    if not os.path.exists(path):
        return []
    from projections.answers.prefixes import beginning

    return beginning(path, table, start)


def players(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return ids(context, "person", incomplete)


def tournaments(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return ids(context, "tournament", incomplete)
