"""An entry of elo-uscf on paper: where K comes from, then the sum of every logistic system."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.base import Entry
from rulebooks.logistic.curve import START
from rulebooks.logistic.sheet import LogisticTerms, logistic_sheet
from rulebooks.sheets.figures import shown, text
from rulebooks.sheets.plain import PlainSheet, given_sheet
from rulebooks.sheets.terms import CarriedTerms
from rulebooks.uscf.rating import EDITIONS, FORMULA_UNTIL, GAMES_AT_MOST, class_of, effective_games, k_factor


@dataclass(frozen=True, kw_only=True)
class UscfTerms(LogisticTerms):
    """Also the number of games that K goes by, and the class of the new rating."""

    effective_games: str
    class_name: str | None


def explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> PlainSheet:
    change, edition = entry.change, EDITIONS[entry.edition]
    name = names.get(change.player, change.player)
    if not change.terms or change.carried is None:
        return given_sheet(entry, name, edition.source, reason)
    rating, earlier, games = START if change.before is None else change.before, change.carried[0], len(change.terms)
    effective, k = effective_games(rating, earlier), k_factor(rating, earlier, games)
    steps = [
        _effective(rating, earlier, text(effective)),
        f"K = 800 / ({text(effective)} + {games}) = {shown(k)} (2.3)",
    ]
    if (class_name := class_of(change.after)) is not None:
        steps.append(f"class: {class_name} (2.3)")
    carried = CarriedTerms(games=earlier, text=f"{earlier} games before (counted up to 50)")
    terms = UscfTerms(start=rating, k=text(k), effective_games=text(effective), class_name=class_name)
    return logistic_sheet(entry, name, names, edition.source, k, steps, ("2.3", "3.1"), terms, carried)


def _effective(rating: int, earlier: int, effective: str) -> str:
    if effective == str(earlier):
        return f"Ne {effective}: the games before, at most {GAMES_AT_MOST} (2.3)"
    return f"Ne {effective}: less than the games before ({earlier}), as {rating} is at most {FORMULA_UNTIL} (2.3)"
