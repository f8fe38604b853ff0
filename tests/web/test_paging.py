"""Long answers in parts: put together they are the whole, whatever is recorded between
two of them.
"""

import csv
import io
import json
import re
from base64 import urlsafe_b64encode
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from ledger.events import Event
from messages import Message
from projections.answers.asking import Asked
from projections.answers.events import log
from projections.answers.events.content import summary
from projections.answers.events.log import Log
from projections.answers.reading import Reading
from tests.web.serving import Reply, Served, served
from tests.web.test_same_answers import ASKED
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player, tournament
from web.questions import registry
from web.questions.paging import RowsPart, part_of
from web.questions.registry import LIMITS, QUESTIONS, Limits, ServedQuestion

LINK = re.compile(r'<(\?[^>]*)>; rel="next"')


def parts(service: Served, address: str, rows: int) -> list[Reply]:
    """All parts of an answer, each by the link of the one before."""
    query = f"{'&' if '?' in address else '?'}limit={rows}"
    replies = [service.ask(address + query)]
    while "link" in replies[-1].fields:
        link = LINK.fullmatch(replies[-1].fields["link"])
        assert link is not None and len(replies) < 500
        following = address.partition("?")[0] + link[1]
        if replies[-1].fields["content-type"] == "application/json":
            assert replies[-1].value["next"] == following
        replies.append(service.ask(following))
    assert all(reply.status == 200 for reply in replies), replies[-1].text
    return replies


@pytest.mark.parametrize(
    "entry",
    [e for e in QUESTIONS if e.in_parts],
    ids=lambda entry: entry.command,
)
def test_the_parts_are_the_whole(entry: ServedQuestion, service: Served) -> None:
    if not entry.kept:
        return  # an audit replays the ledger for each part
    table, address = entry.asked.table or "", f"/api{ASKED[entry.command][0][0]}"
    whole = service.ask(address).value
    rows = max(1, len(whole[table]) // 3)
    values = [reply.value for reply in parts(service, address, rows)]
    assert [row for value in values for row in value[table]] == whole[table]
    assert all(len(value[table]) <= rows for value in values)
    rest = [
        {**value, table: None, "basis": None, "next": None, "total": None}
        for value in values
    ]
    assert rest == [
        {**whole, table: None, "basis": None, "next": None, "total": None}
    ] * len(values)
    assert values[-1]["next"] is None and values[-1]["total"] == len(whole[table])
    told = {value["total"] for value in values[:-1]}
    assert told <= {None if entry.command == "log" else len(whole[table])}
    assert "next" not in whole and "total" not in whole
    path, _, query = address.removeprefix("/api").partition("?")
    sheet = f"{path}.csv?{query}"
    assert len(headers(service, sheet, rows)) == 1


def test_csv_in_parts(service: Served) -> None:
    whole = list(csv.reader(io.StringIO(service.ask("/lists/selo.csv").text)))
    sheets = [
        list(csv.reader(io.StringIO(reply.text)))
        for reply in parts(service, "/lists/selo.csv", 20)
    ]
    assert len(sheets) > 2 and all(sheet[0] == whole[0] for sheet in sheets)
    assert [row for sheet in sheets for row in sheet[1:]] == whole[1:]


def headers(service: Served, address: str, rows: int) -> set[str]:
    """The first lines of all parts of a sheet."""
    return {reply.text.partition("\n")[0] for reply in parts(service, address, rows)}


def test_every_part_has_the_columns_of_the_whole(club: Selo) -> None:
    """Also those that only some rows fill: whoever was merged into somebody."""
    merge = {"kind": "merge-players", "from": "N", "into": "C", "reason": "one person"}
    club.submit(player("N"))
    club.submit(merge)
    with served(club.ledger, now=lambda: AT) as service:
        heads = headers(service, "/search.csv?words=Pelaaja", 1)
        assert heads == {"player,name,club,fide_id,earlier_names,merged_into"}


@pytest.mark.lists("elo-fide")
def test_every_part_has_the_columns_of_all_lists(
    selo_without_ledger: Selo,
) -> None:
    """One list shows more beside the rating than another."""
    selo = selo_without_ledger
    selo.done("init", "--rules", "fi,fide")
    selo.submit(player("A"), player("B"))
    with served(selo.ledger, now=lambda: AT) as service:
        assert len(headers(service, "/players.csv?ids=A,B", 1)) == 1
        assert len(headers(service, "/players.csv?ids=A,B&list=elo-fide", 1)) == 1


def test_what_is_recorded_meanwhile_is_not_mixed_in(club: Selo) -> None:
    clock = [AT]
    with served(club.ledger, now=lambda: clock[0]) as service:
        first = service.ask("/api/lists/selo?limit=2")
        club.submit(
            tournament("summer", "2024-06-20", "D A 1-0", "C A 1-0"), player("N1")
        )
        clock[0] = "2024-07-01T12:00:00.000000Z"
        link = LINK.fullmatch(first.fields["link"])
        assert link is not None
        second = service.ask(f"/api/lists/selo{link[1]}")
        assert second.value["basis"] == first.value["basis"]
        before = service.ask(
            f"/api/lists/selo?known_seq={first.value['basis']['known_seq']}&as_of=2024-06-30"
        )
        rows: list[Any] = [*first.value["rows"], *second.value["rows"]]
        assert (
            rows == before.value["rows"] != service.ask("/api/lists/selo").value["rows"]
        )


@pytest.mark.parametrize(
    "states",
    ["from=2024-01-01", "known_on=2024-01-01..2024-06-30", "known_seq=0..{newest}"],
)
def test_two_states_stay_those_of_the_first_part(club: Selo, states: str) -> None:
    """However they are named, and whatever is recorded between one part and the next."""
    named = states.format(newest=club.events())
    with served(club.ledger, now=lambda: AT) as service:
        whole = service.ask(f"/api/diff?{named}").value["rows"]
        first = service.ask(f"/api/diff?{named}&limit=1")
        club.submit(tournament("summer", "2024-06-20", "D A 1-0", "C A 1-0"))
        rows = list(first.value["rows"])
        following = first.value["next"]
        while following is not None:
            part = service.ask(following)
            assert part.status == 200, part.text
            rows += part.value["rows"]
            following = part.value["next"]
        assert rows == whole and len(rows) > 2


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=-1",
        "limit=x",
        "limit=",
        "limit=1&limit=2",
        "limit=9999999999",
        "limit=1&cursor=e30",
        "rows=2",
        "top=2",
        "limit=2&top=2",
        "cursor=x",
        "cursor=",
        "cursor=%ff",
        "cursor=bnVsbA",
        "cursor=WzEsLTFd",
    ],
)
def test_a_part_that_is_none(service: Served, query: str) -> None:
    reply = service.ask(f"/api/lists/selo?{query}")
    assert reply.status == 400 and len(reply.codes) == 1


