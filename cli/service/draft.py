"""selo draft keep / list / show / answer / preview / book / drop."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.options import acting, ledger_path, outside, with_gate_options
from cli.output import WORDS, answer, fields_table, json_option, row_options, talk, word
from messages import say

if TYPE_CHECKING:
    from web.kept.drafts import DraftRow

SHOWN = ("number", "created_at", "created_by", "name", "bytes", "answered", "state", "settled_by", "note")


@click.group("draft")
@json_option
def draft_command() -> None:
    """Files and documents that wait to be booked: kept, answered, previewed, then booked or dropped.

    \b
    Example:
        selo draft list
    """


@draft_command.command("keep")
@click.argument("file")
@click.option("--settings", metavar="FILE", help="Answers about the file, one JSON object.")
@click.option("--note", help="For whoever books it.")
@json_option
def keep(file: str, settings: str | None, note: str | None) -> None:
    """Keep a file for later; nothing is recorded.

    \b
    Example:
        selo draft keep autumn-open.json --note "result sheet is missing"
    """
    import os

    from desk.files.open_file import bytes_of
    from ledger.store.database import look
    from web.kept.drafts import keep_draft

    look(ledger_path())
    name, given = os.path.basename(file), bytes_of(settings) if settings else None
    kept = keep_draft(ledger_path(), name, bytes_of(file), given, note, None, acting(), options.now())
    line = say("draft {number}: {name}; see `selo draft preview {number}`", number=kept.number, name=kept.name)
    answer(kept, [line])


@draft_command.command("list")
@click.option("--all", "everything", is_flag=True, help="Booked and dropped ones too.")
@row_options
def list_drafts(everything: bool) -> None:
    """The drafts that wait.

    \b
    Example:
        selo draft list --all
    """
    from ledger.store.database import look
    from messages.answer import columns
    from web.kept.drafts import DraftRow, drafts
    from web.kept.tables import WAITING

    look(ledger_path())
    kept = drafts(ledger_path(), None if everything else WAITING)
    answer(kept, fields_table(kept.rows, SHOWN) if kept.rows else [say("no drafts")], kept.rows, columns(DraftRow))


@draft_command.command("show")
@click.argument("number", type=int)
@json_option
def show(number: int) -> None:
    """One draft, and what happened to it.

    \b
    Example:
        selo draft show 1
    """
    from web.kept.drafts import draft

    _show(draft(ledger_path(), number).row)


@draft_command.command("answer")
@click.argument("number", type=int)
@click.argument("settings", metavar="FILE")
@json_option
def answer_questions(number: int, settings: str) -> None:
    """Answers about a draft's file, one JSON object, in place of those given before.

    \b
    Example:
        selo draft answer 1 answers.json
    """
    from desk.files.open_file import bytes_of
    from web.kept.booking import check_answers
    from web.kept.drafts import answer_draft, waiting

    given = bytes_of(settings)
    check_answers(waiting(ledger_path(), number), settings, given)
    _show(answer_draft(ledger_path(), number, given, acting(), options.now()))


@draft_command.command("comment")
@click.argument("number", type=int)
@click.argument("text", required=False)
@click.option("--reviewer", metavar="NAME", help="Who is asked to look at it.")
@json_option
def comment(number: int, text: str | None, reviewer: str | None) -> None:
    """Say something about a draft, or ask somebody to look at it. It goes when the draft is booked or dropped.

    \b
    Example:
        selo draft comment 1 "round 3 is to be checked" --reviewer aino
    """
    from web.kept.drafts import speak

    if text is None and reviewer is None:
        raise click.UsageError(say("say something, or name a --reviewer"))
    _show(speak(ledger_path(), number, text, reviewer, acting(), options.now()))


@draft_command.command("preview")
@click.argument("number", type=int)
@click.option("--reason", help="As a correction of the tournament in the ledger.")
@json_option
def preview(number: int, reason: str | None) -> None:
    """What booking it today would record and move, and what is still to be answered.

    \b
    Example:
        selo draft preview 1
    """
    from cli.booking.outcome import print_submission
    from web.kept.booking import preview_draft

    done = preview_draft(ledger_path(), number, outside(), reason)
    print_submission(*done)
    if done.outcome.essence:
        talk(say("to book exactly this: selo draft book {number} --preview {preview}", number=number,
                 preview=done.report.preview))  # fmt: skip


@draft_command.command("book")
@click.argument("number", type=int)
@click.option("--reason", help="As a correction of the tournament in the ledger.")
@click.option("--preview", metavar="NAME", help="Only if it comes to what that preview showed.")
@with_gate_options
@json_option
def book(number: int, reason: str | None, preview: str | None) -> None:
    """Record it, as `selo submit` would. Then its content is kept no longer.

    \b
    Example:
        selo draft book 1
    """
    from cli.booking.outcome import answered, print_submission
    from web.kept.booking import book_draft

    ledger = ledger_path()
    done = answered(lambda gate: book_draft(ledger, number, outside(), reason, preview=preview, gate=gate))
    print_submission(*done)


@draft_command.command("drop")
@click.argument("number", type=int)
@json_option
def drop(number: int) -> None:
    """Do not record it. Its content is kept no longer.

    \b
    Example:
        selo draft drop 1
    """
    from web.kept.drafts import settle
    from web.kept.history import DROPPED

    _show(settle(ledger_path(), number, DROPPED, (), acting(), options.now()))


def _show(row: "DraftRow") -> None:
    values = ((field, getattr(row, field)) for field in row.__struct_fields__ if field != "steps")
    lines = [f"{word(field)}: {_text(field, value)}" for field, value in values if value not in (None, ())]
    steps = [" ".join(filter(None, (step.at, step.who, word(step.what), step.about))) for step in row.steps or ()]
    answer(row, [*lines, *steps])


def _text(field: str, value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return word(str(value)) if field in WORDS else str(value)
