"""Rate a tournament by formulas I, II and III: unrated players, juniors, everybody
else.

Uregistrerte spillere: first ratings, the cycle until it rests, the mean of an
all-play-all. Then maybe II. Uetablerte spillere med ratingtall: 6 to 29 games.
Etablerte spillere, and what Deflasjonsproblemer does to their K.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import filterfalse
from operator import attrgetter
from typing import NamedTuple

from rulebooks.base import Change, Term
from rulebooks.norway.standing import (
    Encounter,
    EventFacts,
    NumberOf,
    PlayerRead,
    change_of,
    is_established,
    is_unrated,
    limited_terms,
    numbers,
)
from rulebooks.norway.tables import (
    DOUBLE_OVER,
    DOUBLE_UNTIL,
    difference,
    established_number,
    expected_score,
    k_of,
    percentage,
    performance,
    rounded_mean,
    unestablished_number,
)
from rulebooks.numbers import half_up, half_up_float


def rate_unestablished(
    entrant: PlayerRead, event: EventFacts, number_of: NumberOf
) -> Change:
    """Rate by formula I from opponents within 350, which gives R1; then take whichever
    of the two.
    """
    assert entrant.rating is not None
    terms = limited_terms(entrant, number_of)
    reached = performance(numbers(terms), entrant.half_points)
    number = unestablished_number(entrant.rating, entrant.games, reached, len(terms))
    formula = "IIa" if reached < entrant.rating else "IIb"
    return change_of(entrant, event, formula, {"n": str(entrant.games)}, number, terms)


Numbers = dict[str, int]


class Cycle(NamedTuple):
    """The cycle of the unrated: their ratings by id, round by round, and those of all
    opponents in each player's last round.

    `circle`: how many states come back for ever, 0 when nothing moves in the end;
    `final` are then their means.
    """

    rounds: tuple[Numbers, ...]
    met: dict[str, tuple[int, ...]]
    circle: int
    final: Numbers


def rate_unrated(field: Sequence[PlayerRead], event: EventFacts) -> dict[str, Change]:
    """Rate all players with at most five games, without those whom no chain of
    opponents links to a rating. Returns the changes by player.
    """
    unrated = sorted(filter(is_unrated, field), key=attrgetter("id"))
    rated = _ratings(filterfalse(is_unrated, field))
    changes = {}
    if len(unrated) > 1 and rated and is_all_play_all(field):
        for entrant in unrated:
            changes[entrant.id] = _change_by_mean(entrant, field, event)
        return changes

    settled = cycle(unrated, rated)
    for entrant in unrated:
        if entrant.id in settled.met:
            changes[entrant.id] = _change_by_opponents(entrant, settled, rated, event)
    return changes


def _ratings(entrants: Iterable[PlayerRead]) -> dict[str, int]:
    """Return the ratings of those who have one, by player."""
    ratings = {}
    for entrant in entrants:
        if entrant.rating is not None:
            ratings[entrant.id] = entrant.rating
    return ratings


# Monradturneringer: "hans første tall i beregningen" is the mean of the opponents who
# have one, with the percentage of all their games; "setter vi de tallene vi nå har
# funnet inn i tabellen og beregner alle på nytt" (the numbers found enter the table,
# and all are computed anew). "konvergere mot tall som til slutt holder seg i ro": it
# goes on until the numbers rest, however many rounds that takes (rules 2).
def cycle(unrated: Sequence[PlayerRead], rated: Mapping[str, int]) -> Cycle:
    """Rate the unrated in the order given, each with the newest ratings of the others,
    until nothing moves or a state comes back.
    """
    first, met = _first_numbers(unrated, rated)
    members = [entrant for entrant in unrated if entrant.id in first]
    rounds = [first]
    # the states that were there, each with the round in which it was first
    first_round = {tuple(first.values()): 0}
    while True:
        newest = len(rounds)
        current = dict(rounds[-1])
        for entrant in members:
            ratings = _newest_ratings(entrant, rated, current)
            met[entrant.id] = ratings
            current[entrant.id] = performance(ratings, entrant.half_points)

        rounds.append(current)
        # ratings are whole and bounded, so a state comes back sooner or later; the one
        # before it is rest
        state = tuple(current.values())
        circle = newest - first_round.setdefault(state, newest)
        if circle == 1:
            return Cycle(tuple(rounds), met, 0, current)
        if circle:
            return _mean_of_circle(rounds, circle, members, rated)


def _mean_of_circle(
    rounds: Sequence[Numbers],
    circle: int,
    members: Sequence[PlayerRead],
    rated: Mapping[str, int],
) -> Cycle:
    """Settle a circle of states that repeat without end by their mean: none of its
    states is better than another (rules 2).
    """
    states = rounds[-circle:]
    final = {}
    for player in rounds[-1]:
        total = sum(state[player] for state in states)
        final[player] = half_up(total, circle)
    met = {entrant.id: _newest_ratings(entrant, rated, final) for entrant in members}
    return Cycle(tuple(rounds), met, circle, final)


def _first_numbers(
    unrated: Sequence[PlayerRead], rated: Mapping[str, int]
) -> tuple[Numbers, dict[str, tuple[int, ...]]]:
    """Return first ratings against rated opponents; a player who met none of them waits
    until an opponent has a first rating.
    """
    first: Numbers = {}
    while True:
        known = {**rated, **first}
        added: Numbers = {}
        for entrant in unrated:
            if entrant.id in first:
                continue
            opponents = [seat.opponent for seat in entrant.seats]
            ratings = [known[opponent] for opponent in opponents if opponent in known]
            if ratings:
                apart = difference(_percent(entrant))
                added[entrant.id] = rounded_mean(ratings) + apart
        if not added:
            return first, {}
        first.update(added)


def _newest_ratings(
    entrant: PlayerRead, rated: Mapping[str, int], current: Numbers
) -> tuple[int, ...]:
    """Return the newest ratings of a player's opponents, game by game."""
    newest = []
    for seat in entrant.seats:
        opponent = seat.opponent
        ratings = rated if opponent in rated else current
        newest.append(ratings[opponent])
    return tuple(newest)


