"""A month of an office as one story: at a keyboard, and the same month through files;
both come to the same ratings.
"""

import json
from pathlib import Path
from typing import Any

from tests.importing.importing_world import TODAY, World, row, trf
from tests.importing.terminal import dialogue

HEAD = (
    "012 Lakeus Open",
    "042 2024/05/04",
    "052 2024/05/05",
    "122 90 min/40 siirtoa + 30 min + 30 s/siirto",
)
REPORT = trf(
    row(1, "Makinen, Jorn", (2, "w", "1"), (3, "b", "1")),
    row(2, "Aho, A.", (1, "b", "0"), (4, "w", "+")),
    row(3, "Berg, Bea", (4, "b", "1"), (1, "w", "0"), born="1980"),
    row(4, "Uusi, Ulla", (3, "w", "0"), (2, "b", "-"), born="2011"),
    header=HEAD,
)
CORRECTED = trf(
    row(1, "Makinen, Jorn", (2, "w", "1"), (3, "b", "=")),
    row(2, "Aho, A.", (1, "b", "0"), (4, "w", "+")),
    row(3, "Berg, Bea", (4, "b", "1"), (1, "w", "="), born="1980"),
    row(4, "Uusi, Ulla", (3, "w", "0"), (2, "b", "-"), born="2011"),
    header=HEAD,
)
EVENING = (
    "kierros;valkea;musta;tulos;päivä\n1;Aho, A.;Makinen,"
    " Jorn;½-½;18.5.2024\n1;vapaa;Berg, Bea;0-1;18.5.2024\n"
)
CLUB = ("--name", "Kerhoilta", "--minutes", "60", "--players-by", "name")
REASON = ("--as-correction", "--reason", "the slip of board 1")


def prepared(world: World) -> None:
    """Three members with ratings, the list everybody knows, what never changes, and the
    files of the month.
    """
    world.file("selo.toml", 'new_ids = "G"\n')
    for ident, name, born, rating in (
        ("F020", "Mäkinen, Jörn", "1962", 1900),
        ("F021", "Aho, Aino", "1990", 1800),
        ("F022", "Berg, Bea", "1980", 1700),
    ):
        world.player(ident, name, born=born)
        world.submit(
            world.file(
                "o.json",
                {
                    "kind": "opening",
                    "player": ident,
                    "list": "selo",
                    "on": "2024-01-01",
                    "rating": rating,
                    "games": 40,
                },
            )
        )
    assert world.run("publish", "selo", "2024-04", "--as-of", "2024-04-30").code == 0
    world.file("lakeus.trf", REPORT)
    world.file("corrected.trf", CORRECTED)
    world.file("ilta.csv", EVENING)


def ratings(world: World) -> dict[str, Any]:
    return {
        row["player"]: row["rating"]
        for row in world.ask("list", "selo", "--as-of", "2024-05-31")["rows"]
    }


def closed(world: World) -> None:
    """What an event did, what takes it back, and the new list beside the old one: both
    stories end so.
    """
    event = world.ask("log", "event", str(world.head()))
    assert event["reason"] == "the slip of board 1" and world.equal()
    assert "Jörn" in world.run("undo", str(world.head())).out
    assert world.run("publish", "selo", "2024-05", "--as-of", "2024-05-31").code == 0
    rows = world.ask("list", "compare", "2024-04", "2024-05", "--moved")["rows"]
    assert {row["player"] for row in rows} == {"F020", "F021", "F022", "G0001"}


def test_a_month_at_a_keyboard_and_through_files(world: World) -> None:
    prepared(world)
    code, screen = dialogue(
        world.folder,
        ("submit", "lakeus.trf"),
        ("it needs an id [lakeus-open-2024]: ", ""),
        ("[40/90+30:30+30]: ", ""),
        ("1 Makinen, Jorn = F020 Mäkinen, Jörn 1962? [y/n/new/other]: ", "y"),
        ("2 Aho, A. = F021 Aho, Aino 1990? [y/n/new/other]: ", "y"),
        ("Book it? [y/N]: ", "y"),
    )
    assert code == 0 and "G0001" in screen, screen
    # the answers about names are remembered: only what the table does not state is
    # asked
    code, screen = dialogue(
        world.folder,
        ("submit", "ilta.csv", *CLUB),
        ("it needs an id [kerhoilta-2024]: ", ""),
        ("Book it? [y/N]: ", "y"),
    )
    assert code == 0 and "read as a bye" in screen, screen
    # what was typed was recorded by the clock of this machine
    world.clock("2199-01-01")
    world.submit("corrected.trf", "--id", "lakeus-open-2024", *REASON)
    closed(world)
    at_the_keyboard = ratings(world)

    world.path.unlink()  # the same month again, through files
    for beside in ("selo.db.who", "selo.db.read", "selo.db-wal", "selo.db-shm"):
        Path(beside).unlink(missing_ok=True)
    world.clock(TODAY)
    assert world.run("init").code == 0
    prepared(world)
    answers = {
        "tournament": "lakeus-open-2024",
        "time_control": "40/90+30:30+30",
        "map": {"1": "F020", "2": "F021"},
    }
    world.file("lakeus.trf.json", json.dumps(answers))
    world.submit("lakeus.trf", "--dry-run")
    world.submit("lakeus.trf")
    world.submit("ilta.csv", "--id", "kerhoilta-2024", *CLUB)
    world.submit("corrected.trf", "--id", "lakeus-open-2024", *REASON)
    closed(world)
    assert ratings(world) == at_the_keyboard
