"""Store the ledger: the event log, the people beside it, backups.

What is taken from this file is where a ledger is: in a file, or on a server, whose
address is postgresql://USER@HOST/DATABASE. Passwords are taken out of addresses.
Everything that prints or stores an address gets the one without the password, so that
none can be shown by mistake.
"""

import os
import re

from ledger.errors import LedgerUnusable, Problem
from messages import say

SERVERS = ("postgresql://", "postgres://")
_PASSWORD = re.compile(r"^([a-z]+://[^:/?#@]*):([^/?#]*)@")
_ASKED = re.compile(r"([?&])password=([^&#]*)&?")
# by the address without it; for the life of this process
_passwords: dict[str, str] = {}


def is_server(address: str) -> bool:
    """Return whether a ledger is on a server, not in a file; refuse a server of another
    kind than PostgreSQL.

    `postgresql://club@db.example/ratings` is on a server, `selo.db` is a file,
    `mysql://...` is refused, and so is `postgresql:/ratings`, which lacks a slash.
    """
    if address.startswith(SERVERS):
        return True

    scheme, _, rest = address.partition(":")
    if rest.startswith("//") or (rest and f"{scheme}://" in SERVERS):
        message = say(
            "a ledger is a file or the address of a PostgreSQL server; {scheme}: is"
            " neither",
            scheme=scheme,
        )
        raise LedgerUnusable(
            Problem(
                "bad-address",
                message,
                hint=say("postgresql://USER@HOST/DATABASE?schema=NAME"),
            )
        )

    return False


def file_beside(address: str, ending: str) -> str:
    """Name the file with this ending beside a ledger; for a ledger on a server it is in
    the current folder.
    """
    if not is_server(address):
        return address + ending

    _, _, without_scheme = address.partition("://")
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", without_scheme).strip("-")
    return name + ending


def folder(address: str) -> str:
    """Return the folder of the file of defaults: the ledger's, or the current one for a
    ledger on a server.
    """
    return "" if is_server(address) else os.path.dirname(address)


def without_password(address: str) -> str:
    """Return the address that may be shown; its password is kept for connecting."""
    if "://" not in address:
        return address

    shown = address
    password = None

    before_host = _PASSWORD.match(shown)
    if before_host is not None:
        password = before_host[2]
        shown = f"{before_host[1]}@{shown[before_host.end() :]}"

    in_query = _ASKED.search(shown)
    if in_query is not None:
        password = in_query[2]
        before = shown[: in_query.start()]
        behind = shown[in_query.end() :]
        shown = f"{before}{in_query[1]}{behind}".rstrip("?&")

    if password is not None:
        _passwords[shown] = password
    return shown


def password_of(address: str) -> str | None:
    """Return the password that came with an address, as it was written: a URL may have
    it in percent signs.
    """
    return _passwords.get(address)
