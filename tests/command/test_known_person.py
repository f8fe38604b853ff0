"""A known id does not become somebody else unless the document says so."""

import json
from pathlib import Path

import pytest

from tests.importing.importing_world import row, trf
from tests.proof.proof_world import alone
from tests.world.command import Selo
from tests.world.documents import Document, game, player, tournament
from tests.world.reached import tampered
from tests.world.server import Put

KNOWN = {"name": "Tallgård, Magnus", "born": "1970", "sex": "m", "club": "Espoo"}


@pytest.fixture
def office(tmp_path: Path, new_ledger: Path, put: Put) -> Selo:
    command = put(Selo(tmp_path, new_ledger))
    command.submit(player("F002", **KNOWN))
    return command


def details(office: Selo) -> Document:
    return dict(office.ask("player", "show", "F002")["player"])


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        (
            {"name": "Somebody Else"},
            ["the name of F002 is Tallgård, Magnus, not Somebody Else"],
        ),
        ({"born": "2010"}, ["the birth of F002 is 1970, not 2010"]),
        ({"born": "1971-01-01"}, ["the birth of F002 is 1970, not 1971-01-01"]),
        ({"sex": "f"}, ["the sex of F002 is m, not f"]),
        (
            {"name": "Somebody Else", "born": "2010", "sex": "f"},
            [
                "the name of F002 is Tallgård, Magnus, not Somebody Else",
                "the birth of F002 is 1970, not 2010",
                "the sex of F002 is m, not f",
            ],
        ),
    ],
)
def test_another_person_is_refused_with_old_and_new(
    office: Selo, fields: Document, messages: list[str]
) -> None:
    before, head = details(office), office.ask("log")["events"][0]["seq"]
    document = {"kind": "player", "player": "F002", **fields}
    options = [text for name, value in fields.items() for text in (f"--{name}", value)]
    for arguments in (
        ("submit", office.file("d.json", document)),
        ("player", "add", "F002", *options),
    ):
        for more in ((), ("--dry-run",)):
            refused = office.run(*arguments, *more, "--json")
            assert (
                refused.code == 5
                and [p["message"] for p in refused.value["problems"]] == messages
            )
            assert {p["code"] for p in refused.value["problems"]} == {"details-differ"}
            assert "--change" in refused.value["problems"][0]["hint"]
    assert details(office) == before and office.ask("log")["events"][0]["seq"] == head


def test_a_change_that_is_meant_is_recorded_and_shown(office: Selo) -> None:
    arguments = (
        "player",
        "add",
        "F002",
        "--name",
        "Tallgård-Aho, Magnus",
        "--born",
        "1971",
        "--change",
        "--json",
    )
    preview = office.run(*arguments, "--dry-run")
    assert preview.value["dry_run"] is True and details(office)["name"] == KNOWN["name"]
    value = office.run(*arguments).value
    assert [warning["message"] for warning in value["warnings"]] == [
        "the name of F002 was Tallgård, Magnus and is Tallgård-Aho, Magnus now",
        "the birth of F002 was 1970 and is 1971 now",
    ]
    assert (details(office)["name"], details(office)["born"]) == (
        "Tallgård-Aho, Magnus",
        "1971",
    )
    again = office.run(*arguments).value
    assert again["recorded"][0]["repeated"] and again["warnings"] == []


@pytest.mark.parametrize(
    "fields",
    [
        {"club": "Turku"},
        {"born": "1970-05-01"},
        {"fide_id": 500001},
        {"federation": "SWE"},
    ],
)
def test_other_details_need_no_leave(office: Selo, fields: Document) -> None:
    value = office.submit({"kind": "player", "player": "F002", **fields})
    assert (
        not value["recorded"][0]["repeated"]
        and details(office)["name"] == KNOWN["name"]
    )


def test_the_year_of_a_known_day_is_no_other_birth(office: Selo) -> None:
    """Most lists and reports have the year alone, and the day stays."""
    known = {"kind": "player", "player": "F002", "born": "1970-05-01"}
    office.submit(known)
    year = {"kind": "player", "player": "F002", "born": "1970"}
    assert office.submit(year)["recorded"][0]["repeated"]
    value = office.submit({**year, "club": "Turku"})
    assert (value["recorded"][0]["repeated"], value["warnings"]) == (False, [])
    assert (details(office)["born"], details(office)["club"]) == ("1970-05-01", "Turku")
    office.refuse({**year, "born": "1971"}, code=5)


