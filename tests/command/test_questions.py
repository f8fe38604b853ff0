"""Contract section 4: every question, its keys, its forms, its refusals."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

import pytest

from cli.output import csv_text
from tests.world.command import Selo
from tests.world.documents import (
    amend,
    external,
    game,
    one_game,
    opening,
    player,
    tournament,
)

ON_BOTH = True  # in a file and on a database server

BASIS = {"as_of", "known_seq", "known_at", "rules"}
PEAK = {"rating", "on", "tournament", "game"}
HISTORY = {
    "on",
    "tournament",
    "unit",
    "before",
    "after",
    "games",
    "score",
    "expected",
    "coefficient",
    "bonus",
    "seq",
    "running",
}
QUESTIONS: list[tuple[tuple[str, ...], str | None]] = [
    (("show", "A"), None),
    (("history", "A"), "rows"),
    (("history", "A", "--list", "pelo"), "rows"),
    (("history", "A", "--all-versions"), "rows"),
    (("list", "selo"), "rows"),
    (("list", "pelo"), "rows"),
    (("tournament", "open-2024"), "games"),
    (("explain", "A", "open-2024"), None),
    (("titles",), "rows"),
    (("titles", "A"), "rows"),
    (("player", "performance", "A"), None),
    (("log",), "events"),
    (("log", "impact", "15"), "rows"),
    (
        (
            "ledger",
            "replay",
        ),
        "rows",
    ),
    (("log", "diff", "--known-seq", "0..15"), "rows"),
    (("player", "show", "A"), None),
    (("player", "find", "A"), "rows"),
]


@pytest.mark.parametrize(
    ("line", "rows"), QUESTIONS, ids=[" ".join(line) for line, _ in QUESTIONS]
)
def test_every_answer_carries_its_basis_and_its_rows(
    club: Selo, line: tuple[str, ...], rows: str | None
) -> None:
    value = club.ask(*line)
    assert set(value["basis"]) == BASIS
    assert value["basis"] == {
        "as_of": "2024-06-30",
        "known_seq": 15,
        "known_at": "2024-06-30T12:00:00.000000Z",
        "rules": "fi-2023",
    }
    text = club.run(*line)
    assert (text.code, text.err) == (0, "")
    if rows is None:
        return
    lines = club.run(*line, "--jsonl")
    assert [json.loads(row) for row in lines.out.splitlines()] == value[rows]
    table = club.run(*line, "--csv")
    assert (lines.code, table.code, lines.err, table.err) == (0, 0, "", "")
    found = list(csv.DictReader(io.StringIO(table.out)))
    assert len(found) == len(value[rows])
    for cells, row in zip(found, value[rows], strict=True):
        # the header is the same whatever the rows have; yes and no are written as in
        # JSON
        assert [name for name in cells if name in row] == list(row)
        assert {cell for name, cell in cells.items() if name not in row} <= {""}
        told = {
            name: value for name, value in row.items() if isinstance(value, str | int)
        }
        assert {name: cells[name] for name in told} == {
            name: json.dumps(value) if isinstance(value, bool) else str(value)
            for name, value in told.items()
        }


def test_the_keys_of_show(club: Selo) -> None:
    value = club.ask("show", "A")
    assert set(value) == {"player", "lists", "titles", "basis"}
    assert value["player"]["id"] == "A" and value["player"]["name"] == "Pelaaja A"
    assert value["player"]["federation"] == "FIN"
    assert set(value["lists"]) == {"selo", "pelo"}
    for found in value["lists"].values():
        assert set(found) >= {"rating", "games", "normal_games", "established", "peak"}
    assert set(value["lists"]["selo"]["peak"]) == PEAK
    assert value["lists"]["selo"]["peak"] == {
        "rating": 1641,
        "on": "2024-02-10",
        "tournament": "open-2024",
        "game": "2.1",
    }
    assert value["lists"]["pelo"]["rating"] is None
    club.submit(player("M"), opening("M", 2300, titles=["M"]))
    [title, *_] = club.ask("show", "M")["titles"]
    assert (
        set(title) >= {"title", "on", "tournament", "game", "status"}
        and title["status"] == "held"
    )


def test_the_keys_of_history(club: Selo) -> None:
    first, second = club.ask("history", "A", "--list", "selo")["rows"]
    assert set(first) >= HISTORY and set(second) >= HISTORY
    assert (first["before"], first["after"], first["games"], first["unit"]) == (
        None,
        1600,
        50,
        "opening",
    )
    assert (second["before"], second["after"], second["seq"], second["running"]) == (
        1600,
        1634,
        15,
        [1629, 1641, 1634],
    )
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    rows = club.ask("history", "A", "--all-versions")["rows"]
    assert [(row["after"], row["known_from"], row["known_to"]) for row in rows] == [
        (1600, 14, None),
        (1634, 15, 16),
        (1589, 16, None),
    ]
    assert [row["after"] for row in club.ask("history", "A")["rows"]] == [1600, 1589]


def test_explain_gives_every_term(club: Selo) -> None:
    value = club.ask("explain", "A", "open-2024")
    [entry] = value["entries"]
    assert (entry["before"], entry["after"], entry["list"]) == (1600, 1634, "selo")
    for term in entry["games"]:
        assert set(term) >= {
            "opponent",
            "number",
            "difference",
            "contribution",
            "section",
        }, term
        assert term["basis_text"]
    assert club.ask("explain", "A", "open-2024", "--list", "selo")["entries"] == [entry]
    club.refused("explain", "A", "open-2024", "--list", "pelo", code=3)
    club.submit(player("E"))
    for line in (("X", "open-2024"), ("A", "nope"), ("E", "open-2024")):
        club.refused("explain", *line, code=3)


NOT_RATED = tournament(
    "mixed",
    "2024-03-01",
    game(1, "A", "B", "1-0F"),
    game(1, "C", "D", "0-0F"),
    game(2, "A", "C", "*"),
    game(2, "B", "D", minutes=60, minutes_black=30),
    game(3, "A", "D", minutes=3),
    game(3, "B", "C", minutes=10),
    game(4, "A", "B", tiebreak=True, minutes=5),
    game(4, "C", "D"),
    game(5, "A", "C", minutes=10.5),
)


def test_a_tournament_says_what_each_game_counted_for(club: Selo) -> None:
    club.submit(NOT_RATED)
    value = club.ask("tournament", "mixed")
    assert (
        set(value) >= {"version", "games", "crosstable", "basis"}
        and value["version"] == 16
    )
    games = {g["game"]: g for g in value["games"]}
    rated = {name: g["list"] for name, g in games.items() if g["status"] == "rated"}
    assert rated == {"3.2": "pelo", "4.2": "selo", "5.1": "selo"}
    for name, word, section in (
        ("1.1", "forfeit", "2.9"),
        ("1.2", "forfeit", "2.9"),
        ("2.1", "not finished", "2.9"),
        ("2.2", "time", "2.7"),
        ("3.1", "3 minutes", "2.8"),
        ("4.1", "tie-break", "2.10"),
    ):
        assert word in games[name]["why"], games[name]
        assert games[name]["section"] == section and games[name]["list"] is None
        for name_of in (games[name]["white"], games[name]["black"]):
            reasons = {
                row["game"]: row["why"]
                for row in club.ask("explain", name_of, "mixed")["not_rated"]
            }
            assert reasons[name] == games[name]["why"]
    cross = {row["player"]: row for row in value["crosstable"]}
    assert cross["C"]["lists"]["selo"] == {
        "before": 1756,
        "after": club.ask("show", "C")["lists"]["selo"]["rating"],
    }
    assert cross["B"]["lists"] == {
        "pelo": {
            "before": 1525,
            "after": club.ask("show", "B")["lists"]["pelo"]["rating"],
        }
    }
    text = club.run("tournament", "mixed").out
    for name in games:
        assert name in text
    assert text.count("not rated") == 6


def test_a_tournament_that_the_board_has_not_accepted(club: Selo) -> None:
    """2.3: recorded and unrated with that reason, until an amend says that it is
    accepted; and back.
    """
    club.submit(tournament("cup", "2024-03-01", game(1, "A", "B"), accepted=False))
    [found] = club.ask("tournament", "cup")["games"]
    assert (found["status"], found["why"]) == (
        "not rated",
        "a tournament that the board has not accepted (yet)",
    )
    before = club.ask("show", "A")["lists"]["selo"]
    amend = {"kind": "amend", "tournament": "cup", "reason": "the board met"}
    club.submit({**amend, "set": {"accepted": True}})
    value = club.ask("tournament", "cup")
    assert value["header"]["accepted"] is True and value["games"][0]["lists"] == [
        "selo"
    ]
    assert club.ask("show", "A")["lists"]["selo"]["games"] == before["games"] + 1
    (event,) = (row for row in club.ask("log")["events"] if row["kind"] == "amend")
    (changed,) = club.ask("log", "event", str(event["seq"]))["changes"]
    assert (changed["field"], changed["before"], changed["after"]) == (
        "accepted",
        False,
        True,
    )
    club.ask("undo", str(event["seq"]), "--reason", "too early")
    assert club.ask("tournament", "cup")["header"]["accepted"] is False
    assert club.ask("show", "A")["lists"]["selo"] == before
    assert club.run("ledger", "rebuild", "--check").code == 0


def test_a_foreign_and_a_withdrawn_tournament(club: Selo) -> None:
    club.submit(
        tournament(
            "abroad",
            "2024-03-01",
            game(1, "A", "B"),
            domestic=False,
            fide_accepted=False,
        )
    )
    [found] = club.ask("tournament", "abroad")["games"]
    assert found["status"] == "not rated" and "FIDE" in found["why"]
    club.ask("withdraw", "open-2024", "--reason", "r")
    value = club.ask("tournament", "open-2024")
    assert value["withdrawn"] is True and {g["status"] for g in value["games"]} == {
        "not rated"
    }
    assert {"withdrawn" in g["why"] for g in value["games"]} == {True}
    assert "withdrawn" in club.run("tournament", "open-2024").out


def test_a_game_that_rates_neither_of_its_players_is_not_rated(club: Selo) -> None:
    """2.2: abroad, no foreigner is rated, and no Finn without a selo. A game of whoever
    is rated counts, whoever the opponent is.
    """
    foreigner = player("X", federation="SWE"), external("X", on="2023-12-01")
    own = player("P", federation="FIN")
    club.submit(*foreigner, own)
    games = game(1, "X", "P"), game(2, "A", "X"), game(3, "P", "A")
    club.submit(tournament("abroad", "2024-03-01", *games, domestic=False))
    value = club.ask("tournament", "abroad")
    statuses = {row["game"]: (row["status"], row["lists"]) for row in value["games"]}
    assert statuses == {
        "1.1": ("not rated", []),
        "2.1": ("rated", ["selo"]),
        "3.1": ("rated", ["selo"]),
    }
    [unrated] = (row for row in value["games"] if row["status"] == "not rated")
    [beside] = (row for row in value["not_rated"] if row["player"] == "X")
    assert (unrated["why"], unrated["section"]) == (beside["why"], beside["section"])
    assert [row["list"] for row in unrated["not_on"]] == ["selo"]


def people(club: Selo) -> None:
    club.submit(
        player("E", sex="f", born="2010-05-01", club="Åbo", federation="SWE"),
        opening("E", 1900, games=5),
        player("F", sex="m", born="1960", club="åbo"),
        opening("F", 1900, games=50),
        one_game("open-2024", 4, "F", "A"),
    )


LISTED: list[tuple[Sequence[str], list[str]]] = [
    ((), ["F", "E", "D", "C", "B", "A"]),
    (("--top", "2"), ["F", "E"]),
    (("--top", "0"), []),
    (("--min-games", "8"), ["F", "D", "C", "B", "A"]),
    (("--active-since", "2024-02-10"), ["F", "D", "C", "B", "A"]),
    (("--active-since", "2024-02-11"), []),
    (("--sex", "f"), ["E"]),
    (("--sex", "m"), ["F"]),
    (("--born-from", "1960"), ["F", "E"]),
    (("--born-from", "1961"), ["E"]),
    (("--born-to", "1960"), ["F"]),
    (("--born-to", "2010"), ["F", "E"]),
    (("--born-from", "2010", "--born-to", "2010"), ["E"]),
    (("--club", "ÅBO"), ["F", "E"]),
    (("--club", "bo"), []),
    (("--federation", "SWE"), ["E"]),
    (("--federation", "FIN", "--top", "1"), ["F"]),
]


@pytest.mark.parametrize(
    ("filters", "expected"), LISTED, ids=[" ".join(f) for f, _ in LISTED]
)
def test_filters_of_a_list(
    club: Selo, filters: Sequence[str], expected: list[str]
) -> None:
    people(club)
    rows = club.ask("list", "selo", *filters)["rows"]
    assert [row["player"] for row in rows] == expected
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(
        set(row) >= {"rank", "player", "name", "rating", "games"} for row in rows
    )


def test_equal_ratings_by_id(selo: Selo) -> None:
    names = ["b", "a", "B", "10", "9", "_", "A-1", "A.1"]
    selo.submit(*(d for name in names for d in (player(name), opening(name, 1500))))
    assert [row["player"] for row in selo.ask("list", "selo")["rows"]] == sorted(names)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("show", "X"), 3),
        (("history", "X"), 3),
        (("tournament", "X"), 3),
        (("titles", "X"), 3),
        (("player", "performance", "X"), 3),
        (("player", "show", "X"), 3),
        (("log", "--player", "X"), 3),
        (("log", "--tournament", "X"), 3),
        (("log", "impact", "16"), 3),
        (("log", "impact", "0"), 3),
        (("log", "impact", str(10**30)), 3),
        (("log", "diff", "X", "--known-seq", "1..2"), 3),
        (("log", "diff", "--known-seq", "0..16"), 3),
        (("rules", "fi-1066"), 3),
        (("show", "A", "--known-seq", "16"), 3),
        (("show", "A", "--known-seq", "-1"), 3),
        (("player", "performance", "A", "--tournament", "X"), 3),
        (("list", "--list", "blitz"), 3),
        (("list", "blitz"), 2),
        (("list", "selo", "--top", "-1"), 2),
        (("list", "selo", "--sex", "x"), 2),
        (("list", "selo", "--active-since", "2023-02-30"), 2),
        (("list", "selo", "--born-from", "x"), 2),
        (("titles", "--earned-since", "1.1.2024"), 2),
        (("player", "performance", "A", "--from", "x"), 2),
        (("nonsense",), 2),
        (("show",), 2),
        (("show", "A", "--nonsense"), 2),
        (("log", "impact", "x"), 2),
        (("log", "impact", "-1"), 2),
        (
            (
                "log",
                "diff",
            ),
            2,
        ),
        (("log", "diff", "--known-seq", "1"), 2),
        (("log", "diff", "--known-seq", "2..1"), 2),
        (("log", "diff", "--known-seq", "a..b"), 2),
        (
            (
                "log",
                "diff",
                "--known-seq",
                "1..2",
                "--known-on",
                "2024-01-01..2024-01-02",
            ),
            2,
        ),
        ((), 2),
        (("player",), 2),
        (("history", "A", "--list", "blitz"), 2),
        (("log", "--limit", "0"), 2),
        (("show", "A", "--known-seq", "x"), 2),
    ],
)
def test_questions_that_cannot_be_answered_are_refused(
    club: Selo, line: tuple[str, ...], code: int
) -> None:
    club.refused(*line, code=code)
    ran = club.run(*line)
    assert (ran.code, ran.out) == (code, "") and ran.err.strip()


def test_find_reads_names_without_accents_and_ids(club: Selo) -> None:
    club.submit(
        player("X1", fide_id=123),
        {"kind": "player", "player": "X2", "name": "Ääkkönen, Øystein"},
    )

    def found(words: str) -> list[Any]:
        return [row["player"] for row in club.ask("player", "find", words)["rows"]]

    assert found("aakkonen oyst") == found("ÄÄKKÖNEN") == found("X2") == ["X2"]
    assert found("123") == ["X1"]
    assert found("None") == found("nobody") == found("") == found("12") == []


def test_csv_is_no_formula(club: Selo) -> None:
    club.submit({"kind": "player", "player": "X1", "name": "=1+1"}, opening("X1", 2500))
    row = next(csv.DictReader(io.StringIO(club.run("list", "selo", "--csv").out)))
    assert (row["player"], row["name"], row["rating"]) == ("X1", "'=1+1", "2500")
    assert club.ask("list", "selo")["rows"][0]["name"] == "=1+1"
    # an id that begins with a hyphen is refused now, but a ledger may have one from
    # before
    assert csv_text([{"player": "-1"}]).splitlines()[1] == "'-1"


def test_titles_selection_and_performance_are_answered(club: Selo) -> None:
    played = tournament(
        "t",
        "2024-03-01",
        *(game(n, "E", "D") for n in range(1, 7)),
        game(7, "E", "D", "0-1"),
    )
    club.submit(
        player("E", sex="f"),
        opening("E", 2150, titles=["ME"]),
        external("E", 2200),
        played,
    )
    assert [
        (row["title"], row["status"]) for row in club.ask("titles", "E")["rows"]
    ] == [("ME", "held"), ("I", "held")]
    value = club.ask("player", "performance", "E", "--tournament", "t")
    assert (value["games"], value["score"]) == (7, 6.0) and value["performance"] > 1893
    last = club.ask("player", "performance", "E", "--last", "2")
    assert (last["games"], last["score"]) == (2, 1.0)


def test_a_period_and_a_year_are_told_from_slips(story: Selo) -> None:
    backwards = story.run(
        "player",
        "performance",
        "A",
        "--from",
        "2024-06-01",
        "--to",
        "2024-01-01",
        "--json",
    )
    assert backwards.code == 2 and backwards.codes == ["no-period"]
    year = story.run("list", "selo", "--born-from", "abc")
    assert year.code == 2 and "write it as YYYY or YYYY-MM-DD" in year.err


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (
            "history A --from 2024-06-01 --to 2024-01-01",
            "no-period",
            "--from 2024-06-01 is after --to 2024-01-01",
        ),
        (
            "list selo --born-from 2010 --born-to 1990-05-05",
            "no-period",
            "--born-from 2010 is after --born-to 1990",
        ),
        (
            "list selo --bands 50 --born-from 2010 --born-to 1990",
            "no-period",
            "is after --born-to 1990",
        ),
        (
            "list selo --min-rating 1800 --max-rating 1799",
            "usage",
            "--min-rating 1800 is above --max-rating 1799",
        ),
    ],
)
def test_two_ends_the_wrong_way_round_are_no_empty_answer(
    story: Selo, line: str, code: str, sentence: str
) -> None:
    refused = story.run(*line.split(), "--json")
    assert (refused.code, refused.codes) == (2, [code])
    assert sentence in refused.value["problems"][0]["message"]


def test_two_ends_that_are_one_are_a_period(story: Selo) -> None:
    story.submit(player("Y", born="1980"), opening("Y", 1500))
    # a day stands for its year
    days = ("--born-from", "1980-06-01", "--born-to", "1980-01-01")
    assert [row["player"] for row in story.ask("list", "selo", *days)["rows"]] == ["Y"]


def test_a_long_name_is_cut_in_a_table_and_whole_in_json(club: Selo) -> None:
    long = "Pitkänimi, " + "Aino Karoliina " * 12 + "Zoe"
    club.submit(
        {"kind": "player", "player": "L" * 64, "name": long}, opening("L" * 64, 2500)
    )
    printed = club.run("list", "selo").out.splitlines()
    assert max(map(len, printed)) < 150
    [row] = [line for line in printed if "Pitkänimi" in line]
    # an id is there to be copied
    assert "Pitkänimi, Aino Karoliina Aino Karoliin…" in row and "L" * 64 in row
    assert (
        club.ask("list", "selo")["rows"][0]["name"] == long
        and long in club.run("list", "selo", "--csv").out
    )
