"""3.7: a foreigner's Elo becomes their selo, once. The foreigner is x, of SWE; all
numbers by hand.
"""

import pytest

from rulebooks import rulebook
from rulebooks.base import External, Person, Rated, Standing
from tests.rules.rules_build import (
    DAY,
    DAYS,
    changes,
    elo,
    foreigner,
    game,
    opened,
    rated,
)

START, END = "2024-05-03", DAY


def step(
    own: int | Standing | None,
    person: Person,
    start: str = START,
    end: str = END,
    domestic: bool = True,
) -> int | None:
    """The number the step gives x, who draws with 2000; None: no step."""
    return stepped(meets(own, person, start, end, domestic))


def meets(
    own: int | Standing | None,
    person: Person,
    start: str = START,
    end: str = END,
    home: bool = True,
) -> Rated:
    standings: dict[str, int | Standing] = (
        {"b": 2000} if own is None else {"b": 2000, "x": own}
    )
    return rated(
        "selo",
        standings,
        game("x", "b", "1/2-1/2"),
        people=[person],
        start=start,
        end=end,
        domestic=home,
    )


def stepped(result: Rated) -> int | None:
    found = changes(result, "elo-step")
    return found["x"].after if "x" in found else None


@pytest.mark.parametrize(
    ("own", "number"),
    [
        pytest.param(None, 2000, id="3.7-no-selo"),
        pytest.param(1899, 2000, id="3.7-101-points"),
        pytest.param(1900, 2000, id="3.7-100-points"),
        pytest.param(1901, None, id="3.7-99-points"),
        pytest.param(2000, None, id="3.7-equal"),
        pytest.param(2200, None, id="3.7-elo-lower"),
    ],
)
def test_no_selo_or_one_at_least_100_lower(own: int | None, number: int | None) -> None:
    assert step(own, foreigner("x", elo(2000))) == number


@pytest.mark.parametrize("games", [0, 3, 10, 11])
def test_3_7_whatever_the_number_of_games(games: int) -> None:
    assert step(opened(1900, games), foreigner("x", elo(2000))) == 2000
    assert step(opened(1901, games), foreigner("x", elo(2000))) is None


@pytest.mark.parametrize(
    ("external", "number"),
    [
        pytest.param([elo(2000, "2024-05-02")], 2000, id="3.7-dated-before-the-start"),
        pytest.param([elo(2000, "2024-05-03")], 2000, id="3.7-dated-on-the-start"),
        pytest.param([elo(2000, "2024-05-04")], None, id="3.7-dated-after-the-start"),
        pytest.param(
            [elo(2000, "2024-04-01"), elo(2100, "2024-05-01")],
            2100,
            id="3.7-the-latest",
        ),
        pytest.param(
            [elo(2100, "2024-04-01"), elo(2000, "2024-05-01")],
            2000,
            id="3.7-the-latest-though-lower",
        ),
        pytest.param(
            [elo(2000, "2024-05-01"), elo(2050, "2024-05-01")],
            2050,
            id="1.7-same-day-later-recorded",
        ),
        pytest.param([elo(2000, source="fide-rapid")], None, id="3.7-rapid-is-no-Elo"),
        pytest.param(
            [elo(2000, source="national-standard")], None, id="3.7-national-is-no-Elo"
        ),
        pytest.param([], None, id="3.7-no-Elo"),
    ],
)
def test_which_elo(external: list[External], number: int | None) -> None:
    assert step(None, foreigner("x", *external)) == number


@pytest.mark.parametrize(
    ("federations", "number"),
    [
        pytest.param((("0001-01-01", "SWE"),), 2000, id="3.7-another-federation"),
        pytest.param((("0001-01-01", "FIN"),), None, id="3.7-finland"),
        pytest.param((), None, id="3.7-finland-when-nothing-is-told"),
        pytest.param(
            (("0001-01-01", "FIN"), ("2024-05-03", "SWE")),
            2000,
            id="3.7-changed-on-the-start",
        ),
        pytest.param(
            (("0001-01-01", "FIN"), ("2024-05-04", "SWE")),
            None,
            id="3.7-changed-after-the-start",
        ),
        pytest.param(
            (("0001-01-01", "SWE"), ("2024-05-03", "FIN")),
            None,
            id="3.7-came-to-finland-on-the-start",
        ),
    ],
)
def test_whose_elo(
    federations: tuple[tuple[str, str], ...], number: int | None
) -> None:
    assert step(None, Person("x", federations, external=(elo(2000),))) == number


def test_3_7_not_abroad_and_not_for_pelo() -> None:
    assert step(None, foreigner("x", elo(2000)), domestic=False) is None
    found = rated(
        "pelo",
        {"b": 2000},
        game("x", "b"),
        people=[foreigner("x", elo(2500))],
        minutes=5,
    )
    assert not changes(found, "elo-step")


