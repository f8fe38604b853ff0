"""Words that may name a person (who holds a tournament, who decided) stand beside the
log, and go with the person.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import Struct

from audit.standalone.verify import main as alone
from ledger.changes import HeaderChange
from ledger.documents import by_kind
from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from tests.world.command import Command, Selo
from tests.world.documents import Document, amend, game, player, tournament
from tests.world.reached import tampered
from web.store.roles import Role

NAME = "Hautala"
WHY = {"reason": "asked for it"}
DOCUMENTS: tuple[Document, ...] = (
    player("E5", name="Hautala, Ilpo", born="2011-08-29"),
    player("U1", name="Piilopuu, Ulrika", unlisted=True),
    player("X", name="Muu, Joku"),
    tournament("ot", "2024-02-01", game(1, "E5", "X"), organiser="Ilpo Hautala"),
    tournament(
        "pt",
        "2024-03-01",
        game(1, "U1", "X"),
        organiser="Piilopuu, Ulrika",
        arbiter="U1",
    ),
    tournament("other", "2024-03-02", game(1, "X", "U1"), organiser="Kerho ry"),
    {
        "kind": "announce",
        "tournament": "an2",
        "name": "Next",
        "start": "2024-05-03",
        "end": "2024-05-04",
        "organiser": "Ilpo Hautala, ilpo@example.org",
    },
    {
        "kind": "decision",
        "tournament": "ot",
        "about": "guarantee",
        "by": "Ilpo Hautala",
        "on": "2024-02-01",
    },
)
ASKED = (
    "tournament ot",
    "tournament pt",
    "calendar due",
    "log",
    "log event 11",
    "export ledger",
    "export audit ot",
    "list selo",
)


@pytest.fixture
def office(selo: Selo) -> Selo:
    selo.submit(*DOCUMENTS)
    return selo


def answers(selo: Command) -> str:
    return "\n".join(json.dumps(selo.ask(*line.split())) for line in ASKED)


def states(selo: Command) -> str:
    with closing(sqlite3.connect(selo.path)) as connection:
        return "\n".join(
            bytes(state).decode()
            for (state,) in connection.execute("SELECT state FROM event")
        )


@pytest.mark.in_a_file("its bytes are read")
def test_the_log_holds_no_words_and_answers_have_them(office: Selo) -> None:
    assert (
        NAME not in states(office)
        and "Kerho" not in states(office)
        and states(office).count("sealed:") == 5
    )
    shown = office.ask("tournament", "ot")
    assert (
        shown["header"]["organiser"] == "Ilpo Hautala"
        and shown["decisions"][0]["by"] == "Ilpo Hautala"
    )
    assert (
        office.ask("calendar", "due")["rows"][0]["organiser"]
        == "Ilpo Hautala, ilpo@example.org"
    )
    assert "by Ilpo Hautala" in office.done("log")


def test_the_same_again_is_a_repetition(office: Selo) -> None:
    before = office.events()
    assert all(receipt["repeated"] for receipt in office.submit(*DOCUMENTS)["recorded"])
    assert office.events() == before


@pytest.mark.parametrize("words", ["Kerho ry", "Nobody Ever"])
def test_a_conflict_says_the_words(office: Selo, words: str) -> None:
    other = tournament("ot", "2024-02-01", game(1, "E5", "X"), organiser=words)
    problems = office.refuse(other, code=5)
    assert any(
        f"Ilpo Hautala in the ledger, {words} here" in problem["message"]
        for problem in problems
    )


def test_a_change_is_told_and_taken_back_in_words(office: Selo) -> None:
    [receipt] = office.submit(amend("ot", set={"organiser": "Kerho ry"}, **WHY))[
        "recorded"
    ]
    assert "organiser: Ilpo Hautala became Kerho ry" in office.done(
        "log", "--limit", "1"
    )
    undone = office.run("undo", str(receipt["seq"]), "--reason", "x")
    assert '"organiser": "Ilpo Hautala"' in undone.out + undone.err
    assert office.ask("tournament", "ot")["header"]["organiser"] == "Ilpo Hautala"


@pytest.mark.in_a_file("its bytes are read")
def test_an_erasure_takes_them_and_only_them(office: Selo) -> None:
    office.done("player", "erase", "E5", "--reason", "asked")
    assert NAME not in answers(office)
    content = b"".join(file.read_bytes() for file in office.folder.glob("test.db*"))
    assert NAME.encode() not in content and NAME.lower().encode() not in content
    shown = office.ask("tournament", "ot")
    assert (shown["header"]["organiser"], shown["decisions"][0]["by"]) == ("…", "…")
    assert office.ask("tournament", "other")["header"]["organiser"] == "Kerho ry"
    assert office.run("verify", "--json").value["problems"] == []
    office.done("ledger", "rebuild", "--check")
    assert alone(["ledger", office.ledger]) == 3  # unproven, and nothing altered


@pytest.mark.in_a_file("its bytes are read")
def test_a_report_that_comes_again_brings_nothing_back(office: Selo) -> None:
    office.done("player", "erase", "E5", "--reason", "asked")
    [receipt] = office.submit(DOCUMENTS[3])["recorded"]
    assert receipt["repeated"] and NAME not in states(office) + answers(office)


def test_an_erasure_says_which_events_name_them_for_good(office: Selo) -> None:
    office.submit(
        amend(
            "other",
            set={"name": "Cup of Ilpo Hautala"},
            reason="as Hautala, Ilpo asked",
            note="Ilpo Hautala called",
        )
    )
    [seq] = {row["seq"] for row in office.ask("log", "--limit", "1")["events"]}
    warnings = [
        one["message"]
        for one in office.ask("player", "erase", "E5", "--reason", "asked")["warnings"]
    ]
    for field in ("header.name", "reason", "note"):
        assert (
            f"event {seq} names them in its {field}, and cannot be changed" in warnings
        )
    assert sum("names them" in warning for warning in warnings) == 3


def test_whoever_asked_not_to_be_listed_is_not_named_as_organiser(office: Selo) -> None:
    reader, officer = (
        bearer(token(office.ledger, role, role)) for role in (Role.READER, Role.OFFICER)
    )
    places = (
        "/api/tournaments/pt",
        "/en/tournaments/pt",
        "/fi/tournaments/pt",
        "/api/log",
        "/sv/log",
        "/api/events",
    )
    office.submit(
        amend("pt", set={"organiser": "Kerho ry"}, **WHY),
        amend("other", set={"organiser": None}, **WHY),
    )
    with served(office.ledger) as service:
        for place in places:
            for fields in ({}, reader):
                assert "Piilopuu" not in service.ask(place, fields=fields).text, place
        assert "Piilopuu" in service.ask("/api/log", fields=officer).text


def test_a_ledger_taken_elsewhere_has_the_words_and_the_seals(
    office: Selo, tmp_path: Path
) -> None:
    for erased in (False, True):
        if erased:
            office.done("player", "erase", "E5", "--reason", "asked")
        exported = tmp_path / f"{erased}.jsonl"
        exported.write_text(office.done("export", "ledger"), "utf-8")
        other = Command(tmp_path, name=f"{erased}.db", today=office.moment)
        other.done("init")
        other.done("ledger", "import", str(exported))
        assert other.run("verify", "--json").value["problems"] == []
        for name in ("ot", "pt", "other"):
            there, here = (
                one.ask("tournament", name)["header"]["organiser"]
                for one in (other, office)
            )
            assert there == here
        assert (NAME in other.done("export", "ledger")) is not erased


TAMPERED = {
    "other words": (
        "UPDATE named_text SET words = 'Kerho oy' WHERE words = 'Kerho ry'",
        "text-differs",
    ),
    "another salt": (
        "UPDATE named_text SET salt = 'x' WHERE words = 'Kerho ry'",
        "text-differs",
    ),
    "emptied": (
        "UPDATE named_text SET words = NULL, salt = NULL WHERE words = 'Kerho ry'",
        "text-differs",
    ),
    "taken away": ("DELETE FROM named_text WHERE words = 'Kerho ry'", "text-missing"),
    "slipped in": (
        "INSERT INTO named_text VALUES ('sealed:0', 'x', 'y')",
        "text-slipped-in",
    ),
}


@pytest.mark.in_a_file("the one that stands alone reads files")
@pytest.mark.parametrize("name", TAMPERED)
def test_words_changed_by_hand_are_found(office: Selo, name: str) -> None:
    statement, code = TAMPERED[name]
    tampered(office.ledger, statement)
    verdict = office.run("verify", "--json")
    assert verdict.code == 1 and [
        problem["code"] for problem in verdict.value["problems"]
    ] == [code]
    assert alone(["ledger", office.ledger]) == 1
    # nobody is shown words that were not sealed
    if name not in ("emptied", "slipped in"):
        assert office.run("tournament", "other").code == 1


SEALED = {"organiser", "by"}
# texts that name a person elsewhere: in a table beside the log, or as the id of
# somebody registered
BESIDE = {
    "name",
    "club",
    "born",
    "sex",
    "player",
    "white",
    "black",
    "from_player",
    "into",
    "arbiter",
    "representatives",
}
# what the office writes down for good, and answers for
FOR_GOOD = {"actor", "note", "key", "reason", "resolution", "label", "place"}
# ids, days, marks and words of a list
NO_TEXT = {
    "tournament",
    "start",
    "end",
    "on",
    "from_day",
    "as_of",
    "list",
    "edition",
    "source",
    "result",
    "title",
    "titles",
    "age_group",
    "category",
    "event_kind",
    "time_control",
    "time_zone",
    "federation",
    "federation_from",
    "game",
    "games",
    "add_games",
    "players",
    "set",
    "reported",
    "league",
    "change_league",
    "about",
    "doubt",
    "report_by",
    "list_days",
    "years_of_birth",
    "unlisted",
    "slips",
}
TEXTS = ("str", "Name", "Text", "Id", "Day", "Literal", "dict", "list")


def test_every_text_of_a_document_is_sealed_an_id_or_meant_to_stay() -> None:
    """A new field has to be put into one of the lists above, by somebody who thought of
    whom it may name.
    """
    shapes: list[type[Struct]] = [*by_kind().values(), HeaderChange]
    for shape in shapes:
        for field, kind in shape.__annotations__.items():
            if any(word in str(kind) for word in TEXTS) and "ClassVar" not in str(kind):
                assert field in SEALED | BESIDE | FOR_GOOD | NO_TEXT, (
                    shape.__name__,
                    field,
                )
