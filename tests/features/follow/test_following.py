"""A visitor follows a player, a club or a tournament by mail: they type an address,
confirm it with the link of a mail, and end it with the link of another.
"""

import re
from contextlib import closing
from html import unescape
from urllib.parse import quote, urlencode

import pytest

from features.follow.due import DueMails
from features.follow.store.asked import OF_ADDRESS, ask_to_follow, wish_of_link
from features.follow.store.counts import follow_counts
from features.follow.store.followers import confirm
from features.follow.subjects import Subject
from tests.features.follow.conftest import SENDER, SERVICE, Post
from tests.web.desk.officer import FIELDS, Officer
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.ledger import submitted
from tests.world.pace import until
from web import Settings
from web.store.beside import rows_found

ON_BOTH = True  # in a file and on a database server
AINO = "aino@home.example"
LATER = "2024-07-05T12:00:00.000000Z"


def seen(service: Served, address: str) -> str:
    reply = service.ask(address, fields={"Accept": "text/html"})
    assert reply.status == 200, reply.text
    assert Page(reply.text).flaws == []
    return unescape(reply.text)


def sent(service: Served, to: str, more: dict[str, str], **fields: str) -> Reply:
    return service.ask(
        to,
        "POST",
        urlencode(fields).encode(),
        {"Content-Type": FIELDS, "Accept": "text/html", **more},
    )


def typed(
    service: Served, address: str = AINO, language: str = "", **more: str
) -> Reply:
    fields = {"player": "A", "address": address, "name": "", **more}
    return sent(service, f"{language}/follow", {}, **fields)


def link_in(mail: object) -> str:
    """The address below the service of the only link of a mail."""
    [link] = re.findall(rf"{re.escape(SERVICE)}(\S+)", str(mail))
    return str(link)


def mail_to(post: Post, address: str = AINO, number: int = 1) -> str:
    until(lambda: len(post.to(address)) >= number)
    return str(post.to(address)[number - 1].get_content())


def confirmed(service: Served, post: Post, address: str = AINO, **more: str) -> None:
    number = len(post.to(address)) + 1
    assert typed(service, address, **more).status == 200
    link = link_in(mail_to(post, address, number))
    assert sent(service, link, {}).status == 200


def test_from_a_page_to_the_last_mail(club: Selo, service: Served, post: Post) -> None:
    assert "/follow?player=A" in seen(service, "/players/A")
    assert "/follow?tournament=open-2024" in seen(service, "/tournaments/open-2024")
    form = seen(service, "/fi/follow?player=A")
    assert "sähköpostilla" in form
    answer = typed(service, language="/fi")
    assert answer.status == 200 and AINO in answer.text
    text = mail_to(post)
    [mail] = post.to(AINO)
    assert (mail["From"], mail["To"]) == (SENDER, AINO)
    assert mail["Content-Language"] == "fi" and mail["Auto-Submitted"]
    link = link_in(text)
    assert link.startswith("/fi/follow/yes/")

    # what looks into mails opens every link, and nothing happens
    for _ in range(2):
        assert AINO in seen(service, link)
    assert follow_counts(club.ledger).confirmed == 0
    done = sent(service, link, {})
    assert done.status == 200 and Page(done.text).flaws == []
    assert (done.fields["cache-control"], done.fields["referrer-policy"]) == (
        "no-store",
        "no-referrer",
    )
    assert "noindex" in done.text
    counts = follow_counts(club.ledger)
    assert (counts.confirmed, counts.followed, counts.unconfirmed) == (1, 1, 0)
    assert sent(service, link, {}).status == 404, "it works once"


def test_nobody_follows_somebody_who_is_hidden(
    club: Selo, service: Served, post: Post
) -> None:
    typed(service)
    link = link_in(mail_to(post))
    submitted(club.ledger, {"kind": "player", "player": "A", "unlisted": True}, now=AT)
    assert sent(service, link, {}).status == 404
    assert follow_counts(club.ledger).confirmed == 0
    assert typed(service, "other@home.example").status == 404
    assert "/follow" not in seen(service, "/players/A")


def secret_of(club: Selo, address: str = AINO) -> str:
    query = "SELECT secret FROM follow_address WHERE address = ?"
    [(secret,)] = rows_found(club.ledger, query, (address,))
    return str(secret)