def _percent(entrant: PlayerRead) -> Fraction:
    return percentage(entrant.half_points, len(entrant.seats))


def _change_by_opponents(
    entrant: PlayerRead, settled: Cycle, rated: Mapping[str, int], event: EventFacts
) -> Change:
    way = "circle" if settled.circle else "cycle"
    rows = []
    for seat, number in zip(entrant.seats, settled.met[entrant.id], strict=True):
        how = "old" if seat.opponent in rated else way
        rows.append(_term(seat, number, how))

    terms = tuple(rows)
    if all(seat.opponent in rated for seat in entrant.seats):
        return _finished_change(entrant, event, terms, {"how": "alone"})

    detail = {
        "how": "cycle",
        "rounds": str(len(settled.rounds)),
        "drift": _drift(settled),
    }
    if settled.circle:
        detail |= {
            "circle": str(settled.circle),
            "reached": str(settled.final[entrant.id]),
        }

    return _finished_change(entrant, event, terms, detail)


# "bør man holde et øye med gjennomsnittet for de uratede så man ikke får drift i
# systemet" (keep an eye on the mean of the unrated): shown, for the office to judge;
# the text gives no limit.
def _drift(settled: Cycle) -> str:
    """Note how many were unrated, and their mean before the first round and after the
    last.
    """
    means = (
        half_up(sum(numbers.values()), len(numbers))
        for numbers in (settled.rounds[0], settled.final)
    )
    return " ".join(map(str, (len(settled.final), *means)))


def _term(seat: Encounter, number: int, basis: str) -> Term:
    return Term(
        seat.game, seat.opponent, seat.half_points, number, basis, seconds=seat.seconds
    )


# "Først beregnes turneringens gjennomsnitt på grunnlag av de forhåndsratede tall,
# korrigert med størrelsen D avhengig av deres totale score." (first the mean of the
# tournament, from the rated players and their total score)
def tournament_mean(rated_mean: int, half_points: int, games: int) -> int:
    return rated_mean - difference(percentage(half_points, games))


def _change_by_mean(
    entrant: PlayerRead, field: Sequence[PlayerRead], event: EventFacts
) -> Change:
    """Rate a player "på bakgrunn av turneringens nå kjente gjennomsnittsstyrke": every
    opponent counts as the tournament's mean.
    """
    ratings: list[int] = []
    half_points = games = 0
    for other in field:
        if is_unrated(other):
            continue
        half_points += other.half_points
        games += len(other.seats)
        if other.rating is not None:
            ratings.append(other.rating)

    mean = tournament_mean(rounded_mean(ratings), half_points, games)
    terms = tuple(_term(seat, mean, "mean") for seat in entrant.seats)
    carried = (len(ratings), sum(ratings), half_points)
    return _finished_change(entrant, event, terms, {"how": "mean"}, carried)


# "For Berger-turneringer, uten for mange W.O., kan man nøye seg med en enkel
# prosedyre." (a simple procedure is enough)
def is_all_play_all(field: Sequence[PlayerRead]) -> bool:
    """Tell whether every player met every other, equally often."""
    everybody = {entrant.id for entrant in field}
    times: set[int] = set()
    for entrant in field:
        met = Counter(seat.opponent for seat in entrant.seats)
        times.update(met.values())
        others = everybody - {entrant.id}
        if set(met) != others:
            return False
    return len(times) == 1


