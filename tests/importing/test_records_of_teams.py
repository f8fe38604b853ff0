"""Records of teams, byes to come, accelerations and forbidden pairs: kept beside the
games, written as they came.
"""

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from exchange.trf.fields import points
from exchange.trf.read import read_trf
from tests.importing.importing_world import World, row, trf
from tests.importing.test_as_reported import FLAGS, HEAD, reported, written
from tests.importing.test_report_round_trip import any_report, out_again
from tests.web.serving import served
from tests.world.documents import amend

TEAMS = (
    "082 2",
    "352 WBWB",
    "362 TW2.0     TD1.0     TL0.0",
    (
        "310   1 Salon Shakkikerho                SalSK   2350    2.0    1.5   1     1"
        "    3"
    ),
    (
        "310   2 Turun Työväen Shakki             TuTS    2200    0.0    0.5   2     2"
        "    4"
    ),
    "013 Salon Shakkikerho                  1    3",
    "320  1.0  2.0 000 001",
    "330 +- 001 001 002",
    "300 001 002 001 0004 0002",
    "299 +   2.0   2.0 001 001",
    "240 H 003 0001",
    "250      1.0 001 002 0001 0002",
    "260 001 003 0001 0002",
    "801   1 SalSK    2.0    1.5   2 w  1.5",
    "802   1 SalSK    2.0    1.5   2 w  1.5",
)
MATCH = trf(
    row(1, "Aho, Aino", (2, "w", "1"), points="1.0", rank="1"),
    row(2, "Berg, Bea", (1, "b", "0"), points="0.0", rank="4"),
    row(3, "Cho, Cai", (4, "b", "="), points="0.5", rank="2"),
    row(4, "Dahl, Dag", (3, "w", "="), points="0.5", rank="3"),
    *TEAMS,
    header=HEAD,
)


def records_of(data: bytes) -> list[str]:
    """The records as they stand in a file, found without the reader."""
    tags = {text[:3] for text in TEAMS}
    return [
        line
        for line in data.decode().splitlines()
        if line[:3] in tags and line != "082 0"
    ]


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_no_line_of_a_team_is_lost_and_the_second_time_nothing_is_new(
    world: World, form: str
) -> None:
    world.file("kevat.trf", MATCH)
    world.submit("kevat.trf", *FLAGS)
    assert reported(world)["records"] == list(TEAMS)
    out = world.run("export", "trf", "kevat", "--format", form).out
    assert sorted(records_of(out.encode())) == sorted(TEAMS)
    world.file("again.trf", out.encode())
    assert (
        world.submit("again.trf", *FLAGS).value["recorded"][0]["repeated"]
        and world.equal()
    )
    assert read_trf(out.encode()).teams[0].players == read_trf(MATCH).teams[0].players


def test_teams_without_their_number_are_not_said_to_be_none(world: World) -> None:
    world.file("kevat.trf", MATCH.replace(b"082 2\n", b""))
    world.submit("kevat.trf", *FLAGS)
    assert "\n082" not in world.run("export", "trf", "kevat").out


def test_after_a_correction_of_a_game_what_teams_scored_is_left_out(
    world: World,
) -> None:
    world.file("kevat.trf", MATCH)
    world.submit("kevat.trf", *FLAGS)
    assert (
        world.run(
            "amend",
            "kevat",
            "--game",
            "1.1",
            "--result",
            "0-1",
            "--reason",
            "typed wrong",
        ).code
        == 0
    )
    kept = records_of(world.run("export", "trf", "kevat").out.encode())
    blank = " " * 17
    assert [text for text in kept if text[:3] == "310"] == [
        text[:54] + blank + text[71:] for text in TEAMS[3:5]
    ]
    assert [
        text for text in kept if text[:2] == "80"
    ] == [] and "330 +- 001 001 002" in kept
    assert [team.players for team in written(world).teams] == [
        team.players for team in read_trf(MATCH).teams
    ]


