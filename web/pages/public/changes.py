"""The rows of a player's changes, the newest first. A page has hundreds of them, and a template takes three times as
long to write one."""

from collections.abc import Iterable, Iterator

from markupsafe import Markup, escape

from projections.answers.players.course import Believed, CourseAnswer, CourseRow
from web.pages import formats
from web.pages.times import Times
from web.pages.visit import Visit
from web.pages.words.catalogues import catalogue
from web.pages.words.terms import terms

ROW = (
    '<tr id="{id}"><td class="day wide">{day}</td>\n'
    '<td>{tournament}\n<span class="narrow">{beside}</span>\n{was}</td>\n'
    '<td class="n wide">{score}</td>\n<td class="n wide">{expected}</td>\n<td class="n wide">{change}</td>\n'
    '<td class="n">{after}</td></tr>\n'
)
TOURNAMENT = '<a href="{address}"><bdi>{name}</bdi></a>'
REASON = (
    '<a class="reason" href="{address}"><span aria-hidden="true"><b>{after}</b> <span class="wide">{why}</span></span>'
    '<span class="aside">{question}</span></a>'
)
WAS = '<a class="was" href="{address}">{words}</a>'


def change_rows(course: CourseAnswer, visit: Visit, times: Times) -> Markup:
    """In the page's language; everything that a person wrote is escaped here."""
    words = _Words(course, visit, times)
    size = len(course.rows)
    return Markup("".join(words.row(row, size - at) for at, row in enumerate(reversed(course.rows))))


class _Words:
    """What the rows of one list share."""

    def __init__(self, course: CourseAnswer, visit: Visit, times: Times) -> None:
        _ = catalogue(visit.language).gettext
        self._course, self._language, self._links, self._times = course, visit.language, visit.links, times
        self._kinds = terms(visit.language).change_kind
        self._why = escape(_("why?"))
        self._question, self._was = _("Why %(rating)s on %(day)s?"), _("was %(rating)s until %(day)s")

    def row(self, row: CourseRow, number: int) -> str:
        language = self._language
        day, change = formats.day(row.on, language), formats.moved(row.change, language)
        score = "" if row.score is None else f"{formats.quantity(row.score, language)} / {row.games}"
        return ROW.format(
            id=f"{self._course.list}-{row.seq}-{number}",
            day=day,
            tournament=self._tournament(row),
            beside=" · ".join([part for part in (day, score, score and change) if part]),
            was="".join(self._earlier(row.was)),
            score=score,
            expected="" if row.expected is None else formats.decimals(row.expected, 2, language),
            change=change,
            after=self._reason(row, day),
        )

    def _tournament(self, row: CourseRow) -> str:
        if not row.tournament:
            return escape(self._kinds[row.kind])
        address = self._links.to("tournaments", row.tournament)
        return TOURNAMENT.format(address=escape(address), name=escape(row.name or row.tournament))

    def _earlier(self, was: Iterable[Believed]) -> Iterator[str]:
        for earlier in was:
            words = self._was % {"rating": earlier.after, "day": formats.day(earlier.until, self._language)}
            yield WAS.format(address=escape(self._links.to("log", earlier.seq)), words=escape(words))

    def _reason(self, row: CourseRow, day: str) -> str:
        if not self._links.live:
            return f"<b>{row.after}</b>"
        address = self._links.to("players", self._course.player.id, "why", row.unit, **self._times.query)
        question = self._question % {"rating": row.after, "day": day}
        return REASON.format(address=escape(address), after=row.after, why=self._why, question=escape(question))
