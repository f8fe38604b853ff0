"""Make selection numbers by section 5: from the period, the two peaks and the best
reliable performance (performance.py).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import attrgetter

from rulebooks.base import (
    HOME,
    NORMAL_SECONDS,
    EditionOn,
    External,
    Peak,
    Person,
    Played,
    Selected,
)
from rulebooks.entries import Entry, WorkedEntry
from rulebooks.finland.editions import EDITIONS, FinnishEdition
from rulebooks.finland.performance import best_performance
from rulebooks.finland.standing import is_new


# 5.2: from the beginning of the year before to the day of selection.
def period(day: str) -> tuple[str, str]:
    """Return the first and the last day of the period of a day of selection, as
    YYYY-MM-DD.

        period("2026-03-15")  # ("2025-01-01", "2026-03-15")
    """
    return f"{int(day[:4]) - 1:04d}-01-01", day


# 5.3 with 5.8: the highest established value of the units that end in the period,
# running values included, and the established value the player had when it began (that
# one without tournament and game). Rulings make no peak (rules 1.7), but a ruled number
# is what a player has when a period begins after it.
def period_peak(
    history: Sequence[Entry], frm: str, to: str, edition: FinnishEdition | None = None
) -> Peak | None:
    """Return the peak in a period. `edition`: the one in force when the period began;
    without it 3.1 is asked as it stood at the entry's own day.

    None where no established value counts. `frm` and `to` are the first and the last
    day, YYYY-MM-DD. Of equal values the first stands.
    """
    before = [entry for entry in history if entry.on < frm]
    best: Peak | None = None
    if before:
        last = before[-1]
        if _is_established(last, edition):
            best = Peak(last.figure.after, frm, None, None)

    for entry in history:
        if entry.figure.established and frm <= entry.on <= to:
            peak = _peak_of(entry)
            if peak is not None and (best is None or peak.rating > best.rating):
                best = peak

    return best


def _is_established(entry: Entry, edition: FinnishEdition | None) -> bool:
    """Tell whether a player is established after an entry, as an edition has it."""
    figure = entry.figure
    if edition is None:
        return figure.established
    return not is_new(figure.standing, edition)


def _peak_of(entry: Entry) -> Peak | None:
    """Return the highest value of an entry; a ruling has none.

    It is that of the best moment in a unit, with its game.
    """
    figure = entry.figure
    if figure.kind == "opening":
        return Peak(figure.after, entry.on, None, None)
    if figure.kind == "unit":
        return Peak(figure.best, entry.on, entry.tournament, figure.best_game)
    return None


# 5.4: the highest FIDE standard rating published in the period; the first of equals.
def period_elo(external: Iterable[External], frm: str, to: str) -> External | None:
    """Return the highest standard rating by FIDE that is dated in the period.

    `external`: all that is known of the player's ratings from elsewhere; None where
    none is such.
    """
    published = []
    for rating in external:
        if rating.source == "fide-standard" and frm <= rating.on <= to:
            published.append(rating)
    return max(published, key=attrgetter("rating"), default=None)


# 5.6: the mean of the two largest factors, whole or exactly half.
def selection_number(factors: Iterable[int | None]) -> Fraction | None:
    """Return the number; None with fewer than two factors.

    The factors are peak selo, peak Elo and the best reliable performance, None for one
    that the player lacks.

        selection_number([2201, None, 2230])  # Fraction(4431, 2)
    """
    known = sorted(factor for factor in factors if factor is not None)
    if len(known) < 2:
        return None
    *_, second, largest = known
    return Fraction(largest + second, 2)


# 5.7: for the women's teams the period peak alone.
def women_selection_number(peak: Peak | None) -> int | None:
    """Return the rating of the peak; None without one."""
    return None if peak is None else peak.rating


class SeloSelection:
    """The selection of section 5 as a whole, for one player."""

    def period(self, day: str) -> tuple[str, str]:
        """Return the first and the last day of the period (5.2)."""
        return period(day)

    def select(
        self,
        before: Sequence[Entry],
        within: Sequence[WorkedEntry],
        person: Person,
        day: str,
        edition_on: EditionOn,
        women: bool,
    ) -> Selected:
        """Work out the number of 5.6, or for the women's teams 5.7. Selected are those
        who may represent Finland (2.2).

        `before`: the entries from before the period; `within`: those of it, with their
        terms; `day`: the day of selection, YYYY-MM-DD; `edition_on`: tells the edition
        of a day. The number is None where 5.6 has fewer than two factors or 5.7 no
        peak.
        """
        frm, to = period(day)
        edition = EDITIONS[edition_on(frm)]
        peak = period_peak([*before, *within], frm, to, edition)
        elo = period_elo(person.external, frm, to)
        run = best_performance(full_games(within, frm, to))
        eligible = person.federation(day) == HOME
        number: Fraction | int | None
        if women:
            number = women_selection_number(peak)
            eligible = eligible and person.sex == "f"
        else:
            factors = [factor.rating for factor in (peak, elo, run) if factor]
            number = selection_number(factors)

        return Selected(number, peak, elo, run, eligible)


# 5.5 with 7.8 and 5.8: the games at full coefficient, which is a time of 90 minutes or
# more, of the units that end in the period. A newcomer's games are among them, although
# Kt plays no part in their own rating.
def full_games(history: Sequence[WorkedEntry], frm: str, to: str) -> list[Played]:
    """Return those games in order, each with the opponent's rating as it counted and
    the half points made. `frm` and `to` are the first and the last day.
    """
    games = []
    for entry in history:
        if entry.figure.kind != "unit" or not frm <= entry.on <= to:
            continue
        for term in entry.change.terms:
            if term.seconds < NORMAL_SECONDS:
                continue
            game = Played(
                number=term.number,
                half_points=term.half_points,
                on=entry.on,
                tournament=entry.tournament,
                game=term.game,
            )
            games.append(game)

    return games
