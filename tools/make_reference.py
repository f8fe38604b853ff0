"""Writes docs/reference from the code: commands, documents, events, answers, problems,
rules.

`python -m tools.make_reference` writes the pages; with --check it only says which are
stale, and exits 1.
Only what the fields of documents and answers mean is written by hand, in
ledger/document_fields.txt and messages/answer_fields.txt; the rest is read
from the code.
"""

import sys
from collections.abc import Sequence

from tools.reference import FOLDER
from tools.reference.answers import answers
from tools.reference.commands import commands
from tools.reference.features import features
from tools.reference.problems import problems
from tools.reference.rules import changeable_numbers, rules_fi
from tools.reference.shapes import documents, events

PAGES = {
    "features.md": ("Features", features),
    "commands.md": ("Commands", commands),
    "documents.md": ("Documents", documents),
    "events.md": ("Events", events),
    "answers.md": ("Answers", answers),
    "problems.md": ("Problems", problems),
    "rules-fi.md": ("The Finnish rules", rules_fi),
    "changeable.md": ("Numbers a trial may change", changeable_numbers),
}


def page(name: str) -> str:
    title, body = PAGES[name]
    lead = f"# {title}\n\nMade by `make docs` from the code; do not edit.\n\n"
    return lead + "\n".join(body()).rstrip() + "\n"


def stale() -> list[str]:
    """The pages that no longer say what the code says."""
    paths = {name: FOLDER / name for name in PAGES}
    return [
        name
        for name, path in paths.items()
        if not path.exists() or path.read_text("utf-8") != page(name)
    ]


def main(arguments: Sequence[str]) -> int:
    if "--check" not in arguments:
        for name in PAGES:
            (FOLDER / name).write_text(page(name), "utf-8")
        return 0
    pages = stale()
    for name in pages:
        print(f"docs/reference/{name} is stale: run `make docs`", file=sys.stderr)
    return 1 if pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
