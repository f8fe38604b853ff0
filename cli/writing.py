"""init and submit."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cli.booking.files import import_options
from cli.options import ledger_path, outside
from cli.output import answer, json_option, table, talk

if TYPE_CHECKING:
    from ledger.documents import Document
    from desk.submit import Outcome
    from projections.replay.loop import Progress

SHOWN = 20


def _rules(context: click.Context, parameter: click.Parameter, said: tuple[str, ...]) -> tuple[str, ...]:
    """Each word once, known, and no two for one list."""
    from rulebooks import DEFAULT_RULES, RULES

    words = tuple(dict.fromkeys(word.strip() for part in said for word in part.split(",")))
    for word in words:
        if word not in RULES:
            raise click.BadParameter(f"there are no rules {word!r}; there are {', '.join(RULES)}.")
    lists = [name for word in words for name in RULES[word]]
    twice = next((name for name in lists if lists.count(name) > 1), None)
    if twice is not None:
        rivals = " and ".join(word for word in words if twice in RULES[word])
        raise click.BadParameter(f"{rivals} are both for the list {twice}; take one, adopt the other later.")
    return words or DEFAULT_RULES


@click.command("init")
@click.option(
    "--rules",
    multiple=True,
    callback=_rules,
    metavar="NAMES",
    help="fi (selo and pelo, the default), no, psm, elo (elo-32), elo-16-32, elo-uscf, uscf, fide-2009; several"
    " with commas, or said again.",
)
@json_option
def init_command(rules: tuple[str, ...]) -> None:
    """Make a new ledger with the federation's rules adopted, or those of another system, or several side by side.

    \b
    Example:
        selo init --rules fi,no
    """
    from desk.submit import init

    path = ledger_path()
    outcome = init(path, outside(), rules)
    lists = list(dict.fromkeys(row["target"] for row in outcome.recorded))
    value = {"ledger": path, "lists": lists, "recorded": outcome.recorded}
    kept = "" if lists == ["selo", "pelo"] else f" with {', '.join(lists)}"
    answer(value, [f"A new ledger: {path}{kept}"])


@click.command("submit")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--dry-run", is_flag=True, help="Record nothing; show every number that would move.")
@import_options
@json_option
def submit_command(files: tuple[str, ...], dry_run: bool, **said: Any) -> None:
    """Record documents (.json, .jsonl, or - for standard input), a tournament report, a table, a list.

    All of it or nothing. What a report does not say is asked about, all at once, with the flag that answers it.

    \b
    Examples:
        selo submit players.jsonl autumn-open.json --dry-run
        selo submit report.trf --id autumn-open --time-control 90+30
        selo submit players_list.xml --as fide-list --on 2024-02-01
    """
    from cli.booking.files import submit_files

    submit_files(files, dry_run, said)


def bytes_of(name: str) -> bytes:
    """No more than a document may have is ever read."""
    from exchange.json.documents import MAX_BYTES
    from ledger.errors import Problem, Refused, Where

    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        said = {2: "there is no such file", 21: "this is a folder", 13: "it may not be read"}
        words = said.get(error.errno or 0, error.strerror or str(error))
        raise Refused(Problem("no-file", words, Where(name), "check the name")) from None


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


@contextmanager
def bar(label: str) -> Iterator["Progress | None"]:
    """A progress bar on stderr for long work, on a terminal only and after a second."""
    import time

    if not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    shown: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not shown and time.monotonic() - started > 1:
            shown.append(click.progressbar(length=total, label=label, file=sys.stderr))
            shown[0].__enter__()
        if shown and done % 50 == 0:
            shown[0].length = total
            shown[0].update(done - shown[0].pos)

    try:
        yield progress
    finally:
        if shown:
            shown[0].__exit__(None, None, None)
