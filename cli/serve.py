"""selo serve: run the service until it is told to stop.

Each option can also be set in the table [serve] of selo.toml beside the ledger, and in
the environment: `SELO_SERVE_PORT=8000`. The command line wins over the environment, and
the environment over the file.
"""

import os
import secrets
import socket
from contextlib import suppress
from functools import partial
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.command_frames import command, option
from cli.options import (
    clock_is_right,
    forget_seen_ledger,
    is_ledger_there,
    key_files,
    ledger_path,
    state_folder,
)
from cli.output import talk, warn
from ledger.errors import Problem, Refused, SeloError
from messages import say

if TYPE_CHECKING:
    from web import Settings


_VARIABLE = "SELO_SERVE_"  # what the variables of the settings begin with
_STATED = "selo.stated"  # in the context: what the file states, read once


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
        envvar=f"{_VARIABLE}{key.upper()}",
        show_envvar=True,
        default=partial(_stated, key, default),
        **more,
    )


def _stated(key: str, default: object) -> object:
    """Return what selo.toml beside the ledger states; else the default."""
    from desk.service_defaults import service_defaults

    meta = click.get_current_context().meta
    if _STATED not in meta:
        meta[_STATED] = service_defaults(ledger_path())
    stated = getattr(meta[_STATED], key)
    return default if stated is None else stated


_SETTINGS = (
    setting(
        "--host",
        default="127.0.0.1",
        help=(
            "The address to listen on: 0.0.0.0 lets other machines reach the service; put"
            " a proxy in front (`selo help proxy`). Default: 127.0.0.1."
        ),
    ),
    setting(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        help="The port to listen on; 0 takes a free one. Default: 8000.",
    ),
    setting(
        "--workers",
        type=click.IntRange(1, 64),
        default=1,
        help="How many processes answer. Default: 1.",
    ),
    setting(
        "--four-eyes",
        metavar="WHAT",
        multiple=True,
        default=(),
        help=(
            "What a second person has to book: a kind of document, games (every file of"
            " games), moves=20 (ratings of more than 20 people move), days=365 (entries of"
            " more than 365 days ago), title-lost (a title is taken away). You can repeat"
            " the option."
        ),
    ),
    setting(
        "--behind-proxy",
        "proxies",
        metavar="ADDRESS",
        multiple=True,
        default=(),
        help=(
            "The address of the proxy in front; the service believes what it says about"
            " where a request comes from. You can repeat the option."
        ),
    ),
    setting(
        "--cache-mb",
        type=click.IntRange(0, 4096),
        default=16,
        help=(
            "The memory, in MiB, for answers that each process keeps and gives again."
            " Default: 16."
        ),
    ),
    setting(
        "--memory-mb",
        type=click.IntRange(128, 65536),
        help=(
            "The memory, in MiB, that each process may take; when one takes more, all of"
            " them are replaced, one after another, at most every ten minutes. Default:"
            " as much as they need."
        ),
    ),
    setting(
        "--key",
        metavar="FILE",
        help="Sign what is recorded with this key, within seconds.",
    ),
    setting(
        "--office",
        default="",
        metavar="TEXT",
        help=(
            "How else people can reach the office; the page on which they report a mistake"
            " shows it."
        ),
    ),
    setting(
        "--backups",
        metavar="FOLDER",
        help="The folder that backups are written to; the metrics tell how old the newest is.",
    ),
    setting(
        "--base-path",
        default="",
        metavar="/PATH",
        help="The path below which a proxy serves it. Default: the root.",
    ),
)


@command(
    "selo serve --port 8000",
    *_SETTINGS,
    as_json=False,
)
def serve_command(
    host: str,
    port: int,
    workers: int,
    four_eyes: tuple[str, ...],
    proxies: tuple[str, ...],
    cache_mb: int,
    memory_mb: int | None,
    key: str | None,
    office: str,
    backups: str | None,
    base_path: str,
) -> None:
    """Run the service: pages, and the questions of the command over HTTP, until Ctrl-C.

    If there is no ledger yet, it prints the link of a page that makes one.

    You can also set each option in the environment, or in the table [serve] of
    selo.toml beside the ledger, by its name: cache_mb = 16. The table [mail] names the
    mail server to send with.
    """
    from audit.signing import public_key
    from desk.mail_server import mail_server
    from ledger.store.database import look
    from web import Settings
    from web.memory import resident_bytes
    from web.running import bind, evidence, serve
    from web.store.four_eyes import FourEyes

    if base_path and not base_path.startswith("/"):
        raise click.UsageError(say("--base-path begins with a slash, like /ratings"))
    FourEyes.from_words(four_eyes)
    _refuse_unknown_variables()
    _refuse_no_addresses(proxies)

    if memory_mb is not None and resident_bytes() is None:
        raise click.UsageError(
            say("this system does not tell how much memory a process takes (memory_mb)")
        )

    if key is not None:
        public_key(
            key, ""
        )  # a file that is no key is refused before anything is served

    path = ledger_path()
    if is_ledger_there(path):
        look(path)
        _refuse_other_version(path)
    if clock_is_right():
        os.environ["SELO_CLOCK_IS_RIGHT"] = "1"  # its worker processes are told so too

    settings = Settings(
        ledger=path,
        now=options.now,
        surely=evidence(),
        four_eyes=frozenset(four_eyes),
        trusted_proxies=proxies,
        cache_bytes=cache_mb * 2**20,
        memory_bytes=(memory_mb or 0) * 2**20,
        base_path=base_path.rstrip("/"),
        keys=key_files(),
        seen=state_folder(),
        signing_key="" if key is None else os.path.abspath(key),
        office=office,
        backups="" if backups is None else os.path.abspath(backups),
        mail=mail_server(path, os.environ) is not None,
    )
    with bind(host, port) as listening:
        named = f"[{host}]" if ":" in host else host  # a colon only IPv6 has
        address = f"http://{named}:{listening.getsockname()[1]}{settings.base_path}"
        if not is_ledger_there(path) and not _make_in_browser(
            settings, listening, address
        ):
            return

        _warn_of_another_ledger(settings)
        talk(
            say(
                "serving {ledger} at {address}/, and for programs at {address}/api",
                ledger=path,
                address=address,
            )
        )

        _print_first_link(settings, address)
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


