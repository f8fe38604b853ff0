"""Whoever asked before a booking is answered after it as by a service that has just
begun.

Every question and every page is asked in each of its forms, by anybody and by an admin.
Then something is booked, and all is asked again, with the tag of the first answer and
without. So is what answers read beside the ledger. A question, a page or a kind of
document that is not in the tables below fails the tests of those tables.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from audit.checkpoint import checkpoint
from cli.options import key_files
from tests.features import asked_of_features
from tests.web.conftest import with_a_list
from tests.web.pages.test_every_page import ADDRESSES
from tests.web.serving import NOW, Reply, Served, served
from tests.web.test_same_answers import ASKED, SECONDS
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import Document, amend, game, opening, player, tournament
from tests.world.server import Put
from web.answers.ledger_state import LedgerState
from web.questions.registry import QUESTIONS
from web.store.draft_steps import DROPPED
from web.store.drafts import keep_draft, settle
from web.store.roles import Role

# a page says where it stands, and each service has a port of its own
HOST = {"Host": "ratings.test"}
WHY = {"reason": "the sheets disagree"}
GENEROUS = {"searches_a_minute": 10**9}
# no question and no page of its own, and made from the ledger all the same
OTHERS = (
    "/log.atom",
    "/lists.atom",
    "/players/F033.atom",
    "/players/F033/picture.svg",
    "/fi/players/F003/picture.svg",
    "/lists/selo/file",
    "/lists/selo/file?format=vega",
    "/lists/selo/file?label=2024-07",
    "/tournaments/kuusilahti-open-2023/trf/file",
    "/tournaments/kuusilahti-open-2023/pgn/file",
    "/api/players/F001/need?target=2330&against=F003&against=F053",
    "/desk",
    *(address for asked in asked_of_features() for address in asked.others),
)
BOOKED: dict[str, Document] = {
    "a late tournament": tournament(
        "late-1",
        "2025-09-04",
        game(1, "F003", "F053", "0-1"),
        game(2, "F053", "F003", "1-0"),
        game(3, "F003", "F053", "0-1"),
    ),
    "a blitz": tournament(
        "late-2", "2024-05-02", game(1, "F033", "F025", "0-1"), minutes=5
    ),
    "another result": amend(
        "kuusilahti-open-2023", games={"3.8": {"result": "1/2-1/2"}}, **WHY
    ),
    "other days": amend(
        "kuusilahti-open-2023", set={"start": "2023-06-10", "end": "2023-06-18"}, **WHY
    ),
    "a game more": {
        "kind": "game",
        "tournament": "late-1",
        **game(4, "F003", "F053", "0-1"),
    },
    "a tournament taken back": {
        "kind": "withdraw",
        "tournament": "kuusilahti-open-2023",
        **WHY,
    },
    "the tournament again": {
        "kind": "reinstate",
        "tournament": "kuusilahti-open-2023",
        **WHY,
    },
    "somebody new": player("N1", name="Uusi, Teppo", born="2001-02-03"),
    "an opening": opening("N1", 1750, on="2026-01-02"),
    "another name": player("F053", name="Toinen, Nimi", change=True),
    "a rating elsewhere": {
        "kind": "external-rating",
        "player": "F003",
        "source": "fide-standard",
        "rating": 2301,
        "on": "2023-01-01",
    },
    "two who are one": {"kind": "merge-players", "from": "N1", "into": "F053", **WHY},
    "a ruling": {
        "kind": "ruling",
        "player": "F003",
        "list": "selo",
        "rating": 2250,
        "on": "2025-10-01",
        **WHY,
    },
    "other rules": {
        "kind": "adopt-rules",
        "list": "elo",
        "edition": "elo-16-32",
        "from": "2025-01-01",
        **WHY,
    },
    "a list published": {
        "kind": "publish",
        "list": "pelo",
        "label": "2025-10",
        "as_of": "2025-10-01",
    },
    "the list once more": {
        "kind": "publish",
        "list": "selo",
        "label": "2024-07",
        "as_of": "2024-07-01",
    },
}


def _changed_beside(change: Callable[[str], object], selo: Selo) -> object:
    return change(selo.ledger)


# what answers read beside the ledger, each a change of what those before it left
BESIDE: dict[str, Callable[[Selo], object]] = {
    "a draft kept": lambda selo: keep_draft(
        selo.ledger, "a.json", b"{}", None, None, None, "kaisa", NOW
    ),
    "a draft dropped": lambda selo: settle(selo.ledger, 1, DROPPED, (), "kaisa", NOW),
    "a checkpoint": lambda selo: signed(selo),
    **{
        name: partial(_changed_beside, change)
        for asked in asked_of_features()
        for name, change in asked.changes.items()
    },
}
READ_BESIDE = (
    "/api/lists/next",
    "/en/lists/next",
    "/lists/next.csv",
    "/api/doctor",
    "/en/",
    "/en/desk",
    *(address for asked in asked_of_features() for address in asked.read_beside),
    *(f"/en{address}" for asked in asked_of_features() for address in asked.others),
)


def signed(selo: Selo) -> None:
    """Sign the newest state, with the key of the first checkpoint."""
    checkpoint(selo.ledger, str(selo.folder / "selo.key"))


class Question(NamedTuple):
    """One address in one form, as one asks it."""

    address: str
    is_admin: bool


class Office:
    """A ledger, a service that goes on, and others that are begun anew."""

    def __init__(self, selo: Selo, service: Served) -> None:
        self.selo = selo
        self.service = service
        self.admin = bearer(token(selo.ledger, Role.ADMIN, "kaisa"))
        self.before: dict[Question, Reply] = {}

    def ask(self, service: Served, question: Question, tag: str | None = None) -> Reply:
        fields = HOST | (self.admin if question.is_admin else {})
        if tag is not None:
            fields = fields | {"If-None-Match": tag}
        return service.ask(question.address, fields=fields)

    def look(self, questions: list[Question]) -> None:
        for question in questions:
            self.before[question] = self.ask(self.service, question)

    def differences(self, questions: list[Question]) -> Iterator[str]:
        """What the service says that one begun now does not say."""
        with served(self.selo.ledger, keys=key_files(), **GENEROUS) as begun_now:
            for question in questions:
                known = self.before[question].fields.get("etag")
                short = (
                    None if known is None else self.ask(self.service, question, known)
                )
                again = self.ask(self.service, question)
                fresh = self.ask(begun_now, question)
                if (again.status, plain(again)) != (fresh.status, plain(fresh)):
                    yield (
                        f"{question}: another answer, {again.text[:300]} for"
                        f" {fresh.text[:300]}"
                    )
                if (
                    short is not None
                    and short.status == 304
                    and unlike(self.before[question], fresh)
                ):
                    yield f"{question}: 304 for what has changed"
                self.before[question] = again


def plain(reply: Reply) -> str:
    """The text, but for how long it took and where a page was asked from."""
    return SECONDS.sub("", reply.text) if reply.status != 304 else ""


def unlike(before: Reply, after: Reply) -> bool:
    """Whether two answers say something else, but for the newest event that they name."""
    if before.fields.get("content-type") != "application/json":
        return False  # JSON says the same, and can be compared
    return bool(_without_basis(before.value) != _without_basis(after.value))


def _without_basis(value: Any) -> Any:
    return (
        {name: part for name, part in value.items() if name != "basis"}
        if isinstance(value, dict)
        else value
    )


def addresses() -> Iterator[str]:
    for entry in QUESTIONS:
        for address, _ in ASKED[entry.command]:
            page, _, query = address.partition("?")
            yield f"/api{address}"
            if entry.has_rows:
                yield f"{page}.csv?{query}"
    for pages in ADDRESSES.values():
        yield from (f"/en{address}" for address in pages)
    yield from OTHERS


def questions() -> list[Question]:
    every = [
        Question(address, is_admin)
        for address in addresses()
        for is_admin in (False, True)
    ]
    return [question for question in every if "wait=" not in question.address]


@pytest.fixture
def office(tmp_path: Path, put: Put) -> Iterator[Office]:
    selo = with_a_list(tmp_path, put)
    # the tag of an answer has the day of the newest event in it: on a day of its own a
    # booking would hide the rest
    selo.submit(player("N0", name="Ensin, Tanaan"))
    with served(selo.ledger, keys=key_files(), **GENEROUS) as service:
        yield Office(selo, service)


SHARES = [
    pytest.param(12, id="a twelfth"),
    pytest.param(1, id="all", marks=pytest.mark.torture),
]


@pytest.mark.parametrize("share", SHARES)
def test_all_is_answered_as_by_a_service_that_has_just_begun(
    office: Office, share: int
) -> None:
    """`make test-all` asks a twelfth around each booking, another twelfth each time;
    `make torture` asks all.
    """
    every = questions()
    statuses, wrong = Counter[int](), []
    for turn, (name, document) in enumerate(BOOKED.items()):
        asked = every[turn % share :: share]
        office.look(asked)
        statuses.update(office.before[question].status for question in asked)
        office.selo.submit(document)
        wrong += [
            f"after {name}: {difference}" for difference in office.differences(asked)
        ]
    assert wrong == [], "\n".join(wrong)
    assert statuses[200] > 0.9 * statuses.total(), statuses


def test_a_needed_score_follows_from_the_opponents_too(office: Office) -> None:
    assert [*around_a_late_tournament(office)] == []


def test_a_state_that_forgets_the_newest_event_is_found(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A control: an answer that is given again after something was recorded."""
    with closing(LedgerState(office.selo.ledger)) as state:
        before = state.state()
    monkeypatch.setattr(LedgerState, "state", lambda self: before)
    assert len([*around_a_late_tournament(office)]) == 2  # another answer, and 304