@pytest.mark.parametrize("edition", ["fi-1990", "fi-2011"])
def test_3_7_in_the_older_editions(edition: str) -> None:
    day = DAYS[edition]
    assert step(None, foreigner("x", elo(2000, "2000-01-01")), day, day) == 2000


def test_3_7_the_step_is_an_entry_of_its_own_and_then_he_is_established() -> None:
    # x from 2000, Kr 25: a draw with 2000 is +0.1; b's draw with the Elo, p(0) = 50,
    # likewise
    result = meets(1900, foreigner("x", elo(2000)))
    own = [
        (change.kind, change.before, change.after)
        for change in result.changes
        if change.player == "x"
    ]
    assert own == [("elo-step", 1900, 2000), ("unit", 2000, 2000)]
    after = changes(result)["x"]
    assert (after.formula, after.coefficient, after.established) == ("7.2", 25, True)
    assert changes(result)["b"].terms[0].number == 2000
    assert rulebook("selo").established(after.standing, "fi-2023")
    assert changes(result, "elo-step")["x"].games == 0


def test_3_7_also_a_newcomer_meets_the_elo() -> None:
    # n beats x: 2000 + 200 + 0.1; x loses to n's new 2200, p(-200) = 24: 25 x -0.24 +
    # 0.1 = -5.9
    result = rated("selo", {}, game("n", "x"), people=[foreigner("x", elo(2000))])
    assert {name: change.after for name, change in changes(result).items()} == {
        "n": 2200,
        "x": 1994,
    }


def test_3_7_without_the_step_a_foreigner_is_a_newcomer() -> None:
    found = changes(meets(opened(1950, 3), foreigner("x", elo(2000))))["x"]
    # (5850 + 2000) / 4 + 0.4 = 1962.9
    assert (found.formula, found.after) == ("7.3", 1963)


# The first step at a start of 2024-05-03; then the same player in a second unit, the
# Elo again 100 or more above.
SECOND = "2024-06-10"


@pytest.mark.parametrize(
    ("notes", "number"),
    [
        pytest.param((), None, id="3.7-again-without-a-note"),
        pytest.param(("2024-05-02",), None, id="3.7-note-before-the-last-step"),
        pytest.param(
            ("2024-05-03",), None, id="1.7-note-on-the-start-of-the-last-step"
        ),
        pytest.param(
            ("2024-05-04",), 2300, id="1.7-note-a-day-after-the-start-of-the-last-step"
        ),
        pytest.param(("2024-06-10",), 2300, id="1.7-note-on-this-start"),
        pytest.param(("2024-06-11",), None, id="1.7-note-after-this-start"),
        pytest.param(("2024-05-01", "2024-06-01"), 2300, id="3.7-one-of-two-notes"),
    ],
)
def test_the_second_step_needs_elo_only_games_since(
    notes: tuple[str, ...], number: int | None
) -> None:
    person = foreigner("x", elo(2000), elo(2300, "2024-06-01"), elo_only=notes)
    first = changes(meets(None, person))["x"].standing
    assert step(first, person, SECOND, "2024-06-12") == number


def test_3_7_a_note_alone_is_no_reason() -> None:
    # the Elo is only 99 above the selo of 2000
    person = foreigner(
        "x", elo(2000), elo(2099, "2024-06-01"), elo_only=("2024-06-01",)
    )
    first = changes(meets(None, person))["x"].standing
    assert first.rating == 2000
    assert step(first, person, SECOND, SECOND) is None


def test_3_7_the_day_of_the_last_step_is_kept_through_later_units() -> None:
    person = foreigner(
        "x", elo(2000), elo(2300, "2024-06-01"), elo_only=("2024-05-03",)
    )
    standing = changes(meets(None, person))["x"].standing
    for day in ("2024-05-20", "2024-05-25"):
        standing = changes(meets(standing, person, day, day))["x"].standing
    assert step(standing, person, SECOND, SECOND) is None


def test_1_7_start_is_the_day_of_a_game_rated_alone() -> None:
    # the Elo is dated inside the league: unknown in the game of January, taken in that
    # of March
    person = foreigner("x", elo(2000, "2024-02-01"))
    for on, number in (("2024-01-31", None), ("2024-02-01", 2000)):
        found = rated(
            "selo",
            {"b": 2000},
            game("x", "b", on=on),
            people=[person],
            start="2024-01-01",
            end="2024-03-01",
            each_game_rated=True,
        )
        assert stepped(found) == number


def test_1_7_start_is_the_day_of_a_game_moved_past_the_end() -> None:
    person = foreigner("x", elo(2000, "2024-05-06"))
    found = rated(
        "selo",
        {"b": 2000},
        game("x", "b", on="2024-05-07"),
        people=[person],
        start=START,
        end=END,
    )
    assert stepped(found) == 2000
