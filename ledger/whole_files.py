"""The last line of an exported ledger: a file that was cut or changed on its way shows
it.

Files that appear whole or not at all: written under another name, on the disk before
they get their own.
"""

import contextlib
import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from ledger.errors import LedgerUnusable, Problem, Where
from messages import Message, say
from messages.answer import Answer, json_text


class EndMark(Answer, frozen=True, kw_only=True):
    """How many lines there were before it, how many events and which root over them,
    and the SHA-256 of the lines.
    """

    lines: int
    events: int
    root: str
    sha256: str


class EndLine(Answer, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line it stands in."""

    end: EndMark


class LinesCounted:
    """A count of lines that are passed on, with their hash."""

    def __init__(self) -> None:
        """Begin with no line."""
        self.lines = 0
        self._digest = hashlib.sha256()

    def take(self, line: bytes) -> None:
        """Count a line. It is hashed with one line feed at its end, whatever it ended
        with.
        """
        self.lines += 1
        self._digest.update(line.rstrip(b"\r\n") + b"\n")

    @property
    def sha256(self) -> str:
        """Return the hash of all lines so far, in hexadecimal."""
        return self._digest.hexdigest()


def with_end_mark(lines: Iterable[str], events: int, root: str) -> Iterator[str]:
    """Yield the lines, then the mark that shows that none is missing.

    events, root: how many events the ledger has that the lines are from, and their root
    """
    counted = LinesCounted()
    for line in lines:
        counted.take(line.encode())
        yield line

    mark = EndMark(
        lines=counted.lines,
        events=events,
        root=root,
        sha256=counted.sha256,
    )
    yield json_text(EndLine(end=mark))


_END = msgspec.json.Decoder(EndLine)


def read_end_mark(line: bytes) -> EndMark | None:
    """Read the end mark; None if the line is not one."""
    if not line.startswith(b'{"end"'):
        return None
    try:
        return _END.decode(line).end
    except (msgspec.MsgspecError, ValueError):
        return None


# behind the name of a copy that is being made, so that the next attempt finds it
UNFINISHED = ".copying"
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps under a ledger's name
_UNFINISHED_FILE = re.compile(
    r"\.(?P<name>.+)\.(?P<process>[0-9]+)-[a-z0-9_]+\.new(-wal|-shm|-journal)?"
)


ANOTHER = say("choose another name")


def refuse_taken_name(target: str, hint: Message = ANOTHER) -> None:
    """Refuse a name that is taken: nothing may overwrite a file it did not make.

    A link that leads nowhere counts as taken too. `hint` says what to do instead, by
    default to choose another name.
    """
    if os.path.lexists(target):
        raise LedgerUnusable(
            Problem(
                "exists",
                say("{target} is already there", target=target),
                Where(target),
                hint,
            )
        )


def need_folder_of(target: str) -> None:
    """Refuse a place whose folder is not there: a folder that was mistyped is not made."""
    if not Path(target).absolute().parent.is_dir():
        message = say("the folder of {target} does not exist", target=target)
        raise LedgerUnusable(
            Problem("no-folder", message, Where(target), say("create the folder first"))
        )


def refuse_stray_log(ledger: str) -> None:
    """Refuse the name of a ledger that is gone and left its log: SQLite would write
    that log into the new one.
    """
    for log in (ledger + "-wal", ledger + "-journal"):
        if (
            os.path.lexists(log)
            and os.lstat(log).st_size
            and not os.path.lexists(ledger)
        ):
            message = say(
                "{log} is left over from another ledger called {ledger}",
                log=log,
                ledger=ledger,
            )
            hint = say(
                "it may hold what that ledger recorded last: move it away, or choose"
                " another name"
            )
            raise LedgerUnusable(Problem("exists", message, Where(log), hint))


@contextlib.contextmanager
def blaming(target: str) -> Iterator[None]:
    """Blame the target for what fails here: a full disk names no file, and nobody knows
    that of an unfinished one.
    """
    try:
        yield
    except OSError as error:
        parts: tuple[str, ...] = ()
        if error.filename is not None:
            parts = Path(os.fsdecode(error.filename)).parts
        if not parts or any(map(_UNFINISHED_FILE.fullmatch, parts)):
            error.filename = target
        raise


@contextlib.contextmanager
def new_folder(target: str) -> Iterator[Path]:
    """Open a new folder beside its place and name it when it is full: it is there with
    all that is in it, or not.
    """
    import tempfile

    refuse_taken_name(target)
    remove_leftovers(target)
    path = Path(target).absolute()
    prefix = f".{path.name}.{os.getpid()}-"
    with (
        blaming(target),
        tempfile.TemporaryDirectory(".new", prefix, path.parent) as beside,
    ):
        unfinished = Path(beside, path.name)
        unfinished.mkdir()
        yield unfinished
        refuse_taken_name(target)
        unfinished.rename(path)

    settle_folder(target)


@contextlib.contextmanager
def unfinished_file(target: str) -> Iterator[str]:
    """Make an empty file beside the target, for its owner alone and under a name nobody
    can guess; gone afterwards.
    """
    import tempfile  # a question makes no files, and must be quick

    path = Path(target).absolute()
    prefix, folder = f".{path.name}.{os.getpid()}-", path.parent
    handle, unfinished = tempfile.mkstemp(".new", prefix, folder)
    os.close(handle)
    try:
        yield unfinished
    finally:
        for ending in BESIDE:
            Path(unfinished + ending).unlink(missing_ok=True)


def move_into_place(unfinished: str, target: str, *, replace: bool = False) -> None:
    """Publish an unfinished file: its bytes to the disk first, then the name, then the
    folder.

    The name must still be free, unless `replace` says otherwise.
    """
    flush_to_disk(unfinished)
    if replace:
        os.rename(unfinished, target)
    else:
        try:
            os.link(unfinished, target)
        except FileExistsError:
            refuse_taken_name(target)
        except OSError:
            # a stick or share without hard links
            refuse_taken_name(target)
            os.rename(unfinished, target)

    settle_folder(target)


def write_new(target: str, content: bytes, *, private: bool = False) -> None:
    """Write a file that must not be there yet, whole or not at all.

    Only their owner may read `private` ones, and what a killed process left of one is
    taken away first.
    """
    refuse_taken_name(target)
    if private:
        remove_leftovers(target)
    _write_whole(target, content, private, replace=False)


def replace_own_file(target: str, content: bytes, *, private: bool = False) -> None:
    """Write a file that the caller knows to be ours, or not there: it has the old
    content or the new, never a half.
    """
    _write_whole(target, content, private, replace=True)


def _write_whole(target: str, content: bytes, private: bool, *, replace: bool) -> None:
    """Write a file that is there whole or not at all, whatever happens meanwhile. A
    private one is readable by its owner alone.
    """
    with blaming(target), unfinished_file(target) as unfinished:
        Path(unfinished).write_bytes(content)
        if not private:
            share_with_others(unfinished)
        move_into_place(unfinished, target, replace=replace)


def append_privately(ledger: str, path: str, text: str) -> None:
    """Add text to the end of a file beside a ledger.

    It holds names, so only its owner may read it, or its group where a group writes the
    ledger; a file that an earlier version left open to others is closed to them.
    """
    shared = os.path.isfile(ledger) and os.stat(ledger).st_mode & 0o060 == 0o060
    mode = 0o660 if shared else 0o600
    to_its_end = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    handle = os.open(path, to_its_end, 0o600)
    with open(handle, "a", encoding="utf-8") as file:
        with contextlib.suppress(OSError):  # a colleague's file
            os.fchmod(handle, mode)
        file.write(text)


def share_with_others(path: str) -> None:
    """Give a file that holds no secret the usual permissions; unfinished, it was only
    its owner's.
    """
    os.chmod(path, 0o666 & ~_mask())


def share_as_folder(path: str) -> None:
    """Share a new ledger with a group if its folder is shared by one (chmod g+ws); else
    only its owner may read it.
    """
    mode = os.stat(Path(path).absolute().parent).st_mode
    if mode & stat.S_ISGID and mode & stat.S_IWGRP:
        os.chmod(path, 0o660)


def _mask() -> int:
    """Return the bits of permissions that the process takes away from new files. To
    read them they have to be set, so they are set back.
    """
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def flush_to_disk(path: str) -> None:
    """Return when a file or folder is on the disk itself, and not in memory alone."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def settle_folder(path: str) -> None:
    """Make a new name survive a power cut."""
    with contextlib.suppress(OSError):  # not every system lets a folder be synced
        flush_to_disk(str(Path(path).absolute().parent))


def leftovers(path: str) -> list[str]:
    """List unfinished files beside a file whose process is gone: a kill left them, and
    a whole ledger may be in one.
    """
    folder = Path(path).absolute().parent
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return sorted(str(folder / name) for name in names if _is_left_over(name))


def unfinished_copies(path: str) -> list[str]:
    """List copies beside a file that an interrupted `selo ledger copy` left, or that are being
    made: nobody can tell which.
    """
    with contextlib.suppress(OSError):
        folder = Path(path).absolute().parent
        return sorted(
            str(folder / name)
            for name in os.listdir(folder)
            if name.endswith(UNFINISHED)
        )
    return []


def _is_left_over(name: str) -> bool:
    """Tell whether a file is one that a process began and left unfinished when it died."""
    match = _UNFINISHED_FILE.fullmatch(name)
    return match is not None and not _is_alive(int(match["process"]))


def _is_alive(process: int) -> bool:
    """Tell whether a process with this number runs here. One that may not be signalled
    runs.
    """
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _take_away(left: str) -> None:
    """Delete what was left unfinished: a file, or the folder of a bundle. A link goes,
    and not what it leads to.
    """
    if os.path.isdir(left) and not os.path.islink(left):
        import shutil  # a bundle that was to become a folder

        shutil.rmtree(left)
    else:
        os.unlink(left)


def remove_leftovers(
    path: str, tell: Callable[[Message], None] = lambda message: None
) -> None:
    """Take away what kills left beside a file."""
    for left in leftovers(path):
        with contextlib.suppress(OSError):
            _take_away(left)
            tell(
                say(
                    "{path} was left over from a killed command, and has been removed",
                    path=left,
                )
            )
