"""Any bytes through the whole way in: booked, or refused in words of ours; what is
refused leaves nothing.

Three thousand in `make test-all`, a million in `make torture`. SELO_FUZZ_SEED repeats a
run, SELO_FUZZ sets its length.
"""

import io
import json
import os
import random
import secrets
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desk.files.map_file import read_map
from desk.files.read_games import read_games_file
from desk.files.settings import settings_of
from desk.files.sidecar import read_sidecar
from desk.games.proposal import GamesProposal
from desk.ledger_view import LedgerView
from desk.lists.fide_list import PeopleCounts, WantedPeople, external_ratings
from desk.lists.national import opening_documents
from desk.submit import book_submission, init
from exchange.json.files import read_documents
from exchange.lists.fide import read_list
from exchange.lists.openings import read_openings
from exchange.recognise import kind_of
from ledger.errors import LedgerUnusable, SeloError, Where
from ledger.store.event_log import Store, Writer
from tests.importing import mutating
from tests.importing.importing_world import TODAY, World
from tests.torture.report import record
from tests.torture.workload import scaled
from tests.world.ledger import outside

NOW = f"{TODAY}T12:00:00.000000Z"
PARTS = 2
DEFAULT = 3_000
MILLION = 1_000_000
PEOPLE = b"".join(
    b'{"kind":"player","player":"P%d","name":"%s","born":"1980","fide_id":%d}\n'
    % (n, name, 500_000 + n)
    for n, name in enumerate(
        (b"Aho, Aino", b"Berg, Bea", b"Salo, Eero", b"Urho, Unto"), 1
    )
)
STANDS = (
    b'{"kind":"tournament","tournament":"stands","name":"S","start":"2024-06-01","end":"2024-06-02","minutes":90,"games":'
    b'[{"round":1,"white":"P1","black":"P2","result":"*"},{"round":2,"white":"P3","black":"P4","result":"1-0"}],'
    b'"league":{"boards":2,"teams":[{"team":"salo","name":"Salo","players":["P1","P3"]},{"team":"abo","name":"Abo",'
    b'"players":["P2","P4"]},{"team":"ii-2","name":"Ii","players":["P2"]}],"matches":[{"round":1,"home":"abo",'
    b'"away":"salo"},{"round":2,"home":"salo","away":"abo","unopposed":["P2"],"points":{"home":1}}]}}'
)
OUT = outside(NOW)


def games_in(writer: Writer, data: bytes, chance: random.Random) -> None:
    """As `submit` goes: recognised, read, matched, asked, compared, booked."""
    answers = dict(chance.choice(mutating.ANSWERS))
    settings = settings_of(answers, Where("flags"))
    name = chance.choice(("report.trf", "table.csv", "-", "people.json"))
    if kind_of(name, data) == "json":
        book_submission(writer, read_documents(name, data), OUT)
        return
    correction = chance.choice((None, "as it was"))
    games = read_games_file(data, name, settings)
    proposal = GamesProposal(
        games, data, settings, (), correction, preview=chance.random() < 0.3
    )
    book_submission(writer, proposal.prepare, OUT)


def openings_in(writer: Writer, data: bytes, chance: random.Random) -> None:
    rows, problems = read_openings(data, "list.csv")
    ledger = LedgerView(writer.connection)
    book_submission(
        writer,
        opening_documents(rows, "list.csv", "selo", "2024-01-01", ledger, problems),
        OUT,
    )


def fide_in(writer: Writer, data: bytes, chance: random.Random) -> None:
    stream, tally = io.BytesIO(data), PeopleCounts()
    here = LedgerView(writer.connection).fide_ids()
    people = read_list(stream, "list.xml")
    placed = list(
        external_ratings(
            people,
            here,
            "2024-06-01",
            "list.xml",
            lambda _: None,
            WantedPeople(everybody=True),
            tally=tally,
        )
    )
    book_submission(writer, placed, OUT)


def answers_in(writer: Writer, data: bytes, chance: random.Random) -> None:
    reader: Callable[[str, bytes], object] = chance.choice((read_map, read_sidecar))
    reader("answers", data)


Way = Callable[[Writer, bytes, random.Random], None]
MAP = b'number;player\n1;P1\n"Aho, Aino",new  # a comment\n2 P0042\n'
SIDECAR = json.dumps(mutating.ANSWERS[2]).encode()
WAYS: tuple[tuple[Way, tuple[bytes, ...]], ...] = (
    (games_in, mutating.GAMES),
    (games_in, (mutating.REPORT, mutating.LATER)),
    (games_in, (*mutating.GAMES, mutating.DOCUMENT)),
    (games_in, mutating.OF_TEAMS),
    (openings_in, (mutating.OPENINGS,)),
    (fide_in, (mutating.FIDE,)),
    (answers_in, (MAP, SIDECAR)),
)


