"""The pictures of compare, what-if, predict, pool and impact: what a reader must find
in them, also in print.
"""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from features.trials.charts import compared, likely_interval
from features.trials.compare import Cell, Compared, ComparedList, ComparedPlayer
from tests.world.command import Command

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def selo(demo_ledger: Path) -> Command:
    return Command(demo_ledger.parent, name=demo_ledger.name, today="2026-11-21")


def drawn(selo: Command, file: Path, *words: str) -> tuple[ET.Element, list[str]]:
    """The picture and every text that is written in it."""
    done = selo.run(*words, "--svg", str(file))
    assert done.code == 0, done.err
    root = ET.fromstring(file.read_text("utf-8"))
    return root, [text.text or "" for text in root.iter(f"{SVG}text")]


def one_list(label: str) -> ComparedList:
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


def player(name: str, *ratings: int) -> ComparedPlayer:
    cells = {
        label: Cell(rating=rating, rank=1, games=1, established=True, moved=0)
        for label, rating in zip("abcd", ratings, strict=False)
    }
    return ComparedPlayer(player=name, name=name, lists={**cells})


def test_who_stands_farthest_off_is_named() -> None:
    crowd = [player(f"Near {n}", 1500 + 20 * n, 1500 + 20 * n) for n in range(10)]
    far = [player("Far Below", 1500, 1177), player("Far Above", 1800, 2083)]
    root = ET.fromstring(
        compared(Compared(lists=(one_list("a"), one_list("b")), rows=(*crowd, *far)))
    )
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "Far Below" in texts and "Far Above" in texts and "Near 1" not in texts
    assert (root.findtext(f"{SVG}desc") or "").endswith(
        "farthest off Far Below -323, Far Above +283"
    )


def test_each_list_has_a_panel_of_its_own() -> None:
    rows = tuple(player(f"P{n}", 1500 + n, 1510 + n, 1490 + n, 1600) for n in range(5))
    root = ET.fromstring(
        compared(Compared(lists=tuple(map(one_list, "abcd")), rows=rows))
    )
    titles = [
        text.text
        for text in root.iter(f"{SVG}text")
        if (text.text or "").endswith("points above or below a")
    ]
    assert titles == [f"{label}: points above or below a" for label in "bcd"]
    colours = {dot.attrib["class"] for dot in root.iter(f"{SVG}circle")}
    assert len(colours) == 3


def test_what_if_says_what_was_changed_and_from_when(
    selo: Command, tmp_path: Path
) -> None:
    (tmp_path / "cap.json").write_text(
        json.dumps({"list": "selo", "name": "lower cap", "change": {"cap": 85}})
    )
    _, texts = drawn(
        selo,
        tmp_path / "w.svg",
        "trial",
        "what-if",
        str(tmp_path / "cap.json"),
        "--from",
        "2023-06-01",
    )
    assert "lower cap compared with selo as it is" in texts
    assert any(
        text.startswith("fi-2023 cap: 92 → 85, from 2023-06-01") for text in texts
    )


def test_predict_draws_how_sure_the_scores_are(selo: Command, tmp_path: Path) -> None:
    root, texts = drawn(selo, tmp_path / "p.svg", "trial", "predict", "selo")
    dots = [
        dot for dot in root.iter(f"{SVG}circle") if dot.find(f"{SVG}title") is not None
    ]
    bars = [
        bar for bar in root.iter(f"{SVG}line") if bar.attrib.get("class") == "stroke-1"
    ]
    assert len(bars) == len(dots) == 10 and "games" in texts


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(0.5, 100, 0.404, 0.596), (0, 10, 0, 0.278), (1, 1, 0.207, 1)],
)
def test_the_bars_are_those_of_wilson(
    score: float, games: int, low: float, high: float
) -> None:
    """By hand: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.96."""
    assert likely_interval(score, games) == pytest.approx((low, high), abs=0.001)


def test_the_pool_draws_its_drift_and_greys_what_nobody_played_in(
    selo: Command, tmp_path: Path
) -> None:
    root, texts = drawn(
        selo, tmp_path / "pool.svg", "trial", "pool", "selo", "--by", "quarter"
    )
    empty = [rect.findtext(f"{SVG}title") for rect in root.iter(f"{SVG}rect")]
    assert empty.count("2026-Q1: no games") == 3, "in each of the three panels"
    assert (
        any(text.startswith("drift: mean movement") for text in texts)
        and "no games" in texts
    )
    said = selo.run("trial", "pool", "selo", "--by", "quarter", "--json").value
    total = sum(row["drift"]["mean"] or 0 for row in said["rows"])
    assert f"drift {total:+.1f}" in texts


def test_an_impact_is_a_lane_for_each_player_it_moved(
    selo: Command, tmp_path: Path
) -> None:
    root, texts = drawn(selo, tmp_path / "i.svg", "log", "impact", "200")
    answer = selo.run("log", "impact", "200", "--json").value
    # of an entry that is new or gone, what the player came with stands for the other
    # side
    sides = [
        (
            (row["was"] or {"after": row["now"] and row["now"]["before"]})["after"],
            (row["now"] or {"after": row["was"] and row["was"]["before"]})["after"],
            row["name"],
        )
        for row in answer["rows"]
    ]
    differ = [(before, after, name) for before, after, name in sides if before != after]
    assert answer["moved"] == len(differ)
    farthest = max(
        (abs(after - before), name)
        for before, after, name in differ
        if before and after
    )
    assert texts[0] == "What event 200 moved" and f"{farthest[1]}, selo" in texts
    assert f"+{farthest[0]}" in texts
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert any("kuusilahti-open-2023: 1614 → 1659 (+45)" in title for title in titles)


def test_an_event_that_moved_nobody_is_a_picture_too(
    selo: Command, tmp_path: Path
) -> None:
    _, texts = drawn(selo, tmp_path / "i.svg", "log", "impact", "1")
    assert "no rating changed" in texts
