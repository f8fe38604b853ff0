"""Every question of the command, on the demo: what a ledger on a server answers is what
one in a file answers.

`make test-all` asks each in its first and its last form, `make torture` in every one.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.copy import copy_ledger
from tests.features import asked_of_features, keep_beside
from tests.web.conftest import published  # noqa: F401
from tests.web.serving import NOW
from tests.web.test_same_answers import ASKED, SECONDS, as_json, words
from tests.world.command import Command, Selo
from tests.world.server import Server


@pytest.fixture(scope="module")
def both(published: Selo, server: Server) -> Iterator[tuple[Command, Command]]:  # noqa: F811
    there = Selo(
        published.folder, name=Path(published.path).name, today=published.moment
    )
    there.address = server.address()
    copy_ledger(published.ledger, there.address)
    keep_beside(there.address, NOW)
    for feature in asked_of_features():
        for name, text in feature.files.items():
            (published.folder / name).write_text(text, "utf-8")
    yield published, there


def answered(selo: Command, line: str) -> tuple[int, str]:
    ran = selo.run(*as_json(words(line, selo)))
    return ran.code, SECONDS.sub("", ran.out).replace(selo.ledger, "LEDGER")


@pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=pytest.mark.torture)]
)
@pytest.mark.parametrize("command", [name for name in ASKED if name not in ("doctor",)])
def test_it_is_answered_the_same(
    command: str, every: bool, both: tuple[Command, Command]
) -> None:
    file, server = both
    lines = [line for _, line in ASKED[command]]
    for line in lines if every else dict.fromkeys((lines[0], lines[-1])):
        assert answered(server, line) == answered(file, line), line
