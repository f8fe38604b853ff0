"""Answer for the list of Norway, elo-no, until January 2018. `ARTICLES` maps every part
of the text to its function.

Where each part of "2.2.1 ELO-systemet" lives, or why it needs no code. The text has
headings and no numbers.

What an entry of elo-no put into the pool: each game by itself, the bend of the curve at
the mean, the lowest rating.

The limit of 350 is part of each expectation: it holds for both sides alike, which
therefore still add up to one.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from messages import Message, say
from rulebooks.base import (
    Change,
    EditionOn,
    Header,
    People,
    PerformanceMethod,
    Person,
    Rated,
    Shown,
    Standing,
    Standings,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.defaults import Usual, figures_with_terms
from rulebooks.entries import (
    BILLION,
    GIVEN,
    MILLION,
    Account,
    Entry,
    Figure,
    Highest,
    WorkedEntry,
    from_float,
    newcomer,
    side,
)
from rulebooks.logistic import expected, surplus_over
from rulebooks.norway import games, standing
from rulebooks.norway import tables as categories
from rulebooks.norway.standing import given, numbers
from rulebooks.norway.tables import (
    CHANGES,
    EDITIONS,
    ESTABLISHED_FROM,
    FLOOR,
    NorwegianEdition,
    exact_number,
    expectation,
    expected_score,
    limited,
    performance,
    reads_day,
)
from rulebooks.numbers import half_up_float
from rulebooks.protocol import Announced, Article

if TYPE_CHECKING:
    from rulebooks.protocol import Sheet


N = "rulebooks.norway"


# where each part of "2.2.1 ELO-systemet" lives, or why it needs no code; the text has
# headings and no numbers
ARTICLES = (
    Article(
        "Merk",
        say("The last list is that of January 2018"),
        f"{N}.tables.EDITIONS, {N}.games.units",
    ),
    Article("Historikk", say("Where the idea comes from"), say("no code: history")),
    Article(
        "Teoretisk bakgrunn",
        say("The normal distribution; no number below 400"),
        f"{N}.standing.changed",
    ),
    Article(
        "ELO-tabellen",
        say("From percentage to difference and back"),
        f"{N}.tables.exact_difference",
    ),
    Article(
        "I", say("R = G + D for players without a number"), f"{N}.tables.performance"
    ),
    Article("IIa", say("Between 6 and 29 games, going down"), f"{N}.tables.lowered"),
    Article(
        "IIb",
        say("Between 6 and 29 games, going up; n less than m"),
        f"{N}.tables.raised",
    ),
    Article("II", say("Which of the two"), f"{N}.tables.unestablished_number"),
    Article(
        "III",
        say("R = R0 + K*(O - F) for the established"),
        f"{N}.tables.established_number",
    ),
    Article(
        "Koeffisienten: A, B, C",
        say("The class of a player"),
        f"{N}.tables.class_of, {N}.tables.is_young",
    ),
    Article(
        "Koeffisienten: tid",
        say("What a time control is made of"),
        say("no code: words for the table of categories"),
    ),
    Article(
        "Koeffisienten: kategori",
        say("The category by time"),
        f"{N}.tables.category_by_time",
    ),
    Article(
        "Koeffisienten: kategori 1",
        say("Which tournaments are in I"),
        f"{N}.tables.category_of",
    ),
    Article(
        "Koeffisienten: betingelser",
        say("Controls, increments of 30 seconds, the last phase"),
        f"{N}.tables.conditions",
    ),
    Article(
        "Koeffisienten: avvik",
        say("The committee may approve another time"),
        f"{N}.tables.category",
    ),
    Article(
        "Koeffisienten: K",
        say("The table of K"),
        f"{N}.tables.k_of, {N}.tables.COEFFICIENT",
    ),
    Article(
        "Etablering",
        say("Established from 30 games, no number to 5"),
        f"{N}.standing.is_established",
    ),
    Article(
        "Offentliggjørelse", say("What is published"), f"{N}.standing.is_published"
    ),
    Article(
        "Passive spillere",
        say("Five years without a game: struck off"),
        f"{N}.standing.at",
    ),
    Article("Topplister", say("Only the established"), f"{N}.standing.is_on_top_list"),
    Article(
        "Deflasjon: juniorer først",
        say("Juniors before everybody else"),
        f"{N}.rating.rate",
    ),
    Article(
        "Deflasjon: halv",
        say("Only juniors: half K for who falls"),
        f"{N}.rating.weight",
    ),
    Article(
        "Deflasjon: dobbel", say("Juniors up to 1500: double K"), f"{N}.rating.weight"
    ),
    Article(
        "Deflasjon: IIa/IIb",
        say("Falls softened, rises strengthened"),
        f"{N}.tables.unestablished_number",
    ),
    Article(
        "Deflasjon: nivå",
        say("Adjusting the level to FIDE's list"),
        f"{N}.standing.given",
    ),
    Article("Private kamper", say("Matches of two"), f"{N}.games.private_match"),
    Article("W.o.-seiere", say("Games that were not played"), f"{N}.games.fate"),
    Article(
        "350-grensen", say("No opponent more than 350 away"), f"{N}.tables.limited"
    ),
    Article(
        "Uregistrerte: I, II",
        say("Who has no number; IIa for 1 to 5 games"),
        f"{N}.standing.is_unrated, {N}.rating.rate",
    ),
    Article(
        "Uregistrerte: Berger",
        say("All-play-all with several"),
        f"{N}.rating.tournament_mean, {N}.rating.is_all_play_all",
    ),
    Article(
        "Uregistrerte: Monrad",
        say("The cycle until nothing moves"),
        f"{N}.rating.cycle",
    ),
    Article(
        "Bergerturneringer",
        say("Example of ten players"),
        say("no code: a test, tests/rules/test_norway_examples.py"),
    ),
    Article(
        "Monradturneringer",
        say("Example of eighteen"),
        say("no code: a test, tests/rules/test_norway_examples.py"),
    ),
    Article(
        "ELO-systemet og EDB",
        say("The curve in place of the table"),
        f"{N}.tables.expectation",
    ),
    Article("Etterord", say("A greeting"), say("no code: no rule")),
)


def account(change: Change) -> Account:
    """Say what an entry put into the pool: each game by itself, the bend of the curve
    at the mean, the lowest rating.

    The limit of 350 is part of each expectation: it holds for both sides alike, which
    therefore still add up to one.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.formula != "III":
        return newcomer(change.before)
    return _established(change, Fraction(change.detail["k"]))


