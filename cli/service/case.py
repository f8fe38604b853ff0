"""selo case list, show and answer: what people say is wrong, to the service."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import options
from cli.options import acting, ledger_path
from cli.output import answer, fields_table, json_option, row_options
from messages import say

if TYPE_CHECKING:
    from web.kept.cases import CaseRow


@click.group("case")
@json_option
def case_command() -> None:
    """What people without an account say is wrong, and the office's answers.

    \b
    Example:
        selo case list
    """


@case_command.command("list")
@click.option("--all", "everything", is_flag=True, help="Closed ones too.")
@row_options
def list_cases(everything: bool) -> None:
    """The cases that are open, the oldest first.

    \b
    Example:
        selo case list --all
    """
    from ledger.store.database import look
    from messages.answer import columns
    from web.kept.cases import OPEN, CaseRow, cases, old_ones

    look(ledger_path())
    now = options.now()
    kept = cases(ledger_path(), now, None if everything else OPEN)
    shown = ("number", "at", "player", "tournament", "state", "settled_by")
    lines = fields_table(kept.rows, shown) if kept.rows else [say("no cases")]
    if kept.old:
        old = " ".join(str(row.number) for row in old_ones(kept.rows, now))
        lines.append(say("open for more than fourteen days: {numbers}", numbers=old))
    answer(kept, lines, kept.rows, columns(CaseRow))


@case_command.command("show")
@click.argument("number", type=int)
@json_option
def show(number: int) -> None:
    """One case, with what was written and answered.

    \b
    Example:
        selo case show 1
    """
    from ledger.store.database import look
    from web.kept.cases import case

    look(ledger_path())
    one = case(ledger_path(), number)
    answer(one, [*_lines(one)])


@case_command.command("answer")
@click.argument("number", type=int)
@click.argument("words")
@click.option("--seq", type=int, metavar="SEQ", help="The event that put it right.")
@json_option
def answer_case(number: int, words: str, seq: int | None) -> None:
    """Answer a case and close it; whoever opened it sees the answer at their link.

    \b
    Example:
        selo case answer 1 "The arbiter agrees: it was a draw." --seq 204
    """
    from ledger.store.database import snapshot
    from ledger.store.events import head
    from web.kept.cases import close_case

    with snapshot(ledger_path()) as connection:
        newest = head(connection)
    one = close_case(ledger_path(), number, words, seq, acting(), options.now(), newest=newest)
    answer(one, [*_lines(one)])


def _lines(one: "CaseRow") -> Iterator[str]:
    about = " ".join(filter(None, (one.player, one.tournament)))
    yield say("case {number}, {at}: {about}", number=one.number, at=one.at, about=about)
    yield from one.words.split("\n")
    if one.answer is not None:
        yield ""
        yield say("answered by {name}, {at}:", name=one.settled_by, at=one.settled_at)
        yield from one.answer.split("\n")
    if one.seq is not None:
        yield say("put right by event {seq}", seq=one.seq)
