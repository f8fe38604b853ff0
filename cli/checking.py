"""selo verify, ledger rebuild, proof prove and proof bundle: whether everything is as
it was recorded, here and elsewhere.
"""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

import click

from cli.booking.office import (
    MOST_OF_AN_ANSWER,
    PUBLIC_KEY,
    public_keys_of,
    text_of_file,
)
from cli.command_frames import argument, command, option
from cli.options import forget_seen_ledger, ledger_path
from cli.output import answer, bar, bold, warn, word
from cli.question_commands import Otherwise, Values, question
from messages import Message, counted, say, template

if TYPE_CHECKING:
    from audit.prove import GrowthProof, Proof
    from audit.tables import Rebuild, TablesCompared
    from audit.verdict import Verdict

    P = TypeVar("P", Proof, GrowthProof)

EXIT = {"proven": 0, "altered": 1, "unproven": 3}


@command(
    "selo verify --checkpoint 2026-11-01.txt",
    option(
        "--checkpoint",
        "files",
        metavar="FILE",
        multiple=True,
        help="One from outside; may be given again.",
    ),
    PUBLIC_KEY,
    option(
        "--root",
        "roots",
        type=(int, str),
        metavar="SIZE ROOT",
        multiple=True,
        help="As printed under a published list; may be given again.",
    ),
    option(
        "--receipt",
        "receipts",
        metavar="FILE",
        multiple=True,
        help="The answer to a submission; may be given again.",
    ),
    option(
        "--accept",
        is_flag=True,
        help="It is right that this is not the ledger seen here before.",
    ),
)
def verify_command(
    files: tuple[str, ...],
    public_keys: tuple[str, ...],
    roots: tuple[tuple[int, str], ...],
    receipts: tuple[str, ...],
    accept: bool,
) -> int:
    """Read every event again from its bytes, and everything that follows from them.
    Changes nothing.
    Answers proven (exit 0), altered (1), or unproven: intact, but no checkpoint from
    outside vouches for it (3).
    A file that is missing or of the wrong kind, or a key that signed none of it, is
    wrong usage (2).
    """
    from audit.signing import of_logs
    from audit.verify import verify
    from messages.answer import completed_answer

    keys = public_keys_of(public_keys)
    given = [(file, text_of_file(file)) for file in files]
    signed, unsigned = _receipts(receipts)
    started = time.monotonic()
    with bar(say("replaying")) as progress:
        verdict = verify(
            ledger_path(),
            given + signed,
            keys,
            progress,
            _roots(roots) + unsigned,
        )
    if accept:
        forget_seen_ledger(ledger_path())
    answer(
        completed_answer(verdict, seconds=round(time.monotonic() - started, 3)),
        _verdict(verdict, keyed=bool(of_logs(keys))),
    )
    return EXIT[verdict.status]


def _receipts(
    files: tuple[str, ...],
) -> tuple[list[tuple[str, str]], list[tuple[int, bytes]]]:
    """Read receipts: those that are signed vouch like a checkpoint, others say what a
    printed root says.
    """
    if not files:
        return [], []
    from ledger.store.receipts import read_receipt

    receipts = [
        (file, read_receipt(text_of_file(file, MOST_OF_AN_ANSWER), file))
        for file in files
    ]
    signed = [
        (file, receipt.checkpoint)
        for file, receipt in receipts
        if receipt.signer is not None
    ]
    stated = [receipt.stated() for _, receipt in receipts if receipt.signer is None]
    return signed, [(one.size, one.root) for one in stated]


def _roots(given: tuple[tuple[int, str], ...]) -> list[tuple[int, bytes]]:
    """Read roots that were copied from paper by hand: what cannot be a root is a slip,
    not an alteration.
    """
    from ledger.proof_texts import bytes_of

    roots = []
    for size, text in given:
        try:
            roots.append((size, bytes_of(text)))
        except ValueError:
            raise click.UsageError(
                say("--root: {text!r} is not a root", text=text)
            ) from None
        if size < 0 or len(roots[-1][1]) != 32:
            raise click.UsageError(
                say(
                    "--root: {text} is not a root over a number of events",
                    text=f"{size} {text}",
                )
            )
    return roots


def _why_unproven(verdict: "Verdict", keyed: bool) -> Message:
    from audit.verdict import sources_that_count

    counting = sources_that_count(keyed=keyed)
    if any(
        row.source in counting and row.signature == "valid"
        for row in verdict.checkpoints
    ):
        return say(
            "the events are as a checkpoint from outside says, but the conclusions from"
            " them were not compared"
        )

    kept = any(
        row.source in ("kept", "own") and row.signature == "valid"
        for row in verdict.checkpoints
    )
    hint = say("give one with --checkpoint FILE")
    if kept:
        hint = say(
            "give the key of the kept checkpoints with --public-key KEY, or give a"
            " checkpoint of your own"
        )

    return say(
        "intact, but no checkpoint from outside vouches for it: {hint}", hint=hint
    )


