"""selo submit."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import click

from cli.booking.files.submit_options import FileOptions, file_options
from cli.options import ledger_path
from cli.output import json_option

if TYPE_CHECKING:
    from desk.games.report import FileSubmitted
    from desk.ledger_view import LedgerView
    from desk.lists.report import ListSubmitted
    from desk.outcome import Outcome, Submitted
    from desk.submit import PreparedSubmission


class Submission(Protocol):
    """What the files came to: how it is prepared inside the transaction, and what is reported afterwards."""

    def prepare(self, ledger: "LedgerView") -> "PreparedSubmission": ...

    def report(self, outcome: "Outcome") -> "Submitted | FileSubmitted | ListSubmitted": ...


@click.command("submit")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--dry-run", is_flag=True, help="Record nothing; show every rating that would change.")
@file_options
@json_option
def submit_command(files: tuple[str, ...], dry_run: bool, **given: Any) -> None:
    """Record documents (.json, .jsonl, or - for standard input), a tournament report, a table, a list.

    All of it or nothing. What a report does not state is asked about, all at once, with the option that answers it.

    \b
    Examples:
        selo submit players.jsonl autumn-open.json --dry-run
        selo submit report.trf --id autumn-open --time-control 90+30
        selo submit players_list.xml --as fide-list --on 2024-02-01
    """
    from cli.booking.outcome import print_submission, submitted_with_bar

    options = FileOptions(**given)
    options.check()
    submission = _a_list(files, options, dry_run) if options.as_what else _files(files, options, dry_run)
    outcome = submitted_with_bar(submission.prepare, dry_run)
    print_submission(submission.report(outcome), outcome)


def _files(files: Sequence[str], options: FileOptions, dry_run: bool) -> Submission:
    """Documents, and at most one file of games."""
    from desk.named_files import Documents, GivenSettings, games_proposal, read_named

    named = read_named(files)
    if named.games is None:
        if odd := options.given():
            raise click.UsageError(f"{odd[0]} goes with a report or a table, not with documents")
        return Documents(named.documents, dry_run)
    settings = GivenSettings(options.settings(), options.sidecar, options.map_file, options.reason)
    return games_proposal(named.games, settings, named.documents, dry_run)


def _a_list(files: Sequence[str], options: FileOptions, dry_run: bool) -> Submission:
    """One list of its day."""
    if len(files) != 1:
        raise click.UsageError("one list at a time")
    if options.on is None:
        raise click.UsageError("--on DAY: which day is the list of?")
    if options.as_what == "openings":
        from desk.lists.openings import OpeningList

        if options.list_name is None:
            raise click.UsageError("--list: which list are the openings on?")
        return OpeningList(files[0], options.list_name, options.on, dry_run)
    from desk.lists.fide import PREFIX, FideList, Wanted

    wanted = Wanted(options.everybody, options.federation, options.new_ids or PREFIX)
    return FideList(ledger_path(), files[0], options.on, wanted, dry_run)
