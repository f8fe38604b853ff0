"""selo members read, members licences and members dues: the federation's register of members."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import options
from cli.command_frames import argument, command, option
from cli.options import current_actor, ledger_path
from cli.output import answer, fields_table, table, talk
from cli.question_commands import question
from messages import Message, counted, say, template

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desk.outcomes import Unlicensed
    from features.members.answers import (
        DuesAnswer,
        LicenceRow,
        LicencesAnswer,
        RegisterRead,
    )
    from features.members.store import MembersRead

LICENCE_STATES = {
    "none": template("no licence"),
    "ends-before": template("the licence ends before the last day"),
    "begins-after": template("the licence begins after the first day"),
    "unpaid": template("not paid"),
    "paid": template("paid"),
}
NOTHING_READ = say(
    "no register of members was read; `selo members read FILE` reads one"
)


@command(
    "selo members read register.csv --dry-run",
    argument("file", required=False),
    "dry_run",
    option("--forget", is_flag=True, help="Keep no register any more."),
    asks=("features.members.store:ReadMembers",),
)
def members_read_command(file: str | None, dry_run: bool, forget: bool) -> None:
    """Keep the federation's register of members, in place of the one before; or forget
    it.

    A CSV or xlsx file with a line for each licence: id, FIDE id or name with birth;
    from; to; fee; paid; club. It moves no rating and is in no event.
    """
    import os

    from features.members.store import forget_register, keep_register

    if (file is None) is not forget or (forget and dry_run):
        raise click.UsageError(say("name the FILE of a register, or --forget"))
    if file is None:
        from ledger.store.database import look

        look(ledger_path())
        gone = forget_register(ledger_path(), current_actor(), options.now())
        line = counted(
            "{count} licence is forgotten", "{count} licences are forgotten", gone.gone
        )
        answer(gone, [line])
        return
    from desk.files.open_file import bytes_of
    from features.members.whose import member_licences

    now = options.now()
    licences = member_licences(ledger_path(), file, bytes_of(file), now)
    read = keep_register(
        ledger_path(),
        os.path.basename(file),
        licences,
        current_actor(),
        now,
        dry_run=dry_run,
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
        "compared with what was kept: {new} new, {changed} changed, {gone} gone",
        **known,
    )
    if read.dry_run:
        yield say("nothing was kept")


def _talk_register(register: "RegisterRead | None") -> None:
    if register is None:
        talk(NOTHING_READ)
        return
    from ledger.office import local_day

    talk(
        say(
            "from {file}, read on {day}: licences from {first} to {last}",
            file=register.file,
            day=local_day(register.read_at, options.time_zone()),
            first=register.begins,
            last=register.ends,
        )
    )


def unlicensed_lines(report: object) -> Iterator[str]:
    """Say beside a preview who in it has no paid licence; a rating office decides about
    that, and no rating waits.
    """
    rows: Sequence[Unlicensed] = getattr(report, "unlicensed", ()) or ()
    if rows:
        yield ""
        yield say("without a paid licence, which moves no rating:")
        yield from fields_table(
            rows, "player name", ("licence", _licence_state), "tournament"
        )


def _licence_state(row: "Unlicensed | LicenceRow") -> Message:
    return say(LICENCE_STATES[row.state])


def _licences(answered: "LicencesAnswer") -> list[str]:
    _talk_register(answered.register)
    columns = "player name club", ("licence", _licence_state), "begins ends paid"
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
    rows[-1] = (say("total"), *rows[-1][1:])
    yield from table(("club", "licences", "people", "fees", "paid", "owed"), rows)

    if answered.people:
        yield ""
        yield from fields_table(
            answered.people, "club player name begins ends fee paid owed"
        )


members_licences_command = question("features.members.answers:Licences", text=_licences)
members_dues_command = question("features.members.answers:Dues", text=_dues)
