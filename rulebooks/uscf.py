"""Rate the list elo-uscf by the US formula of the encyclopedia (2.3): K falls with the
games a number is based on; classes by rating. `ARTICLES` maps its sentences to
functions.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from messages import Message, counted, say
from rulebooks import logistic
from rulebooks.base import (
    Change,
    People,
    Person,
    Rated,
    Shown,
    Standing,
    Standings,
    Unit,
)
from rulebooks.changeable import Changeable, Whole
from rulebooks.defaults import LongList, decided, given_number
from rulebooks.entries import GIVEN, Account, Figure, WorkedEntry
from rulebooks.numbers import formula, number, shown, text
from rulebooks.protocol import Article, Coefficient, OnTheSpot
from rulebooks.sheets import Carried, PlainSheet, given_sheet
from rulebooks.units import seats

GAMES_AT_MOST = 50
FORMULA_UNTIL = 2355


class UscfEdition(NamedTuple):
    id: str
    since: str
    source: str
    points: int = 800  # K = 800 / (Ne + m)
    start: int = logistic.START
    revision: int = 1


EDITIONS = {
    "uscf": UscfEdition(
        "uscf",
        "0001-01-01",
        "Elo rating system, Wikipedia, 10 February 2009 (Glickman 2001)",
    ),
}


# "the effective number of games a player's rating is based on (Ne)": min(games, 50 /
# sqrt(0.662 + 0.00000739 (2569 - R)^2)) up to 2355, min(games, 50) above (rules 4).
def effective_games(rating: int, games: int) -> Fraction:
    """Return Ne, to the billionth: 0.662 + 0.00000739 d^2 are (66200000 + 739 d^2) /
    10^8, whose root is found in integers.
    """
    played = Fraction(min(games, GAMES_AT_MOST))
    if rating > FORMULA_UNTIL:
        return played
    inside = 66_200_000 + 739 * (2569 - rating) ** 2
    most = GAMES_AT_MOST * 10_000 * logistic.BILLION
    twice = isqrt(4 * most**2 // inside)
    by_formula = Fraction((twice + 1) // 2, logistic.BILLION)
    return min(played, by_formula)


# "K = 800 / (Ne + m)", m "the number of games the player completed in a tournament".
def k_factor(rating: int, games_before: int, games: int, points: int = 800) -> Fraction:
    """Return K for so many games after those before."""
    effective = effective_games(rating, games_before)
    return points / (effective + games)


def coefficient(edition: str, player: OnTheSpot) -> Coefficient:
    """Return K of a tournament, and the effective number of games it rests on.

    `edition` is not read: there is one.
    """
    rating = player.rating
    effective = effective_games(rating, player.games_before)
    k = k_factor(rating, player.games_before, player.games)
    return Coefficient(number(k), number(effective))


def rate(
    unit: Unit, standings: Standings, people: People, edition: UscfEdition
) -> Rated:
    """Rate all games at once from the ratings before the unit; a player without an
    opening has 1500 and no games, so that K is 800/m.
    """
    boards = seats(unit.games)
    before = logistic.starts_of(standings, boards, edition.start)
    changes = []
    for player in sorted(boards):
        earlier = standings.get(player, Standing()).games
        games = len(boards[player])
        k = k_factor(before[player].rating, earlier, games, edition.points)
        # counted up to 50, because no formula reads more: a game struck out long ago
        # moves nothing later
        known = min(GAMES_AT_MOST, earlier + games)
        changes.append(
            logistic.changed(
                player,
                boards=boards[player],
                before=before,
                formula="uscf",
                k=k,
                games_before=earlier,
                games_known=known,
            )
        )

    return Rated(changes, {})


def figures(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: UscfEdition,
) -> list[Figure]:
    """Rate one unit and return what is kept of it."""

    def k(rating: int, earlier: int, games: int) -> Fraction:
        return k_factor(rating, earlier, games, edition.points)

    return logistic.figures(unit, before, edition.start, k, known=GAMES_AT_MOST)


def change_without_games(
    unit: Unit, standing: Standing, edition: UscfEdition
) -> Change | None:
    """Make the change of an opening, which brings its games, or of a ruling, which
    leaves them.
    """
    assert unit.given is not None
    if unit.kind == "opening":
        return decided(
            unit,
            None,
            Standing(unit.given.rating, min(unit.given.games, GAMES_AT_MOST), ()),
        )
    return given_number(unit, standing)


# 2.3: "The United States Chess Federation uses its own classification of players."
# Below 1000 the article has no class.
CLASSES = (
    (2400, "Senior Master"),
    (2200, "Master"),
    (2000, "Expert"),
    (1800, "Class A"),
    (1600, "Class B"),
    (1400, "Class C"),
    (1200, "Class D"),
    (1000, "Class E"),
)


def class_of(rating: int) -> str | None:
    """Return the class of a rating; None below the lowest."""
    for least, name in CLASSES:
        if rating >= least:
            return name
    return None


CHANGES: dict[str, Changeable] = {
    "points": Whole(
        say("2.3: what K is divided from: K = points / (Ne + m)"), 0, 100_000
    ),
    "start": Whole(
        say("2.3: the rating a player without an opening starts from"), 0, 4000
    ),
}


# where each sentence of 2.3 of the article lives
ARTICLES = (
    Article("2.3 a", say("Classification of players"), "rulebooks.uscf.class_of"),
    Article(
        "2.3 b", say("Effective number of games"), "rulebooks.uscf.effective_games"
    ),
    Article("2.3 c", say("K = 800 / (Ne + m)"), "rulebooks.uscf.k_factor"),
    Article(
        "3.1",
        say("Expected score and update"),
        "rulebooks.logistic.expected, rulebooks.logistic.new_number",
    ),
)


def account(change: Change) -> Account:
    """Say what an entry put into the pool: K from the rating and the games before the
    unit.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    assert change.carried is not None
    rating = logistic.START if change.before is None else change.before
    return logistic.account(
        change, k_factor(rating, change.carried[0], len(change.terms))
    )


