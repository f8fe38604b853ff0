"""Files as they come: encodings, line ends, sizes, depth, several at once; all problems
of a file said at once.
"""

import json
import time
from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import (
    amend,
    external,
    game,
    one_game,
    open_2024,
    opening,
    player,
    tournament,
)

LIMIT = 10 * 1024 * 1024
GOOD = json.dumps(player("N", club="Åbo"), ensure_ascii=False)


def taken(selo: Selo, name: str, data: bytes) -> None:
    before = selo.events()
    selo.ask("submit", selo.file(name, data))
    assert selo.events() == before + 1
    assert selo.ask("player", "show", "N")["player"]["club"] == "Åbo"


@pytest.mark.parametrize("name", ["n.json", "n.jsonl", "n.txt", "N.JSON"])
@pytest.mark.parametrize(
    "data",
    [
        GOOD.encode(),
        GOOD.encode() + b"\n",
        GOOD.encode() + b"\r\n",
        b"\xef\xbb\xbf" + GOOD.encode(),
        b"\n\n" + GOOD.encode() + b"\n\n",
        json.dumps(player("N", club="Åbo")).encode(),
    ],
)
def test_marks_and_line_ends_do_no_harm(selo: Selo, name: str, data: bytes) -> None:
    taken(selo, name, data)


def test_a_document_over_several_lines(selo: Selo) -> None:
    taken(
        selo,
        "n.json",
        json.dumps(player("N", club="Åbo"), indent=2).replace("\n", "\r\n").encode(),
    )


def test_standard_input_is_one_document_or_one_a_line(selo: Selo) -> None:
    whole = json.dumps(player("N"), indent=1).encode()
    assert selo.run("submit", "-", stdin=whole).code == 0
    assert (
        selo.run(
            "submit",
            "-",
            stdin=b"\n".join(json.dumps(player(n)).encode() for n in "OP"),
        ).code
        == 0
    )
    assert [row["player"] for row in selo.ask("player", "find", "pelaaja")["rows"]] == [
        "N",
        "O",
        "P",
    ]
    [problem] = selo.refused(
        "submit", "-", stdin=b"\n\n" + json.dumps(player("Q", oops=1)).encode()
    )
    assert (problem["where"]["file"], problem["where"]["line"]) == ("-", 3)


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "empty", None),
        (b" \r\n\n\t", "empty", None),
        (b"\xef\xbb\xbf", "empty", None),
        (GOOD.encode("latin-1"), "not-utf8", 1),
        (GOOD.encode("utf-16"), "not-utf8", 1),
        (b"\n\n" + GOOD.encode("latin-1"), "not-utf8", 3),
        (b'{"a": "\xed\xa0\x80"}', "not-utf8", 1),
        (b"{" * 100_000, "not-json", 1),
        (b'{"a":' * 100_000, "not-json", 1),
        (b"[" * 100_000, "not-json", 1),
        (b'{"kind": "player", "x": ' + b"[" * 61 + b"]" * 61 + b"}", "not-json", 1),
        (b'{"kind": "player", "x": ' + b"9" * 5000 + b"}", "not-json", 1),
        (b"x" * 50, "not-json", 1),
        (b"{'kind': 'player'}", "not-json", 1),
        (b'{"kind": "player",}', "not-json", 1),
        (b'{"kind": "player"', "not-json", 1),
        (b'{"kind": "play\x00er"}', "not-json", 1),
        (b"\x00", "not-json", 1),
        (GOOD.encode() + b" " + GOOD.encode(), "not-json", 1),
        (b"\n\n{", "not-json", 3),
        (b"[]", "wrong-type", 1),
        (b"null", "wrong-type", 1),
        (b"7", "wrong-type", 1),
        (b'"x"', "wrong-type", 1),
        (b"true", "wrong-type", 1),
        (b"NaN", "wrong-type", 1),
        (b"{}", "unknown-kind", 1),
        (b'{"kind": null}', "unknown-kind", 1),
        (b'{"kind": "Player"}', "unknown-kind", 1),
        (b'{"kind": ["player"]}', "unknown-kind", 1),
        (b'{"kind": {}}', "unknown-kind", 1),
        (b'{"kind": "\\ud800"}', "unknown-kind", 1),
        (b'{"kind": "player", "\\ud800": 1}', "unknown-field", 1),
        (b'{"kind": "player", "\\u001b[31m": 1}', "unknown-field", 1),
        (b'{"kind": "player", "": 1}', "unknown-field", 1),
    ],
)
def test_what_is_no_document(
    selo: Selo, data: bytes, code: str, line: int | None
) -> None:
    problem = selo.refused("submit", selo.file("x.jsonl", data))[0]
    assert problem["code"] == code
    assert problem["where"]["line"] == line and problem["where"]["file"].endswith(
        "x.jsonl"
    )
    # people get the same in words, and no control character of the file reaches their
    # terminal
    ran = selo.run("submit", selo.file("x.jsonl", data))
    assert (ran.code, ran.out) == (1, "") and problem["message"] in ran.err
    assert all(line.isprintable() for line in ran.err.splitlines())


