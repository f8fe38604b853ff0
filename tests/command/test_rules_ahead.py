"""Rules are decided in autumn and hold from 1 January: they are adopted ahead, move
nothing before their day, and rate everything from that day on with nothing more booked.

The edition to come is an invented one: what everybody's rating moves by is doubled.
"""

import random
from typing import Any

import pytest

from rulebooks.finland import editions
from tests.torture.workload import SEED
from tests.web.serving import served
from tests.world.command import Selo, problem_fields
from tests.world.documents import Document, adopt, opening, player, tournament

AUTUMN, EVE, DAY, SPRING = "2026-11-28", "2026-12-31", "2027-01-01", "2027-03-01"
NEXT = editions.EDITIONS["fi-2023"]._replace(
    id="fi-2027", since=DAY, source="An invented edition", kr=((0, 90),), revision=1
)
AFTER_NEXT = NEXT._replace(id="fi-2028", since="2028-01-01", kr=((0, 180),))
PEOPLE: list[Document] = [
    document for name in "ab" for document in (player(name), opening(name))
]
BEFORE: Document = tournament("t1", "2026-11-01", "a b 1-0")


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program has editions to come."""
    for edition in (NEXT, AFTER_NEXT):
        monkeypatch.setitem(editions.EDITIONS, edition.id, edition)


@pytest.fixture
def office(selo: Selo, decided: None) -> Selo:
    """A ledger that knew nothing of the new editions when it was made, in autumn."""
    selo.clock(AUTUMN)
    selo.submit(*PEOPLE)
    selo.submit(BEFORE)
    return selo


def initialised_without_the_new(selo: Selo) -> None:
    """A new ledger as the program made it that did not carry the editions to come."""
    with pytest.MonkeyPatch.context() as patch:
        for edition in (NEXT, AFTER_NEXT):
            patch.delitem(editions.EDITIONS, edition.id)
        selo.done("init")


def moved_house(selo: Selo) -> str:
    """The whole ledger as a file."""
    exported = selo.folder / "whole.jsonl"
    exported.write_text(selo.done("export", "ledger"), "utf-8")
    return str(exported)


def rating(selo: Selo, name: str = "a", *times: str) -> Any:
    return selo.ask("show", name, *times)["lists"]["selo"]["rating"]


def coming(selo: Selo) -> list[tuple[str, str, str]]:
    rows = selo.ask("rules")["rows"]
    return [
        (row["list"], row["edition"], row["adopted_from"])
        for row in rows
        if row["coming"]
    ]


def is_whole(selo: Selo) -> None:
    assert selo.ask("ledger", "rebuild", "--check")["equal"] is True
    _, audit = selo.answer("verify")  # unproven, since no checkpoint is kept
    assert audit["problems"] == [] == audit["warnings"] and audit["status"] != "altered"


def changes(selo: Selo, name: str = "a") -> dict[str, int]:
    rows = selo.ask("history", name, "--list", "selo")["rows"]
    return {
        row["tournament"]: row["after"] - row["before"]
        for row in rows
        if row["tournament"]
    }


def test_it_moves_nothing_before_its_day_and_everything_from_it_on(
    office: Selo,
) -> None:
    before = rating(office)
    document = office.file("adopt.json", adopt("selo", "fi-2027", DAY))
    preview = office.run("submit", document, "--dry-run")
    assert "no current rating changes" in preview.out
    assert (
        "fi-2027 comes into force on selo on 2027-01-01; until then nothing moves"
        in preview.err
    )
    booked = office.ask("submit", document)
    assert (
        booked["moved"] == []
        and booked.get("earlier", []) == []
        and coming(office) == [("selo", "fi-2027", DAY)]
    )
    seq = booked["recorded"][0]["seq"]
    assert (
        rating(office) == before and office.ask("log", "impact", str(seq))["rows"] == []
    )
    office.clock(EVE)
    office.submit(tournament("t2", EVE, "a b 1-0"))
    is_whole(office)
    rows = office.rows()
    office.clock(DAY)
    assert office.rows() == rows and coming(office) == []
    is_whole(office)
    office.submit(tournament("t3", DAY, "a b 1-0"))
    assert office.ask("explain", "a", "t2")["entries"][0]["edition"] == "fi-2023"
    assert office.ask("explain", "a", "t3")["entries"][0]["edition"] == "fi-2027"
    # by less and less against somebody who falls, but for the other edition
    moved = changes(office)
    assert moved["t3"] > moved["t1"] > moved["t2"] > 0
    is_whole(office)


def test_both_times(office: Selo) -> None:
    head = office.events()
    office.submit(adopt("selo", "fi-2027", DAY))
    office.clock(SPRING)
    rules = {
        times: office.ask("show", "a", *times)["basis"]["rules"]
        for times in (
            ("--as-of", EVE),
            ("--as-of", DAY),
            ("--as-of", EVE, "--known-on", AUTUMN),
            ("--as-of", DAY, "--known-on", AUTUMN),
            ("--as-of", DAY, "--known-seq", str(head)),
        )
    }
    assert list(rules.values()) == [
        "fi-2023",
        "selo=fi-2027 pelo=fi-2023",
        "fi-2023",
        "selo=fi-2027 pelo=fi-2023",
        "fi-2023",
    ]


def test_it_is_shown_as_coming(office: Selo) -> None:
    office.submit(adopt("selo", "fi-2027", DAY))
    says = "fi-2027 comes into force on selo on 2027-01-01"
    assert office.done("rules").endswith(f"\n\n{says}\n")
    assert says in office.done("log") and says in office.done(
        "log", "event", str(office.events())
    )
    office.clock(DAY)
    assert says not in office.done("rules")
    assert "fi-2027 is in force on selo from 2027-01-01" in office.done("log")


@pytest.mark.parametrize("taken_back", ["undo", "withdraw"])
def test_it_is_taken_back_before_its_day_like_anything_else(
    office: Selo, taken_back: str
) -> None:
    office.submit(adopt("selo", "fi-2027", DAY))
    seq, reason = str(office.events()), ("--reason", "the board met again")
    line = ("undo", seq) if taken_back == "undo" else ("withdraw", "--seq", seq)
    ran = office.run(*line, *reason)
    assert (
        ran.code == 0
        and "does not come into force on selo on 2027-01-01 any more" in ran.err
    )
    assert coming(office) == []
    office.done("reinstate", "--seq", seq, *reason)
    assert coming(office) == [("selo", "fi-2027", DAY)]
    office.clock(DAY)
    office.submit(tournament("t3", DAY, "a b 1-0"))
    assert [problem["code"] for problem in office.refused(*line, *reason)] == [
        "cannot-undo" if taken_back == "undo" else "rules-meant"
    ]
    office.done("withdraw", "--seq", seq, "--rules", *reason)
    assert office.ask("explain", "a", "t3")["entries"][0]["edition"] == "fi-2023"
    is_whole(office)


def test_two_to_come_and_the_day_of_one_corrected(office: Selo) -> None:
    """In the end each edition holds from the day that was said last; the same words as
    at first move it back.
    """
    first = adopt("selo", "fi-2027", DAY)
    office.submit(adopt("selo", "fi-2028", "2028-01-01"), first)
    assert coming(office) == [
        ("selo", "fi-2027", DAY),
        ("selo", "fi-2028", "2028-01-01"),
    ]
    later = office.submit(adopt("selo", "fi-2027", "2027-07-01"))
    assert later["moved"] == [] and coming(office)[0] == (
        "selo",
        "fi-2027",
        "2027-07-01",
    )
    assert [row["repeated"] for row in office.submit(first)["recorded"]] == [False]
    assert coming(office)[0] == ("selo", "fi-2027", DAY)
    assert [row["repeated"] for row in office.submit(first)["recorded"]] == [True]
    office.clock("2028-01-01")
    for number, (day, edition) in enumerate(
        [(EVE, "fi-2023"), (DAY, "fi-2027"), ("2028-01-01", "fi-2028")]
    ):
        office.submit(tournament(f"n{number}", day, "a b 1-0"))
        assert (
            office.ask("explain", "a", f"n{number}")["entries"][0]["edition"] == edition
        )
    is_whole(office)


def test_what_is_in_force_does_not_wait(office: Selo) -> None:
    """An edition has one day: to move it ahead would move what was rated by it."""
    refused = office.refuse(adopt("selo", "fi-2023", DAY))
    assert problem_fields(refused) == [("in-force", "from")]
    assert (
        refused[0]["message"]
        == "fi-2023 is in force on selo since 2023-04-26: it cannot wait for 2027-01-01"
    )
    # a correction that was withdrawn, and is in the past when it would come back
    office.submit(adopt("selo", "fi-2027", DAY), adopt("selo", "fi-2027", "2027-07-01"))
    seq = office.events()
    office.done("withdraw", "--seq", str(seq), "--reason", "r")
    office.clock(SPRING)
    assert problem_fields(
        office.refused("reinstate", "--seq", str(seq), "--reason", "r")
    ) == [("in-force", "from")]
    # and one that covers an adoption whose day has come is no small thing to withdraw
    # either
    office.done("withdraw", "--seq", str(seq - 1), "--reason", "r", "--rules")
    office.done("reinstate", "--seq", str(seq), "--reason", "r")
    office.done("reinstate", "--seq", str(seq - 1), "--reason", "r")
    assert coming(office) == [("selo", "fi-2027", "2027-07-01")]
    refused = office.refused("withdraw", "--seq", str(seq), "--reason", "r")
    assert [problem["code"] for problem in refused] == ["rules-meant"]


@pytest.mark.parametrize(
    ("day", "taken"),
    [("2028-11-28", True), ("2028-11-29", False), ("2207-01-01", False)],
)
def test_a_slip_of_the_year_is_refused(office: Selo, day: str, taken: bool) -> None:
    if taken:
        office.submit(adopt("selo", "fi-2027", day))
        return
    [problem] = office.refuse(adopt("selo", "fi-2027", day))
    assert (problem["code"], problem["where"]["field"]) == ("far-ahead", "from")
    assert problem["message"] == f"{day} is more than two years ahead (2026-11-28)"


def test_an_older_edition_after_a_newer_one_is_asked_about(office: Selo) -> None:
    office.submit(adopt("selo", "fi-2028", "2027-06-01"))
    [warning] = [
        row["message"]
        for row in office.submit(adopt("selo", "fi-2027", "2027-07-01"))["warnings"][1:]
    ]
    assert warning == "fi-2027 is older than fi-2028, which it follows on selo"


def test_a_new_ledger_adopts_what_is_in_force_and_the_rest_with_its_day(
    selo_without_ledger: Selo, decided: None
) -> None:
    selo = selo_without_ledger
    selo.clock(AUTUMN)
    selo.done("init")
    both = [("fi-2027", DAY), ("fi-2028", "2028-01-01")]
    assert coming(selo) == [(name, *each) for name in ("selo", "pelo") for each in both]
    assert selo.ask("list", "selo")["basis"]["rules"] == "fi-2023"
    reasons = {row["reason"] for row in selo.ask("log")["events"]}
    assert reasons == {
        "in force when the ledger was made",
        "decided when the ledger was made",
    }


def test_a_ledger_with_rules_to_come_moves_house_when_they_have_come(
    selo_without_ledger: Selo, decided: None
) -> None:
    selo = selo_without_ledger
    selo.clock(AUTUMN)
    selo.done("init")
    selo.submit(*PEOPLE)
    exported = moved_house(selo)
    selo.clock(SPRING)
    selo.elsewhere("other.db")
    selo.done("init")
    selo.done("ledger", "import", exported)
    is_whole(selo)


LIST: Document = adopt("elo", "elo-32", DAY)


def with_a_new_list(office: Selo) -> None:
    openings = [opening(name, 1500, "elo", on="2026-06-01") for name in "ab"]
    said = office.submit(LIST, *openings)
    assert said["moved"] == []
    warnings = [row["message"] for row in said["warnings"]]
    assert (
        "the list elo begins on 2027-01-01: what is dated before is never on it"
        in warnings
    )
    assert (
        "the list elo begins on 2027-01-01: what is dated 2026-06-01 changes nothing"
        " on it" in warnings
    )


@pytest.mark.lists("elo")
def test_a_list_that_begins_on_a_day_to_come(office: Selo) -> None:
    """Nothing is shown of it before, and nothing that was played before is ever on it."""
    with_a_new_list(office)
    assert list(office.ask("show", "a")["lists"]) == ["selo", "pelo"]
    [problem] = office.refused("list", "elo", code=3)
    assert (problem["code"], problem["message"]) == (
        "list-not-begun",
        "the list elo begins on 2027-01-01",
    )
    early = {"kind": "publish", "list": "elo", "label": "early", "as_of": AUTUMN}
    assert [problem["code"] for problem in office.refuse(early)] == ["list-not-begun"]
    is_whole(office)
    office.clock(DAY)
    assert office.ask("list", "elo")["rows"] == []
    office.submit(tournament("t3", DAY, "a b 1-0"))
    assert [row["rating"] for row in office.ask("list", "elo")["rows"]] == [1516, 1484]
    assert (
        office.ask("ledger", "replay", "--list", "elo")["rows"]
        == office.ask("list", "elo")["rows"]
    )
    assert office.ask("tournament", "t1")["games"][0]["lists"] == ["selo"]
    assert office.ask("tournament", "t3")["games"][0]["lists"] == ["selo", "elo"]
    [problem] = office.refused("list", "elo", "--as-of", EVE, code=3)
    assert problem["code"] == "list-not-begun"
    is_whole(office)
    # a correction of its day leaves it a list that begins
    office.submit(adopt("elo", "elo-32", "2026-11-01"))
    assert office.ask("tournament", "t1")["games"][0]["lists"] == ["selo", "elo"]
    office.submit(adopt("elo", "elo-32", "2026-11-02"))
    assert office.ask("tournament", "t1")["games"][0]["lists"] == ["selo"]
    is_whole(office)


@pytest.mark.lists("elo")
def test_a_list_to_come_may_be_taken_back_before_its_day_and_not_after(
    office: Selo,
) -> None:
    with_a_new_list(office)
    seq = str(
        next(
            row["seq"]
            for row in office.ask("log")["events"]
            if row["kind"] == "adopt-rules"
        )
    )
    office.done("withdraw", "--seq", seq, "--reason", "r")
    assert [problem["code"] for problem in office.refused("list", "elo", code=3)] == [
        "no-rules"
    ]
    office.done("reinstate", "--seq", seq, "--reason", "r")
    office.clock(DAY)
    refused = office.refused("withdraw", "--seq", seq, "--reason", "r", "--rules")
    assert [problem["code"] for problem in refused] == ["last-rules"]


@pytest.mark.lists("elo")
def test_a_list_that_begins_survives_an_export(office: Selo) -> None:
    with_a_new_list(office)
    seq = str(
        next(
            row["seq"]
            for row in office.ask("log")["events"]
            if row["kind"] == "adopt-rules"
        )
    )
    office.done("withdraw", "--seq", seq, "--reason", "r")
    office.done("reinstate", "--seq", seq, "--reason", "r")
    office.clock(SPRING)
    office.submit(tournament("t3", DAY, "a b 1-0"))
    rows = office.ask("list", "elo")["rows"]
    exported = moved_house(office)
    office.elsewhere("other.db")
    initialised_without_the_new(office)
    office.done("ledger", "import", exported)
    assert office.ask("list", "elo")["rows"] == rows != []
    is_whole(office)


@pytest.mark.lists("elo")
def test_the_service_changes_at_midnight(office: Selo) -> None:
    """Whatever it answered on the eve, and keeps, is not given on the day; a client's
    tag does not hold either.
    """
    office.submit(adopt("selo", "fi-2027", DAY), LIST)
    clock = [f"{EVE}T23:59:59.000000Z"]
    addresses = (
        "/api/rules",
        "/rules",
        "/api/players/a",
        "/lists",
        "/api/log",
        "/log",
    )
    with served(office.ledger, now=lambda: clock[0]) as service:
        eve = {address: service.ask(address) for address in addresses}
        assert {each.status for each in eve.values()} == {200}
        assert "to come" in eve["/rules"].text
        assert service.ask("/api/lists/elo").codes == ["list-not-begun"]
        clock[0] = f"{DAY}T00:00:00.000000Z"
        for address, earlier in eve.items():
            fields = (
                {"If-None-Match": earlier.fields["etag"]}
                if "etag" in earlier.fields
                else {}
            )
            now = service.ask(address, fields=fields)
            assert now.status == 200 and now.text != earlier.text, address
        assert "to come" not in service.ask("/rules").text
        assert service.ask("/api/lists/elo").status == 200
        assert (
            service.ask("/api/players/a")
            .value["basis"]["rules"]
            .startswith("selo=fi-2027")
        )


@pytest.mark.lists("elo")
@pytest.mark.features("calculators")
def test_calculators_of_the_service_change_at_midnight(office: Selo) -> None:
    office.submit(adopt("selo", "fi-2027", DAY), LIST)
    clock = [f"{EVE}T23:59:59.000000Z"]
    addresses = (
        "/api/calc/k?system=fi&rating=1600",
        "/api/calc/selo?rating=1600&game=%2B1600",
        "/calculator?kind=selo&rating=1600&games=%2B1600",
    )
    with served(office.ledger, now=lambda: clock[0]) as service:
        eve = [service.ask(address) for address in addresses]
        assert {each.status for each in eve} == {200}
        assert eve[0].value["edition"] == "fi-2023"
        clock[0] = f"{DAY}T00:00:00.000000Z"
        day = [service.ask(address) for address in addresses]
        assert day[0].value["edition"] == "fi-2027"
        for earlier, now in zip(eve, day, strict=True):
            assert now.status == 200 and now.text != earlier.text


@pytest.mark.features("calculators")
def test_a_calculator_goes_by_the_edition_of_the_day(
    selo_without_ledger: Selo, decided: None
) -> None:
    def by(*line: str) -> str:
        edition: str = selo_without_ledger.run("--json", *line).value["edition"]
        return edition

    line = ("calc", "selo", "--rating", "1600", "--", "+1600")
    for day, edition in (
        (EVE, "fi-2023"),
        (DAY, "fi-2027"),
        ("2028-05-05", "fi-2028"),
        ("2011-05-05", "fi-2011"),
    ):
        selo_without_ledger.clock(day)
        assert by(*line) == edition
    assert by("calc", "selo", "--edition", "fi-2027", *line[2:]) == "fi-2027"


def test_a_published_list_of_the_eve_stays_as_it_is(office: Selo) -> None:
    office.submit(adopt("selo", "fi-2027", DAY))
    office.clock(EVE)
    office.submit({"kind": "publish", "list": "selo", "label": "eve", "as_of": EVE})
    office.clock(DAY)
    office.submit(tournament("t3", DAY, "a b 1-0"))
    again = office.submit(
        {"kind": "publish", "list": "selo", "label": "eve", "as_of": EVE}
    )
    assert [row["repeated"] for row in again["recorded"]] == [True]


def test_random_days_come_to_what_adopting_afterwards_comes_to(office: Selo) -> None:
    """The same games, with rules adopted ahead and moved about, and in another ledger
    with rules adopted at the end.
    """
    print(f"seed {SEED}")
    by_chance = random.Random(SEED)
    every = [
        f"2027-{month:02}-{day:02}" for month in range(1, 7) for day in (1, 8, 15, 22)
    ]
    days = sorted(by_chance.sample(every, 4))
    said = [*by_chance.sample(days, 3), by_chance.choice(days)]
    office.submit(*(adopt("selo", "fi-2027", day) for day in said))
    played = [
        tournament(f"r{day}", day, f"a b {by_chance.choice(('1-0', '0-1', '1/2-1/2'))}")
        for day in days
    ]
    for day, document in zip(days, played, strict=True):
        office.clock(day)
        office.submit(document)
        is_whole(office)
    rated = changes(office)
    office.elsewhere("other.db")
    initialised_without_the_new(office)
    office.submit(*PEOPLE, BEFORE, *played)
    assert changes(office) != rated or said[-1] > days[-1]
    office.submit(adopt("selo", "fi-2027", said[-1]))
    assert changes(office) == rated
