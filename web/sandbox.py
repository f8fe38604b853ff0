"""Work out what others bring in a process of its own: with a limit of memory and of
time, behind everybody else, so that no other answer waits while it is read.

The processes come from one that has everything imported already, so one more costs some
milliseconds.
"""

import contextlib
import multiprocessing
import os
import pickle
import resource
import shutil
import stat
import tempfile
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar

from ledger.errors import Busy, Problem, Refused, SeloError
from messages import say
from web.http import HttpRefusal
from web.threads import interruptible

T = TypeVar("T")
PRELOADED = (
    "web.answers.rendering",
    "web.checking",
    "web.pages.ready",
    "web.booking.trying",
    "desk.files.read_games",
)
PREFIX, LEFT_SECONDS = "selo-judged-", 900  # longer than anything here may take
LARGE = 2**20  # bytes that are handed over in a file
POLITENESS = 10  # others come first
# these are never raised for want of memory: the program is wrong, and nobody is told
# that they brought too much
DEFECTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload([*PRELOADED])


class Bounds(NamedTuple):
    """What one piece of work may take: bytes of memory, the program itself among them,
    and seconds on the clock.
    """

    memory: int
    seconds: float


def run_in_sandbox(
    work: Callable[..., T], *given: Any, bounds: Bounds, **named: Any
) -> T:
    """Return what `work(*given, **named)` comes to in another process, or raise its
    refusal. It is called in a thread. Values are copied, but for large bytes, which the
    other process reads from a file.
    """
    # taken away however the work ends, unless the service itself is killed
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-") as folder:
        call = _Call(
            work,
            tuple(_to_send(value, folder) for value in given),
            {name: _to_send(value, folder) for name, value in named.items()},
        )
        answer: T = _run(call, bounds, folder)
        return answer


def remove_left_folders() -> None:
    """Take away what killed services left: a preview is tried on a copy of the ledger,
    and none may lie about.
    """
    with os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if not entry.name.startswith(PREFIX):
                continue
            # the number of the process that made it
            number, _, _ = entry.name.removeprefix(PREFIX).partition("-")
            if number.isdecimal() and _is_left(entry, int(number)):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_left(entry: os.DirEntry[str], process: int) -> bool:
    """Tell whether nobody uses a folder any more: its process is gone, and it is old,
    since a process of another container cannot be seen from here.
    """
    try:
        state = entry.stat(follow_symlinks=False)
        if (
            not stat.S_ISDIR(state.st_mode)
            or state.st_uid != os.getuid()
            or time.time() - state.st_mtime < LEFT_SECONDS
        ):
            return False
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False

    return False


def _run(call: "_Call", bounds: Bounds, folder: str) -> Any:
    hearing, telling = _FORKED.Pipe(duplex=False)
    process = _FORKED.Process(
        target=_work, args=(telling, bounds, folder, call), daemon=True
    )
    process.start()
    telling.close()

    try:
        with hearing, interruptible(_Killed(process)):
            if not hearing.poll(bounds.seconds):
                message = say(
                    "the answer took more than {seconds} seconds",
                    seconds=f"{bounds.seconds:g}",
                )
                hint = say("ask for less, or ask the command")
                raise Busy(Problem("overloaded", message, hint=hint))

            try:
                refused, answer, defect = hearing.recv()
            except EOFError:
                raise _too_much() from None
    finally:
        process.kill()
        process.join()
        process.close()

    if defect:
        raise RuntimeError(defect)
    if refused is not None:
        kind, status, problems, headers = refused
        raise HttpRefusal(status, problems, headers) if status else kind(problems)

    return answer


class _Killed(NamedTuple):
    """A process that is ended when nobody waits for its answer any more."""

    process: BaseProcess

    def interrupt(self) -> None:
        self.process.kill()


class _InFile(NamedTuple):
    """Bytes that stand in a file."""

    path: str

    def read(self) -> bytes:
        with open(self.path, "rb") as file:
            return file.read()


class _Call(NamedTuple):
    """A call that another process makes: a function, and what it is given."""

    function: Callable[..., object]
    values: tuple[object, ...]
    named: dict[str, object]

    def make(self) -> object:
        """Make the call; return what the function returns."""
        values = [_value_of(sent) for sent in self.values]
        named = {}
        for name, sent in self.named.items():
            named[name] = _value_of(sent)
        return self.function(*values, **named)


def _value_of(sent: object) -> object:
    """Return a value as it was before it was sent."""
    if isinstance(sent, _InFile):
        return sent.read()
    return sent


def _to_send(value: object, folder: str) -> object:
    """Return what is sent of a value: large bytes are written into a file of the folder,
    since to send them would take their memory once more; where there is no room for
    them, they are sent.
    """
    if not isinstance(value, bytes) or len(value) < LARGE:
        return value

    descriptor, path = tempfile.mkstemp(dir=folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(value)
    except OSError:
        os.unlink(path)
        return value

    return _InFile(path)


def _work(
    telling: Connection,
    bounds: Bounds,
    folder: str,
    call: _Call,
) -> None:
    tempfile.tempdir = folder
    resource.setrlimit(resource.RLIMIT_AS, (bounds.memory, bounds.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (int(bounds.seconds) + 1,) * 2)
    os.nice(POLITENESS)
    refused, answer, defect = None, None, ""

    try:
        answer = call.make()
    except SeloError as error:
        status, headers = (
            (error.status, error.headers) if isinstance(error, HttpRefusal) else (0, {})
        )
        refused = type(error), status, error.problems, headers
    except MemoryError:
        refused = Refused, 0, _too_much().problems, {}
    except DEFECTS:
        defect = traceback.format_exc()

    with contextlib.suppress(BrokenPipeError):
        telling.send_bytes(pickle.dumps((refused, answer, defect)))


def _too_much() -> Refused:
    message = say("it needs more memory or time than is given to it here")
    return Refused(
        Problem(
            "too-large",
            message,
            hint=say("send less at once, or use the command"),
        )
    )