def test_a_file_over_the_size_limit_is_refused(selo: Selo) -> None:
    start, end = (
        b'{"kind": "player", "player": "N", "club": "\xc3\x85bo", "name": "N"',
        b"}",
    )
    whole = start + b" " * (LIMIT - len(start) - len(end)) + end
    assert len(whole) == LIMIT
    taken(selo, "n.json", whole)
    [problem] = selo.refused("submit", selo.file("n.json", whole + b"\n"))
    assert problem["code"] == "too-large" and problem["hint"]
    [problem] = selo.refused("submit", "-", stdin=whole[:-1] + b" }")
    assert problem["code"] == "too-large"


@pytest.mark.measured
def test_a_hostile_file_is_refused_in_seconds(selo: Selo) -> None:
    """Many problems in one document, and much text deep inside, are looked at once
    each.
    """
    games = [game(1, "A", "A", "2-0") for _ in range(20_000)]
    started = time.process_time()
    problems = selo.refused(
        "submit", selo.file("x.json", tournament("t", "2024-01-01", *games))
    )
    selo.refused(
        "submit",
        selo.file(
            "x.json",
            b'{"kind": "player", "x": '
            + b"[" * 59
            + b"1," * 150_000
            + b"1"
            + b"]" * 59
            + b"}",
        ),
    )
    assert time.process_time() - started < 20
    assert len(problems) == 201 and "200" in problems[-1]["message"]
    assert problems[199]["where"]["field"] == "games[199].result"


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_line_and_column_of_a_document_over_several_lines(
    club: Selo, indent: int | None
) -> None:
    document = tournament(
        "t",
        "2024-01-01",
        game(1, "A", "B"),
        game(1, "C", "D", "2-0"),
        game(0, "A", "C"),
    )
    text = json.dumps(document, indent=indent)
    result, number = club.refused("submit", club.file("x.json", text))
    for problem, value in ((result, '"2-0"'), (number, "0,")):
        line = text.split("\n")[problem["where"]["line"] - 1]
        assert line[problem["where"]["column"] - 1 :].startswith(value)


def test_all_problems_of_all_files_at_once(club: Selo) -> None:
    first = club.file(
        "a.jsonl",
        player("N", oops=1),
        player("O", born="2001-02-30", sex="x"),
        GOOD,
        "{",
        "[]",
    )
    second = club.file(
        "b.json",
        tournament(
            "t", "2024-01-01", game(1, "A", "A"), start="2024-02-01", minutes=None
        ),
    )
    missing = str(club.folder / "no-such.json")
    problems = club.refused("submit", first, missing, second, str(club.folder), code=2)
    assert [
        (p["where"]["file"], p["where"]["line"], p["where"]["field"]) for p in problems
    ] == [
        (first, 1, "oops"),
        (first, 2, "sex"),
        (first, 4, None),
        (first, 5, None),
        (missing, None, None),
        (second, 1, "end"),
        (second, 1, "minutes"),
        (second, 1, "games[0].black"),
        (str(club.folder), None, None),
    ]