def test_a_day_that_is_not_over_is_not_mixed_either(club: Selo) -> None:
    """More may be recorded on the day that `known_on` names, between one part and the
    next.
    """
    with served(club.ledger, now=lambda: AT) as service:
        first = service.ask("/api/lists/selo?limit=2&known_on=2024-06-30")
        club.submit(tournament("summer", "2024-06-20", "D A 1-0", "C A 1-0"))
        link = LINK.fullmatch(first.fields["link"])
        assert link is not None and "known_on=2024-06-30" in link[1]
        second = service.ask(f"/api/lists/selo{link[1]}")
        assert second.value["basis"] == first.value["basis"]
        assert (
            service.ask("/api/lists/selo?known_on=2024-06-30").value["basis"]
            != first.value["basis"]
        )


def test_a_cursor_is_of_one_question(service: Served) -> None:
    first = service.ask("/api/lists/selo?limit=2&min_games=1")
    link = LINK.fullmatch(first.fields["link"])
    assert link is not None and service.ask(f"/lists/selo.csv{link[1]}").status == 200
    for other in (
        f"lists/pelo{link[1]}",
        f"tournaments{link[1].replace('&min_games=1', '')}",
        f"lists/selo{link[1].replace('min_games=1', 'min_games=2')}",
        f"lists/selo{link[1]}&as_of=2024-03-01",
    ):
        reply = service.ask(f"/api/{other}")
        assert (reply.status, reply.codes) == (
            400,
            ["parameter"],
        ) and "another question" in reply.text


def _cursor(part: RowsPart) -> str:
    return urlsafe_b64encode(msgspec.json.encode(part)).decode().rstrip("=")


@pytest.mark.parametrize(
    "wrong",
    [
        {"before": -(2**63)},
        {"before": 2**63},
        {"before": 0},
        {"first": 2**62},
        {"rows": 2**62},
        {"known_seq": 2**63},
        {"known_seq": -1},
        {"as_of": "2024-02-31"},
        {"as_of": "20240601"},
        {"as_of": "soon"},
    ],
    ids=str,
)
def test_a_cursor_that_nobody_gave_out_is_refused(
    service: Served, wrong: dict[str, Any]
) -> None:
    link = LINK.fullmatch(service.ask("/api/log?limit=1").fields["link"])
    assert link is not None
    cursor = link[1].partition("cursor=")[2]
    given = part_of(cursor)
    assert service.ask(f"/api/log?limit=1&cursor={_cursor(given)}").status == 200
    forged = _cursor(given._replace(**wrong))
    reply = service.ask(f"/api/log?limit=1&cursor={forged}")
    assert (reply.status, reply.codes) == (400, ["parameter"])


