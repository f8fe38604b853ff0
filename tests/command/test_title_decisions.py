"""6: what the committee decides of titles, and what a title's state is then."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.answers import Question
from projections.answers.open_reading import reading
from projections.answers.title_states import titles_of
from tests.torture.workload import SEED
from tests.world.command import Selo, problem_fields
from tests.world.documents import Document, opening, player, tournament
from tests.world.ledger import NOW, submitted

KINDS = ("confirm-title", "keep-title", "refuse-title", "revoke-confirmation")
# each of them alone brings 2200 to a player of 2195
WON = ("2024-02-10", "2024-05-05", "2024-08-20")
RULED = "2024-04-04"  # and so does a ruling


def decision(kind: str, on: str, **more: str) -> Document:
    return {
        "kind": kind,
        "player": "a",
        "title": "M",
        "on": on,
        "reason": "the committee's meeting",
        **more,
    }


def strong() -> list[Document]:
    """One just below a master's number, with the games, and somebody to beat."""
    return [
        *(player(name) for name in "ab"),
        opening("a", 2195, list="selo", games=60, on="2023-12-31"),
        opening("b", 2300, list="selo", games=60, on="2023-12-31"),
    ]


def event(number: int, on: str) -> Document:
    return tournament(f"t{number}", on, "a b 1-0", minutes=90)


def master(selo: Selo, *options: str) -> dict[str, Any] | None:
    rows = [
        row for row in selo.ask("titles", "a", *options)["rows"] if row["title"] == "M"
    ]
    return rows[0] if rows else None


def status(selo: Selo, *options: str) -> str | None:
    row = master(selo, *options)
    return None if row is None else row["status"]


@pytest.fixture
def office(selo: Selo) -> Selo:
    selo.submit(*strong())
    return selo


def test_a_confirmation_counts_from_the_day_the_title_was_reached(office: Selo) -> None:
    office.submit(decision("confirm-title", "2024-02-01"))
    assert (
        status(office) == "without ground"
        and status(office, "--as-of", "2024-01-31") is None
    )
    office.submit(event(1, "2024-05-05"))
    assert status(office) == "earned"
    office.submit(decision("confirm-title", "2024-05-05", resolution="12/2024"))
    row = master(office)
    assert (
        row is not None
        and row["status"] == "held"
        and row["confirmed_on"] == "2024-05-05"
    )
    assert row["decision"] == {
        "kind": "confirm-title",
        "on": "2024-05-05",
        "seq": office.events(),
        "by": "tester",
        "reason": "the committee's meeting",
        "resolution": "12/2024",
    }
    assert (
        "2024-05-05: confirm-title (12/2024) the committee's meeting, recorded by"
        " tester" in office.done("titles", "a")
    )


def test_the_committee_keeps_a_title_whose_ground_is_gone(office: Selo) -> None:
    office.submit(event(1, "2024-02-10"), decision("confirm-title", "2024-02-20"))
    office.submit({"kind": "withdraw", "tournament": "t1", "reason": "no such event"})
    lost = master(office)
    assert (
        lost is not None
        and lost["status"] == "no longer supported"
        and lost["seq"] == office.events()
    )
    assert status(office, "--open") == "no longer supported"
    office.submit(decision("keep-title", "2024-03-01"))
    kept = master(office)
    assert kept is not None and (kept["status"], kept["seq"]) == ("kept", lost["seq"])
    assert status(office, "--earned-since", "2024-02-01") is None
    assert (
        status(office, "--open") is None
        and status(office, "--as-of", "2024-02-28") == lost["status"]
    )
    assert "a" in [
        row["player"]
        for row in office.ask("list", "selo", "--title", "M", "--as-of", "2024-03-01")[
            "rows"
        ]
    ]
    office.submit(decision("revoke-confirmation", "2024-04-01"))
    assert status(office) == "no longer supported"


def test_an_opening_that_reaches_the_number_is_a_ground_of_its_own(selo: Selo) -> None:
    """6.4 and 6.5: what a tournament reached again is not lost with it; 6.3: M still
    waits for the committee.
    """
    people = [
        *(player(name) for name in "ab"),
        *(opening(name, 2200, list="selo", games=60) for name in "ab"),
    ]
    opened = next(
        row["seq"]
        for row in selo.submit(*people)["recorded"]
        if row["kind"] == "opening"
    )
    first = {row["title"]: row for row in selo.ask("titles", "a")["rows"]}
    day = first["ME"]["on"]
    assert {name: row["status"] for name, row in first.items()} == {
        "M": "earned",
        "ME": "held",
        "I": "held",
    }
    assert selo.ask("titles", "a", "--as-of", "2000-01-01")["rows"] == []
    selo.submit(event(1, "2024-02-10"))
    selo.submit({"kind": "withdraw", "tournament": "t1", "reason": "no such event"})
    assert {row["title"]: row for row in selo.ask("titles", "a")["rows"]} == first
    selo.submit({"kind": "withdraw", "seq": opened, "reason": "of somebody else"})
    assert {row["standing"] for row in selo.ask("titles", "a")["rows"]} == {"reopened"}
    assert day == first["I"]["on"] and selo.ask("ledger", "rebuild", "--check")["equal"]


