"""The register of members: kept whole, forgotten; who has a licence, and what clubs
owe, to the cent. It moves no rating and is in no event.
"""

import os
import signal
import sqlite3
from time import process_time
from unicodedata import normalize

import pytest

from features.members.licences import Licence
from features.members.store import keep_register, kept_register
from tests.features.members.members_world import (
    AINO,
    HEAD,
    licences,
    office_of,
    read,
    refused,
)
from tests.world.command import Selo
from tests.world.documents import player, tournament
from tests.world.reached import copy_of, kept_beside
from web.store import beside
from web.store.beside import path_beside


@pytest.fixture
def office(selo: Selo) -> Selo:
    return office_of(selo)


QUARTER = (
    "A1;2026-01-01;2026-12-31;45,00;2026-01-12;",  # Torni, paid in the quarter
    "B1;2026-01-15;2026-12-31;45,05;2026-04-01;",  # Torni, paid a day after it
    "C1;2026-03-31;2026-12-31;1 234,56 €;;",  # Ratsu, begins on its last day
    # the register's club, paid on its last day
    "C2;2026-02-01;2026-02-28;10,1;2026-03-31;Torni",
    "C2;2026-03-01;2026-03-31;0;;Torni",  # costs nothing
    "D1;2026-01-01;2026-12-31;0,07;;",  # of no club
    "A1;2025-01-01;2025-12-31;40;;",  # an earlier quarter
    "B1;2027-04-01;2027-12-31;99;;",  # a later one
)


def test_a_quarter_by_hand_to_the_cent(office: Selo) -> None:
    read(office, *QUARTER)
    dues = office.ask("members", "dues", "2026Q1", "--people")
    assert (dues["begins"], dues["ends"], dues["until"]) == (
        "2026-01-01",
        "2026-03-31",
        "2026-03-31",
    )
    rows = [tuple(row.values()) for row in dues["rows"]]
    # Torni: 45.00 + 45.05 + 10.10 + 0.00 = 100.15, of which 45.00 + 10.10 = 55.10 was
    # paid by 31 March
    assert rows == [
        ("Ratsu", 1, 1, "1234.56", "0.00", "1234.56"),
        ("Torni", 4, 3, "100.15", "55.10", "45.05"),
        (None, 1, 1, "0.07", "0.00", "0.07"),
    ]
    assert tuple(dues["total"].values()) == (None, 6, 5, "1334.78", "55.10", "1279.68")
    assert [
        (row["player"], row["fee"], row["paid"], row["owed"]) for row in dues["people"]
    ] == [
        ("C1", "1234.56", None, "1234.56"),
        ("A1", "45.00", "2026-01-12", "0.00"),
        ("B1", "45.05", None, "45.05"),
        ("C2", "10.10", "2026-03-31", "0.00"),
        ("C2", "0.00", None, "0.00"),
        ("D1", "0.07", None, "0.07"),
    ]
    assert office.done("members", "dues", "2026Q1", "--csv").splitlines() == [
        "club,licences,people,fees,paid,owed",
        "Ratsu,1,1,1234.56,0.00,1234.56",
        "Torni,4,3,100.15,55.10,45.05",
        ",1,1,0.07,0.00,0.07",
    ]
    assert (
        office.done("members", "dues", "2026Q1", "--people", "--csv").count("\n") == 7
    )
    # a payment counts from its day on
    assert (
        office.ask("members", "dues", "2026q1", "--as-of", "2026-03-30")["total"][
            "paid"
        ]
        == "45.00"
    )
    assert (
        office.ask("members", "dues", "2026-Q1", "--as-of", "2026-04-01")["total"][
            "owed"
        ]
        == "1234.63"
    )
    assert office.ask("members", "dues", "2025Q1")["total"]["owed"] == "40.00"
    assert (
        office.ask("members", "dues", "2026Q2")["rows"] == []
        and office.ask("members", "dues", "2026Q2")["until"] == "2026-05-10"
    )
    assert "Torni" in office.done(
        "members", "dues", "2026Q1"
    ) and "1279.68" in office.done("members", "dues", "2026Q1")
    for wrong in ("2026Q5", "2026", "2026Q1x", "Q1"):
        assert (
            office.refused("members", "dues", wrong, code=2)[0]["where"]["field"]
            == "quarter"
        )
    office.refused("members", "dues", "2026Q1", "--as-of", "2026-05-11", code=2)


