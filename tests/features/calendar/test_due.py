"""The office's calendar: what was announced, what is due, what is late, and whose it
is.
"""

import random

import pytest

from tests.torture.workload import SEED
from tests.world.command import Selo, problem_fields
from tests.world.documents import Document, player, tournament


def announced(name: str, end: str, **more: object) -> Document:
    return {
        "kind": "announce",
        "tournament": name,
        "name": f"Kilpailu {name}",
        "start": end,
        "end": end,
        **more,
    }


def rows(selo: Selo, day: str, *options: str) -> list[tuple[str, str, str, int]]:
    selo.clock(day)  # nothing is asked of a day to come
    answered = selo.ask("calendar", "due", *options)
    assert answered["late"] == sum(row["late"] > 0 for row in answered["rows"])
    return [
        (row["what"], row["id"], row["due"], row["late"]) for row in answered["rows"]
    ]


@pytest.fixture
def office(selo: Selo) -> Selo:
    selo.clock("2025-01-02")
    selo.submit(player("a"), player("b"))
    return selo


def test_a_report_is_due_a_week_after_the_tournament_and_done_when_it_is_there(
    office: Selo,
) -> None:
    office.submit(announced("open", "2025-03-10", organiser="Kuusilahti"))
    assert rows(office, "2025-03-17", "--ahead", "0") == [
        ("report", "open", "2025-03-17", 0)
    ]
    assert rows(office, "2025-03-18") == [("report", "open", "2025-03-17", 1)]
    assert (
        rows(office, "2025-02-01", "--ahead", "43")
        == []
        != rows(office, "2025-02-01", "--ahead", "44")
    )
    office.clock("2025-03-20")
    office.submit(tournament("open", "2025-03-10", "a b 1-0"))
    assert rows(office, "2025-03-20") == []
    office.submit({"kind": "withdraw", "tournament": "open", "reason": "another one's"})
    assert rows(office, "2025-03-20") == [("report", "open", "2025-03-17", 3)]


def test_what_was_announced_last_holds_until_it_is_called_off(office: Selo) -> None:
    office.submit(
        announced("open", "2025-03-10"),
        announced("open", "2025-04-10", report_by="2025-04-12"),
    )
    assert rows(office, "2025-04-13") == [("report", "open", "2025-04-12", 1)]
    value = office.submit(announced("open", "2025-04-10", report_by="2025-04-12"))
    assert [row["repeated"] for row in value["recorded"]] == [True]
    seq = office.events()
    office.done("withdraw", "--seq", str(seq), "--reason", "the hall is taken")
    # it was moved, and is off: the first days do not come back
    assert rows(office, "2025-04-13") == []
    assert rows(office, "2025-04-13", "--known-seq", str(seq)) == [
        ("report", "open", "2025-04-12", 1)
    ]
    office.done("reinstate", "--seq", str(seq), "--reason", "the hall is free")
    assert rows(office, "2025-04-13") == [("report", "open", "2025-04-12", 1)]


def test_what_was_called_off_is_announced_again(office: Selo) -> None:
    first = announced("open", "2025-03-10")
    office.submit(first, announced("open", "2025-04-10"))
    office.done("withdraw", "--seq", str(office.events()), "--reason", "no hall")
    value = office.submit(first)
    assert [row["repeated"] for row in value["recorded"]] == [False]
    assert rows(office, "2025-03-20") == [("report", "open", "2025-03-17", 3)]


def test_how_far_ahead_it_looks_is_refused_and_not_cut(office: Selo) -> None:
    office.submit(announced("far", "2034-12-31"))
    assert rows(office, "2025-01-02", "--ahead", "3660")
    refused = office.run("calendar", "due", "--ahead", "99999999")
    assert refused.code == 2 and "0<=x<=3660" in refused.err


def test_a_year_that_is_a_slip_is_asked_about(office: Selo) -> None:
    office.submit(tournament("there", "2024-03-10", "a b 1-0"))
    decided = {
        "kind": "decision",
        "tournament": "there",
        "about": "accepted",
        "by": "The board",
    }
    early = {**announced("early", "2026-01-02"), "start": "0026-01-01"}
    for document, day in (
        (early, "0026-01-01"),
        ({**decided, "on": "0024-03-01"}, "0024-03-01"),
    ):
        [warning] = office.submit(document)["warnings"]
        assert warning["slip"] == "wrong-year"
        assert warning["message"] == f"{day} is before 1900; is the year right?"
    for document in (
        {**early, "start": "2026-01-01"},
        {**decided, "on": "2024-03-01"},
    ):
        assert office.submit(document)["warnings"] == []


