"""Calculate by the other systems, in the shape of the Finnish calculator: a player, the
games, the rating after them.

One unit of PSM, elo, uscf or FIDE goes through its rulebook, without a ledger: K and
the new rating.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from features.calculators.competitions import (
    Competition,
    Range,
    Summary,
    SystemCompetition,
    SystemResult,
    as_one_competition,
    expected_of,
    totals,
    without_day,
)
from features.calculators.families import RATED, coefficients, norway
from messages import Message, by_command, say
from rulebooks import rulebook
from rulebooks.base import Given, Standing, Unit
from rulebooks.entries import WorkedEntry
from rulebooks.games import NO_GAMES
from rulebooks.logistic import START
from rulebooks.made_up import made_up_unit
from rulebooks.needs import Objection
from rulebooks.numbers import text
from rulebooks.performances import performance
from rulebooks.protocol import Coefficient, OnTheSpot, RatedUnit, Rulebook
from rulebooks.sheets import PlainGame

FLAT = "elo-k"
ME = "me"
FIRST_DAY = "2009-01-01"  # any list day
DAY = "2009-02-10"  # any day after it
SECONDS = 120 * 60  # a side
TOP = 2400  # FIDE: from a list that shows it on, K is 10
ENOUGH = 50  # games of a player given with a rating only: no formula asks for more


def k_of(system: str, player: OnTheSpot) -> Coefficient:
    """Return K before a unit."""
    k = flat_k(system)
    if k is not None:
        return Coefficient(k)
    return coefficients(system).coefficient(system, player)


def flat_k(system: str) -> int | None:
    """Read a system such as `elo-k24`: one K for everybody that is no edition's, as
    ICC, Sonas and others have it (3.2.2).
    """
    return int(system.removeprefix(FLAT)) if system.startswith(FLAT) else None


def new_number(
    system: str,
    opponents: Sequence[int],
    results: Sequence[int],
    *,
    rating: int | None = None,
    games: int = 0,
    once_2400: bool = False,
) -> RatedUnit:
    """Rate one unit through the rulebook itself. `results` are half points; None and a
    reason where there is no rating.
    """
    book = rulebook_of(system)
    unit = made_up_unit(book.name, system, ME, results, seconds=SECONDS, day=DAY)
    standings = {
        str(at): _standing(book, system, met, 50, False)
        for at, met in enumerate(opponents, start=1)
    }
    if rating is not None:
        standings[ME] = _standing(book, system, rating, games, once_2400)

    rated = book.rate(unit, standings, {})
    change = next((change for change in rated.changes if change.player == ME), None)
    if change is None:
        return RatedUnit(None, why=rated.omitted[ME].text)

    entry = WorkedEntry.from_change(
        list_name=book.name,
        place="",
        unit="",
        tournament=None,
        on=unit.end,
        edition=system,
        seq=0,
        change=change,
    )
    sheet = book.explain(entry, {}).terms()
    steps = []
    for game in sheet.games:
        if isinstance(game, PlainGame) and game.factor:
            steps.append(_psm_step(game))

    return RatedUnit(
        new=change.after,
        exact=sheet.exact,
        formula=change.formula,
        expected=sheet.expected,
        working=(*steps, *map(without_day, sheet.working)),
    )


def _psm_step(game: PlainGame) -> Message:
    """Write a game in one line: the factor of the rating it starts from, the
    expectation, the change.
    """
    score = text(Fraction(str(game.score)))
    gained = text(Fraction(str(game.contribution)))
    expected = text(Fraction(game.percent or 0, 100))
    steps = (
        f"D {game.difference}: E {expected}, ({score} - {expected}) x {game.factor} ="
        f" {gained}: {game.change:+d}"
    )
    factor = say("{sum}", sum=f"(3400 - {game.own})^2 / 100000 = {game.factor}")

    return say(
        "{own} v {number}: factor {factor}, {sum}",
        own=game.own,
        number=game.number,
        factor=factor,
        sum=steps,
    )


def rulebook_of(system: str) -> Rulebook:
    """Return the rulebook that has the system as an edition; one K for everybody makes
    one more.
    """
    book = rulebook(RATED.get(system, "elo"))
    k = flat_k(system)
    return book if k is None else book.with_edition("elo-32", system, {"k": ((0, k),)})


def _standing(
    book: Rulebook, edition: str, rating: int, games: int, once_2400: bool
) -> Standing:
    """Return the standing that an opening with this rating and these games gives."""
    given = Given(ME, rating, games=games, peak=TOP if once_2400 else None)
    unit = Unit(
        list=book.name,
        place="",
        kind="opening",
        id="opening",
        tournament=None,
        start=FIRST_DAY,
        end=FIRST_DAY,
        edition=edition,
        seq=0,
        header=None,
        games=NO_GAMES,
        given=given,
    )
    change = book.change_without_games(unit, Standing())
    assert change is not None

    return change.standing


# the rating after every game is computed anew for each of them: not for more games than
# this
RUNNING_AT_MOST = 100


class Profile(NamedTuple):
    """A player as far as known beside the games. `games` None: enough to be
    established. `highest`: of the ratings before each competition and after it, 0
    before the first.
    """

    system: str
    rating: int | None = None
    games: int | None = None
    highest: int = 0
    once_2400: bool = False  # FIDE: a list has shown 2400
    category: str | None = None  # Norway
    junior: bool = False
    all_juniors: bool = False
    abroad: bool = False

    def games_before(self) -> int:
        """Return the games before; a player given with a rating but no number of games
        has enough of them.
        """
        if self.games is not None:
            return self.games

        if self.rating is None:
            return 0
        return norway().ESTABLISHED_FROM if self.system == "no" else ENOUGH

    def has_shown_2400(self) -> bool:
        """Tell whether a list of FIDE has shown 2400, before the first competition or
        after one of them.
        """
        return self.once_2400 or self.highest >= TOP


def objections(
    profile: Profile, competitions: Sequence[Competition]
) -> list[Objection]:
    """Check whether this is the calculator for that player and these games, and return
    what speaks against it.
    """
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

    if profile.system == "psm" and not all(
        competition.in_order for competition in competitions
    ):
        hint = say("give +1622 -1880 =1633 instead of a total")
        problems.append(
            Objection(
                "games",
                say("PSM rates every game on its own, so a total is not enough"),
                hint,
            )
        )

    if profile.system == "no" and profile.category is None:
        problems += _without_category(profile, competitions)

    return problems


def _without_category(
    profile: Profile, competitions: Sequence[Competition]
) -> Iterator[Objection]:
    played = sum(len(competition.games) for competition in competitions[:-1])
    established_from = norway().ESTABLISHED_FROM
    if profile.games_before() + played >= established_from:
        hint = by_command(
            "give --category or --minutes; `selo calc category` says which"
        )
        message = say(
            "from {established_from} games on K goes by the category",
            established_from=established_from,
        )
        yield Objection("category", message, hint)


def calculate(profile: Profile, competitions: Sequence[Competition]) -> SystemResult:
    """Rate the competitions, each from the rating and the games after the one before.
    Ask `objections` first.
    """
    standing = profile._replace(games=profile.games_before())
    rows: list[SystemCompetition] = []
    for competition in competitions:
        row = _row(standing, competition)
        rows.append(row)
        standing = _player_after(standing, row, len(competition.games))

    together = as_one_competition(competitions)
    running = tuple(value for row in rows for value in row.running)
    last, total = rows[-1], summary(profile.system, together)
    between = _range(together, [*running, *(row.new for row in rows)])

    # of somebody with a rating whose games were not told, they are not known
    games_after = None
    if profile.rating is None or profile.games is not None:
        games_after = standing.games

    return SystemResult(
        kind=profile.system,
        before=profile.rating,
        new=standing.rating,
        exact=last.exact,
        formula=last.formula,
        k=last.k,
        **total._asdict(),
        expected=expected_of(rows),
        games_after=games_after,
        **between._asdict(),
        running=running if together.in_order else (),
        why=last.why,
        competitions=tuple(rows),
    )


def _player_after(standing: Profile, row: SystemCompetition, played: int) -> Profile:
    """Return the player after a competition, with the highest rating, which the rules
    remember; a FIDE unit without a first rating leaves nothing behind.
    """
    if row.new is None:
        return standing

    return standing._replace(
        rating=row.new,
        games=standing.games_before() + played,
        highest=max(standing.highest, standing.rating or 0, row.new),
    )


def _row(profile: Profile, competition: Competition) -> SystemCompetition:
    rated = _rated_unit(profile, competition.games, competition.half_points)
    running = _running_ratings(profile, competition)
    total = summary(profile.system, competition)
    between = _range(competition, [*running, rated.new])
    return SystemCompetition(
        before=profile.rating,
        new=rated.new,
        exact=rated.exact,
        formula=rated.formula,
        k=rated.k,
        **total._asdict(),
        expected=rated.expected,
        **between._asdict(),
        running=running,
        why=rated.why,
        working=rated.working,
    )


def _rated_unit(
    profile: Profile, games: Sequence[tuple[int, int]], half_points: int
) -> RatedUnit:
    opponents, before = [met for met, _ in games], profile.games_before()
    if profile.system == "no":
        setting = norway().setting(
            profile.category,
            junior=profile.junior,
            all_juniors=profile.all_juniors,
            abroad=profile.abroad,
            highest=profile.highest,
        )
        return norway().unit(profile.rating, before, games, half_points, setting)

    rated = new_number(
        profile.system,
        opponents,
        [made for _, made in games],
        rating=profile.rating,
        games=before,
        once_2400=profile.has_shown_2400(),
    )
    if rated.new is None or rated.expected is None or profile.system == "psm":
        return rated

    rating = START if profile.rating is None else profile.rating
    player = OnTheSpot(rating, before, len(games), profile.has_shown_2400())

    return rated._replace(k=k_of(profile.system, player).k)


def _running_ratings(profile: Profile, competition: Competition) -> tuple[int, ...]:
    """Return PSM's rating after each game; the others rate a unit at once: theirs is
    the rating if the unit ended after that game.
    """
    games = competition.games
    if not competition.in_order or len(games) > RUNNING_AT_MOST:
        return ()

    values = []
    for upto in range(1, len(games) + 1):
        part = games[:upto]
        new = _rated_unit(profile, part, sum(made for _, made in part)).new
        if new is None:
            return ()  # no rating yet: nothing to range over
        values.append(new)

    return tuple(values)


def _range(competition: Competition, values: Sequence[int | None]) -> Range:
    """Return the lowest and the highest value; none where no order is known."""
    known = []
    if competition.in_order:
        known = [value for value in values if value is not None]

    lowest = min(known, default=None)
    highest = max(known, default=None)

    return Range(lowest, highest)


def summary(system: str, competition: Competition) -> Summary:
    """Sum a competition up; the performance is as that system has it."""
    method = rulebook_of(system).performance
    numbers = [met for met, _ in competition.games]
    return totals(competition)._replace(
        performance=performance(method, numbers, competition.half_points)
    )