def test_a_club_whose_accents_are_stored_in_two_ways_gets_one_bill(
    office: Selo,
) -> None:
    """As files of a Mac and of others have them: on the page both read the same."""
    ways = [normalize(form, "Hyvinkään Shakki") for form in ("NFC", "NFD")]
    assert ways[0] != ways[1]
    read(
        office,
        *(
            f"{who};2026-01-01;2026-12-31;10;;{club}"
            for who, club in zip(("A1", "B1"), ways, strict=True)
        ),
    )
    [row] = office.ask("members", "dues", "2026Q1")["rows"]
    assert (row["club"], row["people"], row["owed"]) == (ways[0], 2, "20.00")


def test_the_day_of_reading_is_that_of_the_ledger(office: Selo) -> None:
    """It was the next day in Helsinki already."""
    office.done("ledger", "settings", "--time-zone", "Europe/Helsinki", "--reason", "x")
    office.clock("2026-06-07T21:30:00.000000Z")
    read(office, AINO)
    told = office.run("members", "dues", "2026Q1")
    assert "read on 2026-06-08:" in told.err


def test_both_ends_of_a_tournament_count(office: Selo) -> None:
    office.submit(
        tournament(
            "open",
            "2026-04-12",
            "A1 B1 1-0",
            "C1 C2 1-0",
            "D1 A1 1-0",
            start="2026-04-10",
        )
    )
    assert (
        office.ask("members", "licences", "open")["register"] is None
        and office.ask("members", "licences", "open")["rows"] == []
    )
    assert (
        "no register of members was read"
        in office.run("members", "licences", "open").err
    )
    states = {
        ("2026-04-10", "2026-04-12", "2026-01-01"): "paid",
        ("2026-04-10", "2026-04-12", ""): "unpaid",
        ("2026-01-01", "2026-04-11", "2026-01-01"): "ends-before",
        ("2026-04-11", "2026-12-31", "2026-01-01"): "begins-after",
        ("2026-04-13", "2026-12-31", "2026-01-01"): "none",
        ("2026-01-01", "2026-04-09", "2026-01-01"): "none",
    }
    for (begins, ends, paid), state in states.items():
        read(office, f"A1;{begins};{ends};1;{paid};")
        rows = {
            row["player"]: row["state"]
            for row in office.ask("members", "licences", "open")["rows"]
        }
        assert rows == {
            "A1": state,
            "B1": "none",
            "C1": "none",
            "C2": "none",
            "D1": "none",
        }, (begins, ends, paid)


def test_over_a_new_year_two_licences_count(office: Selo) -> None:
    office.submit(
        tournament("xmas", "2026-01-03", "A1 B1 1-0", "C1 D1 1-0", start="2025-12-28")
    )
    read(
        office,
        "A1;2025-01-01;2025-12-31;1;2025-01-01;",
        "A1;2026-01-01;2026-12-31;1;2026-02-01;",
        "B1;2025-01-01;2025-12-31;1;2025-01-01;",
        "B1;2026-01-01;2026-12-31;1;;",
        "C1;2025-01-01;2025-12-31;1;2025-01-01;",
        "D1;2025-12-28;2026-01-03;0;;",
    )
    rows = office.ask("members", "licences", "xmas")["rows"]
    assert [(row["player"], row["state"], row["paid"]) for row in rows] == [
        ("C1", "ends-before", "2025-01-01"),
        ("B1", "unpaid", None),
        ("A1", "paid", "2026-02-01"),
        ("D1", "paid", None),
    ]


@pytest.mark.parametrize("paid_id", ["A1", "A9"])
def test_of_two_licences_of_a_merged_person_the_paid_one_counts(
    office: Selo, paid_id: str
) -> None:
    """Whichever of the two begins first."""
    office.submit(
        player("A9", name="Aho, Aino Maria"), tournament("t", "2026-05-01", "A1 B1 1-0")
    )
    paid = {"A1": "", "A9": "", paid_id: "2026-02-01"}
    read(
        office,
        f"A1;2026-01-01;2026-12-31;45;{paid['A1']};",
        f"A9;2026-02-01;2026-12-31;40;{paid['A9']};",
    )
    office.done("player", "merge", "A9", "A1", "--reason", "one person")

    def state() -> tuple[str, str]:
        rows = office.ask("members", "licences", "t")["rows"]
        [row] = [row for row in rows if row["player"] == "A1"]
        return row["state"], row["begins"]

    begins = {"A1": "2026-01-01", "A9": "2026-02-01"}
    assert state() == ("paid", begins[paid_id])


