"""The chart of a player's history: the line, what was believed before, ticks, links,
its weight, hostile names.
"""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from messages.answer import UNSET, UnsetType
from projections.answers import Question
from projections.answers.career import PlayerName
from projections.answers.lists.published import PublishedListRow
from projections.answers.open_reading import reading
from projections.answers.players.history import HistoryAnswer, HistoryRow, history
from projections.answers.reading import Basis
from projections.charts.chart_words import ChartWords, words_in_english
from projections.charts.colours import COLOURS, INK, SHEET
from projections.charts.course import course
from projections.charts.history import (
    PHONE,
    WIDE,
    Size,
    history_chart,
)
from projections.charts.spark import spark
from tests.world.command import Command
from web.pages import rendering

SVG = "{http://www.w3.org/2000/svg}"


def row(
    on: str,
    after: int,
    unit: str,
    known_from: int | UnsetType = UNSET,
    known_to: int | UnsetType | None = UNSET,
    kind: str = "unit",
) -> HistoryRow:
    return HistoryRow(
        on=on,
        kind=kind,
        tournament=unit,
        unit=unit,
        before=None,
        after=after,
        games=7,
        score=None,
        expected=None,
        coefficient=None,
        bonus=None,
        seq=1,
        running=(),
        edition="fi-2023",
        known_from=known_from,
        known_to=known_to,
    )


def answer(
    rows: Sequence[HistoryRow], name: str = "Aino", list_name: str = "selo"
) -> HistoryAnswer:
    basis = Basis(as_of="2026-01-01", known_seq=9, known_at=None, rules="fi-2023")
    return HistoryAnswer(
        player=PlayerName(id="F033", name=name),
        list=list_name,
        rows=tuple(rows),
        basis=basis,
    )


CORRECTED = answer(
    [
        row("2025-01-01", 1500, "opening", 1, None, "opening"),
        row("2025-02-01", 1520, "may", 2, 5),
        row("2025-02-01", 1560, "may", 5, None),
        row("2025-03-01", 1530, "june", 3, 5),
        row("2025-03-01", 1570, "june", 5, None),
        row("2025-04-01", 1600, "july", 6, None),
    ]
)


def ten_years() -> list[HistoryAnswer]:
    """Somebody who plays every week on two lists, in a history corrected more than
    once.
    """
    chance = random.Random(1)
    answers = []
    for name in ("selo", "pelo"):
        rows, rating = [], 1500
        for week in range(520):
            on = (date(2016, 1, 4) + timedelta(days=7 * week)).isoformat()
            rating += chance.randint(-25, 27)
            unit = f"a-league-with-a-long-name-{on}/{week % 9}.12"
            if week % 3:
                rows.append(
                    row(on, rating - chance.randint(1, 30), unit, week, week + 40)
                )
            rows.append(row(on, rating, unit, week + 40, None))
        answers.append(answer(rows, list_name=name))
    return answers


def published(day: str) -> PublishedListRow:
    return PublishedListRow(
        list="selo",
        label=day[:7],
        revision=1,
        as_of=day,
        seq=7,
        known_seq=6,
        rules="fi-2023",
        sha256="",
        rows=1,
        size=7,
        root="",
    )


def test_the_course_and_what_was_believed_before() -> None:
    one = course(CORRECTED)
    assert [step.rating for step in one.steps] == [1500, 1560, 1570, 1600]
    rows = {id(step.row): step.row.unit for step in one.steps}
    assert {rows[row]: first for row, first in one.first.items()} == {
        "may": 1520,
        "june": 1530,
    }
    [stretch] = one.believed
    assert (stretch.level, [step.rating for step in stretch.steps]) == (
        1500,
        [1520, 1530],
    )
    assert stretch.meets is not None and stretch.meets.rating == 1600


