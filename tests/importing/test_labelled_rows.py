"""A thousand rows with the truth beside them: nobody is matched or new who should have
been asked about, by any door.

Each rule has a fault that is planted, and the rows find it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from desk.ledger_view import LedgerView
from desk.people import evidence, matching, register
from desk.people.births import Birth
from desk.people.evidence import Evidence
from desk.people.matching import match
from desk.people.register import Register, register_of
from exchange.names import index, likeness
from exchange.names.likeness import Likeness
from ledger.store.database import snapshot
from messages import Message
from tests.importing.importing_world import World
from tests.importing.labelled import (
    ASKED,
    EVERYBODY,
    NEW,
    NOBODY,
    SAFE,
    SURE,
    Row,
    documents,
)
from tests.importing.labelled_rows import rows

ROWS = list(rows())
# whether letters are broken is told of a whole file; what is asked is how to read it,
# more than who is meant
OF_FILES = ("letters lost", "UTF-8 read as cp1252")
OWNER = {
    number: one.player
    for one in EVERYBODY
    for number in (one.fide_id, one.player)
    if number
}


def flaw(row: Row, status: str, player: str | None, among: Sequence[str]) -> str:
    """What is wrong with an outcome; empty when it is as the label says."""
    sure = status == "matched" and player == row.who
    asked = status in ("proposed", "doubtful") and (
        row.who is None or row.who in among or row.kind in OF_FILES
    )
    if status == "matched" and not sure:
        return "a silent wrong match"
    if status == "new" and row.who is not None:
        return "a silent new member"
    may = {
        SURE: sure,
        ASKED: asked,
        SAFE: sure or asked,
        NEW: status == "new",
        NOBODY: status == "new" or asked,
    }
    return "" if may[row.may] else f"{status}, and not {row.may}"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The register, as it came to be."""
    world = World(tmp_path_factory.mktemp("register"))
    assert world.run("--ledger", world.ledger, "init").code == 0
    ran = world.run(
        "--ledger",
        world.ledger,
        "submit",
        str(world.folder / world.file("register.jsonl", *documents())),
    )
    assert ran.code == 0, ran
    return world.path


@pytest.fixture(scope="module")
def people(ledger: Path) -> Iterator[Register]:
    with snapshot(str(ledger)) as connection:
        yield register_of(LedgerView(connection))


def flaws(people: Register) -> Counter[str]:
    """Each row by itself, beside the register."""
    found: Counter[str] = Counter()
    for row in ROWS:
        if row.kind not in OF_FILES:
            [one] = match([row], people, {})
            if wrong := flaw(row, one.status, one.player, one.candidates):
                found[f"{wrong}: {row.kind}: {row.name}"] += 1
    return found


def test_the_rows_are_many_and_of_every_kind() -> None:
    labels = Counter(row.may for row in ROWS)
    assert (
        len(ROWS) > 1000
        and min(labels.values()) > 40
        and labels.keys() == {SURE, ASKED, SAFE, NEW, NOBODY}
    )
    assert len({row.kind for row in ROWS}) > 70


def test_nobody_is_matched_or_new_who_should_be_asked_about(people: Register) -> None:
    assert flaws(people) == {}


def same_year(here: str | None, there: str | None) -> Birth:
    return Birth.DAY if (here or "")[:4] == (there or "")[:4] else Birth.DIFFERS


def half_a_name(one: str, other: str) -> Likeness:
    return Likeness.CLOSE if likeness.share_a_word(one, other) else Likeness.APART


def any_spelling(one: str, other: str) -> Likeness:
    alike = likeness.likeness(one, other)
    return Likeness.SAME if alike is Likeness.ALIKE else alike


def at_once(row: Row, own: Evidence, by: Message) -> matching.Match:
    return matching.Match(row, "matched", own.player, by)


FAULTS: dict[str, tuple[object, str, Any]] = {
    "births are not looked at": (
        evidence,
        "births",
        lambda here, there: Birth.UNKNOWN,
    ),
    "a year is as good as a day": (evidence, "births", same_year),
    "half a name is a name": (evidence, "likeness", half_a_name),
    "another spelling is the same": (evidence, "likeness", any_spelling),
    "a number is enough": (matching, "_contradiction", lambda own, register: None),
    "nobody fits better": (matching, "_fits_better", lambda other, own: False),
    "another FIDE id is no contradiction": (
        Register,
        "fide_ids",
        lambda self, player: set(),
    ),
    "sex and federation are not looked at": (matching, "_sure_match", at_once),
    "no name is close": (register, "is_close", lambda one, other: False),
    "everyday names are unknown": (index, "other_forms", lambda word: frozenset()),
    "births alike mean nothing": (evidence, "_born_alike", lambda row, register: []),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(
    people: Register, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, name, instead = FAULTS[fault]
    monkeypatch.setattr(where, name, instead)
    assert flaws(people)


def files() -> list[list[Row]]:
    """The rows in as few files as can be: nobody is in a file twice, as themselves or
    with a number of theirs.
    """
    made: list[tuple[set[str], list[Row]]] = []
    for row in ROWS:
        numbers = {
            OWNER.get(number, str(number))
            for number in (row.fide_id, row.national_id)
            if number
        }
        people = {row.near, *numbers}
        taken, file = next((one for one in made if not one[0] & people), (set(), []))
        if not file:
            made.append((taken, file))
        taken |= people
        file.append(row)
    return [file for _, file in made]


def as_file(listed: Sequence[Row]) -> str:
    """A list of people, the row's place as its number."""
    head = "No;Name;FideID;FED;Born;Sex;ID"
    cells = [
        (
            number,
            row.name,
            row.fide_id,
            row.federation,
            row.born,
            row.sex,
            row.national_id,
        )
        for number, row in enumerate(listed, 1)
    ]
    return "\n".join(
        [
            head,
            *(
                ";".join("" if cell is None else str(cell) for cell in line)
                for line in cells
            ),
            "",
        ]
    )


def test_the_command_asks_about_the_same_rows(ledger: Path, tmp_path: Path) -> None:
    world = World(tmp_path, ledger)
    found, asked = [], 0
    for file in files():
        listed = str(tmp_path / world.file("people.csv", as_file(file)))
        ran = world.run(
            "--ledger",
            world.ledger,
            "submit",
            listed,
            "--new-ids",
            "Q",
            "--dry-run",
            "--json",
        )
        assert ran.code == 0, ran
        players = ran.value["players"]
        outcomes = {
            **{
                one["number"]: ("matched", one["player"], ())
                for one in players["matched"]
            },
            **{one["number"]: ("new", None, ()) for one in players["new"]},
            **{
                one["number"]: ("proposed", None, (one["candidate"]["player"],))
                for one in players["proposed"]
            },
            **{
                one["number"]: (
                    "doubtful",
                    None,
                    [known["player"] for known in one["candidates"]],
                )
                for one in players["doubtful"]
            },
        }
        assert len(outcomes) == len(file)
        asked += len(ran.value["questions"])
        for number, row in enumerate(file, 1):
            if wrong := flaw(row, *outcomes[str(number)]):
                found.append(f"{wrong}: {row.kind}: {row.name}")
    assert found == []
    assert asked < len(ROWS) * 2 // 3  # many are asked about together