def test_all_that_is_wrong_in_one_correction_is_said_at_once(club: Selo) -> None:
    """Each at the field of the document that is wrong: a new game has no id there."""
    day = {"on": "2024-02-10"}
    problems = club.refuse(
        amend(
            "open-2024",
            set={"start": "2024-02-11", "each_game_rated": True},
            games={
                "9.9": None,
                "1.1": {"white": "X1", **day},
                "1.2": None,
                **dict.fromkeys(("2.1", "2.2", "3.1"), day),
            },
            add_games=[game(4, "A", "B", **day), game(4, "C", "X2")],
        )
    )
    assert [(p["code"], p["where"]["field"]) for p in problems] == [
        ("unknown-game", "games.9.9"),
        ("end-before-start", "set.end"),
        # 3.2, which nobody gave a day
        ("no-day", "games.3.2"),
        ("no-day", "add_games[1]"),
        ("unknown-player", "games.1.1.white"),
        ("unknown-player", "add_games[1].black"),
    ]


def test_problems_with_what_the_ledger_holds_are_said_at_once_too(club: Selo) -> None:
    problems = club.refuse(
        player("N"),
        opening("A", 1500),
        external("X1"),
        amend("nope", games={"1.1": None}),
        amend("open-2024", games={"9.9": None, "8.8": {"result": "1-0"}}),
        tournament("t", "2024-01-01", game(1, "X1", "X2"), game(2, "N", "B")),
        {"kind": "player", "player": "X3"},
        {"kind": "withdraw", "seq": 99, "reason": "r"},
        {"kind": "withdraw", "seq": 15, "reason": "r"},
        {
            "kind": "adopt-rules",
            "list": "selo",
            "edition": "fi-1066",
            "from": "2023-01-01",
        },
        {"kind": "reinstate", "tournament": "open-2024", "reason": "r"},
        amend("open-2024", set={"minutes": 90}),
        {"kind": "confirm-title", "player": "X4", "title": "M", "on": "2024-01-01"},
    )
    assert [(p["where"]["line"], p["code"]) for p in problems] == [
        (2, "opening-exists"),
        (3, "unknown-player"),
        (4, "unknown-tournament"),
        (5, "unknown-game"),
        (5, "unknown-game"),
        (6, "unknown-player"),
        (6, "unknown-player"),
        (7, "no-name"),
        (8, "unknown-seq"),
        (9, "not-withdrawable"),
        (10, "unknown-edition"),
        (11, "not-withdrawn"),
        (12, "no-change"),
        (13, "unknown-player"),
    ]


def test_what_only_follows_is_left_out_but_never_everything(club: Selo) -> None:
    """A player refused once is one problem, not one for every game of theirs."""
    problems = club.refuse(
        {"kind": "player", "player": "N"},
        external("N"),
        tournament("t", "2024-01-01", game(1, "N", "A")),
    )
    assert [(p["where"]["line"], p["code"]) for p in problems] == [(1, "no-name")]
    # two documents that wait for each other follow from nothing
    one = tournament(
        "t1", "2024-01-01", game(1, "X", "Y"), players=[{"player": "X", "name": "X"}]
    )
    two = tournament(
        "t2", "2024-01-01", game(1, "X", "Y"), players=[{"player": "Y", "name": "Y"}]
    )
    assert [p["code"] for p in club.refuse(one, two)] == [
        "unknown-player",
        "unknown-player",
    ]


