"""selo doctor and upgrade: what a ledger needs to go on well."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.options import ledger_path, outside
from cli.output import answer, fields_table, json_option, table, word
from messages import counted, say

if TYPE_CHECKING:
    from audit.doctor import Examination
    from desk.upgrade import Upgrade


@click.command("doctor")
@json_option
def doctor_command() -> int:
    """Look at the ledger and the machine under it, and say what to do. Exit 1 when the ledger itself is damaged.

    \b
    Example:
        selo doctor
    """
    from audit.doctor import doctor
    from cli.asking import HERE

    examination = doctor(HERE.path, HERE.now(), HERE.keys, HERE.troubles())
    answer(examination, _checks(examination))
    return 1 if examination.grave else 0


def _checks(examination: "Examination") -> Iterator[str]:
    rows = [(say("ok") if check.ok else say("LOOK"), word(check.name), check.said) for check in examination.checks]
    yield from table(("", "check", "found"), rows)
    for check in examination.checks:
        if check.advice:
            yield say("{check}: {advice}", check=word(check.name), advice=check.advice)


NOT_ACCEPTED = 3


@click.command("upgrade")
@click.option("--accept", is_flag=True, help="Let the listed ratings move.")
@click.option("--backup", metavar="FILE", type=click.Path(), help="Where the backup goes. Default: beside the ledger.")
@click.option("--dry-run", is_flag=True, help="List what would move; change nothing.")
@json_option
def upgrade_command(accept: bool, backup: str | None, dry_run: bool) -> int:
    """Bring a ledger of an earlier version to this one: rehearsed, listed, backed up, then done.

    Where ratings would move, they are listed and nothing is changed until --accept (exit 3). Until then the ledger
    answers the version that wrote it, and this one refuses it.

    \b
    Example:
        selo upgrade --dry-run
    """
    from cli.output import bar
    from desk.upgrade import upgrade

    path = ledger_path()

    def make_backup() -> str:
        from cli.upkeep.copies import problems_of
        from ledger.store.backup import backup as saved

        return saved(path, backup or _beside(path), problems_of).backup

    on_server = "://" in path  # the tools of the server make its backups
    with bar(say("rehearsing")) as progress:
        done = upgrade(
            path, outside(), None if on_server else make_backup, accept=accept, dry_run=dry_run, progress=progress
        )
    answer(done, _lines(done), done.moved)
    return NOT_ACCEPTED if (done.moved or done.titles) and not done.done and not dry_run else 0


def _beside(path: str) -> str:
    """Find a free name that says what it is, beside the ledger."""
    name, number = f"{path}.before-upgrade", 1
    while os.path.lexists(name):
        number += 1
        name = f"{path}.before-upgrade-{number}"
    return name


def _lines(value: "Upgrade") -> Iterator[str]:
    if not value.needed:
        yield say("nothing to upgrade: the ledger is of this version")
        return
    before, after = value.before, value.after
    if before != after:
        formats, tables = (f"{before.format} -> {after.format}", f"{before.tables} -> {after.tables}")
        yield say("format {formats}, read tables {tables}", formats=formats, tables=tables)
    yield from changes(value)
    if value.done:
        if value.backup is not None:
            yield say("backup of the ledger as it was: {file}", file=value.backup)
        yield say("upgraded")
    elif value.titles and not value.moved:
        yield say("nothing was changed; if these titles may move: `selo upgrade --accept`")
    elif value.moved:
        yield say("nothing was changed; if these ratings may move: `selo upgrade --accept`")
    else:
        yield say("nothing was changed; `selo upgrade` does it")


def changes(value: "Upgrade") -> Iterator[str]:
    """Yield the corrected editions, and every rating and title that moves by them."""
    for row in value.corrected:
        yield say("corrected: {edition}, revision {before} -> {after}", edition=row.edition, before=row.followed,
                  after=row.carried)  # fmt: skip
    if value.titles:
        yield ""
        yield say("titles, and the days they are reached on:")
        yield from fields_table(value.titles, ("player", "name", "title", "before", "after"))
        yield ""
    if not value.moved:
        yield say("no current rating moves")
        return
    if not value.corrected:
        yield say("no corrected edition explains what moves here: look at the ledger before you accept it")
    yield ""
    yield from fields_table(value.moved, ("player", "name", "list", "before", "after"))
    yield ""
    count = len(value.moved)
    yield (
        counted("{count} current rating moved", "{count} current ratings moved", count)
        if value.done
        else counted("{count} current rating would move", "{count} current ratings would move", count)
    )
