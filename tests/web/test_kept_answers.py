"""An answer is given again, byte for byte, until something is recorded in the ledger or
beside it, or a day begins.
"""

import gzip
from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import patch

import pytest

from audit.checkpoint import checkpoint
from audit.signing import new_key
from projections.answers.kept_open import KeptLedger
from tests.features import asked_of_features
from tests.memory import peak_of
from tests.web.serving import NOW, Reply, Served, served
from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament
from tests.world.reached import copy_of, replaced
from web.answers.kept_answers import AnswerKey, Body, Cache, body
from web.answers.ledger_state import State
from web.store.roles import Role
from web.store.tokens import new_token

ASKED = (
    "/api/players/A",
    "/api/players/A/history?list=selo",
    "/en/players/A",
    "/api/lists/selo",
    "/en/tournaments/t1",
    "/lists/selo.csv",
    "/log.atom",
    "/players/A/picture.svg",
)
# a page says where it stands, and each service has a port of its own
HOST = {"Host": "ratings.test"}


@pytest.fixture
def club(selo: Selo) -> Selo:
    selo.clock(NOW)
    selo.submit(
        *(player(name, name=f"Player {name}", born="2015-03-02") for name in "ABCD")
    )
    selo.submit(*(opening(name, 1700) for name in "ABCD"))
    selo.submit(tournament("t1", "2024-05-01", game(1, "A", "B")))
    return selo


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger) as running:
        running.always |= HOST
        yield running


def kept(service: Served, address: str, fields: dict[str, str] | None = None) -> Reply:
    """The answer, for which nobody may ask the tables."""
    with patch.object(
        KeptLedger, "reading", side_effect=AssertionError("the tables were asked")
    ):
        return service.ask(address, fields=fields)


@pytest.mark.parametrize("address", ASKED)
def test_what_was_answered_is_given_again(service: Served, address: str) -> None:
    first = service.ask(address)
    again = kept(service, address)
    assert (again.status, again.body) == (first.status, first.body) == (200, first.body)
    assert (
        again.fields.keys() == first.fields.keys()
        and again.fields["etag"] == first.fields["etag"]
    )
    packed = kept(service, address, {"Accept-Encoding": "gzip"})
    plain = (
        gzip.decompress(packed.body)
        if "content-encoding" in packed.fields
        else packed.body
    )
    assert plain == first.body
    known = kept(service, address, {"If-None-Match": first.fields["etag"]})
    assert (known.status, known.body) == (304, b"")


def test_a_page_links_to_itself_as_it_was_asked_for(
    club: Selo, service: Served
) -> None:
    """The same question in other words is another page, whose links say those words."""
    first, second = (
        service.ask(f"/en/lists/selo?{words}")
        for words in ("min_games=1&limit=2", "limit=2&min_games=1")
    )
    with served(club.ledger) as other:
        alone = other.ask("/en/lists/selo?limit=2&min_games=1", fields=HOST)
    assert second.body == alone.body != first.body


def signed(club: Selo) -> None:
    new_key(str(club.folder / "selo.key"))
    checkpoint(club.ledger, str(club.folder / "selo.key"))


def _changed_beside(change: Callable[[str], object], club: Selo) -> object:
    return change(club.ledger)