def test_an_answer_without_rows_has_no_parts(service: Served) -> None:
    assert service.ask("/api/players/F033?limit=3").codes == ["unknown-parameter"]


def test_a_part_is_not_taken_for_the_whole(service: Served) -> None:
    """The cache knows one from the other."""
    whole = service.ask("/api/titles").value
    assert service.ask("/api/titles?limit=1").value["rows"] == whole["rows"][:1]
    assert json.dumps(service.ask("/api/titles").value) == json.dumps(whole)


def test_a_name_that_is_no_longer_one_leads_to_the_right_one(service: Served) -> None:
    for name in ("rows", "top", "limits"):
        reply = service.ask(f"/api/titles?{name}=2")
        assert (reply.status, reply.codes) == (400, ["unknown-parameter"])
        assert "limit" in reply.value["problems"][0]["hint"]


def test_a_limit_of_its_own_stays_one(service: Served) -> None:
    """Whoever follows has `after`: the answer is the command's, and so is the page of a
    list.
    """
    followed = service.ask("/api/events?after=3&limit=2").value
    assert [event["seq"] for event in followed["events"]] == [
        4,
        5,
    ] and "next" not in followed
    whole, most = (
        service.ask(f"/api/lists/selo/bands{query}").value["players"]
        for query in ("", "?limit=3")
    )
    assert most == 3 < whole
    page = {"Accept": "text/html"}
    assert service.ask("/lists/selo?limit=3", fields=page).text.count("<tr>") == 4
    assert service.ask("/lists/selo?limit=", fields=page).status == 200


def test_the_log_reads_no_more_than_the_part_needs(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def summed_up(event: Event, reading: Reading) -> Message:
        read.append(event.seq)
        return summary(event, reading)

    monkeypatch.setattr(log, "summary", summed_up)
    value = service.ask("/api/log?limit=4&kind=tournament").value
    assert [event["seq"] for event in value["events"]] == read[:4] and len(read) == 5
    assert value["total"] is None and value["next"]


def test_next_is_an_address_below_the_base_path(published_ledger: str) -> None:
    with served(published_ledger, base_path="/ratings") as running:
        for sent in (
            "/ratings/api/titles?limit=2",
            "/api/titles?limit=2",
            "/ratings/titles.json?limit=2&sex=f",
        ):
            reply = running.ask(sent)
            if reply.status == 200:
                assert (
                    reply.value["next"].startswith("/ratings/")
                    and running.ask(reply.value["next"]).status == 200
                )
        assert (
            running.ask("/ratings/titles.json?limit=2")
            .value["next"]
            .startswith("/ratings/titles.json?limit=2&cursor=")
        )


def test_parts_asked_under_several_addresses_lead_on_under_their_own(
    service: Served,
) -> None:
    for sent in (
        "/api/lists/selo?limit=2",
        "/lists/selo.json?limit=2",
        "/api/lists/selo?limit=2&",
        "/api/lists/selo?&limit=2",
    ):
        following = service.ask(sent).value["next"]
        assert following.partition("?")[0] == sent.partition("?")[0]
        assert service.ask(following).status == 200


@pytest.mark.parametrize(
    "address",
    [
        "/api/log",
        "/log.json",
        "/log.csv",
        "/api/log?limit=999999999",
        "/api/log?kind=player",
    ],
)
def test_what_has_no_end_is_given_in_parts(
    address: str, service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is as long as a ledger."""
    whole = service.ask(address)
    few: dict[type[Asked], Limits] = {Log: replace(LIMITS[Log], rows_at_once=7)}
    monkeypatch.setattr(registry, "LIMITS", LIMITS | few)
    # asked otherwise: the answer of before is kept
    first = service.ask(f"{address}{'&' if '?' in address else '?'}since=2000-01-01")
    assert first.status == 200 and LINK.fullmatch(first.fields["link"])
    replies = [first]
    while (link := LINK.fullmatch(replies[-1].fields.get("link", ""))) is not None:
        replies.append(service.ask(address.partition("?")[0] + link[1]))
    if "csv" in address:
        assert (
            "".join(reply.text.partition("\n")[2] for reply in replies)
            == whole.text.partition("\n")[2]
        )
    else:
        assert [
            row for reply in replies for row in reply.value["events"]
        ] == whole.value["events"]
        assert {len(reply.value["events"]) for reply in replies[:-1]} == {
            7
        } and replies[-1].value["next"] is None


def test_a_log_that_is_not_long_is_as_it_was(service: Served) -> None:
    assert (
        LIMITS[Log].rows_at_once == 1000
        and len(service.ask("/api/log").value["events"]) < 1000
    )
    assert (
        "next" not in service.ask("/api/log").value
        and "link" not in service.ask("/log.csv").fields
    )
