"""Tournaments that pairing programs keep or export for themselves: Swiss-Manager's file,
SwissPerfect's archive and SWAR's JSON say the same of the same event; what is not laid
out as they write it is refused, with what to send instead.
"""

import random
import secrets
from collections.abc import Callable

import pytest

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from exchange.recognise import kind_of
from ledger.errors import Refused
from tests.exchange.programs_made import (
    PLAYERS,
    ROUNDS,
    Made,
    Met,
    perfect_tables,
    swar,
    swissperfect,
    tunx,
    written,
)

FILES: dict[str, Callable[..., bytes]] = {
    "open.TUNX": tunx,
    "open.zip": swissperfect,
    "open.json": lambda *given: written(swar(*given)),
}


def read(name: str, data: bytes, settings: Settings | None = None) -> GamesFile:
    return read_games_file(data, name, settings or Settings())


def refusal(name: str, data: bytes) -> tuple[str, str]:
    """The first problem and what to send instead."""
    with pytest.raises(Refused) as refused:
        read(name, data)
    problem = refused.value.problems[0]
    return str(problem.message), str(problem.hint)


@pytest.mark.parametrize("name", FILES)
def test_the_same_tournament_in_the_file_of_each_program(name: str) -> None:
    file = read(name, FILES[name]())
    assert [(one.round, one.white, one.black, one.result) for one in file.games] == [
        (1, "1", "3", "1-0"),
        (1, "4", "2", "1/2-1/2"),
        (2, "2", "1", "0-1F"),
        (2, "3", "4", "0-1"),
    ]
    assert sorted(str(bye.reason) for bye in file.byes) in (
        ["half-point bye", "pairing-allocated bye"],
        ["full-point bye", "half-point bye"],  # SwissPerfect has no word for the first
    )
    assert file.name == "Open of Espoo 2026"
    assert file.ids == "fide"
    first, second, third, fourth, fifth = file.entrants
    assert [one.name for one in file.entrants] == [
        "Aho, Aino",
        "Berg, Bea",
        "Salo, Eero",
        "Ümit, Ülo",
        "Äyräväinen, Yrjö",
    ]
    assert (first.key, first.fide_id, first.sex, first.club) == (
        "1",
        500001,
        "f",
        "EtVaS",
    )
    assert (second.fide_id, third.fide_id, third.federation) == (500002, None, "SWE")
    # an id of a club or of another federation is nobody's here, unless it is said to be
    assert {one.national_id for one in (first, fourth, fifth)} == {None}


@pytest.mark.parametrize("name", FILES)
def test_national_ids_count_where_they_are_said_to(name: str) -> None:
    file = read(name, FILES[name](), Settings(players_by="national"))
    ids = [one.national_id for one in file.entrants]
    assert ids == ["101", "102", "103", None, None]


@pytest.mark.parametrize("name", FILES)
def test_random_rounds_come_back_from_each_program(name: str) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    players = [Made(f"Aho{number}", "Aino") for number in range(1, 10)]
    rounds = []
    for _ in range(5):
        order = chance.sample(range(1, 10), 9)
        pairs = zip(order[0:6:2], order[1:6:2], strict=True)
        results = ("1-0", "0-1", "1/2-1/2", "1-0F", "0-1F")
        met = [Met(white, black, chance.choice(results)) for white, black in pairs]
        gone = [Met(order[at], -1, chance.choice(("0", "1/2"))) for at in (6, 7)]
        rounds.append((*met, *gone, Met(order[8], 0, "1")))
    file = read(name, FILES[name](rounds, players))
    found = {(one.round, one.white, one.black, one.result) for one in file.games}
    assert found == {
        (number, str(one.white), str(one.black), one.result)
        for number, pairs in enumerate(rounds, 1)
        for one in pairs
        if one.black > 0
    }
    assert len(file.byes) == 15


def test_what_the_programs_say_of_the_event_and_of_births() -> None:
    file = read("open.TUNX", tunx())
    assert (str(file.start), str(file.end)) == ("2026-03-01", "2026-03-02")
    assert (file.federation, file.time_control) == ("FIN", "90+30")
    assert file.report is not None
    assert file.report.facts == {"place": "Espoo", "rounds": 2}
    births = [one.born for one in file.entrants]
    assert births == ["1980-02-29", "1991", None, "2001-01-02", None]
    assert [one.born for one in read("open.zip", swissperfect()).entrants] == births


