"""The reference says what the code says: fresh, every command in it, every field with
its meaning.
"""

import re
import subprocess
import sys

from cli.commands import COMMANDS, HEADINGS
from tests.doc_shell import DOCS, ROOT
from tools.reference import shapes


def test_the_reference_is_fresh() -> None:
    # in a process of its own: what other tests leave behind in this one is no part of
    # the pages
    done = subprocess.run(
        [sys.executable, "-m", "tools.make_reference", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"run `make docs`: {done.stdout}{done.stderr}"


def test_every_command_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "commands.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"\n### selo {name}\n" not in page] == []
    # as --help has them
    assert re.findall(r"^## (.*)$", page, flags=re.MULTILINE) == ["selo", *HEADINGS]


def test_every_field_of_a_document_has_a_meaning() -> None:
    """Hand-written words, in ledger/document_fields.txt, and no word for a field that
    is gone.
    """
    rows = [
        (f"{kind}.{row[0]}", row[3])
        for _, kind, struct, without in shapes.document_parts()
        for row in shapes.field_rows(kind, struct, without)
    ]
    assert [name for name, words in rows if not words] == []
    fields = {name.partition(".")[2].strip("`") for name, _ in rows}
    assert [
        name for name in shapes.meanings() if name.rpartition(".")[2] not in fields
    ] == []
