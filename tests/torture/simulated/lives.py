"""Lives one after the other: each with all sorts of trouble, or for a control with one
that nothing stands against.
"""

import sqlite3
from collections import Counter
from contextlib import nullcontext

from ledger.errors import SeloError
from tests.torture.simulated import disks, troubles
from tests.torture.simulated.life import Life, Trouble
from tests.torture.workload import folder, unchecked

SORTS: dict[str, Trouble] = {
    "crash": troubles.crash,
    "power cut": troubles.power_cut,
    "failing disk": troubles.failing,
    "wrong clock": troubles.wrong_clock,
    "writers": troubles.other_writer,
    "readers": troubles.reader,
    "corrected rules": troubles.corrected_rules,
    **disks.TROUBLES,
}
LIKELY = [*SORTS.items(), *[("nothing", troubles.nothing)] * len(SORTS)]


def lived(first: int, lives: int) -> tuple[list[str], Counter[str]]:
    """What is wrong in so many lives, and what they met."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    for seed in range(first, first + lives):
        wrong, met = _life(seed, LIKELY)
        found += wrong
        seen += met
    return found, seen


def _life(
    seed: int, drawn: list[tuple[str, Trouble]], undefended: str = ""
) -> tuple[list[str], Counter[str]]:
    with folder() as place:
        life = Life(place, seed, drawn, undefended)
        try:
            found = life.life()
        except (
            SeloError,
            AssertionError,
            LookupError,
            ValueError,
            TypeError,
            sqlite3.Error,
        ) as error:
            found = [f"{type(error).__name__}: {error}"]
    return [f"life {seed}: {said}" for said in found], life.seen


def noticed(sort: str, seed: int, lives: int = 100) -> int | None:
    """In which life it is noticed that nothing stands against this sort of trouble."""
    unread = unchecked() if sort in disks.TROUBLES else nullcontext()
    drawn = [(sort, SORTS[sort])]
    with unread:
        return next(
            (n for n in range(1, lives + 1) if _life(seed + n, drawn, sort)[0]), None
        )
