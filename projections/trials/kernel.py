"""The kernel: selo over columns in C, for trials alone. It is built when somebody asks for it and never by itself.

It lies beside the program, where only those can write who could as well change the program; its name has the checksum
of its source, so that one of another version is never loaded. Where there is none, or it cannot be loaded, the rules
run in Python: the same answers, more slowly.
"""

import ctypes
import os
import shutil
import subprocess
import sysconfig
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ledger.errors import Problem, SeloError
from messages import Message, say
from messages.answer import Answer

SOURCE = Path(__file__).with_name("kernel.c")
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-std=c99", "-O2", "-shared", "-fPIC")
DRAFT = "kernel-draft-"
NONE = -(2**31)  # no rating, in a column of numbers

Int, Long = ctypes.c_int32, ctypes.c_int64
Ints, Longs = ctypes.POINTER(Int), ctypes.POINTER(Long)


class Kind(ctypes.Structure):
    """What an edition says of games of one time and one age group; as `Kind` of the source."""

    NUMBERS = (
        "bonus_established",
        "bonus_new",
        "new_until",
        "carries_games",
        "sums_until",
        "unrated",
        "normal",
        "in_play",
    )
    TABLES = ("coefficients", "shares", "forecasts")
    _fields_ = (*((name, Int) for name in NUMBERS), *((name, Ints) for name in TABLES))


class Pass(ctypes.Structure):
    """All columns of one run, field by field as `struct Run` of the C source has them."""

    SIZES = ("units", "seats", "games", "players", "kinds", "rules")
    _fields_ = (
        *((name, Long) for name in SIZES),
        ("seat_from", Longs), ("game_from", Longs),
        *((name, Ints) for name in ("kind_of", "player", "white", "black")),
        ("results", ctypes.c_char_p), ("kind", ctypes.POINTER(Kind)),
        *((name, Ints) for name in ("title_rating", "title_games", "rating", "counted", "met", "made", "played",
                                    "normal_games", "last", "title_unit", "before", "settled")),
        ("gained", Longs), ("most", Longs),
        *((name, Ints) for name in ("numbers", "count", "points", "is_new", "opponents")),
    )  # fmt: skip


class Kernel(Answer, frozen=True, kw_only=True):
    """Whether trials are run by the kernel; `file`: the library, if there is one, in use or not."""

    in_use: bool
    file: str | None
    why: Message


def place() -> Path:
    """Return where the library of this source and this machine lies, or would."""
    stamp = sha256(SOURCE.read_bytes()).hexdigest()[:16]
    return SOURCE.with_name(f"kernel-{sysconfig.get_platform()}-{stamp}.so")


@cache
def library() -> Any:
    """Return the kernel, or None where there is none that can be loaded."""
    try:
        loaded = ctypes.CDLL(str(place())) if place().exists() else None
    except OSError:
        return None
    if loaded is not None:
        loaded.selo_check.argtypes = loaded.selo_fold.argtypes = (ctypes.POINTER(Pass), Long)
        loaded.selo_forecast.argtypes = (ctypes.POINTER(Pass), Long, Long, Ints, ctypes.c_char_p)
        loaded.selo_count.argtypes = (Long, Ints, ctypes.c_char_p, Int, Longs)
        loaded.selo_both.argtypes = (Long, Ints, Ints, Int, Int, Longs)
        loaded.selo_check.restype = loaded.selo_fold.restype = loaded.selo_forecast.restype = Long
    return loaded


def kernel() -> Kernel:
    """Say which is in use, the kernel or the rules in Python."""
    there = place().exists()
    if library() is not None:
        why = say("trials of selo run by the kernel")
    elif there:
        why = say("the kernel cannot be loaded: trials run by the rules in Python, more slowly")
    else:
        why = say("there is no kernel: trials run by the rules in Python, more slowly")
    return Kernel(in_use=library() is not None, file=str(place()) if there else None, why=why)


def compiler() -> str | None:
    """Return the first C compiler of this machine, if it has one."""
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


def build() -> Kernel:
    """Compile the kernel beside its source, whole or not at all, and load it."""
    if (program := compiler()) is None:
        hint = say("install one, or leave it: nothing needs the kernel")
        raise SeloError(Problem("kernel", say("there is no C compiler on this machine"), hint=hint))
    with _written():
        # a name of its own beside it: nobody loads half a library, and what is loaded already is not written over
        number, draft = tempfile.mkstemp(dir=place().parent, prefix=DRAFT, suffix=".so")
        os.close(number)
        try:
            done = subprocess.run([program, *FLAGS, "-o", draft, str(SOURCE)], capture_output=True, text=True)
            if done.returncode:
                message = say("{compiler} does not compile the kernel", compiler=program)
                raise SeloError(Problem("kernel", message, hint=say("{text}", text=done.stderr.strip()[:500])))
            os.chmod(draft, 0o644)
            os.replace(draft, place())
        finally:
            Path(draft).unlink(missing_ok=True)
    library.cache_clear()
    return kernel()


def remove() -> Kernel:
    """Take away every library that was built here, also half of one, and run by the rules in Python again."""
    with _written():
        for built in place().parent.glob("kernel-*.so"):
            built.unlink()
    library.cache_clear()
    return kernel()


@contextmanager
def _written() -> Iterator[None]:
    """Refuse in words where nothing can be written."""
    try:
        yield
    except OSError as error:
        message = say("nothing can be written to {folder}: {reason}", folder=place().parent, reason=error.strerror)
        raise SeloError(Problem("kernel", message, hint=say("let whoever installed selokirja do it"))) from error


def ints(column: "array[int]") -> Any:
    """Return a column of numbers as C takes it; it must live as long as it is used."""
    return ctypes.cast(column.buffer_info()[0], Ints)


def longs(column: "array[int]") -> Any:
    """Return a column of long numbers as C takes it; it must live as long as it is used."""
    return ctypes.cast(column.buffer_info()[0], Longs)
