"""The league of a file beside the one that the ledger has: players by their ids, and what the file says otherwise."""

from collections.abc import Mapping
from typing import Any

from msgspec import convert, to_builtins

from desk.games.questions import Fields
from ledger.league import League, league_as_read
from ledger.timeline import TournamentNow


def league_of_ids(league: Mapping[str, Any] | None, ids: Mapping[str, str]) -> Fields | None:
    """Return the league of a file with the ids of its players; whoever has none stands in no team."""
    if league is None:
        return None
    teams = [{**team, "players": _ids(team["players"], ids)} for team in league["teams"]]
    matches = [match | ({"unopposed": _ids(match["unopposed"], ids)} if "unopposed" in match else {})
               for match in league["matches"]]  # fmt: skip
    return {**league, "teams": teams, "matches": matches}


def _ids(rows: list[str], ids: Mapping[str, str]) -> list[str]:
    return list(dict.fromkeys(ids[key] for key in rows if key in ids))


def league_change(tournament: TournamentNow, league: Fields | None) -> Fields | None:
    """Return the league in the ledger with what a file says otherwise; None where the file says nothing new.

    Teams are the same by name, matches by round and teams. What the file does not say stays, planned matches too.
    """
    if league is None:
        return None
    there: Fields = {} if tournament.league is None else to_builtins(league_as_read(tournament.league))
    by_name = {team["name"].casefold(): team for team in there.get("teams", ())}
    ids = {team["team"]: by_name.get(team["name"].casefold(), team)["team"] for team in league["teams"]}
    teams = {team["team"]: team for team in there.get("teams", ())}
    for team in league["teams"]:
        own = ids[team["team"]]
        teams[own] = {**teams.get(own, {}), **team, "team": own}
    matches = {_of_match(match): match for match in there.get("matches", ())}
    for match in league["matches"]:
        told = match | {side: ids[match[side]] for side in ("home", "away") if side in match}
        matches[_of_match(told)] = {**matches.get(_of_match(told), {}), **told}
    whole = {**there, **league, "teams": [*teams.values()], "matches": [*matches.values()]}
    return None if convert(whole, League) == convert(there, League) else whole


def _of_match(match: Fields) -> tuple[int, frozenset[str | None]]:
    return match["round"], frozenset((match["home"], match.get("away")))
