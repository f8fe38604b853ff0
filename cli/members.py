"""selo members, licences, dues and mail: the federation's register of members, and
letters to players.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import options
from cli.booking.report import licence_state
from cli.command_frames import argument, command, group, option
from cli.options import acting, ledger_path
from cli.output import answer, fields_table, table, talk
from cli.question_commands import HERE, question
from messages import counted, named, say

if TYPE_CHECKING:
    from desk.mail import MailSent
    from projections.answers.tournaments.licences import (
        DuesAnswer,
        LicencesAnswer,
        RegisterRead,
    )
    from web.store.members import MembersRead

NOTHING_READ = say("no register of members was read; `selo members FILE` reads one")


@command(
    "selo members register.csv --dry-run",
    argument("file", required=False),
    "dry_run",
    option("--forget", is_flag=True, help="Keep no register any more."),
    asks=("web.questions:ReadMembers",),
)
def members_command(file: str | None, dry_run: bool, forget: bool) -> None:
    """Keep the federation's register of members, in place of the one before; or forget
    it.

    A CSV or xlsx file with a line for each licence: id, FIDE id or name with birth;
    from; to; fee; paid; club. It moves no rating and is in no event.
    """
    import os

    from web.store.members import forget_register, keep_register

    if (file is None) is not forget or (forget and dry_run):
        raise click.UsageError(say("name the FILE of a register, or --forget"))
    if file is None:
        from ledger.store.database import look

        look(ledger_path())
        gone = forget_register(ledger_path(), acting(), options.now())
        line = counted(
            "{count} licence is forgotten", "{count} licences are forgotten", gone.gone
        )
        answer(gone, [line])
        return
    from desk.files.open_file import bytes_of
    from desk.lists.national import member_licences

    now = options.now()
    licences = member_licences(ledger_path(), file, bytes_of(file), now)
    read = keep_register(
        ledger_path(), os.path.basename(file), licences, acting(), now, dry_run=dry_run
    )
    answer(read, _read_lines(read))


def _read_lines(read: "MembersRead") -> Iterator[str]:
    people = counted("{count} person", "{count} people", read.people)
    yield counted(
        "{file}: {count} licence of {people}",
        "{file}: {count} licences of {people}",
        read.licences,
        file=read.file,
        people=people,
    )
    known = {"new": read.new, "changed": read.changed, "gone": read.gone}
    yield say(
        "beside what was kept: {new} new, {changed} changed, {gone} gone", **known
    )
    if read.dry_run:
        yield say("nothing was kept")


def _talk_register(register: "RegisterRead | None") -> None:
    if register is None:
        talk(NOTHING_READ)
        return
    talk(
        say(
            "by {file}, read on {day}: licences from {first} to {last}",
            file=register.file,
            day=register.read_at[:10],
            first=register.begins,
            last=register.ends,
        )
    )


def _licences(answered: "LicencesAnswer") -> list[str]:
    _talk_register(answered.register)
    columns = "player name club", ("licence", licence_state), "begins ends paid"
    return fields_table(answered.rows, *columns) if answered.rows else []


def _dues(answered: "DuesAnswer") -> Iterator[str]:
    _talk_register(answered.register)
    until = {"quarter": answered.quarter, "day": answered.until}
    yield say("licences that begin in {quarter}, payments up to {day}", **until)
    if not answered.rows:
        yield say("none begins then")
        return
    total = answered.total
    rows = [
        (
            row.club or say("no club"),
            row.licences,
            row.people,
            row.fees,
            row.paid,
            row.owed,
        )
        for row in (*answered.rows, total)
    ]
    rows[-1] = (say("together"), *rows[-1][1:])
    yield from table(("club", "licences", "people", "fees", "paid", "owed"), rows)
    if answered.people:
        yield ""
        yield from fields_table(
            answered.people, "club player name begins ends fee paid owed"
        )


licences_command = question(
    "projections.answers.tournaments.licences:Licences", text=_licences
)
dues_command = question("projections.answers.tournaments.licences:Dues", text=_dues)


SHOWN = 5
WRITE = (
    "selo mail write letters --since 2025-01-01 --addresses addresses.csv --sender"
    " ratings@chess.example"
)


@command(
    WRITE,
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
        help="Where the service stands; then each letter names the pages that show the"
        " sums.",
    ),
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
    from desk.mail import write_mail
    from exchange.lists.members import is_address, receivers
    from projections.answers import Question

    if not is_address(sender):
        raise click.UsageError(say("{text} is no mail address", text=repr(sender)))
    content = bytes_of(addresses)
    with HERE.reading(Question(as_of), options.now()) as reading:
        ledger = LedgerView(reading.events)

        def meant(player: str) -> str | None:
            return ledger.resolve(player) if player and ledger.exists(player) else None

        to = receivers(content, addresses, meant, language)  # type: ignore[arg-type]
        made = write_mail(
            reading, folder, since, list_name, to, sender, options.now(), service
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
        lines.append(say("no address: {names}", names=named(made.without, SHOWN)))
    answer(made, lines)


@command(
    "selo mail send letters --smtp localhost",
    argument("folder"),
    option(
        "--smtp",
        required=True,
        metavar="HOST[:PORT]",
        help="The mail server. Default port: 25; 587 with --tls.",
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
    folder: str, smtp: str, tls: bool, user: str | None, password_file: str | None
) -> None:
    """Hand the letters of a folder to a mail server. Killed at any moment, the same
    command goes on.
    """
    from desk.files.open_file import bytes_of
    from desk.mail import Server, send_mail

    host, _, port = (
        smtp.rpartition(":") if ":" in smtp else (smtp, "", "587" if tls else "25")
    )
    if not host or not (
        port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536
    ):
        raise click.UsageError(say("{text} is not HOST or HOST:PORT", text=repr(smtp)))
    if (user is None) != (password_file is None):
        raise click.UsageError(
            say("{option} goes with {other}", option="--user", other="--password-file")
        )
    password = (
        bytes_of(password_file).decode("utf-8", "replace").partition("\n")[0].strip()
        if password_file
        else ""
    )
    done = send_mail(folder, Server(host, int(port), tls, user, password))
    _tell(done)
    if done.refused or done.doubtful:
        click.get_current_context().exit(1)


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
        lines += ["", *fields_table(done.refused, "letter answer")]
    answer(done, lines)
    if done.doubtful:
        talk(
            counted(
                "{count} letter was under way when an earlier run ended: {names}. Look"
                " at the mail server, then run `selo mail settle {folder}` with --went"
                " or --again",
                "{count} letters were under way when an earlier run ended: {names}."
                " Look at the mail server, then run `selo mail settle {folder}` with"
                " --went or --again",
                len(done.doubtful),
                names=named(done.doubtful, SHOWN),
                folder=done.folder,
            )
        )


@command(
    "selo mail settle letters --went",
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
    """Say what became of letters that were under way when a run of `selo mail send`
    ended.
    """
    from desk.mail import MailSettled, settle_doubts

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


mail_command = group(
    "Letters to the players whose rating moved, as mail: written into a folder, and"
    " sent from there, each once.",
    WRITE,
    {"send": send, "settle": settle, "write": write},
)
