"""The course of a player's ratings says what `history` says, and whom they met what the
games say.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.errors import NotFound
from projections.answers import Question
from projections.answers.career import career
from projections.answers.open_reading import reading
from projections.answers.players.history import course, figures, history
from projections.answers.players.opponents import opponents
from projections.answers.reading import Reading
from tests.world.ledger import demo_ledger

TODAY = "2026-11-01"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("course") / "demo.db"
    demo_ledger(path)
    return str(path)


@pytest.fixture
def opened(ledger: str) -> Iterator[Reading]:
    with reading(ledger, Question(), TODAY) as opened:
        yield opened


@pytest.mark.parametrize(
    ("player", "list_name"), [("F033", "selo"), ("F060", "selo"), ("F033", "pelo")]
)
def test_the_course_has_the_figures_of_the_history(
    opened: Reading, player: str, list_name: str
) -> None:
    rows = history(opened, player, list_name).rows
    kept = course(opened, player, list_name).rows
    names = (
        "on",
        "kind",
        "tournament",
        "unit",
        "before",
        "after",
        "games",
        "score",
        "expected",
        "seq",
    )
    assert [[getattr(row, name) for name in names] for row in kept] == [
        [getattr(row, name) for name in names] for row in rows
    ]


def test_the_figures_of_every_version_are_those_of_the_whole_history(
    opened: Reading,
) -> None:
    worked_out = history(opened, "F033", "selo", all_versions=True).rows
    left_out = {"coefficient": None, "bonus": None, "running": ()}
    assert figures(opened, "F033", "selo").rows == tuple(
        replace(row, **left_out) for row in worked_out
    )


def test_a_corrected_rating_says_what_was_believed_and_until_when(
    opened: Reading,
) -> None:
    [row] = [
        row
        for row in course(opened, "F033", "selo").rows
        if row.unit == "kuusilahti-open-2023"
    ]
    assert (row.name, row.after, row.change) == ("Kuusilahti Open 2023", 1659, 91)
    assert [(was.after, was.seq, was.until[:10]) for was in row.was] == [
        (1614, 203, "2024-06-17")
    ]


def test_before_the_correction_nothing_else_was_believed(ledger: str) -> None:
    with reading(ledger, Question(known_on="2024-06-01"), TODAY) as earlier:
        [row] = [
            row
            for row in course(earlier, "F033", "selo").rows
            if row.unit == "kuusilahti-open-2023"
        ]
    assert (row.name, row.after, row.was) == ("Kuusilahti Open 2023", 1614, ())


def test_whom_a_player_met(opened: Reading) -> None:
    met = opponents(opened, "F033")
    assert sum(row.games for row in met.rows) == met.white.games + met.black.games
    assert all(
        row.won + row.drawn + row.lost == row.games
        and row.score == row.won + row.drawn / 2
        for row in met.rows
    )
    [back] = [
        row
        for row in opponents(opened, met.rows[0].player).rows
        if row.player == "F033"
    ]
    assert (back.games, back.won, back.lost) == (
        met.rows[0].games,
        met.rows[0].lost,
        met.rows[0].won,
    )
    assert [row.player for row in opponents(opened, "F033", 3).rows] == [
        row.player for row in met.rows[:3]
    ]


def test_whom_a_player_met_in_rated_games(opened: Reading) -> None:
    """The games of a list are those of the player's history on it, with its points."""
    every = opponents(opened, "F033")
    for list_name in ("selo", "pelo"):
        met = opponents(opened, "F033", list_name=list_name)
        terms = [
            term
            for entry in career(opened, "F033", list_name)
            for term in entry.worked_out().change.terms
        ]
        assert (
            met.white.games + met.black.games
            == sum(row.games for row in met.rows)
            == len(terms)
        )
        assert (
            met.white.score + met.black.score
            == sum(term.half_points for term in terms) / 2
        )
        assert met.list == list_name and met.white.games < every.white.games
    with pytest.raises(NotFound, match="the ledger keeps no list glicko"):
        opponents(opened, "F033", list_name="glicko")


def test_a_merged_id_says_whose_opponents_these_are(opened: Reading) -> None:
    met = opponents(opened, "F062", 2)
    assert (met.asked, met.player.id) == ("F062", "F050")


def test_games_after_the_day_are_not_counted(ledger: str) -> None:
    with reading(ledger, Question(as_of="2023-01-01"), TODAY) as earlier:
        met = opponents(earlier, "F033")
    assert met.rows and all(row.last_played <= "2023-01-01" for row in met.rows)
