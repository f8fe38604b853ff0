"""Erasing a person: the name is nowhere any more, every number is where it was."""

import gzip
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from audit.tables import check_tables
from audit.verify import verify
from cli.completion import beginning
from desk.people.answers_file import add_lines, answer_lines
from desk.submit import submit
from exchange.text.encodings import ENCODINGS, TWICE, recoded_as_utf_8
from ledger.decide.digests import content_digest
from ledger.documents import Player
from ledger.encodings import ONE_BYTE_A_LETTER
from ledger.errors import Conflict, Refused
from ledger.store.database import connect
from ledger.store.events import events_after
from ledger.store.file_texts import MOST_UNPACKED
from ledger.store.files_naming import PIECE, file_mentions
from ledger.store.persons import Personal
from ledger.store.source_files import forget_files_naming, keep_source
from messages import Message
from messages.answer import json_value
from projections.answers import Question
from projections.answers.open_reading import reading
from projections.answers.players.explain import explain
from projections.answers.players.find import find
from projections.answers.players.show import show
from projections.tables import schema
from tests.care.caring import PEOPLE, TODAY, answers, cup, made
from tests.exchange.programs_made import dbase
from tests.exchange.sheets_made import ods, packed, page, xls, xlsx
from tests.memory import peak_of
from tests.world.command import Command
from tests.world.ledger import outside, placed, submitted

ERASE = {"kind": "erase-person", "player": "A", "reason": "asked for it"}


def without_names(value: Any) -> Any:
    """Every answer without what a person may want gone."""
    if isinstance(value, dict):
        return {
            k: without_names(v)
            for k, v in value.items()
            if k not in ("name", "club", "fide_id", "basis", "log")
        }
    return (
        [without_names(part) for part in value]
        if isinstance(value, list | tuple)
        else value
    )


