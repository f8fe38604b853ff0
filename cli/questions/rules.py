"""selo rules: lists, editions, dates, sources; coverage of one edition; accepting a corrected one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.asking import Values, question
from cli.options import ledger_path, outside
from cli.output import answer, fields_table, table

if TYPE_CHECKING:
    from projections.answers.rules import CoverageAnswer, RulesAnswer
    from rulebooks.finland.tables import FinnishEdition


def _rules(value: "RulesAnswer") -> list[str]:
    return fields_table(value.rows, ("list", "edition", "adopted_from", "revision", "source"))


def _edition(value: "CoverageAnswer") -> Iterator[str]:
    from rulebooks import family
    from rulebooks.finland.tables import FinnishEdition

    edition = family(value.lists[0]).EDITIONS[value.edition["id"]]
    yield f"{edition.id}, from {edition.since}: {edition.source}"
    if isinstance(edition, FinnishEdition):
        yield from (f"  {line}" for line in _settings(edition))
    yield ""
    yield "what `selo what-if` may change:"
    one_list = len({row.list for row in value.changeable}) < 2
    lists = () if one_list else ("list",)
    yield from fields_table(value.changeable, (*lists, "number", "value", "what"))
    yield ""
    articles = [(article.number, article.title, article.where) for article in value.articles]
    yield from table(("article", "what", "where"), articles)


def _settings(edition: "FinnishEdition") -> Iterator[str]:
    """What differs between the Finnish editions, in words."""
    yield f"expectation of one game at most {edition.cap / 100} (7.9)"
    bonus = [who for who, tenths in (("established", edition.bonus_established), ("new", edition.bonus_new)) if tenths]
    yield f"bonus of 0.1 a game: {' and '.join(bonus) + ' players' if bonus else 'none'} (7.2, 7.3)"
    yield f"Kt under 60 minutes, from 2300: {edition.fast_high / 100} (7.8)"
    yield f"new while earlier games are at most {edition.new_until} (3.1)"
    carried = "every game by itself" if edition.carries_games else "rounded rating x games"
    yield f"a new player carries {carried} (3.3)"
    yield f"shortest selo game {_time(edition.selo_seconds)} (2.8)"
    yield f"shortest pelo game {_time(edition.pelo_seconds)} (2.8)"
    yield f"titles look at values {'during and after' if edition.titles_in_play else 'after'} a tournament (6.2)"
    yield f"revision {edition.revision}"


def _time(seconds: int) -> str:
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"over {seconds // 60} min"


def _accept(stated: Values) -> bool:
    """The word accept in the place of an edition is a command of its own."""
    if stated.get("edition") != "accept":
        if "dry_run" in stated:
            raise click.UsageError("--dry-run goes with accept")
        return False
    from cli.output import bar
    from cli.upkeep.care import changes
    from desk.upgrade import accept_rules

    with bar("rehearsing") as progress:
        accepted = accept_rules(ledger_path(), outside(), dry_run="dry_run" in stated, progress=progress)
    if accepted.corrected:
        answer(accepted, changes(accepted), accepted.moved)
    else:
        answer(accepted, ["nothing to accept: the ledger follows this version's rules"])
    return True


_DRY = click.Option(["--dry-run"], is_flag=True, help="With accept: list what would move; change nothing.")
rules_command = question(
    "projections.answers.rules:Rules", "projections.answers.rules:Edition", text={"Rules": _rules, "Edition": _edition},
    more=(_DRY,), given=_accept,
    words="""Without EDITION: every list, edition, first day and source. With it: where each article lives in the code.
`selo rules accept` lists every rating that a corrected edition of this version moves, and lets it count.""",
)  # fmt: skip
