"""selo submit."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import click

from cli.booking.submit_options import FileOptions, SubmitCommand, file_options
from cli.options import ledger_path, with_gate_options
from cli.output import json_option, talk
from messages import say

if TYPE_CHECKING:
    from desk.files.settings import Settings
    from desk.games.proposal import GamesProposal
    from desk.games.report import FilesSubmitted, FileSubmitted
    from desk.ledger_view import LedgerView
    from desk.lists.fide import ListSubmitted
    from desk.named_files import GivenSettings, NamedFiles
    from desk.outcome import Outcome, Submitted
    from desk.submit import PreparedSubmission


class Submission(Protocol):
    """What the files came to: how it is prepared inside the transaction, and what is reported afterwards."""

    def prepare(self, ledger: "LedgerView") -> "PreparedSubmission": ...

    def report(self, outcome: "Outcome") -> "Submitted | FileSubmitted | FilesSubmitted | ListSubmitted": ...


@click.command("submit", cls=SubmitCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--dry-run", is_flag=True, help="Record nothing; show every rating that would change.")
@with_gate_options
@file_options
@json_option
def submit_command(files: tuple[str, ...], dry_run: bool, **given: Any) -> None:
    """Record documents (.json, .jsonl, or - for standard input), a tournament report, a table, a list.

    All of it or nothing. What a report does not state is asked about, all at once, with the option that answers it; on
    a terminal the questions are asked one by one, before anything is recorded.

    \b
    Examples:
        selo submit players.jsonl autumn-open.json --dry-run
        selo submit report.trf --id autumn-open --time-control 90+30
        selo submit players_list.xml --as fide-list --on 2024-02-01
    """
    from cli.booking.outcome import print_submission, submitted_with_bar

    options = FileOptions(**given)
    options.check()
    if options.as_what:
        submission = _a_list(files, options, dry_run)
    else:
        named = _read(files, options)
        if len(named.games) == 1:
            _one_report(named, options, dry_run)
            return
        submission = _files(named, options, dry_run)
    outcome = submitted_with_bar(submission.prepare, dry_run)
    if not dry_run:
        from desk.named_files import remember_answers

        remember_answers(ledger_path(), getattr(submission, "proposals", ()))
    print_submission(submission.report(outcome), outcome)


def _read(files: Sequence[str], options: FileOptions) -> "NamedFiles":
    from desk.named_files import read_named

    named = read_named(files)
    if not named.games and (odd := options.given()):
        raise click.UsageError(say("{option} goes with a report or a table, not with documents", option=odd[0]))
    return named


def _files(named: "NamedFiles", options: FileOptions, dry_run: bool) -> Submission:
    """Submit documents, or several reports."""
    from desk.named_files import Documents, several_games

    if not named.games:
        return Documents(named.documents, dry_run)
    if options.map_out:
        raise click.UsageError(say("--map-out is about one report, and there are several"))
    return several_games(named.games, _given(options), named.documents, dry_run)


def _given(options: FileOptions) -> "GivenSettings":
    from desk.named_files import GivenSettings

    return GivenSettings(options.settings(), ledger_path(), options.sidecar, options.maps, options.reason)


def _one_report(named: "NamedFiles", options: FileOptions, dry_run: bool) -> None:
    """Submit a report with the documents before it; on a terminal, ask about what is open."""
    from cli.booking.outcome import print_submission, submitted_with_bar
    from cli.booking.prompts import on_a_terminal
    from cli.booking.terminal import asked_and_booked, map_lines
    from desk.named_files import games_proposal, remember_answers

    given = _given(options)
    before = list(named.documents)

    def proposal_of(settings: "Settings", preview: bool) -> "GamesProposal":
        return games_proposal(named.games[0], given._replace(options=settings), before, preview)

    if on_a_terminal() and not dry_run and not options.map_out:
        booked = asked_and_booked(proposal_of, given.options)
        if booked is None:
            return
        proposal, outcome = booked
    else:
        proposal = proposal_of(given.options, dry_run)
        try:
            outcome = submitted_with_bar(proposal.prepare, dry_run)
        finally:
            if options.map_out:
                _write_map(options.map_out, map_lines(proposal.players))
    if not dry_run:
        remember_answers(ledger_path(), [proposal])
    print_submission(proposal.report(outcome), outcome)


def _write_map(name: str, lines: Sequence[str]) -> None:
    """Write a map, never over a file that is there: an officer may have worked on it."""
    from ledger.outgoing import write_new

    write_new(name, "".join(f"{line}\n" for line in lines).encode())
    talk(say("{name}: check the lines, then use --map {name}", name=name))


def _a_list(files: Sequence[str], options: FileOptions, dry_run: bool) -> Submission:
    """Submit one list of its day."""
    if len(files) != 1:
        raise click.UsageError(say("one list at a time"))
    if options.on is None:
        raise click.UsageError(say("--on DAY: which day is the list of?"))
    if options.as_what == "openings":
        from desk.lists.openings import OpeningList

        if options.list_name is None:
            raise click.UsageError(say("--list: which list are the openings on?"))
        return OpeningList(files[0], options.list_name, options.on, dry_run)
    from desk.lists.fide import PREFIX, FideList, Wanted

    wanted = Wanted(options.everybody, options.federation, options.new_ids or PREFIX)
    return FideList(ledger_path(), files[0], options.on, wanted, dry_run)