def test_the_year_of_a_known_day_takes_it_away_where_that_is_meant(
    office: Selo,
) -> None:
    """An office that should not have the day keeps the year; the day stays out of what
    is said of it.
    """
    office.submit({"kind": "player", "player": "F002", "born": "1970-05-01"})
    year = {"kind": "player", "player": "F002", "born": "1970", "change": True}
    [warning] = office.submit(year)["warnings"]
    assert warning["message"] == (
        "the day of birth of F002 was known and is taken away: 1970 is left"
    )
    assert details(office)["born"] == "1970"


def test_a_report_with_the_year_of_a_known_day_says_nothing_of_it(office: Selo) -> None:
    office.submit({"kind": "player", "player": "F002", "born": "1970-05-01"})
    office.submit(player("F003", name="Aho, Magnus"))
    cup = tournament("t1", "2024-05-01", game(1, "F002", "F003"), name="Cup")
    for name, born, wanted in (("t1", "1970", []), ("t2", "1971", ["F002: born"])):
        people = [{"player": "F002", "born": born}]
        value = office.submit({**cup, "tournament": name, "players": people})
        messages = [warning["message"] for warning in value["warnings"]]
        assert [said[:10] for said in messages if "F002: born" in said] == wanted


def test_what_is_missing_may_be_filled_in(office: Selo) -> None:
    office.submit(player("B", name="Berg, Bea"))
    assert not office.submit(
        {"kind": "player", "player": "B", "born": "1980", "sex": "f"}
    )["recorded"][0]["repeated"]


def test_the_first_document_again_takes_no_change_back(office: Selo) -> None:
    first = player("F002", **KNOWN)
    changed = {"kind": "player", "player": "F002", "name": "Aho, Magnus"}
    office.submit({**changed, "change": True})
    repeated = office.submit(first)
    assert (
        repeated["recorded"][0]["repeated"]
        and "was changed since" in repeated["warnings"][0]["message"]
    )
    assert details(office)["name"] == "Aho, Magnus"
    back = office.submit({**first, "change": True})
    assert (
        not back["recorded"][0]["repeated"] and details(office)["name"] == KNOWN["name"]
    )


def test_whether_a_change_is_meant_is_no_part_of_the_content(office: Selo) -> None:
    document = {"kind": "player", "player": "F002", "name": "Aho, Magnus", "key": "k1"}
    office.submit({**document, "change": True})
    assert office.submit(document)["recorded"][0]["repeated"]
    exported = office.run("export", "ledger").out
    assert "Aho, Magnus" in exported and '"change"' not in exported


def merged_office(office: Selo) -> None:
    office.submit(player("F003", name="Tallgård, Magnus"))
    merge = {"kind": "merge-players", "from": "F003", "into": "F002"}
    office.submit({**merge, "reason": "one person"})


def test_details_of_a_merged_id_may_be_sent_again(office: Selo) -> None:
    """Under its key it is the same document, also once the id that counts has other
    details, or was merged itself.
    """
    merged_office(office)
    document = {"kind": "player", "player": "F003", "club": "Turku", "key": "k1"}
    first = office.submit(document)["recorded"][0]
    assert (first["target"], first["repeated"]) == ("F002", False)

    office.submit({"kind": "player", "player": "F002", "club": "Oulu"})
    again = office.submit(document)["recorded"][0]
    assert (again["repeated"], again["seq"]) == (True, first["seq"])

    office.submit(player("F001", name="Tallgård, Magnus"))
    merge = {"kind": "merge-players", "from": "F002", "into": "F001"}
    office.submit({**merge, "reason": "one person"})
    again = office.submit(document)["recorded"][0]
    assert (again["repeated"], again["seq"]) == (True, first["seq"])
    refused = office.run("submit", office.file("d.json", {**document, "club": "Espoo"}))
    assert refused.code == 5


