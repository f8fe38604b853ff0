"""Write a player's rating changes as the rows of a table, the newest first: a page has
hundreds of them, and a template takes three times as long to write one.
"""

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from messages.translated import day
from projections.answers.players.history import Believed, CourseAnswer, CourseRow
from web.pages.catalogue import catalogue
from web.pages.escaped import escaped
from web.pages.quantities import decimals, halves, moved
from web.pages.terms import terms
from web.pages.two_times import Times
from web.pages.visit import Visit

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
    person wrote is escaped here.
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
        self._course = course
        self._language = visit.language
        self._links = visit.links
        self._query = times.query

        self._kinds = terms(visit.language).change_kind
        self._why = escaped(_("why?"))
        self._question = _("Why %(rating)s on %(day)s?")
        self._was = _("was %(rating)s until %(day)s")

    def row(self, row: CourseRow, number: int) -> str:
        """Write a row of the course.

        `number`: sets rows of one event apart, so that each has an id of its own on the
        page.
        """
        language = self._language
        on = day(row.on, language)
        change = moved(row.change, language)

        score = ""
        if row.score is not None:
            score = f"{halves(row.score, language)} / {row.games}"

        expected = ""
        if row.expected is not None:
            expected = decimals(row.expected, 2, language)

        # on a narrow screen; a change stands there only beside a score
        beside = [part for part in (on, score, score and change) if part]

        return ROW.format(
            id=f"{self._course.list}-{row.seq}-{number}",
            day=on,
            tournament=self._tournament(row),
            beside=" · ".join(beside),
            was="".join(self._earlier(row.was)),
            score=score,
            expected=expected,
            change=change,
            after=self._reason(row, on),
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
                "day": day(earlier.until, self._language),
            }
            yield WAS.format(
                address=escaped(self._links.to("log", earlier.seq)),
                words=escaped(words),
            )

    def _reason(self, row: CourseRow, on: str) -> str:
        """Write the rating, with a link to why it is so; files of a site have no such
        page.
        """
        if not self._links.live:
            return f"<b>{row.after}</b>"

        address = self._links.to(
            "players", self._course.player.id, "why", row.unit, **self._query
        )
        question = self._question % {"rating": row.after, "day": on}

        return REASON.format(
            address=escaped(address),
            after=row.after,
            why=self._why,
            question=escaped(question),
        )
