"""selo draft: what waits for the office."""

import os
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import click

from cli.command_frames import act, argument, group, option
from cli.options import slip_options
from cli.output import NO, WORDS, YES, answer, spoken, table_of_rows, talk, word
from messages import say

if TYPE_CHECKING:
    from desk.submit import Outside
    from messages.answer import Answer
    from web.store.draft_steps import DraftStep
    from web.store.drafts import DraftRow

SETTINGS = option(
    "--settings", metavar="FILE", help="Answers about the file, one JSON object."
)
ASKED = "web.questions.drafts"


def _keep(
    ledger: str, file: str, settings: str | None, note: str | None, by: str, now: str
) -> "DraftRow":
    from desk.files.open_file import bytes_of
    from web.store.drafts import keep_draft
    from web.store.prepared_draft import checked_answers

    name, content = os.path.basename(file), bytes_of(file)
    answers = None
    if settings:
        answers = checked_answers(name, content, settings, bytes_of(settings))
    return keep_draft(
        ledger=ledger,
        name=name,
        content=content,
        settings=answers,
        note=note,
        key=None,
        by=by,
        now=now,
    )


def _drafts(ledger: str, everything: bool) -> "Answer":
    from web.store.draft_steps import WAITING
    from web.store.drafts import drafts

    return drafts(ledger, None if everything else WAITING)


def _show(ledger: str, number: int) -> None:
    from cli.booking.report import content_lines
    from web.store.drafts import draft

    waiting = draft(ledger, number)
    lines = chain(_draft_lines(waiting.row), content_lines(waiting))
    answer(waiting.row, lines)


def _answer_draft(
    ledger: str, number: int, settings: str, by: str, now: str
) -> "DraftRow":
    from desk.files.open_file import bytes_of
    from web.store.drafts import answer_draft, waiting_draft
    from web.store.prepared_draft import checked_answers

    given = bytes_of(settings)
    draft = waiting_draft(ledger, number)
    answers = checked_answers(draft.row.name, draft.content, settings, given)
    return answer_draft(ledger, number, answers, by, now)


def _comment(
    ledger: str,
    number: int,
    comment: str | None,
    reviewer: str | None,
    by: str,
    now: str,
) -> "DraftRow":
    from web.store.drafts import speak

    if comment is None and reviewer is None:
        raise click.UsageError(say("say something, or name a --reviewer"))
    return speak(ledger, number, comment, reviewer, by, now)


def _drop(ledger: str, number: int, by: str, now: str) -> "DraftRow":
    from web.store.draft_steps import DROPPED
    from web.store.drafts import settle

    return settle(ledger, number, DROPPED, (), by, now)


def _draft_lines(row: "DraftRow") -> Iterator[str]:
    """Yield what a draft states, a field in each line; then what happened to it, a step
    in each.
    """
    for field in row.__struct_fields__:
        value = getattr(row, field)
        if field != "steps" and value not in (None, ()):
            text = _text(field, value)
            yield f"{word(field)}: {text}"

    for step in row.steps or ():
        yield _step_line(step)


def _step_line(step: "DraftStep") -> str:
    """Say what happened to a draft: when, who did it, and which answers changed how."""
    from web.store.draft_steps import answers_in_words

    answers = []
    for name, old, new in answers_in_words(step):
        answers.append(f"{name}: {spoken(old)} \u2192 {spoken(new)}")

    about = ", ".join(answers) or step.about
    parts = (step.at, step.who, word(step.what), about)
    return " ".join(part for part in parts if part)


def _text(field: str, value: object) -> str:
    """Write the value of a field: yes or no, several with commas, a code as its word."""
    if value is True:
        return spoken(YES)
    if value is False:
        return spoken(NO)
    if isinstance(value, tuple):
        return ", ".join(str(one) for one in value)
    if field in WORDS:
        return word(str(value))
    return str(value)


