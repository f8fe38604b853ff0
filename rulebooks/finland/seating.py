"""Seat a unit of selo before anything is calculated: who sat where, and the rating that everybody shows the others.

7.2: what everybody's games are worth. A replay spends its time in this loop.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import NamedTuple

from rulebooks.base import Change, Person, Standing, Term, Unit, Unrated
from rulebooks.finland import games
from rulebooks.finland.standing import is_new, selo_standing, step_day
from rulebooks.finland.tables import GAME, FinnishEdition, Shares, Surpluses, coefficients_of
from rulebooks.games import Games
from rulebooks.units import Boards, boards, read_sign, sign

# what the opponents' ratings rest on; the rank marks them apart when two versions of a unit are compared
RANKS = {basis: rank for rank, basis in enumerate(("old", "default-3.6", "elo-3.7", "new-3.4", *games.BASES))}
_BASES = tuple(RANKS)


class Faces(NamedTuple):
    """The ratings that the players of a unit show to their opponents, and what each rests on, unless it is the player's
    own rating.
    """

    numbers: list[int]
    bases: dict[int, str]

    def meet(self, ratings: Mapping[int, int]) -> None:
        """Let new players show their new ratings (3.4)."""
        for player, rating in ratings.items():
            self.numbers[player], self.bases[player] = rating, "new-3.4"

    def signs(self) -> list[int]:
        """Return a sign for each rating that is shown, which also says what the rating rests on."""
        signs = list(self.numbers)
        for player, basis in self.bases.items():
            signs[player] = sign(signs[player], RANKS[basis])
        return signs

    @classmethod
    def read(cls, signs: Sequence[int | None]) -> "Faces":
        """Read faces from their signs."""
        shown = [read_sign(one or 0) for one in signs]
        bases = {player: _BASES[rank] for player, (_, rank) in enumerate(shown) if rank}
        return cls([number for number, _ in shown], bases)


@dataclass(slots=True)
class Seating:
    """A unit laid out to be calculated. `before` are the standings after 3.7, `ratings` theirs or 0; `slow` and `fast`
    differ abroad (3.9). `own_games`: the positions of each player's games, once somebody asks for them.
    """

    unit: Unit
    edition: FinnishEdition
    boards: Boards
    before: list[Standing]
    ratings: list[int]
    steps: dict[int, Change]
    omitted: dict[int, Unrated]
    slow: Faces
    fast: Faces
    own_games: list[list[int]] | None = None

    def seconds(self, player: int) -> Sequence[int]:
        """Return the time of each of the player's games."""
        games = self.unit.games
        if not games.times:
            return [games.seconds] * len(self.boards.points[player])
        return [games.times[index][0] for index in self.games_of(player)]

    def games_of(self, player: int) -> list[int]:
        """Return the positions of the player's games in the unit."""
        if self.own_games is None:
            self.own_games = self.unit.games.seats()
        return self.own_games[player]

    def coefficients(self, player: int, rating: int) -> list[int]:
        """Return Kr Kt of each of the player's games (7.7 and 7.8)."""
        return [coefficients_of(self.edition, seconds)[rating] for seconds in self.seconds(player)]

    def met(self, player: int) -> list[int]:
        """Return the ratings that the player's opponents showed, game by game."""
        return self.of_opponents(player, self.slow.numbers, self.fast.numbers)

    def of_opponents(self, player: int, slow: list[int], fast: list[int]) -> list[int]:
        """Return for each opponent the value that counts at the time of the game."""
        if slow is fast:
            return [slow[opponent] for opponent in self.boards.opponents[player]]
        return [
            (fast if seconds < games.FAST_SECONDS else slow)[opponent]
            for opponent, seconds in zip(self.boards.opponents[player], self.seconds(player), strict=True)
        ]

    def faces(self, seconds: int) -> Faces:
        """Return what everybody shows in games of one time."""
        return self.fast if seconds < games.FAST_SECONDS else self.slow

    def signs(self) -> tuple[list[int], list[int]]:
        """Return the signs of what everybody shows in slow and in fast games."""
        slow = self.slow.signs()
        return slow, slow if self.slow is self.fast else self.fast.signs()

    def shown(self) -> list[int]:
        """Return the signs that the terms of everybody's opponents rest on, slow and fast in one number where they
        differ.
        """
        slow, fast = self.signs()
        return slow if slow is fast else [one << 32 | other for one, other in zip(slow, fast, strict=True)]

    def terms(self, player: int, worked_out: Callable[[int, int], tuple[int, bool, int]] | None = None) -> list[Term]:
        """Return the player's games, with the opponents' ratings as they counted; `worked_out` knows percent, cap and
        Kt by rating and time.
        """
        players, names = self.unit.games.players, self.unit.games.numbers()
        rows = zip(self.games_of(player), self.boards.opponents[player], self.boards.points[player],
                   self.seconds(player), strict=True)  # fmt: skip
        terms = []
        for index, opponent, half_points, seconds in rows:
            faces = self.faces(seconds)
            number, basis = faces.numbers[opponent], faces.bases.get(opponent, "old")
            percent, capped, kt = (None, False, None) if worked_out is None else worked_out(number, seconds)
            terms.append(
                Term(names[index], players[opponent], half_points, number, basis, percent, capped, kt, seconds)
            )
        return terms


