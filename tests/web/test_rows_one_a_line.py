"""The rows of an answer as JSON, one a line (ndjson), as they are worked out."""

import json
from typing import Any

import pytest

from projections.answers.asking import Asked
from projections.answers.events.log import Log
from tests.web.serving import Reply, Served
from tests.web.test_same_answers import ASKED
from web.questions import registry
from web.questions.registry import LIMITS, QUESTIONS, Limits, ServedQuestion

KIND = "application/x-ndjson"
WITH_ROWS = [entry for entry in QUESTIONS if entry.asked.table is not None]


def rows_in(reply: Reply) -> list[Any]:
    assert (reply.status, reply.fields["content-type"]) == (200, KIND)
    assert reply.body == b"" or reply.body.endswith(b"\n")
    return [json.loads(line) for line in reply.text.splitlines()]


def lines_at(address: str) -> str:
    """An address with the ending for lines."""
    path, mark, query = address.partition("?")
    return f"{path}.ndjson{mark}{query}"


@pytest.mark.parametrize("entry", WITH_ROWS, ids=lambda entry: entry.command)
def test_the_lines_are_the_rows(entry: ServedQuestion, service: Served) -> None:
    assert entry.asked.table is not None
    for address, _ in ASKED[entry.command]:
        rows = service.ask(f"/api{address}").value[entry.asked.table]
        assert rows_in(service.ask(lines_at(address)))[: len(rows)] == rows
        assert (
            rows_in(service.ask(f"/api{address}", fields={"Accept": KIND}))[: len(rows)]
            == rows
        )


def test_the_log_and_the_events_are_whole(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Part behind part, however many there are."""
    whole = service.ask("/api/log").value["events"]
    assert len(whole) > 100
    few: dict[type[Asked], Limits] = {Log: Limits(rows_at_once=30)}
    monkeypatch.setattr(registry, "LIMITS", LIMITS | few)
    assert rows_in(service.ask("/log.ndjson")) == whole
    assert (
        rows_in(service.ask("/log.ndjson?kind=player"))[:3]
        == [event for event in whole if event["kind"] == "player"][:3]
    )
    followed = rows_in(service.ask("/events.ndjson?after=3&limit=20"))
    assert [event["seq"] for event in followed] == list(range(4, len(whole) + 1))


def test_a_part_of_the_lines(service: Served) -> None:
    first = service.ask("/lists/selo.ndjson?limit=5")
    assert len(rows_in(first)) == 5
    query = first.fields["link"].partition("?")[2].partition(">")[0]
    behind = rows_in(service.ask(f"/lists/selo.ndjson?{query}"))
    rows = service.ask("/api/lists/selo?limit=10").value["rows"]
    assert rows_in(first) + behind == rows


def test_lines_are_not_sent_to_whoever_has_them(service: Served) -> None:
    first = service.ask("/lists/selo.ndjson")
    again = service.ask(
        "/lists/selo.ndjson", fields={"If-None-Match": first.fields["etag"]}
    )
    assert (again.status, again.body) == (304, b"")
    as_json = service.ask("/api/lists/selo")
    assert as_json.fields["etag"] != first.fields["etag"]
    assert "accept" in as_json.fields["vary"].split(", ")


def test_what_is_wrong_is_refused_before_a_line_is_sent(service: Served) -> None:
    assert service.ask("/lists/sello.ndjson").codes == ["parameter"]
    assert service.ask("/lists/selo.ndjson?as_of=2024-02-30").codes == ["no-such-day"]
    assert service.ask("/settings.ndjson").codes == ["no-rows"]


def test_the_log_begins_where_somebody_says(service: Served) -> None:
    events = service.ask("/api/log?before=20").value["events"]
    assert [event["seq"] for event in events] == list(range(19, 0, -1))