def test_a_ruling_reaches_a_title_and_loses_it_when_it_is_withdrawn(
    office: Selo,
) -> None:
    ruling = {
        "kind": "ruling",
        "player": "a",
        "list": "selo",
        "on": "2024-03-03",
        "rating": 2210,
        "reason": "a slip",
    }
    before = office.ask("titles", "a")["rows"]
    # the ruling comes late, into the player's past
    office.submit(event(1, "2024-05-05"))
    assert (master(office) or {})["on"] == "2024-05-05"
    office.submit(ruling)
    row = master(office)
    assert row is not None and (row["on"], row["tournament"], row["standing"]) == (
        "2024-03-03",
        None,
        "pending",
    )
    assert (
        status(office, "--as-of", "2024-03-02") is None
        and office.ask("ledger", "rebuild", "--check")["equal"]
    )
    office.submit(
        {"kind": "withdraw", "seq": office.events(), "reason": "it was no slip"}
    )
    assert (master(office) or {})["on"] == "2024-05-05"
    office.submit({"kind": "withdraw", "tournament": "t1", "reason": "no such event"})
    assert [
        row for row in office.ask("titles", "a")["rows"] if row["title"] != "M"
    ] == before
    assert (
        office.ask("ledger", "rebuild", "--check")["equal"]
        and office.answer("verify")[1]["problems"] == []
    )


def test_a_decision_that_is_withdrawn_was_none(office: Selo) -> None:
    office.submit(event(1, "2024-02-10"), decision("refuse-title", "2024-02-20"))
    assert status(office) == "refused"
    since = ("--earned-since", "2024-02-01")
    assert status(office, *since) is None
    office.submit(
        {"kind": "withdraw", "seq": office.events(), "reason": "another player"}
    )
    assert status(office) == status(office, *since) == "earned"


def test_what_is_kept_and_refused_says_why(office: Selo) -> None:
    without = {
        name: value
        for name, value in decision("keep-title", "2024-02-20").items()
        if name != "reason"
    }
    assert problem_fields(office.refuse(without)) == [("missing-field", "reason")]


def test_a_correction_that_moves_the_ground_reopens_a_title_and_is_named(
    office: Selo,
) -> None:
    office.submit(event(1, "2024-02-10"), decision("confirm-title", "2024-02-20"))
    office.submit(event(2, "2024-05-05"))
    assert (master(office) or {})["standing"] == "held"
    office.submit({"kind": "withdraw", "tournament": "t1", "reason": "played in May"})
    row = master(office)
    assert row is not None and (row["status"], row["standing"], row["on"]) == (
        "earned",
        "reopened",
        "2024-05-05",
    )
    assert (
        row["was"] == {"on": "2024-02-10", "tournament": "t1", "game": "1.1"}
        and row["seq"] == office.events()
    )
    assert row["event"] == {
        "kind": "withdraw",
        "target": "t1",
        "reason": "played in May",
    }
    assert (
        f"M of a rested on 2024-02-10 t1 1.1 until seq {office.events()}: withdraw t1"
        in office.done("titles", "a")
    )
    office.submit(decision("confirm-title", "2024-06-01"))
    assert (master(office) or {})["standing"] == "held"


RULING = 3


def ruled(stands: bool | None) -> Document:
    """The ruling, or what is said of it later; whoever submits that fills its seq in."""
    if stands is None:
        return {
            "kind": "ruling",
            "player": "a",
            "list": "selo",
            "on": RULED,
            "rating": 2210,
            "reason": "a slip",
        }
    return {
        "kind": "withdraw" if stands else "reinstate",
        "seq": 0,
        "reason": "as it was",
    }


