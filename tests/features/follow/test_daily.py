"""The mail of the day: what is new of all that an address follows, once a day, in the
words of the feeds, and to nobody who does not want it any more.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from email.message import EmailMessage
from smtplib import SMTP

import pytest

from desk.smtp import SmtpServer, connected
from features.follow import sending
from features.follow.due import DueMails
from features.follow.store.asked import ask_to_follow, claim_link
from features.follow.store.counts import follow_counts, follow_gauges
from features.follow.store.daily import claim_mail
from features.follow.store.followers import (
    confirm,
    end,
    end_subjects,
    forget_erased,
    subjects_followed,
)
from features.follow.subjects import Subject
from ledger.store.connection import Connection
from ledger.store.persons import Personal
from projections.replay.unit_row import UnitRow
from projections.tables import entries
from projections.tables.own_rows import OwnRows
from tests.features.follow.conftest import SERVICE, Post
from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import Document, open_2024, opening, player, tournament
from tests.world.ports import kept_port
from web import Settings
from web.store.beside import changing, rows_found

ON_BOTH = True  # in a file and on a database server
AINO, BERTIL = "aino@home.example", "bertil@home.example"
MORNING, NIGHT = "T09:00:00.000000Z", "T01:00:00.000000Z"
FIRST_DAY = "2024-07-01"
CORRECTED: Document = {
    "kind": "amend",
    "tournament": "open-2024",
    "games": {"1.1": {"result": "0-1"}},
    "reason": "the slip was misread",
}


class Days:
    """A club, the mail server of its office, and a clock: `passes(day)` is the morning
    of a day.
    """

    def __init__(self, club: Selo, post: Post) -> None:
        self.club, self.post = club, post
        self.moment = FIRST_DAY + MORNING
        self.working: list[DueMails] = []
        self.mails = self.another()

    def another(self, post: Post | None = None) -> DueMails:
        settings = Settings(ledger=self.club.ledger, now=lambda: self.moment)
        mails = DueMails(settings, (post or self.post).server)
        self.working.append(mails)
        return mails

    def follows(self, address: str, language: str, *subjects: Subject) -> None:
        for subject in subjects:
            ask_to_follow(self.club.ledger, address, subject, language, self.moment)
            claimed = claim_link(self.club.ledger, self.moment)
            assert claimed is not None
            head = self.club.ask("log", "--limit", "1")["events"][0]["seq"]
            day = self.moment[:10]
            assert confirm(self.club.ledger, claimed[1], head, day, self.moment)

    def passes(self, day: str, hour: str = MORNING) -> list[EmailMessage]:
        """The mails that go on this morning."""
        before = len(self.post.taken)
        self.moment = day + hour
        self.mails.send()
        return [mail for _, mail in self.post.taken[before:]]

    def known(self, address: str = AINO) -> int:
        query = "SELECT COUNT(*) FROM follow_subject WHERE address = ?"
        return int(rows_found(self.club.ledger, query, (address,))[0][0])


@pytest.fixture
def days(club: Selo, post: Post) -> Iterator[Days]:
    club.submit(open_2024())
    days = Days(club, post)
    yield days
    for mails in days.working:
        mails.close()


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


A, OPEN = Subject("player", "A"), Subject("tournament", "open-2024")
SPRING = tournament("spring", "2024-03-01", "A B 1-0", "C D 0-1", name="Kevätkisa")


def test_new_games_are_mailed_the_next_morning(days: Days) -> None:
    days.follows(AINO, "fi", A)
    days.club.submit(SPRING)
    assert days.passes(FIRST_DAY) == [], "it was looked at today, when it was confirmed"
    assert days.passes("2024-07-02", NIGHT) == [], "before six nothing is sent"
    [mail] = days.passes("2024-07-02")
    text = text_of(mail)
    assert mail["To"] == AINO and "Pelaaja A" in str(mail["Subject"])
    assert "Kevätkisa" in text and "1.3.2024" in text and "selo 1" in text
    assert f"{SERVICE}/fi/players/A" in text
    assert days.passes("2024-07-03") == [], "nothing is new"


def test_what_is_mailed_is_what_the_feed_has(days: Days) -> None:
    days.follows(AINO, "en", A)
    days.club.submit(SPRING)
    days.club.submit(CORRECTED)
    [mail] = days.passes("2024-07-02")
    with served(days.club.ledger, now=lambda: days.moment) as service:
        feed = service.ask("/players/A.atom").text
    entries = feed.split("<entry>")[1:]
    lines = [line for line in text_of(mail).splitlines() if line.startswith("- ")]
    # the entries of before: opening, and the tournament as it was first
    assert len(lines) == len(entries) - 2
    for line in lines:
        change = line.removeprefix("- ").partition(",")[0]
        assert f"<title>{change}</title>" in feed


def test_a_rating_that_does_not_count_any_more_is_mailed(days: Days) -> None:
    days.club.submit({"kind": "player", "player": "B", "club": "Harju"})
    days.club.submit(SPRING)
    days.follows(AINO, "en", A, Subject("club", "Harju"))
    days.follows(BERTIL, "fi", Subject("tournament", "spring"))
    days.club.submit({"kind": "withdraw", "tournament": "spring", "reason": "invented"})
    now = {
        player: days.club.ask("show", player)["lists"]["selo"]["rating"]
        for player in "AB"
    }
    mails = {mail["To"]: text_of(mail) for mail in days.passes("2024-07-02")}
    gone = "selo: Kevätkisa, 1 March 2024, does not count any more; now"
    assert f"- {gone} {now['A']}" in mails[AINO]
    assert f"- Pelaaja B, {gone} {now['B']}" in mails[AINO]
    line = f"Pelaaja A, selo: Kevätkisa ei enää vaikuta; nyt {now['A']}"
    assert line in mails[BERTIL] and "→ –" not in mails[BERTIL]

    with served(days.club.ledger, now=lambda: days.moment) as service:
        feed = service.ask("/players/A.atom").text
    assert "<title>selo: spring does not count any more</title>" in feed

    days.club.submit({"kind": "reinstate", "tournament": "spring", "reason": "found"})
    mails = {mail["To"]: text_of(mail) for mail in days.passes("2024-07-03")}
    assert re.search(r"- selo 1\d+ → 1\d+, Kevätkisa, 1 March 2024", mails[AINO])
    assert re.search(r"Pelaaja A, selo 1\d+ → 1\d+, Kevätkisa", mails[BERTIL])


def test_what_came_out_as_before_is_not_mailed(days: Days) -> None:
    """A correction of C's game moves C and D. A played neither, so all of A's numbers
    are as they were, and D's mail says what theirs was.
    """
    days.club.submit(SPRING)
    days.follows(AINO, "en", A)
    days.follows(BERTIL, "en", Subject("player", "D"))
    before = rating_after_spring(days.club, "D")
    days.club.submit(
        {
            "kind": "amend",
            "tournament": "spring",
            "games": {"2.1": {"result": "1-0"}},
            "reason": "misread",
        }
    )
    mails = {mail["To"]: text_of(mail) for mail in days.passes("2024-07-02")}
    after = rating_after_spring(days.club, "D")
    assert before != after
    assert f"→ {after}, was {before}, Kevätkisa, 1 March 2024" in mails[BERTIL]
    told = re.findall(r"→ (\d+), was (\d+)", "".join(mails.values()))
    assert all(now != was for now, was in told)
    assert "Kevätkisa" not in mails.get(AINO, "")


def rating_after_spring(club: Selo, player: str) -> int:
    rows = club.ask("history", player)["rows"]
    [after] = [row["after"] for row in rows if row["unit"] == "spring"]
    return int(after)


def test_one_mail_a_day_with_all_that_is_followed(days: Days) -> None:
    days.follows(AINO, "sv", A, OPEN)
    days.club.submit(SPRING)
    days.club.submit(CORRECTED)
    [mail] = days.passes("2024-07-02")
    text = text_of(mail)
    assert f"{SERVICE}/sv/players/A" in text
    assert f"{SERVICE}/sv/tournaments/open-2024" in text
    assert "the slip was misread" in text
    assert re.search(r"- Pelaaja B, selo \d+ → \d+, Kevätkisa\r$", text, re.MULTILINE)
    days.club.submit(tournament("late", "2024-03-02", "A C 1-0", name="Vårtävling"))
    assert days.passes("2024-07-02", "T21:00:00.000000Z") == []
    [mail] = days.passes("2024-07-03")
    assert "Vårtävling" in text_of(mail) and "the slip was" not in text_of(mail)


def test_a_club_is_followed_through_its_members(days: Days) -> None:
    days.club.submit({"kind": "player", "player": "B", "club": "Harju"})
    days.follows(AINO, "en", Subject("club", "Harju"))
    days.club.submit(SPRING)
    [mail] = days.passes("2024-07-02")
    text = text_of(mail)
    assert "Pelaaja B, selo 1" in text and "Pelaaja A" not in text
    assert f"{SERVICE}/en/lists/selo?club=Harju" in text


def test_only_the_careers_of_those_whose_ratings_changed_are_read(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who they are is asked once, for all addresses."""
    asked, read = 0, set[str]()
    changed_by_step, of_all_time = entries.changed_by_step, OwnRows.of_all_time

    def asking(tables: Connection) -> dict[int, list[entries.ChangedUnit]]:
        nonlocal asked
        asked += 1
        return changed_by_step(tables)

    def reading(own: OwnRows, list_name: str, player: str) -> list[UnitRow]:
        read.add(player)
        return of_all_time(own, list_name, player)

    days.club.submit(*(player(one, change=True, club="Harju") for one in "AD"))
    days.follows(AINO, "en", A, Subject("club", "Harju"))
    days.follows(BERTIL, "fi", Subject("player", "B"), Subject("player", "D"))
    monkeypatch.setattr(entries, "changed_by_step", asking)
    monkeypatch.setattr(OwnRows, "of_all_time", reading)

    days.club.submit(player("Z"))
    assert days.passes("2024-07-02") == []
    assert (asked, read) == (1, set()), "nobody's ratings changed"

    days.club.submit(tournament("cup", "2024-03-01", "C D 1-0"))
    aino, bertil = sorted(days.passes("2024-07-03"), key=lambda mail: str(mail["To"]))
    assert "- Pelaaja D, selo 1" in text_of(aino) and "- selo 1" in text_of(bertil)
    assert (asked, read) == (2, {"D"})


