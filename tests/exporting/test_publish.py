"""Publishing: rows frozen in an event, revisions, and each row beside what it comes to
today.
"""

from pathlib import Path
from typing import Any

import pytest

import audit.verify
from audit.tables import check_tables
from audit.verify import verify
from desk.receipts import Receipt
from ledger.bodies import ListPublished
from ledger.decide.publication import rows_digest
from ledger.errors import NotFound, Refused, SeloError
from messages.answer import json_value
from projections.answers import Question
from projections.answers.events.impact import impact
from projections.answers.lists.published import compared_with_today, lists
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from tests.world.documents import Document, amend, opening, player, tournament
from tests.world.ledger import NOW, new_ledger, submitted

TODAY = NOW[:10]
DAY = "2024-06-30"
PUBLISH = {"kind": "publish", "list": "selo", "label": "2024-07", "as_of": DAY}
AMEND = amend("cup", games={"1.1": {"result": "0-1"}})


def cup(name: str, day: str, *more: str) -> Document:
    return tournament(name, day, "A B 1-0", "B C 1-0", *more)


@pytest.fixture
def club(tmp_path: Path) -> str:
    path = str(new_ledger(tmp_path))
    for name, rating in (("A", 1600), ("B", 1700), ("C", 1800)):
        submitted(path, player(name), opening(name, rating))
    submitted(path, cup("cup", "2024-05-01"))
    return path


def published(
    path: str, label: str = "2024-07", revision: int | None = None, **question: Any
) -> dict[str, Any]:
    with reading(path, Question(**question), TODAY) as now:
        return dict(json_value(compared_with_today(now, "selo", label, revision)))


def numbers(value: dict[str, Any], column: str) -> dict[str, int]:
    return {row["player"]: row[column] for row in value["rows"]}


def body_of(path: str, seq: int) -> ListPublished:
    with reading(path, Question(), TODAY) as now:
        event = now.known_events.event(seq)
    assert event is not None and isinstance(event.body, ListPublished)
    return event.body


def shown(receipt: Receipt) -> dict[str, Any]:
    """Without the footer, which test_footer.py looks at."""
    return {
        name: value
        for name, value in json_value(receipt).items()
        if name not in ("size", "root")
    }


def repeated(seq: int) -> dict[str, Any]:
    return {"seq": seq, "kind": "publish", "target": "selo/2024-07", "repeated": True}


def test_a_list_is_frozen_as_known_now(club: str) -> None:
    [receipt] = submitted(club, PUBLISH).recorded
    assert shown(receipt) == {
        "seq": 14,
        "kind": "publish",
        "target": "selo/2024-07",
        "repeated": False,
    }
    body = body_of(club, 14)
    assert (body.revision, body.as_of, body.known_seq, body.rules) == (
        1,
        DAY,
        13,
        "fi-2023",
    )
    with reading(club, Question(as_of=DAY), TODAY) as then:
        assert [(r.player, r.rating, r.games) for r in body.rows] == [
            (r["player"], r["rating"], r["games"])
            for r in json_value(rating_list(then, "selo"))["rows"]
        ]
        assert [shown(row) for row in json_value(lists(then))["rows"]] == [
            {
                "list": "selo",
                "label": "2024-07",
                "revision": 1,
                "as_of": DAY,
                "seq": 14,
                "known_seq": 13,
                "rules": "fi-2023",
                "sha256": rows_digest(body.rows),
                "rows": 3,
            }
        ]
        assert impact(then, 14).rows == ()
    value = published(club)
    assert numbers(value, "rating") == numbers(value, "now")
    assert (
        all(row["moved_by"] == () and row["change"] == 0 for row in value["rows"])
        and value["missing"] == ()
    )


def test_the_same_rows_again_are_a_repetition_and_others_a_revision(club: str) -> None:
    submitted(club, PUBLISH)
    assert shown(submitted(club, PUBLISH).recorded[0]) == repeated(14)
    submitted(club, AMEND)
    assert submitted(club, PUBLISH, dry_run=True).recorded[0].repeated is False
    assert submitted(club, PUBLISH).recorded[0].seq == 16
    assert shown(submitted(club, PUBLISH).recorded[0]) == repeated(16)
    assert [body_of(club, seq).revision for seq in (14, 16)] == [1, 2]
    submitted(club, {**PUBLISH, "as_of": "2024-04-30"})
    assert body_of(club, 17).revision == 3
    assert submitted(club, {**PUBLISH, "list": "pelo"}).recorded[0].seq == 18
    assert body_of(club, 18).revision == 1
    assert check_tables(club).equal and verify(club).problems == ()


