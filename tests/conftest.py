"""What every test finds: an environment without settings, checked problem codes,
ledgers that are made once.
"""

import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from features import NAMES
from rulebooks import LISTS
from tests import lanes
from tests.torture.workload import SCALE
from tests.world import ledger
from tests.world.command import Selo
from tests.world.documents import founding, open_2024
from tests.world.places import in_memory
from tests.world.server import Put, Server

SETTINGS = ("SELO_LEDGER", "SELO_KEY", "SELO_DEBUG")


def pytest_configure() -> None:
    for name in SETTINGS:
        os.environ.pop(name, None)
    os.environ["SELO_ACTOR"] = "tester"
    os.environ["SELO_LANG"] = "en"  # whatever the machine speaks
    # tests live on days of their own, whatever day it is on the machine
    os.environ["SELO_CLOCK_IS_RIGHT"] = "1"
    # thousands of tests stay where they are: looking through them for garbage again and
    # again is a tenth of the time
    gc.set_threshold(50_000, 20, 50)
    if (memory := in_memory()) is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))
    # what the command remembers of the ledgers it saw is not to be mixed with the
    # user's own
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(
        prefix="selo-tests-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")
    )


def pytest_collection_finish() -> None:
    # and the collector looks at none of them again
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["XDG_STATE_HOME"], ignore_errors=True)
    # pytest looks for garbage ten times now: once is enough
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all",
        action="store_true",
        help="also the suites that `make test` leaves to `make test-all`",
    )


def skip_without(item: pytest.Item) -> None:
    """Skip a test about rules or a feature that this program does not have."""
    for mark, there in (("lists", LISTS), ("features", NAMES)):
        for marker in item.iter_markers(mark):
            for name in marker.args:
                if name not in there:
                    item.add_marker(pytest.mark.skip(f"{name} was taken away"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """What measures time or memory is left to `make test-all`.

    SELO_TORTURE=0.1 takes a tenth of the cases of each long test too, and at least one
    of each.

    SELO_TEST_SHARE=0.1 takes a tenth of the tests of each module, whatever they are.
    """
    for item in items:
        skip_without(item)
    if not config.getoption("all"):
        measured = [item for item in items if item.get_closest_marker("measured")]
        config.hook.pytest_deselected(items=measured)
        items[:] = [item for item in items if item not in measured]
    share, by = float(os.environ.get("SELO_TEST_SHARE", "1")), "module"
    if config.getoption("markexpr") == "torture":
        share, by = SCALE, "function"
    if share < 1:
        kept = lanes.sample(
            items,
            share,
            lambda item: item.nodeid.partition("[" if by == "function" else "::")[0],
        )
        config.hook.pytest_deselected(
            items=[item for item in items if item not in kept]
        )
        items[:] = kept


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return lanes.left_out(collection_path, config.args, config.getoption("all")) or None


@pytest.fixture(scope="session")
def new_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger that was only initialised. To be copied, not written to."""
    selo = Selo(tmp_path_factory.mktemp("new"))
    selo.done("init")
    return selo.path


@pytest.fixture(scope="session")
def club_ledger(new_ledger: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with four players and one tournament. To be copied, not written to."""
    selo = Selo(tmp_path_factory.mktemp("club"), new_ledger)
    selo.submit(*founding())
    selo.submit(open_2024())
    return selo.path


@pytest.fixture(scope="session")
def demo_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the demo. To be read or copied, not written to."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    ledger.demo_ledger(path)
    return path


@pytest.fixture(scope="session")
def demo(
    demo_ledger: Path, tmp_path_factory: pytest.TempPathFactory, put_once: Put
) -> Selo:
    """The command on the ledger of the demo. To be asked, not written to."""
    return put_once(Selo(tmp_path_factory.mktemp("asked"), demo_ledger, "demo.db"))


@pytest.fixture
def selo_without_ledger(tmp_path: Path, put: Put) -> Selo:
    """The command where no ledger is yet."""
    return put(Selo(tmp_path))


@pytest.fixture(scope="session")
def server() -> "Iterator[Server]":
    """One throw-away database server for all tests of a process."""
    server = Server()
    yield server
    server.stop()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What was skipped, a line for each reason: the reason names the command that
    brings what is missing.
    """
    skipped = terminalreporter.stats.get("skipped", ())
    for reason, count in Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in skipped
    ).items():
        terminalreporter.write_line(f"{count} skipped: {reason}")
    if lanes.left_out(lanes.HERE / lanes.LONG[0], config.args, config.getoption("all")):
        terminalreporter.write_line(
            f"{len(lanes.LONG)} suites are left to `make test-all` (tests/lanes.py)"
        )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A module that says ON_BOTH has each of its ledgers in a file and, with --all, on
    a database server.
    """
    if getattr(metafunc.module, "ON_BOTH", False) and "put" in metafunc.fixturenames:
        everywhere = (
            ["file", "server"] if metafunc.config.getoption("all") else ["file"]
        )
        metafunc.parametrize("put", everywhere, indirect=True)


EVERYWHERE = os.environ.get("SELO_TEST_LEDGERS", "file")


@pytest.fixture(scope="session")
def put_once(request: pytest.FixtureRequest) -> Put:
    """Where the ledgers are that many tests share; with SELO_TEST_LEDGERS=server all of
    them are on a server.
    """
    return _putting(request, EVERYWHERE)


@pytest.fixture
def put(request: pytest.FixtureRequest) -> Put:
    """Where the ledgers of one test are."""
    place = getattr(request, "param", EVERYWHERE)
    about_files = request.node.get_closest_marker("in_a_file")
    if place == "server" and about_files is not None:
        pytest.skip(f"about a ledger in a file: {about_files.args[0]}")
    return _putting(request, place)


def _putting(request: pytest.FixtureRequest, place: str) -> Put:
    if place == "file":
        return lambda selo: selo
    server: Server = request.getfixturevalue("server")
    return server.put


@pytest.fixture
def selo(tmp_path: Path, new_ledger: Path, put: Put) -> Selo:
    """The command on an initialised ledger."""
    return put(Selo(tmp_path, new_ledger))


@pytest.fixture
def club(tmp_path: Path, club_ledger: Path, put: Put) -> Selo:
    """The command on a ledger with four players and one tournament."""
    return put(Selo(tmp_path, club_ledger))
