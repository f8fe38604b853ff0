"""What recording costs, in questions to the database: a figure that is the same on
every machine.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from desk.file_proposals import proposal_at
from desk.files.open_file import NamedFile
from desk.files.settings import Settings
from desk.submit import Preparation, book_submission
from ledger.events import OFFICE, Event
from ledger.known_events import KnownEvents
from ledger.merges import Families
from ledger.store.connection import Connection
from ledger.store.events import head
from ledger.store.logs.checked import Growing, Row
from ledger.store.persons import with_former_names
from ledger.timeline import Timeline
from projections.answers import workings
from projections.answers.events.changed_entries import AT_ONCE, players_changed_after
from projections.answers.lists.published import compared_with_today, publications
from projections.answers.players.history import history
from projections.answers.tournaments.standings import standings
from projections.answers.tournaments.tournament import tournament
from projections.replay import persons
from projections.replay.entry import changes_of
from projections.replay.persons import Persons
from projections.replay.steps import Rebuilt
from projections.replay.unit_row import UnitRow
from projections.tables import build, units
from projections.tables.own_rows import OwnRows
from projections.tables.players import titles_in
from rulebooks.base import Change, Person, Unit
from rulebooks.protocol import Rulebook
from tests.world.documents import amend, external, opening
from tests.world.ledger import Ledger, every_fact, ledger

PEOPLE = 300


def statements(
    counted: Ledger, *documents: dict[str, object], prepared: Preparation | None = None
) -> int:
    """Count the statements of a submission, a row of many at once too."""
    asked: list[str] = []
    connection = counted.writer.connection
    connection.set_trace_callback(asked.append)  # type: ignore[attr-defined]
    if prepared is None:
        counted.submit(*documents)
    else:
        book_submission(counted.writer, prepared, counted.outside)
    connection.set_trace_callback(None)  # type: ignore[attr-defined]
    return len(asked)


def people(first: int, count: int) -> list[dict[str, object]]:
    return [
        {"kind": "player", "player": f"P{number}", "name": f"Player {number}"}
        for number in range(first, first + count)
    ]


def test_a_new_person_costs_few_statements_and_no_more_the_more_there_are(
    tmp_path: Path,
) -> None:
    with ledger(tmp_path) as counted:
        few = statements(counted, *people(0, PEOPLE))
        many = statements(counted, *people(PEOPLE, 2 * PEOPLE))
    # 22 before those who come together were looked up together, 11 before their names
    # were
    assert few / PEOPLE < 10
    assert many / (2 * PEOPLE) <= few / PEOPLE


def test_the_seats_of_new_people_are_asked_for_together(tmp_path: Path) -> None:
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), *map(evening, range(30)))
        few = statements(counted, *people(100, 10))
        many = statements(counted, *people(200, 40))
    # 17 when each list was asked for the seats of each of them
    assert (many - few) / 30 < 10


def pairs(first: int, last: int) -> NamedFile:
    """A table of games whose players stand in it by their ids."""
    rows = "".join(
        f"1;P{number};P{number + 1};1-0\n" for number in range(first, last, 2)
    )
    return NamedFile("games.csv", f"round;white;black;result\n{rows}".encode())


def test_the_people_of_a_file_are_looked_up_together(tmp_path: Path) -> None:
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 3 * PEOPLE))

        def asked(file: NamedFile, day: str) -> int:
            settings = Settings(
                tournament=f"T{day}", name="T", start=day, end=day, minutes=90
            )
            proposal = proposal_at(str(counted.path), file, settings)
            return statements(counted, prepared=proposal.prepare)

        few, many = (
            asked(pairs(0, PEOPLE), "2024-01-01"),
            asked(pairs(PEOPLE, 3 * PEOPLE), "2024-02-01"),
        )
    # 10 when they were looked up one by one; most of it is writing
    assert (many - few) / PEOPLE < 8


def test_the_lists_of_a_submission_are_checked_by_one_replay_of_the_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upto: list[int | None] = []

    def counting(source: Connection, target: Connection, last: int | None) -> Rebuilt:
        upto.append(last)
        return rebuild(source, target, last)

    rebuild = build.rebuild
    monkeypatch.setattr(build, "rebuild", counting)
    openings = [opening(f"P{n}", 1500 + n, on="2009-12-31") for n in range(2)]
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), *openings, evening(0))
        followed = head(counted.writer.connection)

        def replays(*documents: dict[str, object]) -> list[int | None]:
            upto.clear()
            counted.submit(*documents)
            return [*upto]

        assert replays(*map(published, (1, 2, 3))) == [followed]
        # those with other documents before them are made of the events alone
        last = head(counted.writer.connection)
        assert replays(evening(1), published(4), published(5)) == [last + 1]
        last = head(counted.writer.connection)
        between = (published(6), evening(2), published(7), published(8))
        assert replays(*between) == [last, last + 2]

        lists = publications(every_fact(counted.writer.connection))
        assert [one.known_seq - followed for one in lists] == [
            0,
            0,
            0,
            4,
            5,
            6,
            8,
            9,
        ], "each says what was known when it was made"
        ratings = [one.sha256 for one in lists]
        assert len({*ratings[:3]}) == len({*ratings[3:6]}) == len({*ratings[6:]}) == 1
        assert len({*ratings}) == 3, "each evening is in those behind it"


def test_the_lists_of_a_submission_are_read_once_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each it is asked whether anything but lists came, and each has a row for
    everybody.
    """
    read: list[int] = []
    take = Growing.take

    def noted(log: Growing, row: Row, stored: bytes | None) -> Event:
        read.append(row.seq)
        return take(log, row, stored)

    monkeypatch.setattr(Growing, "take", noted)
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), evening(0))
        followed = head(counted.writer.connection)
        read.clear()
        counted.submit(*map(published, range(1, 9)))

    lists = [seq for seq in read if seq > followed]
    assert lists == [*range(followed + 1, followed + 8)], "the last is asked by nobody"


