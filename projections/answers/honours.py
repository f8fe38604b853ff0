"""Titles of everybody, performances, selection numbers: questions for the committee."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ledger.errors import NotFound, Problem
from projections.answers import careers
from projections.answers.reading import Reading
from projections.replay.handlers import edition_on, person
from rulebooks import LISTS, rulebook
from rulebooks.base import Selected
from rulebooks.protocol import Selection
from rulebooks.rounding import half_up


def titles(reading: Reading, asked: str | None = None, earned_since: str | None = None) -> dict[str, Any]:
    """Every title and its state, of one player or of everybody."""
    players = [careers.who(reading, asked)] if asked is not None else _candidates(reading)
    names = careers.names(reading, players)
    rows = [
        {"player": player, "name": names.get(player), **row}
        for player in players
        for row in careers.titles(reading, player)
        if earned_since is None or (row["on"] >= earned_since and row["status"] != "no longer supported")
    ]
    return {"rows": rows, "basis": reading.basis().as_dict()}


def _candidates(reading: Reading) -> list[str]:
    """Who ever came near a title, was given one with an opening, or had one decided."""
    list_name = careers.titled_list(reading)
    found = reading.title_candidates(list_name, min(rule.rating for rule in rulebook(list_name).title_rules))
    decided = {reading.timeline.resolve(player) for player in reading.index.decided_titles()}
    return sorted(found | decided)


def performance(
    reading: Reading,
    asked: str,
    list_name: str,
    frm: str | None = None,
    to: str | None = None,
    tournament: str | None = None,
    last: int | None = None,
) -> dict[str, Any]:
    """7.6 over the rated games of a period, a tournament, or the last so many, with the numbers as used."""
    player = careers.who(reading, asked)
    entries = [
        entry
        for entry in careers.career(reading, player, list_name)
        if entry.change.kind == "unit"
        and (frm is None or entry.on >= frm)
        and (to is None or entry.on <= to)
        and (tournament is None or entry.tournament == tournament)
    ]
    terms = [(entry, term) for entry in entries for term in entry.change.terms]
    terms = terms[-last:] if last is not None else terms
    if not terms:
        raise NotFound(
            Problem("no-games", f"{player} has no rated games there on {list_name}", hint="see `selo history`")
        )
    numbers = [term.number for _, term in terms]
    half_points = sum(term.half_points for _, term in terms)
    reached = rulebook(list_name).performance([(term.number, term.half_points) for _, term in terms])
    return {
        "player": {"id": player, "name": careers.names(reading, [player]).get(player)},
        "list": list_name,
        "from": terms[0][0].on,
        "to": terms[-1][0].on,
        "games": len(terms),
        "score": half_points / 2,
        "average": half_up(10 * sum(numbers), len(numbers)) / 10,
        "performance": reached.rounded,
        "exact": None if reached.exact is None else round(reached.exact, 6),
        "reliable": reached.reliable,
        "basis": reading.basis().as_dict(),
    }


def selection(reading: Reading, asked: Sequence[str], women: bool = False) -> dict[str, Any]:
    """Selection numbers on the day of the question, by number, then id."""
    list_name, rules = _selecting(reading)
    players = [careers.who(reading, name) for name in asked] or sorted({row[0] for row in reading.light(list_name)})
    names = careers.names(reading, players)
    frm, to = rules.period(reading.as_of)
    edition = edition_on(reading.timeline, list_name)
    rows = []
    for player in players:
        history = careers.career(reading, player, list_name)
        chosen = rules.select(history, person(player, reading.timeline), reading.as_of, edition, women)
        # whoever is named is answered; the list of everybody has only players the team may have
        if asked or (chosen.number is not None and chosen.eligible):
            rows.append({"name": names.get(player), "player": player, **_selected(chosen)})
    rows.sort(key=lambda row: (-(row["number"] or 0), row["player"]))
    return {"period": {"from": frm, "to": to}, "women": women, "rows": rows, "basis": reading.basis().as_dict()}


def _selecting(reading: Reading) -> tuple[str, Selection]:
    """The list that teams are selected by: the first such list the ledger keeps, else the first there is."""
    by_list = ((name, rulebook(name).selection) for name in (*reading.lists(), *LISTS))
    return next((name, rules) for name, rules in by_list if rules is not None)


def _selected(chosen: Selected) -> dict[str, Any]:
    number, elo, run = chosen.number, chosen.elo, chosen.performance
    return {
        "number": float(number) if isinstance(number, Fraction) else number,
        "peak": careers.peak_dict(chosen.peak),
        "elo": None if elo is None else {"rating": elo.rating, "on": elo.on},
        "performance": None if run is None else {
            "rating": run.rating, "games": run.games, "score": run.half_points / 2,
            "from": {"on": run.first.on, "tournament": run.first.tournament, "game": run.first.game},
            "to": {"on": run.last.on, "tournament": run.last.tournament, "game": run.last.game},
        },
    }  # fmt: skip
