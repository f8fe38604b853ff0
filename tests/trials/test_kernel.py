"""The kernel says what the rules say: over random histories, under changed rules; a fault in it is seen."""

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ledger.errors import SeloError
from messages.answer import plain
from projections.answers.opened import whole
from projections.answers.reading import Question
from projections.trials import BEGINNING, Run, Setup, columns, kernel, setups
from projections.trials.folded import FoldedRun, Looks
from projections.trials.what_if import Proposal, read, what_if, with_changes
from rulebooks.finland.tables import EDITIONS
from tests.naive.finland import book
from tests.properties.telling import ledger_of, long_story
from tests.trials.with_kernel import COMPILER, compiled, folded, needs_compiler, told, without
from tests.world.documents import Document, opening, player, tournament
from tests.world.ledger import TODAY, every_fact

pytestmark = needs_compiler
SOURCE = kernel.SOURCE.read_text("utf-8")
PROPOSALS: tuple[dict[str, Any], ...] = (
    {"cap": 85, "bonus_established": -3},
    {"new_until": 3, "bonus_new": 7, "carries_games": False},
    {"kr": [[2000, 10], [1500, 33], [0, 60]], "kt": [[75, 120], [0, 0]], "fast_high": 0},
    {"unrated": {"open": 0, "under-10": 4000}, "new_until": 40, "elo_above": 0},
    {"cap": 50, "bonus_new": -100, "selo_seconds": 5400},
)
# (in the source, instead): one place in each rule
FAULTS = (
    ("run->counted[player] <= kind->new_until", "run->counted[player] < kind->new_until"),
    ("rating == NONE ? kind->unrated : rating; /* 3.6 */", "rating == NONE ? 1500 : rating;"),
    ("run->numbers[seat] = (int32_t)run->most[seat];", ";"),
    ("2 * above + 10 * games", "2 * above"),
    ("rating * 10000 + gained + 5000", "rating * 10000 + gained + 4999"),
    ("kind->shares[REACH - apart]", "100 - kind->shares[REACH + apart]"),
    ("kind->carries_games ? run->made[player] : old", "run->made[player]"),
    ("earlier + number >= run->title_games[rule]", "earlier >= run->title_games[rule]"),
    ("if (old <= kind->sums_until && run->counted", "if (0 && run->counted"),
    ("(char)(settled[white] && settled[black])", "settled[white]"),
)  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with compiled(tmp_path_factory.mktemp("kernel")) as library:
        yield library


def proposed(own: Setup, change: dict[str, Any]) -> Setup:
    return with_changes(own, read({"list": "selo", "name": "x", "change": change}), BEGINNING)


def variants(own: Setup) -> list[Setup]:
    changed = [
        with_changes(own, read({"list": "selo", "name": "x", "change": change}), BEGINNING) for change in PROPOSALS
    ]
    return [own, *changed, with_changes(own, Proposal("selo", "late", {"cap": 60}), "2024-06-01")]


def titles_in_play() -> list[Document]:
    """A title that is reached in the middle of a tournament, by the number and by the games, and not at its end."""
    games = [
        ("A", "B", "1-0"),
        ("A", "C", "1-0"),
        ("A", "D", "1-0"),
        ("A", "E", "0-1"),
        ("A", "F", "0-1"),
        ("B", "C", "1-0"),
    ]
    people = [*map(player, "ABCDEF"), opening("A", 1890, normal_games=21), *(opening(name, 1900) for name in "BCDEF")]
    documents = [*people, tournament("T", "2024-01-10", *games)]
    return [{**document, "_seq": number} for number, document in enumerate(documents)]