def laid(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> Seating:
    """Lay a unit out by 3.6, 3.7 and 3.9: who is rated, and the ratings before the unit that everybody shows."""
    assert unit.header is not None
    default = edition.unrated[unit.header.age_group]
    seats = boards(unit.games)
    if not unit.header.domestic:
        omitted = games.omitted(unit, before, people)
        ratings = [standing.rating for standing in before]
        slow, fast = (faces_of(ratings, default, abroad=abroad) for abroad in games.faces(unit, before, people))
        own = [rating or 0 for rating in ratings]
        return Seating(unit, edition, seats, list(before), own, {}, omitted, slow, fast)
    standings, steps = stepped(unit, before, people, edition)
    ratings = [standing.rating for standing in standings]
    home = faces_of(ratings, default, steps)
    own = [rating or 0 for rating in ratings]
    return Seating(unit, edition, seats, standings, own, steps, {}, home, home)


def stepped(
    unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition
) -> tuple[list[Standing], dict[int, Change]]:
    """Return everybody's standing after 3.7, and the steps by seat."""
    standings, steps = list(before), dict[int, Change]()
    for player in [player for player, person in enumerate(people) if person.external]:  # most have no Elo
        if (step := elo_step(unit, people[player], before[player], edition)) is not None:
            steps[player] = step
            standings[player] = step.standing
    return standings, steps


# 3.6: an opponent without a rating counts with the default of the age group.
def faces_of(
    ratings: Sequence[int | None],
    default: int,
    steps: Iterable[int] = (),
    abroad: Mapping[int, tuple[int, str]] = MappingProxyType({}),
) -> Faces:
    numbers = [default if rating is None else rating for rating in ratings]
    bases = {}
    if None in ratings:
        bases = {player: "default-3.6" for player, rating in enumerate(ratings) if rating is None}
    for player in steps:
        bases[player] = "elo-3.7"
    for player, (number, basis) in abroad.items():
        numbers[player], bases[player] = number, basis
    return Faces(numbers, bases)


def parted(seating: Seating) -> tuple[list[int], list[int]]:
    """Return new and established players apart (3.1), without those who are not rated in the unit."""
    edition, omitted = seating.edition, seating.omitted
    new = [player for player, standing in enumerate(seating.before) if is_new(standing, edition)]
    if not new and not omitted:
        return [], list(range(len(seating.before)))
    among_the_new = {*new, *omitted}
    established = [player for player in range(len(seating.before)) if player not in among_the_new]
    return [player for player in new if player not in omitted], established


def meet_the_new(seating: Seating, ratings: dict[int, int]) -> None:
    """Let established players meet the new ratings of new players (3.4)."""
    for faces in (seating.slow, seating.fast):
        faces.meet(ratings)


# 3.7: a foreigner's Elo becomes their selo when they have none or one at least 100 lower; once, unless they have since
# played games that FIDE rates and we do not.
def elo_step(unit: Unit, person: Person, standing: Standing, edition: FinnishEdition) -> Change | None:
    if person.federation(unit.start) == "FIN":
        return None
    elo = person.rating_of("fide-standard", unit.start)
    if elo is None or (standing.rating is not None and elo - standing.rating < edition.elo_above):
        return None
    last = step_day(standing)
    if last and not any(last < on <= unit.start for on in person.elo_only):
        return None
    after = selo_standing(elo, 10**6, 0, 0, unit.start, edition)
    return Change(
        person.id, "elo-step", "3.7", standing.rating, elo, True, 0, 0, 0, None, None, 0, None, (), (), after
    )  # fmt: skip


NOTHING = -(10**12)  # less than anybody can gain


# 3.5: rounded once.
def values_after(ratings: Iterable[int], gained: Iterable[int]) -> list[int]:
    return [rating + (own + 5_000) // 10_000 for rating, own in zip(ratings, gained, strict=True)]


def value_after(rating: int, gained: int) -> int:
    return values_after((rating,), (gained,))[0]


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths.
def gain(coefficient: int, half_points: int, share: int, bonus: int) -> int:
    """Return what one game is worth; `coefficient` is Kr Kt, `bonus` in tenths a game."""
    return coefficient * (50 * half_points - share) + 1000 * bonus


class Exchanged(NamedTuple):
    """What the games of a unit came to, a place a player: what was gained by the end, the most after any of the games,
    the games, and the half points made."""

    gained: list[int]
    most: list[int]
    played: list[int]
    made: list[int]


def exchange(
    games: Games, numbers: Sequence[int], coefficients: Sequence[int], surpluses: Surpluses, bonus: int
) -> Exchanged:
    """Exchange all games, both sides of each at once. `numbers` are the ratings that the players have and show,
    `coefficients` their Kr Kt.
    """
    size, bonus_of_a_game = len(numbers), 1000 * bonus
    gained, most, tallies = [0] * size, [NOTHING] * size, [0] * size
    rows = zip(games.white, games.black, map(surpluses.__getitem__, games.results), strict=True)
    for white, black, (own, other, tally_of_white, tally_of_black) in rows:
        difference = numbers[white] - numbers[black]
        # `gain`, written out: a call would cost more than the sum
        gained[white] = so_far = gained[white] + coefficients[white] * own[difference] + bonus_of_a_game
        if so_far > most[white]:
            most[white] = so_far
        gained[black] = so_far = gained[black] + coefficients[black] * other[-difference] + bonus_of_a_game
        if so_far > most[black]:
            most[black] = so_far
        tallies[white] += tally_of_white
        tallies[black] += tally_of_black
    return Exchanged(gained, most, [tally // GAME for tally in tallies], [tally % GAME for tally in tallies])


def expected_of(exchanged: Exchanged, coefficients: Iterable[int], bonus: int) -> list[int]:
    """Return each player's expected score from what was gained: `gain`, turned round. No coefficient may be 0."""
    bonus_of_a_game = 1000 * bonus
    columns = zip(exchanged.gained, coefficients, exchanged.made, exchanged.played, strict=True)
    return [50 * made - (gained - bonus_of_a_game * played) // coefficient
            for gained, coefficient, made, played in columns]  # fmt: skip


def game_by_game(
    rating: int,
    numbers: Sequence[int],
    points: Sequence[int],
    coefficients: Iterable[int],
    shares: Shares,
    bonus: int,
) -> list[tuple[int, int]]:
    """Return the expected score and the gain of each game; `numbers` are the ratings that were met."""
    expected = [shares[rating - number] for number in numbers]
    games = zip(coefficients, points, expected, strict=True)
    return [(share, gain(coefficient, half_points, share, bonus)) for coefficient, half_points, share in games]


def together(worth: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Sum games that were exchanged one by one into what `exchange` returns for a player."""
    after_each = list(accumulate(gained for _, gained in worth))
    return sum(expected for expected, _ in worth), after_each[-1], max(after_each)
