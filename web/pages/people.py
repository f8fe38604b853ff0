"""Draw the pages of one player that a form or a link asks for: history, the score
that a target needs, performance; opponents, two players side by side; the search,
and who is meant by a name that was typed.
"""

from typing import NamedTuple

from msgspec.structs import replace

from ledger.errors import NotFound, Problem, Usage
from messages.answer import Answer
from projections.answers.asking import Asked
from projections.answers.career import known_player, player_name
from projections.answers.lists.published import lists
from projections.answers.people import player_meant
from projections.answers.players.find import FoundPlayer, PlayerFind, find
from projections.answers.players.history import History, HistoryAnswer, figures
from projections.answers.players.need import Need
from projections.answers.players.opponents import Opponents
from projections.answers.players.performance import Performance
from projections.answers.players.versus import Versus, VersusAnswer, versus
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from rulebooks.performances import METHODS
from web.pages.charts import history_charts, versus_charts, years_of
from web.pages.rendering import rendered
from web.pages.two_times import Times, times_of
from web.pages.visit import Visit
from web.questions.registry import Against


def answer_or_problems(
    asked: Asked, reading: Reading
) -> tuple[Answer | None, tuple[Problem, ...]]:
    """Return the answer, or the problems of a form, which keeps everything that was
    typed into it.

    One of the two is always empty: (answer, ()) or (None, problems). Only `NotFound`
    and `Usage` are what somebody may have typed; any other refusal is raised.
    """
    try:
        return asked.ask(reading), ()
    except (NotFound, Usage) as error:
        return None, tuple(error.problems)


def history_page(reading: Reading, asked: History, visit: Visit) -> str:
    """Make the page of a player's ratings on a list, with their chart."""
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    whole = figures(reading, answer.player.id, answer.list)
    names = tournament_names(
        reading, {row.tournament for row in whole.rows if row.tournament}
    )
    published = lists(reading, answer.list).rows
    chart = history_charts([whole], published, names, visit, times, asked.period)

    return rendered(
        "people/history.html",
        visit,
        answer=answer,
        asked=asked,
        lists=tuple(reading.lists()),
        tournaments=names,
        chart=chart,
        years=years_of([whole]),
        period={"from": asked.from_day, "to": asked.to_day},
        times=times,
    )


ROUNDS = 9  # fields for opponents at least


def need_page(reading: Reading, asked: Need, visit: Visit) -> str:
    """Make the page of the score that a target needs; only the form without opponents."""
    player = player_name(reading, known_player(reading, asked.player))
    answer, problems = (
        answer_or_problems(asked, reading) if asked.against else (None, ())
    )
    empty = ("",) * max(1, ROUNDS - len(asked.against))

    return rendered(
        "people/need.html",
        visit,
        player=player.id,
        name=player.name or player.id,
        asked=asked,
        fields=(*asked.against, *empty),
        answer=answer,
        problems=problems,
        times=times_of(asked, visit.today),
        basis=reading.basis(),
    )


def performance_page(reading: Reading, asked: Performance, visit: Visit) -> str:
    """Make the page of a performance, worked out over the games that are asked for, or
    with what is wrong in the question.
    """
    player = player_name(reading, known_player(reading, asked.player))
    answer, problems = answer_or_problems(asked, reading)

    return rendered(
        "people/performance.html",
        visit,
        player=player.id,
        name=player.name or player.id,
        asked=asked,
        lists=tuple(reading.lists()),
        methods=METHODS,
        answer=answer,
        problems=problems,
        times=times_of(asked, visit.today),
        basis=reading.basis(),
    )


MOST_MEANT = 20  # people who may be meant


def opponents_page(reading: Reading, asked: Opponents, visit: Visit) -> str:
    """Make the page of a player's opponents, with the score against each."""
    return rendered(
        "people/opponents.html",
        visit,
        answer=asked.ask(reading),
        lists=tuple(reading.lists()),
        times=times_of(asked, visit.today),
    )


def versus_page(reading: Reading, asked: Versus, visit: Visit) -> str:
    """Make the page of two players that an address names, side by side."""
    answer = asked.ask(reading)
    return _versus(reading, answer, times_of(asked, visit.today), visit)


def against_page(reading: Reading, asked: Against, visit: Visit) -> str:
    """Show the two where the words mean just one other player; else ask who is meant.

    The words are an id or a name. Nobody meets themselves: a player who is named as
    their own opponent is asked about, and is not among those who may be meant.
    """
    player = known_player(reading, asked.player)
    typed = asked.opponent or ""
    times = times_of(asked, visit.today)

    other = None
    if reading.timeline.player(typed) is not None:
        other = reading.timeline.resolve(typed)
    elif typed:
        other = player_meant(reading, typed)

    if other is not None and other != player:
        return _versus(reading, versus(reading, player, other), times, visit)

    others = []
    if typed:
        rows = find(reading, typed).rows
        others = [row for row in rows if row.player != player]

    lists = reading.lists()
    hits = []
    for row in others[:MOST_MEANT]:
        ratings = {name: reading.listed_rating(name, row.player) for name in lists}
        hits.append((row, ratings))

    return rendered(
        "people/against.html",
        visit,
        player=player_name(reading, player),
        typed=typed,
        hits=tuple(hits),
        more=max(0, len(others) - MOST_MEANT),
        times=times,
        basis=reading.basis(),
    )


def _versus(reading: Reading, answer: VersusAnswer, times: Times, visit: Visit) -> str:
    """Make the page of two players, with a picture where both have a rating.

    The picture is of the list that was asked for, else of the first that has both.
    """
    both = [
        name
        for name, one in answer.lists.items()
        if None not in (one.rating, one.opponent_rating)
    ]
    drawn = answer.list or next(iter(both), None)
    chart = None

    if drawn is not None:
        courses = [
            _in_force(figures(reading, one.id, drawn))
            for one in (answer.player, answer.opponent)
        ]
        ids: set[str] = set()
        for course in courses:
            ids.update(row.tournament for row in course.rows if row.tournament)
        chart = versus_charts(courses, tournament_names(reading, ids), visit, times)

    return rendered(
        "people/versus.html",
        visit,
        answer=answer,
        drawn=drawn,
        chart=chart,
        times=times,
    )


def _in_force(answer: HistoryAnswer) -> HistoryAnswer:
    """Leave out what was believed before: two lines are enough to follow."""
    return replace(
        answer,
        rows=tuple(row for row in answer.rows if not isinstance(row.known_to, int)),
    )


MOST_HITS = 50


class Hit(NamedTuple):
    """A player who may be meant, and their ratings in the order of the lists."""

    person: FoundPlayer
    ratings: tuple[int | None, ...]


def search_page(reading: Reading, asked: PlayerFind, visit: Visit) -> str:
    """Make the page of a search: `MOST_HITS` at most, and how many there are besides."""
    answer = asked.ask(reading)
    lists = tuple(reading.lists())
    hits = []
    for row in answer.rows[:MOST_HITS]:
        ratings = [reading.listed_rating(name, row.player) for name in lists]
        hits.append(Hit(row, tuple(ratings)))

    return rendered(
        "search.html",
        visit,
        words=" ".join(asked.words),
        lists=lists,
        hits=tuple(hits),
        more=max(0, len(answer.rows) - MOST_HITS),
        answer=answer,
    )
