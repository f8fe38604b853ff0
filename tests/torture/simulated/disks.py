"""Disks that lie: about single pages while they are written, and about what has been at
rest for long.

On a copy: every answer is as it was or as it should be, or it is refused, or the audit
says so. A submission to such a ledger builds on nothing that is false. The life goes on
without it.
"""

from collections.abc import Sequence

from audit.questions import explain_failures
from audit.verify import verify
from desk.submit import Outcome
from ledger.errors import SeloError
from ledger.store.checkpoints import head
from ledger.store.database import snapshot
from tests.naive.records import Document
from tests.torture import flipping
from tests.torture.disk import store_on
from tests.torture.simulated.life import Life, Trouble
from tests.torture.simulated.troubles import told_in_words

PAGE = 4096
WRITTEN = ("lost write", "torn write", "misdirected write")
AT_REST = ("flip", "flips", "sector", "stale page", "torn page", "misdirected page")
Root = tuple[int, bytes]


def _truth(path: str) -> tuple[str, Root]:
    with snapshot(path) as connection:
        present = head(connection)
    return flipping.asked(path), (present.size, present.root)


def while_written(sort: str) -> Trouble:
    """One write of the submission does not come, comes by half, or comes to another
    place; nobody is told.
    """

    def trouble(life: Life, sent: list[Document]) -> Outcome:
        path, honest = life.copy("lying"), life.copy("honest")
        before = flipping.asked(path)
        life.told(sent, honest)
        after, root = _truth(honest)
        counted, wrong = [0], life.rng.randint(1, 40)

        def lie(file: str, offset: int, data: bytes) -> tuple[int, bytes]:
            counted[0] += 1
            return (
                _lied(life, sort, offset, data)
                if counted[0] == wrong
                else (offset, data)
            )

        with store_on(lambda *_: None, lie=lie):
            acknowledged, defect = told_in_words(life, sent, path)
        if defect:
            life.found.append(f"{sort}: {defect}")
        allowed = {after} if acknowledged else {before, after}
        _judge(life, sort, path, allowed, (root,) if acknowledged else ())
        return life.told(sent)

    return trouble


def _lied(life: Life, sort: str, offset: int, data: bytes) -> tuple[int, bytes]:
    match sort:
        case "lost write":
            return offset, b""
        case "torn write":
            return offset, data[: max(1, life.rng.randrange(len(data)))]
        case _:
            return (
                offset + PAGE * life.rng.choice((-1, 1, 2))
                if offset > PAGE
                else offset + PAGE
            ), data


def at_rest(sort: str) -> Trouble:
    """The file is another one than was written. Asked first, then written to."""

    def trouble(life: Life, sent: list[Document]) -> Outcome:
        image = life.image()
        damaged = bytes(_damaged(life, bytearray(image), sort))
        if damaged == image:
            return life.told(sent)
        path = life.copy("lying", image)
        before = flipping.asked(path)
        path = life.copy("lying", damaged)
        _judge(life, sort, path, {before}, ())
        if life.rng.random() < 0.5:
            honest = life.copy("honest", image)
            life.told(sent, honest)
            after, root = _truth(honest)
            acknowledged, defect = told_in_words(life, sent, path)
            if defect:
                life.found.append(f"{sort}: {defect}")
            _judge(
                life,
                f"{sort}, written to",
                path,
                {after} if acknowledged else {before},
                (root,) if acknowledged else (),
            )
        return life.told(sent)

    return trouble


def _damaged(life: Life, content: bytearray, sort: str) -> bytearray:
    rng = life.rng
    if sort in flipping.DAMAGES:
        return flipping.damage(content, sort, rng)
    older = rng.choice(life.images)
    pages = min(len(older), len(content)) // PAGE
    differ = [
        n
        for n in range(1, pages)
        if older[n * PAGE : (n + 1) * PAGE] != content[n * PAGE : (n + 1) * PAGE]
    ]
    at = PAGE * (rng.choice(differ) if differ else rng.randrange(1, pages))
    match sort:
        case "stale page":  # a write that never came, long ago
            content[at : at + PAGE] = older[at : at + PAGE]
        case "torn page":  # half of it came
            half = 512 * rng.randrange(1, PAGE // 512)
            content[at + half : at + PAGE] = older[at + half : at + PAGE]
        case _:  # it came to another place
            other = PAGE * rng.randrange(1, len(content) // PAGE)
            content[other : other + PAGE] = content[at : at + PAGE]
    return content


def _judge(
    life: Life, sort: str, path: str, allowed: set[str], roots: Sequence[Root]
) -> None:
    """Another answer than the allowed ones is told by the audit, which may be given the
    root of the receipt.
    """
    answer, refusal = flipping.complaint(path)
    if refusal.startswith("as a defect"):
        life.found.append(f"{sort}: {refusal}")
    elif not refusal and answer not in allowed:
        life.seen["told by the audit alone"] += 1
        if not life.stands(sort.partition(",")[0]) or not _audited(path, roots):
            life.found.append(f"{sort}: another answer, and nobody says so")
    elif refusal:
        life.seen["refused"] += 1


def _audited(path: str, roots: Sequence[Root]) -> bool:
    try:
        with explain_failures(path):
            return bool(verify(path, roots=roots).problems)
    except SeloError:
        return True


TROUBLES: dict[str, Trouble] = {sort: while_written(sort) for sort in WRITTEN} | {
    sort: at_rest(sort) for sort in AT_REST
}
