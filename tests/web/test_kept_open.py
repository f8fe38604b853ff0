"""A ledger that a thread keeps open answers like one that is opened anew, and notices
whatever is committed to it.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from ledger.errors import LedgerUnusable, SeloError, Usage
from ledger.store import database, is_server
from messages.answer import json_text
from projections.answers import Question
from projections.answers import kept_open as opening
from projections.answers.career import career, peak_of
from projections.answers.kept_open import KeptLedger
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.players.performance import performance
from projections.answers.players.show import show
from projections.answers.reading import Reading
from rulebooks import LISTS, family, rulebook
from tests.world.command import Selo
from tests.world.documents import amend, player
from tests.world.reached import tampered
from tests.world.server import Put

TODAY = "2026-11-01"
TIMES = (
    Question(),
    Question("2023-06-30"),
    Question(None, "2024-01-01"),
    Question("2024-06-30", None, 150),
)


@pytest.fixture
def ledger(club: Selo) -> Iterator[KeptLedger]:
    kept = KeptLedger(club.ledger)
    yield kept
    kept.close()


def everything(opened: Reading) -> list[str]:
    players = [
        name
        for name in sorted(opened.known_events.all_players())
        if opened.timeline.player(name) is not None
    ]
    return [json_text(show(opened, name)) for name in players] + [
        json_text(rating_list(opened, name)) for name in opened.lists()
    ]


def test_answers_are_those_of_a_ledger_opened_anew(demo: Selo) -> None:
    with closing(KeptLedger(demo.ledger)) as kept:
        for times in (*TIMES, *TIMES):
            with (
                kept.reading(times, TODAY) as again,
                reading(demo.ledger, times, TODAY) as anew,
            ):
                assert everything(again) == everything(anew), times


def test_it_is_opened_once(ledger: KeptLedger) -> None:
    with patch.object(
        opening, "connect_to_read", side_effect=database.connect_to_read
    ) as opened:
        for _ in range(3):
            with ledger.reading(Question(), TODAY) as first:
                everything(first)
        with ledger.reading(Question(), TODAY) as again:
            assert again is first
    assert opened.call_count == 1


def test_whatever_is_committed_is_noticed(ledger: KeptLedger, club: Selo) -> None:
    with ledger.reading(Question(), TODAY) as before:
        old = show(before, "A")
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    club.submit(player("A", name="Another Name", change=True))
    with ledger.reading(Question(), TODAY) as after:
        new = show(after, "A")
    assert (
        new.player.name == "Another Name"
        and new.lists["selo"].rating != old.lists["selo"].rating
    )
    club.done("player", "erase", "A", "--reason", "asked for")
    with ledger.reading(Question(), TODAY) as erased:
        assert show(erased, "A").player.name is None


def test_an_answer_stands_in_one_state(ledger: KeptLedger, club: Selo) -> None:
    with ledger.reading(Question(), TODAY) as opened:
        before = everything(opened)
        club.submit(player("N1"))
        assert everything(opened) == before


def test_read_tables_that_were_spoiled_are_refused(
    ledger: KeptLedger, club: Selo
) -> None:
    with ledger.reading(Question(), TODAY) as opened:
        show(opened, "A")
    tampered(club.ledger, "UPDATE player SET rating = rating + 100")
    with pytest.raises(LedgerUnusable), ledger.reading(Question(), TODAY) as opened:
        show(opened, "A")
    tampered(club.ledger, "CREATE VIEW stranger AS SELECT 1")
    # it counts the commits of those who write as they should
    if is_server(club.ledger):
        tampered(club.ledger, "UPDATE given SET last = last + 1 WHERE name = 'write'")
    with (
        pytest.raises(LedgerUnusable, match="stranger"),
        ledger.reading(Question(), TODAY),
    ):
        pass


def test_tables_that_lag_behind_are_brought_up_to_date(
    ledger: KeptLedger, club: Selo
) -> None:
    with ledger.reading(Question(), TODAY) as opened:
        before = everything(opened)
    tampered(club.ledger, "UPDATE projected SET version = 0")
    with ledger.reading(Question(), TODAY) as opened:
        assert everything(opened) == before


def test_a_refused_question_leaves_it_usable(ledger: KeptLedger, club: Selo) -> None:
    for times in (
        Question("2031-01-01"),
        Question(None, None, 10_000),
        Question(None, "x"),
    ):
        with pytest.raises(SeloError), ledger.reading(times, TODAY):
            pass
    with pytest.raises(Usage), ledger.reading(Question(), TODAY):
        raise Usage([])
    club.submit(player("N1"))
    with ledger.reading(Question(), TODAY) as opened:
        assert opened.known_seq == club.events()


def test_memory_has_a_limit(ledger: KeptLedger) -> None:
    with patch.object(opening, "MOST_PARTS", 3):
        with ledger.reading(Question(), TODAY) as first:
            everything(first)
            assert first.parts() > 3
        with ledger.reading(Question(), TODAY) as second:
            assert second is not first
            everything(second)
        # the bound is one for all pairs of times together
        with ledger.reading(Question("2024-01-01"), TODAY) as earlier:
            pass
        assert [*ledger._readings.values()] == [earlier]
    for day in range(1, 2 * opening.MOST_READINGS):
        with ledger.reading(Question(f"2024-01-{day:02}"), TODAY):
            pass
    assert len(ledger._readings) == opening.MOST_READINGS


def test_the_peak_is_the_rulebooks(demo_ledger: Path, tmp_path: Path, put: Put) -> None:
    """Found from the peak_of entry down, and from the sums of the read tables, it is
    the one of the whole career.
    """
    editions = {
        name: next(iter(family(name).EDITIONS))
        for name in LISTS
        if name not in ("selo", "pelo")
    }
    adopted = [
        {"kind": "adopt-rules", "list": name, "edition": edition, "from": "2015-01-01"}
        for name, edition in editions.items()
    ]
    selo = put(Selo(tmp_path, demo_ledger, today="2026-10-01"))
    selo.submit(*adopted)
    compared = 0
    with reading(selo.ledger, Question(), TODAY) as opened:
        assert opened.lists() == list(LISTS)
        for name in opened.known_events.all_players():
            answer = show(opened, name)
            for list_name, on_list in answer.lists.items():
                entries = career(opened, answer.player.id, list_name)
                peak = peak_of(rulebook(list_name), entries)
                place = (
                    None
                    if on_list.peak is None
                    else (on_list.peak.rating, on_list.peak.on, on_list.peak.game)
                )
                assert place == (
                    None if peak is None else (peak.rating, peak.on, peak.game)
                )
                compared += peak is not None
    assert compared > 200


def test_a_performance_works_out_no_games_further_back_than_it_asks_for(
    demo: Selo,
) -> None:
    def asked(last: int | None) -> tuple[int, int]:
        with reading(demo.ledger, Question(), TODAY) as known:
            games = performance(known, "F033", "selo", last=last).games
            return games, known.workings.parts()

    (few, little), (every, much) = asked(3), asked(None)
    assert few == 3 < every and little * 5 < much


def test_versions_read_for_one_question_serve_the_next_and_say_the_same(
    demo: Selo,
) -> None:
    with reading(demo.ledger, Question(known_on="2024-07-30"), TODAY) as known:
        by_itself = known.entries(player="F033", list_name="selo")
        assert len(known.own_rows.every("selo", "F033")) > len(by_itself) > 0
        again = known.entries(player="F033", list_name="selo")
        assert [(one.place, one.figure.after) for one in again] == [
            (one.place, one.figure.after) for one in by_itself
        ]