@pytest.mark.parametrize("free_id", ["A1", "A9"])
@pytest.mark.parametrize(("paid", "state"), [("", "unpaid"), ("2026-03-01", "paid")])
def test_a_free_licence_of_a_merged_person_does_not_hide_the_other(
    office: Selo, free_id: str, paid: str, state: str
) -> None:
    """Whichever of the two begins first."""
    office.submit(
        player("A9", name="Aho, Aino Maria"), tournament("t", "2026-05-01", "A1 B1 1-0")
    )
    begins = {"A1": "2026-01-01", "A9": "2026-02-01"}
    [other_id] = begins.keys() - {free_id}
    read(
        office,
        f"{free_id};{begins[free_id]};2026-12-31;0;;",
        f"{other_id};{begins[other_id]};2026-12-31;45;{paid};",
    )
    office.done("player", "merge", "A9", "A1", "--reason", "one person")

    rows = office.ask("members", "licences", "t")["rows"]
    [row] = [row for row in rows if row["player"] == "A1"]
    assert (row["state"], row["begins"]) == (state, begins[other_id])


def test_no_rating_hangs_on_it(office: Selo) -> None:
    games = tournament("open", "2026-04-12", "A1 B1 1-0", "B1 A1 1-0")
    without = copy_of(office, "without.db")
    before = office.rows()
    read(office, "B1;2026-01-01;2026-12-31;45;;")
    assert office.rows() == before
    told, dry = [], []
    for one in (office, without):
        dry.append(one.ask("submit", one.file("open.jsonl", games), "--dry-run"))
        one.submit(games)
        told.append(
            [
                one.ask(*words.split())
                for words in ("list selo", "log", "tournament open", "show B1")
            ]
        )
        verdict = one.run("verify", "--json").value
        told[-1].append(
            {key: verdict[key] for key in ("status", "events", "root", "problems")}
        )
    assert told[0] == told[1] and office.rows() == without.rows()
    assert [row["state"] for row in dry[0].pop("unlicensed")] == [
        "none",
        "unpaid",
    ] and dry[0] == dry[1]


def test_the_preview_of_a_draft_has_one_name_with_it_and_without(office: Selo) -> None:
    office.file("open.json", tournament("open", "2026-04-12", "A1 B1 1-0"))
    office.done("draft", "keep", str(office.folder / "open.json"))
    before = office.ask("draft", "preview", "1")
    assert "unlicensed" not in before
    read(office, AINO)
    after = office.ask("draft", "preview", "1")
    assert [(row["player"], row["state"]) for row in after.pop("unlicensed")] == [
        ("B1", "none")
    ] and after == before
    assert "without a paid licence" in office.done("draft", "preview", "1")
    assert "unlicensed" not in office.ask(
        "draft", "book", "1", "--preview", before["preview"]
    )


@pytest.mark.in_a_file("its bytes are written over")
def test_a_register_that_cannot_be_read_stops_nothing(office: Selo) -> None:
    read(office, AINO)
    with open(path_beside(office.ledger), "r+b") as file:
        file.write(b"no database at all")
    games = tournament("open", "2026-04-12", "A1 B1 1-0")
    assert "unlicensed" not in office.ask(
        "submit", office.file("open.jsonl", games), "--dry-run"
    )
    assert office.submit(games)["recorded"]


def test_what_a_register_differs_by(office: Selo) -> None:
    lines = (AINO, "B1;2026-01-01;2026-12-31;45;;")
    words = ("members", "read", office.file("register.csv", HEAD, *lines), "--dry-run")
    assert office.ask(*words) == {
        "file": "register.csv",
        "licences": 2,
        "people": 2,
        "new": 2,
        "changed": 0,
        "gone": 0,
        "dry_run": True,
    }
    assert kept_register(office.ledger) is None
    assert read(office, *lines)["new"] == 2
    differs = read(
        office,
        "B1;2026-01-01;2026-12-31;45;2026-01-02;",
        "C1;2026-01-01;2026-12-31;45;;",
    )
    assert (differs["new"], differs["changed"], differs["gone"]) == (1, 1, 1)
    assert (
        office.ask("members", "read", "--forget")["gone"] == 2
        and kept_register(office.ledger) is None
    )
    assert (
        office.refused("members", "read", "--forget", code=3)[0]["code"]
        == "no-register"
    )
    office.refused("members", "read", code=2)
    office.refused("members", "read", "--forget", "x.csv", code=2)


