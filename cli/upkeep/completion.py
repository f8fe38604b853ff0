"""selo completion."""

import click

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

    completion = get_completion_class(shell)
    assert completion is not None
    # click asks bash for its version when it prints; the script itself needs no look at the machine
    script = completion(selo, {}, "selo", "_SELO_COMPLETE")
    click.echo(script.source_template % script.source_vars())