def test_every_number_stays_and_the_name_goes(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = answers(path)
    receipt = submitted(path, ERASE)
    after = answers(path)
    assert json_value(receipt.recorded) == (
        {"seq": 18, "kind": "erase-person", "target": "A", "repeated": False},
    )
    assert receipt.moved == () and without_names(after) == without_names(before)
    said = json.dumps(after)
    assert (
        "Aalto" in json.dumps(before)
        and "Aalto" not in said
        and "Seura A" not in said
        and "Berg" in said
    )
    assert check_tables(path).equal and verify(path).problems == ()


def test_a_search_no_longer_finds_an_erased_person(tmp_path: Path) -> None:
    path = made(tmp_path)
    submitted(path, ERASE)
    with reading(path, Question(), TODAY) as now:
        assert find(now, "aalto").rows == () and find(now, "65").rows == ()
        assert [row.player for row in find(now, "berg").rows] == ["B"]
        _, [sheet] = explain(now, "B", "T1")
        assert not any("Aalto" in line for line in sheet.lines())
    with reading(path, Question(known_seq=10), TODAY) as then:  # nor as known before
        assert show(then, "A").player.name is None
    assert beginning(path, "person", "") == ["B", "C", "D"]


def bytes_of(path: str) -> bytes:
    return b"".join(
        file.read_bytes() for file in Path(path).parent.glob(Path(path).name + "*")
    )


def test_the_name_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    """The log, unused pages, the write-ahead log; also an earlier name."""
    path = made(tmp_path)
    submitted(
        path,
        {"kind": "player", "player": "A", "name": "Aalto-Berg, Anna", "change": True},
    )
    assert b"Aalto" in bytes_of(path)
    assert submitted(path, ERASE).warnings == ()
    assert (
        b"Aalto" not in bytes_of(path)
        and b"aalto" not in bytes_of(path)
        and b"Berg" in bytes_of(path)
    )


def test_a_reader_in_the_way_is_told(tmp_path: Path) -> None:
    path = made(tmp_path)
    with reading(path, Question(), TODAY) as now:
        now.events.execute("SELECT COUNT(*) FROM event").fetchone()
        [warning] = submitted(path, ERASE).warnings
        assert "erase again later" in warning.message
    again = submitted(path, {**ERASE, "reason": "again"})
    assert again.recorded[0].repeated and again.recorded[0].seq == 18
    assert b"Aalto" not in bytes_of(path)


def test_a_preview_erases_nothing(tmp_path: Path) -> None:
    from exchange.json.files import read_documents

    path = made(tmp_path)
    before = answers(path)
    submit(
        path,
        read_documents("e.json", json.dumps(ERASE).encode()),
        outside(),
        dry_run=True,
    )
    assert answers(path) == before


def test_all_ids_of_a_person_are_erased(tmp_path: Path) -> None:
    path = made(tmp_path)
    submitted(path, {"kind": "player", "player": "Z", "name": "Aaltonen, Anna"})
    submitted(
        path,
        {"kind": "merge-players", "from": "Z", "into": "A", "reason": "maiden name"},
    )
    receipt = submitted(path, {**ERASE, "player": "Z"})
    assert receipt.recorded[0].target == "A" and json_value(receipt.recorded[0])[
        "with"
    ] == ({"seq": 20, "player": "Z"},)
    assert b"Aalto" not in bytes_of(path) and verify(path).problems == ()


def test_a_row_that_went_without_an_event_is_no_erasure(tmp_path: Path) -> None:
    """The control: somebody deletes the name by hand."""
    path = made(tmp_path)
    connection = connect(path, write=True)
    connection.execute("DELETE FROM person WHERE player = 'A'")
    connection.close()
    assert verify(path).status == "altered"


def test_the_source_files_go_with_him(tmp_path: Path) -> None:
    path = made(tmp_path)
    connection = connect(path, write=True)
    texts = (b"012 T8", b"012 Aalto Open\n001 Berg, Anna", b"012 T9\n001 AALTO Anna\n")
    for number, text in enumerate(texts, 1):
        keep_source(connection, str(number) * 64, f"{number}.trf", text)
    connection.close()
    submitted(path, {**cup("T8", "2024-09-02"), "source": "1" * 64})
    submitted(path, ERASE)
    connection = connect(path, write=False)
    left = connection.execute("SELECT name FROM source_file").fetchall()
    connection.close()
    # from none of their tournaments, and no line with their name
    assert left == [("2.trf",)]


def test_files_are_read_for_somebody_alone_and_one_at_a_time(tmp_path: Path) -> None:
    with closing(connect(made(tmp_path), write=True)) as connection:
        for number in range(3):
            keep_source(connection, f"{number:064}", "a.csv", b"Berg, Anna")

        asked: list[str] = []
        assert isinstance(connection, sqlite3.Connection)
        connection.set_trace_callback(asked.append)
        forget_files_naming(connection, [])
        assert asked == []
        forget_files_naming(connection, [Personal("B", "Berg, Björn")])
        assert sum("bytes" in each for each in asked) == 3


def kept_after_erasing(path: str, files: dict[str, bytes]) -> set[str]:
    """The files that are left of these when Björn Berg was erased."""
    connection = connect(path, write=True)
    for number, (name, data) in enumerate(files.items(), 1):
        keep_source(connection, f"{number:064}", name, data)
    connection.close()
    submitted(path, {**ERASE, "player": "B"})
    connection = connect(path, write=False)
    left = connection.execute("SELECT name FROM source_file").fetchall()
    connection.close()
    return {name for (name,) in left}


def files_with(surname: str, name: str) -> dict[str, bytes]:
    """A table with a name, in everything that a table may come in."""
    rows = [["Sukunimi", "Etunimi"], ["Somebody", "Else"], [surname, name]]
    lines = "\n".join("\t".join(row) for row in rows)
    person = {"name": f"{surname}, {name}"}
    xml = f"<list><surname>{surname}</surname>\n<name>{name}</name></list>"
    return {
        "utf-8.csv": lines.encode(),
        "marked-utf-8.csv": lines.encode("utf-8-sig"),
        "utf-16.csv": lines.encode("utf-16"),
        "unmarked-utf-16.csv": lines.encode("utf-16-le"),
        "unmarked-utf-16-be.csv": lines.encode("utf-16-be"),
        "windows.csv": lines.encode("cp1252"),
        "dos.csv": lines.encode("cp850"),
        "mac.csv": lines.encode("mac-roman"),
        "plain.json": json.dumps(person, ensure_ascii=False).encode(),
        "escaped.json": json.dumps(person, indent=1).encode(),
        "tabbed.json": json.dumps(f"{surname}\t{name}").encode(),
        "xlsx": xlsx({"Pelit": rows}),
        "ods": ods({"Pelit": rows}),
        "xls": xls({"Pelit": rows}),
        "page.html": page("Open", rows),
        "cut.html": f"<p>{surname}, {name[:2]}<b>{name[2:]}</b>".encode(),
        "entities.html": xml.encode("ascii", "xmlcharrefreplace"),
        "utf-16.xml": xml.encode("utf-16"),
    }


def test_a_name_is_found_in_whatever_it_came_in(tmp_path: Path) -> None:
    assert kept_after_erasing(made(tmp_path), files_with("Berg", "Björn")) == set()


def test_a_file_with_other_names_stays(tmp_path: Path) -> None:
    """The control: people who share one of their words."""
    files = files_with("Berg", "Bea")
    assert kept_after_erasing(made(tmp_path), files) == {*files}


def test_what_cannot_be_searched_is_taken_to_name_them(tmp_path: Path) -> None:
    """Also what would fill the memory: it is not unpacked to its end."""
    whole = packed({"a.txt": "nobody"})
    files = {
        "bomb.xlsx": packed({"a.xml": b" " * (MOST_UNPACKED + 1)}),
        "cut.zip": whole[:-10],
        "packed.csv.gz": gzip.compress(b"nobody"),
        "digits.html": b"<p>&#%s;</p>" % (b"1" * 5000),
        "digits.csv": b"&#%s;" % (b"1" * 5000),
    }
    assert kept_after_erasing(made(tmp_path), files | {"whole.zip": whole}) == {
        "whole.zip"
    }


def test_every_encoding_that_a_file_may_be_in_is_searched() -> None:
    assert {*ENCODINGS} == {"utf-8", "utf-16", TWICE, *ONE_BYTE_A_LETTER}


CYRILLIC = ("cp1251", "iso8859-5", "cp866", "koi8-r")


def spelled(encoding: str) -> tuple[str, str]:
    """A name with letters that the encoding has, and one with the same surname."""
    if encoding in CYRILLIC:
        return "Юрьев, Юрий", "Юрьев, Анна"
    return "Björklund, Björn", "Björklund, Bea"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_name_is_found_as_whoever_is_told_the_encoding_reads_it(
    encoding: str,
) -> None:
    name, another = spelled(encoding)
    text = f"1;Somebody, Else\n2;{name}\n"
    if encoding == TWICE:
        data = text.encode().decode("cp1252").encode()
    else:
        data = text.encode(encoding)
    assert recoded_as_utf_8(data, encoding, None) == text.encode()
    assert file_mentions(data, [Personal("B", name)])
    assert not file_mentions(data, [Personal("B", another)])


@pytest.mark.parametrize("encoding", ONE_BYTE_A_LETTER)
def test_a_name_is_found_in_old_tables_and_workbooks(encoding: str) -> None:
    """Binary files with a byte a letter, in whichever encoding."""
    name, another = spelled(encoding)
    table = dbase({"NAME": 40}, [{"NAME": name}], encoding)
    workbook = b"\xd0\xcf\x11\xe0" + bytes(40) + name.encode(encoding) + bytes(40)
    for data in (table, packed({"open.trn": table}), workbook):
        assert file_mentions(data, [Personal("B", name)])
        assert not file_mentions(data, [Personal("B", another)])


@pytest.mark.parametrize("shift", range(-30, -12))
def test_no_name_is_lost_between_the_pieces_that_are_searched(shift: int) -> None:
    before = "é" * (PIECE + shift)
    for name in ("Björn Berg", "Bjo\u0308rn Berg"):
        line = f"1;Bea Berg\n2;{before};{name}\n"
        for text in (line, f"<p>{line}</p>", f"\0{line}"):
            assert file_mentions(text.encode(), [Personal("B", "Berg, Björn")])
            assert not file_mentions(text.encode(), [Personal("C", "Berg, Ben")])


@pytest.mark.measured
def test_a_binary_file_is_searched_in_little_memory() -> None:
    data = bytes(range(256)) * 4096
    nobody = [Personal("B", "Nobody, Nora")]
    most = 20 * len(data)
    assert peak_of(lambda: file_mentions(data, nobody), most) < most


def test_a_name_does_not_come_back_by_itself(tmp_path: Path) -> None:
    path = made(tmp_path)
    submitted(path, ERASE)
    for field, value in (("name", PEOPLE["A"]), ("club", "X"), ("fide_id", 7)):
        with pytest.raises(Refused, match="was erased"):
            submitted(path, {"kind": "player", "player": "A", field: value})
    # a tournament file that still names them is taken, the name is not
    submitted(
        path,
        {**cup("T9", "2024-09-01"), "players": [{"player": "A", "name": PEOPLE["A"]}]},
    )
    assert b"Aalto" not in bytes_of(path)
    # what the rules read may still be put right
    assert (
        submitted(path, {"kind": "player", "player": "A", "federation": "SWE"})
        .recorded[0]
        .repeated
        is False
    )
    assert (
        answers(path)["A"][0]["player"]["federation"] == "SWE"
        and check_tables(path).equal
    )
    assert verify(path).problems == ()


def merged_into_erased(path: str) -> None:
    """Erase A, and merge somebody with a name into them afterwards."""
    submitted(path, ERASE)
    submitted(path, {"kind": "player", "player": "X", "name": "Aaltonen, Anna"})
    submitted(
        path,
        {"kind": "merge-players", "from": "X", "into": "A", "reason": "one person"},
    )


@pytest.mark.parametrize(
    "detail", [{"name": "Aalto, Anna"}, {"club": "Seura A"}, {"sex": "f"}]
)
def test_no_name_comes_back_through_a_merged_id(
    tmp_path: Path, detail: dict[str, str]
) -> None:
    """A document about X would become one about A, whom X was merged into."""
    path = made(tmp_path)
    merged_into_erased(path)
    with pytest.raises(
        Refused, match=r"X was merged into A, who was erased \(seq 18\)"
    ):
        submitted(path, {"kind": "player", "player": "X", **detail})
    submitted(path, {"kind": "player", "player": "X", "federation": "SWE"})
    page = answers(path)["A"][0]["player"]
    assert (page["name"], page["federation"]) == (None, "SWE")


def test_who_was_merged_into_somebody_erased_is_erased_with_them(
    tmp_path: Path,
) -> None:
    """Their own name stays beside the log until then, and no answer about A says it."""
    path = made(tmp_path)
    merged_into_erased(path)
    assert answers(path)["A"][0]["player"]["name"] is None
    again = submitted(path, ERASE).recorded[0]
    assert (again.target, again.repeated) == ("A", False)
    assert b"Aalto" not in bytes_of(path) and verify(path).problems == ()
    assert submitted(path, ERASE).recorded[0].repeated


def test_a_name_that_came_back_with_an_earlier_version_is_erased_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier versions took it through a merged id, and then erased A no more."""
    path = made(tmp_path)
    with monkeypatch.context() as earlier:
        earlier.setattr("ledger.decide.erasure.refuse_erased", lambda *_: None)
        merged_into_erased(path)
        back = {"kind": "player", "player": "X", "name": "Aalto, Anna", "sex": "f"}
        submitted(path, back)
    assert answers(path)["A"][0]["player"]["name"] == "Aalto, Anna"

    receipt = json_value(submitted(path, ERASE).recorded[0])
    assert (receipt["target"], receipt["repeated"]) == ("A", False)
    assert [event["player"] for event in receipt["with"]] == ["X"]
    assert answers(path)["A"][0]["player"]["name"] is None
    assert b"Aalto" not in bytes_of(path)
    assert verify(path).problems == () and check_tables(path).equal

    again = submitted(path, {**ERASE, "reason": "again"}).recorded[0]
    assert again.repeated and again.seq == receipt["seq"]


@pytest.mark.parametrize("born", [None, "1983", "1983-03-12"])
@pytest.mark.parametrize("merged", [False, True])
def test_what_may_be_corrected_may_be_sent_again(
    tmp_path: Path, merged: bool, born: str | None
) -> None:
    """Under its key it is the same document; with anything else it is another one."""
    path = made(tmp_path)
    if merged:
        merged_into_erased(path)
    else:
        submitted(path, ERASE)
    document = {"kind": "player", "player": "X" if merged else "A", "key": "k1"}
    document |= {"federation": "SWE"} | ({} if born is None else {"born": born})
    first = submitted(path, document).recorded[0]
    again = submitted(path, document).recorded[0]
    assert (first.repeated, again.repeated, again.seq) == (False, True, first.seq)
    with pytest.raises(Conflict, match="was used for another document"):
        submitted(path, {**document, "federation": "NOR"})
    assert verify(path).problems == ()


def test_no_digest_of_somebody_erased_tells_a_birth(tmp_path: Path) -> None:
    """There is no salt any more, so whoever tries all days must find no difference."""
    path = made(tmp_path)
    submitted(path, ERASE)
    for day in ("1983-03-12", "1983-07-30"):
        document = {"kind": "player", "player": "A", "born": day, "key": "k1"}
        submitted(path, document)
    with closing(connect(path, write=False)) as connection:
        [event] = [
            event for event in events_after(connection, 0) if event.key is not None
        ]
    assert event.digest == content_digest(Player(player="A", born="1983"))


def test_the_way_back_is_a_new_id(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = answers(path)["A"][0]["lists"]
    submitted(path, ERASE)
    submitted(path, {"kind": "player", "player": "A2", "name": "Aalto, Anna"})
    submitted(
        path,
        {
            "kind": "merge-players",
            "from": "A",
            "into": "A2",
            "reason": "wants to be named again",
        },
    )
    page = answers(path)["A"][0]
    assert (
        page["player"]["name"] == "Aalto, Anna"
        and page["asked"] == "A"
        and page["lists"] == before
    )
    assert verify(path).problems == ()


def test_who_is_not_there_and_what_cannot_be_undone(tmp_path: Path) -> None:
    path = made(tmp_path)
    with pytest.raises(Refused, match="nobody has the id"):
        submitted(path, {**ERASE, "player": "nobody"})
    submitted(path, {**ERASE, "key": "k"})
    assert json_value(submitted(path, {**ERASE, "key": "k"}).recorded[0]) == {
        "seq": 18,
        "kind": "erase-person",
        "target": "A",
        "repeated": True,
    }
    with pytest.raises(Conflict):
        submitted(path, {**ERASE, "player": "B", "key": "k"})
    with pytest.raises(Refused, match="cannot be withdrawn"):
        submitted(path, {"kind": "withdraw", "seq": 18, "reason": "no"})


def test_what_was_deleted_before_a_rebuild_is_wiped_after_it(tmp_path: Path) -> None:
    """Read tables are dropped without overwriting their pages; then the connection
    wipes again, if it did before.
    """
    with closing(connect(made(tmp_path), write=True)) as connection:
        for mode, answer in (("ON", 1), ("OFF", 0), ("FAST", 2)):
            connection.execute(f"PRAGMA secure_delete={mode}")
            connection.execute("BEGIN")
            schema.remake(connection)
            assert connection.execute("PRAGMA secure_delete").fetchone() == (answer,)
            connection.execute("ROLLBACK")


def interrupted(*_: object) -> list[Message]:
    raise KeyboardInterrupt


@pytest.mark.parametrize("key", [None, "k1"])
def test_erasing_again_finishes_what_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    """What is kept beside the ledger by any id of theirs, and not what is kept of
    somebody else; with and without a key.
    """
    path = made(tmp_path)
    submitted(path, {"kind": "player", "player": "Z", "name": "Aaltonen, Anna"})
    submitted(
        path,
        {"kind": "merge-players", "from": "Z", "into": "A", "reason": "maiden name"},
    )
    add_lines(path, ["Aalto, A. A", "Aaltonen, A. Z", "Berg, B. B"])
    document = {**ERASE, "key": key}
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr("desk.people.answers_file.forget", interrupted)
        submitted(path, document)
    # the control: it was recorded, and the answers are there
    assert answers(path)["A"][0]["player"]["name"] is None
    assert len(answer_lines(path)) == 3

    forgotten: list[Personal] = []

    def beside(_: str, erased: Sequence[Personal]) -> list[Message]:
        forgotten.extend(erased)
        return []

    again = submit(path, placed(document), outside(), beside=beside)
    assert again.recorded[0].repeated
    assert answer_lines(path) == ["Berg, B. B"]
    assert forgotten == [Personal("A", ""), Personal("Z", "")]
    assert b"Aalto" not in bytes_of(path)


def test_what_fails_beside_an_erasure_keeps_no_name_in_unused_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is recorded by then, and the file is written anew all the same."""
    path = made(tmp_path)
    written_anew: list[str] = []

    def leave_nothing(path: str) -> list[Message]:
        written_anew.append(path)
        return []

    def failing(*_: object) -> list[Message]:
        raise ZeroDivisionError

    monkeypatch.setattr("desk.submit.leave_nothing", leave_nothing)
    with pytest.raises(ZeroDivisionError):
        submit(path, placed(ERASE), outside(), beside=failing)
    assert answers(path)["A"][0]["player"]["name"] is None
    assert written_anew == [path]


def test_erasing_again_leaves_whoever_came_back_alone(tmp_path: Path) -> None:
    """The old id was erased and was merged into a new one, which is named."""
    path = made(tmp_path)
    erase = {**ERASE, "key": "k1"}
    submitted(path, erase)
    submitted(path, {"kind": "player", "player": "A2", "name": "Aalto, Anna"})
    back = {"kind": "merge-players", "from": "A", "into": "A2", "reason": "is back"}
    submitted(path, back)
    add_lines(path, ["Aalto, A. A2"])
    assert submitted(path, erase).recorded[0].repeated
    assert answer_lines(path) == ["Aalto, A. A2"]


def test_a_full_disk_after_an_erasure_does_not_take_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is recorded; only the cleaning found no room."""
    path = made(tmp_path)

    def full(*_: object) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("ledger.store.erasure.scrub", full)
    outcome = submitted(path, ERASE)
    [warning] = outcome.warnings
    assert (
        outcome.recorded[0].seq == 18
        and "the disk is full; erase again" in warning.message
    )
    assert "nothing was recorded" not in warning.message


def test_the_command_says_what_it_does_not_reach(tmp_path: Path) -> None:
    office = Command(tmp_path, Path(made(tmp_path)), today=TODAY)
    words = ("player", "erase", "A", "--reason", "asked for it")
    assert "backups hold the name" not in office.run(*words, "--dry-run").err
    assert "backups hold the name for good" in office.run(*words).err
