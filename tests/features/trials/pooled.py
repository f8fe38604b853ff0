"""The pool of a ledger in a temporary folder, what must hold of every answer, and the
stories told of it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from features.trials.pool import PoolAsked, pool
from features.trials.pool_answer import CAUSES
from ledger.store.connection import Connection
from messages.answer import Answer, json_value
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Reading
from tests.world import documents
from tests.world.documents import Document, adopt, introduced, tournament
from tests.world.ledger import every_fact, ledger

Row = dict[str, Any]
DAY = "2025-03-01"
BEFORE = "2024-01-01"


def as_json(answer: Answer) -> Any:
    """An answer as `--json` prints it, read again."""
    return json.loads(json.dumps(json_value(answer)))


def added_up(value: dict[str, Any]) -> dict[str, Any]:
    """The answer, once everything adds up: to the last printed digit, without a float."""
    before = {"players": 0, "total": 0}
    for number, row in enumerate(value["rows"]):
        causes = row["causes"]
        assert list(causes) == list(CAUSES)
        for amount in causes.values():
            exponent = Decimal(str(amount)).as_tuple().exponent
            assert isinstance(exponent, int) and exponent >= -6
        assert (
            sum(Decimal(str(amount)) for amount in causes.values()) == row["change"]
        ), row
        entered = [row["newcomers"], *row["entered_otherwise"].values()]
        came = sum(held["players"] for held in entered)
        went = row["struck_off"]["players"]
        if value["active_years"] is not None:
            came, went = (
                came + row["returned"]["players"],
                went + row["leavers"]["players"],
            )
            assert (
                causes["returned"] == row["returned"]["points"]
                and causes["leavers"] == -row["leavers"]["points"]
            )
        assert causes["struck_off"] == -row["struck_off"]["points"]
        if number or value["rows"][0]["change"] == value["rows"][0]["total"]:
            assert row["total"] - before["total"] == row["change"]
            assert row["players"] - before["players"] == came - went
        assert len(row["deciles"]) == (11 if row["players"] else 0)
        assert (
            row["mean"] is None
            or abs(row["mean"] - row["total"] / row["players"]) <= 0.0051
        )
        before = row
    return value


def asked_pool(reading: Reading, said: str, **asked: Any) -> dict[str, Any]:
    return added_up(as_json(pool(reading, PoolAsked(list_name=said, **asked))))


class Pooled:
    """A ledger and the questions of these tests."""

    def __init__(self, connection: Connection, submit: Any) -> None:
        self.connection = connection
        self.submit = submit

    def __call__(self, said: str, **asked: Any) -> dict[str, Any]:
        return asked_pool(every_fact(self.connection), said, **asked)

    def row(self, said: str, **asked: Any) -> Row:
        """The period of DAY."""
        (found,) = (
            row
            for row in self(said, **asked)["rows"]
            if row["from"] <= DAY <= row["to"]
        )
        assert isinstance(found, dict)
        return found

    def causes(self, said: str, **asked: Any) -> dict[str, float]:
        """What there was in the period of DAY."""
        return {
            cause: amount
            for cause, amount in self.row(said, **asked)["causes"].items()
            if amount
        }

    def listed(self, said: str, as_of: str) -> list[int]:
        """The numbers of `selo list`."""
        reading = every_fact(self.connection, as_of)
        return [row.rating for row in rating_list(reading, said).rows]


@contextmanager
def pooled(folder: Path, *documents: Document) -> Iterator[Pooled]:
    with ledger(folder) as book:
        book.submit(*introduced(documents), *documents)
        yield Pooled(book.writer.connection, book.submit)


def opening(
    player: str,
    rating: int,
    list_name: str = "selo",
    games: int = 100,
    on: str = BEFORE,
) -> Document:
    return documents.opening(player, rating, list_name, games=games, on=on)


EQUALS = [opening(player, 1600) for player in "ABCD"]


def causes(
    folder: Path, *documents: dict[str, Any], said: str = "selo"
) -> dict[str, float]:
    with pooled(folder, *documents) as pool:
        return pool.causes(said)


def norway(*documents: dict[str, Any], **ratings: int) -> list[dict[str, Any]]:
    openings = [opening(player, rating, "elo-no") for player, rating in ratings.items()]
    return [adopt("elo-no", "no"), *openings, *documents]


def early(name: str, *lines: str, on: str = DAY, **header: Any) -> dict[str, Any]:
    """The booked list ends in 2018; a virtual one would go on."""
    return tournament(name, on, *lines, category="I", **header)


def careers(pool: Pooled) -> None:
    """A and B play every year, C in 2024 and 2026, D never."""
    for year, line in (
        (2024, "C A 1/2-1/2"),
        (2025, "A B 1/2-1/2"),
        (2026, "C A 1/2-1/2"),
    ):
        pool.submit(tournament(f"t{year}", f"{year}-03-01", "A B 1/2-1/2", line))
