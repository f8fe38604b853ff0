"""Writes docs/reference from the code: commands, documents, events, answers, problems,
rules.

`python -m tools.make_reference` writes the pages; with --check it only says which are
stale, and exits 1.
Only what the fields of documents and answers mean is written by hand, in
ledger/document_fields.txt and messages/answer_fields.txt; the rest is read
from the code.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from features import FEATURES
from features.feature import Feature
from ledger import errors
from ledger.codes import CODES, WARNING
from projections.answers.rules import plain as plain_number
from rulebooks import LISTS, changeable_of, family
from rulebooks.finland import ARTICLES
from rulebooks.finland.editions import EDITIONS, FinnishEdition
from tools.reference import FOLDER, table
from tools.reference.answers import answers
from tools.reference.commands import commands
from tools.reference.shapes import documents, events


def problems() -> Iterator[str]:
    yield (
        "Every code that `--json` may show in `problems` and in the warnings of a file,"
        " with the exit code it comes"
    )
    yield (
        "with. Where there are several, it depends on the command: what a document"
        " names is refused with 1, what a"
    )
    yield (
        "question names is not found with 3. All problems of a file are reported"
        " together; then the exit code is 5"
    )
    yield "only if each of its documents is in conflict.\n"
    yield (
        "A file or a key that a command is to read, and that is not there, is wrong"
        " usage in every command: 2. So is,"
    )
    yield (
        "for whatever checks a ledger, a file of another kind or a key that signed"
        " nothing of it: `altered` and 1 are"
    )
    yield (
        "for what was altered alone. Only the ledger itself, of `--ledger` and"
        " `SELO_LEDGER`, is not found with 3.\n"
    )
    yield (
        "Over HTTP the same codes come in `problems` of a refusal (RFC 9457), whose"
        " `type` is the address of a page"
    )
    yield (
        "about the code of the first: `/problems/unknown-player`, in Finnish, Swedish"
        " and English. `/problems` lists"
    )
    yield "them all.\n"
    yield "```text"
    yield (errors.__doc__ or "").partition("\n\n")[2].strip("\n")
    yield "```\n"
    rows = (
        (f"`{name}`", _exits(code.exits), code.meaning) for name, code in CODES.items()
    )
    yield from table(("code", "exit", "meaning"), rows)


def _exits(exits: tuple[int, ...]) -> str:
    return " or ".join(
        "warning" if exit_code == WARNING else str(exit_code) for exit_code in exits
    )


def rules_fi() -> Iterator[str]:
    yield (
        "The editions, and every article of the rule text of 26.4.2023: where it lives,"
        " or why it needs no code."
    )
    yield "`selo rules` and `selo rules fi-2023` print the same.\n"
    yield "## Editions\n"
    fields = [field for field in FinnishEdition._fields if field != "id"]
    rows = (
        [
            field.replace("_", " "),
            *(_setting(getattr(e, field)) for e in EDITIONS.values()),
        ]
        for field in fields
    )
    yield from table(("", *EDITIONS), rows)
    yield (
        "`cap`, `fast high` and `kt` are hundredths, the bonus tenths a game; `selo"
        " seconds` and `pelo seconds` are"
    )
    yield (
        "the shortest game of the list; `kr` and `kt` say from which number or how many"
        " minutes a value counts.\n"
    )
    yield "## Articles\n"
    yield from table(("article", "what", "where"), ARTICLES)


def _setting(value: object) -> str:
    """A number as it is; a table as its rows."""
    pairs = (
        value.items()
        if isinstance(value, dict)
        else value
        if isinstance(value, tuple)
        else None
    )
    return (
        str(value)
        if pairs is None
        else ", ".join(f"{key}: {number}" for key, number in pairs)
    )


def changeable_numbers() -> Iterator[str]:
    yield (
        "What a trial may change in the rules, list by list, and what stands there"
        " now.\n"
    )
    for name in LISTS:
        yield f"## {name}\n"
        now = list(family(name).EDITIONS.values())[-1]
        yield f"Now: edition `{now.id}`.\n"
        rows = (
            (f"`{key}`", what.words, what.takes(), _now(now, key))
            for key, what in changeable_of(name).items()
        )
        yield from table(("number", "what it is", "what may stand there", "now"), rows)


def _now(edition: Any, key: str) -> str:
    return f"`{json.dumps(plain_number(getattr(edition, key)), ensure_ascii=False)}`"


def features() -> Iterator[str]:
    yield (
        "What an office may do without. Each is a folder of [features](../../features)"
        " with everything of it: rules,"
    )
    yield (
        "questions, commands, pages, words. It is taken away by deleting its folder,"
        " its tests and its line in"
    )
    yield "[features/\\_\\_init\\_\\_.py](../../features/__init__.py).\n"
    rows = (
        (
            _page_of(feature),
            feature.sentence,
            ", ".join(f"`selo {command.name}`" for command in feature.commands),
            ", ".join(f"`{question.address}`" for question in feature.questions),
        )
        for feature in FEATURES
    )
    yield from table(("feature", "what it is for", "commands", "addresses"), rows)


def _page_of(feature: Feature) -> str:
    """The name, as a link to its page if it has one."""
    name = feature.name
    if not (feature.folder / f"{name}.md").is_file():
        return name
    return f"[{name}](../../features/{name}/{name}.md)"


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