def _refuse_unknown_variables() -> None:
    """Refuse a variable of the environment that looks like a setting and is none, as a
    key of the file is refused: a typo is never silence.
    """
    from desk.service_defaults import ServiceDefaults
    from messages.near import near_words

    known = [key.upper() for key in ServiceDefaults.__struct_fields__]
    for name in sorted(os.environ):
        stated = name.removeprefix(_VARIABLE)
        if stated == name or stated in known:
            continue

        close = near_words(stated, known)
        if close:
            hint = say("did you mean {name}?", name=_VARIABLE + close[0])
        else:
            names = ", ".join(_VARIABLE + key for key in known)
            hint = say("known are {names}", names=names)
        message = say("no setting has the variable {name}", name=name)
        raise Refused(Problem("unknown-field", message, hint=hint))


def _refuse_no_addresses(proxies: tuple[str, ...]) -> None:
    """Refuse a proxy that no request can come from: nobody would be believed, and
    nothing would tell why.
    """
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            if proxy != "*":
                raise click.UsageError(
                    say(
                        "{text} is neither the address of a proxy nor a network, such"
                        " as 127.0.0.1 or 172.31.250.0/24 (behind_proxy)",
                        text=repr(proxy),
                    )
                ) from None


def _make_in_browser(
    settings: "Settings", listening: socket.socket, address: str
) -> bool:
    """Print the link of a page that makes the ledger, and wait until it is made.

    Return False where the process was told to stop.
    """
    from desk.rows_to_publish import rows_to_publish
    from desk.second_look.look import SECOND_LOOK
    from desk.submit import Outside
    from web.first_start import first_start, wait_for_ledger

    def outside(name: str) -> Outside:
        return Outside(
            options.now,
            name,
            lambda: secrets.token_hex(16),
            rows_to_publish,
            SECOND_LOOK,
            settings.surely(),
        )

    start = first_start(settings, outside)
    talk(
        say(
            "there is no ledger at {path} yet; make it in a browser: {link}",
            path=settings.ledger,
            link=f"{address}{start.path}",
        )
    )
    goes_on = wait_for_ledger(start, listening)
    if is_ledger_there(settings.ledger):
        forget_seen_ledger(settings.ledger)
    return goes_on


def _print_first_link(settings: "Settings", address: str) -> None:
    """Print a link for whoever starts the service where nobody was ever let in."""
    from web.store.notices import notices
    from web.store.roles import Role
    from web.store.sessions import new_link

    # whoever may only read the ledger starts a service too
    with suppress(SeloError):
        if notices(settings.ledger, 1).rows:
            return
        name, now = options.current_actor(), options.now()
        link = new_link(settings.ledger, address, name, Role.ADMIN, name, now)
        talk(
            say(
                "nobody may book here yet; this link logs {name} in, once, within 15"
                " minutes: {link}",
                name=name,
                link=link.url,
            )
        )


def _warn_of_another_ledger(settings: "Settings") -> None:
    """Say at once where the service will record nothing: on a ledger that is not the
    one that was seen in its place.
    """
    from audit.machine import compare_with_last_seen

    problem = compare_with_last_seen(settings.ledger, settings.seen, options.now())
    if problem is not None:
        warn(
            say(
                "{sentence}; it takes no documents - {hint}",
                sentence=problem.message,
                hint=problem.hint,
            )
        )


def _sign_with(key: str, seen: str) -> None:
    """Sign in a thread of the process that the others are started by: it ends with it."""
    import threading

    from audit.checkpoint import keep_signed

    arguments = (ledger_path(), key, seen, options.now, warn)
    threading.Thread(target=keep_signed, args=arguments, daemon=True).start()


def _refuse_other_version(path: str) -> None:
    """Refuse to serve a ledger of another version, so that the person who starts the
    service is told, not those who ask it.
    """
    from ledger.store.database import snapshot
    from projections.tables.schema import refuse_another_version

    with snapshot(path) as connection:
        refuse_another_version(connection, path)