def test_what_a_merged_id_said_before_a_change_takes_nothing_back(
    office: Selo,
) -> None:
    merged_office(office)
    earlier = {"kind": "player", "player": "F003", "name": "Aho, Magnus"}
    office.submit({**earlier, "change": True})
    renamed(office, "Aho-Tallgård, Magnus")
    repeated = office.submit(earlier)
    assert repeated["recorded"][0]["repeated"]
    assert "was changed since" in repeated["warnings"][0]["message"]
    assert details(office)["name"] == "Aho-Tallgård, Magnus"


def found(office: Selo, *words: str) -> list[tuple[str, list[str]]]:
    return [
        (row["name"], row.get("earlier_names", []))
        for row in office.ask("player", "find", *words)["rows"]
    ]


def renamed(office: Selo, *names: str) -> None:
    for name in names:
        office.submit(
            {"kind": "player", "player": "F002", "name": name, "change": True}
        )


def test_an_earlier_name_finds_the_person_until_they_are_erased(office: Selo) -> None:
    now = "Aho, Magnus"
    office.submit({"kind": "player", "player": "F002", "club": "Turku"})
    renamed(office, "Tallgård-Aho, Magnus", now)
    earlier = ["Tallgård, Magnus", "Tallgård-Aho, Magnus"]
    for words in (
        ("tallgard",),
        ("Tallgård, Magnus",),
        ("talgård", "magnus"),
        ("aho",),
    ):
        assert found(office, *words) == [(now, earlier)], words
    assert office.ask("show", "tallgard magnus")["player"]["id"] == "F002"
    assert office.ask("player", "show", "F002")["player"]["earlier_names"] == earlier
    assert "earlier_names: Tallgård, Magnus" in office.run("player", "show", "F002").out
    assert (
        "  Tallgård, Magnus; Tallgård-Aho, Magnus\n"
        in office.run("player", "find", "Tallgård").out
    )
    told = office.submit(player("F003", name="Tallgård, Magnus"))["warnings"]
    assert [warning["message"] for warning in told] == [
        "F003: Tallgård, Magnus is also the name of F002; two persons, or one?"
    ]
    assert (
        office.run("verify", "--json").value["problems"] == []
        and office.ask("ledger", "rebuild", "--check")["equal"]
    )
    assert office.run("player", "erase", "F002", "--reason", "asked for").code == 0
    assert found(office, "aho") == [] and found(office, "tallgard") == [
        ("Tallgård, Magnus", [])
    ]
    assert office.ask("player", "show", "F002")["player"].get("earlier_names") is None


@pytest.mark.parametrize(
    ("here", "there", "asked"),
    [
        # two days tell two people apart, also of one year
        ("1974-04-13", "1970-08-16", None),
        ("1974-04-13", "1974-09-27", None),
        # a slip of a finger, or month and day turned: one person may be meant
        ("1974-04-13", "1974-04-18", True),
        ("1974-04-03", "1974-03-04", True),
        # a year may be mistyped, and only years are known
        ("1974", "1970-08-16", False),
        ("1974", "1974-08-16", True),
        (None, "1974-08-16", True),
    ],
)
def test_namesakes_are_told_apart_by_two_whole_births(
    office: Selo, here: str | None, there: str, asked: bool | None
) -> None:
    office.submit(player("H1", name="Heinrich, Thomas", born=there))
    born = {"born": here} if here else {}
    told = office.submit(player("H2", name="Heinrich, Thomas", **born))
    warnings = [(one["message"], "slip" in one) for one in told["warnings"]]
    message = "H2: Heinrich, Thomas is also the name of H1; two persons, or one?"
    assert warnings == ([] if asked is None else [(message, asked)])


def test_a_name_that_comes_back_is_no_earlier_one(office: Selo) -> None:
    renamed(office, "Aho, Magnus", KNOWN["name"])
    assert (
        found(office, "tallgard")
        == [(KNOWN["name"], ["Aho, Magnus"])]
        == found(office, "aho")
    )