def compared(documents: Sequence[Document], days: Sequence[str] = (TODAY, "2024-06-30")) -> tuple[int, int]:
    """How many runs were compared, and how many units of them were left to the rules."""
    runs = odd = 0
    with ledger_of(documents) as here:
        for as_of in days:
            look = Looks(every_fact(here.connection, as_of))
            for setup in (
                one for own in setups(look.facts.timeline, ["selo", "selo:fi-1990"]) for one in variants(own)
            ):
                run = folded(look, setup)
                assert told(run) == told(look.facts.run(setup)), (as_of, setup.label, setup.rules)
                runs, odd = runs + 1, odd + len(run.by_rules)
    return runs, odd


SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.torture) for seed in (2, 3, *range(7300, 7340)))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_by_the_kernel_is_the_run_by_the_rules(seed: int, built: Path) -> None:
    """At home and abroad, over three editions, with openings, rulings, merges, and rules that nobody has."""
    assert compared(long_story(seed).documents()) > (20, 20)


@pytest.mark.parametrize("seed", [4, 6])
def test_the_naive_second_implementation_agrees(seed: int, built: Path) -> None:
    story = long_story(seed)
    documents = story.documents()
    with ledger_of(documents) as here:
        look = Looks(every_fact(here.connection))
        run = folded(look, setups(look.facts.timeline, ["selo"])[0])
        assert len(run.by_rules) < len(run.units), "nothing was left for the kernel"
        naive = book(documents)
        sums = {player: row[:3] for player, row in naive.current("selo").items()}
        assert sums == {total.player: (total.rating, total.games, total.normal_games) for total in run.totals()}, story
        titles = {(player, name): on for player, own in naive.titles().items() for name, (on, _, _) in own.items()}
        assert titles == run.titles(), story


def test_an_answer_is_the_same_to_the_byte(built: Path, demo_ledger: Path, tmp_path: Path) -> None:
    said = []
    for change in PROPOSALS:
        proposal = read({"list": "selo", "name": "x", "change": change})
        with whole(str(demo_ledger), Question(), TODAY) as found:
            assert kernel.library() is not None
            said.append(json.dumps(plain(what_if(found, proposal, "2024-01-01"))))
    with without(tmp_path):
        assert kernel.library() is None
        for change, before in zip(PROPOSALS, said, strict=True):
            proposal = read({"list": "selo", "name": "x", "change": change})
            with whole(str(demo_ledger), Question(), TODAY) as found:
                assert json.dumps(plain(what_if(found, proposal, "2024-01-01"))) == before
    assert len(set(said)) == len(said), "every proposal changes something"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[0][:30])
def test_a_fault_in_the_kernel_is_seen(fault: tuple[str, str], tmp_path: Path) -> None:
    assert SOURCE.count(fault[0]) == 1
    with compiled(tmp_path, SOURCE.replace(*fault), "faulty"):
        for documents in (titles_in_play(), *(long_story(seed).documents() for seed in range(4))):
            try:
                compared(documents, [TODAY])
            except AssertionError:
                return
    pytest.fail("no story shows it")


