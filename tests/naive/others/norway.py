"""Norway's list: formulas I, II and III, from the text of Norges Sjakkforbund."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..formulas import rounded
from ..records import Document, Game
from .categories import category_of, counts
from .pages import HALF, Line, Pages, Unit, expectation, mean, score_of, together, walk

# The table of the text: percentage -> difference, from 50 up.
TABLE = [
    0,
    7,
    14,
    21,
    29,
    36,
    43,
    50,
    57,
    65,
    72,
    80,
    87,
    95,
    102,
    110,
    117,
    125,
    133,
    141,
    149,
    158,
]
TABLE += [
    166,
    175,
    184,
    193,
    202,
    211,
    220,
    230,
    240,
    251,
    262,
    273,
    284,
    296,
    309,
    322,
    336,
    351,
    366,
    383,
    401,
]

K = {
    "I": {"A": Fraction(20), "B": Fraction(40), "C": Fraction(30)},
    "II": {"A": Fraction(10), "B": Fraction(30), "C": Fraction(20)},
    "III": {"A": Fraction(15, 2), "B": Fraction(45, 2), "C": Fraction(15)},
    "IV": {"A": Fraction(5), "B": Fraction(15), "C": Fraction(10)},
    "V": {"A": Fraction(2), "B": Fraction(6), "C": Fraction(4)},
}
LOWEST = 400
LIMIT = 350
UNCERTAIN = 5
ESTABLISHED = 30
MOST_ROUNDS = 100_000  # as good as without an end


@dataclass
class Person:
    """What is known of a player."""

    rating: int | None = None
    games: int = 0
    highest: int = 0
    last_day: str = ""

    def on(self, day: str) -> Person:
        """The player as they begin to play on a day: without a number and games after
        five passive years.
        """
        if self.last_day and five_years_later(self.last_day) < day:
            return Person(None, 0, self.highest, self.last_day)
        return self

    def has_good_number(self) -> bool:
        """Somebody with 5 games or less counts as without a number."""
        return self.rating is not None and self.games > UNCERTAIN


def difference(percentage: Fraction) -> int:
    """D of a percentage: between two rows a straight line, rounded; above 92 +400,
    below 8 -400.
    """
    if percentage > 92:
        return 400
    if percentage < 8:
        return -400
    size = abs(percentage - 50)
    row = int(size)
    exact = Fraction(TABLE[row])
    if size != row:
        exact += (size - row) * (TABLE[row + 1] - TABLE[row])
    return rounded(exact if percentage >= 50 else -exact)


def formula_1(opponents: list[int], percentage: Fraction) -> int:
    """R = G + D, the mean rounded."""
    return rounded(mean(opponents)) + difference(percentage)


def formula_2a(n: int, own: int, m: int, performance: int) -> Fraction:
    """R = (n R0 + m R1) : (n + m)."""
    return Fraction(n * own + m * performance, n + m)


def formula_2(n: int, own: int, m: int, performance: int) -> Fraction:
    """IIa for going down, IIb for going up; going up with n less than m the earlier
    results are not looked at.
    """
    if performance < own:
        return formula_2a(n, own, m, performance)
    if n < m:
        return Fraction(performance)
    return Fraction((n - m) * own + m * performance, n)


def expected_share(own: int, opponents: list[int]) -> Fraction:
    """E from the unrounded mean of the opponents."""
    return expectation(Fraction(own), mean(opponents))


def limited(own: int, opponents: list[int]) -> list[int]:
    """No opponent counts as more than 350 higher or lower."""
    return [max(own - LIMIT, min(own + LIMIT, number)) for number in opponents]


def under_20(born: str | None, day: str) -> bool:
    """Not yet 20 on 1 January of the year of calculation; of a mere year hardly anybody
    is 20 on its first day.
    """
    if born is None or len(born) == 4:
        return born is not None and int(day[:4]) - int(born) <= 20
    return f"{int(born[:4]) + 20}{born[4:]}" > f"{day[:4]}-01-01"


def player_class(person: Person, born: str | None, day: str) -> str:
    """A from 2300; B juniors below 2100 who never had 2100; C the rest."""
    assert person.rating is not None
    if person.rating >= 2300:
        return "A"
    if under_20(born, day) and person.highest < 2100:
        return "B"
    return "C"


def percentage_of(player: str, games: list[Game]) -> Fraction:
    """Points in a hundred."""
    return 100 * score_of(player, games) / len(games)


def first_numbers(
    unit: Unit, rated: dict[str, int], fresh: list[str]
) -> dict[str, int]:
    """Performances of those without a number."""
    if len(fresh) > 1 and all_play_all(unit):
        return by_tournament_mean(unit, rated, fresh)
    found: dict[str, int] = {}
    while True:  # who met nobody with a number waits until an opponent has a first one
        layer: dict[str, int] = {}
        for player in fresh:
            mine = unit.games_of(player)
            reached = {**rated, **found}
            known = [
                reached[game.opponent(player)]
                for game in mine
                if game.opponent(player) in reached
            ]
            if known and player not in found:
                layer[player] = formula_1(known, percentage_of(player, mine))
        if not layer:
            break
        found.update(layer)
    states = [dict(found)]
    for _ in range(MOST_ROUNDS):  # on and on: until it rests, or the same comes again
        for player in [player for player in fresh if player in found]:
            mine = unit.games_of(player)
            newest = {**rated, **found}
            found[player] = formula_1(
                [newest[game.opponent(player)] for game in mine],
                percentage_of(player, mine),
            )
        if found in states:
            again = states[states.index(found) :]
            return {
                player: rounded(mean([state[player] for state in again]))
                for player in found
            }
        states.append(dict(found))
    return found


def all_play_all(unit: Unit) -> bool:
    """Everybody met everybody else equally often."""
    players = unit.players()
    meetings = []
    for one in players:
        for other in players:
            if one < other:
                meetings.append(
                    sum({one, other} == {game.white, game.black} for game in unit.games)
                )
    return len(set(meetings)) == 1


def by_tournament_mean(
    unit: Unit, rated: dict[str, int], fresh: list[str]
) -> dict[str, int]:
    """The mean of the rated less D of their score is the mean of the tournament; then
    formula I.
    """
    inside = [player for player in unit.players() if player in rated]
    if not inside:
        return {}
    score = sum(
        (score_of(player, unit.games_of(player)) for player in inside), Fraction(0)
    )
    count = sum(len(unit.games_of(player)) for player in inside)
    middle = rounded(mean([rated[player] for player in inside])) - difference(
        100 * score / count
    )
    return {
        player: middle + difference(percentage_of(player, unit.games_of(player)))
        for player in fresh
    }


def unestablished(
    person: Person, opponents: list[int], percentage: Fraction
) -> Fraction:
    """6 to 29 games: formula II with the performance against limited opponents."""
    assert person.rating is not None
    performance = formula_1(limited(person.rating, opponents), percentage)
    return formula_2(person.games, person.rating, len(opponents), performance)


def established(
    person: Person,
    opponents: list[int],
    score: Fraction,
    k: Fraction,
    junior: bool,
    only_juniors: bool,
    home: bool,
) -> Fraction:
    """30 games or more: R = R0 + K (O - F)."""
    assert person.rating is not None
    m = len(opponents)
    share = expected_share(person.rating, limited(person.rating, opponents))
    if junior and only_juniors and score < m * share:
        k = k * HALF
    if (
        junior
        and home
        and person.rating <= 1500
        and score / m - share > Fraction(20, 100)
    ):
        k = k * 2
    return person.rating + k * (score - m * share)


def rate(unit: Unit, people: dict[str, Person], book: Pages) -> dict[str, int]:
    """New numbers of everybody who gets one."""
    players = unit.players()
    category = category_of(book.headers[unit.tournament.id])
    assert category is not None
    rated = {
        player: people[player].rating or 0
        for player in players
        if people[player].has_good_number()
    }
    fresh = [player for player in players if player not in rated]
    new: dict[str, int] = {}
    for player, performance in first_numbers(unit, rated, fresh).items():
        person, m = people[player], len(unit.games_of(player))
        exact = Fraction(performance)
        if person.rating is not None and person.games > 0:
            exact = formula_2(person.games, person.rating, m, performance)
        new[player] = max(LOWEST, rounded(exact))
    only_juniors = all(
        under_20(book.births.get(player), unit.end) for player in players
    )
    classes = {
        player: player_class(people[player], book.births.get(player), unit.end)
        for player in rated
    }

    def computed(player: str, meeting: dict[str, int]) -> int:
        person, games = people[player], unit.games_of(player)
        opponents = [
            meeting[game.opponent(player)]
            for game in games
            if game.opponent(player) in meeting
        ]
        if person.games < ESTABLISHED:
            exact = unestablished(person, opponents, percentage_of(player, games))
        else:
            junior, home = classes[player] == "B", unit.tournament.domestic
            k = K[category][classes[player]]
            exact = established(
                person,
                opponents,
                score_of(player, games),
                k,
                junior,
                only_juniors,
                home,
            )
        return max(LOWEST, rounded(exact))

    first = {**rated, **new}
    juniors = {
        player: computed(player, first) for player in rated if classes[player] == "B"
    }
    second = {**first, **juniors}
    others = {
        player: computed(player, second) for player in rated if classes[player] != "B"
    }
    return {**new, **juniors, **others}


def norway_units(book: Pages) -> list[Unit]:
    """The tournament is the unit, whatever its days."""
    found = []
    for tournament in book.facts.tournaments:
        header = book.headers[tournament.id]
        games = [game for game in tournament.games if counts(game, tournament, header)]
        if games:
            found.append(together(tournament, games))
    return sorted(found, key=lambda unit: unit.key)


def five_years_later(day: str) -> str:
    """The same day five years on."""
    return f"{int(day[:4]) + 5:04}{day[4:]}"


def norway_lines(book: Pages) -> list[Line]:
    """The list elo-no."""
    people: dict[str, Person] = {}
    lines: list[Line] = []

    def opens(document: Document) -> None:
        player, count, on = document["player"], document["games"], document["on"]
        rating = max(LOWEST, document["rating"])  # ikke å tillate tall under 400
        lines.append(
            Line(player, "opening", None, on, None, rating, count, Fraction(0))
        )
        earlier = people.get(player, Person()).highest
        highest = max(earlier, document["rating"], document.get("peak") or 0)
        people[player] = Person(rating, count, highest, on)

    def rates(unit: Unit) -> None:
        present = {
            player: people.get(player, Person()).on(unit.start)
            for player in unit.players()
        }
        new = rate(unit, present, book)
        for player in unit.players():
            if player not in new:
                continue
            person, games, after = present[player], unit.games_of(player), new[player]
            score = score_of(player, games)
            lines.append(
                Line(
                    player,
                    "unit",
                    unit.name,
                    unit.end,
                    person.rating,
                    after,
                    len(games),
                    score,
                )
            )
            highest, last = max(person.highest, after), max(person.last_day, unit.end)
            people[player] = Person(after, person.games + len(games), highest, last)

    def rules(document: Document) -> None:
        player, day = document["player"], document["on"]
        person = people.get(player, Person()).on(day)
        after = document.get("rating")
        if after is None:
            if person.rating is None:
                return
            after = person.rating + document["delta"]
        after = max(LOWEST, after)
        lines.append(
            Line(player, "ruling", None, day, person.rating, after, 0, Fraction(0))
        )
        people[player] = Person(
            after, person.games, max(person.highest, after), person.last_day
        )

    walk(book, "elo-no", norway_units(book), opens, rates, rules)
    return lines