def explain(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> PlainSheet:
    change, edition = entry.change, EDITIONS[entry.edition]
    name = names.get(change.player, change.player)
    if not change.terms or change.carried is None:
        return given_sheet(entry, name, edition.source, reason)

    rating = logistic.START if change.before is None else change.before
    earlier = change.carried[0]
    games = len(change.terms)
    effective, k = effective_games(rating, earlier), k_factor(rating, earlier, games)
    steps = [
        _effective(rating, earlier, text(effective)),
        formula(f"K = 800 / ({text(effective)} + {games}) = {shown(k)} (2.3)"),
    ]
    if (class_name := class_of(change.after)) is not None:
        steps.append(say("class: {name} (2.3)", name=class_name))

    carried = Carried(
        games=earlier,
        text=counted(
            "{count} game before (counted up to 50)",
            "{count} games before (counted up to 50)",
            earlier,
        ),
    )
    return logistic.logistic_sheet(
        entry,
        name=name,
        names=names,
        source=edition.source,
        k=k,
        steps=steps,
        sections=("2.3", "3.1"),
        carried=carried,
        effective_games=number(effective),
        class_name=class_name,
    )


def _effective(rating: int, earlier: int, effective: str) -> Message:
    if effective == str(earlier):
        return say(
            "Ne {count}: the games before, at most {most} (2.3)",
            count=effective,
            most=GAMES_AT_MOST,
        )
    return say(
        "Ne {count}: less than the games before ({games}), as {rating} is at most"
        " {limit} (2.3)",
        count=effective,
        games=earlier,
        rating=rating,
        limit=FORMULA_UNTIL,
    )


# 2.3: "The United States Chess Federation uses its own classification of players."
def _shown_rating(standing: Standing, day: str) -> Shown:
    rating = standing.rating
    return Shown(
        rating,
        rating is not None,
        {"us_class": None if rating is None else class_of(rating)},
    )


RULEBOOKS = {
    "elo-uscf": LongList(
        name="elo-uscf",
        editions=EDITIONS,
        rate_unit=rate,
        given_change=change_without_games,
        sheet=explain,
        account_of=account,
        expects=logistic.expects,
        show=_shown_rating,
        figures_without_terms=figures,
    ),
}
RULES = {"uscf": {"elo-uscf": ()}}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES"]