def test_results_from_abroad_are_the_players_to_report(office: Selo) -> None:
    office.submit(
        announced("cup", "2025-03-10", domestic=False, representatives=["b"]),
        player("bb"),
    )
    office.done("player", "merge", "b", "bb", "--reason", "one person")
    office.clock("2025-03-20")
    [row] = office.ask("calendar", "due")["rows"]
    assert (row["what"], row["whose"], [one["player"] for one in row["players"]]) == (
        "report-from-abroad",
        "players",
        ["bb"],
    )
    assert "results from abroad, by the players" in office.done("calendar", "due")


def test_lists_are_due_since_the_settings_say_so(office: Selo) -> None:
    office.done(
        "ledger",
        "settings",
        "--list-day",
        "selo 01-01",
        "--list-day",
        "selo 07-01",
        "--list-day",
        "pelo 31",
    )
    assert rows(office, "2025-07-02", "--ahead", "0") == [
        ("list", "pelo", f"2025-{day}", late)
        for day, late in (
            ("01-31", 152),
            ("02-28", 124),
            ("03-31", 93),
            ("04-30", 63),
            ("05-31", 32),
        )
    ] + [("list", "pelo", "2025-06-30", 2), ("list", "selo", "2025-07-01", 1)]
    office.clock("2025-07-02")
    office.done("publish", "selo", "2025-07", "--as-of", "2025-07-01")
    assert ("list", "selo", "2025-07-01", 1) not in rows(
        office, "2025-07-02", "--ahead", "0"
    )
    office.done(
        "ledger",
        "settings",
        "--list-day",
        "selo 01-01",
        "--time-zone",
        "Europe/Helsinki",
    )
    assert rows(office, "2026-01-03", "--ahead", "0") == [
        ("list", "selo", "2026-01-01", 2)
    ]


def test_a_day_that_no_year_has_is_said_to_be_none(office: Selo) -> None:
    said = office.run(
        "ledger", "settings", "--list-day", "selo 02-30", "--list-day", "pelo 31"
    )
    assert said.code == 0 and said.err.count("is not a day of the calendar") == 1
    assert "selo 02-30 is not a day of the calendar" in said.err
    assert (
        "calendar"
        not in office.run("ledger", "settings", "--list-day", "selo 02-29").err
    )


@pytest.mark.parametrize(
    ("line", "message", "field"),
    [
        (
            ("ledger", "settings", "--list-day", "selo 13-01"),
            (
                '"selo 13-01" is not a list and a day, like selo 01-01, or selo 01 for'
                " each month"
            ),
            "list_days[0]",
        ),
        (
            (
                "calendar",
                "announce",
                "away",
                "--name",
                "Away",
                "--start",
                "2024-01-01",
                "--end",
                "2024-01-02",
                "--representative",
                "A",
                "--representative",
                "A B",
            ),
            '"A B" is not an id: 1 to 64 of A-Z a-z 0-9 . _ -',
            "representatives[1]",
        ),
    ],
)
def test_an_option_given_several_times_says_which_is_wrong(
    office: Selo, line: tuple[str, ...], message: str, field: str
) -> None:
    [problem] = office.refused(*line)
    assert (problem["message"], problem["where"]["field"]) == (message, field)


def test_the_office_says_how_long_a_report_may_take(office: Selo) -> None:
    office.submit(announced("open", "2025-03-10"))
    office.done("ledger", "settings", "--report-days", "0")
    assert rows(office, "2025-03-11") == [("report", "open", "2025-03-10", 1)]
    # what is not mentioned stays
    office.done("ledger", "settings", "--time-zone", "Europe/Helsinki")
    assert rows(office, "2025-03-11") == [("report", "open", "2025-03-10", 1)]