def published(month: int) -> dict[str, object]:
    label = f"2020-{month:02}"
    return {"kind": "publish", "list": "selo", "label": label, "as_of": f"{label}-01"}


def evening(number: int) -> dict[str, object]:
    day = f"{2010 + number // 300}-{1 + number // 25 % 12:02}-{1 + number % 25:02}"
    return {
        "kind": "tournament",
        "tournament": f"E{number}",
        "name": f"Evening {number}",
        "start": day,
        "end": day,
        "minutes": 90,
        "games": [{"round": 1, "white": "P0", "black": "P1", "result": "1/2-1/2"}],
    }


def test_tournaments_that_come_together_are_looked_up_together(tmp_path: Path) -> None:
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2))
        alone = statements(counted, evening(0))
        # 26 before
        assert statements(counted, *map(evening, range(1, 101))) / 100 < 24 < alone


def test_a_tournament_after_all_others_does_not_read_careers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def places(connection: Connection, numbers: Sequence[int]) -> list[str]:
        read.extend(numbers)
        return found(connection, numbers)

    found = units.places
    monkeypatch.setattr(units, "places", places)
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), *map(evening, range(200)))
        read.clear()
        counted.submit(evening(200))
        assert len(read) == 1, "both sat in the same unit before"
        counted.submit(
            evening(199)
            | {
                "tournament": "late",
                "start": "2010-01-01",
                "end": "2010-01-01",
            }
        )
        # the control: whoever comes late is put among the others
        assert len(read) > 100


