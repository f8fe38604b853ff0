"""Titles of everybody, performances, selection numbers: questions for the committee."""

from collections.abc import Sequence
from typing import Any

from ledger.errors import NotFound, Problem
from projections.answers import careers
from projections.answers.reading import Reading
from projections.replay.handlers import edition_on, person
from rulebooks.base import Entry
from rulebooks.finland import selection as rules
from rulebooks.finland.honours import RATING_AT_LEAST
from rulebooks.finland.performance import solve
from rulebooks.finland.tables import EDITIONS
from rulebooks.rounding import half_up, half_up_float


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
    found = reading.title_candidates(min(RATING_AT_LEAST.values()))
    decided = {reading.timeline.resolve(player) for player in reading.index.decided_titles()}
    return sorted(found | decided)


def performance(
    reading: Reading,
    asked: str,
    list_name: str = "selo",
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
    exact = solve(numbers, half_points / 2)
    return {
        "player": {"id": player, "name": careers.names(reading, [player]).get(player)},
        "list": list_name,
        "from": terms[0][0].on,
        "to": terms[-1][0].on,
        "games": len(terms),
        "score": half_points / 2,
        "average": half_up(10 * sum(numbers), len(numbers)) / 10,
        "performance": None if exact is None else half_up_float(exact),
        "exact": None if exact is None else round(exact, 6),
        "reliable": rules.reliable(numbers, half_points),
        "basis": reading.basis().as_dict(),
    }


def selection(reading: Reading, asked: Sequence[str], women: bool = False) -> dict[str, Any]:
    """Selection numbers on the day of the question, by number, then id."""
    players = [careers.who(reading, name) for name in asked] or sorted({row[0] for row in reading.light("selo")})
    names = careers.names(reading, players)
    frm, to = rules.period(reading.as_of)
    rows = [{"name": names.get(player), **_selection(reading, player, frm, to, women)} for player in players]
    if not asked:
        rows = [row for row in rows if row["number"] is not None and row["fits"]]
    for row in rows:
        row.pop("fits")
    rows.sort(key=lambda row: (-(row["number"] or 0), row["player"]))
    return {"period": {"from": frm, "to": to}, "women": women, "rows": rows, "basis": reading.basis().as_dict()}


def _selection(reading: Reading, player: str, frm: str, to: str, women: bool) -> dict[str, Any]:
    history: list[Entry] = careers.career(reading, player, "selo")
    who = person(player, reading.timeline)
    edition = EDITIONS[edition_on(reading.timeline, "selo")(frm)]
    peak = rules.period_peak(history, frm, to, edition)
    elo = rules.period_elo(who.external, frm, to)
    run = rules.best_performance(rules.full_games(history, frm, to))
    number: float | None
    if women:
        number = rules.women_selection_number(peak)
    else:
        exact = rules.selection_number(
            [peak.rating if peak else None, elo.rating if elo else None, run.rating if run else None]
        )
        number = None if exact is None else float(exact)
    return {
        "player": player,
        "number": number,
        "peak": careers.peak_dict(peak),
        "elo": None if elo is None else {"rating": elo.rating, "on": elo.on},
        "performance": None if run is None else {
            "rating": run.rating, "games": run.games, "score": run.half_points / 2,
            "from": {"on": run.first.on, "tournament": run.first.tournament, "game": run.first.game},
            "to": {"on": run.last.on, "tournament": run.last.tournament, "game": run.last.game},
        },
        # selections are for those who may represent Finland (2.2); women's for women
        "fits": who.federation(reading.as_of) == "FIN" and (not women or who.sex == "f"),
    }  # fmt: skip