def test_how_to_end_it_stands_in_every_mail(days: Days) -> None:
    """RFC 8058: a POST of one field to the address in the header."""
    days.follows(AINO, "en", A)
    days.club.submit(SPRING)
    [mail] = days.passes("2024-07-02")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(mail["List-Unsubscribe"])
    assert link.startswith(f"<{SERVICE}/en/follow/end/") and link.endswith(">")
    assert link.strip("<>") in text_of(mail)
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Message-ID"]
    secret = link.strip("<>").rpartition("/")[2]
    assert subjects_followed(days.club.ledger, secret) == [A]
    end(days.club.ledger, secret)
    days.club.submit(CORRECTED)
    assert days.passes("2024-07-03") == []
    assert follow_counts(days.club.ledger).confirmed == 0


@pytest.mark.parametrize("wish", ["unlisted", "erased"])
def test_nothing_is_mailed_of_somebody_who_is_hidden(days: Days, wish: str) -> None:
    days.follows(AINO, "en", A, OPEN)
    days.follows(BERTIL, "en", A)
    days.club.submit(SPRING)
    days.club.submit(CORRECTED)
    if wish == "unlisted":
        days.club.submit({"kind": "player", "player": "A", "unlisted": True})
    else:
        days.club.submit({"kind": "erase-person", "player": "A", "reason": "asked"})
    [mail] = days.passes("2024-07-02")
    assert mail["To"] == AINO
    text = text_of(mail)
    assert "Pelaaja A" not in text and "/players/A" not in text
    assert "Pelaaja B" in text, "the others are told as before"
    assert (days.known(), days.known(BERTIL)) == (1, 0)
    assert follow_counts(days.club.ledger).confirmed == 1


