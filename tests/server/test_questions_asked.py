"""How often a submission asks the server: each question costs its way there and back,
so they are held down.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from desk.submit import init, submit
from ledger.store.server.connection import ServerConnection
from tests.world.documents import Document, game, opening, player, tournament
from tests.world.ledger import outside, placed
from tests.world.server import Server

PEOPLE = [f"P{number:02}" for number in range(24)]


def played(name: str, day: str, turn: int) -> Document:
    """Twelve boards, in each tournament other pairs: whoever is reached reaches others."""
    boards = [(PEOPLE[at], PEOPLE[(at + 1 + 2 * turn) % 24]) for at in range(0, 24, 2)]
    return tournament(
        name, day, *(game(1, white, black, "1-0") for white, black in boards)
    )


@contextmanager
def counted() -> Iterator[list[str]]:
    asked: list[str] = []
    honest, many = ServerConnection.execute, ServerConnection.executemany

    def execute(self: ServerConnection, sql: str, *values: object) -> object:
        asked.append(sql)
        return honest(self, sql, *values)  # type: ignore[arg-type]

    def executemany(self: ServerConnection, sql: str, *rows: object) -> None:
        asked.append(sql)
        many(self, sql, *rows)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServerConnection, "execute", execute)
        patch.setattr(ServerConnection, "executemany", executemany)
        yield asked


def test_a_submission_asks_some_tens_of_questions(server: Server) -> None:
    address = server.address()
    init(address, outside())
    submit(
        address,
        placed(
            *(
                document
                for name in PEOPLE
                for document in (player(name), opening(name, 1700))
            )
        ),
        outside(),
    )
    rounds = [
        played(
            f"t{number:02}", f"2024-{number % 12 + 1:02}-{number // 12 + 1:02}", number
        )
        for number in range(20)
    ]
    submit(address, placed(*rounds), outside())
    with counted() as asked:
        submit(address, placed(played("next", "2025-01-01", 3)), outside())
    # seven of them for the receipt, eight for what may be a slip, one for ratings from
    # elsewhere
    assert len(asked) < 81, asked
    with counted() as asked:
        submit(address, placed(played("late", "2023-12-01", 1)), outside())
    # all twenty are rated again, and everybody's career counted; three ask whether its
    # year may be wrong
    assert len(asked) < 95 + 5 * 20, asked
