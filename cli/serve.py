"""selo serve: the service, until it is told to stop.

Each option may stand in the table [serve] of selo.toml beside the ledger, and in the
environment: `SELO_SERVE_PORT=8000`. What stands on the line wins, then the environment,
then the file.
"""

import os
from functools import partial
from ipaddress import ip_address
from typing import Any

import click

from cli import options
from cli.command_frames import command, option
from cli.options import clock_is_right, key_files, ledger_path, state_folder
from cli.output import talk, warn
from messages import say


def setting(
    name: str, parameter: str = "", *, default: object = None, **more: Any
) -> click.Option:
    """Make an option that the environment and selo.toml state too.

    name       the option: `--cache-mb`; in the file it is `cache_mb`
    parameter  the name of the function's parameter, where it is another one
    default    what holds when nobody says anything
    """
    key = name.strip("-").replace("-", "_")
    names = (name, parameter) if parameter else (name,)
    return option(
        *names,
        envvar=f"SELO_SERVE_{key.upper()}",
        show_envvar=True,
        default=partial(_stated, key, default),
        **more,
    )


def _stated(key: str, default: object) -> object:
    """Return what selo.toml beside the ledger states; else the default."""
    from desk.service_defaults import service_defaults

    stated = getattr(service_defaults(ledger_path()), key)
    return default if stated is None else stated


@command(
    "selo serve --port 8000",
    setting(
        "--host",
        default="127.0.0.1",
        help=(
            "0.0.0.0 lets other machines ask, through a proxy: `selo help proxy`."
            " Default: 127.0.0.1."
        ),
    ),
    setting(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        help="Default: 8000; 0 takes one that is free.",
    ),
    setting(
        "--workers",
        type=click.IntRange(1, 64),
        default=1,
        help="Processes that answer. Default: 1.",
    ),
    setting(
        "--four-eyes",
        metavar="WHAT",
        multiple=True,
        default=(),
        help=(
            "What somebody else has to book than who left it: a kind of document, games"
            " (of a file), moves=20 (more people move), days=365 (older than that),"
            " title-lost; may be given again."
        ),
    ),
    setting(
        "--behind-proxy",
        "proxies",
        metavar="ADDRESS",
        multiple=True,
        default=(),
        help=(
            "A proxy in front, which is believed about whom it asks for; may be given"
            " again."
        ),
    ),
    setting(
        "--cache-mb",
        type=click.IntRange(0, 4096),
        default=16,
        help="Memory for answers that each process keeps to give them again, in MiB. Default: 16.",
    ),
    setting(
        "--key",
        metavar="FILE",
        help="Sign whatever is recorded with this key, within seconds.",
    ),
    setting(
        "--office",
        default="",
        metavar="TEXT",
        help=(
            "How people reach the office otherwise; it stands where they say that"
            " something is wrong."
        ),
    ),
    setting(
        "--base-path",
        default="",
        metavar="/PATH",
        help="Where a proxy has the service. Default: at the root.",
    ),
    as_json=False,
)
def serve_command(
    host: str,
    port: int,
    workers: int,
    four_eyes: tuple[str, ...],
    proxies: tuple[str, ...],
    cache_mb: int,
    key: str | None,
    office: str,
    base_path: str,
) -> None:
    """Answer over HTTP: the questions of the command, as JSON and CSV, until Ctrl-C.

    Each option may also stand in the environment, or in the table [serve] of selo.toml
    beside the ledger, by its name: cache_mb = 64.
    """
    from audit.machine import look_again
    from ledger.store.database import look
    from web import Settings
    from web.running import bind, evidence, serve
    from web.store.four_eyes import FourEyes

    if base_path and not base_path.startswith("/"):
        raise click.UsageError(say("--base-path begins with a slash, like /ratings"))
    FourEyes.of(four_eyes)
    look(ledger_path())
    _of_this_version(ledger_path())
    if clock_is_right():
        os.environ["SELO_CLOCK_IS_RIGHT"] = "1"  # its worker processes are told so too
    settings = Settings(
        ledger=ledger_path(),
        now=options.now,
        surely=evidence(),
        four_eyes=frozenset(four_eyes),
        trusted_proxies=proxies,
        cache_bytes=cache_mb * 2**20,
        base_path=base_path.rstrip("/"),
        keys=key_files(),
        seen=state_folder(),
        signing_key="" if key is None else os.path.abspath(key),
        office=office,
    )
    problem = look_again(settings.ledger, settings.seen, options.now())
    if problem is not None:
        warn(
            say(
                "{sentence}; it takes no documents - {hint}",
                sentence=problem.message,
                hint=problem.hint,
            )
        )
    with bind(host, port) as listening:
        address = f"http://{host}:{listening.getsockname()[1]}{settings.base_path}"
        talk(
            say(
                "serving {ledger} at {address}/, and for programs at {address}/api",
                ledger=ledger_path(),
                address=address,
            )
        )
        reached_at = ip_address(listening.getsockname()[0])
        if not proxies and not reached_at.is_loopback:
            warn(
                say(
                    "other machines reach the service, and no proxy is in front of it"
                    " - see `selo help proxy`"
                )
            )
        if key is not None:
            _sign_with(key, settings.seen)
        serve(settings, listening, workers)


def _sign_with(key: str, seen: str) -> None:
    """Sign in a thread of the process that the others are started by: it ends with it."""
    import threading

    from audit.checkpoint import keep_signed, origin_of
    from audit.signing import public_key

    public_key(key, origin_of(ledger_path()))  # a key that is none is heard of at once
    arguments = (ledger_path(), key, seen, options.now, warn)
    threading.Thread(target=keep_signed, args=arguments, daemon=True).start()


def _of_this_version(path: str) -> None:
    """Refuse to serve a ledger of another version, so that the person who starts the
    service is told, not those who ask it.
    """
    from ledger.store.database import snapshot
    from projections.tables.schema import refuse_another_version

    with snapshot(path) as connection:
        refuse_another_version(connection, path)
