"""Answer `selo list level`: how far a list stands from FIDE's among its best, and rulings
that would move its level.

Norway, Deflasjonsproblemer: "justere nivået i forhold til den internasjonale
ratinglisten hvis forskjellen mellom norske toppspillere på FIDE-listen i gjennomsnitt
blir vesentlig høyere enn tilsvarende gjennomsnitt på den norske listen. Justeringen
skjer i forhold til antall spilte partier i en viss tidsperiode." (adjust the level to
the international list when the top players stand considerably higher there on average;
in proportion to the games played in a certain period). What is considerable, how long
the period is, how many points a game: the text leaves that to the board.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean, pstdev
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from ledger.errors import Problem, Usage, Where
from messages import option, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Day, ListName, Positive, Text, Timed, about
from projections.answers.career import kept_list, rows_to_show
from projections.answers.lists.rating_list import ListRow, rating_list
from projections.answers.reading import Basis, Reading
from projections.replay.persons import person
from projections.tables.entries import of_list
from rulebooks import LISTS, last_day, rulebook
from rulebooks.base import External
from rulebooks.numbers import half_up, number

SOURCE = "fide-standard"
MOST_POINTS = 5000  # a ruling moves nobody by more
Points = Annotated[int, Meta(ge=1, le=MOST_POINTS)]
_POINTS = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")
A_POINT = {"type": "string", "pattern": f"^{_POINTS.pattern}$"}


class LevelRow(Answer, frozen=True, kw_only=True):
    """A player who is on both lists; `games` counts those of the period."""

    rank: int
    player: str
    name: str | None
    rating: int
    fide: int
    fide_on: Date
    difference: int
    games: int | UnsetType = UNSET


class LevelRuling(Answer, frozen=True, kw_only=True):
    """A ruling as `selo submit` takes it."""

    kind: str = "ruling"
    player: str
    list: str
    on: Date
    delta: int
    reason: str


class LevelAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list level`; games and what follows come with a period, points and what
    follows with points.
    """

    list: str
    players: int
    mean: float | None
    fide_mean: float | None
    difference: float | None
    lowest: int | None
    highest: int | None
    spread: float | None
    since: Date | UnsetType = UNSET
    games: int | UnsetType = UNSET
    points_to_close: float | UnsetType | None = UNSET
    points: int | float | UnsetType = UNSET
    at_most: int | UnsetType | None = UNSET
    difference_left: float | UnsetType | None = UNSET
    rulings: tuple[LevelRuling, ...] | UnsetType = UNSET
    rows: tuple[LevelRow, ...]
    basis: Basis


class Level(Timed, frozen=True, kw_only=True):
    """How far a list stands from FIDE's among its best, and rulings that adjust it.

    Norway adjusts the level of its list when its top players stand considerably higher
    on FIDE's on average, in proportion to the games each played in a period. What is
    considerable, which period, and how many points a game: the text leaves that to the
    board. --points (elo-no only) proposes a ruling for everybody on the list who
    played; nothing is recorded before the file is submitted. LIST is elo-no where the
    ledger keeps it.
    """

    line = ("list",)
    examples = ("selo list level selo --top 20 --since 2024-01-01",)
    table = "rows"
    list_name: ListName | None = field(default=None, name="list")
    top: Annotated[
        Positive | None, about("Compare only the best N who are on both lists.", "N")
    ] = None
    federation: Annotated[
        Text | None, about("Compare only players of this federation.", "FED")
    ] = None
    since: Annotated[
        Day | None, about("The first day of the period whose games count.")
    ] = None
    points: Annotated[
        Text | None,
        about(
            "Points for each game of the period, as the board decided.",
            "P",
            schema=A_POINT,
        ),
    ] = None
    at_most: Annotated[Points | None, about("Nobody moves by more.", "N")] = None

    def ask(self, reading: Reading) -> LevelAnswer:
        return level(reading, self)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return () if self.since is None else ("games",)


def level(reading: Reading, question: Level) -> LevelAnswer:
    """Compare the list with FIDE's, and with points a game add the rulings they come
    to.
    """
    kept = reading.lists()
    list_name = question.list_name or next(
        (name for name in kept if rulebook(name).adjusted), reading.first_list()
    )
    points = _points_per_game(reading, kept_list(reading, list_name), question)
    # everything is made of those whom the asker may see: rows, means and rulings
    listed = rows_to_show(reading, rating_list(reading, list_name, everybody=True).rows)
    games = (
        None if question.since is None else _games(reading, list_name, question.since)
    )
    rows = _rows_on_both(reading, listed, question, games)
    answer = _answer_of_rows(reading, list_name, rows)
    if question.since is None or games is None:
        return answer

    played = sum(games[row.player] for row in rows)
    apart = sum(row.difference for row in rows)
    to_close = round(apart / played, 2) if played else None
    answer = replace(
        answer, since=question.since, games=played, points_to_close=to_close
    )
    if points is None:
        return answer

    moves = {
        row.player: _move(points, games[row.player], question.at_most) for row in listed
    }
    left = None
    if rows:
        left = round(fmean(row.difference - moves[row.player] for row in rows), 1)

    reason = _reason(question, reading.as_of)
    rulings = [
        LevelRuling(
            player=player,
            list=list_name,
            on=reading.as_of,
            delta=delta,
            reason=reason.format(games[player]),
        )
        for player, delta in moves.items()
        if delta
    ]
    return replace(
        answer,
        points=number(points),
        at_most=question.at_most,
        difference_left=left,
        rulings=tuple(rulings),
    )


