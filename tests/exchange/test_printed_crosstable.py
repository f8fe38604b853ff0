"""Norway's crosstables as they were printed: the Berger tournament of the text, and
what is no such table.
"""

import pytest

from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from exchange.results.printed import is_printed
from ledger.errors import Refused

BERGER = """Nr. Navn Født ELO 1 2 3 4 5 6 7 8 9 Sum Part.
1 Hans Berg 250360 1500 =10 +02 =03 +04 -05 +06 -07 +08 -09 5 9
2 Petter Dahl 031281 -09 -01 -10 -03 -04 -05 -06 -07 -08 0 9
3 Ole Karlsen 140642 1657 +08 =09 =01 +02 -10 +04 -05 +06 -07 5 9
4 Kari Fjell 011073 1305 -07 =08 -09 -01 +02 -03 -10 -05 =06 2 9
5 Gunnar Pettersen 210458 1810 +06 +07 +08 =09 +01 +02 +03 +04 +10 9
6 Jan Olsen 190919 1245 -05 =10 -07 =08 -09 -01 +02 -03 =04 9
7 Per Andersen 091163 1954 +04 -05 +06 +10 +08 +09 +01 +02 +03 8 9
8 Johanne 221155 1210 -03 =04 -05 =06 -07 -10 -09 -01 +02 2 9
9 Kjell Eriksen 070463 1766 +02 =03 +04 =05 +06 -07 +08 +10 +01 7 9
10 Arne Johansen 140260 1540 =01 =06 +02 -07 +03 +08 +04 -09 -05 5 9
"""


def test_the_berger_tournament_of_the_text() -> None:
    table = read_crosstable(BERGER.encode(), "berger.txt")
    assert (table.style, table.rounds, len(table.players), len(table.games)) == (
        "norwegian",
        9,
        10,
        45,
    )
    assert [player.name for player in table.players][:2] == ["Hans Berg", "Petter Dahl"]
    games = {
        (game.white, game.black): (game.round, game.result) for game in table.games
    }
    assert (
        games[1, 10] == (1, "1/2-1/2")
        and games[1, 2] == (2, "1-0")
        and games[2, 9] == (1, "0-1")
    )
    assert kind_of("berger.txt", BERGER.encode()) == "crosstable"


def test_both_rows_must_agree() -> None:
    with pytest.raises(Refused) as refused:
        read_crosstable(BERGER.replace("+02 =03", "+03 =02", 1).encode(), "berger.txt")
    assert all(problem.where.file == "berger.txt" for problem in refused.value.problems)


@pytest.mark.parametrize(
    "text",
    [
        "1 Aho 2000 +12\n2 Berg 1900 -12\n",
        "1 a +02\n3 b -01\n",
        "Aho +2 =2\nBerg -1 =1\n",
        "1 a +2 =3\n2 b -1 =3\n",
        "1 a 3w1 -1 -1\n2 b -1 -1 3b0\n3 c 1b0 2w1 -½\n",
        "",
    ],
    ids=[
        "changes-of-ratings",
        "a-row-is-missing",
        "no-numbers",
        "an-opponent-is-no-row",
        "byes-of-a-crosstable-with-colours",
        "nothing",
    ],
)
def test_what_is_no_printed_table(text: str) -> None:
    assert not is_printed(text.splitlines())
