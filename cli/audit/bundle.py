"""selo bundle."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

import audit.standalone
from cli.options import ledger_path
from cli.output import answer, json_option

if TYPE_CHECKING:
    pass


@click.command("bundle")
@click.argument("target", metavar="DIR-or-FILE")
@json_option
def bundle_command(target: str) -> None:
    """Everything needed to check the ledger elsewhere, in a new folder, or in a file if the name ends in .zip.

    \b
    Example:
        selo bundle selo-2026.zip
    """
    from audit.prove import bundle

    files, events = bundle(ledger_path())
    files["verify.py"] = _verifier().read_bytes()
    if os.path.lexists(target):
        from ledger.errors import LedgerUnusable, Problem, Where

        raise LedgerUnusable(Problem("exists", f"{target} is already there", Where(target), "choose another name"))
    (_zip if target.endswith(".zip") else _folder)(target, files)
    value = {"bundle": target, "events": events, "files": sorted(files)}
    answer(value, [f"{target}: {events} events; check it with `python verify.py bundle {target}`"])


def _verifier() -> Path:
    """The stand-alone verifier."""
    return Path(audit.standalone.__file__).with_name("verify.py")


def _folder(target: str, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        place = Path(target, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _zip(target: str, files: dict[str, bytes]) -> None:
    """The same ledger gives the same file: no clock in it."""
    import zipfile

    with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
