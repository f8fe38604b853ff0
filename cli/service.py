"""selo access: who may use the service."""

import os
from typing import TYPE_CHECKING

import click

from cli.command_frames import act, argument, group, option
from cli.options import a_day
from cli.output import table_of_rows
from messages import say

if TYPE_CHECKING:
    from web.store.roles import Role


def _role(context: click.Context, parameter: click.Parameter, given: str) -> "Role":
    from web.store.roles import Role

    return Role(given)


def _address(
    context: click.Context, parameter: click.Parameter, given: str | None
) -> str:
    """Return the address of the service: this machine, at the port and the path that
    the environment has, else selo.toml beside the ledger, as `selo serve` reads them;
    unless another one was given.
    """
    if given:
        return given

    from cli.options import ledger_path
    from desk.service_defaults import service_defaults

    stated = service_defaults(ledger_path())
    port: object = os.environ.get("SELO_SERVE_PORT") or stated.port
    if port is None:
        port = 8000
    path = os.environ.get("SELO_SERVE_BASE_PATH") or stated.base_path or ""
    return f"http://127.0.0.1:{port}{path.rstrip('/')}"


ROLE = option(
    "--role",
    type=click.Choice(
        ["reader", "submitter", "officer", "publisher", "auditor", "admin"]
    ),
    required=True,
    callback=_role,
)
_login = act(
    "A link that opens one browser session of the service, once, within 15 minutes.",
    "selo access login --role officer --name aino",
    lambda link: [link.url],
    ROLE,
    option(
        "--name",
        required=True,
        metavar="NAME",
        help="The name of the person, as the log shows it for all that they record.",
    ),
    option(
        "--url",
        callback=_address,
        help="The address of the service, unless it is on this machine, at the port of"
        " SELO_SERVE_PORT, of selo.toml, or 8000.",
    ),
    does="web.store.sessions:new_link",
    remark=lambda link: say(
        "opens a session of {name} as {role}, once, until {moment} UTC",
        name=link.name,
        role=link.role,
        moment=link.expires_at[:16].replace("T", " "),
    ),
)
access_command = group(
    "Who may use the service: tokens to read what is not public, submit, book and"
    " publish, and sessions of browsers.",
    "selo access list",
    {
        "login": _login,
        "end": act(
            "Log one browser out.",
            "selo access end 0badcafe0bad",
            lambda ended: [
                say(
                    "the session {id} of {name} has ended", id=ended.id, name=ended.name
                )
            ],
            "session",
            does="web.store.sessions:end_session",
            asks=("web.questions.sessions:OneSession",),
        ),
        "list": act(
            "All tokens, without their secrets.",
            "selo access list",
            table_of_rows(say("no tokens")),
            does="web.store.tokens:tokens",
            rows=True,
        ),
        "log": act(
            "Tokens made and revoked, sessions opened and ended, and attempts that were"
            " denied, newest first.",
            "selo access log --limit 20",
            table_of_rows(say("nothing")),
            option(
                "--limit",
                type=click.IntRange(min=1),
                metavar="N",
                help="Only the newest N.",
            ),
            does="web.store.notices:notices",
            rows=True,
        ),
        "new": act(
            "A token, shown this once: only a hash of it is kept.",
            "selo access new --role officer --name aino --expires 2027-12-31",
            lambda made: [made.token],
            ROLE,
            option(
                "--name",
                required=True,
                metavar="NAME",
                help="Whose token it is, as the log shows it for all that is recorded with it.",
            ),
            option(
                "--expires",
                "expires_on",
                callback=a_day,
                metavar="DAY",
                help="The last day on which it works. Default: until you revoke it.",
            ),
            does="web.store.tokens:new_token",
            remark=lambda made: say(
                "a token of {name} as {role}; it is not shown again",
                name=made.name,
                role=made.role,
            ),
        ),
        "revoke": act(
            "From now on nobody gets in with it.",
            "selo access revoke 0badcafe",
            lambda token: [
                say("{id} of {name} no longer works", id=token.id, name=token.name)
            ],
            argument("token", metavar="ID"),
            does="web.store.tokens:revoke",
        ),
        "sessions": act(
            "All browsers that are logged in.",
            "selo access sessions",
            table_of_rows(say("nobody")),
            does="web.store.sessions:sessions",
            rows=True,
        ),
    },
)
