"""selo export site: the public pages as files."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.command_frames import argument, command
from cli.options import ledger_path, today
from cli.output import answer, bar
from messages import Message, counted, say

if TYPE_CHECKING:
    from features.site.build import SiteAnswer


@command("selo export site public", argument("folder"))
def export_site_command(folder: str) -> None:
    """Write the public pages into a folder, for web space where nothing runs.

    In Finnish, Swedish and English, with links from file to file, a search index and a
    feed. Run again, it writes only what changed. It never overwrites a file that it did
    not make.
    """
    from features.site.build import site

    with bar(say("writing")) as progress:
        answered = site(ledger_path(), folder, today(), progress)
    answer(answered, _lines(answered))


def _lines(answered: "SiteAnswer") -> Iterator[str]:
    """Yield what was made as the command prints it: how many files and up to which
    event, then how many of them changed.
    """
    yield counted(
        "{folder}: {count} file up to event {seq}, as of {as_of}",
        "{folder}: {count} files up to event {seq}, as of {as_of}",
        answered.files,
        folder=answered.folder,
        seq=answered.seq,
        as_of=answered.as_of,
    )
    yield say(
        "written {written}, removed {removed}",
        written=answered.written,
        removed=answered.removed,
    )


def names_in_folders() -> Message:
    """Say how long pages hold the name of somebody who was erased."""
    return say(
        "pages that `selo export site` wrote hold the name until it is run again"
    )