def test_of_a_season_exactly_what_is_late_is_named(office: Selo) -> None:
    """Forty tournaments, five without a report, and one of four lists that was not
    published.
    """
    rng = random.Random(SEED)
    print(f"SELO_SEED={SEED}")
    days = [
        f"2025-{month:02}-{day:02}" for month in range(1, 11) for day in (5, 12, 19, 26)
    ]
    names = [f"t{number}" for number in range(len(days))]
    missing = sorted(rng.sample(names, 5))
    office.done(
        "ledger",
        "settings",
        *(
            word
            for day in ("03-31", "06-30", "09-30", "12-31")
            for word in ("--list-day", f"selo {day}")
        ),
    )
    office.submit(
        *(announced(name, day) for name, day in zip(names, days, strict=True))
    )
    office.clock("2025-12-01")
    office.submit(
        *(
            tournament(n, day, "a b 1-0")
            for n, day in zip(names, days, strict=True)
            if n not in missing
        )
    )
    for day in ("03-31", "09-30"):
        office.done("publish", "selo", f"2025-{day}", "--as-of", f"2025-{day}")
    late = [
        row
        for row in office.ask("calendar", "due", "--as-of", "2025-12-01")["rows"]
        if row["late"]
    ]
    assert sorted(row["id"] for row in late if row["what"] == "report") == missing
    assert [(row["id"], row["due"]) for row in late if row["what"] == "list"] == [
        ("selo", "2025-06-30")
    ]
    assert len(late) == 6


def test_all_that_is_wrong_with_an_announcement(office: Selo) -> None:
    problems = office.refuse(
        {
            **announced("open", "2025-03-10", report_by="2025-03-09"),
            "start": "2025-03-11",
            "name": "A ",
        }
    )
    assert sorted(problem_fields(problems)) == [
        ("blank-edges", "name"),
        ("due-before-end", "report_by"),
        ("end-before-start", "end"),
    ]
    assert problem_fields(
        office.refuse(announced("open", "2025-03-10", representatives=["nobody"]))
    ) == [("unknown-player", "representatives[0]")]
    office.submit(tournament("open", "2025-01-01", "a b 1-0"))
    assert problem_fields(office.refuse(announced("open", "2025-03-10"))) == [
        ("other-content", "tournament")
    ]


def test_what_days_and_lists_there_are(office: Selo) -> None:
    assert problem_fields(
        office.refuse({"kind": "settings", "list_days": ["blitz 01-01"]})
    ) == [("no-rules", "list_days")]
    for text in (
        "selo",
        "selo 1-1",
        "selo 13-01",
        "selo 00",
        "selo 32",
        "selo  01",
        "Selo 01",
    ):
        [(_, field)] = problem_fields(
            office.refuse({"kind": "settings", "list_days": [text]})
        )
        assert field == "list_days[0]"


def test_whoever_owes_a_report_gets_a_letter(office: Selo) -> None:
    office.submit(
        announced("open", "2025-03-10", organiser="Kuusilahti"),
        announced("late", "2025-06-10"),
    )
    office.submit(
        announced("cup", "2025-03-11", domestic=False, representatives=["a", "b"])
    )
    office.clock("2025-03-20")
    folder = office.folder / "letters"
    office.done("calendar", "due", "--to", str(folder), "--lang", "fi")
    assert sorted(path.name for path in folder.iterdir()) == ["cup.txt", "open.txt"]
    text = (folder / "open.txt").read_text("utf-8")
    assert (
        text.startswith("Kuusilahti")
        and "17.3.2025" in text
        and "3 päivää" in text
        and "open" in text
    )
    names = [office.ask("player", "show", name)["player"]["name"] for name in "ab"]
    assert ", ".join(names) in (folder / "cup.txt").read_text("utf-8")
    # what is there stays as it is
    assert office.run("calendar", "due", "--to", str(folder)).code == 1


def test_where_nothing_is_late_no_folder_is_made(office: Selo) -> None:
    office.submit(announced("late", "2025-06-10"))
    folder = office.folder / "letters"
    for _ in range(2):  # every week the same line: the name stays free
        ran = office.run("calendar", "due", "--to", str(folder), "--ahead", "3000")
        assert ran.code == 0 and "no report is late" in ran.err and not folder.exists()