# "eventuelt putte denne inn i formel II dersom spilleren har registrert fra 1-5
# partier" (into formula II, with 1 to 5 games before): "formel I eller IIa/IIb", IIa
# for going down and IIb for going up like everybody else.
def _finished_change(
    entrant: PlayerRead,
    event: EventFacts,
    terms: tuple[Term, ...],
    detail: Mapping[str, str],
    carried: tuple[int, int, int] | None = None,
) -> Change:
    if "reached" in detail:
        number = int(detail["reached"])
    else:
        number = performance(numbers(terms), entrant.half_points)
    name = "I"
    if entrant.games and entrant.rating is not None:
        name = "I+IIa" if number < entrant.rating else "I+IIb"
        number = unestablished_number(entrant.rating, entrant.games, number, len(terms))
    return change_of(
        entrant,
        event,
        name,
        {"n": str(entrant.games), **detail},
        number,
        terms,
        carried=carried,
    )


# the curve has no exact value; millionths decide, as in rulebooks/numbers.py
DIGITS = 6


class Weight(NamedTuple):
    """A player's K, and whether it was halved or doubled."""

    k: Fraction
    factor: str = "once"


# Deflasjonsproblemer: "rene juniorturneringer ... spillere som har ratingtilbakegang
# får en koeffisient som er halvparten"; "dobbelt så høy koeffisient til juniorspillere
# med rating inntil 1500, og som gjør en ratingprestasjon mer enn 20% over forventet
# score i en nasjonal norsk turnering" (in a tournament of juniors only, half K for
# whoever falls; double K for juniors up to 1500 who score over 20 % more than expected
# in a national tournament).
def weight(
    entrant: PlayerRead, event: EventFacts, surplus: float, games: int, all_young: bool
) -> Weight:
    """Return a player's K. `surplus` is O - F, the points above what was expected."""
    k = k_of(event.category, entrant.class_name, event.k)
    if entrant.class_name != "B":
        return Weight(k)
    if all_young and round(surplus, DIGITS) < 0:
        return Weight(k / 2, "half")
    low = entrant.rating is not None and entrant.rating <= DOUBLE_UNTIL
    if (
        low
        and event.national
        and round(100 * surplus - DOUBLE_OVER * games, DIGITS) > 0
    ):
        return Weight(2 * k, "double")
    return Weight(k)


def rate_established(
    entrant: PlayerRead, event: EventFacts, number_of: NumberOf, all_young: bool
) -> Change:
    assert entrant.rating is not None
    terms = limited_terms(entrant, number_of)
    opponents = numbers(terms)
    expected = expected_score(entrant.rating, opponents)
    k, factor = weight(
        entrant, event, entrant.half_points / 2 - expected, len(opponents), all_young
    )
    number = established_number(entrant.rating, k, entrant.half_points, opponents)
    detail = {
        "category": event.category,
        "class": entrant.class_name,
        "k": str(k),
        "factor": factor,
    }
    return change_of(
        entrant,
        event,
        "III",
        detail,
        number,
        terms,
        expected=half_up_float(100 * expected),
        coefficient=int(k) if k.denominator == 1 else None,
    )


# "beregne alle juniorer (gruppe B ovenfor) først. Juniorenes rating etter turneringen
# anvendes som grunnlag for beregningen av seniorene." "Hvis juniorer spiller mot
# hverandre brukes de «gamle» tallene ved utregningene." (juniors first, against each
# other with their old ratings; the others meet the juniors' new ones)
def rate(field: Sequence[PlayerRead], event: EventFacts) -> dict[str, Change]:
    """Return every player's change. An unrated player whose opponents lead to no rating
    has none.
    """
    # juniors by age: having been over 2100 matters only "når hans eget tall beregnes",
    # for the player's own rating
    all_young = all(entrant.young for entrant in field)
    rated = [entrant for entrant in field if not is_unrated(entrant)]
    old = _ratings(rated)

    # first the unrated
    changes = rate_unrated(field, event)
    newest = {player: (change.after, "new") for player, change in changes.items()}

    # then the juniors, against the new ratings of the unrated
    against = _numbers(old, newest)
    young = {}
    for entrant in rated:
        if entrant.class_name == "B":
            young[entrant.id] = _rated_player_change(entrant, event, against, all_young)
    changes |= young
    juniors = {player: (change.after, "junior") for player, change in young.items()}

    # then all others, against the new ratings of both
    against = _numbers(old, newest | juniors)
    for entrant in rated:
        if entrant.id not in young:
            changes[entrant.id] = _rated_player_change(
                entrant, event, against, all_young
            )
    return changes


def _numbers(old: Mapping[str, int], newest: Mapping[str, tuple[int, str]]) -> NumberOf:
    """Return a function that gives each player's number and what it rests on: the
    newest, or else the old one.
    """

    def number_of(player: str) -> tuple[int, str]:
        if player in newest:
            return newest[player]
        return old[player], "old"

    return number_of


def _rated_player_change(
    entrant: PlayerRead, event: EventFacts, number_of: NumberOf, all_young: bool
) -> Change:
    if is_established(entrant):
        return rate_established(entrant, event, number_of, all_young)
    return rate_unestablished(entrant, event, number_of)
