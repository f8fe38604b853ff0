"""Write letters as mail into a folder, each once, and hand them to a mail server from
there.

    FOLDER/outbox/   waits to be sent
    FOLDER/sending/  was being handed over when the program ended: whether it went
                     nobody here can know
    FOLDER/sent/     the server has it
    FOLDER/refused/  the server does not take it

A letter has one name, made of what it says: the list, what it compares with, the player
and the text. It stands in one of the four. Whoever has it in one of them is written no
other, so the folder may be filled and sent again and again, on any day, and killed at
any moment. Who sends it and to which address is no part of the name: a letter that waits
is written anew where these are others now.
"""

import fcntl
import os
import re
import smtplib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from desk.smtp import NEVER, TROUBLES, SmtpServer, connected, refuses_address
from features.letters.addresses import Receiver
from features.letters.answers import SUBJECT, Letter, letters
from ledger.errors import Busy, NotFound, Problem, Refused, Where
from ledger.whole_files import settle_folder
from messages import Language, by_command, say
from messages.answer import Answer
from projections.answers.career import kept_list
from projections.answers.reading import Reading

OUTBOX, SENDING, SENT, REFUSED = "outbox", "sending", "sent", "refused"
STATES = (OUTBOX, SENDING, SENT, REFUSED)
_SECONDS = 60
_DIGITS = 16  # of the digest in a letter's name


class MailWritten(Answer, frozen=True, kw_only=True):
    """Letters that were written: how many are new in the folder, or anew, and how many
    were there already; `without`: the ids of those whose rating moved and who have no
    address.
    """

    folder: str
    written: int
    already: int
    without: tuple[str, ...]


class MailRefused(Answer, frozen=True, kw_only=True):
    """A letter that the server does not take. `state`: the folder that it is in now; the
    outbox, where it waits, if the answer may be about who sends it.
    """

    letter: str
    state: str
    answer: str


class MailSent(Answer, frozen=True, kw_only=True):
    """What became of the letters of a folder: sent now, still waiting, not taken now;
    and those of which nobody here can know whether they went, by name.
    """

    folder: str
    sent: int
    waiting: int
    refused: tuple[MailRefused, ...]
    doubtful: tuple[str, ...]


class MailSettled(Answer, frozen=True, kw_only=True):
    """How many letters in doubt were put where."""

    folder: str
    state: str
    letters: int


def write_mail(
    reading: Reading,
    folder: str,
    since: str,
    list_name: str | None,
    to: Mapping[str, Receiver],
    sender: str,
    now: str,
    service: str | None = None,
) -> MailWritten:
    """Write a letter to everybody whose rating moved, in their language. A player who
    has this letter already gets no other. `service`: where it stands, for the addresses
    of the sums. `NotFound`: the ledger keeps no such list; then no folder is made.
    `Busy`: somebody else is at work in the folder.
    """
    made = mails(
        reading,
        since=since,
        list_name=list_name,
        to=to,
        sender=sender,
        now=now,
        service=service,
    )

    folders = _make_folders(folder)
    with _lock_on_folder(folder):
        written = _write_into_outbox(folders, made.mails)

    return MailWritten(
        folder=folder,
        written=written,
        already=len(made.mails) - written,
        without=made.without,
    )


class Mail(NamedTuple):
    """A letter as mail, and the name of its file."""

    name: str
    content: bytes


class Mailing(NamedTuple):
    """Letters as mail; `without`: the ids of those whose rating moved and who have no
    address.
    """

    mails: Sequence[Mail]
    without: tuple[str, ...]


def mails(
    reading: Reading,
    *,
    since: str,
    list_name: str | None,
    to: Mapping[str, Receiver],
    sender: str,
    now: str,
    service: str | None = None,
) -> Mailing:
    """Make a letter to everybody whose rating moved, in their language."""
    chosen = kept_list(reading, list_name or reading.first_list())
    languages = {receiver.language for receiver in to.values()}
    asked: Sequence[Language] = sorted(languages) or ["en"]
    made: list[Mail] = []
    without: list[str] = []
    for number, language in enumerate(asked):
        for letter in letters(reading, since, language, chosen, service=service).rows:
            receiver = to.get(letter.player)
            if receiver is None:
                without += [letter.player] if number == 0 else []
            elif receiver.language == language:
                name = _name(chosen, since, letter)
                content = _mail(letter, receiver, sender, chosen, name, now)
                made.append(Mail(name, content))
    return Mailing(made, tuple(without))