def test_what_the_kernel_does_not_know_goes_by_the_rules(
    built: Path, demo_ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another list, an edition with a number more, or one that was revised."""
    with whole(str(demo_ledger), Question(), TODAY) as found:
        look = Looks(found)
        own, other = setups(found.timeline, ["selo", "elo"])
        assert isinstance(look(own), FoldedRun)
        assert not isinstance(look(other), FoldedRun)
        revised = own.rules.with_edition("fi-2023", "fi-2023", {"revision": EDITIONS["fi-2023"].revision + 1})
        assert type(look(own._replace(rules=revised))) is Run
        monkeypatch.setattr(columns, "KNOWN", columns.KNOWN[:-1])
        assert not isinstance(look(own), FoldedRun)


def test_ratings_beyond_the_tables_go_by_the_rules(built: Path) -> None:
    """A rule that throws everybody off the tables: the kernel stops before each such unit, and all agree."""
    with ledger_of(long_story(0).documents()) as here:
        look = Looks(every_fact(here.connection))
        [own] = setups(look.facts.timeline, ["selo"])
        wild = with_changes(
            own, read({"list": "selo", "name": "x", "change": {"kr": [[0, 1000]], "new_until": 0}}), BEGINNING
        )
        run = folded(look, wild)
        assert any(run.columns.kind_of[at] >= 0 for at in run.by_rules), "no rating left the tables"
        assert told(run) == told(look.facts.run(wild))


def test_columns_with_an_index_outside_are_never_run(built: Path) -> None:
    with ledger_of(long_story(0).documents()) as here:
        look = Looks(every_fact(here.connection))
        [own] = setups(look.facts.timeline, ["selo"])
        laid = look.columns(own)
        laid.white[len(laid.white) // 2] = 1000
        with pytest.raises(ValueError, match="an index outside its columns"):
            FoldedRun(own, laid, look.facts.person_of, TODAY)


def test_no_compiler_and_no_room_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "place", lambda: tmp_path / "gone" / "kernel.so")
    with pytest.raises(SeloError, match="nothing can be written to"):
        kernel.build()
    monkeypatch.setattr(kernel, "COMPILERS", ())
    with pytest.raises(SeloError, match="no C compiler"):
        kernel.build()


def test_a_killed_build_leaves_nothing_that_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that fails is told of; half a library has another name, and goes with the others."""
    monkeypatch.setattr(kernel, "place", lambda: tmp_path / "kernel-x.so")
    monkeypatch.setattr(kernel, "FLAGS", ("--no-such-flag",))
    with pytest.raises(SeloError, match="does not compile the kernel"):
        kernel.build()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "kernel-draft-1.so").write_bytes(b"half")
    kernel.library.cache_clear()
    assert not kernel.kernel().in_use and kernel.kernel().file is None
    kernel.remove()
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_library_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a file, or one for another machine: everything works, and it is said."""
    (tmp_path / "kernel-x.so").write_bytes(b"\x7fELF and no more")
    monkeypatch.setattr(kernel, "place", lambda: tmp_path / "kernel-x.so")
    kernel.library.cache_clear()
    said = kernel.kernel()
    assert (said.in_use, said.file) == (False, str(tmp_path / "kernel-x.so")) and "cannot be loaded" in str(said.why)
    assert not kernel.remove().in_use and not list(tmp_path.iterdir())


SANITIZED = ("-std=c99", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fno-sanitize-recover=all",
             "-fsanitize=address,undefined")  # fmt: skip


def fuzzed(folder: Path, source: str, rounds: int) -> subprocess.CompletedProcess[str]:
    """Random columns through the kernel under both sanitizers; the seed is printed."""
    assert COMPILER is not None
    (folder / "kernel.c").write_text(source, "utf-8")
    harness = Path(__file__).with_name("fuzz_kernel.c")
    line = [COMPILER, *SANITIZED, "-I", str(folder), "-o", str(folder / "fuzz"), str(harness)]
    done = subprocess.run(line, capture_output=True, text=True)
    if "cannot find" in done.stderr:
        pytest.skip("no sanitizers beside the C compiler")
    assert done.returncode == 0, done.stderr
    seed = random.randrange(1 << 32)
    print("seed", seed)
    return subprocess.run([str(folder / "fuzz"), str(seed), str(rounds)], capture_output=True, text=True)


@pytest.mark.parametrize("rounds", [300, pytest.param(100_000, marks=pytest.mark.torture)])
def test_no_column_leads_outside(rounds: int, tmp_path: Path) -> None:
    done = fuzzed(tmp_path, SOURCE, rounds)
    assert (done.returncode, done.stderr) == (0, "")
    run, refused = map(int, done.stdout.split())
    assert run > rounds // 2 and refused > rounds // 20 and run + refused == rounds


def test_a_step_outside_is_seen(tmp_path: Path) -> None:
    """The control: without the look at Black's seat the sanitizers find it."""
    look = "|| run->black[game] < 0 || run->black[game] >= seats)"
    assert SOURCE.count(look) == 1
    assert "Sanitizer" in fuzzed(tmp_path, SOURCE.replace(look, ")"), 3000).stderr
