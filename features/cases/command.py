"""selo case answer, case close, case list and case show: what people without an account
say is wrong, and the office's answers.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli import options
from cli.command_frames import act, argument, option
from cli.output import table_of_rows
from messages import counted, say

if TYPE_CHECKING:
    from features.cases.store import CaseRow, CasesAnswer, CasesClosed

NUMBER = argument("number", type=int)


def _cases(ledger: str, everything: bool, now: str) -> "CasesAnswer":
    from features.cases.store import OPEN, cases

    return cases(ledger, now, None if everything else OPEN)


def _cases_lines(answered: "CasesAnswer") -> Iterator[str]:
    from features.cases.store import cases_open_long

    columns = "number at player tournament state settled_by"
    lines_of = table_of_rows(say("no cases"), columns)
    yield from lines_of(answered)
    if answered.old:
        old = cases_open_long(answered.rows, options.now())
        numbers = " ".join(str(row.number) for row in old)
        yield say("open for more than fourteen days: {numbers}", numbers=numbers)


def _close_case(
    ledger: str, number: int, words: str, seq: int | None, by: str, now: str
) -> "CaseRow":
    from features.cases.store import close_case
    from ledger.store.database import snapshot
    from ledger.store.events import head

    with snapshot(ledger) as connection:
        newest = head(connection)
    return close_case(ledger, number, words, seq, by, now, newest=newest)


def _close_cases(
    ledger: str,
    numbers: tuple[int, ...],
    words: str,
    opened: str | None,
    by: str,
    now: str,
) -> "CasesClosed":
    from features.cases.store import close_cases

    return close_cases(ledger, numbers, opened, words, by, now)


def _closed_lines(closed: "CasesClosed") -> Iterator[str]:
    yield counted("{count} case closed", "{count} cases closed", len(closed.rows))


def _case_lines(row: "CaseRow") -> Iterator[str]:
    """Yield the lines of a case: what it is about, what was written, the answer."""
    about = " ".join(filter(None, (row.player, row.tournament)))
    yield say(
        "case {number}, {at}: {about}",
        number=row.number,
        at=row.at,
        about=about,
    )
    yield from row.words.split("\n")
    if row.answer is not None:
        yield ""
        yield say(
            "answered by {name}, {at}:",
            name=row.settled_by,
            at=row.settled_at,
        )
        yield from row.answer.split("\n")
    if row.seq is not None:
        yield say("put right by event {seq}", seq=row.seq)


case_answer_command = act(
    "Answer a case and close it; the sender sees the answer at their link.",
    'selo case answer 1 "The arbiter agrees: it was a draw." --seq 204',
    _case_lines,
    NUMBER,
    argument("words"),
    option("--seq", type=int, metavar="SEQ", help="The event that put it right."),
    does=_close_case,
)
case_close_command = act(
    "Answer several cases in the same words and close them, all or none: those"
    " named, and all that were opened in a day or an hour.",
    'selo case close --opened 2026-01-15T12 "Please write again: too much came'
    ' in this hour."',
    _closed_lines,
    argument("numbers", nargs=-1, type=int, metavar="[NUMBER]..."),
    argument("words"),
    option(
        "--opened",
        metavar="HOUR",
        help="All that were opened then: 2026-11-28, or 2026-11-28T14.",
    ),
    does=_close_cases,
    rows=True,
)
case_list_command = act(
    "The cases that are open, the oldest first.",
    "selo case list --all",
    _cases_lines,
    option("--all", "everything", is_flag=True, help="Closed ones too."),
    does=_cases,
    rows=True,
)
case_show_command = act(
    "One case, with what was written and answered.",
    "selo case show 1",
    _case_lines,
    NUMBER,
    does="features.cases.store:case",
)
