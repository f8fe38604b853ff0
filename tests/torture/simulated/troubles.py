"""What goes wrong around a submission, and how it must end. Each answers with what was
recorded in the end.
"""

import shutil
from contextlib import closing, nullcontext, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from eventsourcing.sqlite import SQLiteTransaction

import desk.submit
import projections.revisions
from audit.questions import explain_failures
from desk.submit import Outcome, PreparedSubmission, submit
from ledger.errors import Busy, SeloError
from ledger.store.logs.sqlite import _Immediate
from messages.answer import json_value as as_builtins
from projections.answers import Question
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from rulebooks import editions
from tests.naive.records import Document
from tests.torture import cutting
from tests.torture.cutting import Entry, Recording, cut, written
from tests.torture.disk import store_on
from tests.torture.failing import Failing, Fault
from tests.torture.machine import TODAY, plain
from tests.torture.simulated.life import Life, bytes_of
from tests.torture.workload import documents
from tests.world.ledger import outside

# a process dies right behind one of these
BEFORE_COMMIT = ("store_documents", "project_stored", "outcome_of_step")


class Killed(BaseException):
    """In place of SIGKILL: nothing of ours catches it."""


def nothing(life: Life, sent: list[Document]) -> Outcome:
    return life.told(sent)


def crash(life: Life, sent: list[Document]) -> Outcome:
    """A process dies somewhere in a submission; what it leaves on the disk is all there
    is. Then it is told again.
    """
    before, stage = bytes_of(life.path), life.rng.choice(BEFORE_COMMIT)
    honest, image = getattr(desk.submit, stage), life.place / "image"
    image.mkdir(exist_ok=True)

    def deadly(*given: Any, **named: Any) -> Any:
        answer = honest(*given, **named)
        if not life.stands("crash"):
            # as if each step were recorded by itself
            getattr(given[0], "connection", given[0]).execute("COMMIT")
        for ending in ("", "-wal", "-journal"):
            (image / f"at{ending}").unlink(missing_ok=True)
            if Path(life.path + ending).exists():
                shutil.copyfile(life.path + ending, image / f"at{ending}")
        raise Killed(answer)

    with patch.object(desk.submit, stage, deadly), suppress(Killed):
        return life.told(sent)  # a repetition does not come so far
    life.replace_by(str(image / "at"))
    life.unchanged(before, "crash")
    return life.told(sent)


def power_cut(life: Life, sent: list[Document]) -> Outcome:
    """The power goes somewhere in a submission or after it: what was acknowledged is
    there, all or nothing of it.
    """
    path, before = life.copy("cut"), bytes_of(life.path)
    diary: list[Entry] = []

    def note(what: str, file: str, number: int, data: bytes) -> None:
        if what in ("write", "sync", "truncate", "delete"):
            diary.append(Entry(what, file, number, data))

    files = {Path(path).name: Path(path).read_bytes()}
    with store_on(note, "FULL" if life.stands("power cut") else "OFF") as open_another:
        # who has it open too keeps the log from being folded in
        other = (
            closing(open_another(path)) if life.rng.random() < 0.6 else nullcontext()
        )
        with other as looking:
            if looking is not None:
                looking.execute("SELECT COUNT(*) FROM event").fetchall()
            outcome = life.told(sent, path)
            diary.append(Entry("acknowledged", "", 1, b""))
            after = bytes_of(path)
    at, sort = life.rng.randint(0, len(diary)), life.rng.choice(cutting.SORTS)
    found = cut(Recording(files, diary, 0), at, sort, life.rng)
    left = written(life.place / "cut", found)
    there = bytes_of(left)
    if there not in (before, after):
        life.found.append(
            f"power cut at {at}, {sort}: neither the state before nor the one after"
        )
    elif found.acknowledged and there != after:
        life.found.append(
            f"power cut at {at}, {sort}: an acknowledged submission is lost"
        )
    elif there == after and found.acknowledged:
        life.replace_by(left)
        return outcome
    elif there == before:
        life.replace_by(left)
    return life.told(sent)