def ask_around_changes_beside_the_ledger(office: Office) -> Iterator[str]:
    asked = [Question(address, True) for address in READ_BESIDE]
    for name, change in BESIDE.items():
        office.look(asked)
        assert {office.before[question].status for question in asked} == {200}
        change(office.selo)
        changed = False
        for question in asked:
            changed = (
                changed
                or office.ask(office.service, question).body
                != office.before[question].body
            )
        assert changed, f"no answer reads {name}"
        yield from (
            f"after {name}: {difference}" for difference in office.differences(asked)
        )


def test_what_is_kept_beside_the_ledger_is_answered_as_it_stands(
    office: Office,
) -> None:
    assert [*ask_around_changes_beside_the_ledger(office)] == []


def test_a_state_that_forgets_what_is_kept_beside_is_found(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A control."""
    monkeypatch.setattr(LedgerState, "state", LedgerState._of_ledger)
    with pytest.raises(AssertionError, match=r"no answer reads|another answer"):
        assert [*ask_around_changes_beside_the_ledger(office)] == []


def test_a_published_list_is_held_against_what_it_is_today(office: Office) -> None:
    asked = [
        Question(f"{place}/lists/selo/published/2024-07", False)
        for place in ("/api", "/en")
    ]
    office.look(asked)
    assert all(row["change"] == 0 for row in office.before[asked[0]].value["rows"])
    office.selo.submit(BOOKED["another result"])
    assert [*office.differences(asked)] == []
    assert sum(row["change"] != 0 for row in office.before[asked[0]].value["rows"]) > 3


def around_a_late_tournament(office: Office) -> Iterator[str]:
    asked = [
        Question("/api/players/F001/need?target=2330&against=F003&against=F053", False)
    ]
    office.look(asked)
    office.selo.submit(BOOKED["a late tournament"])
    yield from office.differences(asked)
