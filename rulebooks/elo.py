"""Rate the list elo: logistic Elo as the encyclopedia describes it, one edition a K
scheme. `calc` has its calculators. One computation and one rounding a unit (3.1); K by
the edition's scheme.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say
from rulebooks import logistic
from rulebooks.base import Change, People, Person, Rated, Standing, Standings, Unit
from rulebooks.changeable import Changeable, Rows, Whole
from rulebooks.defaults import LongList, given_number
from rulebooks.entries import GIVEN, Account, Figure, WorkedEntry
from rulebooks.protocol import Article, Coefficient, OnTheSpot
from rulebooks.sheets import PlainSheet, given_sheet
from rulebooks.units import seats

SOURCE = "Elo rating system, Wikipedia, 10 February 2009"


class EloEdition(NamedTuple):
    """A K scheme: rows of (from this rating, K), the highest first."""

    id: str
    since: str
    source: str
    k: tuple[tuple[int, int], ...]
    start: int = logistic.START
    revision: int = 1


# K = 32: "calculated under the old Elo formula with K=32" (3.4).
# 16-32: "The maximum possible adjustment per game was set at K = 16 for masters and K =
# 32 for weaker players" (3.1); masters from 2200 (2.3).
# uscf: "Players below 2100 -> K factor of 32 used. Players between 2100 and 2400 -> 24.
# Players above 2400 -> 16" (3.2.2); both ends are "between" (rules 4).
EDITIONS = {
    edition.id: edition
    for edition in (
        EloEdition("elo-32", "0001-01-01", SOURCE, ((0, 32),)),
        EloEdition("elo-16-32", "0001-01-01", SOURCE, ((2200, 16), (0, 32))),
        EloEdition("elo-uscf", "0001-01-01", SOURCE, ((2401, 16), (2100, 24), (0, 32))),
    )
}


def k_factor(rating: int, edition: str) -> int:
    """Return K by the rating before the unit."""
    return _k(rating, EDITIONS[edition])


def _k(rating: int, edition: EloEdition) -> int:
    for least, k in edition.k:
        if rating >= least:
            return k
    return edition.k[-1][1]


def coefficient(edition: str, player: OnTheSpot) -> Coefficient:
    """Return K of an edition for a player."""
    return Coefficient(k_factor(player.rating, edition))


# 3.1: "This update can be performed after each game or each tournament, or after any
# suitable rating period."
def rate(
    unit: Unit, standings: Standings, people: People, edition: EloEdition
) -> Rated:
    boards = seats(unit.games)
    before = logistic.starts_of(standings, boards, edition.start)
    changes = [
        logistic.changed(
            player,
            boards[player],
            before,
            "elo",
            Fraction(_k(before[player].rating, edition)),
        )
        for player in sorted(boards)
    ]
    return Rated(changes, {})


def figures(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: EloEdition,
) -> list[Figure]:
    """Rate one unit and return what is kept of it."""
    fractions = {k: Fraction(k) for _, k in edition.k}

    def k(rating: int, earlier: int, games: int) -> Fraction:
        return fractions[_k(rating, edition)]

    return logistic.figures(unit, before, edition.start, k)


CHANGES: dict[str, Changeable] = {
    "k": Rows(say("3.1: K by the player's rating"), 0, 1000),
    "start": Whole(
        say("3.1: the rating a player without an opening starts from"), 0, 4000
    ),
}


HISTORY = say("no code: history")
TALK = say("no code: it discusses, and settles no number")

# where each section of the article lives, or why it needs no code
ARTICLES = (
    Article("1", say("History"), HISTORY),
    Article("1.1", say("Implementing Elo's scheme"), HISTORY),
    Article("2", say("Different ratings systems"), HISTORY),
    Article("2.1", say("FIDE ratings"), "rulebooks.fide.RULEBOOKS"),
    Article(
        "2.1.1",
        say("Performance rating"),
        "rulebooks.fide.rating.performance, rulebooks.performances.performance_400",
    ),
    Article("2.1.2", say("FIDE tournament categories"), "rulebooks.fide.category"),
    Article("2.2", say("Live ratings"), "rulebooks.fide.rating.shown"),
    Article(
        "2.3",
        say("United States Chess Federation ratings"),
        "rulebooks.uscf.RULEBOOKS, rulebooks.uscf.class_of",
    ),
    Article("2.4", say("Ratings of computers"), TALK),
    Article("3", say("Theory"), say("no code: a heading")),
    Article(
        "3.1",
        say("Mathematical details: the expectation, the update, K 16 and 32"),
        "rulebooks.logistic.expected, rulebooks.logistic.new_number,"
        " rulebooks.elo.k_factor",
    ),
    Article("3.2", say("Mathematical issues"), say("no code: a heading")),
    Article(
        "3.2.1",
        say("Most accurate distribution model"),
        "rulebooks.logistic.expected",
    ),
    Article(
        "3.2.2",
        say("Most accurate K-factor"),
        "rulebooks.elo.EDITIONS, rulebooks.fide.rating.k_factor",
    ),
    Article("3.3", say("Practical issues"), TALK),
    Article("3.3.1", say("Game activity versus protecting one's rating"), TALK),
    Article("3.3.2", say("Chess engines"), TALK),
    Article("3.3.3", say("Selective pairing"), TALK),
    Article(
        "3.4",
        say("Ratings inflation and deflation"),
        say("no code here: its pool of four is a test of elo-32"),
    ),
    Article(
        "3.5",
        say("Exponential variant"),
        "rulebooks.exponential.experience, rulebooks.exponential.updated,"
        " rulebooks.exponential.kappa",
    ),
    Article("3.5.1", say("Single player rpg's"), TALK),
    Article("4", say("Other chess rating systems"), say("no code: other systems")),
    Article("5", say("Elo ratings in other games"), say("no code: other games")),
)


def account(change: Change) -> Account:
    """Say what an entry put into the pool."""
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    assert change.coefficient is not None
    return logistic.account(change, Fraction(change.coefficient))


SECTION = {"elo-32": "3.4", "elo-16-32": "3.1", "elo-uscf": "3.2.2"}


def explain(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> PlainSheet:
    change = entry.change
    name = names.get(change.player, change.player)
    if not change.terms or change.coefficient is None:
        return given_sheet(entry, name, SOURCE, reason)
    section = SECTION.get(entry.edition, "3.2.2")  # a K of the calculator's own
    steps = [_band(entry.edition, change.coefficient, section)]
    sections = tuple(sorted({"3.1", section}))
    k = Fraction(change.coefficient)
    return logistic.logistic_sheet(
        entry,
        name=name,
        names=names,
        source=SOURCE,
        k=k,
        steps=steps,
        sections=sections,
    )


def _band(edition: str, k: int, section: str) -> Message:
    """Say for which ratings a K holds."""
    rows: Sequence[tuple[int, int]] = ((0, k),)
    if edition in EDITIONS:
        rows = EDITIONS[edition].k
    # from the highest ratings to the lowest
    at = [value for _, value in rows].index(k)
    is_highest = at == 0
    is_lowest = at == len(rows) - 1
    about: dict[str, object] = {"k": k, "section": section}
    if is_highest and is_lowest:
        return say("K {k}: everybody ({section})", **about)

    if not is_lowest:
        about["low"] = rows[at][0]
    if is_highest:
        return say("K {k}: from {low} ({section})", **about)
    about["high"] = rows[at - 1][0] - 1
    if is_lowest:
        return say("K {k}: up to {high} ({section})", **about)
    return say("K {k}: from {low} up to {high} ({section})", **about)


RULEBOOKS = {
    "elo": LongList(
        name="elo",
        editions=EDITIONS,
        rate_unit=rate,
        given_change=given_number,
        sheet=explain,
        account_of=account,
        expects=logistic.expects,
        figures_without_terms=figures,
    ),
}
# `elo` alone is K 32, the article's example
RULES = {
    "elo": {"elo": ("elo-32",)},
    "elo-32": {"elo": ("elo-32",)},
    "elo-16-32": {"elo": ("elo-16-32",)},
    "elo-uscf": {"elo": ("elo-uscf",)},
}
SHORT = {"elo": "elo-32", "32": "elo-32", "16-32": "elo-16-32", "uscf": "elo-uscf"}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES", "SHORT"]
