"""Section 5: selection numbers, from the period, the two peaks and the best reliable performance."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rulebooks.base import HOME, NORMAL_SECONDS, EditionOn, Entry, External, Peak, Person, Played, Selected
from rulebooks.finland.honours.best_run import best_performance
from rulebooks.finland.honours.titles import moments
from rulebooks.finland.standing import is_new
from rulebooks.finland.tables import EDITIONS, FinnishEdition


# 5.2: from the beginning of the year before to the day of selection.
def period(day: str) -> tuple[str, str]:
    return f"{int(day[:4]) - 1:04d}-01-01", day


# 5.3 with 5.8: the highest established value of the units that end in the period, running values included, and the
# established value the player had when it began (that one without tournament and game). Rulings make no peak (rules
# 1.7), but a ruled number is what a player has when a period begins after it.
def period_peak(history: Sequence[Entry], frm: str, to: str, edition: FinnishEdition | None = None) -> Peak | None:
    """`edition`: the one in force when the period began; without it 3.1 is asked as it stood at the entry's own day."""
    before = [entry for entry in history if entry.on < frm]
    best = Peak(before[-1].change.after, frm, None, None) if before and _established(before[-1], edition) else None
    for entry in history:
        if not frm <= entry.on <= to:
            continue
        if entry.change.kind == "opening" and entry.change.established:
            best = _higher(best, Peak(entry.change.after, entry.on, None, None))
        if best is not None and entry.change.best <= best.rating:
            continue  # nothing to see in the games
        for value, _, game in moments(entry):
            best = _higher(best, Peak(value, entry.on, entry.tournament, game))
    return best


def _established(entry: Entry, edition: FinnishEdition | None) -> bool:
    return entry.change.established if edition is None else not is_new(entry.change.standing, edition)


def _higher(best: Peak | None, other: Peak) -> Peak:
    return other if best is None or other.rating > best.rating else best


# 5.4: the highest FIDE standard rating published in the period; the first of equals.
def period_elo(external: Iterable[External], frm: str, to: str) -> External | None:
    published = [e for e in external if e.source == "fide-standard" and frm <= e.on <= to]
    return max(published, key=lambda e: e.rating, default=None)


# 5.6: the mean of the two largest factors, whole or exactly half.
def selection_number(factors: Iterable[int | None]) -> Fraction | None:
    known = sorted(factor for factor in factors if factor is not None)
    return Fraction(known[-1] + known[-2], 2) if len(known) >= 2 else None


# 5.7: for the women's teams the period peak alone.
def women_selection_number(peak: Peak | None) -> int | None:
    return None if peak is None else peak.rating


class SeloSelection:
    """Section 5 as a whole, for one player."""

    def period(self, day: str) -> tuple[str, str]:
        return period(day)

    def select(
        self, history: Sequence[Entry], person: Person, day: str, edition_on: EditionOn, women: bool
    ) -> Selected:
        """5.6, or for the women's teams 5.7. Selected are those who may represent Finland (2.2)."""
        frm, to = period(day)
        peak = period_peak(history, frm, to, EDITIONS[edition_on(frm)])
        elo = period_elo(person.external, frm, to)
        run = best_performance(full_games(history, frm, to))
        factors = (peak.rating if peak else None, elo.rating if elo else None, run.rating if run else None)
        number = women_selection_number(peak) if women else selection_number(factors)
        eligible = person.federation(day) == HOME and (not women or person.sex == "f")
        return Selected(number, peak, elo, run, eligible)


# 5.5 with 7.8 and 5.8: the games at full coefficient, which is a time of 90 minutes or more, of the units that end in
# the period. A newcomer's games are among them, although Kt plays no part in their own rating.
def full_games(history: Sequence[Entry], frm: str, to: str) -> list[Played]:
    return [
        Played(term.number, term.half_points, entry.on, entry.tournament, term.game)
        for entry in history
        if entry.change.kind == "unit" and frm <= entry.on <= to
        for term in entry.change.terms
        if term.seconds >= NORMAL_SECONDS
    ]
