"""Rate selo by section 3, with the formulas 7.2 and 7.3: new players first, then the established, who meet them.

A unit is worked out once, a place a game for each player. A replay keeps the figures of it; whoever asks why gets the
same numbers as terms.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from typing import NamedTuple

from rulebooks.base import Change, People, Person, Rated, Standing, Standings, Term, Unit, Unrated
from rulebooks.entries import Figure, figure_of, unit_change, working_of
from rulebooks.finland.abroad import FAST_SECONDS, foreign_ratings, omitted
from rulebooks.finland.opponents import Opponents, elo_steps
from rulebooks.finland.standing import NOBODY, is_new, selo_standing, step_day, sums
from rulebooks.finland.tables import FinnishEdition, expectation, percent, rating_coefficient, time_coefficient
from rulebooks.numbers import half_up
from rulebooks.units import Boards, boards, normal_among


@dataclass(slots=True)
class Field:
    """The players of a unit as they come to it, by seat. `standings` are those after 3.7; opponents count with one
    rating in slow games and with another in fast ones, abroad alone (3.9).
    """

    unit: Unit
    edition: FinnishEdition
    boards: Boards
    standings: Sequence[Standing]
    steps: Mapping[int, Change]
    omitted: Mapping[int, Unrated]
    slow: Opponents
    fast: Opponents

    def seconds(self, seat: int) -> list[int]:
        """Return the time of each of the player's games."""
        games = self.unit.games
        return [games.time(at) for at in self.boards.games[seat]]

    def met(self, seat: int) -> list[int]:
        """Return the ratings that the player's opponents count with, game by game."""
        return self.of_opponents(seat, self.slow.numbers, self.fast.numbers)

    def of_opponents(self, seat: int, slow: Sequence[int], fast: Sequence[int]) -> list[int]:
        """Return what slow and fast games have of each opponent, game by game."""
        opponents = self.boards.opponents[seat]
        if slow is fast:
            return [slow[opponent] for opponent in opponents]
        return [
            (fast if seconds < FAST_SECONDS else slow)[opponent]
            for opponent, seconds in zip(opponents, self.seconds(seat), strict=True)
        ]

    def signs(self) -> tuple[list[int], list[int]]:
        """Return what everybody counts with in slow and in fast games, told apart by what it rests on."""
        slow = self.slow.signs()
        return slow, slow if self.fast is self.slow else self.fast.signs()

    def parted(self) -> tuple[list[int], list[int]]:
        """Return the seats of new and of established players, without those who are not rated in the unit."""
        new: list[int] = []
        established: list[int] = []
        for seat, standing in enumerate(self.standings):
            if seat not in self.omitted:
                (new if is_new(standing, self.edition) else established).append(seat)
        return new, established

    # 3.4: "Mikäli kilpailussa on yksi tai useampi uusi pelaaja, lasketaan heille ensin uudet vahvuusluvut ja käytetään
    # niitä pelaajien vanhoina vahvuuslukuina vakiintuneiden pelaajien seloja laskettaessa."
    def meet_the_new(self, first_ratings: "Mapping[int, FirstRating]") -> None:
        """Let everybody meet new players with their new ratings from now on."""
        for seat, first in first_ratings.items():
            self.slow.meet(seat, first.after, "new-3.4")
            self.fast.meet(seat, first.after, "new-3.4")