def failing(life: Life, sent: list[Document]) -> Outcome:
    """A call of the disk fails, once or from then on: refused in words, all or nothing,
    and it can be told again.
    """
    path, before = life.copy("failing"), bytes_of(life.path)
    kind = life.rng.choice(("io", "full"))
    disk = Failing(Fault(life.rng.randint(1, 60), kind, life.rng.random() < 0.5))
    outcome: Outcome | None = None
    with store_on(disk.call):
        try:
            outcome = life.told(sent, path)
        except SeloError:
            acknowledged = not life.stands("failing disk")
        except Exception as error:
            acknowledged = False
            life.found.append(
                f"failing disk: no words for {type(error).__name__}: {error}"
            )
        else:
            acknowledged = True
    there = bytes_of(path)
    if acknowledged and outcome is None and there == before:
        life.found.append(
            f"failing disk, {disk.fault}: an acknowledged submission is lost"
        )
    if there != before:
        honest = life.copy("honest")
        life.told(sent, honest)
        if there != bytes_of(honest):
            life.found.append(
                f"failing disk, {disk.fault}: some of a submission is there"
            )
        elif outcome is not None:
            life.replace_by(path)
            return outcome
        return life.told(sent)
    life.replace_by(path)
    return life.told(sent)


def wrong_clock(life: Life, sent: list[Document]) -> Outcome:
    """More than a year behind, or years ahead of everything: refused, and nothing
    recorded.
    """
    if not life.moments:
        return life.told(sent)
    before, right = bytes_of(life.path), life.now
    surely = right.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    life.now += timedelta(days=life.rng.choice((3650, -400)))
    wrong = outside(life.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))._replace(surely=surely)
    life.now = right
    believed = (
        nullcontext()
        if life.stands("wrong clock")
        else patch.object(desk.submit, "moment_of", _any_moment)
    )
    try:
        with believed:
            submit(life.path, documents(map(plain, sent)), wrong)
    except SeloError as error:
        if error.problems[0].code not in ("clock-ahead", "clock-behind"):
            life.found.append(f"wrong clock: {error}")
    life.unchanged(before, "wrong clock")
    return life.told(sent)


def _any_moment(last: str, now: str, surely: str, ahead_hours: int) -> str:
    return max(last, now)


def other_writer(life: Life, sent: list[Document]) -> Outcome:
    """In the midst of a submission somebody else wants to write, and is told to wait; a
    reader sees what was before.
    """
    before = bytes_of(life.path)
    theirs: list[Document] = [
        {"kind": "player", "player": "W1", "name": "Somebody else's"}
    ]

    def in_the_midst(_: object) -> PreparedSubmission:
        try:
            submit(
                life.path,
                documents(theirs),
                outside(life.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")),
                wait=0.004,
            )
        except Busy:
            if bytes_of(life.path) != before:
                life.found.append("writers: a reader sees what is not recorded yet")
        else:
            life.found.append("writers: two wrote at once")
        return PreparedSubmission(documents(map(plain, sent)))

    moment = life.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    if life.stands("writers"):
        return submit(life.path, in_the_midst, outside(moment))
    with patch.object(_Immediate, "__enter__", SQLiteTransaction.__enter__):
        return submit(life.path, in_the_midst, outside(moment))


def reader(life: Life, sent: list[Document]) -> Outcome:
    """Who began to read before goes on reading what was there."""
    with reading(life.path, Question(TODAY), TODAY) as looking:
        before = [as_builtins(rating_list(looking, name)) for name in ("selo", "pelo")]
        outcome = life.told(sent)
        anew = reading(life.path, Question(TODAY), TODAY)
        with nullcontext(looking) if life.stands("readers") else anew as again:
            after = [as_builtins(rating_list(again, name)) for name in ("selo", "pelo")]
    if before != after:
        life.found.append("a reader saw a state that came after it began")
    return outcome


def corrected_rules(life: Life, sent: list[Document]) -> Outcome:
    """The program carries a correction that nobody has accepted: on a copy, nothing is
    recorded with it.
    """
    path, before = life.copy("corrected"), bytes_of(life.path)
    carried = {
        name: {edition: number + 1 for edition, number in own.items()}
        for name, own in editions().items()
    }
    unchecked = patch.object(
        projections.revisions, "refuse_unlike_editions", lambda timeline: None
    )
    with (
        patch.object(projections.revisions, "editions", lambda: carried),
        nullcontext() if life.stands("corrected rules") else unchecked,
    ):
        try:
            life.told(sent, path)
        except SeloError as error:
            if error.problems[0].code != "rules-revised":
                life.found.append(f"corrected rules: {error}")
    if bytes_of(path) != before:
        life.found.append(
            "corrected rules: something was recorded before they were accepted"
        )
    return life.told(sent)


def told_in_words(life: Life, sent: list[Document], path: str) -> tuple[bool, str]:
    """(whether it was acknowledged, why it was a defect and no refusal)."""
    try:
        with explain_failures(path):
            life.told(sent, path)
    except SeloError:
        return False, ""
    except Exception as error:
        return False, f"no words for {type(error).__name__}: {error}"
    return True, ""
