"""Draw the page of a player: what they have, how it came, what was believed before,
whom they met; and why a rating came out as it did, as a sum that a person can follow,
and what was corrected since.

The rows of a player's changes, the newest first, are written here: a page has hundreds
of them, and a template takes three times as long to write one.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from ledger.errors import NotFound
from messages import Message
from projections.answers.career import (
    EventLine,
    event_line,
    events_between,
    known_player,
    names_of,
)
from projections.answers.lists.published import lists
from projections.answers.players.explain import Explain, explain
from projections.answers.players.history import (
    Believed,
    CourseAnswer,
    CourseRow,
    course,
    course_in,
    figures,
)
from projections.answers.players.opponents import opponents
from projections.answers.players.performance import PerformanceAnswer, performance
from projections.answers.players.show import Show, show
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from projections.tables.entries import Submission
from rulebooks.sheets import ExplainedEntry, SheetGame
from web.pages import rendering
from web.pages.catalogue import catalogue
from web.pages.charts import can_draw, history_charts, years_of
from web.pages.escaped import escaped
from web.pages.log import subjects
from web.pages.rendering import Times, rendered, times_of
from web.pages.terms import BASIS, NO_RATING, terms
from web.pages.visit import Visit

MET = 10  # opponents shown
LAST = 30  # games of the performance


def player_page(reading: Reading, asked: Show, visit: Visit) -> str:
    """Make the page of a player: their ratings, the course of these on each list, and
    whom they met.
    """
    player = known_player(reading, asked.player)
    reading.own_rows.lists(player)  # whose rows are read together
    shown = show(reading, asked.player)
    courses = tuple(course(reading, player, name) for name in reading.lists())

    tournaments = {
        row.tournament: row.name
        for one in courses
        for row in one.rows
        if row.tournament and row.name
    }
    times = times_of(asked, visit.today)

    # a list on which they were never rated has no line in the chart
    drawn = [
        one for name in reading.lists() if (one := figures(reading, player, name)).rows
    ]

    return rendered(
        "player.html",
        visit,
        shown=shown,
        rows={one.list: change_rows(one, visit, times) for one in courses if one.rows},
        met=opponents(reading, player, MET),
        performance=_performance(reading, player),
        tournaments=tournaments,
        chart=history_charts(drawn, lists(reading).rows, tournaments, visit, times),
        drawn=drawn[0].list if drawn else "",
        years=years_of(drawn[:1]),
        has_picture=can_draw(),
        times=times,
    )


def _performance(reading: Reading, player: str) -> PerformanceAnswer | None:
    """Return the performance in the player's last games; None where nothing was rated
    yet.
    """
    try:
        return performance(reading, player, reading.first_list(), last=LAST)
    except NotFound:
        return None  # nothing rated yet


MOST = 3  # events of a submission that a correction names


class Ground(NamedTuple):
    """Why opponents' ratings counted as they did: one letter stands for one reason."""

    letter: str
    text: Message
    section: str


class Because(NamedTuple):
    """A reason why one opponent's rating counted, beside it. `code`: as the words know
    it; `number`: what an unrated one counts as; `section`: where it is not the usual
    one.
    """

    code: str
    number: int | None
    section: str


class Corrected(NamedTuple):
    """What was believed before, and the events that ended it."""

    believed: Believed
    events: tuple[EventLine, ...]


class WorkingLine(NamedTuple):
    """A line of the working; a formula stands out."""

    text: Message
    formula: bool


class SheetPage(NamedTuple):
    """The sheet of one entry. `letter_of`: a game's reason; without any, one reason
    holds for all.
    """

    entry: ExplainedEntry
    bases: tuple[Ground, ...]
    letter_of: dict[str, str]
    because: dict[str, Because]
    points: bool
    running: bool
    working: tuple[WorkingLine, ...]
    corrected: tuple[Corrected, ...]


def why_page(reading: Reading, asked: Explain, visit: Visit) -> str:
    """Make the page that tells why a player's rating moved: a sheet for each entry that
    the tournament made.
    """
    answer, _ = explain(reading, asked.player, asked.tournament, asked.list_name)
    player = answer.player.id
    rows = {
        (list_name, row.unit, row.on): row
        for list_name, rows in course_in(reading, player, answer.tournament).items()
        for row in rows
    }

    ids = {answer.tournament} if answer.tournament else set()
    opponents = [game.opponent for game in answer.not_rated if game.opponent]

    sheets = tuple(
        _sheet(reading, entry, rows.get((entry.list, entry.unit, entry.on)))
        for entry in answer.entries
    )

    lines = (
        line
        for sheet in sheets
        for correction in sheet.corrected
        for line in correction.events
    )

    return rendered(
        "why.html",
        visit,
        answer=answer,
        unit=asked.tournament or "",
        tournament_name=tournament_names(reading, ids).get(answer.tournament or ""),
        names=names_of(reading, opponents),
        sheets=sheets,
        about=subjects(reading, lines),
        has_picture=can_draw(),
        times=times_of(asked, visit.today),
    )


def _sheet(reading: Reading, entry: ExplainedEntry, row: CourseRow | None) -> SheetPage:
    """Return what the page shows of an entry: its games, its working, and what was
    believed before corrections.

    `row`: of the player's course that the entry is; None where it is in none.
    """
    bases, letter_of = _bases(entry.games)

    return SheetPage(
        entry=entry,
        bases=bases,
        letter_of=letter_of,
        because={game.game: _because(game) for game in entry.games},
        points=any(
            getattr(game, "contribution", None) is not None for game in entry.games
        ),
        running=any(getattr(game, "running", None) is not None for game in entry.games),
        working=tuple(
            WorkingLine(line, "sum" in line.values) for line in entry.working
        ),
        corrected=tuple(
            _corrected(reading, entry, believed)
            for believed in (row.was if row is not None else ())
        ),
    )


