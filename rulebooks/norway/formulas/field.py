"""The order of a calculation, over players and their scores: unrated players, juniors, everybody else."""

from collections.abc import Mapping, Sequence

from rulebooks.base import Change
from rulebooks.norway.formulas import established, unestablished, unrated
from rulebooks.norway.formulas.entrants import Entrant, Event, NumberOf, is_established, is_unrated


# "beregne alle juniorer (gruppe B ovenfor) først. Juniorenes rating etter turneringen anvendes som grunnlag for
# beregningen av seniorene." "Hvis juniorer spiller mot hverandre brukes de «gamle» tallene ved utregningene." (juniors
# first, against each other with their old ratings; the others meet the juniors' new ones)
def rate(field: Sequence[Entrant], event: Event) -> dict[str, Change]:
    """Every player's change. An unrated player whose opponents lead to no rating has none."""
    # juniors by age: having been over 2100 matters only "når hans eget tall beregnes", for the player's own rating
    all_young = all(entrant.young for entrant in field)
    changes = unrated.rate(field, event)
    rated = [entrant for entrant in field if not is_unrated(entrant)]
    old = {entrant.id: entrant.rating for entrant in rated if entrant.rating is not None}
    juniors = [entrant for entrant in rated if entrant.class_name == "B"]
    against = _numbers(old, {player: (change.after, "new") for player, change in changes.items()})
    young = {entrant.id: _rated(entrant, event, against, all_young) for entrant in juniors}
    changes |= young
    newest = {player: (change.after, "junior" if player in young else "new") for player, change in changes.items()}
    against = _numbers(old, newest)
    changes |= {e.id: _rated(e, event, against, all_young) for e in rated if e.id not in young}
    return changes


def _numbers(old: Mapping[str, int], newest: Mapping[str, tuple[int, str]]) -> NumberOf:
    return lambda player: newest[player] if player in newest else (old[player], "old")


def _rated(entrant: Entrant, event: Event, number_of: NumberOf, all_young: bool) -> Change:
    if is_established(entrant):
        return established.rate(entrant, event, number_of, all_young)
    return unestablished.rate(entrant, event, number_of)
