"""Matches of teams as text: which line is a match, a board or a round."""

import pytest

from exchange.results.team_pairings import read_team_pairings

LEAGUE = """\
Round 3 on 2025/10/04 at 11:00
Bo.   4   SalSK            Rtg   -    1   TuTS             Rtg    2 : 1
1.1       {home}      1910  -    FM  Cho, Cai         2102   1 - 0
1.2       Aho, Aino        1850  -        Dahl, Dan        1800   1 - 0
1.3       Berg, Bea        1800  -        Ek, Eva          1790   0 - 1
Bo.   2   {team}            Rtg   -    3   LahS             Rtg    1 : 0
2.1       Salo, Eero       1700  -        Urho, Unto       1650   1 - 0
"""


@pytest.mark.parametrize(
    "word", ["Ratas", "Runde", "Ronda", "Voor", "Tur", "Kolo", "Krs"]
)
def test_a_surname_or_a_team_that_is_a_word_for_the_round_is_none(word: str) -> None:
    text = LEAGUE.format(home=f"{word}, Jüri", team=f"{word} SK")
    matches = read_team_pairings(text.encode()).matches
    assert [(match.round, len(match.boards)) for match in matches] == [(3, 3), (3, 1)]
    assert matches[0].boards[0].home == f"{word}, Jüri"
    assert matches[1].home == f"{word} SK"