def test_a_tournament_that_was_withdrawn_is_only_believed() -> None:
    rows = [
        row("2025-01-01", 1500, "may", 1, None),
        row("2025-02-01", 1600, "gone", 2, 3),
    ]
    one = course(answer(rows))
    assert [step.rating for step in one.steps] == [1500]
    assert [
        (s.level, [step.rating for step in s.steps], s.meets) for s in one.believed
    ] == [(1500, [1600], None)]


def test_the_picture_shows_line_ghost_and_ticks() -> None:
    text = history_chart(
        [CORRECTED], [published("2025-02-28"), published("2027-01-01")]
    )
    root = ET.fromstring(text)
    dashed = [
        found for found in root.iter(f"{SVG}path") if "stroke-dasharray" in found.attrib
    ]
    titles = [found.text for found in root.iter(f"{SVG}title")]
    assert (
        len(dashed) == 1
        and titles[0] == "Aino: selo"
        and titles.count("selo 2025-02") == 1
    )
    assert "2025-02-01: 1560 after may (first calculated as 1520)" in titles
    assert "2027" not in text, (
        "a list published after the day of the question is not on the axis"
    )
    description = root.find(f"{SVG}desc")
    assert description is not None and description.text is not None
    assert (
        description.text
        == "selo: 1500 on 2025-01-01, highest 1600 on 2025-04-01, 1600 since"
        " 2025-04-01."
    )


def test_asked_without_versions_there_is_no_ghost() -> None:
    assert "stroke-dasharray" not in history_chart(
        [answer([row("2025-01-01", 1500, "may")])]
    )


@pytest.mark.parametrize("shape", [WIDE, PHONE], ids=["wide", "phone"])
def test_ten_years_with_links_stay_under_sixty_kilobytes(shape: Size) -> None:
    answers = ten_years()
    words = words_in_english(answers)._replace(
        link=lambda answer, row: f"/players/F033/{row.unit}?list={answer.list}&x=1"
    )
    text = history_chart(
        answers, [published(f"20{year}-06-30") for year in range(16, 26)], words, shape
    )
    assert len(text.encode()) <= 60_000
    root = ET.fromstring(text)
    links = root.findall(f".//{SVG}a")
    titles = [link.findtext(f"{SVG}title") or "" for link in links]
    assert 50 <= len(links) <= 110 and all(titles)
    assert root.attrib["role"] == "group", "what has links in it is no single picture"
    peak = max(step.rating for step in course(answers[0]).steps)
    assert any(f": {peak} after" in title for title in titles), (
        "the peak is always a point"
    )


def test_a_page_without_inline_styles_may_hold_it() -> None:
    text = history_chart([CORRECTED], name="history-wide")
    assert "style=" not in text and "<style" not in text and "<rect" not in text
    assert (
        "id='history-wide-title'" in text
        and "aria-labelledby='history-wide-title'" in text
    )
    alone = history_chart([CORRECTED], alone=True)
    assert "<style>" in alone and "prefers-color-scheme:dark" in alone
    assert all(f"--chart-{name}:" in SHEET for name in COLOURS)


@pytest.mark.parametrize(
    "name",
    ["<b>&'\"", "‮נעה", "😀" * 50, "x" * 200],
    ids=["markup", "bidi", "emoji", "long"],
)
def test_hostile_names_break_no_picture(name: str) -> None:
    rows = [row("2025-01-01", 1500, name)]
    words = words_in_english([answer(rows, name)])._replace(
        link=lambda answer, row: f"/?q={row.unit}"
    )
    root = ET.fromstring(history_chart([answer(rows, name)], words=words))
    assert root.tag == f"{SVG}svg" and "‮" not in ET.tostring(root, "unicode")


def test_nobody_yet_and_a_first_day_are_pictures_too() -> None:
    assert ET.fromstring(history_chart([answer([])])).tag == f"{SVG}svg"
    assert (
        ET.fromstring(history_chart([answer([row("2026-01-01", 1500, "may")])])).tag
        == f"{SVG}svg"
    )