def test_a_correction_never_changes_it_and_is_named_beside_it(club: str) -> None:
    submitted(club, PUBLISH)
    before = body_of(club, 14)
    frozen = numbers(published(club), "rating")
    submitted(club, AMEND)
    submitted(club, player("D"))
    submitted(club, cup("late", "2024-06-01", "D A 1-0"))
    assert body_of(club, 14) == before
    value = published(club)
    assert numbers(value, "rating") == frozen != numbers(value, "now")
    row = next(row for row in value["rows"] if row["player"] == "A")
    assert [(m["seq"], m["kind"], m["target"]) for m in row["moved_by"]] == [
        (15, "amend", "cup"),
        (17, "tournament", "late"),
    ]
    assert row["moved_by"][0]["reason"] == "the slip was misread"
    assert (
        row["rating"] + sum(m["after"] - m["before"] for m in row["moved_by"])
        == row["now"]
    )
    assert row["change"] == row["now"] - row["rating"]
    [missing] = value["missing"]
    assert (missing["player"], missing["rating"], missing["moved_by"][0]["seq"]) == (
        "D",
        None,
        17,
    )
    with reading(club, Question(as_of=DAY), TODAY) as then:
        assert numbers(json_value(rating_list(then, "selo")), "rating") == numbers(
            value, "now"
        ) | {"D": missing["now"]}
    submitted(club, PUBLISH)
    assert numbers(published(club, revision=1), "rating") == frozen
    assert numbers(published(club, revision=2), "change") == dict.fromkeys("ABCD", 0)
    assert check_tables(club).equal and verify(club).problems == ()


def test_what_was_not_known_is_not_seen(club: str) -> None:
    submitted(club, PUBLISH)
    submitted(club, AMEND)
    submitted(club, PUBLISH)
    with reading(club, Question(known_seq=13), TODAY) as before:
        assert lists(before).rows == ()
    for question in ({"known_seq": 13}, {"known_on": "2026-10-31"}):
        with pytest.raises(NotFound):
            published(club, **question)
    assert published(club, known_seq=15)["revision"] == 1
    assert numbers(published(club, known_seq=14), "change") == dict.fromkeys("ABC", 0)
    assert numbers(published(club, known_seq=15), "change") != dict.fromkeys("ABC", 0)
    with reading(club, Question(as_of="2024-01-01"), TODAY) as early:
        assert lists(early).rows == ()  # a list of a later day


def test_after_a_merge_the_number_is_that_of_the_one_who_remains(club: str) -> None:
    submitted(club, player("E", name="Nimi E"), opening("E", 1500, "pelo"))
    submitted(club, {**PUBLISH, "list": "pelo"})
    submitted(
        club,
        {"kind": "merge-players", "from": "E", "into": "A", "reason": "one person"},
    )
    with reading(club, Question(), TODAY) as now:
        value = json_value(compared_with_today(now, "pelo", "2024-07"))
    [row] = value["rows"]
    assert (row["player"], row["rating"], row["now"], row["merged_into"]) == (
        "E",
        1500,
        1500,
        "A",
    )
    assert value["missing"] == () and row["name"] == "Nimi E"


def test_an_id_is_followed_to_everybody_whom_it_meant_since(club: str) -> None:
    """Of a merge that was withdrawn nothing is left today, but it counted for a time."""
    submitted(club, player("E"), opening("E", 1500, "pelo"), player("F"))
    submitted(club, {**PUBLISH, "list": "pelo"})

    merge = {"kind": "merge-players", "from": "E", "reason": "one person"}
    [into_another] = submitted(club, {**merge, "into": "F"}).recorded
    submitted(
        club, {"kind": "withdraw", "seq": into_another.seq, "reason": "two people"}
    )
    submitted(club, {**merge, "into": "A"})
    [ruling] = submitted(
        club,
        {
            "kind": "ruling",
            "player": "A",
            "list": "pelo",
            "on": "2024-06-01",
            "delta": 10,
            "reason": "the board",
        },
    ).recorded

    with reading(club, Question(), TODAY) as now:
        [row] = compared_with_today(now, "pelo", "2024-07").rows
    assert (row.player, row.merged_into, row.now) == ("E", "A", 1510)
    [moved] = row.moved_by
    assert (moved.seq, moved.before, moved.after) == (ruling.seq, 1500, 1510)


