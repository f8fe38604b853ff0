"""selo doctor, ledger upgrade and rules: what a ledger needs to go on; editions with
their dates, sources and coverage, and accepting a corrected one.
"""

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from cli.command_frames import command, option
from cli.copies import problems_of
from cli.options import ledger_path, outside
from cli.output import answer, bar, fields_table, word
from cli.question_commands import HERE, Otherwise, Values, question
from messages import Message, counted, say, template

if TYPE_CHECKING:
    from audit.doctor import Examination
    from desk.upgrade import Upgrade
    from projections.answers.rules import CoverageAnswer, RulesAnswer
    from rulebooks.finland.editions import FinnishEdition


@command("selo doctor")
def doctor_command() -> int:
    """Check the ledger and the machine that it is on, and say what to do. Exit 1 if the
    ledger itself is damaged.
    """
    from audit.doctor import doctor

    examination = doctor(HERE.path, HERE.now(), HERE.keys)
    answer(examination, _checks(examination))
    return 1 if examination.grave else 0


def _checks(examination: "Examination") -> Iterator[str]:
    yield from fields_table(
        examination.checks,
        ("", lambda check: say("ok") if check.ok else say("LOOK")),
        ("check", lambda check: word(check.name)),
        ("found", "said"),
    )
    for check in examination.checks:
        if check.advice:
            yield say("{check}: {advice}", check=word(check.name), advice=check.advice)


NOT_ACCEPTED = 3


@command(
    "selo ledger upgrade --dry-run",
    option("--accept", is_flag=True, help="Let the listed ratings move."),
    option(
        "--backup",
        metavar="FILE",
        type=click.Path(),
        help="The file for the backup. Default: beside the ledger.",
    ),
    option("--dry-run", is_flag=True, help="List what would move; change nothing."),
)
def ledger_upgrade_command(accept: bool, backup: str | None, dry_run: bool) -> int:
    """Upgrade a ledger of an earlier version to this one: try it, list what moves, make a
    backup, and do it.

    If ratings would move, the command lists them and changes nothing without --accept
    (exit 3). Until you upgrade, only the version that wrote the ledger can use it.
    """
    from desk.upgrade import upgrade

    path = ledger_path()

    def make_backup() -> str:
        from ledger.store.copies import backup as saved

        return saved(
            path, backup or _name_of_copy(path), partial(problems_of, upgrading=True)
        ).backup

    on_server = "://" in path  # the tools of the server make its backups
    with bar(say("rehearsing")) as progress:
        done = upgrade(
            path,
            outside(),
            None if on_server else make_backup,
            accept=accept,
            dry_run=dry_run,
            progress=progress,
        )
    answer(done, _upgrade_lines(done), done.moved)
    if (done.moved or done.titles) and not done.done and not dry_run:
        return NOT_ACCEPTED
    return 0


def _name_of_copy(path: str) -> str:
    """Find a free name that says what it is, beside the ledger."""
    name, number = f"{path}.before-upgrade", 1
    while os.path.lexists(name):
        number += 1
        name = f"{path}.before-upgrade-{number}"
    return name


def _upgrade_lines(value: "Upgrade") -> Iterator[str]:
    if not value.needed:
        yield say("nothing to upgrade: the ledger is of this version")
        return
    before, after = value.before, value.after
    if before != after:
        formats = f"{before.format} -> {after.format}"
        tables = f"{before.tables} -> {after.tables}"
        yield say(
            "format {formats}, read tables {tables}", formats=formats, tables=tables
        )

    yield from changes(value)
    if value.done:
        if value.backup is not None:
            yield say("backup of the ledger as it was: {file}", file=value.backup)
        yield say("upgraded")
    elif value.titles and not value.moved:
        yield say(
            "nothing was changed; if these titles may move: `selo ledger upgrade --accept`"
        )
    elif value.moved:
        yield say(
            "nothing was changed; if these ratings may move: `selo ledger upgrade --accept`"
        )
    else:
        yield say("nothing was changed; `selo ledger upgrade` does it")


def _edition(value: "CoverageAnswer") -> Iterator[str]:
    from rulebooks import family
    from rulebooks.finland.editions import FinnishEdition

    edition = family(value.lists[0]).EDITIONS[value.edition["id"]]
    yield say(
        "{edition}, for {lists}, from {since}: {source}",
        edition=edition.id,
        lists=", ".join(value.lists),
        since=edition.since,
        source=edition.source,
    )
    if isinstance(edition, FinnishEdition):
        yield from (say("  {sentence}", sentence=line) for line in _settings(edition))
    yield ""
    yield say("what a trial may change:")
    one_list = len({row.list for row in value.changeable}) < 2
    yield from fields_table(
        value.changeable, "" if one_list else "list", "number value what"
    )
    yield ""
    yield from fields_table(value.articles, "article", ("what", "heading"), "where")