def fuzz(folder: Path, count: int, seed: int) -> Counter[str]:
    """Every input in a savepoint of one open transaction, taken back whatever came of
    it.
    """
    path = folder / "fuzz.db"
    init(str(path), OUT)
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    with Store(str(path)) as store, store.writing() as writer:
        book_submission(writer, read_documents("people.jsonl", PEOPLE + STANDS), OUT)
        for number in range(count):
            way, samples = WAYS[number % len(WAYS)]
            data = mutating.mutated(chance.choice(samples), chance)
            writer.connection.execute("SAVEPOINT one")
            # a writer knows the end of the log; after one that was taken back it is
            # another
            own = Writer(writer.connection)
            try:
                way(own, data, chance)
                outcomes["taken"] += 1
            except SeloError as refused:
                outcomes["refused"] += 1
                assert not isinstance(refused, LedgerUnusable), (
                    f"seed {seed}, input {number}: {data!r}"
                )
                assert refused.problems and all(
                    problem.code and problem.message for problem in refused.problems
                )
            except Exception as error:
                raise AssertionError(
                    f"seed {seed}, input {number}: {data!r}"
                ) from error
            writer.connection.execute("ROLLBACK TO one")
            writer.connection.execute("RELEASE one")
    return outcomes


def seed_of(part: int) -> int:
    """A new one each time, told when the test fails."""
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    print(f"SELO_FUZZ_SEED={seed}")
    return seed + part


@pytest.mark.parametrize("part", range(PARTS))
def test_any_bytes_end_in_events_or_a_refusal(part: int, tmp_path: Path) -> None:
    count = int(os.environ.get("SELO_FUZZ") or DEFAULT) // PARTS
    outcomes = fuzz(tmp_path, count, seed_of(part))
    print(outcomes)
    # both ends were really tried
    assert min(outcomes["taken"], outcomes["refused"]) > count // 10


def test_an_escape_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a reader that stumbles over one kind of input in a thousand."""

    def stumbling(writer: Writer, data: bytes, chance: random.Random) -> None:
        if data.count(b"1") % 997 == 1:
            raise KeyError("a field")
        answers_in(writer, data, chance)

    monkeypatch.setattr(sys.modules[__name__], "WAYS", ((stumbling, (MAP, SIDECAR)),))
    with pytest.raises(AssertionError, match="seed 7, input"):
        fuzz(tmp_path, 3000, 7)


@pytest.mark.torture
def test_a_million_hostile_files_end_in_events_or_a_refusal(tmp_path: Path) -> None:
    parts, seed, outcomes = 20, seed_of(0), Counter[str]()
    for part in range(parts):
        place = tmp_path / str(part)
        place.mkdir()
        outcomes += fuzz(place, scaled(MILLION) // parts, seed + part)
    promise = (
        "Reports, tables, crosstables, PGN, FIDE lists, openings, maps and answers with"
        " bytes changed, cut, doubled and joined, taken the way of `selo submit`: each"
        " ends in events or in a refusal in words."
    )
    figures = {
        "inputs": sum(outcomes.values()),
        "taken": outcomes["taken"],
        "refused in words": outcomes["refused"],
        "anything else": 0,
    }
    record("hostile input", promise, seed, figures)


def test_what_is_refused_is_not_written(world: World) -> None:
    """The command itself, on a file: after a refusal the ledger is the same, byte by
    byte.
    """
    world.file("people.jsonl", PEOPLE + STANDS)
    world.submit("people.jsonl")
    chance = random.Random(1)

    def held() -> list[Any]:
        from ledger.store.database import connect

        connection = connect("selo.db", write=False)
        rows = [
            connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("event", "person", "source_file")
        ]
        connection.close()
        return rows

    codes: Counter[int] = Counter()
    for number in range(60):
        world.file("in.trf", mutating.mutated(chance.choice(mutating.GAMES), chance))
        before = held()
        flags = (
            "--id",
            f"t{number}",
            "--minutes",
            "90",
            "--new-ids",
            "N",
            "--name",
            "T",
            "--all-played",
        )
        ran = world.run(
            "submit", "in.trf", *flags, *(("--dry-run",) if number % 3 == 0 else ())
        )
        codes[ran.code] += 1
        assert ran.code in (0, 1, 5)
        if ran.code or number % 3 == 0:
            assert held() == before
    assert codes[0] and codes[1]


def test_files_at_the_limit_take_seconds_not_minutes(world: World) -> None:
    """A swollen report, table and map: each ends, refused or asked about, in a few
    seconds.
    """
    from time import process_time

    rows = b"".join(b"%d;Name %d;Other %d;1-0\n" % (n, n, n) for n in range(1, 10_000))
    world.file("t.csv", b"round;white;black;result\n" + rows)
    world.file("m.trf", b"001    1 m    A" + b" " * 15_000 + b"\n")
    world.file("map", b"1 P1\n" * 30_000)
    started = process_time()
    assert world.run("submit", "t.csv", "--id", "t", "--minutes", "9").code == 1
    assert (
        world.run("submit", "m.trf", "--id", "t", "--minutes", "9", "--map", "map").code
        == 1
    )
    # of the processor, so that a busy machine does not count
    assert process_time() - started < 30
