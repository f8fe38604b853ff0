"""Who acts: any name of letters is stored as it was given and shown by the log;
anything else is refused at every door, and only the system's user name is bent.
"""

import csv
import io
import json
from pathlib import Path

import pytest

from audit.standalone import verify
from tests.world.command import Selo
from tests.world.documents import external, player

NAMES = (
    "Åsa",
    "Ösa",
    "Aino Häkkinen",
    "Aino M. O'Hara-Öst",
    "Анна",
    "Ελένη",
    "أمينة",
    "राधा",
    "ศิริ",
    "小林 さくら",
    "aino@example.org",
    "officer.2",
    "_selo",
    "1",
    "Ş" * 64,
    "-sa",
    "---",
)
NO_NAMES = {
    "two lines": "x\n2 forged",
    "a tab": "Å\tsa",
    "a direction mark": "Åsa\u202e",
    "a zero width joiner": "Å\u200dsa",
    "a filler": "\u3164sa",
    "blanks alone": "  ",
    "two blanks": "Aino  Häkkinen",
    "a fixed blank": "Aino\u00a0H",
    "65 letters": "Å" * 65,
    "two alphabets": "Аino",
    "Greek in it": "Αino",
    "a slash": "aino/2",
    "a colon": "aino:2",
    "markup": "<b>Åsa",
    "a fullwidth letter": "Ａino",
    "a letter of mathematics": "𝐀ino",
    "a mark alone": "\u0301å",
    "a sign in front": "'Åsa",
    "an emoji": "Åsa☕",
    "a digit that is none": "Åsa²",
    "a surrogate": "Åsa\ud800",
    "an apostrophe that is a letter": "O\u02bcHara",
}
no_name = pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)