BONUS = {
    (True, True): template(
        "bonus of 0.1 a game: established and new players (7.2, 7.3)"
    ),
    (True, False): template("bonus of 0.1 a game: established players (7.2, 7.3)"),
    (False, True): template("bonus of 0.1 a game: new players (7.2, 7.3)"),
    (False, False): template("bonus of 0.1 a game: none (7.2, 7.3)"),
}


def _settings(edition: "FinnishEdition") -> Iterator[Message]:
    """Say in words what differs between the Finnish editions."""
    yield say("expectation of one game at most {cap} (7.9)", cap=edition.cap / 100)
    yield say(BONUS[bool(edition.bonus_established), bool(edition.bonus_new)])
    yield say("Kt under 60 minutes, from 2300: {kt} (7.8)", kt=edition.fast_high / 100)
    yield say(
        "new while earlier games are at most {count} (3.1)", count=edition.new_until
    )
    if edition.carries_games:
        yield say("a new player carries every game by itself (3.3)")
    else:
        yield say("a new player carries rounded rating x games (3.3)")
    yield say("shortest selo game {time} (2.8)", time=_time(edition.selo_seconds))
    yield say("shortest pelo game {time} (2.8)", time=_time(edition.pelo_seconds))
    if edition.titles_in_play:
        yield say("titles look at values during and after a tournament (6.2)")
    else:
        yield say("titles look at values after a tournament (6.2)")
    yield say("revision {revision}", revision=edition.revision)


def _time(seconds: int) -> Message:
    minutes = seconds // 60
    if seconds % 60 == 0:
        return say("{minutes} min", minutes=minutes)
    return say("over {minutes} min", minutes=minutes)


def _accept(stated: Values) -> bool:
    """Run the command that the word accept is in the place of an edition; False for any
    other word.
    """
    if stated.get("edition") != "accept":
        if "dry_run" in stated:
            raise click.UsageError(
                say("{option} goes with {other}", option="--dry-run", other="accept")
            )
        return False
    from desk.upgrade import accept_rules

    with bar(say("rehearsing")) as progress:
        accepted = accept_rules(
            ledger_path(), outside(), dry_run="dry_run" in stated, progress=progress
        )
    if accepted.corrected:
        answer(accepted, changes(accepted), accepted.moved)
    else:
        answer(
            accepted,
            [say("nothing to accept: the ledger follows this version's rules")],
        )
    return True


def _rules(value: "RulesAnswer") -> Iterator[str]:
    yield from fields_table(value.rows, "list edition adopted_from revision source")
    coming = [row for row in value.rows if row.coming]
    if coming:
        yield ""
    for row in coming:
        yield say(
            "{edition} comes into force on {list} on {day}",
            edition=row.edition,
            list=row.list,
            day=row.adopted_from,
        )


def changes(value: "Upgrade") -> Iterator[str]:
    """Yield the corrected editions, and every rating and title that moves by them."""
    for row in value.corrected:
        yield say(
            "corrected: {edition}, revision {before} -> {after}",
            edition=row.edition,
            before=row.followed,
            after=row.carried,
        )

    if value.titles:
        yield ""
        yield say("titles, and the days they are reached on:")
        yield from fields_table(value.titles, "player name title before after")
        yield ""

    if not value.moved:
        yield say("no current rating moves")
        return
    if not value.corrected:
        yield say(
            "no corrected edition explains what moves here: look at the ledger before"
            " you accept it"
        )

    yield ""
    yield from fields_table(value.moved, "player name list before after")
    yield ""

    count = len(value.moved)
    if value.done:
        yield counted(
            "{count} current rating moved", "{count} current ratings moved", count
        )
    else:
        yield counted(
            "{count} current rating would move",
            "{count} current ratings would move",
            count,
        )


_DRY = option(
    "--dry-run", is_flag=True, help="With accept: list what would move; change nothing."
)
_RULES_HELP = """Without EDITION: every list, edition, first day and source. With it: where each article lives in
the code. `selo rules accept` lists every rating that a corrected edition of this version moves, and lets it count."""
rules_command = question(
    "projections.answers.rules:Rules",
    "projections.answers.rules:Edition",
    text={"Rules": _rules, "Edition": _edition},
    otherwise=Otherwise(
        more=(_DRY,),
        adjust=_accept,
        words=_RULES_HELP,
    ),
)
