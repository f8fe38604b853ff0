"""compare, predict and what-if as somebody meets them: answers, tables, pictures, and
what is said to wrong input.
"""

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from features.trials.charts import calibrated, compared
from features.trials.compare import Cell, Compared, ComparedList, ComparedPlayer
from features.trials.pool_answer import PoolReport, Throughout
from features.trials.pool_chart import pooled
from features.trials.predict import Predicted
from projections.answers import Question
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.reading import Basis
from tests.world.command import Command, Result

TODAY = "2026-11-01"


@pytest.fixture
def demo(demo_ledger: Path) -> str:
    return str(demo_ledger)


@pytest.fixture
def selo(demo_ledger: Path) -> Callable[..., Result]:
    """The command on the demo; nothing here writes."""
    command = Command(demo_ledger.parent, name=demo_ledger.name, today="2026-11-21")
    return command.run


@pytest.mark.lists("elo-no", "elo", "elo-fide")
def test_the_first_column_is_the_list_itself(selo: Any, demo: str) -> None:
    said = selo(
        "trial",
        "compare",
        "selo",
        "elo-no",
        "elo-fide",
        "--as-of",
        "2025-06-30",
        "--json",
    )
    assert said.code == 0
    with reading(demo, Question("2025-06-30"), TODAY) as found:
        booked = rating_list(found, "selo").rows
    rows = [row for row in said.value["rows"] if row["lists"]["selo"]]
    assert [
        (row["player"], row["name"], row["lists"]["selo"]["rating"]) for row in rows
    ] == [(row.player, row.name, row.rating) for row in booked]
    assert said.value["basis"]["as_of"] == "2025-06-30"
    assert [one["openings_from"] for one in said.value["lists"]] == ["selo"] * 3


@pytest.mark.lists("elo-no", "elo", "elo-fide")
def test_known_seq_takes_the_ledger_of_that_moment(selo: Any) -> None:
    """The two times are those of every question."""
    early = selo(
        "trial",
        "compare",
        "selo",
        "elo",
        "--known-seq",
        "20",
        "--json",
    ).value
    late = selo(
        "trial",
        "compare",
        "selo",
        "elo",
        "--json",
    ).value
    assert early["basis"]["known_seq"] == 20
    assert len(early["rows"]) < len(late["rows"])


@pytest.mark.lists("elo-no", "elo", "elo-fide")
def test_rows_for_a_spreadsheet(selo: Any) -> None:
    said = selo(
        "trial",
        "compare",
        "selo",
        "elo:elo-16-32",
        "--top",
        "3",
        "--csv",
    )
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert len(rows) == 3
    assert list(rows[0]) == [
        "player",
        "name",
        "selo",
        "selo rank",
        "selo games",
        "selo moved",
        "elo:elo-16-32",
        "elo:elo-16-32 rank",
        "elo:elo-16-32 games",
        "elo:elo-16-32 moved",
    ]
    lines = [
        json.loads(line)
        for line in selo(
            "trial",
            "compare",
            "selo",
            "elo:elo-16-32",
            "--top",
            "3",
            "--jsonl",
        ).out.splitlines()
    ]
    assert [line["selo"] for line in lines] == [int(row["selo"]) for row in rows]


@pytest.mark.lists("elo-no", "elo", "elo-fide")
@pytest.mark.parametrize(
    "words",
    [
        ("trial", "predict", "--lists", "selo,elo-no"),
        ("trial", "predict", "--lists", "selo", "elo-no"),
        ("trial", "predict", "selo", "elo-no"),
        ("trial", "predict", "--lists", "selo", "--lists", "elo-no"),
    ],
)
def test_lists_are_named_in_any_way(selo: Any, words: tuple[str, ...]) -> None:
    said = selo(*words, "--from", "2025-01-01", "--to", "2025-12-31", "--json").value
    assert [one["list"] for one in said["lists"]] == ["selo", "elo-no"]
    assert (said["from"], said["to"]) == ("2025-01-01", "2025-12-31")
    for one in said["lists"]:
        assert one["games"] + one["unrated_games"] == one["rated_games"]
        assert sum(held["games"] for held in one["calibration"]) == one["games"] > 100
        assert one["log_loss"] < one["even"]["log_loss"], (
            "better than calling every game even"
        )


def test_periods_add_up(selo: Any) -> None:
    def games(*period: str) -> int:
        found: int = selo(
            "trial",
            "predict",
            "selo",
            *period,
            "--json",
        ).value["lists"][0]["games"]
        return found

    whole = games()
    assert whole == games("--to", "2024-12-31") + games("--from", "2025-01-01") > 1000


@pytest.fixture
def paper(tmp_path: Path) -> Any:
    def written(value: Any) -> str:
        file = tmp_path / "rules.json"
        file.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
        return str(file)

    return written


