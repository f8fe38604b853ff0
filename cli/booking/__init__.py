"""Book what a command line brings, or preview it: documents of commands that write,
files, lists. On a terminal ask what is to be asked before, and let Ctrl-C end every
prompt.
"""

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from cli.booking.report import print_submission
from cli.options import ledger_path, outside, sure_of
from cli.output import bar, chosen_format, spoken, talk
from messages import Message, say

if TYPE_CHECKING:
    from desk import DoubtRow, Outcome
    from desk.gate import Gate
    from desk.ledger_view import LedgerView
    from desk.submit import Preparation, PreparedSubmission
    from ledger.placed import Placed
    from ledger.store.persons import Personal
    from projections.replay.loop import Progress

R = TypeVar("R")


def book(documents: "Sequence[Placed]", dry_run: bool) -> None:
    """Submit documents that a command made, and print what happened."""
    from desk import submitted

    outcome = submitted_with_bar(documents, dry_run)
    print_submission(submitted(outcome, dry_run), outcome)


def submitted_with_bar(
    preparation: "Preparation | Sequence[Placed]", dry_run: bool
) -> "Outcome":
    """Submit, with progress bars when it takes long. On a terminal, ask about what may
    be a slip, then book it.
    """
    return answered(lambda gate: _submitted(preparation, dry_run, gate), dry_run)


class Matching(Protocol):
    """What prepares files of games, and tells how far the matching of people is."""

    def __call__(
        self, ledger: "LedgerView", *, progress: "Progress | None"
    ) -> "PreparedSubmission": ...


def matched_with_bar(prepare: Matching) -> "Preparation":
    """Return a preparation that shows a progress bar when matching takes long."""

    def preparation(ledger: "LedgerView") -> "PreparedSubmission":
        with bar(say("matching")) as progress:
            return prepare(ledger, progress=progress)

    return preparation


def answered(book: "Callable[[Gate], R]", dry_run: bool = False) -> "R":
    """Book with the answers of the command line, and on a terminal with those to what
    may be a slip.
    """
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


def _submitted(
    preparation: "Preparation | Sequence[Placed]", dry_run: bool, gate: "Gate"
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
            gate=gate,
        )


def _sure_after_all(doubts: "Sequence[DoubtRow]", gate: "Gate") -> "Gate | None":
    """Ask about each possible slip whether it is right, for now or for good; None when
    one of them is not.
    """
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
    """Make the drafts forget erased people; the service is imported here, because
    hardly any command erases
    somebody.
    """
    from web.store.drafts import forget

    return forget(ledger, erased)


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end every prompt of click, whenever it comes.

    `input` loses an interrupt that comes after its prompt is on the screen and before
    it waits: Python notes the signal and waits for a key all the same. Here the signal
    itself ends the wait.
    """
    # elsewhere nobody can wait for a terminal and a signal at once
    if os.name != "posix":
        yield
        return
    before = click.termui.visible_prompt_func
    click.termui.visible_prompt_func = _typed
    try:
        yield
    finally:
        click.termui.visible_prompt_func = before


def _typed(prompt: str) -> str:
    """Read a line as `input` does, with a wait of our own."""
    print(prompt, end="", flush=True)
    _wait()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def _wait() -> None:
    """Wait until a line is there. A signal writes into the pipe at the moment it comes,
    so none is missed.
    """
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    before = signal.set_wakeup_fd(wakes)
    try:
        ready: list[object] = []
        while sys.stdin not in ready:
            ready, _, _ = select.select([sys.stdin, woken], [], [])
            if woken in ready:
                os.read(woken, 1)  # its handler raises, or there was no reason to stop
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wakes)


def on_a_terminal() -> bool:
    """Tell whether somebody is there who can be asked and wants to read."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return chosen_format() == "text" and all(
        stream is not None and stream.isatty() for stream in streams
    )


YES, NO = say("y yes"), say("n no")  # the words that are taken, also in other languages


def confirmed(question: str, default: bool) -> bool:
    shown = (
        say("{question} [Y/n]", question=question)
        if default
        else say("{question} [y/N]", question=question)
    )
    while True:
        given = prompted(shown, "").casefold()
        if not given or means(given, YES) or means(given, NO):
            return means(given, YES) if given else default
        talk(say("Error: invalid input"))


def prompted(question: str, default: str | None, show_default: bool = False) -> str:
    return str(
        click.prompt(
            spoken(question), default=default, show_default=show_default, err=True
        )
    ).strip()


def means(given: str, words: Message) -> bool:
    return given.casefold() in spoken(words).split()
