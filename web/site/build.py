"""Build what `selo export site` writes: every public page in every language, a search index
and a feed, as files; and the folder they go to: what was made there before, and files
that are written aside and moved into their place.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from ledger.errors import Problem, Refused, Where
from ledger.store import is_server
from ledger.store.checkpoints import head
from ledger.whole_files import named
from messages import LANGUAGES, say
from messages.answer import Answer, Date
from projections.answers import PUBLIC, Question
from projections.answers.events.log import Log
from projections.answers.kept_open import KeptLedger
from projections.answers.reading import Reading
from web.answers.rendering import FEEDS, feed_of
from web.pages.log import files_to_check, newest_checkpoint
from web.pages.registry import page_of
from web.pages.rendering import assets, rendered
from web.pages.visit import FileLinks, Visit, file_name
from web.site import Planned, last_day, made_of, planned, players, reached_since

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
            raise Refused(
                Problem("site-folder", message, where, say("choose a new folder"))
            ) from None

    def begin(self, made: Made, names: Iterable[str]) -> None:
        """Refuse what would overwrite somebody's file; then note what is going to be
        made, so that a run that breaks off can be run again.

        `Refused` (code `site-folder`) names the first `SHOWN` files in the way;
        nothing is written then.
        """
        names = list(names)
        strange = [
            name
            for name in names
            if name not in self.before.files and (self._path / name).exists()
        ]
        if strange:
            hint = say("choose an empty folder, or move the file away")
            raise Refused(
                [
                    Problem(
                        "site-folder",
                        say("this file was not made by selo export site"),
                        Where(str(self._path / name)),
                        hint,
                    )
                    for name in strange[:SHOWN]
                ]
            )
        self._path.mkdir(parents=True, exist_ok=True)
        coming = dict.fromkeys(names, "") | self.before.files
        self._put(
            MADE,
            msgspec.json.encode(msgspec.structs.replace(self.before, files=coming)),
        )
        self._made = made

    def keep(self, name: str) -> None:
        """Keep a file that is as it was."""
        self.files[name] = self.before.files[name]

    def has(self, name: str) -> bool:
        """Tell whether a file was made here before, and still is here."""
        return bool(self.before.files.get(name)) and (self._path / name).exists()

    def write(self, name: str, content: bytes) -> None:
        """Write a file if it changed; one that did not keeps its time."""
        digest = hashlib.sha256(content).hexdigest()[:32]
        self.files[name] = digest
        if self.before.files.get(name) != digest or not (self._path / name).exists():
            self._put(name, content)
            self.written += 1

    def end(self) -> int:
        """Take away what is no longer part of the site, note what the site is now, and
        return how many files went.
        """
        gone = [name for name in self.before.files if name not in self.files]
        for name in gone:
            (self._path / name).unlink(missing_ok=True)
        self._put(
            MADE,
            msgspec.json.encode(msgspec.structs.replace(self._made, files=self.files)),
        )
        return len(gone)

    def _put(self, name: str, content: bytes) -> None:
        target = self._path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
        try:
            with named(str(target)):
                draft.write_bytes(content)
                draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


INDEX, FEED, FRONT = "search.json", "corrections.atom", "index.html"


class SiteAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export site`: how many files there are, how many of them were written
    now, how many went.
    """

    folder: str
    files: int
    written: int
    removed: int
    seq: int
    as_of: Date


Progress = Callable[[int, int], None]


def site(
    path: str, folder: str, today: str, progress: Progress | None = None
) -> SiteAnswer:
    """Make the site of a ledger, as far as it changed since it was made."""
    _check_outside(path, folder)
    ledger = KeptLedger(path)
    try:
        with ledger.reading(Question(), today) as reading:
            day = last_day(reading)
        with ledger.reading(Question(as_of=day), today) as reading:
            return _made(reading, folder, day, progress)
    finally:
        ledger.close()


def _check_outside(path: str, folder: str) -> None:
    """Refuse a folder with the ledger in it: on web space whoever guesses its name has
    every day of birth.
    """
    if not is_server(path) and Path(path).resolve().is_relative_to(
        Path(folder).resolve()
    ):
        message = say(
            "the ledger {ledger} lies in this folder, and whoever sees the pages could"
            " fetch it",
            ledger=path,
        )
        raise Refused(
            Problem("site-folder", message, Where(folder), say("choose a new folder"))
        )


def _made(
    reading: Reading, folder: str, day: str, progress: Progress | None
) -> SiteAnswer:
    target = SiteFolder(folder)
    reading.viewer = PUBLIC
    made = Made(head(reading.events).origin, made_of(), reading.known_seq, day)
    pages = list(planned(reading))
    shared = _shared(reading)
    names = [
        *shared,
        *(_file(page, language) for page in pages for language in LANGUAGES),
    ]
    before = target.before
    same = (before.ledger, before.version, before.as_of) == (
        made.ledger,
        made.version,
        made.as_of,
    )
    reached = reached_since(reading, before.seq) if same else None
    target.begin(made, names)
    for name, content in shared.items():
        target.write(name, content)
    for done, page in enumerate(pages):
        for language in LANGUAGES:
            name = _file(page, language)
            if reached is not None and not reached.concerns(page) and target.has(name):
                target.keep(name)
            else:
                target.write(name, _page(reading, page, language, day).encode())
        if progress is not None:
            progress(done + 1, len(pages))
    removed = target.end()
    return SiteAnswer(
        folder=folder,
        files=len(names),
        written=target.written,
        removed=removed,
        seq=reading.known_seq,
        as_of=day,
    )


def _file(page: Planned, language: str) -> str:
    return f"{language}/{file_name(page.parts)}.html"


def _page(reading: Reading, page: Planned, language: str, day: str) -> str:
    return page_of(page.name)(
        reading, page.asked, _visit(reading, page.parts, language, day)
    )


def _visit(reading: Reading, parts: tuple[str, ...], language: str, day: str) -> Visit:
    zone = reading.settings.time_zone
    return Visit(language, "", FileLinks(parts, language), day, "", zone=zone)


def _shared(reading: Reading) -> dict[str, bytes]:
    """Return what all languages have in common: the look, the search index, the feed,
    what checks the ledger at home, and the door to the languages.
    """
    files = {f"look/{asset.name}": asset.content for asset in assets().values()}
    files[INDEX] = _index(reading).encode()
    files[FEED] = _feed(reading).encode()
    to_check = files_to_check(newest_checkpoint(reading))
    files |= {f"verify/{name}": content for name, content in to_check.items()}
    files[FRONT] = rendered(
        "languages.html", _visit(reading, (), "en", reading.as_of)
    ).encode()
    return files


def _index(reading: Reading) -> str:
    """Write everybody as [id, name, club, rating on the first list], by name."""
    first, known = reading.first_list(), set(players(reading))
    people = sorted(
        (one for one in reading.policy.everybody() if one.player in known),
        key=lambda one: one.name,
    )
    rows = [
        [one.player, one.name, one.club or "", reading.rating(first, one.player)]
        for one in people
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


def _feed(reading: Reading) -> str:
    """Write the feed of corrections; each leads to its place on the page of the log."""
    feed = FEEDS["log"](reading, Log())
    items = [
        item._replace(address=f"/en/log.html#e{item.address.rpartition('/')[2]}")
        for item in feed.items
    ]
    return feed_of(
        feed._replace(address="/corrections", items=items), reading, "."
    ).replace('href="./corrections"', 'href="./en/log.html"')