def _verdict(verdict: "Verdict", *, keyed: bool) -> Iterator[str]:
    yield counted(
        "{verdict}: {count} event, root {root}",
        "{verdict}: {count} events, root {root}",
        verdict.events,
        verdict=bold(word(verdict.status)),
        root=verdict.root,
    )
    if verdict.status == "proven":
        given = template("proven up to event {seq} by a checkpoint that you gave")
        kept = template(
            "proven up to event {seq} by a checkpoint kept in the ledger and signed"
            " with the key you gave"
        )
        yield say(
            given if verdict.rests_on == "given" else kept, seq=verdict.proven_events
        )
        if verdict.proven_events < verdict.events:
            yield say("nothing from outside vouches yet for the events after it")
    elif verdict.status == "unproven":
        yield _why_unproven(verdict, keyed)

    for row in verdict.printed:
        if row.agrees:
            yield say("the root printed over {size} events agrees", size=row.size)
        else:
            yield say(
                "the root printed over {size} events does not agree", size=row.size
            )

    if verdict.first_bad is not None:
        yield say("first bad event: {seq}", seq=verdict.first_bad)
    for problem in verdict.problems:
        if problem.between is None:
            yield say("- {sentence}", sentence=problem.message)
        else:
            low, high = problem.between
            yield say(
                "- {sentence} (between events {low} and {high})",
                sentence=problem.message,
                low=low,
                high=high,
            )

    if verdict.problem_count > len(verdict.problems):
        yield say(
            "and {count} more", count=verdict.problem_count - len(verdict.problems)
        )

    for warning in verdict.warnings:
        warn(warning)


@command(
    "selo ledger rebuild --check",
    option(
        "--check",
        is_flag=True,
        help="Write nothing; compare the stored conclusions with a fresh replay.",
    ),
)
def ledger_rebuild_command(check: bool) -> int:
    """Make all read tables again from the events. With --check only compare; exit 1 if
    they differ.
    """
    from audit.tables import check_tables, rebuild_ledger
    from messages.answer import completed_answer

    started = time.monotonic()
    rebuilt: Rebuild | TablesCompared
    with bar(say("replaying")) as progress:
        if check:
            rebuilt = compared = check_tables(ledger_path(), progress)
            findings = compared.differences or (
                say("the stored conclusions equal a fresh replay"),
            )
        else:
            rebuilt, findings = rebuild_ledger(ledger_path(), progress), ()

    seconds = round(time.monotonic() - started, 3)
    events = counted("{count} event", "{count} events", rebuilt.events)
    entries = counted("{count} entry", "{count} entries", rebuilt.entries)
    lines = [
        say(
            "{events}, {entries}, {seconds} s",
            events=events,
            entries=entries,
            seconds=seconds,
        ),
        *findings,
    ]
    answer(completed_answer(rebuilt, seconds=seconds), lines)
    return 0 if rebuilt.equal else 1


def _proof(proof: "Proof | GrowthProof") -> list[str]:
    if isinstance(proof.file, str):
        return [say("written: {file}", file=proof.file)]
    return proof.proof.removesuffix("\n").split("\n")


def _prove_growth(stated: Values) -> bool:
    """Prove, in place of an event, that the log only grew since a checkpoint; False if
    an event is to be proved.
    """
    file = stated.get("since")
    if ("seq" in stated) == (file is not None):
        raise click.UsageError(say("give the seq of an event, or --since FILE"))
    if file is None:
        return False
    from audit.prove import prove_since

    proof = _write_proof(
        prove_since(ledger_path(), file, text_of_file(file, MOST_OF_AN_ANSWER)),
        stated.get("out"),
    )
    answer(proof, _proof(proof))
    return True


def _write_proof(proof: "P", out: str | None) -> "P":
    if out is None:
        return proof
    from ledger.whole_files import write_new
    from messages.answer import completed_answer

    write_new(out, proof.proof.encode())
    return completed_answer(proof, file=out)


def _finish_proof(
    asked: object, proof: "Proof", since: str | None, out: str | None
) -> "Proof":
    return _write_proof(proof, out)


_SINCE = option(
    "--since",
    metavar="FILE",
    help="Instead: that the log only grew since this checkpoint.",
)
_OUT = option("--out", metavar="FILE", help="Write it here instead of printing it.")
proof_prove_command = question(
    "audit.questions:Prove",
    text=_proof,
    otherwise=Otherwise(
        optional=("seq",),
        more=(_SINCE, _OUT),
        adjust=_prove_growth,
        finish=_finish_proof,
    ),
)


@command("selo proof bundle selo-2026.zip", argument("target", metavar="DIR-or-FILE"))
def proof_bundle_command(target: str) -> None:
    """Everything needed to check the ledger elsewhere, in a new folder, or in a file if
    the name ends in .zip.
    """
    from audit.prove import bundle

    written = bundle(ledger_path(), target)
    answer(
        written,
        [
            counted(
                "{target}: {count} event; check it with `python verify.py bundle"
                " {target}`",
                "{target}: {count} events; check it with `python verify.py bundle"
                " {target}`",
                written.events,
                target=target,
            )
        ],
    )
