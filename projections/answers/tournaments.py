"""One tournament: header, version, every game with its fate, and a crosstable with the numbers before and after."""

from typing import Any

from ledger.errors import NotFound, Problem
from ledger.timeline import TournamentNow
from projections.answers import careers
from projections.answers.reading import Reading
from projections.replay.handlers import HALF_POINTS, header_seconds, person, tournament_units
from projections.replay.rows import entry_of
from rulebooks import rulebook
from rulebooks.base import Entry, Standing, Unit, Unrated


def held(reading: Reading, name: str) -> TournamentNow:
    """The tournament as known; one that lies after the day is not there yet."""
    now = reading.timeline.tournament(name)
    if now is None or now.header.start > reading.as_of:
        said = f"there is no tournament {name!r} up to {reading.as_of}, as known at seq {reading.known_seq}"
        raise NotFound(Problem("unknown-tournament", said, hint="see `selo tournaments`"))
    return now


def show(reading: Reading, name: str) -> dict[str, Any]:
    now = held(reading, name)
    fates, units = game_fates(now, reading)
    entries = [entry_of(row) for row in reading.rows(tournament=name)]
    players = {reading.timeline.resolve(p) for g in now.games.values() for p in (g.white, g.black)}
    names = careers.names(reading, sorted(players))
    return {
        "header": {
            "id": now.id,
            **{field: getattr(now.header, field) for field in now.header.__struct_fields__},
            "seconds": header_seconds(now.header),
        },
        "version": now.version,
        "withdrawn": now.withdrawn,
        "games": [_game(game, fates[game.game], reading, names) for game in now.games.values()],
        "crosstable": _crosstable(now, reading, entries, names),
        "not_rated": not_rated(reading, units),
        "basis": reading.basis().as_dict(),
    }


def game_fates(now: TournamentNow, reading: Reading) -> tuple[dict[str, dict[str, Any]], list[Unit]]:
    """For each game the lists it is rated on, or why on none; `not_on` says why of each list that leaves it out."""
    fates: dict[str, dict[str, Any]] = {}
    not_on: dict[str, list[dict[str, Any]]] = {name: [] for name in now.games}
    all_units: list[Unit] = []
    for list_name, units, unrated in tournament_units(now, reading.timeline):
        all_units.extend(units)
        for unit in units:
            for game in unit.games:
                rated: dict[str, Any] = {
                    "status": "rated",
                    "list": list_name,
                    "lists": [],
                    "unit": unit.id,
                    "why": None,
                    "section": None,
                }
                if fates.setdefault(game.id, rated)["status"] != "rated":
                    fates[game.id] = rated
                fates[game.id]["lists"].append(list_name)
        for game_id, why in unrated.items():
            if why.code != "other-list":
                fates.setdefault(game_id, _unrated(why))
                not_on[game_id].append({"list": list_name, "why": why.text, "section": why.section or None})
    for game_id in now.games:
        withdrawn = Unrated("withdrawn", "the tournament is withdrawn", "")
        fates.setdefault(game_id, _unrated(withdrawn))
        fates[game_id]["not_on"] = not_on[game_id]
    return fates, all_units


def _unrated(why: Unrated) -> dict[str, Any]:
    return {
        "status": "not rated",
        "list": None,
        "lists": [],
        "unit": None,
        "why": why.text,
        "section": why.section or None,
    }


def not_rated(reading: Reading, units: list[Unit]) -> list[dict[str, Any]]:
    """People at the board whom the rules do not rate here (2.2): asked of the rulebook itself."""
    found = []
    for unit in units:
        if unit.header is None or unit.end > reading.as_of:
            continue
        standings = {player: standing_before(reading, unit.list, player, unit.place) for player in unit.seats()}
        people = {player: person(player, reading.timeline) for player in unit.seats()}
        omitted = rulebook(unit.list).rate(unit, standings, people).omitted
        found += [
            {"player": player, "list": unit.list, "unit": unit.id, "why": why.text, "section": why.section}
            for player, why in sorted(omitted.items())
        ]
    return found


def standing_before(reading: Reading, list_name: str, player: str, place: str) -> Standing:
    rows = reading.rows(player=player, list_name=list_name, before_place=place)
    return entry_of(rows[-1]).change.standing if rows else Standing()


def _game(game: Any, fate: dict[str, Any], reading: Reading, names: dict[str, str]) -> dict[str, Any]:
    white, black = reading.timeline.resolve(game.white), reading.timeline.resolve(game.black)
    return {
        "game": game.game,
        "round": game.round,
        "board": game.board,
        "on": game.on,
        "white": white,
        "white_name": names.get(white),
        "black": black,
        "black_name": names.get(black),
        "result": game.result,
        "tiebreak": game.tiebreak,
        **fate,
    }


def _crosstable(
    now: TournamentNow, reading: Reading, entries: list[Entry], names: dict[str, str]
) -> list[dict[str, Any]]:
    """One row a player by points: his cells round by round, and his number before and after on each list."""
    rows: dict[str, dict[str, Any]] = {}
    for game in now.games.values():
        points = HALF_POINTS.get(game.result)
        sides = ((game.white, game.black, "white"), (game.black, game.white, "black"))
        for index, (player, opponent, colour) in enumerate(sides):
            mine = reading.timeline.resolve(player)
            row = rows.setdefault(
                mine, {"player": mine, "name": names.get(mine), "points": 0.0, "games": 0, "lists": {}, "cells": []}
            )
            score = points[index] / 2 if points is not None else None
            row["points"] += score or 0.0
            row["games"] += score is not None
            row["cells"].append({"round": game.round, "game": game.game, "opponent": reading.timeline.resolve(opponent),
                                 "colour": colour, "score": score, "result": game.result})  # fmt: skip
    for entry in entries:
        lists = rows.get(entry.change.player, {"lists": {}})["lists"]
        known = lists.setdefault(entry.list, {"before": entry.change.before, "after": entry.change.after})
        known["after"] = entry.change.after
    return sorted(rows.values(), key=lambda row: (-row["points"], row["player"]))


def listed(reading: Reading) -> dict[str, Any]:
    """Every tournament up to the day, as known, in date order."""
    found = [now for name in reading.index.all_tournaments() if (now := reading.timeline.tournament(name)) is not None]
    rows = [
        {"tournament": now.id, "name": now.header.name, "start": now.header.start, "end": now.header.end,
         "games": len(now.games), "version": now.version, "withdrawn": now.withdrawn}
        for now in found
        if now.header.start <= reading.as_of
    ]  # fmt: skip
    rows.sort(key=lambda row: (row["end"], row["tournament"]))
    return {"rows": rows, "basis": reading.basis().as_dict()}