def test_a_tournament_some_days_late_reads_the_ends_of_careers(tmp_path: Path) -> None:
    late = {"tournament": "late", "start": "2010-04-20", "end": "2010-04-20"}
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), *map(evening, range(100)))  # until April
        after_few = statements(counted, evening(100) | late)
        counted.submit(*map(evening, range(100, 200)))  # until August
        after_many = statements(
            counted,
            evening(200)
            | late
            | {
                "tournament": "later",
                "start": "2010-08-20",
                "end": "2010-08-20",
            },
        )
    assert after_many <= after_few, "as many evenings behind it, twice as many before"


@pytest.mark.parametrize("before", [60, 120])
def test_a_title_at_stake_has_the_units_read_from_the_change_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """A game won some days late brings the title that the one after it brought: no
    evening before it is read.
    """
    read: list[str] = []

    def of_streams(
        connection: Connection, streams: Collection[str]
    ) -> dict[str, list[UnitRow]]:
        read.extend(streams)
        return found(connection, streams)

    found = units.of_streams
    monkeypatch.setattr(units, "of_streams", of_streams)
    openings = [
        opening(f"P{number}", 1890, on="2009-12-31", normal_games=30)
        for number in range(2)
    ]
    won = {"games": [{"round": 1, "white": "P0", "black": "P1", "result": "1-0"}]}
    late = {"tournament": "late", "start": "2010-12-01", "end": "2010-12-01"}
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), *openings, *map(evening, range(before)))
        counted.submit(evening(300) | won)
        assert [
            (title.title, title.tournament)
            for title, _ in titles_in(counted.writer.connection, "selo")
        ] == [("I", "E300")]
        read.clear()
        counted.submit(evening(300) | won | late)
        assert [
            title.tournament
            for title, end in titles_in(counted.writer.connection, "selo")
            if end is None
        ] == ["late"]
        assert {stream for stream in read if stream.startswith("tournament:E")} == {
            f"tournament:E{before - 1}",
            "tournament:E300",
        }, "the last before it, whose standings it begins with"


def two_games(number: int, first: str) -> dict[str, object]:
    """Against somebody of 1900 points; the second is won from the 13th evening on."""
    second = "1-0" if number < 12 else "0-1"
    return evening(number) | {
        "games": [
            {"round": 1, "white": "P0", "black": "P1", "result": first},
            {"round": 2, "white": "P1", "black": "P0", "result": second},
        ]
    }


def test_a_title_that_a_correction_takes_is_looked_for_farther_on(
    tmp_path: Path,
) -> None:
    """A player who never had an opening is corrected evening by evening, each time
    beside a ledger told anew.
    """

    def titles(counted: Ledger) -> list[tuple[str, str | None, str | None]]:
        rows = titles_in(counted.writer.connection, "selo")
        return [
            (title.title, title.tournament, title.game)
            for title, end in rows
            if end is None
        ]

    results, met = ["1-0"] * 16, set[str | None]()
    everybody = (*people(0, 2), opening("P1", 1900, on="2009-12-31"))
    with ledger(tmp_path) as counted:
        counted.submit(*everybody, *(two_games(number, "1-0") for number in range(16)))
        for number in (15, 0, 7, 3, 11, 12):
            results[number] = "0-1"
            counted.submit(amend(f"E{number}", games={"1.1": {"result": "0-1"}}))
            with ledger(tmp_path, f"anew-{number}.db") as anew:
                anew.submit(*everybody, *map(two_games, range(16), results))
                assert titles(counted) == titles(anew), number
            met |= {tournament for _, tournament, _ in titles(counted)} or {None}
    assert len(met) > 2 and None in met, "the title moves on, and is lost in the end"


def test_each_player_of_a_unit_is_put_together_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    put_together = persons.person

    def person(player: str, timeline: Timeline) -> Person:
        read.append(player)
        return put_together(player, timeline)

    monkeypatch.setattr(persons, "person", person)
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 3), *map(evening, range(20)))
        assert sorted(read) == ["P0", "P1"], "however many units"
        read.clear()
        counted.submit(
            {"kind": "merge-players", "from": "P1", "into": "P2", "reason": "the same"}
        )
        assert sorted(read) == ["P0", "P2"], "under the id that came to mean the player"
        read.clear()
        counted.submit(evening(21), external("P2", 1700))
        assert sorted(read) == ["P0", "P2"], "with what the very submission tells"