@pytest.mark.in_a_file("the server ends what a killed process has begun")
def test_killed_in_between_it_is_the_old_one_or_the_new_one(office: Selo) -> None:
    """At every statement of the transaction, and after it."""
    old = [
        Licence("A1", "2026-01-01", "2026-12-31", 1, None, None),
        Licence("B1", "2026-01-01", "2026-12-31", 1, None, None),
    ]
    new = [
        Licence("A1", "2027-01-01", "2027-12-31", 2, None, None),
        Licence("C1", "2027-01-01", "2027-12-31", 2, None, None),
    ]
    found = []
    for deadly in range(100):
        keep_register(
            office.ledger, "old.csv", old, "tester", office.moment, dry_run=False
        )
        if not _killed_at(deadly, office, new):
            break
        kept = kept_register(office.ledger)
        assert kept is not None
        assert (kept.file, [*kept.licences]) in (
            ("old.csv", old),
            ("new.csv", new),
        ), deadly
        found.append(kept.file)
    assert (
        found == sorted(found, reverse=True)
        and {*found} == {"old.csv", "new.csv"}
        and len(found) > 8
    ), found


def _killed_at(statement: int, office: Selo, new: list[Licence]) -> bool:
    """Whether a process that replaces the register has so many statements, and was
    killed at that one.

    A process with threads that forks may hand on a lock that nobody lets go: such a child
    ends by its alarm, and another is made.
    """
    while True:
        code = _exit_code_of_writer(statement, office, new)
        if code != -signal.SIGALRM:
            return code == 9


def _exit_code_of_writer(statement: int, office: Selo, new: list[Licence]) -> int:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        count, opened = iter(range(10_000)), beside._open_file

        def traced(path: str, wait: float | None = None) -> sqlite3.Connection:
            connection = opened(path, wait)
            connection.set_trace_callback(
                lambda _: os._exit(9) if next(count) == statement else None
            )
            return connection

        beside._open_file = traced
        keep_register(
            office.ledger, "new.csv", new, "tester", office.moment, dry_run=False
        )
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kept_bytes(office: Selo) -> bytes:
    folder, name = os.path.split(path_beside(office.ledger))
    return b"".join(
        (office.folder / one).read_bytes()
        for one in os.listdir(folder)
        if one.startswith(name)
    )


def test_whoever_is_erased_is_forgotten(office: Selo) -> None:
    office.submit(
        player("A9", name="Aho, Aino"), tournament("open", "2026-04-12", "A1 B1 1-0")
    )
    read(
        office,
        "A9;2026-01-01;2026-12-31;11;;Muistoseura",
        "B1;2026-01-01;2026-12-31;22;;",
    )
    office.done("player", "merge", "A9", "A1", "--reason", "one person")
    # merges are followed
    assert office.ask("members", "licences", "open")["rows"][0]["player"] == "A1"
    assert b"Muistoseura" in kept_beside(office.ledger)
    office.done("player", "erase", "A1", "--reason", "asked for it")
    assert b"Muistoseura" not in kept_beside(office.ledger) and [
        row[0] for row in licences(office)
    ] == ["B1"]
    [(line, code, _)] = refused(
        office, "B1;2026-01-01;2026-12-31;22;;", "A9;2026-01-01;2026-12-31;11;;"
    )
    assert (line, code) == (3, "members-erased")