def test_an_erasure_ends_following_at_once(days: Days) -> None:
    days.follows(AINO, "en", A, OPEN)
    ask_to_follow(days.club.ledger, BERTIL, A, "en", days.moment)
    assert forget_erased(days.club.ledger, [Personal("A", "Pelaaja A")]) == []
    assert days.known() == 1
    assert follow_counts(days.club.ledger).unconfirmed == 0
    end_subjects(days.club.ledger, [OPEN])
    assert follow_counts(days.club.ledger).confirmed == 0


def test_two_senders_send_each_mail_once(days: Days) -> None:
    """Two services, or two workers of one, at the same moment."""
    addresses = [f"a{number}@home.example" for number in range(12)]
    for address in addresses:
        days.follows(address, "en", A)
    for address in addresses:
        ask_to_follow(days.club.ledger, address, OPEN, "en", days.moment)
    days.club.submit(SPRING)
    days.moment = "2024-07-02" + MORNING
    together = threading.Barrier(3)

    def work(mails: DueMails) -> None:
        together.wait()
        mails.send()

    threads = [threading.Thread(target=work, args=(days.another(),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for address in addresses:
        subjects = sorted(str(mail["Subject"]) for mail in days.post.to(address))
        assert len(subjects) == 2, subjects
        assert subjects[0].startswith("Changes: ")


def test_a_sender_that_is_killed_leaves_the_mail_to_another(days: Days) -> None:
    days.follows(AINO, "en", A)
    days.club.submit(SPRING)
    days.moment = "2024-07-02" + MORNING
    assert claim_mail(days.club.ledger, "2024-07-02", days.moment) is not None
    assert days.passes("2024-07-02", "T09:01:00.000000Z") == [], "it is being sent"
    [mail] = days.passes("2024-07-02", "T09:06:00.000000Z")
    assert mail["To"] == AINO
    assert days.passes("2024-07-02", "T10:00:00.000000Z") == []


def test_what_is_not_taken_is_tried_again_and_then_given_up(
    days: Days, caplog: pytest.LogCaptureFixture
) -> None:
    days.follows(AINO, "en", A)
    days.follows(BERTIL, "en", A)
    days.club.submit(SPRING)
    days.post.at_rcpt[AINO] = f"450 {AINO} is busy"
    [mail] = days.passes("2024-07-02")
    assert mail["To"] == BERTIL, "one that fails holds up no other"
    [failing] = [
        value
        for name, _, value in follow_gauges(days.club.ledger, 0)
        if name == "follow_mails_failing"
    ]
    assert failing == 1
    assert days.passes("2024-07-02", "T09:04:00.000000Z") == []
    tried = len(caplog.records)
    days.passes("2024-07-02", "T09:06:00.000000Z")
    assert len(caplog.records) == tried + 1, "after five minutes"
    days.passes("2024-07-02", "T09:20:00.000000Z")
    assert len(caplog.records) == tried + 1, "then after fifteen"
    for day in range(3, 10):
        days.passes(f"2024-07-{day:02}")
    assert "given up" in caplog.records[-1].getMessage()
    assert AINO not in caplog.text
    # what could not be sent is passed over, and the next news is mailed
    assert days.known() == 1
    del days.post.at_rcpt[AINO]
    assert days.passes("2024-07-10") == []
    days.club.submit(CORRECTED)
    assert {mail["To"] for mail in days.passes("2024-07-11")} == {AINO, BERTIL}


def test_a_mail_that_cannot_be_written_holds_up_no_other(
    days: Days, caplog: pytest.LogCaptureFixture
) -> None:
    """An address that was kept before such ones were refused."""
    unwritten = "=?utf-8?q??=@home.example"
    days.follows(unwritten, "en", A)
    days.follows(BERTIL, "en", A)
    days.club.submit(SPRING)
    ask_to_follow(days.club.ledger, unwritten, OPEN, "en", days.moment)
    ask_to_follow(days.club.ledger, AINO, OPEN, "en", days.moment)
    mails = days.passes("2024-07-02")
    assert sorted(mail["To"] for mail in mails) == [AINO, BERTIL]
    defects = [json.loads(record.getMessage()) for record in caplog.records]
    assert [defect["mail"] for defect in defects] == ["defect", "defect"]
    assert "mails.py" in caplog.text and unwritten not in caplog.text
    assert days.passes("2024-07-02", "T09:04:00.000000Z") == []
    assert len(caplog.records) == 2, "it is tried again after five minutes"


def test_an_address_that_is_refused_for_days_is_forgotten(days: Days) -> None:
    days.follows(AINO, "en", A)
    days.club.submit(SPRING)
    days.post.at_rcpt[AINO] = "550 5.1.1 nobody here"
    for day in range(2, 9):
        assert days.passes(f"2024-07-{day:02}") == []
        assert days.known() == 1
    days.passes("2024-07-09")
    assert follow_counts(days.club.ledger).confirmed == 0


@pytest.mark.parametrize(
    "refusal",
    [
        "554 5.7.1 Relay access denied",
        "553 5.7.1 Sender address rejected: not logged in",
        "550 relay not permitted",
        "530 5.7.0 Authentication required",
    ],
)
def test_nobody_is_forgotten_because_the_server_refuses_the_sender(
    days: Days, refusal: str
) -> None:
    """The news of those days is passed over, as of a server that puts mails off."""
    days.follows(AINO, "en", A)
    days.club.submit(SPRING)
    days.post.at_rcpt[AINO] = refusal
    for day in range(2, 10):
        assert days.passes(f"2024-07-{day:02}") == []
    assert days.known() == 1
    del days.post.at_rcpt[AINO]
    days.club.submit(CORRECTED)
    [mail] = days.passes("2024-07-10")
    assert mail["To"] == AINO


def test_a_server_that_is_away_is_not_asked_for_each_mail(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.follows(AINO, "en", A)
    days.follows(BERTIL, "en", A)
    days.club.submit(SPRING)
    days.moment = "2024-07-02" + MORNING
    asked = []

    def counted(server: SmtpServer, seconds: int) -> AbstractContextManager[SMTP]:
        asked.append(server.where)
        return connected(server, seconds)

    monkeypatch.setattr(sending, "connected", counted)
    with kept_port() as port:
        assert days.another(Post(port)).send() is False
    assert asked == [f"127.0.0.1:{port}"]
    assert {mail["To"] for mail in days.passes("2024-07-02", "T09:10:00.000000Z")} == {
        AINO,
        BERTIL,
    }


def test_a_ledger_that_was_put_back_and_a_clock_that_was_ahead(days: Days) -> None:
    days.follows(AINO, "en", A)
    with changing(days.club.ledger) as connection:
        connection.execute("UPDATE follow_subject SET since = 9999")
        connection.execute(
            "UPDATE follow_address SET next_at = '2031-01-01T00:00:00.000000Z'"
        )
    assert days.passes("2024-07-02") == []
    days.club.submit(SPRING)
    [mail] = days.passes("2024-07-03")
    assert "Kevätkisa" in text_of(mail)


def test_whoever_confirmed_under_a_clock_that_was_ahead_is_not_left_out(
    days: Days,
) -> None:
    days.moment = "2027-11-30" + MORNING
    days.follows(AINO, "en", A)
    days.club.submit(SPRING)
    [mail] = days.passes("2024-07-02")
    assert "Kevätkisa" in text_of(mail)
    assert days.passes("2024-07-02", "T21:00:00.000000Z") == [], "one mail a day"


def test_a_name_is_one_line_of_the_header(days: Days) -> None:
    days.club.submit(player("E", name="Pitkä " * 30 + "Nimi"))
    days.follows(AINO, "fi", Subject("player", "E"))
    days.club.submit(opening("E", 1500))
    [mail] = days.passes("2024-07-02")
    assert str(mail["Subject"]).endswith("Nimi") and mail["List-Unsubscribe"]