# 3.6: "Uuden pelaajan kohdatessa toisen uuden pelaajan käytetään laskennassa tämän vanhaa vahvuuslukua. Mikäli
# sellaista ei ole, katsotaan luvuksi" 1325, 1425 or 1525, by the age group of the tournament. 3.8: "Pelaajan kohdatessa
# suomalaisen pelaajan ulkomaisessa kilpailussa käytetään vastustajan vahvuuslukuna seloa".
def field_of(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> Field:
    """Return the players of a unit with the ratings that everybody counts with before it."""
    header = unit.header
    assert header is not None
    default = edition.unrated[header.age_group]
    if header.domestic:
        steps = elo_steps(unit, before, people, edition)
        standings = [steps[seat].standing if seat in steps else standing for seat, standing in enumerate(before)]
        opponents = Opponents.at_home(standings, steps, default)
        return Field(unit, edition, boards(unit.games), standings, steps, {}, opponents, opponents)
    slow, fast = Opponents.at_home(before, {}, default), Opponents.at_home(before, {}, default)
    for (seat, is_fast), (number, basis) in foreign_ratings(unit, before, people).items():
        (fast if is_fast else slow).meet(seat, number, basis)
    return Field(unit, edition, boards(unit.games), before, {}, omitted(unit, before, people), slow, fast)


# 7.3: Rn = mean of the Ri + 400 (W/N - 1/2) + N/10, in whole numbers: (10 S + 4000 W - 2000 N + N^2) / 10 N.
def new_number(opponents: int, half_points: int, games: int, bonus: int) -> tuple[int, int]:
    """Return a new player's rating before rounding, as numerator and denominator; `bonus` in tenths a game."""
    return 10 * opponents + 2000 * half_points - 2000 * games + bonus * games * games, 10 * games


# 3.3: "Mikäli pelaajan aiempien pelien yksittäisiä tuloksia ei tunneta, katsotaan niiden olleen tasapelejä Ro-tasoisia
# pelaajia vastaan." Before 2023 that was so for all earlier games.
def carried_into(standing: Standing, edition: FinnishEdition) -> tuple[int, int, int]:
    """Return the earlier games, the sum of their opponents' ratings and their half points."""
    if edition.carries_games:
        return (standing.games, *sums(standing))
    return standing.games, (standing.rating or 0) * standing.games, standing.games


class FirstRating(NamedTuple):
    """A new player's games by 7.3: the opponents' ratings, what was carried in, and the rating from all of them."""

    numbers: list[int]
    carried: tuple[int, int, int]
    games: int  # of the whole career
    after: int
    standing: Standing


# 3.3: "Uuden pelaajan selo lasketaan kohdassa 7.3 esitetyllä kaavalla. Kaavassa huomioidaan kilpailussa pelattujen
# pelien lisäksi kaikki pelaajan aiemminkin pelaamat selokelpoiset pelit." 3.5: rounded once.
def first_rating(field: Field, seat: int) -> FirstRating:
    standing, edition = field.standings[seat], field.edition
    numbers = field.met(seat)
    met, made = sum(numbers), sum(field.boards.points[seat])
    carried_games, carried_numbers, carried_points = carried = carried_into(standing, edition)
    games = carried_games + len(numbers)
    after = half_up(*new_number(carried_numbers + met, carried_points + made, games, edition.bonus_new))
    old_met, old_made = sums(standing)
    kept = selo_standing(after, games, old_met + met, old_made + made, step_day(standing), edition)
    return FirstRating(numbers, carried, games, after, kept)


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths of a point.
def gain(coefficient: int, half_points: int, expected: int, bonus: int) -> int:
    """Return what one game is worth. `coefficient` is Kr Kt, `bonus` in tenths a game."""
    return coefficient * (50 * half_points - expected) + 1000 * bonus


# 3.5: "Pelaajan uusi vahvuusluku pyöristetään lähimpään kokonaislukuun. Mikäli uusi vahvuusluku on täsmälleen kahden
# kokonaisluvun puolivälissä, pyöristetään luku ylöspäin."
def value_after(rating: int, gained: int) -> int:
    return rating + (gained + 5_000) // 10_000


class GameByGame(NamedTuple):
    """An established player's games by 7.2, a place a game: the opponent's rating, the expected score and Kt in
    hundredths, and the rating after the game (5.3).
    """

    numbers: list[int]
    expected: list[int]
    kt: list[int]
    running: list[int]


# 3.2: "Vakiintuneen pelaajan selo lasketaan kohdassa 7.2 esitetyllä kaavalla."
def game_by_game(field: Field, seat: int) -> GameByGame:
    edition, games = field.edition, field.unit.games
    rating = field.standings[seat].rating
    assert rating is not None
    numbers = field.met(seat)
    expectation_of = expectation(edition.cap)
    expected = [expectation_of[rating - number] for number in numbers]
    kr = rating_coefficient(rating, edition.kr)
    if games.times:
        kt = [time_coefficient(seconds, rating, edition.fast_high, edition.kt) for seconds in field.seconds(seat)]
    else:
        kt = [time_coefficient(games.seconds, rating, edition.fast_high, edition.kt)] * len(numbers)
    coefficients = [kr * k for k in kt]
    gains = map(gain, coefficients, field.boards.points[seat], expected, repeat(edition.bonus_established))
    running = [value_after(rating, gained) for gained in accumulate(gains)]
    return GameByGame(numbers, expected, kt, running)


def settled(after: int, standing: Standing, games: int, edition: FinnishEdition) -> Standing:
    """Return an established player's standing after a unit: 7.2 leaves no sums over the games."""
    return selo_standing(after, standing.games + games, 0, 0, step_day(standing), edition)


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition) -> list[Figure]:
    """Rate one unit by 3.2 to 3.9 and return what is kept of it."""
    field = field_of(unit, before, people, edition)
    players, normal = unit.games.players, normal_among(unit.games, list(map(len, field.boards.games)))
    kept = [figure_of(step) for step in field.steps.values()]
    new, established = field.parted()
    signs = field.signs()
    first_ratings = {seat: first_rating(field, seat) for seat in new}
    for seat, first in first_ratings.items():
        figure = Figure(
            player=players[seat],
            kind="unit",
            before=field.standings[seat].rating,
            after=first.after,
            best=first.after,
            best_game=None,
            established=first.games > edition.new_until,
            games=len(first.numbers),
            normal_games=normal[seat],
            half_points=sum(field.boards.points[seat]),
            expected=None,
            standing=first.standing,
            working=working_of([*first.carried, *field.of_opponents(seat, *signs)]),
        )
        kept.append(figure)
    field.meet_the_new(first_ratings)
    signs, names = field.signs(), unit.games.numbers()
    for seat in established:
        played, standing = game_by_game(field, seat), field.standings[seat]
        after, best = played.running[-1], max(played.running)
        first_at_best = played.running.index(best)
        figure = Figure(
            player=players[seat],
            kind="unit",
            before=standing.rating,
            after=after,
            best=best,
            best_game=names[field.boards.games[seat][first_at_best]],
            established=True,
            games=len(played.running),
            normal_games=normal[seat],
            half_points=sum(field.boards.points[seat]),
            expected=sum(played.expected),
            standing=settled(after, standing, len(played.running), edition),
            working=working_of(field.of_opponents(seat, *signs)),
        )
        kept.append(figure)
    return kept


