"""What TRF26 calls mandatory for rating is written, or said to be lacking: one sentence
for each field.
"""

from typing import Any

import pytest

from exchange.trf.read import read_trf
from exchange.trf.write import trf_text
from tests.exporting.test_trf_out import HEADER, game, person
from tests.importing.importing_world import World
from tests.importing.test_as_reported import FLAGS, FULL

KNOWN = {
    "place": "Salo",
    "federation": "FIN",
    "arbiter": "Tuomari, T",
    "system": "FIDE_DUTCH",
    "tie_breaks": "BH",
}
TOLD = {
    "place": "022",
    "arbiter": "102",
    "system": "192",
    "tie_breaks": "202",
}


def lacking(form: str = "trf26", people: Any = None, **event: Any) -> tuple[str, ...]:
    players = [
        person(name, **{"fide_id": 500001, "rank": 1, **(people or {})})
        for name in "AB"
    ]
    games = [
        game(1, "A", "B", "1-0", on="2024-05-02"),
        game(2, "B", "A", "1-0", on="2024-05-03"),
    ]
    return tuple(
        map(str, trf_text({**HEADER, **KNOWN, **event}, players, games, form).lacking)
    )


def test_a_whole_report_lacks_nothing() -> None:
    assert lacking() == () and lacking("trf16", place=None) == ()


@pytest.mark.parametrize("field", TOLD)
def test_a_field_of_the_event_is_named(field: str) -> None:
    [told] = lacking("trf26", None, **{field: None})
    assert f"({TOLD[field]})" in told


def test_the_federation_of_a_tournament_abroad_is_named() -> None:
    assert lacking(federation=None) == ()
    [told] = lacking(federation=None, domestic=False)
    assert "(032)" in told


def test_players_are_counted() -> None:
    assert lacking(people={"fide_id": None}) == (
        "FIDE asks for a FIDE number of everybody, and 2 players have none (A, B)",
    )
    assert lacking(people={"rank": None}) == (
        "FIDE asks for a final rank of everybody, and 2 players have none",
    )


def test_rounds_without_a_day_are_named_and_a_tournament_of_one_day_has_it_for_all() -> (
    None
):
    games = [game(1, "A", "B", "1-0", on="2024-05-02"), game(3, "B", "A", "1-0")]
    players = [person(name, fide_id=500001, rank=1) for name in "AB"]
    written = trf_text({**HEADER, **KNOWN}, players, games)
    assert list(written.lacking) == [
        "FIDE asks for the day of each round (132), which is not known of rounds 2, 3"
    ]
    written = trf_text(
        {**HEADER, **KNOWN, "start": "2024-05-02", "end": "2024-05-02"}, players, games
    )
    assert written.lacking == ()
    assert {
        str(day) for day in read_trf(written.text.encode()).round_dates.values()
    } == {"2024-05-02"}


def test_it_is_said_beside_the_file_and_not_in_it(world: World) -> None:
    world.file("kevat.trf", FULL)
    world.submit("kevat.trf", *FLAGS)
    ran = world.run("export", "trf", "kevat")
    assert "4 players have none" in ran.err and "FIDE asks" not in ran.out
    answer = world.ask("export", "trf", "kevat")
    assert len(answer["lacking"]) == 2 and answer["notes"] == []
    assert world.ask("export", "trf", "kevat", "--format", "trf16")["lacking"] == []


def test_a_day_that_all_rounds_have_is_nothing_new_when_it_comes_back(
    world: World,
) -> None:
    text = FULL.replace(b"042 2024/05/01", b"042 2024/05/03")
    world.file(
        "kevat.trf",
        b"\n".join(line for line in text.splitlines() if not line.startswith(b"132")),
    )
    world.submit("kevat.trf", *FLAGS)
    out = world.run("export", "trf", "kevat").out
    assert read_trf(out.encode()).round_dates.keys() == {1, 2, 3}
    world.file("again.trf", out.encode())
    assert world.submit("again.trf", *FLAGS).value["recorded"][0]["repeated"]
