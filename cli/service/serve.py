"""selo serve."""

import os

import click

from cli import options
from cli.options import clock_is_right, ledger_path, state_folder
from cli.output import talk


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets other machines ask.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that answer.")
@click.option("--four-eyes", type=click.Choice(["publish", "merge-players"]), multiple=True,
              help="Documents of this kind wait until somebody else books them; may be given again.")  # fmt: skip
@click.option("--trust-proxy", "proxies", metavar="ADDRESS", multiple=True,
              help="A proxy that is believed about whom it asks for; may be given again.")  # fmt: skip
@click.option("--base-path", default="", metavar="/PATH", help="Where a proxy has the service. Default: at the root.")
def serve_command(
    host: str, port: int, workers: int, four_eyes: tuple[str, ...], proxies: tuple[str, ...], base_path: str
) -> None:
    """Answer over HTTP: the questions of the command, as JSON and CSV, until Ctrl-C.

    \b
    Example:
        selo serve --port 8000
    """
    from audit.around.seen import look_again
    from cli.audit.keys import key_files
    from ledger.store.database import look
    from web.running import bind, evidence, serve
    from web.settings import Settings

    if base_path and not base_path.startswith("/"):
        raise click.UsageError("--base-path begins with a slash, like /ratings")
    look(ledger_path())
    _of_this_version(ledger_path())
    if clock_is_right():
        os.environ["SELO_CLOCK_IS_RIGHT"] = "1"  # its worker processes are told so too
    settings = Settings(
        ledger=ledger_path(), now=options.now, surely=evidence(), four_eyes=frozenset(four_eyes),
        trusted_proxies=proxies, base_path=base_path.rstrip("/"), keys=key_files(), seen=state_folder(),
    )  # fmt: skip
    if (problem := look_again(settings.ledger, settings.seen, options.now())) is not None:
        talk(f"warning: {problem.message}; it takes no documents - {problem.hint}")
    with bind(host, port) as listening:
        address = f"http://{host}:{listening.getsockname()[1]}{settings.base_path}"
        talk(f"serving {ledger_path()} at {address}/, and for programs at {address}/api")
        serve(settings, listening, workers)


def _of_this_version(path: str) -> None:
    """Whoever starts the service hears it, not whoever asks it."""
    from ledger.store.database import refuse_older, snapshot
    from projections.tables.schema import projected_if_any, refuse_other

    with snapshot(path) as connection:
        refuse_older(connection, path)
        refuse_other(projected_if_any(connection)[0])
