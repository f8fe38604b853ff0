"""selo calc no, psm, elo, uscf, fide, q: a new rating by each of the other systems."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from cli.calc.arguments import TOKENS, game_options, game_words, words_of
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from projections.calculators.systems import SystemResult

COLUMNS = ("formula", "before", "new", "k", "games", "score", "expected", "average", "performance", "low", "high")
_player = game_options(
    "The rating before these games; without it the player has none.",
    "Games before these. Default: enough to be established.",
)


@click.command("no", context_settings=TOKENS)
@_player
@click.option("--category", metavar="C", help="I to V. See `selo calc category`.")
@click.option("--minutes", metavar="M", help="In place of the category: 90+30 or 40/120:60.")
@click.option("--event-kind", metavar="KIND", help="Of the tournament, for category I: landskamp, nordic, ...")
@click.option("--junior", is_flag=True, help="Under 20 on 1 January of this year, and never rated 2100.")
@click.option("--all-juniors", is_flag=True, help="Only juniors took part: half K for those who lose points.")
@click.option("--abroad", is_flag=True, help="No Norwegian tournament: no double K.")
def no_command(
    tokens: tuple[str, ...], rating: str | None, games: str | None, category: str | None, minutes: str | None,
    event_kind: str | None, junior: bool, all_juniors: bool, abroad: bool,
) -> None:  # fmt: skip
    """A Norwegian rating: formula I without one and up to 5 games, II up to 29, III from 30 on. Give the opponents'
    ratings as they count: the new ones of unrated players and juniors. The limit of 350 is applied here.

    \b
    Example:
        selo calc no --rating 1305 --games 22 2 1657 1810 1954 1766 1500 1154 1245 1210 1540
    """
    from projections.calculators.given.systems import norwegian

    words = words_of(tokens)
    _answer(norwegian(words, rating, games, category, minutes, event_kind, junior, all_juniors, abroad))


@click.command("psm", context_settings=TOKENS)
@_player
def psm_command(tokens: tuple[str, ...], rating: str | None, games: str | None) -> None:
    """A PSM rating: game by game, each from the rating the game before left. Earlier games do not matter.

    \b
    Example:
        selo calc psm --rating 1830 =1980
    """
    from projections.calculators.given.systems import psm

    _answer(psm(words_of(tokens), rating, games))


@click.command("elo", context_settings=TOKENS)
@_player
@click.option("--k", "scheme", metavar="SCHEME", default="32", show_default=True, help="32, 16-32, uscf, or any K.")
def elo_command(tokens: tuple[str, ...], rating: str | None, games: str | None, scheme: str) -> None:
    """A logistic Elo: all games at once, rounded once. Without a rating from 1500. Earlier games do not matter.

    \b
    Example:
        selo calc elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720
    """
    from projections.calculators.given.systems import elo

    _answer(elo(words_of(tokens), rating, games, scheme))


@click.command("uscf", context_settings=TOKENS)
@_player
def uscf_command(tokens: tuple[str, ...], rating: str | None, games: str | None) -> None:
    """A US rating: K falls with the games a rating is based on. Without a rating from 1500 and no games.

    \b
    Example:
        selo calc uscf --rating 1640 --games 12 +1500 -1500 =1500
    """
    from projections.calculators.given.systems import uscf

    _answer(uscf(words_of(tokens), rating, games))


@click.command("fide", context_settings=TOKENS)
@_player
@click.option("--shown-2400", is_flag=True, help="A list has shown 2400: K 10 for good from 30 games on.")
def fide_command(tokens: tuple[str, ...], rating: str | None, games: str | None, shown_2400: bool) -> None:
    """FIDE as of 2009: the live rating from the one on the list. Without one, the first rating. Put a / where a list
    is published.

    \b
    Example:
        selo calc fide --rating 2395 --games 80 +2380 =2380
    """
    from projections.calculators.given.systems import fide

    _answer(fide(words_of(tokens), rating, games, shown_2400))


def _answer(result: "SystemResult") -> None:
    answer(result, _lines(result))


def _lines(result: "SystemResult") -> Iterator[str]:
    rows = result.competitions
    if len(rows) > 1:
        yield from table(COLUMNS, [[getattr(row, name) for name in COLUMNS] for row in rows])
        yield ""
    for name, text in _totals(result):
        yield f"{name:<12}{text}"
    if len(rows) == 1 and rows[0].working:
        yield ""
        yield from rows[0].working


def _totals(result: "SystemResult") -> Iterator[tuple[str, object]]:
    from rulebooks.numbers import shown

    if result.new is None:
        yield "new", f"none: {result.why}"
    else:
        moved = "" if result.before is None else f" ({result.new - result.before:+d})"
        yield "new", f"{result.new}{moved}"
    if result.exact is not None:
        yield "exact", shown(Fraction(result.exact))
    if result.games_after is not None:
        yield "games", f"{result.games_after} in all"
    yield "score", f"{result.score} of {result.games}"
    if result.expected is not None:
        yield "expected", result.expected
    yield "average", result.average
    yield "performance", "none: 0 or 100 percent" if result.performance is None else result.performance
    if len(result.running) > 1:
        yield "range", f"{result.low} to {result.high}: {' '.join(map(str, result.running))}"


@click.command("q", context_settings=TOKENS)
@game_words()
@click.option("--rating", metavar="R", help="The rating before these games.")
@click.option("--k", "k_text", metavar="K", default="32", show_default=True)
@click.option("--c", "c_text", metavar="C", default="1", show_default=True, help="The Q of a player of rating 0.")
@json_option
def q_command(tokens: tuple[str, ...], rating: str | None, k_text: str, c_text: str) -> None:
    """The exponential variant: R kept as Q = C x 10^(R/400), Q' = Q x F^(S - E), F = 10^(K/400). R' is the same.
    kappa = ln F; q_roughly is Q x (1 + kappa (S - E)), close to Q' where F is close to 1.

    \b
    Example:
        selo calc q --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720
    """
    from ledger.answer import plain
    from projections.calculators.given.systems import exponential

    result = exponential(words_of(tokens), rating, k_text, c_text)
    answer(result, [f"{name:<14}{value:.9g}" for name, value in plain(result).items()])