def _make_folders(folder: str) -> dict[str, Path]:
    """Return the four folders, made where they are missing, and readable by nobody
    else.
    """
    folders = {state: Path(folder, state) for state in STATES}
    for state_folder in folders.values():
        try:
            state_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            message = say(
                "{folder} cannot be made: {what}",
                folder=folder,
                what=error.strerror or str(error),
            )
            raise Refused(
                Problem("no-folder", message, Where(folder), say("name another folder"))
            ) from None
    return folders


def _name(list_name: str, since: str, letter: Letter) -> str:
    """Return the name of a letter's file: readable, and another one for each letter.

    selo-2024-01-01-F033-0c6ab1f2d4e80b17.eml
    """
    parts = (list_name, since, letter.player)
    readable = re.sub(r"[^A-Za-z0-9._-]", "_", "-".join(parts))
    digest = sha256(repr((*parts, letter.text)).encode()).hexdigest()
    return f"{readable[:120]}-{digest[:_DIGITS]}.eml"


def _mail(
    letter: Letter, receiver: Receiver, sender: str, list_name: str, name: str, now: str
) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = receiver.address
    mail["Subject"] = SUBJECT[receiver.language].format(list=list_name)
    mail["Date"] = format_datetime(datetime.fromisoformat(now))

    # the same for the same letter: should it ever go twice, mail programs show it once
    digest = sha256(name.encode()).hexdigest()[:32]
    _, _, domain = sender.rpartition("@")
    mail["Message-ID"] = f"<{digest}@{domain}>"

    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(letter.text)
    return mail.as_bytes()


def _write(outbox: Path, name: str, content: bytes) -> None:
    """Put a letter into the outbox whole; nobody but its owner may read it."""
    unfinished = outbox.parent / f".{name}"

    def private(path: str, flags: int) -> int:
        return os.open(path, flags, 0o600)

    with open(unfinished, "wb", opener=private) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, outbox / name)


def _write_into_outbox(folders: Mapping[str, Path], made: Sequence[Mail]) -> int:
    """Write the letters that are in none of the folders, and anew those that wait with
    another sender or address; return how many.

    What waits was never taken by a server, so nobody gets two. The folder is locked,
    because a run that sends would hand over what is replaced here.
    """
    handed_over: set[str] = set()
    for state in (SENDING, SENT, REFUSED):
        handed_over.update(path.name for path in folders[state].iterdir())

    written = 0
    for mail in made:
        waiting = folders[OUTBOX] / mail.name
        if mail.name in handed_over:
            continue
        if waiting.exists() and _ends(waiting.read_bytes()) == _ends(mail.content):
            continue
        _write(folders[OUTBOX], mail.name, mail.content)
        written += 1

    settle_folder(str(folders[OUTBOX] / "any"))
    return written


def _ends(content: bytes) -> tuple[str, str]:
    """Return who sends a letter and where it goes, two addresses."""
    head = BytesHeaderParser().parsebytes(content)
    return str(head["From"]), str(head["To"])


def send_mail(folder: str, server: SmtpServer) -> MailSent:
    """Hand over what waits in the outbox, each letter once.

    A letter that was being handed over when an earlier run ended stays where it is,
    because only the server's own log tells whether it went.
    """
    if not Path(folder, OUTBOX).is_dir():
        hint = by_command("`selo letters write` makes one")
        raise NotFound(
            Problem(
                "no-outbox",
                say("{folder} has no letters", folder=folder),
                Where(folder),
                hint,
            )
        )

    folders = _make_folders(folder)
    with _lock_on_folder(folder):
        doubtful = tuple(sorted(path.name for path in folders[SENDING].iterdir()))
        sent, refused = _send_waiting(folders, server)
        left = sum(1 for _ in folders[OUTBOX].iterdir())

    return MailSent(
        folder=folder,
        sent=sent,
        waiting=left,
        refused=tuple(refused),
        doubtful=doubtful,
    )