def test_a_report_with_the_earlier_name_is_about_the_person(
    office: Selo, tmp_path: Path
) -> None:
    renamed(office, "Aho, Magnus")
    office.submit(player("B", name="Berg, Bea", born="1980"))
    rows = [
        row(1, "Tallgård, Magnus", (2, "w", "1"), born="1970"),
        row(2, "Berg, Bea", (1, "b", "0"), born="1980"),
    ]
    (tmp_path / "a.trf").write_bytes(trf(*rows))
    flags = ("--id", "kesa", "--time-control", "90+30", "--json")
    value = office.run("submit", str(tmp_path / "a.trf"), *flags).value
    assert [(one["player"], one["by"]) for one in value["players"]["matched"]] == [
        ("F002", "name and birth"),
        ("B", "name and birth"),
    ]


def test_an_export_has_each_name_where_it_was_given(
    office: Selo, tmp_path: Path
) -> None:
    """And a ledger made of it finds them like this one."""
    renamed(office, "Aho, Magnus")
    lines = office.run("export", "ledger").out.splitlines()
    names = [
        json.loads(line)["document"].get("name")
        for line in lines
        if '"kind":"player"' in line.replace(": ", ":")
    ]
    assert names == ["Tallgård, Magnus", "Aho, Magnus"]
    (tmp_path / "out.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "other").mkdir()
    other = Selo(tmp_path / "other")
    assert other.run("init").code == 0
    assert other.run("ledger", "import", str(tmp_path / "out.jsonl")).code == 0
    assert found(other, "tallgard") == [("Aho, Magnus", ["Tallgård, Magnus"])]
    assert other.run("verify", "--json").value["problems"] == []


def test_an_earlier_name_that_no_event_gave_is_altered(
    office: Selo, tmp_path: Path
) -> None:
    renamed(office, "Aho, Magnus")
    tampered(
        office.ledger, "UPDATE former_name SET name = 'Berg, Bea', folded = 'berg, bea'"
    )
    told = office.run("verify", "--json").value["problems"]
    assert [problem["message"] for problem in told] == [
        "an earlier name of F002 belongs to no event"
    ]


def test_an_earlier_name_that_is_gone_is_missed(office: Selo, tmp_path: Path) -> None:
    """Renamed back and forth: each name stands there once, and one of them is taken
    away.
    """
    for name in ("Aho, Magnus", KNOWN["name"], "Berg, Magnus"):
        renamed(office, name)
    assert (
        office.answer("verify")[1]["problems"] == []
        and office.run("export", "ledger").code == 0
    )
    assert (
        office.run("ledger", "copy", office.ledger, str(tmp_path / "whole.db")).code
        == 0
    )
    tampered(office.ledger, "DELETE FROM former_name WHERE name = 'Aho, Magnus'")
    verdict = office.run("verify", "--json").value
    assert [
        (problem["code"], problem["where"]["field"]) for problem in verdict["problems"]
    ] == [("person-missing", "F002")]
    for line in (
        ("export", "ledger"),
        ("export", "ledger", "--json"),
        ("export", "player", "F002", "--json"),
    ):
        told = office.run(*line)
        assert (
            told.code == 1
            and "player:F002" in told.out + told.err
            and "Berg" not in told.out
        ), line
    refused = office.run(
        "ledger", "copy", office.ledger, str(tmp_path / "cut.db"), "--json"
    ).value["problems"]
    assert [problem["code"] for problem in refused] == ["not-whole"]
    office.done(
        "ledger", "rebuild"
    )  # counts people as the events tell of them, and no others
    assert "player:F002" in office.run("export", "player", "F002").err
    if office.address is None:
        code, answer = alone("ledger", office.ledger)
        assert code == 1 and answer["problems"] == [
            "earlier names of F002 are gone (event 10)"
        ]
        assert alone("ledger", str(tmp_path / "whole.db"))[0] == 3


def test_of_an_erased_person_no_earlier_name_is_missed(office: Selo) -> None:
    renamed(office, "Aho, Magnus")
    office.submit({"kind": "erase-person", "player": "F002", "reason": "asked for it"})
    assert (
        office.answer("verify")[1]["problems"] == []
        and office.run("export", "ledger").code == 0
    )
    if office.address is None:
        assert alone("ledger", office.ledger)[0] == 3
