"""Book documents and files with the answers of the command line, and on a terminal with
those to what may be a slip.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from cli.booking.prompts import NO, YES, interruptible, means, on_a_terminal, prompt
from cli.booking.report import print_submission
from cli.options import ledger_path, outside, sure_of
from cli.output import bar, talk
from messages import Message, say

if TYPE_CHECKING:
    from desk.doubts import DoubtRow
    from desk.ledger_view import LedgerView
    from desk.outcomes import Outcome
    from desk.slips import SlipAnswers
    from desk.submit import Preparation, PreparedSubmission
    from ledger.placed import Placed
    from ledger.store.persons import Personal
    from projections.replay.loop import Progress

R = TypeVar("R")


def book(documents: "Sequence[Placed]", dry_run: bool) -> None:
    """Submit documents that a command made, and print what happened."""
    from desk.outcomes import submitted_answer

    outcome = submit_with_bar(documents, dry_run)
    print_submission(submitted_answer(outcome, dry_run), outcome)


def submit_with_bar(
    preparation: "Preparation | Sequence[Placed]", dry_run: bool
) -> "Outcome":
    """Submit, with progress bars when it takes long. On a terminal, ask about what may
    be a slip, then book it.
    """
    return book_with_answers(
        lambda slip_answers: _submit(preparation, dry_run, slip_answers), dry_run
    )


class Matching(Protocol):
    """What prepares files of games, and tells how far the matching of people is."""

    def __call__(
        self, ledger: "LedgerView", *, progress: "Progress | None"
    ) -> "PreparedSubmission": ...


def preparation_with_bar(prepare: Matching) -> "Preparation":
    """Return a preparation that shows a progress bar when matching takes long."""

    def preparation(ledger: "LedgerView") -> "PreparedSubmission":
        with bar(say("matching")) as progress:
            return prepare(ledger, progress=progress)

    return preparation


def book_with_answers(book: "Callable[[SlipAnswers], R]", dry_run: bool = False) -> "R":
    """Book with the answers of the command line, and on a terminal with those to what
    may be a slip.
    """
    from desk.slips import RefusedForDoubts, SlipAnswers

    slip_answers = SlipAnswers(not dry_run and on_a_terminal(), *sure_of())
    while True:
        try:
            return book(slip_answers)
        except RefusedForDoubts as refusal:
            surer = None
            if slip_answers.asks:
                surer = _answers_to_doubts(refusal.doubts, slip_answers)
            if surer is None:
                raise
            slip_answers = surer


def _submit(
    preparation: "Preparation | Sequence[Placed]",
    dry_run: bool,
    slip_answers: "SlipAnswers",
) -> "Outcome":
    from desk.submit import submit

    with bar(say("reading")) as reading, bar(say("rating")) as progress:
        return submit(
            ledger_path(),
            preparation,
            outside(),
            dry_run=dry_run,
            progress=progress,
            reading=reading,
            beside=_drafts_forget,
            slip_answers=slip_answers,
        )


def _answers_to_doubts(
    doubts: "Sequence[DoubtRow]", slip_answers: "SlipAnswers"
) -> "SlipAnswers | None":
    """Ask about each possible slip whether it is right, for now or for good; None when
    one of them is not.
    """
    with interruptible():
        for doubt in doubts:
            talk(doubt.message)
            while True:
                given = prompt(say("  is that right? [y/N/always]"), "")
                if not given or means(given, NO):
                    talk(say("  then {otherwise}", otherwise=doubt.otherwise))
                    return None

                if means(given, YES):
                    slip_answers = slip_answers._replace(
                        sure=(*slip_answers.sure, doubt.sure)
                    )
                    break

                if given.casefold() == "always":
                    slip_answers = slip_answers._replace(
                        always=(*slip_answers.always, doubt.sure)
                    )
                    break
    return slip_answers


def _drafts_forget(ledger: str, erased: "Sequence[Personal]") -> "list[Message]":
    """Make the drafts forget erased people; the service is imported here, because
    hardly any command erases somebody.
    """
    from web.store.drafts import forget

    return forget(ledger, erased)
