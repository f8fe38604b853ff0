"""selo letters: texts to players whose rating moved, how they read at a command line, and
how they go out as mail.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options
from cli.command_frames import argument, command, group, option
from cli.output import LANGUAGE, answer, chosen_format, fields_table, talk
from cli.question_commands import HERE, Otherwise, Values, question
from cli.texts import write_texts
from messages import counted, listed_names, say

if TYPE_CHECKING:
    from desk.smtp import SmtpServer
    from features.letters.answers import Letters, LettersAnswer
    from features.letters.mail import MailSent


def _in_our_language(values: Values) -> None:
    """Write letters that people read in the language of the command, unless another is
    asked for.
    """
    if chosen_format() == "text":
        values.setdefault("language", LANGUAGE.get())


def _letters(answered: "LettersAnswer") -> Iterator[str]:
    if not answered.rows:
        yield say("no rating moved since {since}", since=answered.since)
    for number, letter in enumerate(answered.rows):
        if number:
            yield from ("", "-" * 40, "")
        yield from letter.text.split("\n")


def _write_into(
    asked: "Letters", answered: "LettersAnswer", folder: str | None
) -> "LettersAnswer | None":
    """Write a text file for each letter, where a folder is named."""
    if folder is None:
        return answered
    nobody = say("no rating moved since {since}", since=answered.since)
    write_texts(
        folder, {letter.player: letter.text for letter in answered.rows}, nobody
    )
    return None


SHOWN = 5
WRITE = (
    "selo letters write letters --since 2025-01-01 --addresses addresses.csv --sender"
    " ratings@chess.example"
)


_WRITE_PARAMETERS = (
    argument("folder"),
    option(
        "--since",
        required=True,
        metavar="LABEL|DAY",
        help="The list or day that ratings are compared with.",
    ),
    option(
        "--addresses",
        required=True,
        metavar="FILE",
        help="A table of ids, mail addresses and languages.",
    ),
    option(
        "--sender",
        required=True,
        metavar="ADDRESS",
        help="The address that the letters come from.",
    ),
    option(
        "--list",
        "list_name",
        metavar="LIST",
        help="Default: the first list the ledger keeps.",
    ),
    option(
        "--language",
        type=click.Choice(["en", "fi", "sv"]),
        default="en",
        help="Where the table says none.",
    ),
    option(
        "--as-of", metavar="DAY", help="The day of the new ratings. Default: today."
    ),
    option(
        "--service",
        metavar="URL",
        help="The address of the service; then each letter names the pages that show the"
        " sums.",
    ),
)


@command(
    WRITE,
    *_WRITE_PARAMETERS,
)
def write(
    folder: str,
    since: str,
    addresses: str,
    sender: str,
    list_name: str | None,
    language: str,
    as_of: str | None,
    service: str | None,
) -> None:
    """Write a letter for each player whose rating moved and who has an address. Who has
    this letter gets no other.
    """
    from desk.files.open_file import bytes_of
    from desk.ledger_view import LedgerView
    from features.letters.addresses import is_address, receivers
    from features.letters.mail import write_mail
    from projections.answers import Question

    if not is_address(sender):
        raise click.UsageError(say("{text} is not an email address", text=repr(sender)))
    content = bytes_of(addresses)
    with HERE.reading(Question(as_of), options.now()) as reading:
        ledger = LedgerView(reading.events)

        def meant(player: str) -> str | None:
            return ledger.resolve(player) if player and ledger.exists(player) else None

        to = receivers(content, addresses, meant, language)  # type: ignore[arg-type]
        made = write_mail(
            reading,
            folder=folder,
            since=since,
            list_name=list_name,
            to=to,
            sender=sender,
            now=options.now(),
            service=service,
        )

    lines = [
        counted(
            "{count} letter is new in {folder}",
            "{count} letters are new in {folder}",
            made.written,
            folder=folder,
        )
    ]
    if made.already:
        lines.append(
            counted(
                "{count} was there already", "{count} were there already", made.already
            )
        )

    if made.without:
        lines.append(
            say("no address: {names}", names=listed_names(made.without, SHOWN))
        )

    answer(made, lines)


@command(
    "selo letters send letters --smtp localhost",
    argument("folder"),
    option(
        "--smtp",
        metavar="HOST[:PORT]",
        help="The mail server; port 25, or 587 with --tls. Default: that of [mail] in"
        " selo.toml.",
    ),
    option(
        "--tls",
        is_flag=True,
        help="Speak in secret (STARTTLS), with a certificate that fits.",
    ),
    option("--user", metavar="NAME", help="Log in as this name."),
    option(
        "--password-file",
        metavar="FILE",
        help="A file with the password in its first line.",
    ),
)
def send(
    folder: str,
    smtp: str | None,
    tls: bool,
    user: str | None,
    password_file: str | None,
) -> None:
    """Hand the letters of a folder to a mail server. Killed at any moment, the same
    command goes on.
    """
    from features.letters.mail import send_mail

    if smtp is None:
        if tls or user is not None or password_file is not None:
            raise click.UsageError(
                say("--tls, --user and --password-file go with --smtp")
            )
        server = _server_of_office()
    else:
        server = _named_server(smtp, tls, user, password_file)

    done = send_mail(folder, server)
    _tell(done)
    if done.refused or done.doubtful:
        click.get_current_context().exit(1)


def _server_of_office() -> "SmtpServer":
    """Return the mail server that selo.toml beside the ledger names, or the
    environment; refuse where neither does.
    """
    from desk.mail_server import mail_server

    server = mail_server(options.ledger_path(), os.environ)
    if server is None:
        raise click.UsageError(
            say("name a mail server: --smtp, or the table [mail] in selo.toml")
        )

    return server


def _named_server(
    smtp: str, tls: bool, user: str | None, password_file: str | None
) -> "SmtpServer":
    """Read the options that name a mail server; refuse what is no HOST or HOST:PORT,
    and a user without a password.
    """
    from desk.files.open_file import bytes_of
    from desk.smtp import SmtpServer

    if ":" in smtp:
        host, _, port = smtp.rpartition(":")
    else:
        host = smtp
        port = "587" if tls else "25"
    if not host or not (
        port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536
    ):
        raise click.UsageError(say("{text} is not HOST or HOST:PORT", text=repr(smtp)))

    if (user is None) != (password_file is None):
        raise click.UsageError(
            say("{option} goes with {other}", option="--user", other="--password-file")
        )

    password = ""
    if password_file is not None:
        content = bytes_of(password_file).decode("utf-8", "replace")
        password = content.partition("\n")[0].strip()

    return SmtpServer(
        host=host,
        port=int(port),
        tls="starttls" if tls else "none",
        user=user,
        password=password,
    )


def _tell(done: "MailSent") -> None:
    lines: list[str] = [
        counted("{count} letter was sent", "{count} letters were sent", done.sent)
    ]
    if done.waiting:
        lines.append(
            counted(
                "{count} waits; run it again later",
                "{count} wait; run it again later",
                done.waiting,
            )
        )

    if done.refused:
        lines += ["", *fields_table(done.refused, "letter state answer")]
    answer(done, lines)

    if done.doubtful:
        talk(
            counted(
                "{count} letter was under way when an earlier run ended: {names}. Look"
                " at the mail server, then run `selo letters settle {folder}` with --went"
                " or --again",
                "{count} letters were under way when an earlier run ended: {names}."
                " Look at the mail server, then run `selo letters settle {folder}` with"
                " --went or --again",
                len(done.doubtful),
                names=listed_names(done.doubtful, SHOWN),
                folder=done.folder,
            )
        )


@command(
    "selo letters settle letters --went",
    argument("folder"),
    option(
        "--went",
        "state",
        flag_value="sent",
        help="The mail server has them: they are sent.",
    ),
    option(
        "--again",
        "state",
        flag_value="outbox",
        help="The mail server never had them: they wait again.",
    ),
)
def settle(folder: str, state: str | None) -> None:
    """Say what became of letters that were under way when a run of `selo letters send`
    ended.
    """
    from features.letters.mail import MailSettled, settle_doubts

    if state is None:
        raise click.UsageError(say("say --went or --again"))
    count = settle_doubts(folder, state)
    answer(
        MailSettled(folder=folder, state=state, letters=count),
        [
            counted(
                "{count} letter is in {place}",
                "{count} letters are in {place}",
                count,
                place=str(Path(folder, state)),
            )
        ],
    )


_FOLDER = option(
    "--to", "folder", metavar="FOLDER", help="A new folder, for a text file a player."
)
letters_command = group(
    "Letters to the players whose rating moved: shown, or as mail, written into a folder"
    " and sent from there, each once.",
    "selo letters list --since 2025-01-01",
    {
        "list": question(
            "features.letters.answers:Letters",
            text=_letters,
            otherwise=Otherwise(
                more=(_FOLDER,), adjust=_in_our_language, finish=_write_into
            ),
        ),
        "send": send,
        "settle": settle,
        "write": write,
    },
)