def test_a_corrected_record_is_a_correction_and_moves_nothing(world: World) -> None:
    world.file("kevat.trf", MATCH)
    world.submit("kevat.trf", *FLAGS)
    world.file("other.trf", MATCH.replace(b"330 +- 001", b"330 -+ 001"))
    assert world.submit("other.trf", *FLAGS, code=5).codes == [
        "other-content",
        "reported-differs",
    ]
    done = world.submit(
        "other.trf", *FLAGS, "--as-correction", "--reason", "the other team came"
    ).value
    assert done["moved"] == [] and "330 -+ 001 001 002" in reported(world)["records"]


def test_a_report_that_says_no_teams_takes_none_away(world: World) -> None:
    world.file("kevat.trf", MATCH)
    world.submit("kevat.trf", *FLAGS)
    world.file(
        "less.trf",
        b"\n".join(line for line in MATCH.splitlines() if line.decode() not in TEAMS),
    )
    assert world.submit("less.trf", *FLAGS).value["recorded"][0]["repeated"]


@pytest.mark.parametrize("seed", range(40))
def test_any_report_keeps_its_records(seed: int) -> None:
    rng = random.Random(seed)
    records = rng.choices(TEAMS[1:], k=rng.randint(0, 12))
    data = any_report(rng) + "".join(f"{text}\n" for text in records).encode()
    for form in ("trf16", "trf26"):
        assert list(out_again(data, form).records) == records, f"seed {seed}"


@pytest.mark.parametrize(
    "text", ["012 Kevät", "001    1", "310\nx", "31", "3100", "FIN 1", ""]
)
def test_nothing_but_such_a_record_is_one(world: World, text: str) -> None:
    told: dict[str, Any] = amend("kevat", reported={"records": [text]})
    world.file("kevat.trf", MATCH)
    world.submit("kevat.trf", *FLAGS)
    [field] = world.submit(world.file("a.json", told), code=1).fields
    assert field == "reported.records[0]"


def test_a_hidden_character_is_named(world: World) -> None:
    world.file("kevat.trf", MATCH)
    world.submit("kevat.trf", *FLAGS)
    ran = world.submit(
        world.file(
            "a.json", amend("kevat", reported={"records": ["310   1 a\u202eb"]})
        ),
        code=1,
    )
    assert (ran.codes, ran.fields) == (["hidden-character"], ["reported.records[0]"])


def test_records_have_a_limit(world: World) -> None:
    world.file("kevat.trf", MATCH + b"013 Team\n" * 10_000)
    assert world.submit("kevat.trf", *FLAGS, code=1).fields == ["reported.records"]


def test_the_page_names_each_team_once_with_its_players_in_their_order(
    world: World,
) -> None:
    more = (
        MATCH
        + (
            "013 "
            + "Åbo Schack".ljust(32)
            + "   4    2    9\n013 "
            + "Nobody".ljust(32)
            + "\n"
        ).encode()
    )
    world.file(
        "kevat.trf",
        more.replace(
            b"013 Salon Shakkikerho                  1    3",
            b"013 SALON Shakkikerho                  3    1",
        ),
    )
    world.submit("kevat.trf", *FLAGS)
    with served(world.ledger) as service:
        text = service.ask("/fi/tournaments/kevat", fields={"Accept": "text/html"}).text
    section = text.partition("Joukkueet raportin mukaan")[2].partition("</ul>")[0]
    teams = [
        re.sub("<[^>]*>", "", line)
        for line in section.splitlines()
        if line.startswith("<li>")
    ]
    assert teams == [
        "Salon Shakkikerho: Aho, Aino; Cho, Cai",
        "Turun Työväen Shakki: Berg, Bea; Dahl, Dag",
        "Åbo Schack: Dahl, Dag; Berg, Bea; 9",
    ]


def test_points_of_any_length_are_no_number() -> None:
    """A number of thousands of digits is refused by Python itself, and no points."""
    assert points("1" * 5000) is None
    assert points("9999.5") == Fraction(19999, 2)