def rate(unit: Unit, standings: Standings, people: People, edition: FinnishEdition, only: str | None = None) -> Rated:
    """Rate one unit by 3.2 to 3.9 with every term; only the player `only` if one is named."""
    players = unit.games.players
    before = [standings.get(player, NOBODY) for player in players]
    field = field_of(unit, before, [people.get(player) or Person(player) for player in players], edition)
    new, established = field.parted()
    first_ratings = {seat: first_rating(field, seat) for seat in new}
    changes = [newcomer(field, seat, first_ratings[seat]) for seat in new if only in (None, players[seat])]
    field.meet_the_new(first_ratings)
    changes += [regular(field, seat) for seat in established if only in (None, players[seat])]
    steps = [step for step in field.steps.values() if only in (None, step.player)]
    left_out = {players[seat]: why for seat, why in field.omitted.items()}
    return Rated([*sorted(steps, key=_player), *sorted(changes, key=_player)], left_out)


def _player(change: Change) -> str:
    return change.player


def newcomer(field: Field, seat: int, first: FirstRating) -> Change:
    """Return a new player's change with every term."""
    edition, unknown = field.edition, [None] * len(first.numbers)
    return unit_change(
        field.unit.games.players[seat],
        "7.3",
        field.standings[seat].rating,
        terms_of(field, seat, unknown, unknown),
        first.standing,
        established=first.games > edition.new_until,
        bonus=first.games * edition.bonus_new,
        carried=first.carried,
    )


def regular(field: Field, seat: int) -> Change:
    """Return an established player's change with every term."""
    edition, standing = field.edition, field.standings[seat]
    played = game_by_game(field, seat)
    assert standing.rating is not None
    terms = terms_of(field, seat, played.expected, played.kt)
    return unit_change(
        field.unit.games.players[seat],
        "7.2",
        standing.rating,
        terms,
        settled(played.running[-1], standing, len(terms), edition),
        expected=sum(played.expected),
        coefficient=rating_coefficient(standing.rating, edition.kr),
        bonus=len(terms) * edition.bonus_established,
        running=tuple(played.running),
    )


def terms_of(field: Field, seat: int, expected: Iterable[int | None], kt: Iterable[int | None]) -> list[Term]:
    """Return a player's games, with the opponents' ratings as they count now; what 7.3 does not ask for is None."""
    players, names = field.unit.games.players, field.unit.games.numbers()
    own, most = field.standings[seat].rating, field.edition.cap
    games, opponents_met, points = (column[seat] for column in field.boards)
    rows = zip(games, opponents_met, points, field.seconds(seat), expected, kt, strict=True)
    terms = []
    for at, opponent, half_points, seconds, share, k in rows:
        opponents = field.fast if seconds < FAST_SECONDS else field.slow
        number = opponents.numbers[opponent]
        term = Term(
            game=names[at],
            opponent=players[opponent],
            half_points=half_points,
            number=number,
            basis=opponents.basis(opponent),
            percent=share,
            capped=share == most and own is not None and percent(own - number) > most,
            kt=k,
            seconds=seconds,
        )
        terms.append(term)
    return terms
