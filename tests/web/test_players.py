"""`selo player ratings` and /players: the numbers of many players at once are those of the
lists, in the order asked.
"""

import random

import pytest

from projections.answers.reading import Reading
from tests.web.serving import Served
from tests.world.command import Selo


def test_each_number_is_that_of_the_list(published: Selo, service: Served) -> None:
    for name in ("selo", "pelo"):
        listed = {
            row["player"]: row
            for row in published.ask("list", name, "--as-of", "2024-06-30")["rows"]
        }
        everybody = [f"F{number:03}" for number in range(1, 61)]
        seed = random.randrange(10**9)
        print("seed", seed)
        random.Random(seed).shuffle(everybody)
        answer = service.ask(
            f"/api/players?ids={','.join(everybody)}&list={name}&as_of=2024-06-30"
        ).value
        assert [row["player"] for row in answer["rows"]] == [
            one for one in everybody if one not in answer["unknown"]
        ]
        for row in answer["rows"]:
            own = listed.get(row["player"])
            told = {
                key: row[key]
                for key in (
                    "rating",
                    "games",
                    "normal_games",
                    "established",
                    "last_played",
                )
            }
            assert told == (
                {key: own[key] for key in told}
                if own is not None
                else dict.fromkeys(told)
            ), row
        assert {
            row["player"] for row in answer["rows"] if row["rating"] is not None
        } >= {*listed} & {*everybody}


def test_whom_nobody_knows_is_named_and_nobody_stands_twice(service: Served) -> None:
    answer = service.ask("/api/players?ids=nobody,F033&ids=F033+x").value
    assert answer["unknown"] == ["nobody", "x"]
    assert [(row["player"], row["list"]) for row in answer["rows"]] == [
        ("F033", "selo"),
        ("F033", "pelo"),
    ]
    early = service.ask("/api/players?ids=F033&known_seq=0").value
    assert (early["rows"], early["unknown"]) == ([], ["F033"])


def test_an_id_in_other_letters_is_the_same_id_here_and_there(service: Served) -> None:
    several = service.ask("/api/players?ids=f033&list=selo").value
    assert several["unknown"] == []
    assert [row["player"] for row in several["rows"]] == ["F033"]
    assert service.ask("/api/players/f033").value["player"]["id"] == "F033"


@pytest.mark.parametrize(
    "query",
    ["", "ids=", "ids=,", "ids=+", "ids=" + ",".join(f"x{n}" for n in range(501))],
)
def test_none_and_too_many_are_refused(query: str, service: Served) -> None:
    reply = service.ask(f"/api/players?{query}")
    assert (reply.status, {*reply.codes}) == (400, {"parameter"})
    assert reply.value["problems"][0]["where"]["field"] == "ids"


def test_as_many_as_there_may_be(service: Served) -> None:
    ids = ",".join(f"x{number}" for number in range(499))
    assert len(service.ask(f"/api/players?ids={ids},F033").value["unknown"]) == 499


def test_a_merged_id_answers_with_whom_it_became(club: Selo) -> None:
    club.submit({"kind": "player", "player": "N", "name": "Double, Anna"})
    club.submit(
        {"kind": "merge-players", "from": "N", "into": "A", "reason": "one person"}
    )
    [row] = club.ask("player", "ratings", "N", "--list", "selo")["rows"]
    assert (row["player"], row["asked"]) == ("A", "N")


def test_the_tables_are_read_once_a_list(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    everybody = Reading.totals

    def totals(self: Reading, list_name: str) -> object:
        read.append(list_name)
        return everybody(self, list_name)

    monkeypatch.setattr(Reading, "totals", totals)
    answer = club.ask("player", "ratings", "A", "B", "C", "D")
    assert len(answer["rows"]) == 8 and sorted(read) == ["pelo", "selo"]
