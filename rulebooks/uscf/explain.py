"""An entry of elo-uscf on paper: where K comes from, then the sum of every logistic system."""

from collections.abc import Mapping
from dataclasses import dataclass

from messages import Message, counted, say
from rulebooks.base import Entry
from rulebooks.logistic.curve import START
from rulebooks.logistic.sheet import LogisticTerms, logistic_sheet
from rulebooks.sheets.figures import formula, shown, text
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
        formula(f"K = 800 / ({text(effective)} + {games}) = {shown(k)} (2.3)"),
    ]
    if (class_name := class_of(change.after)) is not None:
        steps.append(say("class: {name} (2.3)", name=class_name))
    carried = CarriedTerms(
        games=earlier,
        text=counted("{count} game before (counted up to 50)", "{count} games before (counted up to 50)", earlier),
    )
    terms = UscfTerms(start=rating, k=text(k), effective_games=text(effective), class_name=class_name)
    return logistic_sheet(entry, name, names, edition.source, k, steps, ("2.3", "3.1"), terms, carried)


def _effective(rating: int, earlier: int, effective: str) -> Message:
    if effective == str(earlier):
        return say("Ne {count}: the games before, at most {most} (2.3)", count=effective, most=GAMES_AT_MOST)
    return say(
        "Ne {count}: less than the games before ({games}), as {rating} is at most {limit} (2.3)",
        count=effective,
        games=earlier,
        rating=rating,
        limit=FORMULA_UNTIL,
    )
