"""Who takes part in an event."""

from typing import NamedTuple

from desk.participants import participants


class Met(NamedTuple):
    white: str
    black: str


def test_whoever_plays_is_in_a_team_or_in_the_report_takes_part() -> None:
    league = {"teams": [{"players": ["B", "C"]}, {"players": ["D"]}], "matches": []}
    assert participants([Met("A", "B")], league, ["E", "A"]) == {*"ABCDE"}


def test_without_a_league_and_a_report_there_are_games_alone() -> None:
    assert participants([Met("A", "B"), Met("C", "A")], None, ()) == {"A", "B", "C"}


def test_a_league_that_states_no_teams_brings_nobody() -> None:
    assert participants([], {"matches": []}, ()) == set()
