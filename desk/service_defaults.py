"""What selo.toml beside the ledger states of the service, in its table [serve]: the
options of `selo serve` by their names.

    [serve]
    port = 8000
    workers = 2
    behind_proxy = ["127.0.0.1"]
    four_eyes = ["publish", "moves=20"]
    office = "ratings@example.org"

All that is wrong is refused at once, each at its key.
"""

import os
from typing import Annotated

import msgspec
from msgspec import Meta

from desk.defaults import OF_SERVICE, defaults, defaults_file
from exchange.json.flaws import flaws, refusal
from ledger.errors import Where
from ledger.every_document import Strict
from ledger.field_types import takes
from messages import say


def _whole_number(least: int, most: int) -> Meta:
    words = say("a whole number from {least} to {most}", least=least, most=most)
    return Meta(ge=least, le=most, **takes(words))


Port = Annotated[int, _whole_number(0, 65_535)]
Workers = Annotated[int, _whole_number(1, 64)]
Mebibytes = Annotated[int, _whole_number(0, 4096)]
# a worker that was just started takes some 90
WorkerMebibytes = Annotated[int, _whole_number(128, 65_536)]
Text = Annotated[str, Meta(**takes(say("a text")))]
Texts = list[Text]


class ServiceDefaults(Strict, frozen=True, kw_only=True):
    """The table [serve]; None: it does not say."""

    host: Text | None = None
    port: Port | None = None
    workers: Workers | None = None
    four_eyes: Texts | None = None
    behind_proxy: Texts | None = None
    cache_mb: Mebibytes | None = None
    memory_mb: WorkerMebibytes | None = None
    key: Text | None = None  # from the folder of the file, if it is not absolute
    office: Text | None = None
    backups: Text | None = None  # from the folder of the file, if it is not absolute
    base_path: Text | None = None


def service_defaults(ledger: str) -> ServiceDefaults:
    """Read the table beside the ledger; one that says nothing where there is none.
    Refuse one in which anything is wrong.
    """
    stated = defaults(ledger).get(OF_SERVICE, {})
    path = defaults_file(ledger)
    problems = [*flaws(stated, ServiceDefaults, (OF_SERVICE,))]
    if problems:
        raise refusal(problems, Where(path))

    table = msgspec.convert(stated, ServiceDefaults)
    folder = os.path.dirname(path)
    key = table.key
    if key is not None:
        key = os.path.join(folder, key)
    backups = table.backups
    if backups is not None:
        backups = os.path.join(folder, backups)
    return msgspec.structs.replace(table, key=key, backups=backups)