def test_a_tournament_is_told_without_reading_careers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 2), *map(evening, range(30)))
        reading = every_fact(counted.writer.connection)
        read: list[str] = []

        def of_all_time(own: OwnRows, list_name: str, player: str) -> list[UnitRow]:
            read.append(player)
            return []

        monkeypatch.setattr(OwnRows, "of_all_time", of_all_time)
        assert [row.player for row in tournament(reading, "E29").crosstable] == [
            "P0",
            "P1",
        ]
        assert read == []
        reading.standing_before("selo", "P0", "~")  # the control: this reads one
        assert read == ["P0"]


def test_everybody_in_a_tournament_is_worked_out_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The performances beside a table are of all its players; a player's own history
    asks each unit for that player alone.
    """
    asked: list[str | None] = []

    def counting(
        row: UnitRow,
        unit: Unit | None,
        persons: Persons,
        rules: Rulebook,
        only: str | None = None,
    ) -> Sequence[Change]:
        asked.append(only)
        return changes_of(row, unit, persons, rules, only)

    monkeypatch.setattr(workings, "changes_of", counting)
    field = [f"P{number}" for number in range(8)]
    games = [
        {"round": 1, "white": white, "black": black, "result": "1/2-1/2"}
        for white, black in zip(field[::2], field[1::2], strict=True)
    ]
    openings = [opening(player, 1500, on="2009-12-31") for player in field]
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 8), *openings, evening(0) | {"games": games})
        reading = every_fact(counted.writer.connection)
        beside = standings(reading, tournament(reading, "E0"))
        assert {row.performance["selo"] for row in beside.values()} == {1500}
        assert asked == [None]
        asked.clear()
        reading = every_fact(counted.writer.connection)
        assert len(history(reading, "P3", "selo").rows) == 2
        assert asked == ["P3"]


def test_people_who_come_together_are_known_as_the_file_leaves_them(
    tmp_path: Path,
) -> None:
    """Renamed twice in one file, once under an id that was merged: each name is an
    earlier one of the next.
    """
    first, second, third = (
        {"kind": "player", "player": "P1", "name": name, "change": True}
        for name in ("Second", "Third", "Fourth")
    )
    with ledger(tmp_path) as counted:
        counted.submit(
            *people(0, 2), {"kind": "player", "player": "old", "name": "Old"}
        )
        counted.submit(
            {"kind": "merge-players", "from": "old", "into": "P1", "reason": "the same"}
        )
        counted.submit(
            first,
            second | {"player": "old"},
            third,
            {"kind": "player", "player": "new", "name": "New"},
        )
        person, former = with_former_names(counted.writer.connection, "P1")
        assert person is not None and person.name == "Fourth"
        assert [earlier.name for earlier in former] == ["Player 1", "Second", "Third"]
        counted.submit(
            {"kind": "player", "player": "P1", "name": "Fifth", "change": True},
            *people(10, 2),
        )
        assert [
            earlier.name
            for earlier in with_former_names(counted.writer.connection, "P1")[1]
        ][-1] == "Fourth"
        counted.submit(
            {"kind": "player", "player": "P1", "name": "Second", "change": True}
        )
        assert {
            earlier.name
            for earlier in with_former_names(counted.writer.connection, "P1")[1]
        } == {
            "Player 1",
            "Third",
            "Fourth",
            "Fifth",
        }


def test_a_file_is_warned_of_as_its_documents_are_one_by_one(tmp_path: Path) -> None:
    """What is looked up together is what stands when each document has its turn: names
    given, changed and shared in the same file, a birth counted between two tournaments,
    and a tournament that comes twice.
    """

    def player(number: int, name: str, **more: object) -> dict[str, object]:
        return {"kind": "player", "player": f"P{number}", "name": name, **more}

    documents = [
        player(0, "Aho, Aino"),
        player(1, "aho, aino"),
        player(2, "Äho, Aino"),
        player(0, "Berg, Bo", change=True),
        player(3, "Berg, Bo"),
        player(4, "Aho, Aino", born="1990"),
        player(5, "Aho, Aino", born="1991"),
        evening(0),
        evening(1),
        player(0, "Berg, Bo", born="2015"),
        player(6, "Lind, Liv"),
        evening(2),
        evening(0),
    ]
    with ledger(tmp_path) as counted:
        together = counted.submit(*documents)
    with ledger(tmp_path, "alone.db") as counted:
        alone = [counted.submit(document) for document in documents]
    warnings = [warning.message for outcome in alone for warning in outcome.warnings]
    assert {warning.message for warning in together.warnings} == {*warnings}
    assert sum("also the name of" in str(message) for message in warnings) == 6
    assert sum("born after" in str(message) for message in warnings) == 1
    assert [receipt.repeated for receipt in together.recorded] == [False] * 12 + [True]


def test_a_published_list_beside_today_reads_nobody_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ids were merged since: whom each meant at which step is found by
    going through the office's events once.
    """
    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 10), *map(evening, range(30)))
        counted.submit(
            {"kind": "publish", "list": "selo", "label": "L", "as_of": "2012-01-01"}
        )
        for number in range(5, 10):
            merge = {"from": f"P{number}", "into": "P0", "reason": "the same"}
            counted.submit({"kind": "merge-players", **merge})
        counted.submit(amend("E3", games={"1.1": {"result": "1-0"}}))
        counted.submit(
            {"kind": "merge-players", "from": "P0", "into": "P2", "reason": "the same"}
        )
        reading = every_fact(counted.writer.connection, "2012-01-01")

        alone: list[str] = []
        streams: list[str] = []
        families: list[Families] = []
        of_all_time, stream = OwnRows.of_all_time, KnownEvents.stream
        put_together = Families.__init__

        def noted_rows(own: OwnRows, list_name: str, player: str) -> list[UnitRow]:
            alone.append(player)
            return of_all_time(own, list_name, player)

        def noted_stream(known: KnownEvents, name: str) -> Iterator[Event]:
            streams.append(name)
            return stream(known, name)

        def noted_families(
            own: Families, merges: Iterable[tuple[str, str]] = ()
        ) -> None:
            families.append(own)
            put_together(own, merges)

        monkeypatch.setattr(OwnRows, "of_all_time", noted_rows)
        monkeypatch.setattr(KnownEvents, "stream", noted_stream)
        monkeypatch.setattr(Families, "__init__", noted_families)
        answer = compared_with_today(reading, "selo", "L")
        kinds = {
            row.player: [event.kind for event in row.moved_by] for row in answer.rows
        }
        assert kinds == {"P0": ["amend"], "P1": ["amend"]}
        assert alone == []
        assert streams.count(OFFICE) <= 2
        # of the merges today, and of those before each event since
        assert len(families) <= 2


def test_who_came_out_different_is_found_in_a_few_units_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After other rules it is everybody, in every version of every unit."""
    asked: list[int] = []
    of_numbers = units.of_numbers

    def noted(connection: Connection, numbers: Sequence[int]) -> list[UnitRow]:
        asked.append(len(numbers))
        return of_numbers(connection, numbers)

    with ledger(tmp_path) as counted:
        counted.submit(*people(0, 3), *map(evening, range(3 * AT_ONCE)))
        counted.submit(amend("E0", games={"1.1": {"result": "1-0"}}))
        reading = every_fact(counted.writer.connection)
        monkeypatch.setattr(units, "of_numbers", noted)
        assert players_changed_after(reading, 0) == {"P0", "P1"}
    assert max(asked) <= AT_ONCE < sum(asked)
