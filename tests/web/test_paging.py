"""Long answers in parts: put together they are the whole, whatever is recorded between two of them."""

import csv
import io
import json
import re
from typing import Any

import pytest

from tests.web.serving import Reply, Served, served
from tests.web.test_same_answers import ASKED
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player, tournament
from web.questions.registry import QUESTIONS, Entry

LINK = re.compile(r'<(\?[^>]*)>; rel="next"')


def parts(service: Served, address: str, rows: int) -> list[Reply]:
    """All parts of an answer, each by the link of the one before."""
    query = f"{'&' if '?' in address else '?'}rows={rows}"
    replies = [service.ask(address + query)]
    while "link" in replies[-1].fields:
        link = LINK.fullmatch(replies[-1].fields["link"])
        assert link is not None and len(replies) < 500
        replies.append(service.ask(address.partition("?")[0] + link[1]))
    assert all(reply.status == 200 for reply in replies), replies[-1].text
    return replies


@pytest.mark.parametrize("entry", [e for e in QUESTIONS if e.asked.table is not None], ids=lambda entry: entry.command)
def test_the_parts_are_the_whole(entry: Entry, service: Served) -> None:
    if not entry.asked.remembered or entry.command == "follow":
        return  # an audit replays the ledger for each part; whoever follows has `after`
    table, address = entry.asked.table or "", f"/api{ASKED[entry.command][0][0]}"
    whole = service.ask(address).value
    rows = max(1, len(whole[table]) // 3)
    values = [reply.value for reply in parts(service, address, rows)]
    assert [row for value in values for row in value[table]] == whole[table]
    assert all(len(value[table]) <= rows for value in values)
    assert [{**value, table: None, "basis": None} for value in values] == [{**whole, table: None, "basis": None}] * len(
        values
    )


def test_csv_in_parts(service: Served) -> None:
    whole = list(csv.reader(io.StringIO(service.ask("/lists/selo.csv").text)))
    sheets = [list(csv.reader(io.StringIO(reply.text))) for reply in parts(service, "/lists/selo.csv", 20)]
    assert len(sheets) > 2 and all(sheet[0] == whole[0] for sheet in sheets)
    assert [row for sheet in sheets for row in sheet[1:]] == whole[1:]


def test_what_is_recorded_meanwhile_is_not_mixed_in(club: Selo) -> None:
    clock = [AT]
    with served(club.ledger, now=lambda: clock[0]) as service:
        first = service.ask("/api/lists/selo?rows=2")
        club.submit(tournament("summer", "2024-06-20", "D A 1-0", "C A 1-0"), player("N1"))
        clock[0] = "2024-07-01T12:00:00.000000Z"
        link = LINK.fullmatch(first.fields["link"])
        assert link is not None
        second = service.ask(f"/api/lists/selo{link[1]}")
        assert second.value["basis"] == first.value["basis"]
        before = service.ask(f"/api/lists/selo?known_seq={first.value['basis']['known_seq']}&as_of=2024-06-30")
        rows: list[Any] = [*first.value["rows"], *second.value["rows"]]
        assert rows == before.value["rows"] != service.ask("/api/lists/selo").value["rows"]


@pytest.mark.parametrize(
    "query",
    ["rows=0", "rows=-1", "rows=x", "rows=", "rows=1&rows=1", "rows=9999999999", "cursor=x", "cursor=", "cursor=%ff",
     "cursor=bnVsbA", "cursor=WzEsLTFd", "rows=1&cursor=e30"],
)  # fmt: skip
def test_a_part_that_is_none(service: Served, query: str) -> None:
    reply = service.ask(f"/api/lists/selo?{query}")
    assert reply.status == 400 and len(reply.codes) == 1


def test_a_day_that_is_not_over_is_not_mixed_either(club: Selo) -> None:
    """More may be recorded on the day that `known_on` names, between one part and the next."""
    with served(club.ledger, now=lambda: AT) as service:
        first = service.ask("/api/lists/selo?rows=2&known_on=2024-06-30")
        club.submit(tournament("summer", "2024-06-20", "D A 1-0", "C A 1-0"))
        link = LINK.fullmatch(first.fields["link"])
        assert link is not None and "known_on=2024-06-30" in link[1]
        second = service.ask(f"/api/lists/selo{link[1]}")
        assert second.value["basis"] == first.value["basis"]
        assert service.ask("/api/lists/selo?known_on=2024-06-30").value["basis"] != first.value["basis"]


def test_a_cursor_is_of_one_question(service: Served) -> None:
    first = service.ask("/api/lists/selo?rows=2&min_games=1")
    link = LINK.fullmatch(first.fields["link"])
    assert link is not None and service.ask(f"/lists/selo.csv{link[1]}").status == 200
    for other in (f"lists/pelo{link[1]}", f"tournaments{link[1].replace('&min_games=1', '')}",
                  f"lists/selo{link[1].replace('min_games=1', 'min_games=2')}",
                  f"lists/selo{link[1]}&as_of=2024-03-01"):  # fmt: skip
        reply = service.ask(f"/api/{other}")
        assert (reply.status, reply.codes) == (400, ["parameter"]) and "another question" in reply.text


def test_an_answer_without_rows_has_no_parts(service: Served) -> None:
    assert service.ask("/api/players/F033?rows=3").codes == ["unknown-parameter"]


def test_a_part_is_not_taken_for_the_whole(service: Served) -> None:
    """The cache knows one from the other."""
    whole = service.ask("/api/titles").value
    assert service.ask("/api/titles?rows=1").value["rows"] == whole["rows"][:1]
    assert json.dumps(service.ask("/api/titles").value) == json.dumps(whole)
