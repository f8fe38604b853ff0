"""Several files of games in one submission: whoever one brings is known to the next, and
the people of the ledger are gone through once.
"""

import json
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

import pytest

import desk.ledger_view
import desk.people.register
from desk.file_proposals import GivenSettings, games_proposal, several_games
from desk.files.open_file import NamedFile
from desk.files.settings import Settings
from desk.ledger_view import LedgerView
from desk.people.register import Register, Stated
from desk.submit import submit
from exchange.names.index import NameIndex
from ledger.documents import Details
from ledger.events import Event
from ledger.store.connection import Connection
from ledger.store.events import events_from_files
from tests.importing.importing_world import World, row, trf
from tests.world.ledger import outside

HEADERS = [
    (f"012 Kerho {at}", "032 FIN", f"042 2024/0{at}/01", f"052 2024/0{at}/01")
    for at in range(1, 5)
]


def written(world: World, at: int, *names: str, born: str = "1980/05/06") -> str:
    """Write a report of two people, and the answers beside it."""
    first, second = names
    report = trf(
        row(1, first, (2, "w", "1"), born=born),
        row(2, second, (1, "b", "0"), born="1990"),
        header=(*HEADERS[at - 1], "122 90 min + 30 s"),
    )
    name = world.file(f"{at}.trf", report)
    answers = {"tournament": f"k{at}", "time_control": "90+30", "new_ids": f"Q{at}-"}
    world.file(f"{name}.json", json.dumps(answers))
    return name


def test_whoever_a_file_brings_is_known_to_the_next(world: World) -> None:
    files = [
        written(world, 1, "Uusi, Ukko", "Berg, Bea"),
        written(world, 2, "Ukko Uusi", "Salo, Sanna"),
    ]
    first, second = world.submit(*files).value["files"]
    assert [one["player"] for one in first["players"]["new"]] == ["Q1-0001", "Q1-0002"]
    [known] = second["players"]["matched"]
    assert (known["player"], known["by"]) == ("Q1-0001", "name and birth")
    # a name close to one that only the first file brings is asked about
    files = [
        written(world, 3, "Toivonen, Väinö", "Berg, Bea"),
        written(world, 4, "Toivonen, Väini", "Berg, Bea"),
    ]
    refused = world.submit(*files, code=1)
    [problem] = refused.value["problems"]
    assert problem["where"]["file"] == "4.trf"
    assert "--map 1=Q3-0001 or --map 1=new" in problem["hint"]


def test_the_names_of_the_ledger_are_gone_through_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counting(names: Iterable[tuple[str, str]], slips: bool) -> NameIndex:
        made.append(1)
        return NameIndex(names, slips=slips)

    monkeypatch.setattr(desk.people.register, "NameIndex", counting)
    strangers = partial(written, world)
    files = [
        strangers(1, "Uusi, Ukko", "Berg, Bea"),
        strangers(2, "Kallio, Kerttu", "Laine, Lauri"),
        strangers(3, "Hakala, Helmi", "Mattila, Mauno"),
    ]
    world.submit(*files)
    assert len(made) == 1


def test_the_log_is_searched_once_for_what_came_from_the_files(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [
        written(world, 1, "Uusi, Ukko", "Berg, Bea"),
        written(world, 2, "Kallio, Kerttu", "Laine, Lauri"),
    ]
    world.submit(*files)
    searched: list[int] = []

    def counting(
        connection: Connection, digests: Collection[str]
    ) -> dict[str, list[Event]]:
        searched.append(len(digests))
        return events_from_files(connection, digests)

    monkeypatch.setattr(desk.ledger_view, "events_from_files", counting)
    files.append(written(world, 3, "Hakala, Helmi", "Mattila, Mauno"))
    recorded = world.submit(*files).value["recorded"]
    assert [(one["target"], one["repeated"]) for one in recorded] == [
        ("k1", True),
        ("k2", True),
        ("k3", False),
    ]
    assert searched == [3]


def test_who_was_erased_is_asked_once_for_all_files(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    erased = LedgerView.erased

    def counting(view: LedgerView, player: str) -> bool:
        asked.append(player)
        return erased(view, player)

    monkeypatch.setattr(LedgerView, "erased", counting)
    world.submit(
        written(world, 1, "Uusi, Ukko", "Berg, Bea"),
        written(world, 2, "Kallio, Kerttu", "Laine, Lauri"),
        written(world, 3, "Uusi, Ukko", "Mattila, Mauno"),
    )
    everybody = ["Q1-0001", "Q1-0002", "Q2-0001", "Q2-0002", "Q3-0001"]
    assert sorted(asked) == everybody


def test_reading_and_matching_tell_how_far_they_are(world: World) -> None:
    files = [
        written(world, 1, "Uusi, Ukko", "Berg, Bea"),
        written(world, 2, "Kallio, Kerttu", "Laine, Lauri"),
    ]
    opened = [NamedFile(name, Path(name).read_bytes()) for name in files]
    given = GivenSettings(Settings(), world.ledger)
    heard: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        heard.append((done, total))

    several = several_games(opened, given, preview=True, progress=progress)
    assert heard == [(0, 2), (1, 2)]
    heard.clear()
    prepare = partial(several.prepare, progress=progress)
    submit(world.ledger, prepare, outside(), dry_run=True)
    assert heard == [(0, 2), (1, 2)]
    # of one file the rows are counted
    heard.clear()
    one = games_proposal(opened[:1], given, preview=True)
    prepare_one = partial(one.prepare, progress=progress)
    submit(world.ledger, prepare_one, outside(), dry_run=True)
    assert heard == [(0, 2), (1, 2)]


def test_the_year_of_birth_that_a_file_brings_is_known_to_the_next() -> None:
    register = Register(
        [], lambda _: Stated(None, None, frozenset()), lambda player: player, bool
    )
    assert register.born_in("1980", {"Q0001"}) == []
    register.bring([Details(player="Q0001", name="Uusi, Ukko", born="1980-05-06")])
    assert register.born_in("1980", {"Q0001"}) == ["Q0001"]