def test_a_spark_line_is_as_small_as_a_word() -> None:
    text = spark([(1, 1500), (30, 1530), (60, 1490)], "1500 to 1490 & back", 90)
    assert (
        len(text) < 500
        and ET.fromstring(text).attrib["aria-label"] == "1500 to 1490 & back"
    )
    assert "aria-hidden" in spark([], "")


def test_the_command_draws_every_list_or_the_one_asked_for(
    demo_ledger: Path, tmp_path: Path
) -> None:
    selo = Command(demo_ledger.parent, name=demo_ledger.name, today="2026-11-21").run
    titles = []
    for file, more in (
        (tmp_path / "all.svg", ()),
        (tmp_path / "one.svg", ("--list", "selo")),
    ):
        done = selo("history", "F033", *more, "--svg", str(file))
        assert (
            done.code == 0
            and f"drawn: {file}" in done.err
            and "kuusilahti-open-2023" in done.out
        )
        title = ET.fromstring(file.read_text("utf-8")).find(f"{SVG}title")
        assert title is not None
        titles.append(title.text)
    assert titles == ["Aino Hallavuori: selo and pelo", "Aino Hallavuori: selo"]


def test_the_legend_of_a_phone_stays_inside_the_picture(demo_ledger: Path) -> None:
    words = ChartWords(
        "Aino", "", first="så som först räknat", published="publicerad lista"
    )
    with reading(str(demo_ledger), Question(), "2026-11-01") as known:
        answers = [history(known, "F033", name, True) for name in ("selo", "pelo")]
        published = PublishedListRow(
            list="selo",
            label="x",
            revision=1,
            as_of="2024-01-01",
            seq=1,
            known_seq=1,
            rules="fi-2023",
            rows=1,
            sha256="",
            size=1,
            root="",
        )
    drawn = history_chart(answers, [published], words, PHONE)
    place = re.search(r"<text x='([0-9.]+)' y='([0-9.]+)'[^>]*>publicerad lista", drawn)
    assert (
        place is not None
        and float(place[1]) + len("publicerad lista") * 7 < PHONE.width
        and float(place[2]) > 20
    )


def test_a_chart_has_the_colours_of_the_page_around_it() -> None:
    """A file of its own cannot ask the page, so they are told there once more."""
    look = (Path(rendering.__file__).parent / "look" / "look.css").read_text(
        encoding="utf-8"
    )
    of_page = {
        name: (light, dark)
        for name, light, dark in re.findall(
            r"--(\w+): light-dark\((#\w+), (#\w+)\)", look
        )
    }
    shared = COLOURS.keys() & of_page.keys()
    assert len(shared) == 6 and {name: COLOURS[name] for name in shared} == {
        name: of_page[name] for name in shared
    }
    assert of_page["ink"] == INK


TWO_LISTS = [
    answer(
        [
            row("2024-01-10", 1500, "a"),
            row("2024-06-10", 1550, "b"),
            row("2025-03-10", 1530, "c"),
        ]
    ),
    answer([row("2024-09-10", 1700, "d")], list_name="pelo"),
]


def strips(text: str) -> list[tuple[float, float, str]]:
    """Where each strip begins and ends, and what it says."""
    found = []
    for part in ET.fromstring(text).iter(f"{SVG}g"):
        if part.get("class") == "at":
            place, told = part.find(f"{SVG}path"), part.find(f"{SVG}text")
            assert place is not None and told is not None
            left, right = re.fullmatch(
                r"M([\d.]+) [\d.]+V[\d.]+H([\d.]+)V[\d.]+z", place.attrib["d"]
            ).groups()  # type: ignore[union-attr]
            found.append(
                (
                    float(left),
                    float(right),
                    " ".join("".join(told.itertext()).split("\u00a0\u00a0")),
                )
            )
    return found


