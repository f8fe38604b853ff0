"""The table of results: its rows do not contradict each other, and a row more is known
to every format.

In a copy of the source one row is added, of a result that nobody has;
walk_of_a_result.py then takes it through documents, stored columns, reports, PGN,
tables, pages and rules. Nothing else of the copy is changed.
"""

import json
import re
from collections import Counter
from typing import Any

import pytest

from exchange.results.written_results import doubled_result_in, result
from exchange.text.cells import CODES, fate_of
from ledger.columns import TournamentColumns
from messages.results import RESULTS, USUAL
from tests.doc_shell import ROOT
from tests.test_new_family import copy_of_the_source, ran

WORD = "1/2-1/2A"
# a draw for the rules, a point for each of the players in the tournament, and a mark of
# its own in every format
ROW = f"""
    ResultRow("{WORD}", "a", half_points=(1, 1), scored=(2, 2), turned="{WORD}",
              shown="½–½ A", sides=("½A", "½A"), trf=("11",), pgn=("1/2-1/2", "armageddon"),
              signs=("=A",), alone="1/2A", doubled="1-1A"),
)  # fmt: skip
"""
TABLE = "messages/results.py"


@pytest.mark.parametrize("field", ["word", "letter", "shown", "pgn"])
def test_a_result_is_told_by_each_of_its_marks(field: str) -> None:
    assert len({getattr(row, field) for row in RESULTS.values()}) == len(RESULTS)


def test_no_two_results_are_written_alike_in_a_report_or_a_table() -> None:
    for texts in (
        [codes for row in RESULTS.values() for codes in row.trf],
        [
            text
            for row in RESULTS.values()
            for text in (row.word, row.alone, *row.signs)
            if text not in ("", "*")
        ],
        [
            text
            for row in RESULTS.values()
            for text in (row.doubled, *row.signs)
            if text
        ],
    ):
        assert [text for text, count in Counter(texts).items() if count > 1] == []


@pytest.mark.parametrize("word", RESULTS)
def test_a_row_agrees_with_itself(word: str) -> None:
    """Letter and codes are of the length that columns and cells have; turned twice it
    is the same.
    """
    row, turned = RESULTS[word], RESULTS[RESULTS[word].turned]
    assert (
        len(row.letter) == 1
        and row.trf
        and all(len(codes) == 2 and CODES.issuperset(codes) for codes in row.trf)
    )
    assert turned.turned == word and turned.sides == row.sides[::-1]
    assert turned.half_points == (row.half_points and row.half_points[::-1])
    assert turned.scored == (row.scored and row.scored[::-1])
    assert all(fate_of(codes) == fate_of(codes[::-1]) is not None for codes in row.trf)


@pytest.mark.parametrize("word", RESULTS)
def test_every_spelling_of_a_row_is_read(word: str) -> None:
    row = RESULTS[word]
    assert {result(text) for text in (word, row.alone, *row.signs) if text} == {word}
    assert {doubled_result_in(text) for text in (row.doubled, *row.signs) if text} <= {
        word
    }


def test_the_usual_ends_share_one_point() -> None:
    assert [RESULTS[word].half_points for word in USUAL] == [(0, 2), (1, 1), (2, 0)]


def test_the_shape_of_the_event_names_every_letter() -> None:
    """What the reference says of the stored columns."""
    named = set(re.findall(r"`(.)`", TournamentColumns.__doc__ or ""))
    assert named == {row.letter for row in RESULTS.values()}


def test_what_a_hint_names_is_read() -> None:
    source = "".join(
        (ROOT / f"exchange/results/{name}.py").read_text("utf-8")
        for name in ("games", "pairings")
    )
    hints = re.findall(r'hint = say\(\s*"((?:1-0|1 - 0),[^"]*)"', source)
    spelled = [
        text.removesuffix(" for forfeits").removesuffix(" when not finished")
        for hint in hints
        for text in re.split(", |; | and ", hint)
    ]
    assert (
        len(hints) == 2
        and len(spelled) == 13
        and [text for text in spelled if result(text) is None] == []
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the walk found, in a copy with a row more."""
    tree = copy_of_the_source(tmp_path_factory.mktemp("result"))
    text = (tree / TABLE).read_text("utf-8")
    assert text.count("\n)  # fmt: skip\n") == 1
    (tree / TABLE).write_text(text.replace("\n)  # fmt: skip\n", ROW), "utf-8")
    value: dict[str, Any] = json.loads(ran(tree, "tests.walk_of_a_result", WORD))
    return value


@pytest.mark.lists("elo")
def test_documents_bring_it_in_and_out(told: dict[str, Any]) -> None:
    [written] = [
        one for one in told["documents"] if one and one["kind"] == "tournament"
    ]
    assert [game["result"] for game in written["games"]] == [WORD, "1-0"]
    assert [game["result"] for game in told["tournament"]["games"]] == [WORD, "1-0"]
    assert told["amended"] == [WORD, WORD]


@pytest.mark.lists("elo")
def test_it_is_stored_as_its_letter(told: dict[str, Any]) -> None:
    assert [text.count('"a1"') for text in told["stored"] if '"a1"' in text] == [1]


@pytest.mark.lists("elo")
def test_a_report_has_its_codes(told: dict[str, Any]) -> None:
    lines = told["trf"]["text"].splitlines()
    cells = [line[91:].split() for line in lines if line.startswith("001")]
    assert cells == [["2", "b", "0"], ["1", "w", "1"], ["4", "b", "1"], ["3", "w", "1"]]
    assert told["trf"]["read"] == [WORD, "1-0"]


@pytest.mark.lists("elo")
def test_pgn_has_its_tags(told: dict[str, Any]) -> None:
    assert (
        '[Result "1/2-1/2"]' in told["pgn"]["text"]
        and '[Termination "armageddon"]' in told["pgn"]["text"]
    )
    assert told["pgn"]["read"] == [WORD, "1-0"]


@pytest.mark.lists("elo")
def test_tables_have_it_however_it_is_spelled(told: dict[str, Any]) -> None:
    assert f",{WORD}\n" in told["csv"]["text"] and told["csv"]["read"] == [WORD, "1-0"]
    assert {*told["spelled"], told["doubled"], told["turned"]} == {WORD}


@pytest.mark.lists("elo")
def test_people_see_it(told: dict[str, Any]) -> None:
    assert told["said"] == ["½–½ A", "½–½ A"]
    assert "½–½ A" in told["page"] and "½A" in told["desk"]
    assert re.search(rf'<option value="{WORD}"[^>]*>½–½ A · draw', told["form"])
    assert WORD in told["printed"]


@pytest.mark.lists("elo")
def test_it_is_named_wherever_results_are(told: dict[str, Any]) -> None:
    """In the help of the command, in a refusal, and in the description of the service."""
    assert WORD in told["help"]
    [problem] = told["refused"]
    assert problem["code"] == "wrong-value" and problem["message"].endswith(f" {WORD}")
    assert WORD in told["schemas"]["DocumentGameIn"]["properties"]["result"]["enum"]


@pytest.mark.lists("elo")
def test_the_rules_have_its_half_points_and_the_tournament_its_points(
    told: dict[str, Any],
) -> None:
    assert told["rated"] == told["rated_as_drawn"]
    [cell] = [
        row["cells"] for row in told["tournament"]["crosstable"] if row["player"] == "A"
    ]
    assert cell[0]["score"] == 0.5
    assert {
        row["player"]: row["points"] for row in told["tournament"]["crosstable"]
    } == {
        "A": 1.0,
        "B": 1.0,
        "C": 1.0,
        "D": 0.0,
    }
