"""Make a site, as far as it changed: every public page in every language, and the files
that all languages share.
"""

from collections.abc import Callable
from pathlib import Path

from features.site.changes import Reached, reached_since
from features.site.folder import Made, SiteFolder
from features.site.links import file_name, file_visit
from features.site.made_of import made_of
from features.site.pages import PlannedPage, last_day, planned_pages
from features.site.shared import shared_files
from ledger.errors import Problem, Refused, Where
from ledger.store import is_server
from ledger.store.checkpoints import head
from messages import LANGUAGES, say
from messages.answer import Answer, Date
from projections.answers import PUBLIC, Question
from projections.answers.kept_open import KeptLedger
from projections.answers.reading import Reading
from web.pages.registry import page_of


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
    """Make the site of a ledger, as far as it changed since it was made.

    `path`: the ledger. `today`: YYYY-MM-DD. `progress` is told after each page how many
    are done, and of how many. `Refused` (code `site-folder`): the ledger lies in the
    folder, or a file that we did not make is in the way.
    """
    _check_outside(path, folder)
    ledger = KeptLedger(path)

    try:
        with ledger.reading(Question(), today) as reading:
            day = last_day(reading)
        with ledger.reading(Question(as_of=day), today) as reading:
            return _make_site(reading, folder, day, progress)
    finally:
        ledger.close()


def _check_outside(path: str, folder: str) -> None:
    """Refuse a folder with the ledger in it: on web space whoever guesses its name has
    every day of birth.
    """
    if is_server(path):
        return
    if Path(path).resolve().is_relative_to(Path(folder).resolve()):
        message = say(
            "the ledger {ledger} is in this folder, and anybody who sees the pages"
            " could download it",
            ledger=path,
        )
        hint = say("choose a new folder")
        raise Refused(Problem("site-folder", message, Where(folder), hint))


def _make_site(
    reading: Reading, folder: str, day: str, progress: Progress | None
) -> SiteAnswer:
    """Make every file of the site that may have changed, and take away what is no
    longer part of it.

    `day`: of which the site speaks, YYYY-MM-DD. Everything is read as a stranger may
    see it, whoever makes the site.
    """
    target = SiteFolder(folder)
    reading.viewer = PUBLIC
    made = Made(head(reading.events).origin, made_of(), reading.known_seq, day)

    pages = list(planned_pages(reading))
    shared = shared_files(reading)
    files_of_pages = [_file(page, language) for page in pages for language in LANGUAGES]
    names = [*shared, *files_of_pages]

    reached = _reached(reading, target.before, made)

    target.begin(made, names)
    for name, content in shared.items():
        target.write(name, content)

    for done, page in enumerate(pages):
        may_differ = reached is None or reached.concerns(page)
        for language in LANGUAGES:
            name = _file(page, language)
            if may_differ or not target.has(name):
                target.write(name, _page(reading, page, language, day).encode())
            else:
                target.keep(name)

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


def _reached(reading: Reading, before: Made, made: Made) -> Reached | None:
    """Return whom the events since the last time reached; None where every page has to
    be made again.
    """
    is_same = (before.ledger, before.version, before.as_of) == (
        made.ledger,
        made.version,
        made.as_of,
    )
    return reached_since(reading, before.seq) if is_same else None


def _file(page: PlannedPage, language: str) -> str:
    """Name the file of a page in a language, such as `fi/players/P12.html`."""
    return f"{language}/{file_name(page.parts)}.html"


def _page(reading: Reading, page: PlannedPage, language: str, day: str) -> str:
    """Draw a page of the site in a language, as HTML. `day`: of which the site speaks,
    YYYY-MM-DD.
    """
    drawn = page_of(page.name)
    visit = file_visit(page.parts, language, day, reading.settings.time_zone)
    return drawn(reading, page.asked, visit)
