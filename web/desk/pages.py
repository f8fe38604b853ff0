"""Draw the pages of the desk: typed parts put into templates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from desk.cautions import Caution, warning_without_line
from desk.doubts import DoubtRow, warnings_without_doubts
from desk.games.read_table import ReadTable
from desk.games.report import Candidate, FileSubmitted
from desk.lists.answers import ListFacts, ListSubmitted
from desk.outcomes import EntryChange, Outcome
from exchange.recognise import is_json
from exchange.trf.typed_report import is_typed
from ledger.errors import NotFound, Problem, SeloError
from messages import Message, by_command, say
from messages.answer import UNSET
from messages.results import RESULTS
from projections.answers.players.show import ShowAnswer, show
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import (
    TournamentRow,
    tournament,
)
from projections.replay.persons import is_erased
from web.desk.answers import (
    AnswerField,
    fields_of,
    fields_of_refusal,
    shown_text,
)
from web.desk.office_desk import AtDesk
from web.desk.problems_at_fields import at_field, placing_problems, without_line
from web.desk.report_people import RowPerson, people_of
from web.desk.report_titles import ReportTitle
from web.desk.what_was_made import MadeByDraft
from web.http import without_paths
from web.pages.rendering import rendered
from web.store.booking import Done
from web.store.contents import Content
from web.store.draft_steps import WARNED, DraftStep, answers_in_words, warnings_left
from web.store.drafts import Draft, DraftRow
from web.store.plans import PUBLISH

ERASE = "erase-person"  # the kind of document that cannot be taken back
MOST_ROWS = 200
FEW = 10  # warnings that stand open
MOST_FOUND = 30  # tournaments
PLAYED = tuple(row.word for row in RESULTS.values() if row.is_played)
NOT_PLAYED = tuple(row.word for row in RESULTS.values() if not row.is_played)


class InLedger(NamedTuple):
    """What a preview needs of the ledger: who each row of a report will be, by its key;
    and the players of the preview who are not in the ledger yet, whose pages are not
    there.
    """

    rows: Mapping[str, RowPerson]
    unknown: frozenset[str]


class Preview(NamedTuple):
    """A preview of a draft: what booking it would do now, or why it cannot be tried."""

    done: Done | None
    problems: Sequence[Problem]

    @property
    def table(self) -> ReadTable | None:
        """The crosstable of a file of games, as it was read."""
        table = self.done.table if self.done else None
        return table if table is not None and table.rounds else None

    @property
    def file(self) -> FileSubmitted | None:
        """The report of a file of games; None for anything else, and where it was
        refused.
        """
        report = self.done.report if self.done else None
        return report if isinstance(report, FileSubmitted) else None

    def candidates(self, row: str) -> Sequence[Candidate]:
        """Return who of the ledger a row of the report may be, by its key.

        The candidate of a group that is asked about as one stands before those of a row
        in doubt. Nobody where the row is known, new, or the draft is no file of games.
        """
        if self.file is None:
            return ()
        players = self.file.players
        candidates = [one.candidate for one in players.proposed if one.number == row]

        for doubtful in players.doubtful:
            if doubtful.number == row:
                candidates += doubtful.candidates
        return candidates

    @property
    def facts(self) -> ListFacts | None:
        """The facts that a list was read as; None for anything else."""
        report = self.done.report if self.done else None
        return report.source if isinstance(report, ListSubmitted) else None

    @property
    def name(self) -> str:
        """The name that a booking gives as the preview it looked at."""
        named = self.done.report.preview if self.done else UNSET
        return "" if named is UNSET else named

    @property
    def outcome(self) -> Outcome | None:
        """What booking would do; None where it could not be tried."""
        return self.done.outcome if self.done else None

    @property
    def warnings(self) -> Sequence[Caution]:
        """The warnings, worth another look; the report of a file has what its reader
        noticed too. What is asked is not said twice.
        """
        rows: Sequence[Caution] = ()
        if self.file:
            rows = self.file.warnings
        elif self.outcome:
            rows = self.outcome.warnings
        return warnings_without_doubts(rows, self.doubts)

    @property
    def doubts(self) -> Sequence[DoubtRow]:
        """What may be a slip, to be answered with the button that books."""
        return self.outcome.doubts if self.outcome else ()

    @property
    def repeated(self) -> bool:
        """Whether everything in it is in the ledger already."""
        recorded = self.outcome.recorded if self.outcome else ()
        return bool(recorded) and all(receipt.repeated for receipt in recorded)

    @property
    def fields(self) -> list[AnswerField]:
        """The questions that are open: those of a file that was read, else what may be
        told of one that was not.
        """
        return fields_of(self.file) if self.file else fields_of_refusal(self.problems)

    @property
    def corrects(self) -> bool:
        """Whether the file differs from what is booked, so that only a reason is
        missing.
        """
        return any(problem.code == "other-content" for problem in self.problems)

    @property
    def past(self) -> list[EntryChange]:
        """The ratings of the past that come out differently, by how much.

        The largest change stands first, then by day and by player. An entry that is new
        is none of them; one that goes counts as a change by its whole rating.
        """
        if self.outcome is None:
            return []
        rows = [
            row
            for row in self.outcome.entries
            if row.before is not None and row.before != row.after
        ]
        return sorted(
            rows,
            key=lambda row: (
                -abs((row.after or 0) - (row.before or 0)),
                row.on,
                row.player,
            ),
        )

    @property
    def computed(self) -> bool:
        """Whether it could be computed: with every answer given, or likely enough to
        try.
        """
        return self.outcome is not None and not (
            self.fields and not self.outcome.recorded
        )

    @property
    def ready(self) -> bool:
        """Whether it was tried and nothing is asked, so that it may be booked."""
        return self.done is not None and not self.fields


def inbox(
    at: AtDesk,
    waiting: Sequence[DraftRow],
    settled: Sequence[DraftRow],
    others: int,
    titles: Mapping[int, ReportTitle | Message],
    parts: Sequence[str],
    is_empty: bool,
) -> str:
    """Make the page of what waits. `others`: drafts that wait for somebody else;
    `titles`: of drafts by their numbers, as far as they have one; `parts`: what
    features show; `is_empty`: nobody is in the ledger yet.
    """
    return rendered(
        "desk/inbox.html",
        at.visit,
        at=at,
        waiting=waiting,
        settled=settled,
        others=others,
        titles=titles,
        parts=parts,
        is_empty=is_empty,
    )


class LookedUp(NamedTuple):
    """What the page of a draft has from the ledger.

    people      whom its preview names
    title       what it holds, in a few words
    lists       the lists that are kept here
    erased      the people whom it would erase
    idle        why it would decide nothing
    beside      what features show of its preview
    parts       what else they show
    publishes   the lists that it publishes, as they would be
    contents    what its first documents state
    beyond      how many documents there are more
    """

    people: InLedger
    title: ReportTitle | Message | None
    lists: Sequence[str]
    erased: Sequence[object]
    idle: Sequence[Message]
    beside: Sequence[str]
    parts: Sequence[str]
    publishes: Sequence[object]
    contents: Sequence[Content]
    beyond: int


class Booking(NamedTuple):
    """Whether whoever looks at a draft may book it, and how.

    reason        why something is booked that needs one; it was tried with the draft
    refused       why they may not book it; None: they may
    agreeing      "helps", where somebody else can book it once they agree; "done"; ""
    differs       what is not as they saw it when they pressed the button
    asks_first    it was not booked, because something is asked
    """

    reason: str
    refused: Problem | None
    agreeing: str
    differs: Sequence[Problem]
    asks_first: bool


def draft_page(
    at: AtDesk,
    draft: Draft,
    preview: Preview,
    looked_up: LookedUp,
    booking: Booking,
    *,
    answers: Sequence[AnswerField],
    row: str,
) -> str:
    """Make the page of a draft that waits.

    `answers`: those given so far. `row`: the one of a report that is to be somebody
    else, by its key.
    """
    problems, warnings = preview.problems, preview.warnings
    if not _has_lines_to_tell(draft):
        problems = [without_line(problem) for problem in problems]
        warnings = [warning_without_line(warning) for warning in warnings]
        at = _form_without_lines(at)

    # a list that is planned is of a day to come, and that is no problem
    if draft.row.book_at and not draft.row.not_booked:
        problems = [problem for problem in problems if problem.code != "future"]

    kinds = {content.kind for content in looked_up.contents}

    return rendered(
        "desk/draft.html",
        at.visit,
        at=at,
        draft=draft.row,
        preview=preview,
        problems=problems,
        warnings=warnings,
        lists_only=booking.refused is None and kinds == {PUBLISH},
        erases=ERASE in kinds,
        shown=shown_text(preview.fields, answers, draft.settings),
        answers=answers,
        asked_row=row,
        typed=is_typed(draft.content),
        steps=_steps_to_show(draft),
        most=MOST_ROWS,
        few=FEW,
        absent=UNSET,
        answered=answers_in_words,
        **looked_up._asdict(),
        **booking._asdict(),
    )


def settled_page(
    at: AtDesk,
    draft: Draft,
    *,
    made: MadeByDraft,
    following: int | None,
    title: Message | None,
) -> str:
    """Make the page of a draft that was booked or dropped.

    `made`: what it made. `following`: the draft that waits next. `title`: what it held,
    in a few words.
    """
    return rendered(
        "desk/draft.html",
        at.visit,
        at=at,
        draft=draft.row,
        preview=None,
        made=made,
        following=following,
        title=title,
        left=warnings_left(draft.row.steps or ()),
        steps=_steps_to_show(draft),
        few=FEW,
        answered=answers_in_words,
    )


def _steps_to_show(draft: Draft) -> list[DraftStep]:
    """Return the steps of a draft that its history tells."""
    return [step for step in draft.row.steps or () if step.what != WARNED]


def _has_lines_to_tell(draft: Draft) -> bool:
    """Tell whether the lines of a draft's content tell anybody anything.

    A document that a form came to is one line, which nobody wrote; a report that was
    typed from paper is seen as its form. Any other file is seen by its lines or rows.
    """
    content = draft.content.strip()
    is_document = is_json(draft.row.name, draft.content)
    is_one_document = is_document and b"\n" not in content
    return not is_one_document and not is_typed(content)


def _form_without_lines(at: AtDesk) -> AtDesk:
    """Return who is at the desk, with what is wrong in the form that they sent told
    without lines.
    """
    if at.sent is None:
        return at
    problems = tuple(map(without_line, at.sent.problems))
    return at._replace(sent=replace(at.sent, problems=problems))


def in_ledger(preview: Preview, reading: Reading) -> InLedger:
    """Look up in the ledger whom the page of a preview names.

    Of the ratings that move, only the `MOST_ROWS` that the page has are looked up, once
    for today and once for the past.
    """
    rows: dict[str, RowPerson] = {}
    if preview.file is not None and preview.table is not None:
        rows = people_of(preview.file, preview.table, reading)

    named: set[str] = set()
    if preview.outcome is not None:
        named.update(row.player for row in preview.outcome.moved[:MOST_ROWS])
        named.update(row.player for row in preview.past[:MOST_ROWS])
        named.update(row.player for row in preview.outcome.lost_titles)

    unknown = {player for player in named if reading.timeline.player(player) is None}

    return InLedger(rows, frozenset(unknown))


def tried_preview(preview: Callable[[], Done], ledger: str) -> Preview:
    """Make a preview; a refusal is what its page has to show.

    `ledger`: whose own path stands in no problem that is shown.
    """
    try:
        return Preview(preview(), ())
    except SeloError as error:
        return Preview(None, without_paths(error.problems, ledger))


def correct_page(at: AtDesk, words: str, rows: Sequence[TournamentRow]) -> str:
    """Make the page with the tournaments that may be meant.

    `words`: what was asked for; `rows`: what was found, of which `MOST_FOUND` are
    shown, with how many there are.
    """
    return rendered(
        "desk/correct.html",
        at.visit,
        at=at,
        words=words,
        rows=rows[:MOST_FOUND],
        count=len(rows),
    )


def games_page(at: AtDesk, reading: Reading, name: str, parts: Sequence[str]) -> str:
    """Make the page of a tournament's games, by round, where corrections begin.

    `parts`: what features add to the page, as HTML.
    """
    answer = tournament(reading, name)

    rounds = sorted({game.round for game in answer.games})

    # each game stands in two rows, and reads there from the side of its player
    results: dict[tuple[str, str], str] = {}
    for game in answer.games:
        results[game.game, "white"], results[game.game, "black"] = RESULTS[
            game.result
        ].sides

    return rendered(
        "desk/tournament.html",
        at.visit,
        at=at,
        answer=answer,
        rounds=rounds,
        results=results,
        places={row.player: place for place, row in enumerate(answer.crosstable, 1)},
        parts=parts,
    )


def game_page(at: AtDesk, reading: Reading, name: str, game: str) -> str:
    """Make the page of a game to be corrected; refuse a game that the tournament does
    not have.
    """
    answer = tournament(reading, name)
    row = next((row for row in answer.games if row.game == game), None)
    if row is None:
        message = say(
            "{tournament} has no game {game}", tournament=name, game=repr(game)
        )
        raise NotFound(
            Problem(
                "unknown-game",
                message,
                hint=by_command("see `selo tournament {name}`", name=name),
            )
        )

    return rendered(
        "desk/game.html",
        at.visit,
        at=at,
        answer=answer,
        game=row,
        table=RESULTS,
        played=PLAYED,
        not_played=NOT_PLAYED,
    )


def withdraw_page(at: AtDesk, reading: Reading, name: str) -> str:
    """Make the page that withdraws a tournament."""
    return rendered(
        "desk/withdraw.html", at.visit, at=at, answer=tournament(reading, name)
    )


def merge_page(at: AtDesk, reading: Reading, from_player: str, into: str) -> str:
    """Make the page with the two people side by side, once both are named.

    `from_player` is the one who goes, `into` the one who stays; each is an id or a
    name, or empty while nobody is named. `NotFound` has the problem of each who is not
    known, at its field.
    """
    sides, problems = [], list[Problem]()
    for field, asked in (("from", from_player), ("into", into)):
        try:
            sides += [_person_in_field(reading, field, asked)] if asked else []
        except NotFound as unknown:
            problems += unknown.problems

    if problems:
        raise NotFound(problems)

    return rendered(
        "desk/merge.html", at.visit, at=at, sides=sides, chosen=(from_player, into)
    )


def _person_in_field(reading: Reading, field: str, player: str) -> ShowAnswer:
    """Return a player who was named in a field of a form.

    `player`: an id or a name. `NotFound`: the problem is at `field`, and not where a
    question has it.
    """
    with placing_problems(partial(at_field, field=field)):
        return show(reading, player)


def player_form(at: AtDesk, reading: Reading, player: str, free: str) -> str:
    """Make the page of a new player, or of one whose details are to be changed.

    `player`: an id or a name; empty for a new one, to whom the id `free` is proposed.
    Somebody who was erased has no details to change, and the page leads on instead.
    `NotFound`: nobody is called so.
    """
    known, former, erased = None, "", False
    if player:
        shown = _person_in_field(reading, "player", player)
        known = shown.player
        former = "" if shown.asked is UNSET else shown.asked
        erased = is_erased(known.id, reading.timeline)

    return rendered(
        "desk/player.html",
        at.visit,
        at=at,
        known=known,
        former=former,
        erased=erased,
        free=free,
    )
