"""Rate the list elo-psm by PSM: one game after the other, each from the ratings that
the game before left.
`ARTICLES` maps every sentence of the text to its function.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say
from rulebooks.base import (
    Change,
    People,
    Rated,
    Standing,
    Standings,
    Term,
    Unit,
    Unrated,
)
from rulebooks.changeable import Changeable, Whole
from rulebooks.defaults import LongList, given_number
from rulebooks.entries import BILLION, GIVEN, Account, WorkedEntry, side, unit_change
from rulebooks.finland.tables import percent
from rulebooks.games import Game
from rulebooks.numbers import formula, half_up, number
from rulebooks.protocol import Announced, Article, Coefficient, OnTheSpot
from rulebooks.sheets import (
    Column,
    ExplainedEntry,
    PlainGame,
    PlainSheet,
    first_columns,
    given_sheet,
    worked,
)
from rulebooks.units import seats

# decided: the text requires an opening rating, so none is estimated
WITHOUT_NUMBER = Unrated(
    "no-opening", say("no opening rating; PSM does not estimate one"), ""
)
MET_NOBODY = Unrated("no-opponent", say("met no rated opponent"), "")


class PsmEdition(NamedTuple):
    id: str
    since: str
    source: str
    top: int = 3400
    divisor: int = 100_000
    revision: int = 1


EDITIONS = {
    "psm": PsmEdition(
        "psm", "0001-01-01", "How does the Elo rating work in chess (PSM Schach)"
    )
}


# "1) Factor = [3400 - Elo (own, old)]² / 100000". The reduction of the factor "was
# deactivated on December 13, 2004".
def factor(rating: int, edition: PsmEdition = EDITIONS["psm"]) -> tuple[int, int]:
    """Return the factor exactly, as numerator and denominator."""
    return (edition.top - rating) ** 2, edition.divisor


def coefficient(edition: str, player: OnTheSpot) -> Coefficient:
    """Return the factor, which depends on the rating alone."""
    return Coefficient(number(Fraction(*factor(player.rating))))


# "2) Difference = Elo (own, old) - Elo (opponent, old) 3) Expectation = according to
# table 4) Change = (result - Expectation) x factor". The table is that of Finland's
# 7.9, without a cap (rules 3).
def change_of(
    rating: int, opponent: int, half_points: int, edition: PsmEdition = EDITIONS["psm"]
) -> int:
    """Return one game's change, rounded: each game has "no further influence apart from
    the change calculated here".
    """
    above, below = factor(rating, edition)
    return half_up(above * (50 * half_points - percent(rating - opponent)), 100 * below)


# "At PSM Schach, every player always has an Elo number, so there are no rules for
# unrated players."
def without_number(announced: Announced, known: Callable[[str], bool]) -> list[Message]:
    """Name each unrated player of a tournament before it is booked."""
    players = sorted({player for pair in announced.pairs for player in pair})
    return [
        say(
            "{player} is not rated on {list}: {reason}",
            player=player,
            list="elo-psm",
            reason=WITHOUT_NUMBER.text,
        )
        for player in players
        if not known(player)
    ]


class _Line(NamedTuple):
    term: Term
    after: int


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """Forecast a game between two rated players by 3) of the text."""
    if own.rating is None or other.rating is None:
        return None
    difference = own.rating - other.rating
    return percent(difference) / 100


# "Each game is rated for itself."
def rate(
    unit: Unit, standings: Standings, people: People, edition: PsmEdition
) -> Rated:
    """Rate one unit, game by game in the order of (date, round, place)."""
    boards = seats(unit.games)
    live = {
        player: rating
        for player in boards
        if (rating := standings.get(player, Standing()).rating) is not None
    }
    before = dict(live)
    lines: dict[str, list[_Line]] = {player: [] for player in boards}
    for game in unit.games:
        if game.white in live and game.black in live:
            _play(game, live, lines, edition)

    changes = [
        _change_of_player(player, before[player], lines[player])
        for player in sorted(boards)
        if lines[player]
    ]
    omitted = {
        player: MET_NOBODY if player in before else WITHOUT_NUMBER
        for player in boards
        if not lines[player]
    }
    return Rated(changes, omitted)


def _play(
    game: Game, live: dict[str, int], lines: dict[str, list[_Line]], edition: PsmEdition
) -> None:
    """Rate both sides of a game from the ratings before it."""
    assert game.points is not None
    white, black = game.white, game.black

    of_white, of_black = game.points
    old = {white: live[white], black: live[black]}
    sides = ((white, black, of_white), (black, white, of_black))
    for player, opponent, half_points in sides:
        own, number = old[player], old[opponent]
        after = own + change_of(own, number, half_points, edition)
        live[player] = after
        term = Term(
            game=game.id,
            opponent=opponent,
            half_points=half_points,
            number=number,
            basis="live",
            percent=percent(own - number),
            seconds=game.seconds,
        )
        lines[player].append(_Line(term, after))


def _change_of_player(player: str, before: int, lines: list[_Line]) -> Change:
    terms = tuple(line.term for line in lines)
    return unit_change(
        player,
        "psm",
        before,
        terms,
        Standing(lines[-1].after, 0, ()),
        expected=sum(term.percent or 0 for term in terms),
        running=tuple(line.after for line in lines),
    )


CHANGES: dict[str, Changeable] = {
    "top": Whole(say("1): the rating at which the factor is zero"), 0, 10_000),
    "divisor": Whole(say("1): the divisor of the square"), 1, 10_000_000),
}


# where each sentence of the text lives, or why it needs no code
ARTICLES = (
    Article("1", say("If both players already have Elo numbers"), "rulebooks.psm.rate"),
    Article("2", say("The data: own, opponent's, result"), "rulebooks.psm.change_of"),
    Article("3", say("1) Factor"), "rulebooks.psm.factor"),
    Article(
        "4",
        say("2) Difference, 3) Expectation"),
        "rulebooks.psm.change_of, rulebooks.finland.tables.percent",
    ),
    Article("5", say("4) Change"), "rulebooks.psm.change_of"),
    Article(
        "6",
        say("Note: the reduction of the factor"),
        say("no code: deactivated on December 13, 2004"),
    ),
    Article(
        "7",
        say("No rules for unrated players"),
        "rulebooks.psm.WITHOUT_NUMBER, rulebooks.psm.without_number",
    ),
    Article("8", say("Each game is rated for itself"), "rulebooks.psm.rate"),
    Article("9", say("Final note"), say("no code: thanks and permissions")),
)


def account(change: Change) -> Account:
    """Say what an entry put into the pool. Each game's change is rounded on its own, so
    there are as many roundings as games.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    assert change.before is not None
    before = (change.before, *change.running)
    sides = [
        side(
            term.game,
            term.opponent,
            Fraction(*factor(rating)),
            term.surplus * (BILLION // 100),
        )
        for rating, term in zip(before, change.terms, strict=False)
    ]
    return Account(sides=sides)


WHY = say("the opponent's rating before this game")


def explain(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> PlainSheet:
    change = entry.change
    name = names.get(change.player, change.player)
    source = EDITIONS[entry.edition].source
    if not change.terms or change.before is None:
        return given_sheet(entry, name, source, reason)

    starts = (change.before, *change.running)
    moved = [
        _points_moved(term, own)
        for term, own in zip(change.terms, starts, strict=False)
    ]
    games = tuple(
        _game(term, own, names, by, after)
        for term, own, by, after in zip(
            change.terms, starts, moved, change.running, strict=False
        )
    )

    working = (
        say("change = (W - E) x factor, each rounded to the nearest, a half up"),
        formula(
            f"{change.before} {' '.join(f'{value:+d}' for value in moved)} ="
            f" {change.before + sum(moved)}"
        ),
    )
    columns = (
        *first_columns(change),
        Column(say("own"), "own"),
        Column(say("factor"), "factor"),
        Column("D", "difference"),
        Column("E %", "percent"),
        Column(say("(W-E) x factor"), "contribution"),
        Column(say("change"), "change", f"{sum(moved):+d}"),
        Column(say("after"), "running", str(change.after)),
    )

    explained = worked(
        ExplainedEntry,
        entry,
        name=name,
        status=say("each game on its own, from the ratings before it"),
        source=source,
        sections=(),
        games=games,
        working=working,
        exact=Fraction(change.before + sum(moved)),
        expected=number(Fraction(change.expected or 0, 100)),
    )
    return PlainSheet(explained, columns)


def _surplus(term: Term) -> Fraction:
    return Fraction(term.surplus, 100)


def _points_moved(term: Term, own: int) -> int:
    exact = Fraction(*factor(own)) * _surplus(term)
    return half_up(exact.numerator, exact.denominator)


def _game(
    term: Term, own: int, names: Mapping[str, str], moved: int, after: int
) -> PlainGame:
    scale, surplus = Fraction(*factor(own)), _surplus(term)
    return PlainGame.from_term(
        term,
        names,
        WHY,
        "",
        own=own,
        factor=number(scale),
        difference=own - term.number,
        table_percent=term.percent,
        percent=term.percent,
        surplus=number(surplus),
        contribution=number(scale * surplus),
        change=moved,
        running=after,
    )


def games_apart(before: Sequence[Standing], edition: str) -> bool:
    """Return False: a game is rated from what the games before it came to."""
    return False


RULEBOOKS = {
    "elo-psm": LongList(
        name="elo-psm",
        editions=EDITIONS,
        rate_unit=rate,
        given_change=given_number,
        sheet=explain,
        account_of=account,
        expects=expects,
        apart=games_apart,
        doubt=without_number,
        performance="exact",
    )
}
RULES = {"psm": {"elo-psm": ()}}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES"]
