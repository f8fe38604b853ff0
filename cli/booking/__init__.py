"""Commands that write: tournaments, corrections, players, published lists. Here: what a submission did, printed."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from cli.options import ledger_path, outside, sure_of
from cli.output import answer, bar, fields_table, first_rows, talk, word
from messages import Message, counted, joined, say, template

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desk.games.report import FilesSubmitted, FileSubmitted
    from desk.gate import Gate
    from desk.lists import ListSubmitted
    from desk.outcome import Caution, DoubtRow, EntryChange, Move, Outcome, Receipt, Submitted, Unlicensed
    from desk.submit import Preparation
    from exchange.json.documents import Placed
    from projections.answers.tournaments.licences import LicenceRow

    Report = Submitted | FileSubmitted | FilesSubmitted | ListSubmitted
    from ledger.store.persons import Personal

R = TypeVar("R")
SHOWN = 20
ALIKE = 3  # warnings of one kind
LICENCE_STATES = {
    "none": template("no licence"),
    "ends-before": template("the licence ends before the last day"),
    "begins-after": template("the licence begins after the first day"),
    "unpaid": template("not paid"),
    "paid": template("paid"),
}
_NUMBER = re.compile(r"[0-9]+")


def book(documents: "Sequence[Placed]", dry_run: bool) -> None:
    """Submit documents that a command made, and print what happened."""
    from desk.outcome import submitted

    outcome = submitted_with_bar(documents, dry_run)
    print_submission(submitted(outcome, dry_run), outcome)


def submitted_with_bar(preparation: "Preparation | Sequence[Placed]", dry_run: bool) -> "Outcome":
    """Submit, with progress bars when it takes long. On a terminal, ask about what may be a slip, then book it."""
    return answered(lambda gate: _submitted(preparation, dry_run, gate), dry_run)


def answered(book: "Callable[[Gate], R]", dry_run: bool = False) -> "R":
    """Book with the answers of the command line, and on a terminal with those to what may be a slip."""
    from cli.booking.prompts import on_a_terminal
    from desk.gate import Doubted, Gate

    gate = Gate(not dry_run and on_a_terminal(), *sure_of())
    while True:
        try:
            return book(gate)
        except Doubted as refusal:
            surer = _sure_after_all(refusal.doubts, gate) if gate.asks else None
            if surer is None:
                raise
            gate = surer


def _submitted(preparation: "Preparation | Sequence[Placed]", dry_run: bool, gate: "Gate") -> "Outcome":
    from desk.submit import submit

    with bar(say("reading")) as reading, bar(say("rating")) as progress:
        return submit(
            ledger_path(), preparation, outside(), dry_run=dry_run, progress=progress, reading=reading,
            beside=_drafts_forget, gate=gate,
        )  # fmt: skip


def _sure_after_all(doubts: "Sequence[DoubtRow]", gate: "Gate") -> "Gate | None":
    """Ask about each possible slip whether it is right, for now or for good; None when one of them is not."""
    from cli.booking.prompts import NO, YES, interruptible, means, prompted

    with interruptible():
        for doubt in doubts:
            talk(doubt.message)
            while True:
                given = prompted(say("  is that right? [y/N/always]"), "")
                if not given or means(given, NO):
                    talk(say("  then {otherwise}", otherwise=doubt.otherwise))
                    return None
                if means(given, YES):
                    gate = gate._replace(sure=(*gate.sure, doubt.sure))
                    break
                if given.casefold() == "always":
                    gate = gate._replace(always=(*gate.always, doubt.sure))
                    break
    return gate


def _drafts_forget(ledger: str, erased: "Sequence[Personal]") -> "list[Message]":
    """Make the drafts forget erased people; the service is imported here, because hardly any command erases
    somebody."""
    from web.kept.drafts import forget

    return forget(ledger, erased)


def print_submission(report: "Report", outcome: "Outcome") -> None:
    """Print one JSON value, or lines for people that fit what was submitted."""
    if outcome.playing and report.dry_run is True:
        from desk.lists.national import with_unlicensed
        from web.kept.members import register_to_show

        report = with_unlicensed(ledger_path(), report, outcome, register_to_show(ledger_path()))
    answer(report, report_lines(report, outcome))


def report_lines(report: "Report", outcome: "Outcome") -> Iterator[str]:
    from desk.outcome import Submitted

    if isinstance(report, Submitted):  # first: one document needs nothing of files and lists
        yield from outcome_lines(report, outcome.entries)
        return
    from desk.games.report import FilesSubmitted, FileSubmitted

    nothing = True  # whether it is worth a line that no rating changes
    if isinstance(report, FileSubmitted):
        from cli.booking.file_report import file_lines

        yield from file_lines(report)
        nothing = bool(report.recorded or report.moved)
        if nothing:
            yield ""
    elif isinstance(report, FilesSubmitted):
        from cli.booking.file_report import file_lines

        for file in report.files:
            yield from file_lines(file)
            yield ""
    else:
        from messages.answer import plain

        facts = plain(report.source)
        counts = ", ".join(f"{word(name)} {value}" for name, value in facts.items() if name not in ("file", "format"))
        yield f"{report.source.file}: {report.source.format}, {counts}"
    yield from outcome_lines(report, outcome.entries, nothing)


def outcome_lines(report: "Report", entries: "Sequence[EntryChange]", nothing: bool = True) -> Iterator[str]:
    """Print the warnings on stderr, then yield what was recorded and what changed."""
    from desk.outcome import unasked

    dry_run = report.dry_run is True
    doubts = report.doubts or ()
    _talk_warnings(unasked(report.warnings, doubts))
    for doubt in doubts:
        talk(say("is that right? {message} ({otherwise}; --sure {sure})", message=doubt.message,
                 otherwise=doubt.otherwise, sure=doubt.sure))  # fmt: skip
    for receipt in report.recorded[:SHOWN]:
        yield from _receipt_lines(receipt, dry_run)
    if len(report.recorded) > SHOWN:
        left = len(report.recorded) - SHOWN
        yield counted("and {count} more document", "and {count} more documents", left)
    if report.moved:
        yield ""
        yield from fields_table(report.moved, "player name list before after", ("change", _change))
    elif nothing and not all(receipt.repeated for receipt in report.recorded):
        yield say("no current rating changes")
    yield from _entry_lines(entries, dry_run)
    if report.lost_titles:
        lost = joined([say("{title} of {player}", title=one.title, player=one.player) for one in report.lost_titles],
                      ", ")  # fmt: skip
        yield (
            say("titles that would no longer be supported: {lost}", lost=lost)
            if dry_run
            else say("titles no longer supported: {lost}", lost=lost)
        )
    yield from _unlicensed_lines(getattr(report, "unlicensed", ()) or ())


def _unlicensed_lines(rows: "Sequence[Unlicensed]") -> Iterator[str]:
    """Say beside a preview who in it has no paid licence; a rating office decides about that, and no rating waits."""
    if rows:
        yield ""
        yield say("without a paid licence, which moves no rating:")
        yield from fields_table(rows, "player name", ("licence", licence_state), "tournament")


def licence_state(row: "Unlicensed | LicenceRow") -> Message:
    return say(LICENCE_STATES[row.state])


def _talk_warnings(warnings: "Sequence[Caution]") -> None:
    """Print warnings on stderr; of those that say the same of many places, but for numbers in it, only the first few,
    and a count.
    """
    alike: dict[str, list[Caution]] = {}
    for warning in warnings:
        alike.setdefault(_NUMBER.sub("#", warning.message), []).append(warning)
    lines: list[Message] = []
    for group in alike.values():
        shown = group if len(group) <= ALIKE + 1 else group[:ALIKE]
        lines += [say("warning: {spot}{sentence}", spot=_spot(warning), sentence=warning.message) for warning in shown]
        if len(shown) < len(group):
            lines.append(say("and {count} more warnings like these; --json shows all", count=len(group) - len(shown)))
    for line in lines[:SHOWN]:
        talk(line)
    if len(lines) > SHOWN:
        left = len(lines) - SHOWN
        talk(counted("and {count} more line of warnings; --json shows all",
                     "and {count} more lines of warnings; --json shows all", left))  # fmt: skip


def _spot(warning: "Caution") -> str:
    where = warning.where
    return ":".join(str(part) for part in (where.file, where.line) if part) + ": " if where.file else ""


def _receipt_lines(receipt: "Receipt", dry_run: bool) -> Iterator[str]:
    known = {"kind": receipt.kind, "target": receipt.target}
    if receipt.repeated:
        yield say("{kind} {target}: already recorded, seq {seq}", seq=receipt.seq, **known)
    elif dry_run:  # no seq: by the time of booking another event may have it
        yield say("{kind} {target}: would be recorded", **known)
    else:
        yield say("{kind} {target}: recorded, seq {seq}", seq=receipt.seq, **known)
    if isinstance(receipt.size, int):
        yield counted("root of {count} event: {root}", "root of {count} events: {root}", receipt.size,
                      root=receipt.root)  # fmt: skip


def _entry_lines(entries: "Sequence[EntryChange]", dry_run: bool) -> Iterator[str]:
    """Say how many earlier entries changed, and from which day on; a preview shows the first of them."""
    differ = [entry for entry in entries if entry.before is not None and entry.before != entry.after]
    if not differ:
        return
    yield ""
    of_players = counted("of {count} player", "of {count} players", len({entry.player for entry in differ}))
    known = {"of_players": of_players, "since": differ[0].on}
    yield counted("{count} earlier entry {of_players} would change, from {since} on",
                  "{count} earlier entries {of_players} would change, from {since} on", len(differ), **known
                  ) if dry_run else counted(
                  "{count} earlier entry {of_players} changed, from {since} on",
                  "{count} earlier entries {of_players} changed, from {since} on", len(differ), **known)  # fmt: skip
    if dry_run:
        yield from first_rows(differ, SHOWN, "player name list on unit before after")


def _change(move: "Move") -> str:
    if move.before is None or move.after is None:
        return say("new") if move.before is None else say("gone")
    return f"{move.after - move.before:+d}"
