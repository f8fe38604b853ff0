"""Letters as mail: each player exactly one, written, sent, refused and killed in
between. The server is aiosmtpd.
"""

import asyncio
import fcntl
import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from features.letters.addresses import is_address
from tests.world.command import Selo
from tests.world.documents import open_2024, tournament
from tests.world.pace import until
from tests.world.ports import kept_port

SENDER = "ratings@chess.example"


class Post:
    """A mail server that keeps what it takes; `answers`: what it says to somebody
    instead, once or always.
    """

    def __init__(self) -> None:
        self.taken: list[tuple[str, bytes]] = []
        self.at_rcpt: dict[str, str] = {}
        self.at_data: dict[str, list[str]] = {}
        self.pause = 0.0
        self.is_busy: Callable[[], bool] = lambda: False

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address in self.at_rcpt:
            return self.at_rcpt[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        [address] = envelope.rcpt_tos
        if self.at_data.get(address):
            return self.at_data[address].pop()
        if self.pause:
            time.sleep(self.pause)
        self.taken.append((address, envelope.original_content))
        return "250 OK"

    def letters(self) -> Counter[str]:
        return Counter(address for address, _ in self.taken)


@pytest.fixture
def post() -> Iterator[tuple[Post, str]]:
    kept = Post()
    with kept_port() as port:
        controller = Controller(kept, hostname="127.0.0.1", port=port, ready_timeout=60)
        controller.start()
        # one for each that is connected
        kept.is_busy = lambda: bool(asyncio.all_tasks(controller.loop))
        yield kept, f"127.0.0.1:{port}"
        controller.stop()


@pytest.fixture
def moved(club: Selo) -> Selo:
    club.submit(
        open_2024(),
        tournament("spring", "2024-03-01", "A B 1-0", "C D 0-1", name="Kevätkisa"),
    )
    club.file(
        "addresses.csv",
        "player,email,language\nA,a@home.example,fi\nB,b@home.example,\nC,c@home.example,sv\nD,\n",
    )
    return club


def written(selo: Selo, *options: str, sender: str = SENDER) -> Any:
    return selo.ask(
        "letters",
        "write",
        str(selo.folder / "letters"),
        "--since",
        "2024-02-20",
        "--addresses",
        str(selo.folder / "addresses.csv"),
        "--sender",
        sender,
        "--list",
        "selo",
        *options,
    )


def sent(selo: Selo, smtp: str, code: int = 0) -> Any:
    result = selo.run(
        "letters", "send", str(selo.folder / "letters"), "--smtp", smtp, "--json"
    )
    assert result.code == code, result.out + result.err
    return json.loads(result.out)


def test_everybody_with_an_address_gets_one_letter_in_their_language(
    moved: Selo, post: tuple[Post, str]
) -> None:
    server, smtp = post
    made = written(moved)
    assert (made["written"], made["already"], made["without"]) == (3, 0, ["D"])
    assert (written(moved)["written"], written(moved)["already"]) == (0, 3)
    assert sent(moved, smtp)["sent"] == 3
    assert (sent(moved, smtp)["sent"], written(moved)["already"]) == (0, 3)
    assert server.letters() == {
        "a@home.example": 1,
        "b@home.example": 1,
        "c@home.example": 1,
    }
    letters = {
        address: message_from_bytes(content, policy=default)
        for address, content in server.taken
    }
    subjects = {str(letter["Subject"]) for letter in letters.values()}
    assert subjects == {
        "Lukusi listalla selo",
        "Your rating on selo",
        "Ditt ratingtal på listan selo",
    }
    finnish = letters["a@home.example"]
    body = finnish.get_body()
    assert (
        body is not None
        and "Hei Pelaaja A," in body.get_content()
        and "Kevätkisa" in body.get_content()
    )
    assert finnish["From"] == SENDER and finnish["Auto-Submitted"] == "auto-generated"
    assert len({str(letter["Message-ID"]) for letter in letters.values()}) == 3


def test_the_same_letter_is_not_written_again_on_another_day(moved: Selo) -> None:
    assert written(moved, "--as-of", "2024-04-01")["written"] == 3
    again = written(moved, "--as-of", "2024-04-02")
    assert (again["written"], again["already"]) == (0, 3)
    # what they say has changed for A and B alone
    moved.submit(tournament("may", "2024-05-01", "A B 1-0"))
    later = written(moved, "--as-of", "2024-06-01")
    assert (later["written"], later["already"]) == (2, 1)


def test_what_waits_is_written_anew_for_another_sender_or_address(
    moved: Selo, post: tuple[Post, str]
) -> None:
    """What the server has stays as it went."""
    server, smtp = post
    wrong = "ratings@elsewhere.example"
    assert written(moved, sender=wrong)["written"] == 3
    again = written(moved)
    assert (again["written"], again["already"]) == (3, 0)

    moved.file(
        "addresses.csv",
        "player,email,language\nA,a@home.example,fi\nB,b@new.example,\nC,c@home.example,sv\n",
    )
    again = written(moved)
    assert (again["written"], again["already"]) == (1, 2)

    assert sent(moved, smtp)["sent"] == 3
    assert set(server.letters()) == {
        "a@home.example",
        "b@new.example",
        "c@home.example",
    }
    senders = {
        str(message_from_bytes(content, policy=default)["From"])
        for _, content in server.taken
    }
    assert senders == {SENDER}
    again = written(moved, sender=wrong)
    assert (again["written"], again["already"]) == (0, 3)
    assert sent(moved, smtp)["sent"] == 0


def test_nothing_is_written_while_somebody_else_sends(moved: Selo) -> None:
    written(moved)
    letters = moved.folder / "letters"
    with open(letters / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        addresses = str(moved.folder / "addresses.csv")
        fixed = {"--since": "2024-02-20", "--addresses": addresses, "--sender": SENDER}
        words = [word for pair in fixed.items() for word in pair]
        [problem] = moved.refused("letters", "write", str(letters), *words, code=75)
    assert problem["code"] == "busy" and str(letters) in problem["message"]
    assert written(moved)["already"] == 3


def test_nobody_writes_to_who_was_erased(moved: Selo) -> None:
    """Their address may be in the office's table still."""
    moved.done("player", "erase", "A", "--reason", "asked for it")
    assert [
        letter["player"]
        for letter in moved.ask("letters", "list", "--since", "2024-02-20")["rows"]
    ] == ["B", "C", "D"]
    assert (made := written(moved))["written"] == 2 and made["without"] == ["D"]


def test_nobody_else_can_read_the_letters(moved: Selo) -> None:
    written(moved)
    paths = [
        moved.folder / "letters" / "outbox",
        *(moved.folder / "letters" / "outbox").iterdir(),
    ]
    assert {path.stat().st_mode & 0o077 for path in paths} == {0}


def test_what_the_server_refuses_is_told_and_what_it_puts_off_waits(
    moved: Selo, post: tuple[Post, str]
) -> None:
    server, smtp = post
    server.at_rcpt = {"a@home.example": "550 5.1.1 no such person"}
    server.at_data = {
        "b@home.example": ["451 come back later"],
        "c@home.example": ["554 we do not like it"],
    }
    written(moved)
    answer = sent(moved, smtp, code=1)
    assert (answer["sent"], answer["waiting"], answer["doubtful"]) == (0, 1, [])
    refusals = sorted((row["answer"], row["state"]) for row in answer["refused"])
    assert refusals == [
        ("550 5.1.1 no such person", "refused"),
        ("554 we do not like it", "refused"),
    ]
    assert sent(moved, smtp)["sent"] == 1
    assert server.letters() == {"b@home.example": 1}


def test_letters_go_to_the_mail_server_of_the_office(
    moved: Selo, post: tuple[Post, str]
) -> None:
    server, smtp = post
    written(moved)
    moved.file(
        "selo.toml",
        f'[mail]\nserver = "{smtp}"\nsender = "{SENDER}"\n'
        'service = "https://ratings.example.org"\ntls = "none"\n',
    )
    folder = str(moved.folder / "letters")
    assert moved.ask("letters", "send", folder)["sent"] == 3
    assert len(server.letters()) == 3
    [refused] = moved.refused("letters", "send", folder, "--tls", code=2)
    assert "go with --smtp" in refused["message"]


def test_without_a_mail_server_nothing_is_sent_and_it_is_said(moved: Selo) -> None:
    written(moved)
    [refused] = moved.refused("letters", "send", str(moved.folder / "letters"), code=2)
    assert "name a mail server" in refused["message"]


@pytest.mark.parametrize("smtp", ["127.0.0.1:1", "a..b:25", "a" * 64 + ".example:25"])
def test_a_server_that_is_not_there_is_said_so_and_nothing_is_lost(
    moved: Selo, smtp: str
) -> None:
    written(moved)
    [problem] = moved.refused(
        "letters", "send", str(moved.folder / "letters"), "--smtp", smtp
    )
    assert problem["code"] == "mail-server" and smtp in problem["message"]
    assert len(list((moved.folder / "letters" / "outbox").iterdir())) == 3


def saying(*answers: str) -> Iterator[str]:
    """A server that says one thing after the other, whatever it hears."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            client, _ = listening.accept()
            with client, client.makefile("rb") as heard:
                for answer in answers:
                    client.sendall(f"{answer}\r\n".encode("latin-1"))
                    heard.readline()

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        thread.join()


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        (
            ["250 ok", "550 5.1.1 none", "250 ok", "250 is no word for goodbye"],
            "refused",
        ),
        (["250 ok", "999 is no code", "250 ok", "221 bye"], "outbox"),
        (
            [
                "250 ok",
                "250 ok",
                "250 which does not ask for the letter",
                "250 ok",
                "221 bye",
            ],
            "outbox",
        ),
        (["250 ok", "250 ok", "554 \x1b[31m\xff", "250 ok", "221 bye"], "refused"),
    ],
)
def test_a_server_that_talks_nonsense_makes_no_letter_sent(
    moved: Selo, answers: list[str], state: str
) -> None:
    moved.file("addresses.csv", "player,email\nA,a@home.example\n")
    written(moved)
    for smtp in saying("220 here", "250 ok", *answers):
        answer = sent(moved, smtp, code=1 if state == "refused" else 0)
    assert (answer["sent"], len(answer["refused"]), answer["doubtful"]) == (
        0,
        int(state == "refused"),
        [],
    )
    assert len(list((moved.folder / "letters" / state).iterdir())) == 1


@pytest.mark.parametrize(
    "refusal", ["530 log in first", "550 not from you", "451 later", "999 is no code"]
)
def test_a_server_that_refuses_the_sender_refuses_no_letter(
    moved: Selo, post: tuple[Post, str], refusal: str
) -> None:
    written(moved)
    letters = moved.folder / "letters"
    for smtp in saying("220 here", "250 ok", refusal):
        [problem] = moved.refused("letters", "send", str(letters), "--smtp", smtp)
    assert problem["code"] == "mail-server" and refusal[:3] in problem["message"]
    assert len(list((letters / "outbox").iterdir())) == 3
    assert sent(moved, post[1])["sent"] == 3


@pytest.mark.parametrize(
    "refusal",
    [
        "554 5.7.1 <a@home.example>: Relay access denied",
        "553 5.7.1 <ratings@chess.example>: Sender address rejected: not logged in",
        "550 5.1.8 <ratings@chess.example>: Sender address rejected: Domain not found",
        "550 relay not permitted",
        "530 5.7.0 Authentication required",
    ],
)
def test_a_letter_waits_where_the_refusal_of_its_address_may_be_about_the_sender(
    moved: Selo, post: tuple[Post, str], refusal: str
) -> None:
    """And the others go, so nobody whose own server wants none of ours holds them up."""
    server, smtp = post
    server.at_rcpt = {"a@home.example": refusal}
    written(moved)
    answer = sent(moved, smtp, code=1)
    assert (answer["sent"], answer["waiting"]) == (2, 1)
    [told] = answer["refused"]
    [waiting] = (moved.folder / "letters" / "outbox").iterdir()
    assert told == {"letter": waiting.name, "state": "outbox", "answer": refusal}
    server.at_rcpt = {}
    assert sent(moved, smtp)["sent"] == 1
    assert server.letters()["a@home.example"] == 1


def test_what_a_server_refused_before_it_broke_off_is_told(moved: Selo) -> None:
    moved.file("addresses.csv", "player,email\nA,a@home.example\nB,b@home.example\n")
    written(moved)
    letters = moved.folder / "letters"
    for smtp in saying("220 here", "250 ok", "250 ok", "550 5.1.1 none", "250 ok"):
        broken, refused = moved.refused("letters", "send", str(letters), "--smtp", smtp)
    [letter] = (letters / "refused").iterdir()
    assert (broken["code"], refused["code"]) == ("mail-server", "letter-refused")
    assert f"{letter.name}: 550 5.1.1 none" in refused["message"]
    assert refused["hint"] == "the letter is in refused"
    assert len(list((letters / "outbox").iterdir())) == 1


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("player\nA\n", [("addresses-column", 1)]),
        ("player,email,mail\nA,a@b.example,a@b.example\n", [("addresses-column", 1)]),
        (
            "player,email\nNOBODY,x@home.example\nA,two@words here\n",
            [("unknown-player", 2), ("addresses-address", 3)],
        ),
        (
            "player,email\nA,a@home.example\nA,b@home.example\n",
            [("addresses-twice", 3)],
        ),
        ("player,email,language\nA,a@home.example,de\n", [("addresses-language", 2)]),
        ('player,email\n"A,a@home.example\n', [("addresses-quotes", 2)]),
    ],
)
def test_what_is_wrong_with_the_addresses_is_told_at_once(
    moved: Selo, text: str, problems: list[tuple[str, int]]
) -> None:
    moved.file("addresses.csv", text)
    found = moved.refused(
        "letters",
        "write",
        str(moved.folder / "letters"),
        "--since",
        "2024-02-20",
        "--addresses",
        str(moved.folder / "addresses.csv"),
        "--sender",
        SENDER,
    )
    assert [(one["code"], one["where"]["line"]) for one in found] == problems
    assert not (moved.folder / "letters").exists()


@pytest.mark.parametrize(
    ("options", "code"),
    [(["--list", "nope"], 3), (["--since", "2099-01-01"], 2)],
)
def test_where_no_letters_can_be_made_no_folder_is(
    moved: Selo, options: list[str], code: int
) -> None:
    addresses = str(moved.folder / "addresses.csv")
    folder = moved.folder / "letters"
    fixed = {"--since": "2024-02-20", "--addresses": addresses, "--sender": SENDER}
    line = {**fixed, options[0]: options[1]}
    words = [word for pair in line.items() for word in pair]
    [problem] = moved.refused("letters", "write", str(folder), *words, code=code)
    assert options[1] in problem["message"]
    assert not folder.exists()


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a@",
        "@b",
        "a b@c",
        "a@b\nBcc: c@d",
        "<a@b>",
        "a@b,c@d",
        "",
        "å@b.example",
        "a(b)@x.example",
        "a@x.example(b)",
        '"a"@x.example',
        "a\\b@x.example",
        "=?utf-8?q?a?=@x.example",
        "a@[",
    ],
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert not is_address(text) and is_address("a.b+c@d.example")


def test_killed_anywhere_nobody_gets_two_and_whoever_got_none_is_named(
    moved: Selo, post: tuple[Post, str], every: int
) -> None:
    """Each run is killed at a random moment, until nothing waits. What was under way is
    told, and settled as the server's log says: then everybody has exactly one.
    """
    server, smtp = post
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    written(moved)
    outbox, folder = moved.folder / "letters" / "outbox", moved.folder / "letters"
    # more letters than the club has people: copies under other names and addresses
    first = next(iter(sorted(outbox.iterdir())))
    address = next(
        line for line in first.read_text().splitlines() if line.startswith("To: ")
    )
    for number in range(every):
        text = first.read_text().replace(address, f"To: p{number}@home.example")
        (outbox / f"copy-{number:03}.eml").write_text(text)
    everybody = {
        str(message_from_bytes(path.read_bytes(), policy=default)["To"])
        for path in outbox.iterdir()
    }
    server.pause = 0.01
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "letters",
        "send",
        str(folder),
        "--smtp",
        smtp,
    ]
    kills = 0
    while any(outbox.iterdir()):
        running = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        before = len(server.taken)
        until(
            lambda before=before, running=running: (  # type: ignore[misc]
                len(server.taken) > before or running.poll() is not None
            )
        )
        time.sleep(chance.uniform(0, 0.05))
        running.send_signal(signal.SIGKILL)
        kills += running.wait() == -signal.SIGKILL
        # what the server was reading it reads to the end
        until(lambda: not server.is_busy())
    assert kills > 2, "nothing was killed"
    for doubtful in sorted((folder / "sending").iterdir()):
        to = str(message_from_bytes(doubtful.read_bytes(), policy=default)["To"])
        (
            folder / ("sent" if to in server.letters() else "outbox") / doubtful.name
        ).write_bytes(doubtful.read_bytes())
        doubtful.unlink()
    sent(moved, smtp)
    assert server.letters() == Counter(everybody)


@pytest.fixture
def every() -> int:
    return 25


def test_what_was_under_way_is_told_and_settled(
    moved: Selo, post: tuple[Post, str]
) -> None:
    server, smtp = post
    written(moved)
    letters = moved.folder / "letters"
    one, other, _ = sorted((letters / "outbox").iterdir())
    for path in (one, other):
        path.rename(letters / "sending" / path.name)
    answer = sent(moved, smtp, code=1)
    assert (answer["sent"], answer["doubtful"]) == (1, [one.name, other.name])
    assert moved.refused("letters", "settle", str(letters), code=2)
    assert moved.ask("letters", "settle", str(letters), "--again")["letters"] == 2
    assert sent(moved, smtp)["sent"] == 2 and max(server.letters().values()) == 1
    assert written(moved)["written"] == 0


def test_a_folder_without_letters_is_said_to_be_one(
    moved: Selo, post: tuple[Post, str]
) -> None:
    [problem] = moved.refused(
        "letters", "send", str(Path(moved.folder, "nowhere")), "--smtp", post[1], code=3
    )
    assert problem["code"] == "no-outbox"
