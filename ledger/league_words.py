"""Say in words what is stated of a league and what of it changed: its teams, its
matches, how it counts.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import asdict

from ledger.decisions import FIELDS, value_in_sentence
from ledger.league import (
    League,
    LeagueChange,
    MatchChange,
    StatedPoints,
    Team,
    TeamChange,
    TeamMatch,
)
from messages import Message, joined_message, say

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


class LeagueDifference(NamedTuple):
    """One thing of a league before and after, and both in words."""

    before: str | None
    after: str | None
    text: Message


def league_differences(before: League, after: League) -> Iterator[LeagueDifference]:
    """Yield what differs between two states of a league: how it counts, each team, each
    match.
    """
    yield from _field_differences(say("the league"), before, after)

    old_teams = {team.team: team for team in before.teams}
    new_teams = {team.team: team for team in after.teams}
    # the newest name of each team
    names: dict[str, str] = {}
    for team in (*before.teams, *after.teams):
        names[team.team] = team.name

    for team_id, name in names.items():
        lead = say("team {name}", name=name)
        old_team = old_teams.get(team_id)
        new_team = new_teams.get(team_id)
        yield from _part_differences(lead, old_team, new_team)

    old_matches = {_match_key(match): match for match in before.matches}
    new_matches = {_match_key(match): match for match in after.matches}
    for key, match in (old_matches | new_matches).items():
        lead = _match_in_words(match, names)
        old_match = old_matches.get(key)
        new_match = new_matches.get(key)
        yield from _part_differences(lead, old_match, new_match)


def stated_changes(change: LeagueChange) -> Iterator[Message]:
    """Yield what a correction states of each team and match, before it is held against
    a league.
    """
    for name, team in change.teams.items():
        yield _stated_change(say("team {name}", name=name), team)
    for name, match in change.matches.items():
        yield _stated_change(say("match {name}", name=name), match)


def _stated_change(lead: Message, stated: TeamChange | MatchChange | None) -> Message:
    """Say what a correction states of one team or match.

    lead: what it is called; stated: None where it is struck out
    """
    if stated is None:
        return say("{what}: struck out", what=lead)

    fields = []
    for name, value in _values_in_words(stated).items():
        fields.append(say("{field} {value}", field=WORDS[name], value=value))
    return say("{what}: {words}", what=lead, words=joined_message(fields, ", "))


def _match_key(match: TeamMatch) -> tuple[int, frozenset[str | None]]:
    """Return what a match is known by, whoever of the two is at home."""
    return match.round, frozenset((match.home, match.away))


def _match_in_words(match: TeamMatch, names: Mapping[str, str]) -> Message:
    """Say which match it is; `names`: of the teams."""
    number = match.round
    home = names[match.home]
    if match.away is None:
        return say("round {number}, {home}", number=number, home=home)

    away = names[match.away]
    return say("round {number}, {home} - {away}", away=away, number=number, home=home)


def _part_differences(
    lead: Message, before: Team | TeamMatch | None, after: Team | TeamMatch | None
) -> Iterator[LeagueDifference]:
    """Yield what became of a team or match: added, struck out, or each field that is
    another now.

    lead: what it is called
    before, after: None where it was not there
    """
    if before is None:
        yield LeagueDifference(None, str(lead), say("{what}: added", what=lead))
    elif after is None:
        yield LeagueDifference(str(lead), None, say("{what}: struck out", what=lead))
    else:
        yield from _field_differences(lead, before, after)


def _field_differences(
    lead: Message, before: Part, after: Part
) -> Iterator[LeagueDifference]:
    """Yield each field that differs. `lead`: what the part is called."""
    old_values = _values_in_words(before)
    new_values = _values_in_words(after)
    for name, old in old_values.items():
        new = new_values[name]
        old_text = str(old)
        new_text = str(new)
        if old_text == new_text:
            continue

        what = say("{what}, {field}", what=lead, field=WORDS[name])
        words = say("{what}: {old} became {new}", what=what, old=old, new=new)
        yield LeagueDifference(old_text, new_text, words)


def _values_in_words(part: Part | TeamChange | MatchChange) -> dict[str, Message]:
    """Return the values of the fields in words, by the fields' names: of a correction
    those that it states, and never those that the beginning of the line says.
    """
    values = {}
    for name, value in asdict(part).items():
        if name in SAID or value is UNSET:
            continue
        values[name] = _value(name, value)
    return values


def _value(name: str, value: object) -> Message:
    """Return the value of a field in words; an empty list is shown as nothing."""
    if isinstance(value, StatedPoints):
        return _points(value)
    if name == "absent" and value is not None:
        return ABSENT[str(value)]
    if isinstance(value, list | tuple) and not value:
        return value_in_sentence(None)
    if isinstance(value, float):
        return say("{sum}", sum=f"{value:g}")
    return value_in_sentence(value)


def _points(points: StatedPoints) -> Message:
    """Say the points of a match as they were decided; what was not follows from its
    games.
    """
    return say(
        "{home}-{away}, boards {home_boards}-{away_boards}",
        home=_sum(points.home),
        away=_sum(points.away),
        home_boards=_sum(points.home_boards),
        away_boards=_sum(points.away_boards),
    )


def _sum(points: float | None) -> Message | str:
    """Write a number of points; ? for one that was not decided."""
    if points is None:
        return "?"
    return say("{sum}", sum=f"{points:g}")
