"""Writes docs/reference from the code: commands, documents, events, answers, problems, rules, the API.

`python -m tools.make_reference` writes the pages; with --check it only says which are stale, and exits 1.
Only what the fields of documents and answers mean is written by hand, in docs/reference/meanings.txt and
docs/reference/answer-meanings.txt; the rest is read from the code.
"""

import sys
from collections.abc import Sequence

from tools.reference.answers import answers
from tools.reference.commands import commands
from tools.reference.openapi import openapi
from tools.reference.problems import problems
from tools.reference.rules import changeable_numbers, rules_fi
from tools.reference.shapes import documents, events
from tools.reference.tables import FOLDER

PAGES = {
    "commands.md": ("Commands", commands),
    "documents.md": ("Documents", documents),
    "events.md": ("Events", events),
    "answers.md": ("Answers", answers),
    "problems.md": ("Problems", problems),
    "rules-fi.md": ("The Finnish rules", rules_fi),
    "changeable.md": ("Numbers a trial may change", changeable_numbers),
}

OPENAPI = "openapi.json"


def page(name: str) -> str:
    if name == OPENAPI:
        return openapi()
    title, body = PAGES[name]
    lead = f"# {title}\n\nMade by `make docs` from the code; do not edit.\n\n"
    return lead + "\n".join(body()).rstrip() + "\n"


def stale() -> list[str]:
    """The pages that no longer say what the code says."""
    paths = {name: FOLDER / name for name in (*PAGES, OPENAPI)}
    return [name for name, path in paths.items() if not path.exists() or path.read_text("utf-8") != page(name)]


def main(arguments: Sequence[str]) -> int:
    if "--check" not in arguments:
        for name in (*PAGES, OPENAPI):
            (FOLDER / name).write_text(page(name), "utf-8")
        return 0
    pages = stale()
    for name in pages:
        print(f"docs/reference/{name} is stale: run `make docs`", file=sys.stderr)
    return 1 if pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
