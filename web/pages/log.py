"""The pages of the log: every event in words, one event, and how far it reached; and what events are about, by the
names that people know: a tournament or a player, and their pages.

The rows of a player's changes, the newest first, are written here: a page has hundreds of them, and a template takes
three times as long to write one.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple, Protocol

from markupsafe import Markup, escape
from msgspec.structs import replace

from ledger.bodies import PlayersMerged
from ledger.events import KINDS, Event
from projections.answers.career import known_player, names_of, player_name, subject
from projections.answers.events.changed import Diff, DiffAnswer, DiffLine, EventAnswer, EventAsked, diff, event_content
from projections.answers.events.impact import ChangedEntry, Impact, ImpactAnswer, impact
from projections.answers.events.log import Log, LogAnswer, log
from projections.answers.lists.published import lists
from projections.answers.players.history import Believed, CourseAnswer, CourseRow
from projections.answers.reading import Basis, Reading
from projections.answers.times import asked_times
from projections.answers.tournaments.tournament import tournament_names
from web.pages import rendering
from web.pages.charts import impact_charts
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit
from web.pages.words import catalogue, terms

TOURNAMENTS, PLAYERS = "tournaments", "players"  # the sections of their pages


class OfEvent(Protocol):
    """A line about an event."""

    @property
    def seq(self) -> int: ...


class Subject(NamedTuple):
    """The subject of an event: the section of its page, its id, and its name, if the asker may know one."""

    section: str
    id: str
    name: str | None


def subjects(reading: Reading, lines: Iterable[OfEvent]) -> dict[int, Subject]:
    """Return what these events are about, by their seq. One about a list, the rules or the office is not in it."""
    known = ((seq, reading.index.event(seq)) for seq in dict.fromkeys(line.seq for line in lines))
    about = {seq: subject(event, reading) for seq, event in known if event is not None}
    sections = {seq: _section(event) for seq, event in about.items()}
    ids = {place: {about[seq].target for seq in about if sections[seq] == place} for place in (TOURNAMENTS, PLAYERS)}
    names = {
        TOURNAMENTS: tournament_names(reading, ids[TOURNAMENTS]),
        PLAYERS: names_of(reading, sorted(ids[PLAYERS])),
    }
    return {
        seq: Subject(place, event.target, names[place].get(event.target))
        for seq, event in about.items()
        if (place := sections[seq])
    }


def _section(event: Event) -> str:
    """Return the section of the page of what an event is about; empty for the office, its lists and its rules."""
    owner = event.stream.removeprefix("decided:").removeprefix("vouched:")
    if owner.startswith("tournament"):
        return TOURNAMENTS
    return PLAYERS if owner.startswith("player") or isinstance(event.body, PlayersMerged) else ""


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
    """Write a player's rating changes as rows in the page's language; everything that a person wrote is escaped
    here."""
    words = _Words(course, visit, times)
    size = len(course.rows)
    return Markup("".join(words.row(row, size - at) for at, row in enumerate(reversed(course.rows))))


class _Words:
    """The words and links that the rows of one list share."""

    def __init__(self, course: CourseAnswer, visit: Visit, times: Times) -> None:
        _ = catalogue(visit.language).gettext
        self._course, self._language, self._links, self._times = course, visit.language, visit.links, times
        self._kinds = terms(visit.language).change_kind
        self._why = escape(_("why?"))
        self._question, self._was = _("Why %(rating)s on %(day)s?"), _("was %(rating)s until %(day)s")

    def row(self, row: CourseRow, number: int) -> str:
        language = self._language
        day, change = rendering.day(row.on, language), rendering.moved(row.change, language)
        score = "" if row.score is None else f"{rendering.quantity(row.score, language)} / {row.games}"
        return ROW.format(
            id=f"{self._course.list}-{row.seq}-{number}",
            day=day,
            tournament=self._tournament(row),
            beside=" · ".join([part for part in (day, score, score and change) if part]),
            was="".join(self._earlier(row.was)),
            score=score,
            expected="" if row.expected is None else rendering.decimals(row.expected, 2, language),
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
            words = self._was % {"rating": earlier.after, "day": rendering.day(earlier.until, self._language)}
            yield WAS.format(address=escape(self._links.to("log", earlier.seq)), words=escape(words))

    def _reason(self, row: CourseRow, day: str) -> str:
        if not self._links.live:
            return f"<b>{row.after}</b>"
        address = self._links.to("players", self._course.player.id, "why", row.unit, **self._times.query)
        question = self._question % {"rating": row.after, "day": day}
        return REASON.format(address=escape(address), after=row.after, why=self._why, question=escape(question))


PAGE = 100  # events of a log that names no limit
SHOWN = 300  # changed entries of one impact, rows of one comparison
PUBLISHED = 6  # days of published lists that are offered to compare with


class LogPage(NamedTuple):
    """A page of the log as the template shows it. `more`: the limit that shows the next hundred, where there are
    more; `about`: what each event is about."""

    answer: LogAnswer
    asked: Log
    kinds: tuple[str, ...]
    more: int | None
    about: dict[int, Subject]
    times: Times


class EventPage(NamedTuple):
    """A page of an event as the template shows it. `units`: how many its submission changed, where not all are here."""

    answer: EventAnswer
    names: dict[str, str]
    units: int | None
    about: Subject | None


class ImpactPage(NamedTuple):
    """A page of an impact as the template shows it. `left_out`: moved ratings that are not in the table; `alike`:
    entries that came to the same rating another way; `units` and `rest`: of a part of the answer, how many units there
    are, and the first of those that follow.
    """

    answer: ImpactAnswer
    chart: Markup
    moved: tuple[ChangedEntry, ...]
    total: int
    players: int
    names: dict[str, str]
    left_out: int
    alike: int
    units: int | None
    rest: int | None
    about: dict[int, Subject]
    tournaments: dict[str, str]

    def where(self, row: ChangedEntry) -> str | None:
        """Return the name of the tournament that an entry comes from; None for a change without one."""
        return self.tournaments.get(row.unit.partition("/")[0])


class DiffPage(NamedTuple):
    """A page of differences as the template shows it; without two states only the form. `since`: a month ago, as a
    first question.
    """

    asked: Diff
    answer: DiffAnswer | None
    shown: tuple[DiffLine, ...]
    left_out: int
    player: str | None
    published: tuple[str, ...]
    since: str
    about: dict[int, Subject]
    basis: Basis


def log_page(reading: Reading, asked: Log, visit: Visit) -> str:
    limit = asked.limit or PAGE
    answer = log(reading, replace(asked, limit=limit))
    more = limit + PAGE if len(answer.events) == limit else None
    page = LogPage(answer, asked, KINDS, more, subjects(reading, answer.events), times_of(asked, visit.today))
    return rendered("log.html", visit, page=page)


def event_page(reading: Reading, asked: EventAsked, visit: Visit) -> str:
    answer = event_content(reading, asked.seq)
    names = {row.player: row.name for row in answer.rows if row.name is not None}
    about = subjects(reading, [answer]).get(answer.seq)
    return rendered("event.html", visit, page=EventPage(answer, names, answer.units or None, about))


def impact_page(reading: Reading, asked: Impact, visit: Visit) -> str:
    answer = impact(reading, asked.seq, asked.after)
    moved = tuple(row for row in answer.rows if row.before != row.after)
    page = ImpactPage(
        answer=answer,
        chart=impact_charts(answer, visit.language),
        names={row.player: row.name for row in answer.rows if row.name is not None},
        moved=moved[:SHOWN],
        total=len(moved),
        players=len({row.player for row in moved}),
        left_out=max(0, len(moved) - SHOWN),
        alike=len(answer.rows) - len(moved),
        units=answer.units or None,
        rest=answer.rest or None,
        about=subjects(reading, answer.events),
        tournaments=tournament_names(reading, {row.unit.partition("/")[0] for row in moved[:SHOWN]}),
    )
    return rendered("impact.html", visit, page=page)


def diff_page(reading: Reading, asked: Diff, visit: Visit) -> str:
    answer = None if asked.known_on is asked.known_seq is None else _diff(reading, asked, visit.today)
    rows = () if answer is None else answer.rows
    player = player_name(reading, known_player(reading, asked.players[0])) if len(asked.players) == 1 else None
    days = {row.label: row.as_of for row in lists(reading).rows}
    page = DiffPage(
        asked=asked,
        answer=answer,
        shown=rows[:SHOWN],
        left_out=max(0, len(rows) - SHOWN),
        player=None if player is None else player.name or player.id,
        published=tuple(sorted(set(days.values()), reverse=True)[:PUBLISHED]),
        since=(date.fromisoformat(reading.basis().until) - timedelta(30)).isoformat(),
        about=subjects(reading, rows[:SHOWN]),
        basis=reading.basis(),
    )
    return rendered("diff.html", visit, page=page)


def _diff(reading: Reading, asked: Diff, today: str) -> DiffAnswer:
    """Work out the difference; the reading is that of the later state."""
    after = asked_times(reading.events, asked.states()[0], today)[1]
    return diff(
        reading, after, reading.known_seq, asked.players, [asked.list_name] if asked.list_name else reading.lists()
    )