def test_one_submission_is_all_or_nothing(club: Selo) -> None:
    files = [club.file(f"{name}.json", player(name)) for name in ("N", "O", "P")]
    bad = club.file("bad.json", external("nobody"))
    club.refused("submit", *files, bad)
    assert club.ask("player", "find", "N")["rows"] == []
    value = club.ask("submit", *files)
    assert [(row["seq"], row["target"]) for row in value["recorded"]] == [
        (16, "N"),
        (17, "O"),
        (18, "P"),
    ]
    # known together, as one step
    assert [event["seq"] for event in club.ask("log", "impact", "17")["events"]] == [
        16,
        17,
        18,
    ]


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"start": "2024-02-11"}, "end", "end-before-start"),
        ({"time_control": "90+30"}, "minutes", "one-time"),
        ({"minutes": None}, "minutes", "one-time"),
        ({"each_game_rated": True}, "games[0]", "no-day"),
        (
            {"games": [game(1, "A", "B", game="x"), game(2, "A", "C", game="x")]},
            "games[1].game",
            "id-twice",
        ),
        (
            {"players": [{"player": "N", "name": "N"}, {"player": "N", "name": "M"}]},
            "players[1].player",
            "id-twice",
        ),
        ({"games": [game(1, "A", "A")]}, "games[0].black", "same-player"),
        ({"players": [{"player": "N"}]}, "players", "no-name"),
        ({"name": "  "}, "name", "blank-name"),
    ],
)
def test_a_tournament_must_make_sense(
    club: Selo, wrong: dict[str, object], field: str, code: str
) -> None:
    document = {**open_2024(), "tournament": "t", **wrong}
    problems = club.refuse(
        {name: value for name, value in document.items() if value is not None}
    )
    assert (code, field) in [(p["code"], p["where"]["field"]) for p in problems], (
        problems
    )


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (
            {
                "kind": "ruling",
                "player": "A",
                "list": "selo",
                "on": "2024-01-01",
                "reason": "r",
            },
            "one-number",
        ),
        (
            {
                "kind": "ruling",
                "player": "A",
                "list": "selo",
                "on": "2024-01-01",
                "reason": "r",
                "rating": 1,
                "delta": 1,
            },
            "one-number",
        ),
        ({"kind": "withdraw", "reason": "r"}, "one-target"),
        (
            {"kind": "withdraw", "reason": "r", "seq": 11, "tournament": "open-2024"},
            "one-target",
        ),
        (
            {"kind": "withdraw", "reason": "r", "seq": 11, "expect_version": 11},
            "no-version",
        ),
        ({"kind": "withdraw", "reason": "r", "seq": 7}, "first-registration"),
        ({"kind": "withdraw", "reason": "r", "seq": 10**30}, "unknown-seq"),
        (
            {"kind": "merge-players", "reason": "r", "from": "A", "into": "A"},
            "same-player",
        ),
        (
            {"kind": "merge-players", "reason": "r", "from": "A", "into": "B"},
            "played-together",
        ),
        (opening("A", list="pelo", normal_games=51), "too-many-games"),
        (opening("A", list="pelo", peak=1), "peak-below"),
        (opening("A", list="pelo", titles=["M"]), "no-titles"),
        (amend("open-2024"), "no-change"),
        (amend("open-2024", set={}), "no-change"),
        (amend("open-2024", games={"1.1": {}}), "no-change"),
        (amend("open-2024", set={"minutes": 90, "time_control": "90"}), "one-time"),
        (amend("open-2024", games={"1.1": {"white": "B"}}), "same-player"),
        (amend("open-2024", games={"1.1": {"white": "X"}}), "unknown-player"),
        (amend("open-2024", games={"1.1": {"minutes": 10.001}}), "no-whole-seconds"),
        (amend("open-2024", set={"start": "2024-02-11"}), "end-before-start"),
        (amend("open-2024", set={"each_game_rated": True}), "no-day"),
        (amend("open-2024", set={"name": " "}), "blank-name"),
        (amend("open-2024", add_games=[game(1, "A", "B", game="1.1")]), "id-taken"),
        (one_game("open-2024", 1, "A", "B", game="1.1"), "id-taken"),
        (player("N", federation_from="2020-01-01"), "no-federation"),
        (player("N", club=" x"), "blank-edges"),
    ],
)
def test_every_document_must_make_sense(
    club: Selo, document: dict[str, object], code: str
) -> None:
    assert code in [p["code"] for p in club.refuse(document)]


def test_the_file_cannot_be_read(club: Selo, tmp_path: Path) -> None:
    for name in (tmp_path / "none.json", tmp_path, Path("/no/such/folder/x.json")):
        [problem] = club.refused("submit", str(name), code=2)
        assert (problem["code"], problem["where"]["file"]) == ("no-file", str(name))
