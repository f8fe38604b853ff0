"""Read selo.toml beside the ledger: what an office would otherwise state with every
report.

    actor = "officer.north"
    new_ids = "N"               # new players get N0001 and so on
    date_order = "dmy"
    players_by = "national"
    time_control = "90+30"
    club = "Harjun Shakki"      # of new players
    ledger = "postgresql://rating@db.example/selo"    # when the command runs in this folder

    [serve]                     # of the service: desk/service_defaults.py
    port = 8000

    [mail]                      # of the mail server: desk/mail_server.py
    server = "mail.example.org:587"

Options and the document beside a file win over it. A key that is not known is refused:
a typo is never silence.
"""

import os
from typing import TYPE_CHECKING

from ledger.errors import Problem, Refused, Where
from ledger.field_types import ACTOR_TAKES
from ledger.store import folder
from messages import Message, say

if TYPE_CHECKING:
    # every command asks who is acting, and few of them about files
    from desk.files.settings import Settings

NAME = "selo.toml"
OF_FILES = ("new_ids", "date_order", "players_by", "time_control", "minutes", "club")
OF_SERVICE = "serve"  # the table of what the service is started with
OF_MAIL = "mail"  # the table of the mail server that it sends with
KNOWN = ("actor", "ledger", *OF_FILES, OF_SERVICE, OF_MAIL)
MOST_BYTES = 100_000


def defaults(ledger: str) -> dict[str, object]:
    """Read what the file beside the ledger states; nothing when there is none."""
    path = defaults_file(ledger)
    if not os.path.exists(path):
        return {}

    stated = _read_toml(path)
    for name in stated:
        if name not in KNOWN:
            raise _refusal_of_field(
                path, name, say("unknown key {name}", name=repr(name))
            )

    for name in ("actor", "ledger"):
        if not isinstance(stated.get(name, ""), str):
            raise _refusal_of_field(path, name, say("{name} is a text", name=name))

    if "actor" in stated:
        stated["actor"] = _actor(str(stated["actor"]), path)

    return stated


def _read_toml(path: str) -> dict[str, object]:
    """Read a file of defaults, as TOML.

    Raises Refused (not-toml) for one that is too long, cannot be opened or is no TOML.
    """
    import tomllib

    try:
        if os.path.getsize(path) > MOST_BYTES:
            message = say("this settings file is too long")
            raise Refused(Problem("not-toml", message, Where(path)))
        with open(path, encoding="utf-8") as file:
            return tomllib.loads(file.read())
    except OSError as error:
        message = say(
            "{path} cannot be read: {what}",
            path=path,
            what=(error.strerror or str(error)).lower(),
        )
        hint = say("it has to be a file that the program may read")
        raise Refused(Problem("not-toml", message, Where(path), hint)) from None
    except UnicodeDecodeError:
        message = say("it is not UTF-8")
        hint = say("save the file as UTF-8")
        raise Refused(Problem("not-toml", message, Where(path), hint)) from None
    except ValueError as error:
        message = say("it cannot be read: {error}", error=error)
        raise Refused(Problem("not-toml", message, Where(path), _hint())) from None


def _refusal_of_field(path: str, field: str, message: Message) -> Refused:
    """Return the refusal of a field, with the file in which it stands."""
    where = Where(path, field=field)
    return Refused(Problem("unknown-field", message, where, _hint()))


def _actor(stated: str, path: str) -> str:
    """Return the name of an actor as it is spelt in the log.

    Raises Refused (actor-name) for what is no name of an actor.
    """
    from ledger.actors import flaw_of, not_an_actor, spelled

    name = spelled(stated)
    if (why := flaw_of(name)) is not None:
        where = Where(path, field="actor")
        raise Refused(
            Problem("actor-name", not_an_actor(stated, why), where, ACTOR_TAKES)
        )

    return name


def defaults_file(ledger: str) -> str:
    """Return the path of the file of defaults, whether it is there or not."""
    return os.path.normpath(os.path.join(folder(ledger), NAME))


def _hint() -> Message:
    return say(
        'the settings are actor, ledger, {names}, as in: new_ids = "N"; below them'
        " [serve] and [mail]",
        names=", ".join(OF_FILES),
    )


def default_settings(ledger: str) -> "Settings":
    """Read what the defaults state of files of games, checked like any other settings."""
    from msgspec.structs import fields

    from desk.files.settings import Settings, settings_of

    stated = {
        name: value for name, value in defaults(ledger).items() if name in OF_FILES
    }
    assert {field.name for field in fields(Settings)}.issuperset(OF_FILES)
    return settings_of(stated, Where(defaults_file(ledger))) if stated else Settings()