def _bases(games: tuple[SheetGame, ...]) -> tuple[tuple[Ground, ...], dict[str, str]]:
    """Return why the games count, each reason once under a letter, and the letter of
    each game by its id.

    Where one reason holds for all games, none of them has a letter.
    """
    reasons = list(dict.fromkeys((game.basis_text, game.section) for game in games))
    letters = {}
    for number, reason in enumerate(reasons):
        letters[reason] = chr(ord("a") + number % 26)

    bases = tuple(Ground(letters[reason], *reason) for reason in reasons)

    letter_of = {}

    if len(reasons) > 1:
        for game in games:
            letter_of[game.game] = letters[game.basis_text, game.section]

    return bases, letter_of


def _because(game: SheetGame) -> Because:
    """Return why a rating counted. A limited or raised one keeps its reason: the
    sentence below the table says that it was.
    """
    code = game.basis.partition(" ")[0].removesuffix("-floor")
    unrated = BASIS.get(code) == NO_RATING

    return Because(
        code, game.number if unrated else None, "" if code == "old" else game.section
    )


def _corrected(
    reading: Reading, entry: ExplainedEntry, believed: Believed
) -> Corrected:
    """Return the events about the tournament itself; where it was reached through
    others, the first of the submission.

    At most `MOST` of them. `believed`: what was in force before, and the seq that ended
    it; an event that is no part of a submission of several stands for itself.
    """
    alone = Submission(believed.seq, believed.seq)
    first, last = reading.submission_of(believed.seq) or alone
    lines = [
        event_line(event, reading) for event in events_between(reading, first, last)
    ]

    own = [line for line in lines if line.target in (entry.tournament, entry.player)]
    return Corrected(believed, tuple((own or lines)[:MOST]))


ROW = (
    '<tr id="{id}"><td class="day wide">{day}</td>\n<td>{tournament}\n<span'
    ' class="narrow">{beside}</span>\n{was}</td>\n<td class="n wide">{score}</td>\n<td'
    ' class="n wide">{expected}</td>\n<td class="n wide">{change}</td>\n<td'
    ' class="n">{after}</td></tr>\n'
)
TOURNAMENT = '<a href="{address}"><bdi>{name}</bdi></a>'
REASON = (
    '<a class="reason" href="{address}"><span aria-hidden="true"><b>{after}</b> <span'
    ' class="wide">{why}</span></span><span class="aside">{question}</span></a>'
)
WAS = '<a class="was" href="{address}">{words}</a>'


def change_rows(course: CourseAnswer, visit: Visit, times: Times) -> Markup:
    """Write a player's rating changes as rows in the page's language; everything that a
    person wrote is escaped
    here.
    """
    words = _Words(course, visit, times)
    size = len(course.rows)
    return Markup(
        "".join(
            words.row(row, size - at) for at, row in enumerate(reversed(course.rows))
        )
    )


class _Words:
    """The words and links that the rows of one list share."""

    def __init__(self, course: CourseAnswer, visit: Visit, times: Times) -> None:
        """Look up once what every row says, and where its links lead.

        `times`: the two times of the page, which the links to reasons keep.
        """
        _ = catalogue(visit.language).gettext
        self._course, self._language, self._links, self._query = (
            course,
            visit.language,
            visit.links,
            times.query,
        )

        self._kinds = terms(visit.language).change_kind
        self._why = escaped(_("why?"))
        self._question, self._was = (
            _("Why %(rating)s on %(day)s?"),
            _("was %(rating)s until %(day)s"),
        )

    def row(self, row: CourseRow, number: int) -> str:
        """Write a row of the course.

        `number`: sets rows of one event apart, so that each has an id of its own on the
        page.
        """
        language = self._language
        day, change = (
            rendering.day(row.on, language),
            rendering.moved(row.change, language),
        )
        score = (
            ""
            if row.score is None
            else f"{rendering.halves(row.score, language)} / {row.games}"
        )

        return ROW.format(
            id=f"{self._course.list}-{row.seq}-{number}",
            day=day,
            tournament=self._tournament(row),
            beside=" · ".join(
                [part for part in (day, score, score and change) if part]
            ),
            was="".join(self._earlier(row.was)),
            score=score,
            expected=(
                ""
                if row.expected is None
                else rendering.decimals(row.expected, 2, language)
            ),
            change=change,
            after=self._reason(row, day),
        )

    def _tournament(self, row: CourseRow) -> str:
        """Write what moved the rating: a link to the tournament, or the kind of event."""
        if not row.tournament:
            return escaped(self._kinds[row.kind])
        address = self._links.to("tournaments", row.tournament)
        return TOURNAMENT.format(
            address=escaped(address), name=escaped(row.name or row.tournament)
        )

    def _earlier(self, was: Iterable[Believed]) -> Iterator[str]:
        """Yield each rating that was believed before, with a link to the event that
        corrected it.
        """
        for earlier in was:
            words = self._was % {
                "rating": earlier.after,
                "day": rendering.day(earlier.until, self._language),
            }
            yield WAS.format(
                address=escaped(self._links.to("log", earlier.seq)),
                words=escaped(words),
            )

    def _reason(self, row: CourseRow, day: str) -> str:
        """Write the rating, with a link to why it is so; files of a site have no such
        page.
        """
        if not self._links.live:
            return f"<b>{row.after}</b>"

        address = self._links.to(
            "players", self._course.player.id, "why", row.unit, **self._query
        )
        question = self._question % {"rating": row.after, "day": day}

        return REASON.format(
            address=escaped(address),
            after=row.after,
            why=self._why,
            question=escaped(question),
        )
