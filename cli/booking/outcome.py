"""What a submission did, printed: what was recorded, which ratings moved."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.options import ledger_path, outside
from cli.output import answer, table, talk
from cli.progress import bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desk.outcome import EntryChange, Move, Outcome
    from exchange.json.documents import Placed

SHOWN = 20


def book(placed: "Sequence[Placed]", dry_run: bool) -> None:
    """Submits and says what happened."""
    from desk.outcome import submitted
    from desk.submit import submit

    with bar("projecting") as progress:
        outcome = submit(ledger_path(), placed, outside(), dry_run=dry_run, progress=progress)
    answer(submitted(outcome, dry_run), outcome_lines(outcome, dry_run))


def outcome_lines(outcome: "Outcome", dry_run: bool, nothing: bool = True) -> Iterator[str]:
    """Warnings as talk, then what was recorded and what moved."""
    for warning in outcome.warnings[:SHOWN]:
        where = warning.where
        spot = ":".join(str(part) for part in (where.file, where.line) if part) + ": " if where.file else ""
        talk(f"warning: {spot}{warning.message}")
    if len(outcome.warnings) > SHOWN:
        talk(f"and {len(outcome.warnings) - SHOWN} more warnings; --json shows all")
    for receipt in outcome.recorded[:20]:
        verb = "already recorded" if receipt.repeated else "would be recorded" if dry_run else "recorded"
        # a preview gives no seq: by the time of booking another event may have it
        seq = "" if dry_run and not receipt.repeated else f", seq {receipt.seq}"
        yield f"{receipt.kind} {receipt.target}: {verb}{seq}"
        if receipt.root:
            yield f"root of {receipt.size} events: {receipt.root}"
    if len(outcome.recorded) > 20:
        yield f"and {len(outcome.recorded) - 20} more documents"
    if outcome.moved:
        yield ""
        rows = [(move.player, move.list, move.before, move.after, _change(move)) for move in outcome.moved]
        yield from table(("player", "list", "before", "after", "change"), rows)
    elif nothing and not all(receipt.repeated for receipt in outcome.recorded):
        yield "no current number moves"
    yield from _entry_lines(outcome.entries, dry_run)


def _entry_lines(entries: "Sequence[EntryChange]", dry_run: bool) -> Iterator[str]:
    """How far it reaches; a preview shows the first entries themselves."""
    differ = [e for e in entries if e.before is not None and e.before != e.after]
    if not differ:
        return
    yield ""
    players = len({entry.player for entry in differ})
    verb = "come" if dry_run else "came"
    yield f"{len(differ)} earlier entries of {players} players {verb} out different, from {differ[0].on} on"
    if dry_run:
        columns = ("player", "list", "on", "unit", "before", "after")
        yield from table(columns, [[getattr(entry, name) for name in columns] for entry in differ[:SHOWN]])
        if len(differ) > SHOWN:
            yield f"and {len(differ) - SHOWN} more; --json shows all"


def _change(move: "Move") -> str:
    if move.before is None or move.after is None:
        return "new" if move.before is None else "gone"
    return f"{move.after - move.before:+d}"