CHANGES: dict[str, Callable[[Selo], object]] = {
    "a blitz of others": lambda club: club.submit(
        tournament("t2", "2024-06-01", game(1, "C", "D"), minutes=5)
    ),
    "somebody new": lambda club: club.submit(player("N", name="Somebody New")),
    **{
        name: partial(_changed_beside, change)
        for asked in asked_of_features()
        for name, change in [*asked.changes.items()][:1]
    },
    "a checkpoint": signed,
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_everything_is_made_anew(
    club: Selo, service: Served, change: str
) -> None:
    before = {address: service.ask(address) for address in ASKED}
    CHANGES[change](club)
    for address, reply in before.items():
        again = service.ask(address, fields={"If-None-Match": reply.fields["etag"]})
        assert again.status == 200 and again.fields["etag"] != reply.fields["etag"], (
            address
        )
        with served(club.ledger) as other:
            fresh = other.ask(address, fields=HOST)
        # whichever process answers, it is the same answer by the same name
        assert (again.body, again.fields["etag"]) == (
            fresh.body,
            fresh.fields["etag"],
        ), address


def test_nobody_is_given_what_the_office_sees(club: Selo, service: Served) -> None:
    token = new_token(club.ledger, "aino", Role.OFFICER, None, "tester", NOW).token
    office = {"Authorization": f"Bearer {token}"}
    tags = {
        service.ask("/api/players/A", fields=fields).fields["etag"]
        for fields in (office, {})
    }
    assert len(tags) == 2
    for tag in (*tags, ""):
        seen = service.ask("/api/players/A", fields=office | {"If-None-Match": tag})
        assert seen.status == 304 or seen.value["player"]["born"] == "2015-03-02"
        assert seen.fields["cache-control"] == "private, no-cache"
        shown = service.ask("/api/players/A", fields={"If-None-Match": tag})
        assert shown.status == 304 or shown.value["player"]["born"] == "2015"
        assert (
            service.ask("/api/players/A", fields={"Authorization": "Bearer x"}).status
            == 401
        )
    assert (
        service.ask("/api/players/A", fields={"Cookie": "selo_session=x"}).value[
            "player"
        ]["born"]
        == "2015"
    )


def test_what_is_kept_of_today_is_not_given_tomorrow(club: Selo) -> None:
    clock = ["2026-11-03T12:00:00.000000Z"]
    with served(club.ledger, now=lambda: clock[0]) as service:
        today = [service.ask("/api/players/A") for _ in range(3)]
        clock[0] = "2026-11-04T12:00:00.000000Z"
        tomorrow = [service.ask("/api/players/A") for _ in range(3)]
    tags = [
        {reply.fields["etag"] for reply in replies} for replies in (today, tomorrow)
    ]
    assert list(map(len, tags)) == [1, 1] and tags[0] != tags[1]
    assert all(reply.value["basis"]["as_of"] == "2026-11-04" for reply in tomorrow)


def test_a_ledger_put_back_is_not_taken_for_what_it_was(
    club: Selo, service: Served
) -> None:
    other = copy_of(club, "other.db")
    club.submit(player("A", name="Another Name", change=True))
    after = service.ask("/api/players/A")
    other.submit(player("A", name="A Third Name", change=True))
    replaced(club, other)
    again = service.ask(
        "/api/players/A", fields={"If-None-Match": after.fields["etag"]}
    )
    assert again.value["basis"]["known_seq"] == after.value["basis"]["known_seq"]
    assert (again.status, again.value["player"]["name"]) == (200, "A Third Name")


STATE = State(1, 7, NOW, "UTC", 0, 0)
KEY = AnswerKey("1.0", ("show", "A"), "json", "", False, STATE, NOW[:10])
OTHERS = (
    KEY._replace(version="1.1"),
    KEY._replace(asked=("show", "B")),
    KEY._replace(form="csv"),
    KEY._replace(look="fi"),
    KEY._replace(sees_people=True),
    KEY._replace(today="2026-11-02"),
    KEY._replace(state=STATE._replace(file=2)),
    KEY._replace(state=STATE._replace(head=8)),
    KEY._replace(state=STATE._replace(moment="2026-11-01T12:00:00.000001Z")),
    KEY._replace(state=STATE._replace(checkpoint=1)),
    KEY._replace(state=STATE._replace(beside=1)),
)


def test_everything_that_an_answer_follows_from_is_in_its_tag() -> None:
    assert len({key.tag() for key in (KEY, *OTHERS)}) == len(OTHERS) + 1
    assert KEY._replace().tag() == KEY.tag()


def test_the_answers_not_asked_for_longest_go_when_space_runs_out() -> None:
    cache, some = Cache(10_000), body("text/plain", b"x" * 500)
    key, *others = (key.tag() for key in (KEY, *OTHERS))
    assert len(others) == 11
    for tag in others:
        cache.put(tag, some)
        cache.get(others[0])
    # an answer takes the bytes of its content, and 500 beside them
    assert cache.bytes == 10_000
    assert cache.get(others[0]) is some and cache.get(others[1]) is None
    cache.put(key, some)
    assert cache.bytes == 10_000 and cache.get(key) is some
    assert cache.get(others[0]) is some and cache.get(others[2]) is None


def test_an_answer_over_an_eighth_of_the_space_is_not_kept() -> None:
    cache = Cache(10_000)
    cache.put(KEY.tag(), Body("text/plain", b"x" * 751))
    assert cache.get(KEY.tag()) is None and cache.bytes == 0


def test_a_long_address_takes_no_more_room_than_a_short_one() -> None:
    """A stranger may write one address in a million ways."""
    cache = Cache(2**20)

    def keep_many() -> None:
        for number in range(200):
            key = KEY._replace(asked=("show", "A" * 60_000 + str(number)))
            cache.put(key.tag(), Body("text/plain", b"x"))

    assert peak_of(keep_many, 2**20) < 2**20
    assert cache.bytes == 200 * 501


def test_what_is_kept_is_packed() -> None:
    """Most clients take it so, and it needs a fraction of the memory."""
    made = body("text/plain", b"a line\n" * 1000)
    assert made.is_packed and len(made.content) < 200
    assert made.plain() == b"a line\n" * 1000
    assert not body("text/plain", b"a line\n").is_packed
