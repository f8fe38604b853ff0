"""Draw charts with the words of the page's language, in two shapes, one for wide pages,
one for phones; and pictures that libraries of the field draw: without the extra
`selokirja[pictures]` there are none of those.

A picture to share: a player's name, their ratings in large figures, and the course of
them, in light colours.

It is drawn in the size that services for messages and news ask for. It has no style
sheet: it becomes a PNG
elsewhere.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from markupsafe import Markup

from ledger.errors import NotFound, Problem
from messages import NOTHING, say
from messages.translated import MONTHS, day
from projections.answers.career import known_player
from projections.answers.events.impact import ChangedEntry, ImpactAnswer
from projections.answers.lists.published import PublishedListRow, lists
from projections.answers.players.history import (
    History,
    HistoryAnswer,
    HistoryRow,
    figures,
)
from projections.answers.players.show import show
from projections.answers.reading import Reading
from projections.charts import impacted
from projections.charts.chart_words import ChartWords
from projections.charts.colours import INK, colour_name
from projections.charts.course import course
from projections.charts.history import PHONE, WIDE, Size, Window, history_chart, shapes
from projections.charts.picture import Frame, picture
from projections.charts.shapes import box, group, text
from web.pages.catalogue import catalogue
from web.pages.quantities import change
from web.pages.sentences import translator
from web.pages.terms import terms
from web.pages.two_times import Times
from web.pages.visit import Visit


def history_charts(
    answers: Sequence[HistoryAnswer],
    published: Sequence[PublishedListRow],
    tournaments: dict[str, str],
    visit: Visit,
    times: Times,
    period: tuple[str, str] | None = None,
) -> Markup | None:
    """Draw the course of a player's ratings, or that of a period; nothing where there
    is no rating yet.

    `answers`: one history for each list. `published`: the lists to mark on the line.
    `tournaments`: names by identifier; one that is not in it is told by its
    identifier. `period`: first and last day, YYYY-MM-DD.
    """
    if not any(answer.rows for answer in answers):
        return None

    words = _words(answers, tournaments, visit, times)
    courses = [course(answer) for answer in answers]

    return _both_shapes(
        history_chart(
            answers,
            published,
            words,
            WIDE,
            name="chart-wide",
            courses=courses,
            period=period,
        ),
        history_chart(
            answers,
            published,
            words,
            PHONE,
            name="chart-narrow",
            courses=courses,
            period=period,
        ),
    )


def years_of(answers: Sequence[HistoryAnswer]) -> tuple[int, ...]:
    """Return the years of a chart, to look at one alone; none where there is but one.

    They run from the first rating to the day until which the answers hold, so a
    year without any game is among them.
    """
    days = [row.on for answer in answers for row in answer.rows]
    if not days:
        return ()
    years = range(
        int(min(days)[:4]), int(max(answer.basis.until for answer in answers)[:4]) + 1
    )
    return tuple(years) if len(years) > 1 else ()


LONGEST = 24  # letters of a name in a legend


def versus_charts(
    answers: Sequence[HistoryAnswer],
    tournaments: dict[str, str],
    visit: Visit,
    times: Times,
) -> Markup | None:
    """Draw the ratings of several players on one list; nothing where one of them has
    none yet.

    `answers`: the history of each player, all on the same list. A name longer than
    `LONGEST` letters is cut in the legend, and ends with an ellipsis.
    """
    if not all(answer.rows for answer in answers):
        return None

    courses = [course(answer) for answer in answers]
    words = _words(answers, tournaments, visit, times)
    of_one, _ = words.point, catalogue(visit.language).gettext

    def point(answer: HistoryAnswer, row: HistoryRow, first: int | None) -> str:
        """Say of a step whose it is, and what it was."""
        return f"{_name(answer)}, {of_one(answer, row, first)}"

    def label(answer: HistoryAnswer) -> str:
        """Return the name of a line, short enough for the legend."""
        name = _name(answer)
        return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"

    named = {"players": " – ".join(map(_name, answers)), "list": answers[0].list}
    words = words._replace(
        title=_("%(players)s: %(list)s over time") % named,
        description=_("A step for each tournament, a line for each player."),
        label=label,
        point=point,
    )

    return _both_shapes(
        history_chart(answers, (), words, WIDE, name="chart-wide", courses=courses),
        history_chart(answers, (), words, PHONE, name="chart-narrow", courses=courses),
    )


def _name(answer: HistoryAnswer) -> str:
    """Return the name for a legend, or the identifier of a player who has no name."""
    return answer.player.name or answer.player.id


def share_chart(reading: Reading, asked: str, language: str, today: str) -> str:
    """Draw the picture that stands for a player's page elsewhere. It shows what a
    stranger may see, no matter who asks.

    `asked`: an identifier of the player. `today`: the day at the foot, YYYY-MM-DD.
    Returned is an SVG; `png` makes the file of it that services take.
    """
    shown = show(reading, asked)
    player, name = shown.player.id, shown.player.name or shown.player.id
    ratings = [
        (list_name, row.rating)
        for list_name, row in shown.lists.items()
        if row.rating is not None
    ]
    answers = rated_histories(reading, player, shown.lists)
    first = catalogue(language).gettext("as first calculated")
    words = ChartWords(
        name,
        "",
        first,
        month=lambda on: _month(on, language),
        point=lambda answer, row, first: "",
    )
    return share_picture(
        Shared(name, ratings, f"Selokirja · {day(today, language)}"), answers, words
    )


def rated_histories(
    reading: Reading, player: str, lists: Iterable[str]
) -> list[HistoryAnswer]:
    """Return the course of a player's ratings on each of these lists on which they were
    ever rated.
    """
    answers = []
    for list_name in lists:
        answer = figures(reading, player, list_name)
        if answer.rows:
            answers.append(answer)
    return answers


def chart_file(reading: Reading, asked: History, language: str) -> str:
    """Draw the course of a player's ratings, or that of a period or on one list, as a
    file of its own, to be kept.

    Returned is a whole SVG. `NotFound` (code `not-there`): the player has no rating
    yet on any list that was asked for.
    """
    player = known_player(reading, asked.player)
    if asked.list_name is None:
        names = reading.lists()
        message = say("{player} has no rating yet", player=player)
    else:
        names = [asked.list_name]
        message = say(
            "{player} has no rating on {list} yet",
            player=player,
            list=asked.list_name,
        )

    answers = rated_histories(reading, player, names)
    if not answers:
        raise NotFound(Problem("not-there", message, hint=NOTHING))

    drawn_lists = ", ".join(answer.list for answer in answers)
    words = ChartWords(
        title=f"{_name(answers[0])} · {drawn_lists}",
        description="",
        first=catalogue(language).gettext("as first calculated"),
        published=catalogue(language).gettext("published list"),
        month=lambda on: _month(on, language),
        day=lambda on: day(on, language),
        label=lambda answer: f"{_name(answer)}: {answer.list}",
        point=lambda answer, row, first: f"{day(row.on, language)}: {row.after}",
    )

    published = lists(reading).rows
    return history_chart(
        answers, published, words, WIDE, name="chart", alone=True, period=asked.period
    )


def impact_charts(
    answer: ImpactAnswer, names: Mapping[str, str], language: str
) -> Markup:
    """Draw how far an event reached; the page has the title.

    `names`: of tournaments, by their ids. A dot of anything else is told by its id.
    """

    def point(row: ChangedEntry, moved: int) -> str:
        """Say what a dot is: the day, the tournament, both ratings, and how far the one
        is from the other: `18.11.2026, Kesäturnaus: 1503 → 1511 (+8)`.
        """
        on = day(row.on, language)
        tournament, _, _ = row.unit.partition("/")
        name = names.get(tournament, row.unit)
        ratings = f"{row.rating_before} → {row.rating_after}"
        difference = change(moved, language)
        return f"{on}, {name}: {ratings} ({difference})"

    translate = translator(language)
    words = impacted.ImpactWords(point, lambda on: _month(on, language))
    return _both_shapes(
        impacted.impacted(
            answer, translate, alone=False, name="chart-wide", words=words
        ),
        impacted.impacted(
            answer,
            translate,
            alone=False,
            shape=impacted.PHONE,
            name="chart-narrow",
            words=words,
        ),
    )


def _both_shapes(wide: str, phone: str) -> Markup:
    """Put both shapes into the page; its stylesheet shows one of the two."""
    return Markup(
        f'<div class="on-wide">{wide}</div><div class="on-phone">{phone}</div>'
    )


def _words(
    answers: Sequence[HistoryAnswer],
    tournaments: dict[str, str],
    visit: Visit,
    times: Times,
) -> ChartWords:
    """Return what a chart says in the language of the page, and where its points lead.

    The title names the player of the first answer. A point leads to why the rating
    moved, with the times of the page in its address.
    """
    language, links = visit.language, visit.links
    _ = catalogue(language).gettext
    kinds = terms(language).change_kind
    player = _name(answers[0])
    lists = ", ".join(answer.list for answer in answers)
    after = _("%(day)s: %(rating)s after %(tournament)s")
    first_was = _("first calculated as %(rating)s")

    def point(answer: HistoryAnswer, row: HistoryRow, first: int | None) -> str:
        """Say what a point is: the rating after a tournament, and what was first
        recorded if that was corrected.
        """
        if row.tournament:
            name = tournaments.get(row.tournament, row.tournament)
        else:
            name = kinds[row.kind]

        words = after % {
            "day": day(row.on, language),
            "rating": row.after,
            "tournament": name,
        }
        if first is None:
            return words

        corrected = first_was % {"rating": first}
        return f"{words} ({corrected})"

    def readout(answer: HistoryAnswer, row: HistoryRow) -> Sequence[str]:
        """Return what stands beside a point: day, rating, change, tournament."""
        moved = ""
        if row.before is not None:
            moved = change(row.after - row.before, language)

        name = ""
        if row.tournament:
            name = tournaments.get(row.tournament, "")
        if len(name) > LONGEST:
            name = name[: LONGEST - 1] + "…"

        parts = (day(row.on, language), str(row.after), moved, name)
        return [part for part in parts if part]

    query = times.query

    def link(answer: HistoryAnswer, row: HistoryRow) -> str:
        """Return the address that tells why the rating is what it is at this point."""
        return links.to(
            "players",
            answer.player.id,
            "why",
            row.unit,
            list=answer.list,
            **query,
        )

    return ChartWords(
        title=_("%(player)s: %(lists)s over time")
        % {
            "player": player,
            "lists": lists,
        },
        description=_(
            "A step for each tournament; the table below has the same ratings."
        ),
        first=_("as first calculated"),
        published=_("published list"),
        month=lambda on: _month(on, language),
        day=lambda on: day(on, language),
        point=point,
        link=link,
        readout=readout,
    )


def _month(on: date, language: str) -> str:
    """Write a tick of the axis: a year at its beginning, else the month.

    2026-01-01                        2026
    2026-03-01, English               Mar 2026
    2026-03-01, any other language    3/2026
    """
    if on.month == 1:
        return str(on.year)
    if language != "en":
        return f"{on.month}/{on.year}"
    return f"{MONTHS[on.month - 1][:3]} {on.year}"


def qr_code(text: str) -> Markup | None:
    """Return a QR code as SVG for a page, dark on light in every colour scheme; None
    without the library.
    """
    if find_spec("segno") is None:
        return None

    import segno  # 50 ms, which only whoever prints pays

    made = segno.make_qr(text, error="m")

    return Markup(
        made.svg_inline(
            scale=1,
            border=4,
            light="#fff",
            omitsize=True,
            svgclass="qr",
            lineclass=None,
        )
    )


def png(picture: str) -> bytes | None:
    """Return a picture as PNG; None without the library, or on a machine without any
    font for its letters.
    """
    return _png_bytes(picture) if can_draw() else None


@cache
def can_draw() -> bool:
    """Tell whether pictures with words in them can be drawn here.

    A word is drawn once and compared with an empty picture: where no letter is drawn,
    both are the same.
    """
    if find_spec("resvg_py") is None:
        return False
    empty = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>{}</svg>"
    word = "<text y='15' font-family='sans-serif'>Hg</text>"
    return _png_bytes(empty.format(word)) != _png_bytes(empty.format(""))


def _png_bytes(picture: str) -> bytes:
    """Return an SVG as the bytes of a PNG; asked for only with the library there."""
    import resvg_py  # an extra

    return bytes(resvg_py.svg_to_bytes(svg_string=picture))


WIDTH, HEIGHT = 1200, 630
MARGIN = 64
# the width of a letter in sizes of the font, for a name that must fit
LARGEST_NAME, LETTER = 68, 0.6
# sizes of the font: a rating, and the name of its list; the line they stand on
RATING, LIST_NAME, BASELINE = 84, 36, 222
MOST_LISTS = 3
CHART, SCALE = Size(536, 158, 11), 2  # drawn twice as large


class Shared(NamedTuple):
    """What the picture says: a name, ratings in the order of their lists, and a line at
    the foot.
    """

    name: str
    ratings: Sequence[tuple[str, int]]
    foot: str


def share_picture(
    shown: Shared, answers: Sequence[HistoryAnswer], words: ChartWords
) -> str:
    """Draw the picture; `answers`: the histories of the lists, as far as there are any
    entries.
    """
    frame = Frame(WIDTH, HEIGHT, shown.name, alone=False, name="share")
    return picture(frame, [group(f"color='{INK[0]}'", _shapes(shown, answers, words))])


def _shapes(
    shown: Shared, answers: Sequence[HistoryAnswer], words: ChartWords
) -> Iterator[str]:
    """Yield what the picture shows: paper, name, ratings, course, foot.

    Numbers are units of the picture, which is `WIDTH` by `HEIGHT`. Only the first
    `MOST_LISTS` ratings have room.
    """
    yield box(0, 0, WIDTH, HEIGHT, "paper")
    yield box(0, 0, 16, HEIGHT, "1")

    # a long name is written smaller, so that it fits between the margins
    room_for_letter = (WIDTH - 2 * MARGIN) / max(1, len(shown.name))
    size = min(LARGEST_NAME, int(room_for_letter / LETTER))
    yield group("font-weight='bold'", [text((MARGIN, 110), shown.name, size)])

    yield from _ratings(shown.ratings[:MOST_LISTS])

    courses = [one for one in map(course, answers) if one.steps]
    if courses:
        drawn = shapes(courses, (), words, CHART, Window("shared", None))

        yield group(f"transform='translate({MARGIN} 262) scale({SCALE})'", drawn)

    yield text((MARGIN, HEIGHT - 24), shown.foot, 26, fill="soft")


def _ratings(ratings: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yield ratings beside each other in large figures, each with the name of its
    list behind it.
    """
    x = float(MARGIN)
    for index, (name, rating) in enumerate(ratings):
        digits = str(rating)
        colour = colour_name(index)
        figure = text((x, BASELINE), digits, RATING, fill=colour)
        yield group("font-weight='bold'", [figure])
        x += _width(digits, RATING) + 20

        yield text((x, BASELINE), name, LIST_NAME, fill="soft")
        x += _width(name, LIST_NAME) + 56


def _width(words: str, size: int) -> float:
    """Estimate how wide words are in a size of the font."""
    return len(words) * size * LETTER
