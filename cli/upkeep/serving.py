"""selo serve and site: the pages, live or as files."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import options
from cli.options import clock_is_right, key_files, ledger_path, state_folder, today
from cli.output import answer, bar, json_option, talk, warn
from messages import counted, say

if TYPE_CHECKING:
    from web.site.build import SiteAnswer


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets other machines ask.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that answer.")
@click.option("--four-eyes", metavar="WHAT", multiple=True,
              help="What somebody else has to book than who left it: a kind of document, games (of a file), moves=20 "
              "(more people move), days=365 (older than that), title-lost; may be given again.")  # fmt: skip
@click.option("--trust-proxy", "proxies", metavar="ADDRESS", multiple=True,
              help="A proxy that is believed about whom it asks for; may be given again.")  # fmt: skip
@click.option("--key", metavar="FILE", help="Sign whatever is recorded with this key, within seconds.")
@click.option("--base-path", default="", metavar="/PATH", help="Where a proxy has the service. Default: at the root.")
def serve_command(
    host: str,
    port: int,
    workers: int,
    four_eyes: tuple[str, ...],
    proxies: tuple[str, ...],
    key: str | None,
    base_path: str,
) -> None:
    """Answer over HTTP: the questions of the command, as JSON and CSV, until Ctrl-C.

    \b
    Example:
        selo serve --port 8000
    """
    from audit.seen import look_again
    from ledger.store.database import look
    from web.kept.four_eyes import FourEyes
    from web.running import bind, evidence, serve
    from web.settings import Settings

    if base_path and not base_path.startswith("/"):
        raise click.UsageError(say("--base-path begins with a slash, like /ratings"))
    FourEyes.of(four_eyes)
    look(ledger_path())
    _of_this_version(ledger_path())
    if clock_is_right():
        os.environ["SELO_CLOCK_IS_RIGHT"] = "1"  # its worker processes are told so too
    settings = Settings(
        ledger=ledger_path(), now=options.now, surely=evidence(), four_eyes=frozenset(four_eyes),
        trusted_proxies=proxies, base_path=base_path.rstrip("/"), keys=key_files(), seen=state_folder(),
        signing_key="" if key is None else os.path.abspath(key),
    )  # fmt: skip
    if (problem := look_again(settings.ledger, settings.seen, options.now())) is not None:
        warn(say("{sentence}; it takes no documents - {hint}", sentence=problem.message, hint=problem.hint))
    with bind(host, port) as listening:
        address = f"http://{host}:{listening.getsockname()[1]}{settings.base_path}"
        talk(say("serving {ledger} at {address}/, and for programs at {address}/api", ledger=ledger_path(),
                 address=address))  # fmt: skip
        if key is not None:
            _sign_with(key, settings.seen)
        serve(settings, listening, workers)


def _sign_with(key: str, seen: str) -> None:
    """A thread of the process that the others are started by: it ends with it."""
    import threading

    from audit.checkpoint import keep_signed, origin_of
    from audit.signing import public_key

    public_key(key, origin_of(ledger_path()))  # a key that is none is heard of at once
    arguments = (ledger_path(), key, seen, options.now, warn)
    threading.Thread(target=keep_signed, args=arguments, daemon=True).start()


def _of_this_version(path: str) -> None:
    """Refuse to serve a ledger of another version, so that the person who starts the service hears it, not those who
    ask it.
    """
    from ledger.store.database import refuse_older, snapshot
    from projections.tables.schema import projected_if_any, refuse_other

    with snapshot(path) as connection:
        refuse_older(connection, path)
        refuse_other(projected_if_any(connection)[0])


@click.command("site")
@click.argument("folder")
@json_option
def site_command(folder: str) -> None:
    """Write the public pages into a folder, for web space where nothing runs.

    In Finnish, Swedish and English, with links from file to file, a search index and a feed. Run again, it writes only
    what changed. It never overwrites a file that it did not make.

    \b
    Example:
        selo site public
    """
    from web.site.build import site

    with bar(say("writing")) as progress:
        answered = site(ledger_path(), folder, today(), progress)
    answer(answered, _lines(answered))


def _lines(answered: "SiteAnswer") -> Iterator[str]:
    yield counted("{folder}: {count} file up to event {seq}, as of {as_of}",
                  "{folder}: {count} files up to event {seq}, as of {as_of}", answered.files, folder=answered.folder,
                  seq=answered.seq, as_of=answered.as_of)  # fmt: skip
    yield say("written {written}, removed {removed}", written=answered.written, removed=answered.removed)
