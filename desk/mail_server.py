"""What selo.toml beside the ledger states of the mail server that the service sends with,
in its table [mail].

    [mail]
    server = "mail.example.org:587"
    sender = "ratings@example.org"
    service = "https://ratings.example.org"    # where readers find the service
    tls = "starttls"                           # or "tls" from the first byte, or "none"
    user = "ratings"
    password_file = "mail-password.txt"        # from the folder of the file

Each key has a variable of the environment too, such as `SELO_MAIL_SERVER`, which wins;
the password itself may stand in `SELO_MAIL_PASSWORD`, and never in the file. All that
is wrong is refused at once, each at its key.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from desk.defaults import OF_MAIL, defaults, defaults_file
from desk.smtp import Protection, SmtpServer
from exchange.json.flaws import flaws, refusal
from ledger.errors import Problem, Refused, Usage, Where
from ledger.every_document import Strict
from ledger.field_types import takes
from messages import say

ENVIRONMENT = "SELO_MAIL_"
PASSWORD = "SELO_MAIL_PASSWORD"
# where a message is handed over: beside STARTTLS, beside TLS, and without either
PORTS = {"starttls": 587, "tls": 465, "none": 25}
MOST_PORT = 65_535

Text = Annotated[str, Meta(**takes(say("a text")))]
Machine = Annotated[
    str,
    Meta(
        pattern=r"\A([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?\Z",
        **takes(say("HOST or HOST:PORT")),
    ),
]
MailAddress = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}\Z",
        **takes(say("an email address, such as ratings@example.org")),
    ),
]
ServiceAddress = Annotated[
    str,
    Meta(
        pattern=r"\Ahttps?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?\Z",
        max_length=200,
        **takes(say("where the service stands, such as https://ratings.example.org")),
    ),
]
Tls = Annotated[Protection, Meta(**takes(say("starttls, tls or none")))]


class MailDefaults(Strict, frozen=True, kw_only=True):
    """The table [mail]."""

    server: Machine
    sender: MailAddress
    service: ServiceAddress
    tls: Tls = "starttls"
    user: Text | None = None
    password_file: Text | None = None


@dataclass(frozen=True)
class MailServer(SmtpServer):
    """The mail server of an office, whose mail it is and where its links lead."""

    sender: str
    service: str


def mail_server(ledger: str, environment: Mapping[str, str]) -> MailServer | None:
    """Read which mail server the office has; None where nothing says."""
    path = defaults_file(ledger)
    stated = defaults(ledger).get(OF_MAIL, {})
    if isinstance(stated, dict):
        stated = _table_with_path(stated, path) | _fields_of_variables(environment)
    if not stated:
        return None

    problems = [*flaws(stated, MailDefaults, (OF_MAIL,))]
    if problems:
        raise refusal(problems, Where(path))
    read = msgspec.convert(stated, MailDefaults)
    host, port = _host_and_port(read, Where(path, field="mail.server"))
    return MailServer(
        host=host,
        port=port,
        tls=read.tls,
        user=read.user,
        password=_password(read, environment),
        sender=read.sender,
        service=read.service.rstrip("/"),
    )


def _table_with_path(stated: dict[str, object], path: str) -> dict[str, object]:
    """Return the table with the file of the password as it is found from anywhere.

    path: the file of the table, in whose folder the other one is looked for
    """
    from_anywhere = dict(stated)
    name = stated.get("password_file")
    if isinstance(name, str):
        folder = os.path.dirname(path)
        from_anywhere["password_file"] = os.path.join(folder, name)
    return from_anywhere


def _fields_of_variables(environment: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of the table that variables state, each as it is written."""
    stated: dict[str, object] = {}
    for name in MailDefaults.__struct_fields__:
        variable = ENVIRONMENT + name.upper()
        text = environment.get(variable)
        if text:
            stated[name] = text
    return stated


def _host_and_port(read: MailDefaults, where: Where) -> tuple[str, int]:
    """Take `mail.example.org:587` or `[::1]:587` apart; without a port it is the usual
    one. Refuse a port that there is not.
    """
    host, separator, text = read.server.rpartition(":")
    if not separator or read.server.endswith("]"):
        usual_port = PORTS[read.tls]
        return read.server.strip("[]"), usual_port

    port = int(text)
    if not 1 <= port <= MOST_PORT:
        message = say("a port is a whole number from 1 to {most}", most=MOST_PORT)
        raise Refused(Problem("wrong-value", message, where))
    return host.strip("[]"), port


def _password(read: MailDefaults, environment: Mapping[str, str]) -> str:
    """Return the password, without the line end after it in its file.

    Raises `Usage` where that file cannot be read.
    """
    if read.password_file is None:
        return environment.get(PASSWORD, "")
    try:
        with open(read.password_file, encoding="utf-8") as file:
            return file.read().rstrip("\r\n")
    except (OSError, ValueError) as error:
        message = say("it cannot be read: {error}", error=error)
        where = Where(read.password_file, field="mail.password_file")
        raise Usage(Problem("mail-password", message, where)) from None