def test_rounds_to_come_are_none_yet() -> None:
    """Swiss-Manager keeps who will not play before a round is paired."""
    coming = (Met(2, -1, ""), Met(5, -1, ""))
    file = read("a.TUNX", tunx((*ROUNDS, coming), planned=7))
    assert file.rounds == 2
    assert len(file.byes) == 2


def test_a_tournament_not_begun_is_a_list_of_people() -> None:
    file = read("a.TUNX", tunx((), planned=5))
    assert file.people_only
    assert len(file.entrants) == len(PLAYERS)


def test_what_a_number_or_a_mark_means_is_not_guessed() -> None:
    odd = (Met(1, 2, "1-0"), Met(3, 4, "odd"), Met(5, 0, "1"))
    file = read("a.TUNX", tunx((odd,), numbers={"odd": 17}, mark=1))
    assert [one.result for one in file.games] == ["1-0", "*"]
    texts = [str(warning.message) for warning in file.warnings]
    assert any("the pair of 1 has a mark" in text for text in texts)
    assert any("what the result 17 of Swiss-Manager means" in text for text in texts)


def test_a_player_who_comes_twice_or_not_at_all_is_no_round() -> None:
    missing = (Met(1, 2, "1-0"), Met(3, 4, "1-0"))
    message, hint = refusal("a.TUNX", tunx((missing,)))
    assert message.startswith("the file is cut short, or is not laid out as Swiss-M")
    assert "TRF16" in hint


def test_teams_are_not_taken_for_players() -> None:
    message, _ = refusal("a.TUMX", tunx(kind=2))
    assert message.startswith("the file is a tournament of teams")


def test_points_beside_the_rounds_are_told_of() -> None:
    file = read("open.zip", swissperfect(bonus="0.5"))
    assert [str(warning.message) for warning in file.warnings] == [
        "1 player has points beside the rounds, which are in no game"
    ]


def test_scores_that_no_game_gives_are_refused() -> None:
    lost = (Met(1, 2, "0-0"), Met(3, 4, "1-0"))
    message, _ = refusal("open.zip", swissperfect((lost,)))
    assert message == (
        "round 1: 1 and 2 scored 0 and 0 half points, which no game gives"
    )


def test_two_tournaments_in_an_archive_are_not_one() -> None:
    data = swissperfect(stems=("open", "open", "club"))
    assert refusal("a.zip", data)[0] == "the file is a zip archive"


def test_one_of_three_files_is_named_with_what_to_send() -> None:
    for name, table in zip(("a.trn", "a.sco"), perfect_tables(), strict=True):
        message, hint = refusal(name, table)
        assert message.startswith("the file is one of the three in which SwissPerfect")
        assert "one zip archive" in hint


def test_both_players_have_to_say_the_same_in_swar() -> None:
    made = swar()
    made["Swar"]["Player"][2]["RoundArray"][0]["Result"] = "½"
    message, hint = refusal("a.json", written(made))
    assert message == "round 1: 1 (w 1) and 3 (b =) contradict each other"
    assert hint == "export the report (TRF) from SWAR"


def test_a_result_that_swar_is_not_known_to_write_is_refused() -> None:
    made = swar()
    made["Swar"]["Player"][0]["RoundArray"][0]["Result"] = "3"
    texts = refusal("a.json", written(made))
    assert texts[0] == "round 1: 1 has the result '3', which is not known here"


@pytest.mark.parametrize(
    "value",
    [
        {"Swar": 3},
        {"Swar": {"Player": "x"}},
        {"Swar": {"Player": [{"Ni": 0, "Name": "Aho"}]}},
        {"Swar": {"Player": [{"Ni": 1, "RoundArray": 7}]}},
        {"Swar": {"Player": [{"Ni": 1, "Name": "\u202eoha"}]}},
    ],
)
def test_json_that_only_begins_like_swar_is_refused(value: object) -> None:
    data = written(value)  # type: ignore[arg-type]
    assert kind_of("a.json", data) == "swar"
    assert refusal("a.json", data)[1] == "export the report (TRF) from SWAR"


@pytest.mark.parametrize("name", ["open.TUNX", "open.json"])
def test_every_cut_of_a_file_is_refused(name: str) -> None:
    data = FILES[name]()
    for end in range(8, len(data), 7):
        assert refusal(name, data[:end])[1]


@pytest.mark.parametrize("name", FILES)
def test_more_than_is_read_is_refused_before_it_is_read(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("exchange.programs.tournament.MOST_CELLS", 8)
    message, _ = refusal(name, FILES[name]())
    assert message == "the tournament has more players and rounds than are read"