def test_what_a_change_would_do(selo: Any, paper: Any) -> None:
    file = paper(
        {
            "list": "selo",
            "name": "no bonus",
            "change": {"bonus_established": 0, "bonus_new": 0},
        }
    )
    said = selo(
        "trial",
        "what-if",
        file,
        "--from",
        "2024-01-01",
        "--json",
    ).value
    assert [
        (c["number"], c["edition"], c["before"], c["after"]) for c in said["changes"]
    ] == [
        ("bonus_established", "fi-2023", 1, 0),
        ("bonus_new", "fi-2023", 1, 0),
    ]
    [as_is, new] = said["compare"]["lists"]
    assert (as_is["list"], new["list"]) == ("selo", "no bonus")
    assert new["mean"] < as_is["mean"], "without the bonus there are fewer points"
    assert [one["list"] for one in said["predict"]["lists"]] == ["selo", "no bonus"]
    assert said["predict"]["from"] == said["from"] == "2024-01-01"
    text = selo(
        "trial",
        "what-if",
        file,
        "--from",
        "2024-01-01",
        "--top",
        "2",
    ).out
    assert "fi-2023 bonus_new: 1 -> 0" in text and "log loss" in text


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", ":1:1", "not valid JSON"),
        ("[]", ":1", "one JSON object"),
        ("{\n  'list': 1}", ":2:3", "not valid JSON"),
        (
            '{"list": "selo",\n "change": {"cap": 85, "cap": 86}}',
            ":2:31",
            "appears twice",
        ),
        ('{"list": "selo",\n "change": {"cap": 8500}}', ":2:20", "from 50 to 100"),
        ('{"list": "selo",\n "change": {"caps": 85}}', ":2:21", "did you mean 'cap'"),
        ('{"list": "sello", "change": {"cap": 85}}', ":1:10", "one of selo"),
        (
            '{"list": "selo", "change": ' + "[" * 500 + "]" * 500 + "}",
            "",
            "nested too deep",
        ),
        ('{"list": "selo", "change": {"cap": NaN}}', ":1:36", "from 50 to 100"),
    ],
)
def test_a_paper_that_is_wrong(
    selo: Any, paper: Any, text: str, place: str, words: str
) -> None:
    file = paper(text)
    said = selo("trial", "what-if", file)
    assert said.code == 1 and said.out == ""
    assert f"{file}{place}" in said.err and words in said.err, said.err


def test_bytes_that_are_no_text(selo: Any, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_bytes(b'{\n"list": "\xff"}')
    said = selo(
        "trial",
        "what-if",
        str(file),
    )
    assert said.code == 1 and "rules.json:2" in said.err and "UTF-8" in said.err


@pytest.mark.lists("elo-no", "elo", "elo-fide")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            (
                "trial",
                "compare",
            ),
            2,
            "at least two",
        ),
        (("trial", "compare", "selo"), 2, "at least two"),
        (("trial", "compare", "selo", "selo"), 2, "twice"),
        (("trial", "compare", "selo", "elo-xx", "elo:zz"), 2, "elo-xx"),
        (
            ("trial", "compare", "selo", "elo", "--as-of", "2031-01-01"),
            2,
            "after today",
        ),
        (("trial", "compare", "selo", "elo", "--known-seq", "99999"), 3, "99999"),
        (("trial", "compare", "selo", "elo", "--top", "-1"), 2, "-1"),
        (
            (
                "trial",
                "predict",
            ),
            2,
            "at least one",
        ),
        (("trial", "predict", "--lists", ","), 2, "at least one"),
        (
            ("trial", "predict", "--lists", "selo", "--from", "2025-02-30"),
            2,
            "2025-02-30",
        ),
        (
            (
                "trial",
                "predict",
                "--lists",
                "selo",
                "--from",
                "2025-02-01",
                "--to",
                "2025-01-01",
            ),
            2,
            "after",
        ),
        (
            (
                "trial",
                "what-if",
            ),
            2,
            "FILE",
        ),
        (("trial", "what-if", "no-such-file.json"), 2, "no-such-file.json"),
        (
            ("trial", "compare", "selo", "elo", "--svg", "no/such/folder/x.svg"),
            1,
            "x.svg",
        ),
    ],
)
def test_wrong_options_are_refused_with_words(
    selo: Any, words: tuple[str, ...], code: int, said: str
) -> None:
    found = selo(*words)
    assert (found.code, found.out) == (code, "")
    assert said in found.err


def test_a_missing_ledger_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    for words in (["compare", "selo", "elo"], ["predict", "selo"]):
        refused = Command(tmp_path, name=path.name).run("trial", *words)
        assert refused.code == 3 and "none.db" in refused.err
    assert not path.exists()


