"""A second, deliberately naive implementation of the Finnish rules, written from the
texts alone.

It rates every unit from scratch and remembers nothing between calls; only tests use it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from .editions import in_force
from .facts import facts_of
from .pelo import rate_pelo
from .records import Document, Entry, Facts, Reached, Standing
from .selo import Outcome, rate_selo
from .units import LISTS, Unit, units_of, unrated_games

END_OF_TIME = "9999-12-31"
# 6.3 to 6.5: the lowest selo and the number of games at normal time.
TITLES = (("M", 2200, 30), ("ME", 2050, 24), ("I", 1900, 24))

TitleReached = tuple[str, str | None, str | None]


@dataclass
class Book:
    """All the answers."""

    facts: Facts
    entries: list[Entry] = field(default_factory=list)
    unrated: dict[tuple[str, str], str] = field(default_factory=dict)
    standings: dict[str, dict[str, Standing]] = field(default_factory=dict)
    peak_values: list[Reached] = field(default_factory=list)
    title_values: list[Reached] = field(default_factory=list)

    def current(self, rating_list: str) -> dict[str, tuple[int, int, int, bool]]:
        """Player -> (rating, games, normal games, established under the edition of the
        end of time).
        """
        limit = (
            in_force(self.facts, rating_list, END_OF_TIME).established_from
            if rating_list == "selo"
            else 1
        )
        return {
            player: (
                standing.rating,
                standing.games,
                standing.normal_games,
                standing.by_elo or standing.games >= limit,
            )
            for player, standing in self.standings[rating_list].items()
            if standing.rating is not None
        }

    def peaks(
        self, rating_list: str
    ) -> dict[str, tuple[int, str, str | None, str | None]]:
        """Player -> (highest established value, on, tournament, game), the earliest
        reaching of it.
        """
        found: dict[str, tuple[int, str, str | None, str | None]] = {}
        for value in self.peak_values:
            if value.list != rating_list:
                continue
            if value.player not in found or value.rating > found[value.player][0]:
                found[value.player] = (
                    value.rating,
                    value.on,
                    value.tournament,
                    value.game,
                )
        return found

    def titles(self) -> dict[str, dict[str, TitleReached]]:
        """Player -> title -> (on, tournament, game) of the first reaching (6.3 to 6.5)."""
        found: dict[str, dict[str, TitleReached]] = {}
        for value in self.title_values:
            for title, rating, games in TITLES:
                if value.rating >= rating and value.normal_games >= games:
                    mine = found.setdefault(value.player, {})
                    mine.setdefault(title, (value.on, value.tournament, value.game))
        for opening in self.facts.openings:
            for title in opening.get("titles") or []:
                mine = found.setdefault(opening["player"], {})
                if title not in mine or opening["on"] <= mine[title][0]:
                    mine[title] = (opening["on"], None, None)
        return found


def book(documents: list[Document]) -> Book:
    """Everything the documents, in recorded order, lead to."""
    facts = facts_of(documents)
    answer = Book(facts, unrated=unrated_games(facts))
    for rating_list in LISTS:
        outcome = Outcome()
        standings: dict[str, Standing] = {}
        for thing in timeline(facts, rating_list):
            if isinstance(thing, Unit):
                if rating_list == "selo":
                    rate_selo(thing, standings, facts, outcome)
                else:
                    rate_pelo(thing, standings, outcome)
            elif thing["kind"] == "opening":
                open_balance(thing, standings, facts, outcome)
            else:
                rule(thing, standings, facts, outcome)
        answer.standings[rating_list] = standings
        answer.entries += outcome.entries
        answer.peak_values += outcome.peak_values
        answer.title_values += outcome.title_values
    return answer


def timeline(facts: Facts, rating_list: str) -> list[Unit | Document]:
    """1.7: day by day openings, then units, then rulings; facts of one day in recorded
    order.
    """
    openings = [
        document for document in facts.openings if document["list"] == rating_list
    ]
    rulings = [
        document for document in facts.rulings if document["list"] == rating_list
    ]
    units = units_of(facts, rating_list)
    days = {document["on"] for document in openings + rulings} | {
        unit.end for unit in units
    }
    line: list[Unit | Document] = []
    for day in sorted(days):
        line += [document for document in openings if document["on"] == day]
        line += [unit for unit in units if unit.end == day]
        line += [document for document in rulings if document["on"] == day]
    return line


def open_balance(
    document: Document, standings: dict[str, Standing], facts: Facts, outcome: Outcome
) -> None:
    """1.7: an opening sets the standing whatever came before; 3.3: its games are draws
    against its rating.
    """
    player, rating_list, rating, games = (
        document["player"],
        document["list"],
        document["rating"],
        document["games"],
    )
    given = document.get("normal_games")
    normal = games if given is None else given
    earlier = standings.get(player, Standing())
    past = [(rating, Fraction(1, 2))] * games
    standings[player] = Standing(
        rating, games, normal, past, by_elo=False, last_step=earlier.last_step
    )
    on = document["on"]
    outcome.entries.append(
        Entry(
            rating_list,
            player,
            on,
            None,
            None,
            "opening",
            earlier.rating,
            rating,
            games,
            normal,
            None,
            [],
        )
    )
    limit = (
        in_force(facts, rating_list, on).established_from
        if rating_list == "selo"
        else 1
    )
    if games >= limit:
        peak = max(rating, document.get("peak") or rating)
        outcome.peak_values.append(Reached(rating_list, player, peak, on, None, None))
        if rating_list == "selo":
            outcome.title_values.append(
                Reached(rating_list, player, rating, on, None, None, normal)
            )


def rule(
    document: Document, standings: dict[str, Standing], facts: Facts, outcome: Outcome
) -> None:
    """1.7: a ruling changes the rating; the games before it become draws against the
    ruled number. 6.4: the number is the player's selo, and counts for titles.
    """
    player, rating_list = document["player"], document["list"]
    standing = standings.setdefault(player, Standing())
    before = standing.rating
    after = document.get("rating")
    if after is None:
        if before is None:
            return
        after = before + document["delta"]
    standing.rating = after
    standing.past = [(after, Fraction(1, 2))] * standing.games
    outcome.entries.append(
        Entry(
            rating_list,
            player,
            document["on"],
            None,
            None,
            "ruling",
            before,
            after,
            0,
            0,
            None,
            [],
        )
    )
    on = document["on"]
    limit = (
        in_force(facts, rating_list, on).established_from
        if rating_list == "selo"
        else 1
    )
    if rating_list == "selo" and (standing.by_elo or standing.games >= limit):
        outcome.title_values.append(
            Reached(rating_list, player, after, on, None, None, standing.normal_games)
        )
