"""Write into the folder of a site: files are written aside and moved into their place,
and what was made there before is noted.
"""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ledger.errors import Problem, Refused, Where
from ledger.whole_files import blaming
from messages import say

MADE = ".selo-site.json"  # what this program made in the folder
SHOWN = 20  # files in the way that a refusal names


class Made(msgspec.Struct, frozen=True):
    """What was made: from which ledger, by which version and code, up to which event,
    for which day, and the hash of each file; an empty hash is that of a file that was
    still to be written.
    """

    ledger: str = ""
    version: str = ""
    seq: int = 0
    as_of: str = ""
    files: dict[str, str] = {}


class SiteFolder:
    """The folder of a site. Only files that it made are ever replaced or taken away."""

    def __init__(self, path: str) -> None:
        """Open the folder, which need not be there yet; refused as `_made_before`
        refuses.
        """
        self._path = Path(path)
        self.before = self._made_before()
        self.files: dict[str, str] = {}
        self.written = 0

    def _made_before(self) -> Made:
        """Read what was made here before; nothing in a new folder.

        `Refused` (code `site-folder`): the note was edited by hand and cannot be read.
        """
        try:
            return msgspec.json.decode((self._path / MADE).read_bytes(), type=Made)
        except FileNotFoundError:
            return Made()
        except msgspec.MsgspecError:
            message = say(
                "{name} was edited by hand; selo no longer knows which files it made",
                name=MADE,
            )
            where = Where(str(self._path / MADE))
            hint = say("choose a new folder")
            raise Refused(Problem("site-folder", message, where, hint)) from None

    def begin(self, made: Made, names: Iterable[str]) -> None:
        """Refuse what would overwrite somebody's file; then note what is going to be
        made, so that a run that breaks off can be run again.

        `Refused` (code `site-folder`) names the first `SHOWN` files in the way;
        nothing is written then.
        """
        names = list(names)
        new = [name for name in names if name not in self.before.files]
        strange = [name for name in new if self._is_there(name)]

        if strange:
            raise Refused([self._not_ours(name) for name in strange[:SHOWN]])

        self._path.mkdir(parents=True, exist_ok=True)

        # what was there stays noted too, until it is known to be gone
        coming = dict.fromkeys(names, "") | self.before.files
        self._note(self.before, coming)
        self._made = made

    def _is_there(self, name: str) -> bool:
        """Tell whether there is a file, whoever made it."""
        return (self._path / name).exists()

    def _not_ours(self, name: str) -> Problem:
        """Make the problem of a file in the way."""
        message = say("this file was not made by selo export site")
        hint = say("choose an empty folder, or move the file away")
        return Problem("site-folder", message, Where(str(self._path / name)), hint)

    def _note(self, made: Made, files: dict[str, str]) -> None:
        """Write down what was made, and which files there are.

        It is written like any file of the site, so that a run that breaks off leaves
        the old note or the new one, and never half of one.
        """
        noted = msgspec.structs.replace(made, files=files)
        self._put(MADE, msgspec.json.encode(noted))

    def keep(self, name: str) -> None:
        """Keep a file that is as it was. It has to have been made before: see `has`."""
        self.files[name] = self.before.files[name]

    def has(self, name: str) -> bool:
        """Tell whether a file was made here before, and still is here."""
        return bool(self.before.files.get(name)) and self._is_there(name)

    def write(self, name: str, content: bytes) -> None:
        """Write a file if it changed; one that did not keeps its time.

        So whatever copies the site to where people read it sends only what changed.
        """
        digest = hashlib.sha256(content).hexdigest()[:32]
        self.files[name] = digest

        is_same = self.before.files.get(name) == digest
        if not is_same or not self._is_there(name):
            self._put(name, content)
            self.written += 1

    def end(self) -> int:
        """Take away what is no longer part of the site, note what the site is now, and
        return how many files went.
        """
        gone = [name for name in self.before.files if name not in self.files]

        for name in gone:
            (self._path / name).unlink(missing_ok=True)

        self._note(self._made, self.files)

        return len(gone)

    def _put(self, name: str, content: bytes) -> None:
        """Put a file into its place: written aside first, then moved, so that a reader
        has the old page or the new one.

        Folders above it are made. What the disk refuses is raised with the name of the
        file.
        """
        target = self._path / name
        target.parent.mkdir(parents=True, exist_ok=True)

        draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
        try:
            with blaming(str(target)):
                draft.write_bytes(content)
                draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
