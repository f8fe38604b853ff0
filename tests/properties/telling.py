"""Random stories told to a ledger document by document, and what the ledger, a rebuild
and the naive book then say.
"""

import random
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from ledger.errors import SeloError
from ledger.store.connection import Connection
from ledger.store.events import head
from rulebooks.entries import WorkedEntry
from tests.naive.histories import history
from tests.naive.records import Document
from tests.world.ledger import Ledger, ledger
from tests.world.rows import Stored, entries_in, standing_rows

FIRST_SEQ = 7  # the first label of a story; where it is recorded is in StoryLedger.seqs
FOREVER = "9999-12-31"

Line = tuple[Any, ...]


class Story(NamedTuple):
    """What a random history is made from; printed when a property fails, it is all that
    is needed to tell it again.
    """

    seed: int
    tournaments: int = 30
    players: int = 16
    foreign: bool = False
    editions: bool = False

    def documents(self) -> list[Document]:
        rng = random.Random(self.seed)
        found = history(
            rng,
            tournaments=self.tournaments,
            players=self.players,
            foreign=self.foreign,
            editions=self.editions,
            first_seq=FIRST_SEQ,
        )
        left_out = told_between(found)
        with_reports(found, self.chance("reports"))
        return [
            d
            for d in found
            if d["_seq"] not in left_out and d.get("seq") not in left_out
        ]

    def chance(self, what: str) -> random.Random:
        """Chance for a variation of this very story."""
        return random.Random(f"{what} {self}")


def with_reports(documents: Sequence[Document], rng: random.Random) -> None:
    """Let some tournaments and corrections say what was reported beside the games, or
    who played for which team.

    No other document differs by it.
    """
    seats: dict[str, list[str]] = {}
    for document in documents:
        if document["kind"] == "tournament":
            games = document["games"]
            seats[document["tournament"]] = list(
                dict.fromkeys(g[side] for g in games for side in ("white", "black"))
            )
        if document["kind"] in ("tournament", "amend") and rng.random() < 0.4:
            own = seats[document["tournament"]]
            rows = [
                a_row(player, at, rng)
                for at, player in enumerate(
                    rng.sample(own, rng.randint(0, len(own))), 1
                )
            ]
            records = rng.choice(
                (
                    [],
                    ["013 Salo                                1    2"],
                    ["082 2", "330 +- 001 001 002"],
                )
            )
            place = rng.choice(("Salo", "Kuopio"))
            document["reported"] = {"place": place, "players": rows, "records": records}
        if document["kind"] in ("tournament", "amend") and rng.random() < 0.3:
            document["league"] = a_league(seats[document["tournament"]], rng)


def a_league(players: Sequence[str], rng: random.Random) -> Document:
    """Two teams, and matches of theirs to come: ids of both may be one person by then,
    so no game is of a match.
    """
    middle = rng.randint(0, len(players))
    teams = [
        {"team": name, "name": f"Seura {name}", "players": list(own)}
        for name, own in (("a", players[:middle]), ("b", players[middle:]))
    ]
    matches = [
        {"round": at, "home": "a", "away": "b"}
        for at in range(5000, rng.randint(5000, 5003))
    ]
    return {"at_once": True, "teams": teams, "matches": matches}


def a_row(player: str, number: int, rng: random.Random) -> Document:
    cells = {
        str(rng.randint(1, 9)): rng.choice(("U", "H", "Z", "-", "-+", "wW"))
        for _ in range(rng.randint(0, 3))
    }
    row = {
        "player": player,
        "number": number,
        "rank": number,
        "points": f"{rng.randint(0, 9)}.5",
        "cells": cells,
        "rating": rng.randint(1000, 2800),
        "title": rng.choice(("GM", "f")),
    }
    return {
        name: value
        for name, value in row.items()
        if name in ("player", "number") or rng.random() < 0.8
    }


def long_story(seed: int) -> Story:
    """30 tournaments; four seeds in a row are of four sorts: at home, with foreigners,
    over three editions, both.
    """
    return Story(seed, foreign=seed % 2 == 1, editions=seed % 4 > 1)


def short_story(seed: int) -> Story:
    return Story(seed, 10, 8, foreign=seed % 2 == 1, editions=seed % 4 > 1)