def test_a_strip_says_what_every_line_has_from_a_point_to_the_next() -> None:
    found = strips(history_chart(TWO_LISTS))
    assert [words for _, _, words in found] == [
        "2024-01-10 selo 1500",
        "2024-06-10 selo 1550",
        "2024-09-10 selo 1550 pelo 1700",
        "2025-03-10 selo 1530 pelo 1700",
    ]
    assert [left for left, _, _ in found[1:]] == [
        right for _, right, _ in found[:-1]
    ], "no gap between them"
    assert found[0][0] == 44 and found[-1][1] == WIDE.width - 46, (
        "from one end of the plot to the other"
    )


@pytest.mark.parametrize("shape", [WIDE, PHONE], ids=["wide", "phone"])
def test_strips_are_wide_enough_for_a_finger_and_the_last_says_today(
    shape: Size,
) -> None:
    answers = ten_years()
    found = strips(history_chart(answers, shape=shape))
    assert (
        30 <= len(found) <= 50
        and min(right - left for left, right, _ in found[:-1])
        >= (shape.width - 90) / 51
    )
    last = [course(one).steps[-1] for one in answers]
    assert (
        found[-1][2] == f"{last[0].row.on} selo {last[0].rating} pelo {last[1].rating}"
    )


def test_long_names_give_way_to_the_numbers() -> None:
    words = words_in_english(TWO_LISTS)._replace(
        label=lambda one: f"Somebody With A Long Name on {one.list}"
    )
    assert (
        strips(history_chart(TWO_LISTS, words=words, shape=PHONE))[-1][2]
        == "2025-03-10 1530 1700"
    )
    assert (
        "Somebody With A Long Name on pelo 1700"
        in strips(history_chart(TWO_LISTS, words=words))[-1][2]
    )


def test_a_year_alone_begins_with_what_held_before_it() -> None:
    text = history_chart(TWO_LISTS, period=("2025-01-01", "2025-12-31"))
    assert [words for _, _, words in strips(text)] == [
        "2025-01-01 selo 1550 pelo 1700",
        "2025-03-10 selo 1530 pelo 1700",
    ]
    root = ET.fromstring(text)
    assert len(list(root.iter(f"{SVG}circle"))) == 1, "points of the year alone"
    assert "clip-path='url(#history-plot)'" in text and "id='history-plot'" in text
    assert "1550" not in "".join(one.text or "" for one in root.iter(f"{SVG}title"))
    assert [
        words
        for _, _, words in strips(
            history_chart(TWO_LISTS, period=("2024-01-01", "2024-08-01"))
        )
    ] == [
        "2024-01-10 selo 1500",
        "2024-06-10 selo 1550",
    ]


@pytest.mark.parametrize(
    "period",
    [
        ("2023-01-01", "2023-12-31"),
        ("2030-01-01", "9999-12-31"),
        ("2025-05-01", "2024-01-01"),
    ],
)
def test_a_period_without_anything_is_still_a_picture(period: tuple[str, str]) -> None:
    text = history_chart(TWO_LISTS, period=period)
    assert ET.fromstring(text).tag == f"{SVG}svg" and "<circle" not in text


def test_what_was_believed_in_the_year_fits_into_the_picture() -> None:
    low = answer(
        [
            row("2024-01-10", 1500, "a", 1, 5),
            row("2024-01-10", 1900, "a", 5, None),
            row("2025-06-10", 1910, "b", 6, None),
        ]
    )
    text = history_chart([low], period=("2025-01-01", "2025-12-31"))
    [ghost] = [
        one.attrib["d"]
        for one in ET.fromstring(text).iter(f"{SVG}path")
        if "stroke-dasharray" in one.attrib
    ]
    heights = [
        float(number)
        for number in re.findall(r"[MV][\d.-]+ ?([\d.-]+)?", ghost)
        if number
    ]
    assert all(54 <= height <= WIDE.height - 30 for height in heights), (ghost, heights)
