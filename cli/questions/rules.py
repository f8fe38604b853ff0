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
    from ledger.errors import NotFound, Problem
    from rulebooks import articles_of, editions, family

    lists = [name for name, found in editions().items() if edition in found]
    if not lists:
        known = ", ".join(sorted({name for found in editions().values() for name in found}))
        raise NotFound(Problem("unknown-edition", f"there is no edition {edition!r}", hint=f"known: {known}"))
    articles = [article._asdict() for article in articles_of(lists[0])]
    value = {"edition": family(lists[0]).EDITIONS[edition]._asdict(), "lists": lists, "articles": articles}
    answer(value, _coverage_lines(value), articles)


def _coverage_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"{value['edition']['id']}, from {value['edition']['since']}: {value['edition']['source']}"
    if "cap" in value["edition"]:
        yield from (f"  {line}" for line in _settings(value["edition"]))
    yield ""
    yield from table(("article", "what", "where"), [(a["number"], a["title"], a["where"]) for a in value["articles"]])


def _settings(edition: dict[str, Any]) -> Iterator[str]:
    """What differs between the Finnish editions, in words."""
    yield f"expectation of one game at most {edition['cap'] / 100} (7.9)"
    bonus = [who for who, has in (("established", edition["bonus_established"]), ("new", edition["bonus_new"])) if has]
    yield f"bonus of 0.1 a game: {' and '.join(bonus) + ' players' if bonus else 'none'} (7.2, 7.3)"
    yield f"Kt under 60 minutes, from 2300: {edition['fast_high'] / 100} (7.8)"
    yield f"new while earlier games are at most {edition['new_until']} (3.1)"
    carried = "every game by itself" if edition["carries_games"] else "rounded rating x games"
    yield f"a new player carries {carried} (3.3)"
    yield f"shortest selo game {_time(edition['selo_seconds'])} (2.8)"
    yield f"shortest pelo game {_time(edition['pelo_seconds'])} (2.8)"
    yield f"titles look at values {'during and after' if edition['titles_in_play'] else 'after'} a tournament (6.2)"
    yield f"revision {edition['revision']}"


def _time(seconds: int) -> str:
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"over {seconds // 60} min"


def _accept() -> None:
    from cli.options import asked, outside
    from desk.outcome import RulesAccepted
    from desk.submit import submit
    from exchange.json.documents import Placed
    from ledger.documents import AcceptRules
    from rulebooks import editions

    with asked(None, None, None) as reading:
        known = reading.timeline.revisions()
    carried = {edition: revision for found in editions().values() for edition, revision in found.items()}
    newer = [(e, r) for e, r in carried.items() if e in known and r > known[e]]
    if not newer:
        answer(RulesAccepted(), ["nothing to accept: the ledger follows this version's rules"])
        return
    documents = [Placed(AcceptRules(edition=edition, revision=revision)) for edition, revision in newer]
    outcome = submit(ledger_path(), documents, outside(), accepting=True)
    lines = [f"{edition}: revision {revision} counts from here on" for edition, revision in newer]
    value = RulesAccepted(recorded=outcome.recorded, moved=outcome.moved)
    answer(value, [*lines, f"{len(outcome.moved)} current numbers moved"])