def _send_waiting(
    folders: Mapping[str, Path], server: SmtpServer
) -> tuple[int, list[MailRefused]]:
    """Hand over each letter that waits; return how many the server took, and which it
    does not take.

    `Refused`: the server cannot be reached or does not go on. Which letters it would
    not take until then is among the problems, for it is kept nowhere else.
    """
    waiting = sorted(path.name for path in folders[OUTBOX].iterdir())
    sent = 0
    refused: list[MailRefused] = []
    if not waiting:
        return sent, refused

    try:
        with connected(server, _SECONDS) as connection:
            for name in waiting:
                state, refusal = _hand_over(connection, folders, name)
                if state == SENT:
                    sent += 1
                if refusal is not None:
                    refused.append(
                        MailRefused(letter=name, state=state, answer=refusal)
                    )
    except TROUBLES as error:
        problems = [_trouble(server, error), *map(_letter_not_taken, refused)]
        raise Refused(problems) from None

    return sent, refused


def _trouble(server: SmtpServer, error: Exception) -> Problem:
    """Say that a mail server cannot be reached or does not go on, and why."""
    message = say(
        "the mail server {where} does not go on: {what}",
        where=server.where,
        what=str(error) or type(error).__name__,
    )
    hint = say("what went is in sent; look at the server and run it again")
    return Problem("mail-server", message, hint=hint)


def _letter_not_taken(refused: MailRefused) -> Problem:
    """Say that the server does not take a letter, with its answer."""
    message = say(
        "the mail server does not take {letter}: {answer}",
        letter=refused.letter,
        answer=refused.answer,
    )
    hint = say("the letter is in {folder}", folder=refused.state)
    return Problem("letter-refused", message, hint=hint)


class _HandedOver(NamedTuple):
    """Where a letter is now; `refusal`: the server's last answer, where it is that it
    does not take the letter.
    """

    state: str
    refusal: str | None


def _hand_over(
    connection: smtplib.SMTP, folders: Mapping[str, Path], name: str
) -> _HandedOver:
    """Hand over one letter; return where it is then, and what the server has against it.

    `SMTPSenderRefused`: the server takes nothing from this sender, as where it wants a
    login. That says nothing of the letter, which waits. So it does where the server
    says so only once it knows the receiver.

    The letter is marked as under way only while the server takes it, so that few
    letters are ever in doubt.
    """
    content = (folders[OUTBOX] / name).read_bytes()
    sender, receiver = _ends(content)
    code, answer = connection.mail(sender)
    if code != 250:
        raise smtplib.SMTPSenderRefused(code, answer, sender)

    code, answer = connection.rcpt(receiver)
    if code not in (250, 251):
        connection.rset()
        state = REFUSED if refuses_address(code, answer) else OUTBOX
        _move(folders, name, OUTBOX, state)
        return _handed_over(state, code, answer)

    _move(folders, name, OUTBOX, SENDING)
    try:
        code, answer = connection.data(content)
    # before a word of the letter was said, whatever its code means elsewhere
    except smtplib.SMTPDataError as refusal:
        code, answer = refusal.smtp_code, _bytes(refusal.smtp_error)
        state = REFUSED if code in NEVER else OUTBOX
        _move(folders, name, SENDING, state)
        connection.rset()
        return _handed_over(state, code, answer)

    state = OUTBOX
    if code == 250:
        state = SENT
    elif code in NEVER:
        state = REFUSED

    _move(folders, name, SENDING, state)
    return _handed_over(state, code, answer)


def _handed_over(state: str, code: int, answer: bytes) -> _HandedOver:
    """Return where a letter is, with the server's answer if that is a refusal."""
    refusal = None
    if code in NEVER:
        words = answer.decode("utf-8", "replace")
        refusal = f"{code} {words}"
    return _HandedOver(state, refusal)


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _move(
    folders: Mapping[str, Path], name: str, from_state: str, to_state: str
) -> None:
    """Move a letter into the folder of another state; nothing where it is the same."""
    if from_state == to_state:
        return
    before = folders[from_state] / name
    after = folders[to_state] / name
    os.rename(before, after)
    settle_folder(str(after))


@contextmanager
def _lock_on_folder(folder: str) -> Iterator[None]:
    with open(Path(folder, "lock"), "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = say("somebody else is at work in {folder}", folder=folder)
            raise Busy(
                Problem("busy", message, Where(folder), say("wait until it is done"))
            ) from None
        yield


def settle_doubts(folder: str, state: str) -> int:
    """Put the letters in doubt where the server's log says that they belong: back into
    the outbox, or to those that were sent.
    """
    folders = _make_folders(folder)
    with _lock_on_folder(folder):
        names = sorted(path.name for path in folders[SENDING].iterdir())
        for name in names:
            _move(folders, name, SENDING, state)
    return len(names)
