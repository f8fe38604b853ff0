"""One unit of PSM, elo, uscf or fide-2009 through its rulebook: K and the new rating, without a ledger."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebooks import elo, fide, norway, psm, uscf
from rulebooks.base import Given, Header, Standing, Unit
from rulebooks.calculators.results import RatedUnit
from rulebooks.elo import EDITIONS, k_factor
from rulebooks.entries import WorkedEntry
from rulebooks.fide.lists import TOP
from rulebooks.fide.monthly.lists import k_for
from rulebooks.fide.monthly.rating import EDITIONS as MONTHLY
from rulebooks.fide.monthly.rating import k_factor as monthly_k
from rulebooks.fide.rating import k_factor as fide_k
from rulebooks.games import NO_GAMES, Game, Games
from rulebooks.logistic import START as START
from rulebooks.numbers import shown, text
from rulebooks.protocol import Family, Rulebook
from rulebooks.psm import factor as psm_factor
from rulebooks.sheets import PlainGame
from rulebooks.uscf import effective_games
from rulebooks.uscf import k_factor as us_k

# the systems by the editions they are, each with the family whose one list has it
FAMILIES: dict[str, Family] = {
    "no": norway,
    "psm": psm,
    **dict.fromkeys(EDITIONS, elo),
    "uscf": uscf,
    "fide-2009": fide,
}
SYSTEMS = tuple(FAMILIES)
FLAT = "elo-k"
ME = "me"
RESULT = ("0-1", "1/2-1/2", "1-0")  # by half points
FIRST_DAY = "2009-01-01"  # any list day
ENOUGH = 50  # games of a player given with a rating only: no formula asks for more


class Coefficient(NamedTuple):
    """K as exact text; US Chess also has the number of games that it goes by."""

    k: str
    effective_games: str | None = None


def k_of(
    system: str, rating: int, games_before: int = 0, games: int = 1, once_2400: bool = False, junior: bool = False
) -> Coefficient:
    """K before a unit; PSM's factor depends on the rating alone. `once_2400`: a list has shown it. `games`: of the
    tournament in the US, of the month by FIDE's rules of 2024."""
    if system == "psm":
        return Coefficient(text(Fraction(*psm_factor(rating))))
    if system == "uscf":
        effective = effective_games(rating, games_before)
        return Coefficient(shown(us_k(rating, games_before, games)), shown(effective))
    if system == "fide-2009":
        return Coefficient(str(fide_k(rating, games_before, once_2400)))
    if system == "fide-2024":
        k = monthly_k(max(rating, TOP if once_2400 else 0), games_before, junior, MONTHLY[system])
        return Coefficient(str(k_for(k, games)))
    return Coefficient(str(flat_k(system) or k_factor(rating, system)))


def flat_k(system: str) -> int | None:
    """`elo-k24`: one K for everybody that is no edition's, as ICC, Sonas and others have it (3.2.2)."""
    return int(system.removeprefix(FLAT)) if system.startswith(FLAT) else None


def new_number(
    system: str, opponents: Sequence[int], results: Sequence[int], *, rating: int | None = None, games: int = 0,
    once_2400: bool = False,
) -> RatedUnit:  # fmt: skip
    """One unit through the rulebook itself. `results` are half points; None and a reason where there is no rating."""
    book = book_of(system)
    unit = _unit(book.name, system, results)
    standings = {str(at): _standing(book, system, met, 50, False) for at, met in enumerate(opponents, start=1)}
    if rating is not None:
        standings[ME] = _standing(book, system, rating, games, once_2400)
    rated = book.rate(unit, standings, {})
    change = next((change for change in rated.changes if change.player == ME), None)
    if change is None:
        return RatedUnit(None, why=rated.omitted[ME].text)
    sheet = book.explain(WorkedEntry.of(book.name, "", "", None, unit.end, system, 0, change), {}).terms()
    steps = [_psm_step(game) for game in sheet.games if isinstance(game, PlainGame) and game.factor]
    return RatedUnit(
        new=change.after, exact=sheet.exact, formula=change.formula, expected=sheet.expected,
        working=(*steps, *(line.replace(f"list of {FIRST_DAY} ", "list ") for line in sheet.working)),
    )  # fmt: skip


def _psm_step(game: PlainGame) -> str:
    """A game in one line: the factor of the rating it starts from, the expectation, the change."""
    return (
        f"{game.own} v {game.number}: factor (3400 - {game.own})^2 / 100000 = {game.factor}, D {game.difference}: E"
        f" {text(Fraction(game.percent or 0, 100))}, ({text(Fraction(str(game.score)))} -"
        f" {text(Fraction(game.percent or 0, 100))}) x {game.factor} = {text(Fraction(str(game.contribution)))}:"
        f" {game.change:+d}"
    )


def book_of(system: str) -> Rulebook:
    """The rulebook that has the system as an edition; one K for everybody makes one more."""
    [book] = FAMILIES.get(system, elo).RULEBOOKS.values()
    k = flat_k(system)
    return book if k is None else book.with_edition("elo-32", system, {"k": ((0, k),)})


def _unit(list_name: str, edition: str, results: Sequence[int]) -> Unit:
    day, seconds = "2009-02-10", 120 * 60
    header = Header("calc", day, day, seconds, True, True, False, "open", False, 0)
    games = Games.of(
        Game(str(at), at, 1, day, ME, str(at), RESULT[made], (made, 2 - made), seconds, seconds, False)
        for at, made in enumerate(results, start=1)
    )
    return Unit(list_name, "", "games", "calc", "calc", day, day, edition, 0, header, games)


def _standing(book: Rulebook, edition: str, rating: int, games: int, once_2400: bool) -> Standing:
    """As an opening gives it."""
    given = Given(ME, rating, games=games, peak=2400 if once_2400 else None)
    unit = Unit(book.name, "", "opening", "opening", None, FIRST_DAY, FIRST_DAY, edition, 0, None, NO_GAMES, given)
    change = book.given(unit, Standing())
    assert change is not None
    return change.standing
