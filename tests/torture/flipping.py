"""Bits flip, sectors vanish, the file is cut short: every damaged file answers exactly
as before, or somebody says so.

First the questions people ask; where they answer without complaint and differently, the
audit has to notice.
"""

import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from audit.questions import explain_failures
from audit.tables import check_tables
from audit.verify import verify
from desk.submit import init, submit
from ledger.errors import SeloError
from ledger.store.database import connect, content, flaws
from messages.answer import json_value
from projections.answers import Question
from projections.answers.events.log import Log, log
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.players import history as histories
from projections.answers.players.show import show
from tests.naive.histories import history
from tests.torture.workload import documents, folder
from tests.world.ledger import NOW, outside

Audit = Callable[[str, "Truth"], str]
DAMAGES = ("flip", "flip", "flip", "flips", "sector", "cut")


class Truth:
    """What the whole file answers, checked by a replay when it was made."""

    def __init__(self, path: str) -> None:
        assert check_tables(path).equal
        self.size = Path(path).stat().st_size
        self.answers = asked(path)
        connection: Any = connect(path, write=False)
        self.content = content(connection)
        connection.close()


def asked(path: str) -> str:
    """Lists, everybody's page and history with every version, the log, the list from
    the events alone.
    """
    with explain_failures(path), reading(path, Question(), NOW[:10]) as now:
        found: list[Any] = [
            json_value(rating_list(now, name)) for name in ("selo", "pelo")
        ]
        found.append(json_value(log(now, Log())))
        for row in found[0]["rows"] + found[1]["rows"]:
            found.append(json_value(show(now, row["player"])))
            found += [
                json_value(
                    histories.history(now, row["player"], name, all_versions=True)
                )
                for name in ("selo", "pelo")
            ]
    return json.dumps(found, default=list)


def ledger_of(place: Path, seed: int, tournaments: int = 6) -> str:
    """A small random history with corrections, in one closed file."""
    path = str(place / "whole.db")
    init(path, outside())
    told = history(
        random.Random(seed),
        tournaments=tournaments,
        players=8,
        foreign=True,
        editions=True,
        first_seq=7,
    )
    for document in told:
        submit(
            path,
            documents(
                [{name: value for name, value in document.items() if name != "_seq"}]
            ),
            outside(),
        )
    return path


def damage(content: bytearray, sort: str, rng: random.Random) -> bytearray:
    match sort:
        case "flip" | "flips":
            for _ in range(1 if sort == "flip" else rng.randint(2, 20)):
                content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        case "sector":
            at = 512 * rng.randrange(len(content) // 512)
            content[at : at + 512] = bytes(512)
        case _:
            del content[rng.randrange(len(content)) :]
    return content


def complaint(path: str) -> tuple[str, str]:
    """(what the questions answer, what is said instead)."""
    try:
        return asked(path), ""
    except SeloError as error:
        return "", f"in words: {error.problems[0].code}"
    except Exception as error:
        # the command would report an internal error
        return "", f"as a defect: {type(error).__name__}"


def full_audit(path: str, truth: Truth) -> str:
    """What `selo verify` says."""
    try:
        return "; ".join(problem.message for problem in verify(path).problems)
    except SeloError as error:
        return str(error)


def sqlite_audit(path: str, truth: Truth) -> str:
    return said_by(lambda connection: "; ".join(flaws(connection)), path)


def rehash_audit(path: str, truth: Truth) -> str:
    return said_by(
        lambda connection: (
            "" if content(connection) == truth.content else "other bytes"
        ),
        path,
    )


def said_by(look: Callable[[sqlite3.Connection], str], path: str) -> str:
    try:
        connection: Any = connect(path, write=False)
        try:
            return look(connection)
        finally:
            connection.close()
    except (sqlite3.Error, SeloError, UnicodeDecodeError) as error:
        return str(error)


class Result:
    """What became of the damaged files."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()
        self.complaints: Counter[str] = Counter()
        self.silent: list[str] = []

    @property
    def defects(self) -> int:
        return sum(
            count
            for said, count in self.complaints.items()
            if said.startswith("as a defect")
        )


def run(
    count: int,
    seed: int,
    audit: Audit = full_audit,
    sorts: Sequence[str] = DAMAGES,
    tournaments: int = 6,
) -> Result:
    rng = random.Random(seed)
    result = Result()
    with folder() as place:
        whole = ledger_of(place, seed, tournaments)
        truth = Truth(whole)
        content = Path(whole).read_bytes()
        for number in range(count):
            sort = rng.choice(sorts)
            path = place / "damaged" / "selo.db"
            shutil.rmtree(path.parent, ignore_errors=True)
            path.parent.mkdir()
            path.write_bytes(damage(bytearray(content), sort, rng))
            _judge(result, str(path), truth, audit, f"{number}: {sort}")
    return result


def _judge(result: Result, path: str, truth: Truth, audit: Audit, label: str) -> None:
    answer, said = complaint(path)
    if said:
        result.files["said by the question itself"] += 1
        result.complaints[said] += 1
    elif answer == truth.answers:
        result.files["answers exactly as before"] += 1
    elif audit(path, truth):
        result.files["said by the audit alone"] += 1
    else:
        result.files["silent"] += 1
        result.silent.append(label)