def test_in_one_submission_with_what_it_rests_on(club: str) -> None:
    """Earlier documents of the submission are known, later ones are not."""
    documents = [
        cup("late", "2024-06-01"),
        PUBLISH,
        {**PUBLISH, "list": "pelo"},
        AMEND,
        {**PUBLISH, "label": "b"},
    ]
    submitted(club, *documents)
    assert [body_of(club, seq).known_seq for seq in (15, 16, 18)] == [14, 15, 17]
    with reading(club, Question(as_of=DAY, known_seq=14), TODAY) as then:
        assert {r.player: r.rating for r in body_of(club, 15).rows} == numbers(
            json_value(rating_list(then, "selo")), "rating"
        )
    with reading(club, Question(as_of=DAY), TODAY) as now:
        assert {r.player: r.rating for r in body_of(club, 18).rows} == numbers(
            json_value(rating_list(now, "selo")), "rating"
        )
    assert {m["seq"] for row in published(club)["rows"] for m in row["moved_by"]} == {
        17
    }
    assert check_tables(club).equal and verify(club).problems == ()


def test_lists_in_the_midst_of_submissions_are_verified_by_one_replay(
    club: str, monkeypatch: Any
) -> None:
    for number in range(3):
        submitted(
            club,
            cup(f"c{number}", f"2024-06-{number + 1:02d}"),
            {**PUBLISH, "label": f"l{number}"},
            cup(f"d{number}", DAY),
        )
    replays: list[int] = []
    honest = vars(audit.verify)["rebuild"]

    def counted(*given: Any, **named: Any) -> Any:
        replays.append(1)
        return honest(*given, **named)

    monkeypatch.setattr(audit.verify, "rebuild", counted)
    assert verify(club).problems == () and len(replays) == 2
    # the control: rows of another state of knowledge are seen
    monkeypatch.setattr(
        audit.verify,
        "rebuild",
        lambda *given, cuts=(), **named: honest(*given, **named),
    )
    assert {problem.code for problem in verify(club).problems} == {"list-differs"}


def test_two_lists_together_need_no_replay(club: str) -> None:
    submitted(club, PUBLISH, {**PUBLISH, "list": "pelo"})
    assert [body_of(club, seq).known_seq for seq in (14, 15)] == [13, 13]


def test_a_key_counts_even_when_the_rows_would_differ(club: str) -> None:
    submitted(club, {**PUBLISH, "key": "july"})
    submitted(club, AMEND)
    assert submitted(club, {**PUBLISH, "key": "july"}).recorded[0].seq == 14


@pytest.mark.lists("elo")
@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({**PUBLISH, "as_of": "2026-11-02"}, "future"),
        ({**PUBLISH, "as_of": "2024-02-30"}, "no-such-day"),
        ({**PUBLISH, "label": " 2024"}, "blank-edges"),
        ({**PUBLISH, "label": ""}, "wrong-value"),
        ({**PUBLISH, "label": "a\u0007"}, "bad-text"),
        ({**PUBLISH, "label": "July 2024"}, "label-not-a-word"),
        ({**PUBLISH, "label": "July\u00a02024"}, "label-not-a-word"),
        ({**PUBLISH, "list": "blitz"}, "wrong-value"),
        ({**PUBLISH, "list": "elo"}, "no-rules"),
        ({"kind": "withdraw", "seq": 14, "reason": "wrong"}, "not-withdrawable"),
    ],
)
def test_lists_that_cannot_be_published_are_refused(
    club: str, document: dict[str, Any], code: str
) -> None:
    submitted(club, PUBLISH)
    with pytest.raises(SeloError) as caught:
        submitted(club, document)
    assert isinstance(caught.value, Refused)
    assert [problem.code for problem in caught.value.problems] == [code]
    if code == "label-not-a-word":
        assert caught.value.problems[0].hint == "write it as July-2024"