def _points_per_game(
    reading: Reading, list_name: str, question: Level
) -> Fraction | None:
    """Return the points a game, None where none are given; refuse parameters that do
    not go together.
    """
    since, as_of = question.since, reading.as_of
    if since is not None and since > as_of:
        message = say(
            "{name} {since} is after {as_of}, the last day",
            name=option("since"),
            since=since,
            as_of=as_of,
        )
        hint = say("the period ends with the day of {name}", name=option("as_of"))
        raise Usage(Problem("no-period", message, Where(field="since"), hint))

    if question.points is None:
        if question.at_most is not None:
            message = say(
                "{name} goes with {other}",
                name=option("at_most"),
                other=option("points"),
            )
            raise Usage(Problem("usage", message, Where(field="at_most")))
        return None

    _refuse_without_level(list_name, since, as_of)
    points = (
        Fraction(question.points) if _POINTS.fullmatch(question.points) else Fraction(0)
    )
    if not points:
        shown = repr(question.points[:60])
        message = say(
            "{name} {points} is not a number of points",
            name=option("points"),
            points=shown,
        )
        hint = say("above 0 with at most four decimals, like 0.4")
        raise Usage(Problem("option", message, Where(field="points"), hint))

    return points


def _refuse_without_level(list_name: str, since: str | None, as_of: str) -> None:
    """Refuse an adjustment that the rules of the list do not have, that has no period,
    or that comes too late.
    """
    if not rulebook(list_name).adjusted:
        message = say(
            "the rules of {list} have no level that is adjusted", list=list_name
        )
        names = ", ".join(name for name in LISTS if rulebook(name).adjusted)
        raise Usage(
            Problem(
                "usage",
                message,
                Where(field="points"),
                say("only {names} has one", names=names),
            )
        )

    if since is None:
        message = say(
            "{name} needs {other}: the adjustment goes by the games of a period",
            name=option("points"),
            other=option("since"),
        )
        raise Usage(
            Problem(
                "usage",
                message,
                Where(field="since"),
                say("give the first day of the period"),
            )
        )

    last = last_day(list_name)
    if last is not None and as_of > last:
        message = say(
            "the last list of {list} is that of {last}; a ruling of {as_of} would"
            " change nothing",
            list=list_name,
            last=last,
            as_of=as_of,
        )
        hint = say("give {name} a day up to {last}", name=option("as_of"), last=last)
        raise Usage(Problem("list-ended", message, Where(field="as_of"), hint))


def _games(reading: Reading, list_name: str, since: str) -> Counter[str]:
    """Count the rated games by player, of units that ended in the period."""
    games: Counter[str] = Counter()
    for row in of_list(reading.tables, reading.cut, list_name):
        # a place begins with the day on which its unit ended
        if row.kind != "games" or row.place < since:
            continue
        for figure in row.figures:
            games[figure.player] += figure.games
    return games


def _rows_on_both(
    reading: Reading,
    listed: Sequence[ListRow],
    question: Level,
    games: Mapping[str, int] | None,
) -> list[LevelRow]:
    """Return the best of the list who are on FIDE's too."""
    rows: list[LevelRow] = []
    for row in listed:
        if question.top is not None and len(rows) >= question.top:
            break
        facts = person(row.player, reading.timeline)
        fide = _fide(facts.external, reading.as_of)
        if fide is None or (
            question.federation
            and facts.federation(reading.as_of) != question.federation
        ):
            continue

        rows.append(
            LevelRow(
                rank=row.rank,
                player=row.player,
                name=row.name,
                rating=row.rating,
                fide=fide.rating,
                fide_on=fide.on,
                difference=fide.rating - row.rating,
                games=UNSET if games is None else games[row.player],
            )
        )
    return rows


def _fide(external: Sequence[External], day: str) -> External | None:
    """Return the latest standard rating by the day; `external` is in the order of days."""
    latest = None
    for rating in external:
        if rating.source == SOURCE and rating.on <= day:
            latest = rating
    return latest


def _answer_of_rows(
    reading: Reading, list_name: str, rows: Sequence[LevelRow]
) -> LevelAnswer:
    apart = [row.difference for row in rows]
    return LevelAnswer(
        list=list_name,
        players=len(rows),
        mean=round(fmean(row.rating for row in rows), 1) if rows else None,
        fide_mean=round(fmean(row.fide for row in rows), 1) if rows else None,
        difference=round(fmean(apart), 1) if rows else None,
        lowest=min(apart, default=None),
        highest=max(apart, default=None),
        spread=round(pstdev(apart), 1) if rows else None,
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _move(points: Fraction, games: int, at_most: int | None) -> int:
    exact = points * games
    return min(
        half_up(exact.numerator, exact.denominator),
        MOST_POINTS if at_most is None else at_most,
    )


def _reason(question: Level, day: str) -> str:
    """Return the reason of the rulings, with a place for the number of games."""
    most = "" if question.at_most is None else f", at most {question.at_most}"
    return (
        f"level adjustment to FIDE's list, decided by the board: {question.points}"
        f" points for each of {{}} games from {question.since} to {day}{most}"
        " (Deflasjonsproblemer)"
    )
