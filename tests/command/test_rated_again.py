"""A question rates a unit again only where it works an entry out: no attribute that is
read does so by the way.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from projections.answers import Question
from projections.answers.career import career
from projections.answers.lists.listed import Filters, rows_chosen
from projections.answers.lists.people_on_list import members
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.players.explain import explain
from projections.answers.players.history import figures, history
from projections.answers.players.show import ShowAnswer, show
from projections.answers.reading import Reading
from projections.replay.entry import StoredEntry
from rulebooks import LISTS, rulebook
from rulebooks.entries import WorkedEntry
from tests.world.ledger import demo_ledger

PLAYERS = [f"F{number:03d}" for number in range(1, 61)]


class Rated(NamedTuple):
    """What a question did: the entries it worked out, the calls of a rulebook for them,
    and the other calls.
    """

    entries: list[tuple[str, str]]
    calls: list[str]
    hidden: list[str]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("rated") / "demo.db"
    demo_ledger(path)
    return str(path)


Ask = Callable[[Reading], object]


@pytest.fixture
def rated_by(
    ledger: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Ask], Rated]]:
    """Watch every method of every rulebook that rates, and whether an entry was being
    worked out meanwhile.
    """
    found, inside = Rated([], [], []), [0]

    def watched(kind: type, method: str) -> None:
        rate = getattr(kind, method)

        def told(*arguments: Any) -> Any:
            (found.calls if inside[0] else found.hidden).append(method)
            return rate(*arguments)

        monkeypatch.setattr(kind, method, told)

    for kind in {type(rulebook(name)) for name in LISTS}:
        for method in ("rate", "change_without_games", "figures"):
            watched(kind, method)
    work_out = StoredEntry.worked_out

    def worked_out(entry: StoredEntry) -> WorkedEntry:
        found.entries.append((entry.list, entry.unit))
        inside[0] += 1
        try:
            return work_out(entry)
        finally:
            inside[0] -= 1

    monkeypatch.setattr(StoredEntry, "worked_out", worked_out)

    def ask_afresh(ask: Ask) -> Rated:
        for kept in found:
            kept.clear()
        with reading(ledger, Question(), "2026-11-01") as fresh:
            ask(fresh)
        return Rated(list(found.entries), list(found.calls), list(found.hidden))

    yield ask_afresh


NOTHING = Rated([], [], [])
FIGURES_ALONE: Sequence[Ask] = (
    lambda fresh: rating_list(fresh, "selo"),
    lambda fresh: rows_chosen(fresh, "selo", Filters(by="peak")),
    lambda fresh: figures(fresh, "F033", "selo"),
    lambda fresh: members(fresh, "selo"),
)


@pytest.mark.parametrize("ask", FIGURES_ALONE)
def test_what_asks_for_figures_rates_nothing(
    ask: Ask, rated_by: Callable[[Ask], Rated]
) -> None:
    assert rated_by(ask) == NOTHING


def test_show_rates_nothing_also_where_a_game_brought_a_peak(
    rated_by: Callable[[Ask], Rated],
) -> None:
    by_game = 0
    for player in PLAYERS:
        answers: list[ShowAnswer] = []
        rated = rated_by(lambda fresh: answers.append(show(fresh, player)))  # noqa: B023
        assert rated == NOTHING, player
        peaks = (shown.peak for shown in answers[0].lists.values())
        by_game += sum(peak is not None and peak.game is not None for peak in peaks)
    assert by_game > 20


def test_on_a_day_in_the_past_it_rates_nothing_either(
    rated_by: Callable[[Ask], Rated],
) -> None:
    def ask(fresh: Reading) -> None:
        answer = show(fresh.at("2024-06-30", fresh.known_seq), "F033")
        assert (
            answer.lists["selo"].peak is not None
            and answer.lists["selo"].peak.game is not None
        )

    assert rated_by(ask) == NOTHING


def test_an_explanation_rates_its_own_entries(rated_by: Callable[[Ask], Rated]) -> None:
    explained: list[tuple[str, str]] = []

    def ask(fresh: Reading) -> None:
        answer, _ = explain(fresh, "F033", "kuusilahti-open-2023")
        explained.extend((entry.list, entry.unit) for entry in answer.entries)

    rated = rated_by(ask)
    assert rated.entries == explained == [("selo", "kuusilahti-open-2023")]
    assert rated.calls and not rated.hidden


def test_a_history_rates_its_units(rated_by: Callable[[Ask], Rated]) -> None:
    entries = []
    rated_by(lambda fresh: entries.extend(career(fresh, "F034", "selo")))
    units = [("selo", entry.unit) for entry in entries if entry.figure.kind == "unit"]
    assert rated_by(lambda fresh: history(fresh, "F034", "selo")).entries == units != []


def test_a_rating_that_nobody_asked_for_is_seen(
    rated_by: Callable[[Ask], Rated],
) -> None:
    """The control: the same change, come by without working its entry out."""

    def by_the_way(fresh: Reading) -> None:
        entry = next(
            one for one in career(fresh, "F033", "selo") if one.figure.kind == "unit"
        )
        assert isinstance(entry, StoredEntry)
        entry.work_out(entry.row, "F033")

    rated = rated_by(by_the_way)
    assert rated.hidden and not rated.entries
