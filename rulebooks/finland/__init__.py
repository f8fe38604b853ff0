"""Answer for the lists of Finland, selo and pelo. `ARTICLES` maps every article of the
rule text to its function.

Where each article of the rule text of 26.4.2023 lives, or why it needs no code.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from messages import say
from rulebooks.base import (
    Change,
    EditionOn,
    People,
    Person,
    Rated,
    Standing,
    Standings,
    Title,
    TitleRule,
    Tournament,
    Unit,
    Unrated,
)
from rulebooks.changeable import ByName, Changeable, Rows, Whole, YesNo
from rulebooks.defaults import Usual
from rulebooks.entries import Entry, Figure, Highest, WorkedEntry, first_highest
from rulebooks.finland import titles
from rulebooks.finland.standing import is_new, is_new_pelo
from rulebooks.finland.tables import (
    AGE_GROUP_NUMBER,
    EDITIONS,
    FinnishEdition,
    expectation,
)
from rulebooks.protocol import Article

if TYPE_CHECKING:
    from rulebooks.entries import Account
    from rulebooks.protocol import Needs, Selection, Sheet


CHANGES: dict[str, Changeable] = {
    "cap": Whole(
        say("7.9: the highest expectation of one game, in hundredths"), 50, 100
    ),
    "bonus_established": Whole(
        say("7.2: bonus of an established player, in tenths per game"), -100, 100
    ),
    "bonus_new": Whole(
        say("7.3: bonus of a new player, in tenths per game"), -100, 100
    ),
    "kr": Rows(say("7.7: Kr by the player's rating"), 0, 1000),
    "kt": Rows(say("7.8: Kt in hundredths by the minutes for 60 moves"), 0, 1000),
    "fast_high": Whole(
        say("7.8: Kt in hundredths of the fastest games from 2300"), 0, 1000
    ),
    "new_until": Whole(
        say("3.1: a player with at most so many earlier games is new"), 0, 1000
    ),
    "carries_games": YesNo(say("3.3: a new player carries every game by itself")),
    "unrated": ByName(
        say("3.6: the rating of an unrated opponent, by age group"),
        AGE_GROUP_NUMBER,
        0,
        4000,
    ),
    "elo_above": Whole(
        say("3.7: how far a foreign player's Elo must be above their selo"), 0, 4000
    ),
    "selo_seconds": Whole(say("2.8: the shortest selo game in seconds"), 1, 36_000),
    "pelo_seconds": Whole(say("2.8: the shortest pelo game in seconds"), 1, 36_000),
    "pelo_most": Whole(say("7.4: what one unit can move a pelo by"), 0, 4000),
    "pelo_first": Whole(say("7.5: the width of a provisional rating"), 0, 4000),
}


# where each article of the rule text of 26.4.2023 lives, or why it needs no code
ARTICLES = (
    Article(
        "1.1", say("What the rules are about"), say("no code: it names the subject")
    ),
    Article("1.2", say("Date of the rules"), "rulebooks.finland.tables.EDITIONS"),
    Article(
        "1.3",
        say("Who accepts changes"),
        say("no code: an accepted change is a new edition, recorded by adopt-rules"),
    ),
    Article("2.1", say("The lists selo and pelo"), "rulebooks.finland.RULEBOOKS"),
    Article(
        "2.2",
        say("Who is rated at home and abroad"),
        "rulebooks.finland.abroad.omitted",
    ),
    Article("2.3", say("Domestic tournaments"), "rulebooks.finland.games.fate"),
    Article(
        "2.4",
        say("Foreign tournaments"),
        say(
            "no code: the office decides; a tournament says whether it is domestic,"
            " a decision about counts-here who granted it"
        ),
    ),
    Article(
        "2.5",
        say("Foreign tournaments: FIDE acceptance, no pelo"),
        "rulebooks.finland.games.fate",
    ),
    Article(
        "2.6",
        say("Foreign tournaments part standard, part rapid"),
        "rulebooks.finland.games.fate",
    ),
    Article(
        "2.7", say("The same time for both players"), "rulebooks.finland.games.fate"
    ),
    Article(
        "2.8", say("Selo or pelo by the time"), "rulebooks.finland.games.list_by_time"
    ),
    Article("2.9", say("Both made a move"), "rulebooks.finland.games.fate"),
    Article("2.10", say("Tie-break games"), "rulebooks.finland.games.fate"),
    Article(
        "2.11",
        say("At once, or game by game"),
        "rulebooks.units.alone, rulebooks.finland.games.units",
    ),
    Article(
        "2.12",
        say("Games moved to another day"),
        "rulebooks.units.alone, rulebooks.finland.games.units",
    ),
    Article(
        "3.1", say("New and established players"), "rulebooks.finland.standing.is_new"
    ),
    Article(
        "3.2",
        say("The selo of an established player"),
        "rulebooks.finland.selo.game_by_game",
    ),
    Article(
        "3.3",
        say("The selo of a new player"),
        "rulebooks.finland.selo.first_rating, rulebooks.finland.given.selo_given",
    ),
    Article(
        "3.4",
        say("New players first"),
        "rulebooks.finland.selo_unit.Field.meet_the_new",
    ),
    Article(
        "3.5",
        say("Rounding, exactly half goes up"),
        "rulebooks.finland.selo.value_after, rulebooks.numbers.half_up",
    ),
    Article(
        "3.6",
        say("New against new"),
        "rulebooks.finland.opponents.Opponents.of,"
        " rulebooks.finland.tables.AGE_GROUP_NUMBER",
    ),
    Article(
        "3.7", say("A foreigner's Elo as selo"), "rulebooks.finland.opponents.elo_step"
    ),
    Article(
        "3.8",
        say("Finnish opponents abroad"),
        "rulebooks.finland.opponents.Opponents.of",
    ),
    Article(
        "3.9",
        say("Foreign opponents abroad"),
        "rulebooks.finland.abroad.ladder, rulebooks.finland.abroad.foreign_ratings",
    ),
    Article(
        "4.1",
        say("New and established players"),
        "rulebooks.finland.standing.is_new_pelo",
    ),
    Article(
        "4.2",
        say("The pelo of an established player"),
        "rulebooks.finland.pelo.all_games",
    ),
    Article(
        "4.3",
        say("The pelo of a new player"),
        "rulebooks.finland.pelo.provisional, rulebooks.finland.pelo_unit.field_of",
    ),
    Article(
        "4.4",
        say("Only new players"),
        "rulebooks.finland.pelo.provisional, rulebooks.finland.tables.AGE_GROUP_NUMBER",
    ),
    Article(
        "4.5",
        say("Rounding as for selo"),
        "rulebooks.numbers.half_up, rulebooks.numbers.half_up_float",
    ),
    Article(
        "5.1",
        say("What selection numbers are for"),
        say("no code: it names the purpose"),
    ),
    Article("5.2", say("The selection period"), "rulebooks.finland.selection.period"),
    Article(
        "5.3",
        say("Peak selo"),
        "rulebooks.finland.selection.period_peak",
    ),
    Article("5.4", say("Peak Elo"), "rulebooks.finland.selection.period_elo"),
    Article(
        "5.5",
        say("Best reliable performance"),
        "rulebooks.finland.selection.best_performance,"
        " rulebooks.finland.selection.reliable",
    ),
    Article(
        "5.6",
        say("The selection number"),
        "rulebooks.finland.selection.selection_number",
    ),
    Article(
        "5.7",
        say("The women's selection number"),
        "rulebooks.finland.selection.women_selection_number",
    ),
    Article(
        "5.8",
        say("A game belongs to the end of its tournament"),
        "rulebooks.finland.selection.period_peak,"
        " rulebooks.finland.selection.full_games",
    ),
    Article(
        "6.1",
        say("The titles M, ME and I, for ever"),
        "rulebooks.finland.titles.titles",
    ),
    Article(
        "6.2",
        say("Values and games that count for titles"),
        "rulebooks.finland.titles.moments",
    ),
    Article("6.3", say("Master"), "rulebooks.finland.titles.titles"),
    Article("6.4", say("Candidate master"), "rulebooks.finland.titles.titles"),
    Article("6.5", say("First class player"), "rulebooks.finland.titles.titles"),
    Article("7.1", say("Notation"), say("no code: the letters of the formulas")),
    Article(
        "7.2",
        say("Formula: selo of an established player"),
        "rulebooks.finland.selo.gain",
    ),
    Article(
        "7.3", say("Formula: selo of a new player"), "rulebooks.finland.selo.new_number"
    ),
    Article("7.4", say("Formula: pelo"), "rulebooks.finland.pelo.new_number"),
    Article(
        "7.5",
        say("Formula: provisional pelo"),
        "rulebooks.finland.pelo.provisional_number",
    ),
    Article(
        "7.6",
        say("Performance"),
        "rulebooks.finland.selection.performance, rulebooks.finland.selection.solve",
    ),
    Article(
        "7.7",
        say("Coefficient Kr by the number"),
        "rulebooks.finland.tables.rating_coefficient",
    ),
    Article(
        "7.8",
        say("Coefficient Kt by the time"),
        "rulebooks.finland.tables.time_coefficient",
    ),
    Article(
        "7.9",
        say("Expectation by table, at most 92 for selo"),
        "rulebooks.finland.tables.percent, rulebooks.finland.tables.expectation",
    ),
    Article(
        "7.10",
        say("Exact expectation for performances"),
        "rulebooks.finland.selection.exact_percent",
    ),
)


@dataclass(frozen=True)
class FinnishList(Usual):
    """One of the two lists: the same games, other formulas. They are imported when
    something is rated: most questions rate nothing.
    """

    name: str
    editions: Mapping[str, FinnishEdition] = field(default_factory=lambda: EDITIONS)
    selective: bool = False
    adjusted: bool = False
    performance: str = "exact"  # 7.6
    category: None = None

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        from rulebooks.finland import games

        return games.units(self.name, tournament, edition_on, self.editions)

    def left_out(
        self, tournament: Tournament, edition_on: EditionOn
    ) -> dict[str, Unrated]:
        from rulebooks.finland import games

        return games.not_on(self.name, tournament, edition_on, self.editions)

    def figures(
        self, unit: Unit, before: Sequence[Standing], people: Sequence[Person]
    ) -> list[Figure]:
        if self.name == "selo":
            from rulebooks.finland.selo_unit import figures
        else:
            from rulebooks.finland.pelo_unit import figures
        return figures(unit, before, people, self.editions[unit.edition])

    def rate(
        self, unit: Unit, standings: Standings, people: People, only: str | None = None
    ) -> Rated:
        if self.name == "selo":
            from rulebooks.finland.selo_unit import rate
        else:
            from rulebooks.finland.pelo_unit import rate
        return rate(unit, standings, people, self.editions[unit.edition], only)

    def expected(self, own: Standing, other: Standing, unit: Unit) -> float | None:
        """Return the expected score of 7.9, for selo with its cap."""
        if own.rating is None or other.rating is None:
            return None
        cap = self.editions[unit.edition].cap if self.name == "selo" else 100
        return expectation(cap)[own.rating - other.rating] / 100

    def given(self, unit: Unit, standing: Standing) -> Change | None:
        from rulebooks.finland.given import pelo_given, selo_given

        change = selo_given if self.name == "selo" else pelo_given
        return change(unit, standing, self.editions[unit.edition])

    def established(self, standing: Standing, edition: str) -> bool:
        if self.name == "pelo":
            return not is_new_pelo(standing)
        return not is_new(standing, self.editions[edition])

    def highest(self, history: Sequence[Entry]) -> Highest | None:
        # 5.3 for all time (rules 1.6): an opening above the newcomer limit counts too
        return first_highest(
            history, lambda figure: figure.best if figure.played_for else None
        )

    def titles(self, history: Sequence[Entry]) -> list[Title]:
        return titles.titles(history, self.editions) if self.name == "selo" else []

    def new_titles(
        self, entry: Entry, normal_games: int, reached: Set[str]
    ) -> list[Title]:
        return (
            titles.new_titles(entry, normal_games, reached, self.editions)
            if self.name == "selo"
            else []
        )

    @property
    def needs(self) -> "Needs":
        from rulebooks.finland import needs as finland

        return finland

    @property
    def title_rules(self) -> Sequence[TitleRule]:
        return titles.TITLE_RULES if self.name == "selo" else ()

    @property
    def selection(self) -> "Selection | None":
        from rulebooks.finland.selection import SeloSelection

        return SeloSelection() if self.name == "selo" else None

    def explain(
        self, entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
    ) -> "Sheet":
        from rulebooks.finland.explain import explain

        return explain(entry, names, reason=reason)

    def account(self, change: Change) -> "Account":
        from rulebooks.finland.account import account

        return account(change)

    def with_edition(
        self, edition: str, called: str, values: Mapping[str, Any]
    ) -> "FinnishList":
        """Return the list with one more edition; sums are kept as long as any edition
        calls a player new.
        """
        editions = {
            **self.editions,
            called: self.editions[edition]._replace(id=called, **values),
        }
        until = max(each.new_until for each in editions.values())
        return replace(
            self,
            editions={
                key: each._replace(sums_until=until) for key, each in editions.items()
            },
        )


RULEBOOKS = {name: FinnishList(name) for name in ("selo", "pelo")}
RULES = {"fi": {"selo": (), "pelo": ()}}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES", "FinnishList"]