def newest(club: Selo) -> str:
    actor: str = club.ask("log", "--limit", "1")["events"][0]["actor"]
    return actor


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_stored_as_it_was_given(
    club: Selo, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # where selo.toml is read from when the ledger is on a server
    monkeypatch.chdir(club.folder)
    club.done("--actor", name, "player", "add", "Z1", "--name", "Z One")
    assert newest(club) == name and name in club.done("log", "--limit", "1")
    assert [event["actor"] for event in club.ask("log", "--by", name)["events"]] == [
        name
    ]
    monkeypatch.setenv("SELO_ACTOR", name)
    club.done("player", "add", "Z2", "--name", "Z Two")
    monkeypatch.delenv("SELO_ACTOR")
    club.folder.joinpath("selo.toml").write_text(
        f"actor = {json.dumps(name, ensure_ascii=False)}\n", "utf-8"
    )
    club.done("player", "add", "Z3", "--name", "Z Three")
    club.submit(external("B", actor=name))
    assert [event["actor"] for event in club.ask("log", "--limit", "4")["events"]] == [
        name
    ] * 4


def test_two_ways_of_writing_one_letter_are_one_actor(club: Selo) -> None:
    club.done("--actor", " A\u030asa ", "player", "add", "Z1", "--name", "Z One")
    club.submit(external("B", actor="A\u030asa"))
    assert [
        event["actor"] for event in club.ask("log", "--by", "A\u030asa")["events"]
    ] == ["Åsa", "Åsa"]


@no_name
def test_what_is_no_name_is_refused_at_every_door(
    club: Selo, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    add = ("player", "add", "Z1", "--name", "Z One")
    monkeypatch.chdir(club.folder)
    is_text = "\ud800" not in name
    [problem] = club.refused("--actor", name, *add, code=2)
    assert problem["where"]["field"] == "--actor"
    if is_text:
        monkeypatch.setenv("SELO_ACTOR", name)
        [problem] = club.refused(*add, code=2)
        assert (problem["code"], problem["where"]["field"]) == (
            "actor-name",
            "SELO_ACTOR",
        )
    monkeypatch.delenv("SELO_ACTOR")
    if is_text:
        written = json.dumps(name, ensure_ascii=max(name) < chr(2**16))
        club.folder.joinpath("selo.toml").write_text(f"actor = {written}\n", "utf-8")
        [problem] = club.refused(*add)
        assert (problem["code"], problem["where"]["field"]) == ("actor-name", "actor")
        club.folder.joinpath("selo.toml").unlink()
    [problem] = club.refuse(json.dumps(external("B", actor=name)))
    assert problem["where"]["field"] == "actor" and problem["code"] in (
        "actor-name",
        "not-json",
    )
    for command in (
        ("access", "new", "--role", "officer"),
        ("access", "login", "--role", "officer"),
    ):
        [problem] = club.refused(*command, "--name", name, code=2)
        assert problem["code"] in ("token-name", "usage")


def test_the_refusal_says_what_is_wrong_with_it(club: Selo) -> None:
    add = ("player", "add", "Z1", "--name", "Z One")
    said = club.run("--actor", "aino/2", *add).err
    assert (
        "'aino/2' cannot be used as a name: it holds '/'" in said
        and "letters of any script" in said
    )
    assert "U+202E" in club.run("--actor", "Åsa\u202e", *add).err
    assert "65 characters" in club.run("--actor", "Å" * 65, *add).err


def test_an_empty_actor_in_the_file_of_defaults_is_no_other_one(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.folder)
    monkeypatch.delenv("SELO_ACTOR")
    club.folder.joinpath("selo.toml").write_text('actor = ""\n', "utf-8")
    club.refused("player", "add", "Z1", "--name", "Z One")


def test_only_the_name_of_a_user_is_bent_and_that_is_said_once(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SELO_ACTOR")
    for user, actor in (
        ("KERHO\\åsa", "KERHO-åsa"),
        ("\u202e/", "unknown"),
        ("x" * 80, "x" * 64),
    ):
        monkeypatch.setenv("LOGNAME", user)
        done = club.run("player", "add", f"Z{len(user)}", "--name", f"Zoe {len(user)}")
        assert done.code == 0 and newest(club) == actor
        assert done.err.count("is recorded as") == 1 and "--actor" in done.err
    monkeypatch.setenv("LOGNAME", "åsa")
    done = club.run("player", "add", "Y9", "--name", "Yrsa Nine")
    assert (done.code, done.err, newest(club)) == (0, "", "åsa")


def test_an_actor_goes_with_the_ledger_wherever_it_goes(
    club: Selo, tmp_path: Path
) -> None:
    """Into a table, a receipt, a proof, a bundle for strangers, an export and the
    ledger that is made of it.
    """
    club.done("--actor", "Åsa", "player", "add", "Z1", "--name", "Z One")
    seq = club.events()
    rows = list(csv.DictReader(io.StringIO(club.done("log", "--csv"))))
    assert rows[0]["actor"] == "Åsa"
    key = str(tmp_path / "key")
    club.done("proof", "new-key", key)
    public = club.ask("proof", "key", "--key", key)["public_key"]
    club.done("proof", "checkpoint", "--key", key)
    club.done("proof", "prove", str(seq), "--out", str(tmp_path / "one.tlog-proof"))
    club.done("proof", "bundle", str(tmp_path / "all.zip"))
    assert (
        verify.main(["proof", str(tmp_path / "one.tlog-proof"), "--key", public]) == 0
    )
    assert verify.main(["bundle", str(tmp_path / "all.zip"), "--key", public]) == 0
    if club.address is None:
        assert verify.main(["ledger", club.ledger, "--key", public]) == 0
    exported = tmp_path / "ledger.jsonl"
    exported.write_text(club.done("export", "ledger"), "utf-8")
    other = Selo(tmp_path, name="other.db")
    other.clock("2024-07-01")
    other.done("init")
    other.done("ledger", "import", str(exported))
    assert [event["actor"] for event in other.ask("log", "--by", "Åsa")["events"]] == [
        "Åsa"
    ]


def test_players_are_not_touched_by_this(club: Selo) -> None:
    """A player's id is still an id."""
    assert club.refuse(player("Åsa"))[0]["where"]["field"] == "player"