def stories(most: int = 10) -> st.SearchStrategy[Story]:
    """Short stories that shrink to fewer tournaments and players."""
    seeds = st.integers(0, 10**9)
    return st.builds(
        Story,
        seeds,
        st.integers(2, most),
        st.integers(5, 10),
        st.booleans(),
        st.booleans(),
    )


def told_between(documents: Sequence[Document]) -> set[int]:
    """Details of an id told while its merge was withdrawn, when the merge came back
    afterwards.

    The contract does not say whose they are then: the old id's, as when they were told,
    or the other's.
    """
    standing: dict[int, str] = {}
    between: dict[int, set[int]] = {}
    found: set[int] = set()
    for document in documents:
        seq = document.get("seq")
        if document["kind"] == "merge-players":
            standing[document["_seq"]] = document["from"]
        elif document["kind"] == "withdraw" and seq in standing:
            between[seq] = set()
        elif document["kind"] == "reinstate" and seq in between:
            found |= between.pop(seq)
        elif document["kind"] == "player":
            for merge, details in between.items():
                if standing[merge] == document["player"]:
                    details.add(document["_seq"])
    return found


class Unwelcome(AssertionError):
    """A document of a valid story was refused or taken for a repetition."""


@dataclass
class StoryLedger:
    """A ledger that heard a story; `labels` says for each event the document's own
    number in the story.
    """

    ledger: Ledger
    labels: dict[int, Any]
    seqs: dict[Any, int]
    start: int  # the last seq before the story

    @property
    def connection(self) -> Connection:
        return self.ledger.writer.connection

    def tell(self, document: Document) -> int:
        return self.tell_together([document])[0]

    def tell_together(self, documents: Sequence[Document]) -> list[int]:
        """Some documents in one submission. Withdrawals by number follow the label to
        where it was recorded.
        """
        said: list[Document] = []
        following = head(self.connection) + 1
        for number, document in enumerate(documents):
            label = document["_seq"]
            self.seqs[label], self.labels[following + number] = (
                following + number,
                label,
            )
            said.append(
                {**document, "seq": self.seqs[document["seq"]]}
                if "seq" in document
                else document
            )
        try:
            outcome = self.ledger.submit(*said)
        except SeloError as error:
            raise Unwelcome(f"refused: {error.problems} in {said}") from error
        seqs = [receipt.seq for receipt in outcome.recorded if not receipt.repeated]
        if seqs != [self.seqs[document["_seq"]] for document in documents]:
            raise Unwelcome(
                f"not recorded as new events one by one: {outcome.recorded} for {said}"
            )
        return seqs

    def head(self) -> int:
        return head(self.connection)


@contextmanager
def fresh() -> Iterator[StoryLedger]:
    with tempfile.TemporaryDirectory() as folder, ledger(Path(folder)) as new:
        yield StoryLedger(new, {}, {}, head(new.writer.connection))


@contextmanager
def ledger_of(documents: Iterable[Document]) -> Iterator[StoryLedger]:
    """A ledger that got the documents, one a submission."""
    with fresh() as new:
        for document in documents:
            new.tell(document)
        yield new


# What the ledger says


def current(connection: Connection) -> list[Stored]:
    """The rows that stand, with known_from."""
    return standing_rows(connection)


def entries(connection: Connection) -> list[WorkedEntry]:
    return entries_in(connection)


def lines(story: StoryLedger, *, sources: bool = True) -> list[Line]:
    """What stands, whatever the seqs: every entry field by field, with the label of the
    document it comes from.

    Without its place, which may hold a seq or a game's running place in its document:
    the numbers show the order.
    """
    return sorted(
        (
            (
                e.list,
                e.on,
                e.unit,
                e.tournament,
                e.edition,
                e.change,
                str(story.labels[e.seq]) if sources else None,
            )
            for e in entries(story.connection)
        ),
        key=repr,
    )


def differences(
    first: Iterable[Any], second: Iterable[Any], names: tuple[str, str]
) -> list[str]:
    """What only one side has, the first few of each; empty when they are the same."""
    ones, others = list(first), list(second)
    found: list[str] = []
    for name, mine, theirs in ((names[0], ones, others), (names[1], others, ones)):
        known = set(map(repr, theirs))
        found.extend(f"only {name}: {line}" for line in mine if repr(line) not in known)
    if not found and len(ones) != len(others):
        found.append(f"{len(ones)} lines {names[0]}, {len(others)} {names[1]}")
    return found
