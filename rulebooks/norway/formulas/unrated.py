"""Uregistrerte spillere: first ratings, the cycle until it rests, the mean of an all-play-all. Then maybe II."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import Change, Term
from rulebooks.norway.formulas.entrants import Encounter, Entrant, Event, changed, is_unrated, numbers
from rulebooks.norway.formulas.performance import difference, percentage, performance, rounded_mean
from rulebooks.norway.formulas.unestablished import new_number
from rulebooks.numbers import half_up

Numbers = dict[str, int]


class Cycle(NamedTuple):
    """The ratings of the unrated by id, round by round, and those of all opponents in each player's last round.

    `circle`: how many states come back for ever, 0 when nothing moves in the end; `final` are then their means.
    """

    rounds: tuple[Numbers, ...]
    met: dict[str, tuple[int, ...]]
    circle: int
    final: Numbers


def rate(field: Sequence[Entrant], event: Event) -> dict[str, Change]:
    """All players with at most five games. Those whom no chain of opponents links to a rating are not in the answer."""
    unrated = sorted((entrant for entrant in field if is_unrated(entrant)), key=lambda entrant: entrant.id)
    rated = {e.id: e.rating for e in field if not is_unrated(e) and e.rating is not None}
    if len(unrated) > 1 and rated and is_all_play_all(field):
        return {entrant.id: _by_mean(entrant, field, event) for entrant in unrated}
    settled = cycle(unrated, rated)
    return {e.id: _by_opponents(e, settled, rated, event) for e in unrated if e.id in settled.met}


# Monradturneringer: "hans første tall i beregningen" is the mean of the opponents who have one, with the percentage of
# all their games; "setter vi de tallene vi nå har funnet inn i tabellen og beregner alle på nytt" (the numbers found
# enter the table, and all are computed anew). "konvergere mot tall som til slutt holder seg i ro": it goes on until the
# numbers rest, however many rounds that takes (rules 2).
def cycle(unrated: Sequence[Entrant], rated: Mapping[str, int]) -> Cycle:
    """In the order given, each with the newest ratings of the others, until nothing moves or a state comes back."""
    first, met = _first_numbers(unrated, rated)
    members = [entrant for entrant in unrated if entrant.id in first]
    rounds, seen = [first], {tuple(first.values()): 0}
    while True:
        current = dict(rounds[-1])
        for entrant in members:
            met[entrant.id] = tuple(_newest(seat.opponent, rated, current) for seat in entrant.seats)
            current[entrant.id] = performance(met[entrant.id], entrant.half_points)
        rounds.append(current)
        # ratings are whole and bounded, so a state comes back sooner or later; the one before it is rest
        circle = len(rounds) - 1 - seen.setdefault(tuple(current.values()), len(rounds) - 1)
        if circle == 1:
            return Cycle(tuple(rounds), met, 0, current)
        if circle:
            return _mean_of_circle(rounds, circle, members, rated)


def _mean_of_circle(
    rounds: Sequence[Numbers], circle: int, members: Sequence[Entrant], rated: Mapping[str, int]
) -> Cycle:
    """The same states for ever: nobody's turn in them is better than another, so their mean counts (rules 2)."""
    states = rounds[-circle:]
    final = {player: half_up(sum(state[player] for state in states), circle) for player in rounds[-1]}
    met = {e.id: tuple(_newest(seat.opponent, rated, final) for seat in e.seats) for e in members}
    return Cycle(tuple(rounds), met, circle, final)


def _first_numbers(unrated: Sequence[Entrant], rated: Mapping[str, int]) -> tuple[Numbers, dict[str, tuple[int, ...]]]:
    """Against rated opponents; whoever met none of them waits until an opponent has a first rating."""
    first: Numbers = {}
    while True:
        known = {**rated, **first}
        added: Numbers = {}
        for entrant in unrated:
            reached = [known[seat.opponent] for seat in entrant.seats if seat.opponent in known]
            if reached and entrant.id not in first:
                added[entrant.id] = rounded_mean(reached) + difference(_percent(entrant))
        if not added:
            return first, {}
        first.update(added)