def history(rng: random.Random) -> Iterator[Document]:
    """Events that come and go, and decisions of all kinds on any day."""
    live: dict[int, bool | None] = {}
    for _ in range(rng.randrange(2, 9)):
        number = rng.randrange(3)
        if rng.random() < 0.15:
            yield ruled(live.setdefault(RULING, None))
            live[RULING] = not live[RULING]
        elif rng.random() < 0.5:
            yield decision(
                rng.choice(KINDS),
                f"2024-{rng.randrange(1, 10):02}-{rng.randrange(1, 29):02}",
            )
        elif number not in live:
            live[number] = True
            yield event(number, WON[number])
        else:
            live[number] = not live[number]
            kind = "reinstate" if live[number] else "withdraw"
            yield {"kind": kind, "tournament": f"t{number}", "reason": "as it was"}


State = tuple[str, str]  # and where it stands in the register


def referred(documents: list[Document]) -> State | None:
    """The state of the title by the words of the page on titles, and nothing of the
    program.
    """
    live: dict[str, str] = {}
    ever = False
    decisions = []
    # after each document, the first day that supports the title
    grounds: list[str] = []
    for place, document in enumerate(documents):
        if document["kind"] == "tournament":
            live[document["tournament"]] = document["end"]
        elif document["kind"] == "ruling" or (
            "seq" in document and document["kind"] == "reinstate"
        ):
            live["ruling"] = RULED
        elif "seq" in document:
            del live["ruling"]
        elif document["kind"] == "withdraw":
            del live[document["tournament"]]
        elif document["kind"] == "reinstate":
            live[document["tournament"]] = WON[int(document["tournament"][1:])]
        else:
            decisions.append((document["on"], place, document["kind"]))
        ever = ever or bool(live)
        grounds.append(min(live.values(), default="9999"))
    on, place, kind = max(decisions, default=("", 0, ""))
    if kind == "keep-title":
        return "kept", "kept"
    revoked = kind == "revoke-confirmation"
    if live:
        if on >= min(live.values()):
            status = {"confirm-title": "held", "refuse-title": "refused"}.get(
                kind, "earned"
            )
            return status, (
                "revoked" if revoked else "pending" if status == "earned" else status
            )
        # what was decided was decided of a ground that is not there any more
        was = bool(decisions) and any(day <= on for day in grounds[place:])
        return "earned", "reopened" if was else "pending"
    if ever:
        if kind == "refuse-title":
            return "refused", "refused"
        return "no longer supported", "revoked" if revoked else "reopened"
    return ("without ground", "without ground") if kind == "confirm-title" else None


def compared(ledger: str, seeds: range) -> set[State | None]:
    """Each history is lived by people of their own, so that one ledger does for many."""
    met = set()
    for seed in seeds:
        documents = list(history(random.Random(seed)))
        submitted(ledger, *(own(document, seed) for document in strong()))
        ruling = 0
        for document in documents:
            of_ruling = {"seq": ruling} if "seq" in document else {}
            [receipt] = submitted(ledger, own(document | of_ruling, seed)).recorded
            ruling = receipt.seq if document["kind"] == "ruling" else ruling
        with reading(ledger, Question(), NOW[:10]) as known:
            titles = [
                title for title in titles_of(known, f"a{seed}") if title.title == "M"
            ]
        states = [(title.status, title.standing) for title in titles]
        expected = referred(documents)
        assert (states[0] if states else None) == expected, (
            f"seed {seed}: {states}, not {expected}: {documents}"
        )
        met.add(expected)
    return met


def own(document: Document, seed: int) -> Document:
    changed = {**document}
    for field in {"player", "tournament"} & changed.keys():
        changed[field] += str(seed)
    if "games" in changed and document["kind"] == "tournament":
        changed["games"] = [
            {**game, "white": f"a{seed}", "black": f"b{seed}"}
            for game in document["games"]
        ]
    return changed


STATES = {
    ("held", "held"),
    ("earned", "pending"),
    ("earned", "reopened"),
    ("earned", "revoked"),
    ("kept", "kept"),
    ("refused", "refused"),
    ("no longer supported", "reopened"),
    ("no longer supported", "revoked"),
    ("without ground", "without ground"),
    None,
}
RARE = {("no longer supported", "revoked"), ("earned", "reopened")}


def test_every_state_is_that_of_the_reference(new_ledger: Path, tmp_path: Path) -> None:
    ledger = str(shutil.copyfile(new_ledger, tmp_path / "selo.db"))
    assert compared(ledger, range(SEED, SEED + 60)) >= STATES - RARE


@pytest.mark.torture
def test_every_state_of_a_thousand_histories(new_ledger: Path, tmp_path: Path) -> None:
    ledger = str(shutil.copyfile(new_ledger, tmp_path / "selo.db"))
    assert compared(ledger, range(SEED, SEED + 1000)) == STATES