def test_the_link_that_ends_it(club: Selo, service: Served, post: Post) -> None:
    confirmed(service, post)
    confirmed(service, post, player="", tournament="open-2024")
    end = f"/follow/end/{secret_of(club)}"
    page = seen(service, end)
    assert "/players/A" in page and "/tournaments/open-2024" in page
    assert follow_counts(club.ledger).followed == 2, "to look ends nothing"
    sent(service, end, {}, kind="player", subject="A")
    page = seen(service, end)
    assert "/players/A" not in page and "/tournaments/open-2024" in page
    # as a mail program does it by itself: from no page, and with no field of ours
    reply = sent(service, end, {}, **{"List-Unsubscribe": "One-Click"})
    assert reply.status == 200 and Page(reply.text).flaws == []
    counts = follow_counts(club.ledger)
    assert (counts.confirmed, counts.followed, counts.unconfirmed) == (0, 0, 0)
    assert '<form method="post">' not in seen(service, end)


@pytest.mark.features("best")
def test_a_club(club: Selo, service: Served, post: Post) -> None:
    moved = {"kind": "player", "player": "B", "club": "Harjun Shakki & Co"}
    submitted(club.ledger, moved, now=AT)
    name = quote("Harjun Shakki & Co", safe="")
    lists = seen(service, "/lists/selo?club=Harjun+Shakki+%26+Co")
    assert "/follow?club=" in lists
    assert "/follow?club=" in seen(service, f"/clubs/{name}")
    assert "/follow?" not in seen(service, "/lists/selo")
    confirmed(service, post, player="", club="Harjun Shakki & Co")
    assert follow_counts(club.ledger).confirmed == 1
    assert typed(service, player="", club="Nobody's").status == 404


def test_without_a_mail_server_there_is_nothing(club: Selo) -> None:
    with served(club.ledger, now=lambda: AT) as silent:
        assert "/follow" not in seen(silent, "/players/A")
        assert "/follow" not in seen(silent, "/tournaments/open-2024")
        for address in ("/follow?player=A", "/follow/yes/x", "/desk/follow"):
            assert silent.ask(address).status == 404, address
        assert typed(silent).status in (404, 405)


def test_a_stranger_hears_the_same_of_every_address(
    club: Selo, service: Served, post: Post
) -> None:
    """Of one that follows, of one that nobody knows, and of one that had its mails."""
    confirmed(service, post)
    known, unknown = typed(service).text, typed(service, "x@home.example").text
    for _ in range(OF_ADDRESS):
        often = typed(service).text
    as_known = unknown.replace("x@home.example", AINO)
    assert known == often == as_known
    until(lambda: not due(club))
    # one of them was confirmed
    assert len(post.to(AINO)) == OF_ADDRESS + 1


def due(club: Selo) -> list[object]:
    return rows_found(club.ledger, "SELECT 1 FROM follow_asked WHERE sent_at IS NULL")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "aino",
        "a@b@home.example",
        "aino@home.example\r\nBcc: x@home.example",
        "aino@home.example, x@home.example",
        "Aino <aino@home.example>",
        "aino@home",
        "ai no@home.example",
        "äino@home.example",
        "aino@home.example\x7f",
        "a" * 250 + "@home.example",
        '"a\\r\\nb"@home.example',
        "=?utf-8?q??=@home.example",
        "=?utf-8?q?you=20won!=20evil.example/x?=@home.example",
    ],
)
def test_what_is_no_address_goes_nowhere(
    club: Selo, service: Served, address: str
) -> None:
    reply = typed(service, address)
    assert reply.status == 422 and Page(reply.text).flaws == []
    assert "is not an email address" in reply.text
    assert follow_counts(club.ledger).unconfirmed == 0


def test_nothing_of_what_was_typed_is_in_the_mail(
    club: Selo, service: Served, post: Post
) -> None:
    """But the address: nobody sends words of theirs through the office."""
    typed(service, "buy.pills@home.example", note="Buy pills", subject="Buy pills")
    text = mail_to(post, "buy.pills@home.example")
    [mail] = post.to("buy.pills@home.example")
    assert "pills" not in text and "pills" not in str(mail["Subject"])


