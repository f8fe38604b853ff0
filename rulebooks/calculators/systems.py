"""The calculators of the other systems, in the shape of the Finnish one: a player, the games, the rating after them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from messages import by_command, say
from rulebooks.calculators import norway
from rulebooks.calculators import through_rulebook as elo
from rulebooks.calculators.performances import performance
from rulebooks.calculators.results import (
    Competition,
    Objection,
    Range,
    RatedUnit,
    Summary,
    SystemCompetition,
    SystemResult,
    expected_of,
)
from rulebooks.norway.tables import ESTABLISHED_FROM
from rulebooks.numbers import half_up, number

# the rating after every game is computed anew for each of them: not for more games than this
RUNNING_AT_MOST = 100


class Profile(NamedTuple):
    """What is known beside the games. `games` None: enough to be established."""

    system: str
    rating: int | None = None
    games: int | None = None
    once_2400: bool = False  # FIDE: a list has shown 2400
    category: str | None = None  # Norway
    junior: bool = False
    all_juniors: bool = False
    abroad: bool = False

    def games_before(self) -> int:
        """A player given with a rating but no number of games has enough of them."""
        if self.games is not None:
            return self.games
        return 0 if self.rating is None else ESTABLISHED_FROM if self.system == "no" else elo.ENOUGH


def objections(profile: Profile, competitions: Sequence[Competition]) -> list[Objection]:
    """Is this the calculator for that player and these games?"""
    problems = []
    if profile.rating is None and profile.system == "psm":
        problems.append(
            Objection(
                "rating",
                say("PSM has no rules for an unrated player"),
                by_command("give --rating", "give a rating"),
            )
        )
    elif profile.rating is None and profile.games:
        problems.append(
            Objection(
                "rating",
                say("earlier games without the rating they led to"),
                by_command("give --rating", "give a rating"),
            )
        )
    if profile.system == "psm" and not all(competition.in_order for competition in competitions):
        hint = say("give +1622 -1880 =1633 instead of a total")
        problems.append(Objection("games", say("PSM rates every game on its own, so a total is not enough"), hint))
    played = sum(len(competition.games) for competition in competitions[:-1])
    established = profile.games_before() + played >= ESTABLISHED_FROM
    if profile.system == "no" and profile.category is None and established:
        hint = by_command("give --category or --minutes; `selo calc category` says which")
        problems.append(
            Objection(
                "category",
                say("from {established_from} games on K goes by the category", established_from=ESTABLISHED_FROM),
                hint,
            )
        )
    return problems


def calculate(profile: Profile, competitions: Sequence[Competition]) -> SystemResult:
    """Each competition starts from the rating and the games after the one before. Ask `objections` first."""
    standing = profile._replace(games=profile.games_before())
    rows: list[SystemCompetition] = []
    for competition in competitions:
        row = _row(standing, competition)
        rows.append(row)
        standing = _after(standing, row, len(competition.games))
    together = Competition(
        tuple(game for competition in competitions for game in competition.games),
        all(competition.in_order for competition in competitions),
    )
    running = tuple(value for row in rows for value in row.running)
    last, total = rows[-1], summary(profile.system, together)
    between = _range(together, [*running, *(row.new for row in rows)])
    return SystemResult(
        kind=profile.system, before=profile.rating, new=standing.rating, exact=last.exact, formula=last.formula,
        k=last.k, **total._asdict(), expected=expected_of(rows),
        games_after=standing.games if profile.rating is None or profile.games is not None else None,
        **between._asdict(), running=running if together.in_order else (), why=last.why, competitions=tuple(rows),
    )  # fmt: skip


def _after(standing: Profile, row: SystemCompetition, played: int) -> Profile:
    """A FIDE unit without a first rating leaves nothing behind."""
    if row.new is None:
        return standing
    games = standing.games_before() + played
    once = standing.once_2400 or bool(standing.system == "fide-2009" and games >= 30 and row.new >= 2400)
    return standing._replace(rating=row.new, games=games, once_2400=once)


def _row(profile: Profile, competition: Competition) -> SystemCompetition:
    rated = _rated(profile, competition.games, competition.half_points)
    running = _running(profile, competition)
    total, between = summary(profile.system, competition), _range(competition, [*running, rated.new])
    return SystemCompetition(
        before=profile.rating, new=rated.new, exact=rated.exact, formula=rated.formula, k=rated.k,
        **total._asdict(), expected=rated.expected, **between._asdict(), running=running, why=rated.why,
        working=rated.working,
    )  # fmt: skip


def _rated(profile: Profile, games: Sequence[tuple[int, int]], half_points: int) -> RatedUnit:
    opponents, before = [met for met, _ in games], profile.games_before()
    if profile.system == "no":
        setting = norway.Setting(profile.category, profile.junior, profile.all_juniors, profile.abroad)
        return norway.unit(profile.rating, before, games, half_points, setting)
    rated = elo.new_number(
        profile.system, opponents, [made for _, made in games], rating=profile.rating, games=before,
        once_2400=profile.once_2400,
    )  # fmt: skip
    if rated.new is None or rated.expected is None or profile.system == "psm":
        return rated
    rating = elo.START if profile.rating is None else profile.rating
    return rated._replace(k=elo.k_of(profile.system, rating, before, len(games), profile.once_2400).k)


def _running(profile: Profile, competition: Competition) -> tuple[int, ...]:
    """PSM: after each game. The others rate a unit at once: the rating if the unit ended after each game."""
    games = competition.games
    if not competition.in_order or len(games) > RUNNING_AT_MOST:
        return ()
    values = []
    for upto in range(1, len(games) + 1):
        part = games[:upto]
        new = _rated(profile, part, sum(made for _, made in part)).new
        if new is None:
            return ()  # no rating yet: nothing to range over
        values.append(new)
    return tuple(values)


def _range(competition: Competition, values: Sequence[int | None]) -> Range:
    known = [value for value in values if value is not None] if competition.in_order else []
    return Range(min(known, default=None), max(known, default=None))


def summary(system: str, competition: Competition) -> Summary:
    """The performance is as that system has it."""
    numbers = [met for met, _ in competition.games]
    return Summary(
        games=len(numbers),
        score=number(Fraction(competition.half_points, 2)),
        average=number(Fraction(half_up(10 * sum(numbers), len(numbers)), 10)),
        performance=performance(elo.book_of(system).performance, numbers, competition.half_points),
    )