def test_an_interrupted_erasure_is_finished_by_erasing_again(
    office: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows the name any more, and licences are kept by id."""
    read(office, "A1;2026-01-01;2026-12-31;11;;Muistoseura")
    erase = ("player", "erase", "A1", "--reason", "asked for it")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr("web.store.drafts.forget", killed)
        office.run(*erase)
    assert b"Muistoseura" in kept_beside(office.ledger)
    assert "already recorded" in office.done(*erase)
    assert b"Muistoseura" not in kept_bytes(office)


def test_what_an_interrupted_change_left_in_the_journal_is_taken_out(
    office: Selo,
) -> None:
    """A service holds the file open, so nobody cleans up by closing it."""
    read(office, "A1;2026-01-01;2026-12-31;11;;Muistoseura")
    beside.hold(office.ledger)
    try:
        with beside.changing(office.ledger) as connection:
            connection.execute("DELETE FROM licence")
        assert b"Muistoseura" in kept_bytes(office)
        beside.clean(office.ledger)
        assert b"Muistoseura" not in kept_bytes(office)
    finally:
        beside.release(office.ledger)


def test_an_erased_person_is_in_no_answer_even_where_the_register_has_them(
    office: Selo,
) -> None:
    """As after an erasure that found the file locked."""
    office.submit(tournament("open", "2026-04-12", "A1 B1 1-0"))
    office.done("player", "erase", "A1", "--reason", "asked for it")
    rows = [
        Licence(name, "2026-01-01", "2026-12-31", 1100, "2026-01-01", "Muistoseura")
        for name in ("A1", "B1")
    ]
    keep_register(
        office.ledger, "old.csv", rows, "tester", office.moment, dry_run=False
    )
    assert office.ask("members", "dues", "2026Q1", "--people")["total"]["people"] == 1
    states = {
        row["player"]: (row["state"], row["club"])
        for row in office.ask("members", "licences", "open")["rows"]
    }
    assert states == {"A1": ("none", None), "B1": ("paid", "Muistoseura")}


@pytest.mark.in_a_file("its bytes are looked at")
def test_forgotten_licences_are_nowhere_in_the_file(office: Selo) -> None:
    read(office, "B1;2026-01-01;2026-12-31;22;;Muistoseura")
    read(office, "B1;2026-01-01;2026-12-31;22;;Toinen Seura")
    assert b"Muistoseura" not in kept_bytes(office) and b"Toinen Seura" in kept_bytes(
        office
    )
    office.done("members", "read", "--forget")
    assert b"Toinen Seura" not in kept_bytes(office)


@pytest.mark.measured
def test_a_register_of_strangers_is_refused_in_time_and_says_that_it_tells_no_more(
    office: Selo,
) -> None:
    """Every line has a name that nobody has; who may be meant is looked for as long as
    it is told.
    """
    lines = [
        f";Outolainen{number}, Oma;;2026-01-01;2026-12-31;45;;"
        for number in range(20_000)
    ]
    before = process_time()
    problems = office.refused(
        "members",
        "read",
        office.file(
            "r.csv", "id;name;birth;from;to;fee;paid;club\n" + "\n".join(lines)
        ),
    )
    assert process_time() - before < 30
    assert len(problems) == 201 and {one["code"] for one in problems[:200]} == {
        "members-unknown"
    }
    assert [one["where"]["line"] for one in problems[:200]] == list(range(2, 202))
    assert (problems[-1]["code"], problems[-1]["hint"]) == (
        "too-many",
        "correct the first ones and try again",
    )


def test_an_empty_register_is_said_to_be_empty(office: Selo) -> None:
    for text in ("", "\n\n", "\ufeff"):
        [problem] = office.refused("members", "read", office.file("r.csv", text))
        assert (problem["code"], problem["message"]) == (
            "people-empty",
            "the file is empty",
        )


@pytest.mark.parametrize(
    "day", ["1.13.2024", "31.2.2024", "2024-13-01", "45292", "3/4/2024"]
)
def test_a_day_that_is_none_or_two_is_not_guessed(office: Selo, day: str) -> None:
    [problem] = office.refused(
        "members",
        "read",
        office.file("r.csv", f"id;from;to;fee;paid\nA1;{day};2026-12-31;45;\n"),
    )
    assert (problem["code"], problem["where"]["field"]) == ("members-day", "from")


@pytest.mark.parametrize("day", ["2126-12-31", "31.12.2126", "29.2.2128"])
def test_a_day_too_far_away_is_said_to_be_so(office: Selo, day: str) -> None:
    [problem] = office.refused(
        "members",
        "read",
        office.file("r.csv", f"id;from;to;fee;paid\nA1;2026-01-01;{day};45;\n"),
    )
    assert problem["message"] == f"'{day}' is too far away"
    assert problem["hint"] == "the last day that is read is 2100-12-31"


def test_what_is_no_day_in_any_year_is_not_said_to_be_far_away(office: Selo) -> None:
    text = "id;from;to;fee;paid\nA1;2026-01-01;31.2.2126;45;\n"
    [problem] = office.refused("members", "read", office.file("r.csv", text))
    assert problem["message"] == "'31.2.2126' is not a day"
