"""What a submission did, printed: what was recorded, which ratings moved."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.options import ledger_path, outside
from cli.output import answer, table, talk

if TYPE_CHECKING:
    from desk.submit import Outcome
    from ledger.documents import Document
from cli.progress import bar

SHOWN = 20


def book_one(document: "Document", dry_run: bool = False) -> None:
    """A document that a command put together."""
    from desk.submit import Plain

    book([Plain(document)], dry_run)


def book(placed: list[Any], dry_run: bool) -> None:
    """Submits and says what happened."""
    from desk.submit import submit

    with bar("projecting") as progress:
        outcome = submit(ledger_path(), placed, outside(), dry_run=dry_run, progress=progress)
    value: dict[str, Any] = {"recorded": outcome.recorded, "moved": outcome.moved, "warnings": outcome.warnings}
    if dry_run:
        value.update(dry_run=True, entries=outcome.entries)
    answer(value, outcome_lines(outcome, dry_run))


def outcome_lines(outcome: "Outcome", dry_run: bool, nothing: bool = True) -> Iterator[str]:
    """Warnings as talk, then what was recorded and what moved."""
    for warning in outcome.warnings[:SHOWN]:
        where = warning["where"]
        spot = ":".join(str(part) for part in (where["file"], where["line"]) if part) + ": " if where["file"] else ""
        talk(f"warning: {spot}{warning['message']}")
    if len(outcome.warnings) > SHOWN:
        talk(f"and {len(outcome.warnings) - SHOWN} more warnings; --json shows all")
    for row in outcome.recorded[:20]:
        verb = "already recorded" if row["repeated"] else "would be recorded" if dry_run else "recorded"
        yield f"{row['kind']} {row['target']}: {verb}" + (
            "" if dry_run and not row["repeated"] else f", seq {row['seq']}"
        )
        if "root" in row:
            yield f"root of {row['size']} events: {row['root']}"
    if len(outcome.recorded) > 20:
        yield f"and {len(outcome.recorded) - 20} more documents"
    if outcome.moved:
        yield ""
        rows = [(m["player"], m["list"], m["before"], m["after"], _change(m)) for m in outcome.moved]
        yield from table(("player", "list", "before", "after", "change"), rows)
    elif nothing and not all(row["repeated"] for row in outcome.recorded):
        yield "no current number moves"
    yield from _entry_lines(outcome.entries, dry_run)


def _entry_lines(entries: list[dict[str, Any]], dry_run: bool) -> Iterator[str]:
    """How far it reaches; a preview shows the first entries themselves."""
    differ = [e for e in entries if e["before"] is not None and e["before"] != e["after"]]
    if not differ:
        return
    yield ""
    players = len({entry["player"] for entry in differ})
    verb = "come" if dry_run else "came"
    yield f"{len(differ)} earlier entries of {players} players {verb} out different, from {differ[0]['on']} on"
    if dry_run:
        columns = ("player", "list", "on", "unit", "before", "after")
        yield from table(columns, [[entry[c] for c in columns] for entry in differ[:SHOWN]])
        if len(differ) > SHOWN:
            yield f"and {len(differ) - SHOWN} more; --json shows all"


def _change(moved: dict[str, Any]) -> str:
    if moved["before"] is None or moved["after"] is None:
        return "new" if moved["before"] is None else "gone"
    return f"{moved['after'] - moved['before']:+d}"