# III. R = R0 + K*(O - F), F at the mean of the opponents and not game by game: the
# difference is the bend.
def _established(change: Change, k: Fraction) -> Account:
    rating, opponents = change.before, numbers(change.terms)
    assert rating is not None
    shares = [expected(rating - number) for number in opponents]
    sides = [
        side(term.game, term.opponent, k, surplus_over(term.half_points, share))
        for term, share in zip(change.terms, shares, strict=True)
    ]
    bend = from_float(
        float(k) * (sum(shares) / BILLION - expected_score(rating, opponents))
    )
    exact = exact_number(rating, k, change.half_points, opponents)
    lifted = max(0, FLOOR - half_up_float(exact)) * MILLION
    return Account(sides=sides, more=(("curve", bend), ("floor", lifted)))


@dataclass(frozen=True)
class NorwegianList(Usual):
    """The list elo-no. `ends`: nothing is rated after the last day of the edition; a
    trial goes on.
    """

    name: str
    ends: bool = True
    selective: bool = True
    editions: Mapping[str, NorwegianEdition] = dataclasses.field(
        default_factory=lambda: EDITIONS
    )
    adjusted: bool = True
    performance: str = "norway"  # formula I

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        return games.units(self.name, tournament, edition_on, self.ends)

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        return games.not_on(tournament, edition_on, self.ends)

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        return games.rate(unit, standings, people, self.editions[unit.edition])

    def figures(
        self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]
    ) -> list[Figure]:
        return figures_with_terms(self, unit, before, people)

    def at(self, held: Standing, day: str) -> Standing:
        """Return what the calendar alone has made of a standing by a day: five passive
        years end it, while there is a list.
        """
        return standing.at(held, self._last(day))

    def shown(self, held: Standing, day: str) -> Shown:
        """Show a rating; a struck-off one with the reason: an officer looks for it,
        although it is on no list.
        """
        if held.rating is not None and standing.is_struck_off(held, self._last(day)):
            return Shown(held.rating, False, {"struck_off": standing.words(held)})
        return Shown(held.rating, held.rating is not None)

    def doubts(
        self, announced: Announced, known: Callable[[str], bool]
    ) -> list[Message]:
        if self.ends and announced.end > self._last(announced.end):
            return []
        return [
            *games.private_match(self.name, announced.pairs),
            *games.doubtful_time(self.name, announced),
        ]

    @property
    def watch(self) -> games.Rounds:
        return games.Rounds(self.name)

    # Merk: "Siste offisielle ratingliste publiseres i januar 2018" (the last official
    # list is that of January 2018): whoever was on it stays on it for good.
    def _last(self, day: str) -> str:
        """Return the day, or that of the last list."""
        return (
            min(day, max(edition.until for edition in EDITIONS.values()))
            if self.ends
            else day
        )

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """Return the expected score by ELO-systemet og EDB, within the limit of 350."""
        mine, theirs = (standing.at(held, unit.start).rating for held in (own, other))
        return (
            None
            if mine is None or theirs is None
            else expectation(mine - limited(theirs, mine))
        )

    def given(self, unit: Unit, standing: Standing) -> Change | None:
        return given(unit, standing, self._last(unit.end) if self.ends else None)

    def established(self, standing: Standing, edition: str) -> bool:
        return standing.games >= ESTABLISHED_FROM

    def highest(self, history: Sequence[Entry]) -> Highest | None:
        return standing.highest(history)

    @staticmethod
    def category(header: Header, before: Sequence[int | None]) -> str | None:
        """Return the category, I to V, by the time control or as an officer stated it."""
        return categories.category(header)

    def published(self, history: Sequence[Entry], on: str) -> bool:
        return standing.is_published(history, self._last(on))

    def on_top_list(self, history: Sequence[Entry], on: str) -> bool:
        return standing.is_on_top_list(history, self._last(on))

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> "Sheet":
        from rulebooks.norway.explain import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> Account:
        return account(change)

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "NorwegianList":
        changed = self.editions[edition]._replace(id=called, **values)
        return dataclasses.replace(self, editions={**self.editions, called: changed})

    def unending(self) -> "NorwegianList":
        return dataclasses.replace(self, ends=False)


RULEBOOKS = {"elo-no": NorwegianList("elo-no")}
CALCULATOR = "rulebooks.norway.calculator"
# formula I rounds on its way, and has no other number
PERFORMANCES = {"norway": PerformanceMethod(performance, performance)}
RULES = {"no": {"elo-no": ()}}


__all__ = [
    "ARTICLES",
    "CALCULATOR",
    "CHANGES",
    "EDITIONS",
    "FLOOR",
    "PERFORMANCES",
    "RULEBOOKS",
    "RULES",
    "NorwegianList",
    "reads_day",
]
