"""Compare the league of a file with the one in the ledger: players by their ids, and what the file says that is new."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import convert, to_builtins

from desk.games.questions import Fields
from ledger.decide.league import with_one_id
from ledger.league import League, league_as_read
from ledger.timeline import TournamentNow


def league_of_ids(league: Mapping[str, Any] | None, ids: Mapping[str, str]) -> Fields | None:
    """Return the league of a file with the ids of its players; a player without an id is in no team."""
    if league is None:
        return None
    teams = [{**team, "players": _ids(team["players"], ids)} for team in league["teams"]]
    matches = [match | ({"unopposed": _ids(match["unopposed"], ids)} if "unopposed" in match else {})
               for match in league["matches"]]  # fmt: skip
    return {**league, "teams": teams, "matches": matches}


def _ids(rows: list[str], ids: Mapping[str, str]) -> list[str]:
    return list(dict.fromkeys(ids[key] for key in rows if key in ids))


def league_change(
    tournament: TournamentNow, league: Fields | None, resolve: Callable[[str], str], whole: bool
) -> Fields | None:
    """Return the league in the ledger with the changes that a file makes; None where the file says nothing new.

    Teams are recognised by name, matches by round and teams. What the file does not mention stays: planned matches, and
    players of a team who have not played. `whole`: the file states the order of boards, which a table only lets us
    guess.
    """
    if league is None:
        return None
    known = None if tournament.league is None else with_one_id(league_as_read(tournament.league), resolve)
    there: Fields = {} if known is None else to_builtins(known)
    teams = {team["team"]: team for team in there.get("teams", ())}
    ids = _same_teams(teams, league["teams"])
    for team in league["teams"]:
        own = ids[team["team"]]
        known_team, players = teams.get(own, {}), team["players"]
        earlier = known_team.get("players", [])
        rest = [player for player in earlier if player not in players]
        order = earlier if not whole and len(rest) + len(players) == len(earlier) else [*players, *rest]
        teams[own] = {**known_team, **team, "team": own, "players": order}
    named = [match | {side: ids[match[side]] for side in ("home", "away") if side in match}
             for match in league["matches"]]  # fmt: skip
    busy = {(match["round"], match[side]) for match in named for side in ("home", "away") if side in match}
    before = {_of_match(match): match for match in there.get("matches", ())}
    # a team has one match in a round: that of the file, where both know one
    matches = {key: match for key, match in before.items() if not {(key[0], team) for team in key[1]} & busy}
    for match in named:
        matches[_of_match(match)] = {**before.get(_of_match(match), {}), **match}
    change = {**there, **league, "teams": [*teams.values()], "matches": [*matches.values()]}
    # a file has no more boards than were played so far
    change["boards"] = max(there.get("boards") or 0, league.get("boards") or 0) or None
    return None if convert(change, League) == convert(there, League) else change


def _same_teams(there: Mapping[str, Fields], teams: Sequence[Fields]) -> dict[str, str]:
    """Map each team of a file to its id in the ledger: the team of that name, or a new id that no other team has."""
    by_name = {team["name"].casefold(): own for own, team in there.items()}
    ids = {team["team"]: own for team in teams if (own := by_name.get(team["name"].casefold()))}
    taken = {*ids.values()}
    for team in teams:
        if team["team"] not in ids:
            free = (team["team"], *(f"{team['team'][:60]}-{number}" for number in range(2, len(teams) + 3)))
            ids[team["team"]] = next(one for one in free if one not in taken)
            taken.add(ids[team["team"]])
    return ids


def _of_match(match: Fields) -> tuple[int, frozenset[str | None]]:
    return match["round"], frozenset((match["home"], match.get("away")))
