"""selo site."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.options import ledger_path, today
from cli.output import answer, json_option

if TYPE_CHECKING:
    from web.site.build import SiteAnswer


@click.command("site")
@click.argument("folder")
@json_option
def site_command(folder: str) -> None:
    """Write the public pages into a folder, for web space where nothing runs.

    In Finnish, Swedish and English, with links from file to file, a search index and a feed. Run again, it writes only
    what changed. It never overwrites a file that it did not make.

    \b
    Example:
        selo site public
    """
    from cli.progress import bar
    from web.site.build import site

    with bar("writing") as progress:
        answered = site(ledger_path(), folder, today(), progress)
    answer(answered, _lines(answered))


def _lines(answered: "SiteAnswer") -> Iterator[str]:
    yield f"{answered.folder}: {answered.files} files up to event {answered.seq}, as of {answered.as_of}"
    yield f"written {answered.written}, removed {answered.removed}"