# --- pictures ---

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.lists("elo-no", "elo", "elo-fide")
@pytest.mark.parametrize(
    ("words", "shape", "least"),
    [
        (("trial", "compare", "selo", "elo", "elo-no"), "circle", 100),
        (("trial", "predict", "selo", "elo"), "circle", 18),
        (("trial", "pool", "selo"), "rect", 20),
    ],
)
def test_the_picture_shows_the_answer(
    selo: Any, tmp_path: Path, words: tuple[str, ...], shape: str, least: int
) -> None:
    """Well-formed, inside its frame, the same bytes again, and nothing from outside."""
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        said = selo(*words, "--svg", str(file), "--json")
        assert said.code == 0 and json.loads(said.out) and str(file) in said.err
    assert files[0].read_bytes() == files[1].read_bytes()
    root = ET.fromstring(files[0].read_text("utf-8"))
    shapes = root.findall(f".//{SVG}{shape}")
    assert root.tag == f"{SVG}svg" and len(shapes) >= least
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for found in shapes:
        x, y = (
            float(found.attrib.get(name) or found.attrib.get(f"c{name}") or 0)
            for name in "xy"
        )
        assert 0 <= x <= wide and 0 <= y <= high
    text = files[0].read_text("utf-8")
    assert "href" not in text and "script" not in text


def beside(label: str) -> ComparedList:
    return ComparedList(
        list=label,
        editions=(),
        openings_from="selo",
        players=1,
        mean=1.0,
        both=1,
        mean_difference=None,
        largest_difference=None,
        rank_correlation=None,
    )


def test_names_are_escaped(tmp_path: Path) -> None:
    cells = {
        label: Cell(rating=n, rank=1, games=0, established=True, moved=0)
        for n, label in enumerate(("x<y", "z"))
    }
    row = ComparedPlayer(player="A", name="<b>&'\"\x00", lists={**cells})
    root = ET.fromstring(
        compared(Compared(lists=(beside("x<y"), beside("z")), rows=(row,)))
    )
    assert any("<b>&'\"" in (found.text or "") for found in root.iter(f"{SVG}title"))


def test_nothing_to_draw_is_still_a_picture() -> None:
    basis = Basis(as_of="2026-01-01", known_seq=0, known_at=None, rules="")
    throughout = Throughout(players=0, means=(), change=None)
    for text in (
        compared(Compared(lists=(beside("x"), beside("y")), rows=())),
        calibrated(
            Predicted(first="0001-01-01", last="2026-01-01", lists=(), common_games=0)
        ),
        pooled(
            PoolReport(
                list="x",
                editions=(),
                openings_from="x",
                by="year",
                active_years=None,
                rows=(),
                throughout=throughout,
                basis=basis,
            )
        ),
    ):
        assert ET.fromstring(text).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-3, 7), (1200, 2400), (0.001, 0.002), (-5e5, 5e5)]
)
def test_ticks_are_round_and_inside(low: float, high: float) -> None:
    from projections.charts.axes import Span, ticks

    found = ticks(Span(low, high))
    assert 3 <= len(found) <= 13 and low <= found[0] and found[-1] <= high
    steps = {round(b - a, 9) for a, b in pairwise(found)}
    assert len(steps) == 1


def test_a_picture_replaces_a_picture_and_nothing_else(
    selo: Any, tmp_path: Path
) -> None:
    """`--svg selo.db` once destroyed the ledger."""
    ledger, picture = tmp_path / "other.db", tmp_path / "one.svg"
    ledger.write_bytes(b"SQLite format 3\0 and everything that was ever booked")
    refused = selo(
        "trial",
        "pool",
        "selo",
        "--svg",
        str(ledger),
    )
    assert refused.code == 2 and "would overwrite it" in refused.err
    assert ledger.read_bytes().endswith(b"ever booked")
    assert [
        selo(
            "trial",
            "pool",
            "selo",
            "--svg",
            str(picture),
        ).code
        for _ in range(2)
    ] == [
        0,
        0,
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.svg", "other.db"]


@pytest.mark.lists("elo-no", "elo", "elo-fide")
def test_a_list_is_held_against_the_first(selo: Any) -> None:
    """Over the games that both predicted; the same losses as the two lists have over
    their common games.
    """
    first, second = selo(
        "trial",
        "predict",
        "--lists",
        "selo,elo",
        "--json",
    ).value["lists"]
    beside = second["against_first"]
    assert (
        "against_first" not in first
        and beside["games"] == first["common"]["games"] == second["common"]["games"]
    )
    for loss in ("log_loss", "brier"):
        sure = beside[loss]
        assert sure["difference"] == pytest.approx(
            second["common"][loss] - first["common"][loss], abs=2e-6
        )
        assert sure["low"] <= sure["difference"] <= sure["high"]
    lines = selo(
        "trial",
        "predict",
        "--lists",
        "selo,elo",
    ).out.splitlines()
    assert "elo beside selo" in lines and any(
        "95 of 100 draws of the same" in line for line in lines
    )
