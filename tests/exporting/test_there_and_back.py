"""A report that keeps its city and arbiters, and a list that is read back as it was
written.
"""

import re
from pathlib import Path

import pytest

from tests.exchange.trf_text import row as trf_row
from tests.importing.importing_world import FLAGS, World, trf
from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament
from tests.world.reached import opened


@pytest.fixture
def selo(tmp_path: Path) -> Selo:
    world = Selo(tmp_path)
    assert world.run("init").code == 0
    world.submit(
        player(
            "A",
            name="Aho, Aino",
            born="1980",
            sex="f",
            fide_id=500001,
            club="=Kerho",
            federation="FIN",
        )
    )
    world.submit(
        player("B", name="Berg, Bea"),
        player("C", name="Cole"),
        player("D", name="Dahl"),
    )
    world.submit(*(opening(name, 1600, games=60, normal_games=20) for name in "ABC"))
    world.submit(
        tournament("spring", "2024-03-10", game(1, "A", "B", "0-1"), name="Kevät")
    )
    world.done("publish", "selo", "april", "--as-of", "2024-04-01")
    world.submit(
        tournament(
            "may",
            "2024-05-10",
            game(1, "A", "C", "1-0"),
            game(2, "D", "C", "1-0"),
            name="Vappu",
        )
    )
    return world


def test_what_export_list_writes_is_read_back(selo: Selo, tmp_path: Path) -> None:
    written = selo.done("export", "list", "selo", "--as-of", "2024-06-01")
    other = Selo(tmp_path, name="other.db")
    assert other.run("init").code == 0
    other.done(
        "submit",
        other.file("list.csv", written),
        "--as",
        "openings",
        "--list",
        "selo",
        "--on",
        "2024-06-01",
    )
    names = (
        "player",
        "name",
        "rating",
        "games",
        "normal_games",
        "sex",
        "born",
        "fide_id",
        "club",
    )
    there, here = (
        [
            {name: row[name] for name in names}
            for row in one.ask("export", "list", "selo", "--as-of", "2024-06-01")[
                "rows"
            ]
        ]
        for one in (selo, other)
    )
    assert there == here and "'=Kerho" in written


def test_city_type_and_arbiters_are_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SELO_LEDGER", "test.db")
    world = World(tmp_path)
    assert world.run("init").code == 0
    header = (
        "012 Espoon kesäturnaus",
        "022 Espoo",
        "042 2024/06/01",
        "052 2024/06/02",
        "092 Individual: Swiss-System",
        "102 Tuomari, Tiina",
        "112 Apu, Antti",
        "112 Toinen, Tea",
        "122 90 min + 30 s",
    )
    players = [
        trf_row(1, (2, "w", "1"), name="Aho, Aino"),
        trf_row(2, (1, "b", "0"), name="Berg, Bea"),
    ]
    world.file("a.trf", trf(*players, header=header))
    world.submit("a.trf", *FLAGS)
    written = world.run("export", "trf", "kesa").out
    assert re.findall(r"^(?:022|092|102|112) .*$", written, re.M) == [
        "022 Espoo",
        "092 Individual: Swiss-System",
        "102 Tuomari, Tiina",
        "112 Apu, Antti",
        "112 Toinen, Tea",
    ]
    with opened(world.ledger) as connection:
        [(kept,)] = connection.execute("SELECT bytes FROM source_file").fetchall()
        connection.execute(
            "UPDATE source_file SET bytes = ?",
            (bytes(kept).replace(b"Tuomari", b"Toimari"),),
        )
    assert world.run("export", "trf", "kesa", "--json").codes == ["damaged"]
    world.run("player", "erase", "N0001", "--reason", "asked for")
    assert "Tuomari" not in world.run("export", "trf", "kesa").out