def _newest(player: str, rated: Mapping[str, int], current: Numbers) -> int:
    return rated[player] if player in rated else current[player]


def _percent(entrant: Entrant) -> Fraction:
    return percentage(entrant.half_points, len(entrant.seats))


def _by_opponents(entrant: Entrant, settled: Cycle, rated: Mapping[str, int], event: Event) -> Change:
    terms = tuple(
        _term(seat, number, "old" if seat.opponent in rated else "circle" if settled.circle else "cycle")
        for seat, number in zip(entrant.seats, settled.met[entrant.id], strict=True)
    )
    if all(seat.opponent in rated for seat in entrant.seats):
        return _finished(entrant, event, terms, {"how": "alone"})
    detail = {"how": "cycle", "rounds": str(len(settled.rounds)), "drift": _drift(settled)}
    if settled.circle:
        detail |= {"circle": str(settled.circle), "reached": str(settled.final[entrant.id])}
    return _finished(entrant, event, terms, detail)


# "bør man holde et øye med gjennomsnittet for de uratede så man ikke får drift i systemet" (keep an eye on the mean of
# the unrated): shown, for the office to judge; the text gives no limit.
def _drift(settled: Cycle) -> str:
    """How many were unrated, and their mean before the first round and after the last."""
    means = (half_up(sum(numbers.values()), len(numbers)) for numbers in (settled.rounds[0], settled.final))
    return " ".join(map(str, (len(settled.final), *means)))


def _term(seat: Encounter, number: int, basis: str) -> Term:
    return Term(seat.game, seat.opponent, seat.half_points, number, basis, seconds=seat.seconds)


# "Først beregnes turneringens gjennomsnitt på grunnlag av de forhåndsratede tall, korrigert med størrelsen D avhengig
# av deres totale score." (first the mean of the tournament, from the rated players and their total score)
def tournament_mean(rated_mean: int, half_points: int, games: int) -> int:
    return rated_mean - difference(percentage(half_points, games))


def _by_mean(entrant: Entrant, field: Sequence[Entrant], event: Event) -> Change:
    """På bakgrunn av turneringens nå kjente gjennomsnittsstyrke: every opponent counts as the tournament's mean."""
    known = [other for other in field if not is_unrated(other)]
    ratings = [other.rating for other in known if other.rating is not None]
    half_points, games = sum(other.half_points for other in known), sum(len(other.seats) for other in known)
    mean = tournament_mean(rounded_mean(ratings), half_points, games)
    terms = tuple(_term(seat, mean, "mean") for seat in entrant.seats)
    carried = (len(ratings), sum(ratings), half_points)
    return _finished(entrant, event, terms, {"how": "mean"}, carried)


# "For Berger-turneringer, uten for mange W.O., kan man nøye seg med en enkel prosedyre." (a simple procedure is enough)
def is_all_play_all(field: Sequence[Entrant]) -> bool:
    """Every player met every other, equally often."""
    everybody = {entrant.id for entrant in field}
    times: set[int] = set()
    for entrant in field:
        met = Counter(seat.opponent for seat in entrant.seats)
        times.update(met.values())
        if set(met) != everybody - {entrant.id}:
            return False
    return len(times) == 1


# "eventuelt putte denne inn i formel II dersom spilleren har registrert fra 1-5 partier" (into formula II, with 1 to 5
# games before): "formel I eller IIa/IIb", IIa for going down and IIb for going up like everybody else (revision 3).
def _finished(
    entrant: Entrant,
    event: Event,
    terms: tuple[Term, ...],
    detail: Mapping[str, str],
    carried: tuple[int, int, int] | None = None,
) -> Change:
    number = int(detail["reached"]) if "reached" in detail else performance(numbers(terms), entrant.half_points)
    name = "I"
    if entrant.games and entrant.rating is not None:
        name = "I+IIa" if number < entrant.rating else "I+IIb"
        number = new_number(entrant.rating, entrant.games, number, len(terms))
    return changed(entrant, event, name, {"n": str(entrant.games), **detail}, number, terms, carried=carried)
