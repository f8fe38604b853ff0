"""An import of a whole history is one submission: any event of it is answered by
itself, and the rest in parts.
"""

from collections.abc import Iterator

import pytest

from desk.submit import submit
from exchange.json.files import read_documents
from projections.answers import Question
from projections.answers.career import names_of
from projections.answers.events.changed import event_content
from projections.answers.events.changed_entries import MANY, changed_spans
from projections.answers.events.impact import (
    ChangedEntry,
    ImpactAnswer,
    changed_entries,
    impact,
)
from projections.answers.events.log import FollowedEvent, following
from projections.answers.open_reading import reading
from projections.answers.reading import Reading
from projections.replay import unit_row
from tests.world.ledger import new_ledger, outside
from tools.bench.history import lines

GAMES = 12_000
LATER = "2026-11-25T10:00:00.000000Z"


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(new_ledger(tmp_path_factory.mktemp("imported")))
    submit(
        path,
        read_documents("history.jsonl", "\n".join(lines(GAMES)).encode()),
        outside(),
    )
    return path


@pytest.fixture
def ledger(imported: str) -> Iterator[Reading]:
    with reading(imported, Question(), LATER) as opened:
        yield opened


def everything(ledger: Reading, last: int) -> tuple[ChangedEntry, ...]:
    spans = changed_spans(ledger, last)
    return changed_entries(
        spans, last, names_of(ledger, sorted({span.figure.player for span in spans}))
    )


def parts(ledger: Reading, seq: int) -> Iterator[ImpactAnswer]:
    part = impact(ledger, seq)
    yield part
    while part.rest:
        part = impact(ledger, seq, part.rest)
        yield part


def test_an_event_of_an_import_has_what_it_moved_itself_and_the_address_of_the_rest(
    ledger: Reading,
) -> None:
    last = ledger.known_seq
    answer = event_content(ledger, last)
    assert answer.kind == "tournament" and answer.submitted[1] == last
    rows = everything(ledger, last)
    assert answer.rows == tuple(row for row in rows if row.unit == answer.target) != ()
    assert (answer.units, answer.rest_at) == (
        len({(row.list, row.unit) for row in rows}),
        f"/log/{last}",
    )
    registered = event_content(ledger, answer.submitted[0])
    assert (registered.kind, registered.rows, registered.units) == (
        "player",
        (),
        answer.units,
    )


def test_the_parts_of_an_impact_are_all_of_it_and_no_unit_is_divided(
    ledger: Reading,
) -> None:
    last = ledger.known_seq
    answers = list(parts(ledger, last))
    assert len(answers) > 3
    assert tuple(row for answer in answers for row in answer.rows) == everything(
        ledger, last
    )
    units = [(row.list, row.unit) for answer in answers for row in answer.rows]
    of_part = [{(row.list, row.unit) for row in answer.rows} for answer in answers]
    assert sum(map(len, of_part)) == len({*units})
    assert all(MANY <= len(answer.rows) < 2 * MANY for answer in answers[:-1])
    assert [bool(answer.titles) for answer in answers] == [True] + [False] * (
        len(answers) - 1
    )
    assert all([line.seq for line in answer.events] == [last] for answer in answers)


def test_a_follower_is_told_everything_that_an_import_moved(ledger: Reading) -> None:
    last, after = ledger.known_seq, 0
    told: list[FollowedEvent] = []
    while after < last:
        answer = following(ledger, after, 1000)
        told += answer.events
        after = answer.last
    moved = [
        (row.list, row.unit, row.player, row.after)
        for event in told
        for row in event.moved
    ]
    assert sorted(moved) == sorted(
        (row.list, row.unit, row.player, row.after) for row in everything(ledger, last)
    )
    assert [event.seq for event in told if event.rest_at] == [last]


def test_an_event_reads_its_part_and_not_the_whole_import(
    imported: str, ledger: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    decode, decoded = unit_row.decode, 0

    def counting(text: str) -> unit_row.Body:
        nonlocal decoded
        decoded += 1
        return decode(text)

    monkeypatch.setattr(unit_row, "decode", counting)
    units = event_content(ledger, 9).units
    assert isinstance(units, int) and 0 < decoded < units / 2
    decoded = 0
    everything(ledger, ledger.known_seq)
    assert decoded >= units  # the control: what reads all of it is seen to do so
