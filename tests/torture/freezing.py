"""Lists published in a random life of a ledger, and what they must say ever after
beside the naive model.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

import projections.answers.lists.published
import projections.answers.open_reading
from ledger.bodies import PublishedRow
from messages.answer import json_value
from projections.answers.lists.published import compared_with_today, lists
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Reading
from projections.tables.fresh import FreshTables
from tests.naive.editions import in_force
from tests.naive.facts import final_id, withdrawn_seqs
from tests.naive.finland import Book, book
from tests.naive.records import Document
from tests.properties.telling import differences

LABELS = ("spring", "autumn")
Row = tuple[str, int, int, int, str | None, bool]


class Frozen(NamedTuple):
    """What the model says was published."""

    list: str
    label: str
    revision: int
    as_of: str
    seq: int
    rows: tuple[Row, ...]


def model_rows(model: Book, list_name: str, day: str) -> tuple[Row, ...]:
    """(player, rating, games, games at normal time, last played, established), in the
    order of the list.
    """
    found: dict[str, Row] = {}
    by_elo: dict[str, bool] = {}  # 3.7: established whatever the number of games
    limit = (
        in_force(model.facts, list_name, day).established_from
        if list_name == "selo"
        else 1
    )
    for e in model.entries:  # in the order of computation
        if e.list == list_name and e.on <= day:
            _, _, games, normal, last, _ = found.get(
                e.player, (e.player, 0, 0, 0, None, False)
            )
            games, normal = (0, 0) if e.kind == "opening" else (games, normal)
            last = e.on if e.kind == "unit" else last
            by_elo[e.player] = e.kind == "elo-step" or (
                e.kind != "opening" and by_elo.get(e.player, False)
            )
            settled = games + e.games >= limit or by_elo[e.player]
            found[e.player] = (
                e.player,
                e.after,
                games + e.games,
                normal + e.normal_games,
                last,
                settled,
            )
    return tuple(sorted(found.values(), key=lambda row: (-row[1], row[0])))


class PublishedLists:
    """Everything published so far."""

    def __init__(self) -> None:
        self.frozen: list[Frozen] = []

    def wish(self, rng: random.Random, days: Sequence[str]) -> Document:
        return {
            "kind": "publish",
            "list": rng.choice(("selo", "selo", "pelo")),
            "label": rng.choice(LABELS),
            "as_of": rng.choice(days),
        }

    def expected(
        self, wish: Document, heard: Sequence[Document], seq: int
    ) -> tuple[int, bool]:
        """(seq, repeated) of the receipt: the same rows for the same day again are no
        new revision.
        """
        rows = model_rows(book(list(heard)), wish["list"], wish["as_of"])
        earlier = [
            f for f in self.frozen if (f.list, f.label) == (wish["list"], wish["label"])
        ]
        if earlier and (earlier[-1].as_of, earlier[-1].rows) == (wish["as_of"], rows):
            return earlier[-1].seq, True
        self.frozen.append(
            Frozen(
                wish["list"], wish["label"], len(earlier) + 1, wish["as_of"], seq, rows
            )
        )
        return seq, False

    def wrong(self, now: Reading, model: Book, heard: Sequence[Document]) -> list[str]:
        """`selo list published` and every list beside the numbers of today, as known, and the
        model's answer to the same.
        """
        visible = [
            f for f in self.frozen if f.seq <= now.known_seq and f.as_of <= now.as_of
        ]
        told = {
            tuple(row[k] for k in ("list", "label", "revision", "as_of", "seq", "rows"))
            for row in json_value(lists(now))["rows"]
        }
        found = differences(
            told,
            {(*f[:5], len(f.rows)) for f in visible},
            ("in selo list published", "published"),
        )
        for frozen in visible:
            value = json_value(
                compared_with_today(now, frozen.list, frozen.label, frozen.revision)
            )
            found += [
                f"{frozen[:5]}: {said}" for said in _beside(value, frozen, model, heard)
            ]
        return found


def _beside(
    value: dict[str, Any], frozen: Frozen, model: Book, heard: Sequence[Document]
) -> list[str]:
    names = ("player", "rating", "games", "normal_games", "last_played", "established")
    rows = tuple(tuple(row[name] for name in names) for row in value["rows"])
    found = differences(rows, frozen.rows, ("shown as published", "published"))
    if not found and rows != frozen.rows:
        found.append("shown in another order")
    numbers = {row[0]: row[1] for row in model_rows(model, frozen.list, frozen.as_of)}
    gone = withdrawn_seqs(list(heard))
    merges = [
        d for d in heard if d["kind"] == "merge-players" and d["_seq"] not in gone
    ]
    meant = {row[0]: final_id(row[0], merges) for row in frozen.rows}
    today = {(row["player"], row["now"]) for row in value["rows"]}
    found += differences(
        today,
        {(p, numbers.get(m)) for p, m in meant.items()},
        ("now", "in the model now"),
    )
    missing = {(row["player"], row["now"]) for row in value["missing"]}
    theirs = {(p, number) for p, number in numbers.items() if p not in meant.values()}
    found += differences(missing, theirs, ("called missing", "missing"))
    return found + [
        said
        for row in [*value["rows"], *value["missing"]]
        for said in _chain(row, value["known_seq"])
    ]


def _chain(row: dict[str, Any], since: int) -> list[str]:
    """The events said to have moved a number lead from the published one to that of
    today.
    """
    at, seq = row["rating"], since
    for step in row["moved_by"]:
        if step["before"] != at or step["seq"] <= seq:
            return [f"{row['player']}: {step} follows {at} at event {seq}"]
        at, seq = step["after"], step["seq"]
    return (
        []
        if at == row["now"]
        else [f"{row['player']}: moved to {at}, and is {row['now']}"]
    )


def _made_anew(
    reading: Reading, list_name: str, label: str, revision: int | None = None
) -> Any:
    """A published list is computed when somebody asks."""
    row, body, recorded_at = _PUBLICATION(reading, list_name, label, revision)
    rows = rating_list(
        Reading(reading.ledger, row.as_of, reading.known_seq), list_name
    ).rows
    fields = PublishedRow.__struct_fields__
    anew = tuple(
        PublishedRow(*(getattr(listed, name) for name in fields)) for listed in rows
    )
    return row, msgspec.structs.replace(body, rows=anew), recorded_at


_PUBLICATION = projections.answers.lists.published.publication
_KNOWN_NOW = projections.answers.open_reading.reading_in_transaction
FAULTS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "a published list is made anew when asked": lambda: patch.object(
        projections.answers.lists.published, "publication", _made_anew
    ),
    "publishing leaves out what came with it": lambda: patch.object(
        FreshTables, "only_publications_after", lambda *_: True
    ),
    "publishing takes the numbers of another day": lambda: patch.object(
        projections.answers.lists.published,
        "reading_in_transaction",
        lambda db, day, fresh: _KNOWN_NOW(db, "2025-12-31", fresh),
    ),
}
