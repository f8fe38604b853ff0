"""verify: what all the evidence comes to."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.audit.keys import PUBLIC_KEY, public_keys_of, text_of_file
from cli.options import ledger_path, seen_no_more
from cli.output import answer, bold, json_option, talk
from messages import say

if TYPE_CHECKING:
    from audit.verdict import Verdict

EXIT = {"proven": 0, "altered": 1, "unproven": 3}


@click.command("verify")
@click.option("--checkpoint", "files", metavar="FILE", multiple=True, help="One from outside; may be given again.")
@PUBLIC_KEY
@click.option("--root", "roots", type=(int, str), metavar="SIZE ROOT", multiple=True,
              help="As printed under a published list; may be given again.")  # fmt: skip
@click.option("--accept", is_flag=True, help="It is right that this is not the ledger seen here before.")
@json_option
def verify_command(
    files: tuple[str, ...], public_keys: tuple[str, ...], roots: tuple[tuple[int, str], ...], accept: bool
) -> int:
    """Read every event again from its bytes, and everything that follows from them. Changes nothing.
    Answers proven (exit 0), altered (1), or unproven: intact, but no checkpoint from outside vouches for it (3).

    \b
    Example:
        selo verify --checkpoint 2026-11-01.txt
    """
    from audit.verify import verify
    from cli.progress import bar
    from messages.answer import completed

    given = [(file, text_of_file(file)) for file in files]
    started = time.monotonic()
    with bar("replaying") as progress:
        verdict = verify(ledger_path(), given, public_keys_of(public_keys), progress, _roots(roots))
    if accept:
        seen_no_more(ledger_path())
    answer(completed(verdict, seconds=round(time.monotonic() - started, 3)), _lines(verdict, keyed=bool(public_keys)))
    return EXIT[verdict.status]


def _roots(given: tuple[tuple[int, str], ...]) -> list[tuple[int, bytes]]:
    """Copied from paper by hand: what cannot be a root is a slip, not an alteration."""
    from ledger.proof import bytes_of

    roots = []
    for size, text in given:
        try:
            roots.append((size, bytes_of(text)))
        except ValueError:
            raise click.UsageError(f"--root: {text!r} is not a root") from None
        if size < 0 or len(roots[-1][1]) != 32:
            raise click.UsageError(f"--root: {size} {text} is not a root over a number of events")
    return roots


def _why_unproven(verdict: "Verdict", keyed: bool) -> str:
    from audit.verdict import sources_that_count

    counting = sources_that_count(keyed=keyed)
    if any(row.source in counting and row.signature == "valid" for row in verdict.checkpoints):
        return "the events are as a checkpoint from outside says, but the conclusions from them were not compared"
    kept = any(row.source in ("kept", "own") and row.signature == "valid" for row in verdict.checkpoints)
    hint = (
        "give the key of the kept ones with --public-key KEY, or a checkpoint"
        if kept
        else "give one with --checkpoint FILE"
    )
    return f"intact, but no checkpoint from outside vouches for it: {hint}"


def _lines(verdict: "Verdict", *, keyed: bool) -> Iterator[str]:
    yield f"{bold(verdict.status)}: {verdict.events} events, root {verdict.root}"
    if verdict.status == "proven":
        yield f"proven up to event {verdict.proven_events} by a checkpoint {_source(verdict)}"
        if verdict.proven_events < verdict.events:
            yield "nothing from outside vouches yet for the events after it"
    elif verdict.status == "unproven":
        yield _why_unproven(verdict, keyed)
    for row in verdict.printed:
        yield f"the root printed over {row.size} events {'agrees' if row.agrees else 'does not agree'}"
    if verdict.first_bad is not None:
        yield f"first bad event: {verdict.first_bad}"
    for problem in verdict.problems:
        within = "" if problem.between is None else " (between events {} and {})".format(*problem.between)
        yield f"- {problem.message}{within}"
    if verdict.problem_count > len(verdict.problems):
        yield say("and {count} more", count=verdict.problem_count - len(verdict.problems))
    for warning in verdict.warnings:
        talk(f"warning: {warning}")


def _source(verdict: "Verdict") -> str:
    if verdict.rests_on == "given":
        return "that you gave"
    return "kept in the ledger and signed with the key you gave"
