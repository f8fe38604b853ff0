"""Say in words what is stated of a league and what of it changed: its teams, its
matches, how it counts.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import asdict

from ledger.decisions import FIELDS, shown
from ledger.league import (
    League,
    LeagueChange,
    MatchChange,
    StatedPoints,
    Team,
    TeamChange,
    TeamMatch,
)
from messages import Message, joined, say

WORDS: Mapping[str, Message] = {
    "name": FIELDS["name"],
    "players": say("players"),
    "withdrawn": say("left the league"),
    "match_points": say("match points by decision"),
    "board_points": say("board points by decision"),
    "home": say("home team"),
    "away": say("away team"),
    "on": FIELDS["on"],
    "absent": say("did not come"),
    "unopposed": say("won without an opponent"),
    "points": say("points by decision"),
    "boards": say("number of boards"),
    "win": say("points for a win"),
    "draw": say("points for a draw"),
    "loss": say("points for a loss"),
    "order": say("order of equal teams"),
    "withdrawn_matches": say("matches of a team that left"),
    "closing_day": say("closing day of the teams"),
    "order_gap": say("how far who plays lower may be rated higher"),
    "at_once": say("rated as one tournament"),
}
ABSENT = {
    "home": say("the home team"),
    "away": say("the away team"),
    "both": say("both teams"),
}
# by the beginning of the line, or in lines of their own
SAID = ("team", "round", "teams", "matches")


Part = League | Team | TeamMatch


class Change(NamedTuple):
    """One thing of a league before and after, and both in words."""

    before: str | None
    after: str | None
    text: Message


def changes(before: League, after: League) -> Iterator[Change]:
    """Yield what differs between two states of a league: how it counts, each team, each
    match.
    """
    yield from _fields(say("the league"), before, after)

    old_teams = {team.team: team for team in before.teams}
    new_teams = {team.team: team for team in after.teams}
    # the newest name of each team
    names = {key: team.name for key, team in (old_teams | new_teams).items()}
    for key, name in names.items():
        lead = say("team {name}", name=name)
        yield from _changed(lead, old_teams.get(key), new_teams.get(key))

    old_matches = {_called(match): match for match in before.matches}
    new_matches = {_called(match): match for match in after.matches}
    for called, match in (old_matches | new_matches).items():
        lead = _lead(match, names)
        yield from _changed(lead, old_matches.get(called), new_matches.get(called))


def stated_changes(change: LeagueChange) -> Iterator[Message]:
    """Yield what a correction states of each team and match, before it is held against
    a league.
    """
    leads: dict[Message, TeamChange | MatchChange | None] = {}
    leads |= {
        say("team {name}", name=name): of_team for name, of_team in change.teams.items()
    }
    leads |= {
        say("match {name}", name=name): of_match
        for name, of_match in change.matches.items()
    }
    for lead, fields in leads.items():
        if fields is None:
            yield say("{what}: struck out", what=lead)
        else:
            words = [
                say("{field} {value}", field=WORDS[name], value=value)
                for name, value in _told(fields).items()
            ]
            yield say("{what}: {words}", what=lead, words=joined(words, ", "))


def _called(match: TeamMatch) -> tuple[int, frozenset[str | None]]:
    """Return what a match is known by, whoever of the two is at home."""
    return match.round, frozenset((match.home, match.away))


def _lead(match: TeamMatch, names: Mapping[str, str]) -> Message:
    """Say which match it is; `names`: of the teams."""
    number = match.round
    home = names[match.home]
    if match.away is None:
        return say("round {number}, {home}", number=number, home=home)
    away = names[match.away]
    return say("round {number}, {home} - {away}", away=away, number=number, home=home)


def _changed(
    lead: Message, before: Team | TeamMatch | None, after: Team | TeamMatch | None
) -> Iterator[Change]:
    """Yield what became of a team or match: added, struck out, or each field that is
    another now.

    lead: what it is called
    before, after: None where it was not there
    """
    if before is None:
        yield Change(None, str(lead), say("{what}: added", what=lead))
    elif after is None:
        yield Change(str(lead), None, say("{what}: struck out", what=lead))
    else:
        yield from _fields(lead, before, after)


def _fields(lead: Message, before: Part, after: Part) -> Iterator[Change]:
    """Yield each field that differs."""
    now = _told(after)
    for name, old in _told(before).items():
        new = now[name]
        if str(old) == str(new):
            continue
        what = say("{what}, {field}", what=lead, field=WORDS[name])
        words = say("{what}: {old} became {new}", what=what, old=old, new=new)
        yield Change(str(old), str(new), words)


def _told(part: Part | TeamChange | MatchChange) -> dict[str, Message]:
    """Return the values of the fields in words; of a correction those that it states."""
    stated = {}
    for name, value in asdict(part).items():
        if name not in SAID and value is not UNSET:
            stated[name] = _value(name, value)
    return stated


def _value(name: str, value: object) -> Message:
    """Return the value of a field in words; an empty list is shown as nothing."""
    if isinstance(value, StatedPoints):
        return _points(value)
    if name == "absent" and value is not None:
        return ABSENT[str(value)]
    if isinstance(value, list | tuple) and not value:
        return shown(None)
    if isinstance(value, float):
        return say("{sum}", sum=f"{value:g}")
    return shown(value)


def _points(points: StatedPoints) -> Message:
    """Say the points of a match as they were decided; what was not follows from its
    games.
    """
    home, away, home_boards, away_boards = (
        "?" if one is None else say("{sum}", sum=f"{one:g}")
        for one in (points.home, points.away, points.home_boards, points.away_boards)
    )
    return say(
        "{home}-{away}, boards {home_boards}-{away_boards}",
        home=home,
        away=away,
        home_boards=home_boards,
        away_boards=away_boards,
    )
