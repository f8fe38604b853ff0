"""What a submission did, printed: what was recorded, which ratings changed."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.options import ledger_path, outside
from cli.output import answer, bar, table, talk
from messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desk.games.report import FilesSubmitted, FileSubmitted
    from desk.lists.fide import ListSubmitted
    from desk.outcome import Caution, EntryChange, Move, Outcome, Receipt, Submitted
    from desk.submit import Preparation
    from exchange.json.documents import Placed
    from messages import Message

    Report = Submitted | FileSubmitted | FilesSubmitted | ListSubmitted
    from ledger.store.persons import Personal

SHOWN = 20
ALIKE = 3  # warnings of one kind
_NUMBER = re.compile(r"[0-9]+")


def book(documents: "Sequence[Placed]", dry_run: bool) -> None:
    """Submits documents that a command made, and prints what happened."""
    from desk.outcome import submitted

    outcome = submitted_with_bar(documents, dry_run)
    print_submission(submitted(outcome, dry_run), outcome)


def submitted_with_bar(preparation: "Preparation | Sequence[Placed]", dry_run: bool) -> "Outcome":
    """The submission itself, with progress bars when it takes long."""
    from desk.submit import submit

    with bar("reading") as reading, bar("rating") as progress:
        return submit(
            ledger_path(), preparation, outside(), dry_run=dry_run, progress=progress, reading=reading,
            beside=_drafts_forget,
        )  # fmt: skip


def _drafts_forget(ledger: str, erased: "Sequence[Personal]") -> "list[Message]":
    """Imported when somebody is erased, and not before."""
    from service.drafts import forget

    return forget(ledger, erased)


def print_submission(report: "Report", outcome: "Outcome") -> None:
    """One JSON value, or lines for people that fit what was submitted."""
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
        counts = ", ".join(f"{name} {value}" for name, value in facts.items() if name not in ("file", "format"))
        yield f"{report.source.file}: {report.source.format}, {counts}"
    yield from outcome_lines(report, outcome.entries, nothing)


def outcome_lines(report: "Report", entries: "Sequence[EntryChange]", nothing: bool = True) -> Iterator[str]:
    """Warnings as talk, then what was recorded and what changed."""
    dry_run = report.dry_run is True
    _talk_warnings(report.warnings)
    for receipt in report.recorded[:SHOWN]:
        yield from _receipt_lines(receipt, dry_run)
    if len(report.recorded) > SHOWN:
        yield f"and {len(report.recorded) - SHOWN} more documents"
    if report.moved:
        yield ""
        rows = [(move.player, move.name, move.list, move.before, move.after, _change(move)) for move in report.moved]
        yield from table(("player", "name", "list", "before", "after", "change"), rows)
    elif nothing and not all(receipt.repeated for receipt in report.recorded):
        yield "no current rating changes"
    yield from _entry_lines(entries, dry_run)
    if report.lost_titles:
        lost = ", ".join(f"{title.title} of {title.player}" for title in report.lost_titles)
        yield f"titles {'that would no longer be' if dry_run else 'no longer'} supported: {lost}"


def _talk_warnings(warnings: "Sequence[Caution]") -> None:
    """Those that say the same of many places, but for numbers in it, are told of the first few and counted."""
    alike: dict[str, list[Caution]] = {}
    for warning in warnings:
        alike.setdefault(_NUMBER.sub("#", warning.message), []).append(warning)
    lines: list[str] = []
    for group in alike.values():
        shown = group if len(group) <= ALIKE + 1 else group[:ALIKE]
        lines += [f"warning: {_spot(warning)}{warning.message}" for warning in shown]
        if len(shown) < len(group):
            lines.append(f"and {len(group) - len(shown)} more warnings like these; --json shows all")
    for line in lines[:SHOWN]:
        talk(line)
    if len(lines) > SHOWN:
        talk(f"and {len(lines) - SHOWN} more lines of warnings; --json shows all")


def _spot(warning: "Caution") -> str:
    where = warning.where
    return ":".join(str(part) for part in (where.file, where.line) if part) + ": " if where.file else ""


def _receipt_lines(receipt: "Receipt", dry_run: bool) -> Iterator[str]:
    verb = "already recorded" if receipt.repeated else "would be recorded" if dry_run else "recorded"
    # a preview gives no seq: by the time of booking another event may have it
    seq = "" if dry_run and not receipt.repeated else f", seq {receipt.seq}"
    yield f"{receipt.kind} {receipt.target}: {verb}{seq}"
    if receipt.root:
        yield f"root of {receipt.size} events: {receipt.root}"


def _entry_lines(entries: "Sequence[EntryChange]", dry_run: bool) -> Iterator[str]:
    """How far it reaches; a preview shows the first entries themselves."""
    differ = [entry for entry in entries if entry.before is not None and entry.before != entry.after]
    if not differ:
        return
    yield ""
    players = len({entry.player for entry in differ})
    entries_of = "1 earlier entry" if len(differ) == 1 else f"{len(differ)} earlier entries"
    changed = "would change" if dry_run else "changed"
    yield f"{entries_of} of {players} {'player' if players == 1 else 'players'} {changed}, from {differ[0].on} on"
    if dry_run:
        columns = ("player", "name", "list", "on", "unit", "before", "after")
        yield from table(columns, [[getattr(entry, name) for name in columns] for entry in differ[:SHOWN]])
        if len(differ) > SHOWN:
            yield f"and {len(differ) - SHOWN} more; --json shows all"


def _change(move: "Move") -> str:
    if move.before is None or move.after is None:
        return "new" if move.before is None else "gone"
    return f"{move.after - move.before:+d}"
