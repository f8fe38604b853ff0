"""Write an answer as text, in the form that is asked for. A costly one is made in a
process of its own, behind everybody else, so that nobody waits for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from audit.questions import explain_failures
from exchange.text.csv_written import sheet_text
from ledger.errors import NotFound, Problem
from messages import say
from messages.answer import Answer, json_text, json_value
from projections.answers import Viewer
from projections.answers.asking import Asked
from web import Settings
from web.answers.feeds import feed_text, has_feed
from web.answers.kept_answers import Body, body
from web.answers.open_ledgers import Ledgers, ServedLedger
from web.pages.registry import PAGES, page_of
from web.pages.visit import Visit
from web.questions.paging import RowsPart, bounded_question, cut_to_part
from web.questions.registry import ServedQuestion
from web.sandbox import Bounds, run_in_sandbox

JSON, CSV, PAGE, ATOM, LINES = "json", "csv", "page", "atom", "ndjson"
MEDIA_TYPES = {
    JSON: "application/json",
    CSV: "text/csv",
    PAGE: "text/html",
    ATOM: "application/atom+xml",
    LINES: "application/x-ndjson",
}
# bytes of memory that a costly answer may take
MEMORY = 4 * 2**30


class AskedFor(NamedTuple):
    """A question, by whom it is asked and on which day, and the form of its answer."""

    command: str
    asked: Asked
    form: str
    today: str
    visit: Visit | None
    part: RowsPart | None
    viewer: Viewer
    address: str = ""  # asked again with another cursor


class _Given(NamedTuple):
    """The settings that an answer rests on, as they go to another process."""

    ledger: str
    base_path: str
    keys: tuple[str, ...]
    now: str

    def settings(self) -> Settings:
        """Return them as settings, in the other process."""
        return Settings(
            ledger=self.ledger,
            base_path=self.base_path,
            keys=self.keys,
            now=lambda: self.now,
        )


def _given_to(settings: Settings) -> _Given:
    return _Given(settings.ledger, settings.base_path, settings.keys, settings.now())


class AnswerText(NamedTuple):
    """The text of an answer, and the cursor of the rows behind it."""

    text: str
    following: str = ""


def body_of(made: AnswerText, form: str) -> Body:
    """Make the body of an answer in a form, packed where that is worth it."""
    return body(MEDIA_TYPES[form], made.text.encode(), made.following)


def rendered_aside(settings: Settings, wanted: AskedFor) -> AnswerText:
    """Return what `rendered` does. A replay holds the interpreter, and other questions
    of this process would wait.
    """
    return run_in_sandbox(
        _rendered_in_sandbox, _given_to(settings), wanted, bounds=_bounds(settings)
    )


def _rendered_in_sandbox(given: _Given, wanted: AskedFor) -> AnswerText:
    settings = given.settings()
    return rendered(Ledgers(settings), settings, wanted)


def answered(
    ledgers: Ledgers, settings: Settings, asked: Asked, viewer: Viewer, today: str
) -> Answer:
    """Answer a question, as whoever asks may see it."""
    with explain_failures(settings.ledger), ledgers.lent(viewer) as ledger:
        return asked.answered(ledger, today)


def answered_aside(
    settings: Settings, asked: Asked, viewer: Viewer, today: str
) -> Answer:
    """Return what `answered` does, from a process of its own."""
    return run_in_sandbox(
        _answered_in_sandbox,
        _given_to(settings),
        asked,
        viewer,
        today,
        bounds=_bounds(settings),
    )


def _answered_in_sandbox(
    given: _Given, asked: Asked, viewer: Viewer, today: str
) -> Answer:
    settings = given.settings()
    return answered(Ledgers(settings), settings, asked, viewer, today)


def _bounds(settings: Settings) -> Bounds:
    return Bounds(MEMORY, settings.costly_seconds)


def rendered(ledgers: Ledgers, settings: Settings, wanted: AskedFor) -> AnswerText:
    """Make the text of an answer, as JSON and CSV exactly what the command prints."""
    with explain_failures(settings.ledger):
        return _made_on_ledger(ledgers, settings, wanted)


def _made_on_ledger(
    ledgers: Ledgers, settings: Settings, wanted: AskedFor
) -> AnswerText:
    """Work an answer out on a ledger that is open for whoever asks."""
    with ledgers.lent(wanted.viewer) as ledger:
        return _made_of(ledger, settings, wanted)


def _made_of(ledger: ServedLedger, settings: Settings, wanted: AskedFor) -> AnswerText:
    """Work an answer out in the form that is wanted: a page, a feed, JSON, a row a
    line, or a sheet.

    JSON says where the next rows are if it has only some of them, and is otherwise the
    answer as the command prints it.
    """
    command, asked, form, today, visit, part, _, address = wanted

    if visit is not None:
        with asked.seen(ledger, today) as reading:
            return AnswerText(page_of(command)(reading, asked, visit))

    if form == ATOM:
        with asked.seen(ledger, today) as reading:
            return AnswerText(feed_text(command, reading, asked, settings.base_path))

    if part is None:
        answer, following, total = asked.answered(ledger, today), "", None
    else:
        answer, following, total = cut_to_part(
            asked, bounded_question(asked, part).answered(ledger, today), part
        )

    if form == JSON:
        there = f"{address}cursor={following}" if following else None
        whole: object = answer
        if part is not None and (part.asked or following):
            whole = {**json_value(answer), "next": there, "total": total}
        return AnswerText(json_text(whole) + "\n", following)

    if form == LINES:
        return AnswerText(lines_of(rows_of(asked, answer)), following)

    sheet = asked.sheet(answer)
    assert sheet is not None, command
    return AnswerText(sheet_text(*sheet), following)


def rows_of(asked: Asked, answer: Answer) -> Sequence[object]:
    """Return the rows of an answer that has some."""
    assert asked.table is not None
    rows: Sequence[object] = getattr(answer, asked.table)
    return rows


def lines_of(rows: Iterable[object]) -> str:
    """Write rows as JSON, one a line."""
    return "".join(f"{json_text(row)}\n" for row in rows)


def may_be_in_parts(question: ServedQuestion, form: str) -> bool:
    """Tell whether an answer may be asked for in parts. A page and a feed say
    themselves how much they show.
    """
    return form in (JSON, CSV, LINES) and question.in_parts


def check_form(question: ServedQuestion, scope: Mapping[str, Any], form: str) -> None:
    """Refuse a form that the answer does not have.

    `NotFound`, with the address that has the answer as a hint. `form`: one of JSON,
    CSV, PAGE, ATOM and LINES.
    """
    if form != PAGE and question.for_people:
        raise NotFound(
            Problem(
                "no-such-address",
                say("this is a page for people"),
                hint=say("see /api"),
            )
        )

    if form == PAGE and question.command not in PAGES:
        hint = say("programs find the answer at {path}.json", path=scope["path"])
        raise NotFound(
            Problem("no-page", say("there is no page at this address"), hint=hint)
        )

    if form == ATOM and not has_feed(question.command):
        raise NotFound(
            Problem(
                "no-feed",
                say("there is no feed at this address"),
                hint=say("see /log.atom and /lists.atom"),
            )
        )

    if form == LINES and question.asked.table is None:
        raise NotFound(
            Problem(
                "no-rows",
                say("this answer has no rows"),
                hint=say("ask for it with .json"),
            )
        )

    if form == CSV and not question.has_rows:
        raise NotFound(
            Problem(
                "no-rows",
                say("this answer has no rows for CSV"),
                hint=say("ask for it with .json"),
            )
        )