def _preview(ledger: str, number: int, reason: str | None, outside: "Outside") -> None:
    from cli.booking.report import content_lines, print_submission
    from web.store.booking import preview_draft
    from web.store.drafts import draft

    done = preview_draft(ledger, number, outside, reason)
    lines = content_lines(draft(ledger, number))
    print_submission(done.report, done.outcome, lines)
    if done.outcome.essence:
        talk(
            say(
                "to book exactly this: selo draft book {number} --preview {preview}",
                number=number,
                preview=done.report.preview,
            )
        )


def _book(
    ledger: str,
    number: int,
    reason: str | None,
    preview: str | None,
    outside: "Outside",
) -> None:
    from cli.booking.report import print_submission
    from cli.booking.submitting import book_with_answers
    from web.store.booking import book_draft

    done = book_with_answers(
        lambda slip_answers: book_draft(
            ledger, number, outside, reason, preview=preview, slip_answers=slip_answers
        )
    )
    print_submission(done.report, done.outcome)


_BOOK_PARAMETERS = (
    "number",
    "reason",
    option(
        "--preview",
        metavar="NAME",
        help="Only if it comes to what that preview showed.",
    ),
    slip_options,
)

draft_command = group(
    "Files and documents waiting to be booked: kept, answered, previewed, then booked"
    " or dropped.",
    "selo draft list",
    {
        "answer": act(
            "Answers about a draft's file, one JSON object, in place of those given"
            " before.",
            "selo draft answer 1 answers.json",
            _draft_lines,
            "number",
            argument("settings", metavar="FILE"),
            does=_answer_draft,
            asks=(f"{ASKED}:OneDraft",),
        ),
        "book": act(
            "Record it, as `selo submit` would. Then its content is kept no longer.",
            "selo draft book 1",
            None,
            *_BOOK_PARAMETERS,
            does=_book,
            asks=(f"{ASKED}:BookDraft",),
        ),
        "comment": act(
            "Say something about a draft, or ask somebody to look at it. It goes when"
            " the draft is booked or dropped.",
            'selo draft comment 1 "round 3 is to be checked" --reviewer aino',
            _draft_lines,
            "number",
            "comment",
            "reviewer",
            does=_comment,
            asks=(f"{ASKED}:CommentDraft",),
        ),
        "drop": act(
            "Do not record it. Its content is kept no longer.",
            "selo draft drop 1",
            _draft_lines,
            "number",
            does=_drop,
            asks=(f"{ASKED}:OneDraft",),
        ),
        "keep": act(
            "Keep a file for later; nothing is recorded.",
            'selo draft keep autumn-open.json --note "result sheet is missing"',
            lambda kept: [
                say(
                    "draft {number}: {name}; see `selo draft preview {number}`",
                    number=kept.number,
                    name=kept.name,
                )
            ],
            argument("file"),
            SETTINGS,
            "note",
            does=_keep,
            asks=(f"{ASKED}:KeepDraft",),
        ),
        "list": act(
            "The drafts that wait.",
            "selo draft list --all",
            table_of_rows(
                say("no drafts"),
                "number created_at created_by name bytes answered state settled_by",
                "note book_at not_booked",
            ),
            "everything",
            does=_drafts,
            asks=(f"{ASKED}:Drafts",),
            rows=True,
        ),
        "plan": act(
            "Have `selo serve` publish a draft at an hour of the ledger's time zone;"
            " without HOUR, take that back.",
            "selo draft plan 1 2026-12-01T09:00",
            _draft_lines,
            "number",
            "at",
            does="web.store.plans:plan",
            asks=(f"{ASKED}:PlanDraft",),
        ),
        "preview": act(
            "What booking it today would record and move, and what is still to be"
            " answered.",
            "selo draft preview 1",
            None,
            "number",
            "reason",
            does=_preview,
            asks=(f"{ASKED}:PreviewDraft",),
        ),
        "show": act(
            "One draft, what it states, and what happened to it.",
            "selo draft show 1",
            None,
            "number",
            does=_show,
            asks=(f"{ASKED}:OneDraft",),
        ),
    },
)
