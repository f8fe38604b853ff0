"""selo rules: lists, editions, dates, sources; coverage of one edition; accepting a corrected one."""

from collections.abc import Iterator
from typing import Any

import click

from cli.options import ledger_path
from cli.output import answer, json_option, table


@click.command("rules")
@click.argument("edition", required=False)
@json_option
def rules_command(edition: str | None) -> None:
    """Without a word: every list, edition, first day and source. With an edition: where each article lives.
    `selo rules accept`: let a corrected edition of this version count.

    \b
    Example:
        selo rules fi-2023
    """
    if edition is None:
        _all()
    elif edition == "accept":
        _accept()
    else:
        _coverage(edition)


def _all() -> None:
    """As the ledger has adopted them, where there is one."""
    from rulebooks import sources

    rows = [{**row, "adopted_from": row["since"]} for row in sources()]
    adopted = _adopted()
    if adopted is not None:
        for row in rows:
            row["adopted_from"] = adopted.get((row["list"], row["edition"]))
    columns = ("list", "edition", "adopted_from", "revision", "source")
    answer({"rows": rows}, table([c.replace("_", " ") for c in columns], [[r[c] for c in columns] for r in rows]), rows)


def _adopted() -> dict[tuple[Any, Any], str] | None:
    import os

    if not os.path.exists(ledger_path()):
        return None
    from cli.options import asked
    from rulebooks import LISTS

    with asked(None, None, None) as reading:
        return {(name, edition): day for name in LISTS for day, edition in reading.timeline.schedule(name)}


def _coverage(edition: str) -> None:
    from rulebooks.finland.coverage import ARTICLES

    from ledger.errors import NotFound, Problem
    from rulebooks import editions
    from rulebooks.finland.tables import EDITIONS

    if edition not in EDITIONS:
        known = ", ".join(sorted({name for found in editions().values() for name in found}))
        raise NotFound(Problem("unknown-edition", f"there is no edition {edition!r}", hint=f"known: {known}"))
    found = EDITIONS[edition]
    articles = [article._asdict() for article in ARTICLES]
    value = {"edition": found._asdict(), "articles": articles}
    answer(value, _coverage_lines(value), articles)


def _coverage_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"{value['edition']['id']}, from {value['edition']['since']}: {value['edition']['source']}"
    for name, setting in value["edition"].items():
        if name not in ("id", "since", "source"):
            yield f"  {name.replace('_', ' ')}: {setting}"
    yield ""
    yield from table(("article", "what", "where"), [(a["number"], a["title"], a["where"]) for a in value["articles"]])


def _accept() -> None:
    from cli.options import asked, outside
    from ledger.documents import AcceptRules
    from projections.booking import Plain, submit
    from rulebooks import editions

    with asked(None, None, None) as reading:
        known = reading.timeline.revisions()
    carried = {edition: revision for found in editions().values() for edition, revision in found.items()}
    newer = [(e, r) for e, r in carried.items() if e in known and r > known[e]]
    if not newer:
        answer({"recorded": [], "moved": []}, ["nothing to accept: the ledger follows this version's rules"])
        return
    documents = [Plain(AcceptRules(edition=edition, revision=revision)) for edition, revision in newer]
    outcome = submit(ledger_path(), documents, outside(), accepting=True)
    lines = [f"{edition}: revision {revision} counts from here on" for edition, revision in newer]
    answer(
        {"recorded": outcome.recorded, "moved": outcome.moved}, [*lines, f"{len(outcome.moved)} current numbers moved"]
    )