def test_who_asks_for_nothing_and_who_fills_in_the_hidden_field(
    service: Served,
) -> None:
    assert typed(service, player="ZZZ").status == 404
    assert typed(service, player="").status == 404
    assert service.ask("/follow").status == 404
    assert service.ask("/follow?club=Nobody").status == 404
    assert typed(service, name="x").status == 422


def test_a_page_of_another_site_sends_and_ends_nothing(
    club: Selo, service: Served, post: Post
) -> None:
    other = {"Sec-Fetch-Site": "cross-site"}
    assert sent(service, "/follow", other, player="A", address=AINO).status == 403
    confirmed(service, post)
    end = f"/follow/end/{secret_of(club)}"
    assert sent(service, end, other, all="yes").status == 403
    assert follow_counts(club.ledger).confirmed == 1
    aino = Officer(club, service)
    forged = {**aino.cookie, **other}
    assert sent(service, "/desk/follow", forged, address=AINO).status == 403
    assert follow_counts(club.ledger).confirmed == 1


def test_one_client_types_few_addresses(service: Served) -> None:
    statuses = [typed(service, f"a{n}@home.example").status for n in range(11)]
    assert statuses == [200] * 10 + [429]


def test_an_address_that_is_never_confirmed_is_forgotten(
    club: Selo, post: Post
) -> None:
    ask_to_follow(club.ledger, AINO, Subject("player", "A"), "en", AT)
    now = AT
    settings = Settings(ledger=club.ledger, now=lambda: now)
    with closing(DueMails(settings, post.server)) as mails:
        mails.send()
        secret = link_in(post.to(AINO)[0].get_content()).rpartition("/")[2]
        assert wish_of_link(club.ledger, secret, AT) is not None
        assert wish_of_link(club.ledger, secret, LATER) is None
        assert confirm(club.ledger, secret, 1, LATER[:10], LATER) is None
        now = LATER
        mails.send()
    assert rows_found(club.ledger, "SELECT 1 FROM follow_asked") == []
    assert len(post.taken) == 1


def test_the_secret_of_a_link_is_kept_as_a_hash(
    club: Selo, service: Served, post: Post
) -> None:
    typed(service)
    secret = link_in(mail_to(post)).rpartition("/")[2]
    rows = rows_found(club.ledger, "SELECT * FROM follow_asked")
    assert len(rows) == 1 and secret not in repr(rows)
    other = ("x" if secret[0] != "x" else "y") + secret[1:]
    assert service.ask(f"/follow/yes/{other}").status == 404
    assert sent(service, f"/follow/yes/{other}", {}).status == 404


def test_the_office_sees_numbers_and_forgets_an_address(
    club: Selo, service: Served, post: Post
) -> None:
    confirmed(service, post)
    aino = Officer(club, service)
    assert "/desk/follow" in aino.page("/desk")
    page = aino.page("/desk/follow")
    assert "Changes by email" in page and AINO not in page
    seura = Officer(club, service, "submitter", "seura")
    assert seura.see("/desk/follow").status == 403
    assert "/desk/follow" not in seura.page("/desk")
    refused = aino.post("/desk/follow", {"address": "other@home.example"})
    assert refused.status == 422
    assert aino.sent("/desk/follow", {"address": "AINO@Home.example"}) == "/desk/follow"
    assert club.ask("follow", "count") == {
        "confirmed": 0,
        "followed": 0,
        "unconfirmed": 0,
        "failing": 0,
    }


def test_the_command_forgets_an_address(
    club: Selo, service: Served, post: Post
) -> None:
    confirmed(service, post)
    typed(service, player="B")
    assert club.ask("follow", "forget", "Aino@home.example") == {"followed": 2}
    [problem] = club.refused("follow", "forget", AINO, code=3)
    assert problem["code"] == "unknown-follower"


def test_addresses_are_in_no_answer_and_no_event(
    club: Selo, service: Served, post: Post
) -> None:
    confirmed(service, post)
    aino = Officer(club, service)
    for address in ("/api/log", "/api/events", "/players/A", "/desk", "/desk/follow"):
        assert AINO not in aino.see(address).text
    assert AINO not in repr(club.ask("log"))
