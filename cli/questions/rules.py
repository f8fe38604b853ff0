"""selo rules: lists, editions, dates, sources; coverage of one edition; accepting a corrected one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.acts import option
from cli.asking import Values, question
from cli.options import ledger_path, outside
from cli.output import answer, bar, fields_table, listed
from messages import Message, counted, say, template

if TYPE_CHECKING:
    from desk.upgrade import Upgrade
    from projections.answers.rules import CoverageAnswer
    from rulebooks.finland.tables import FinnishEdition


def _edition(value: "CoverageAnswer") -> Iterator[str]:
    from rulebooks import family
    from rulebooks.finland.tables import FinnishEdition

    edition = family(value.lists[0]).EDITIONS[value.edition["id"]]
    yield say("{edition}, from {since}: {source}", edition=edition.id, since=edition.since, source=edition.source)
    if isinstance(edition, FinnishEdition):
        yield from (say("  {sentence}", sentence=line) for line in _settings(edition))
    yield ""
    yield say("what `selo what-if` may change:")
    one_list = len({row.list for row in value.changeable}) < 2
    yield from fields_table(value.changeable, "" if one_list else "list", "number value what")
    yield ""
    yield from fields_table(value.articles, ("article", "number"), ("what", "title"), "where")


BONUS = {
    (True, True): template("bonus of 0.1 a game: established and new players (7.2, 7.3)"),
    (True, False): template("bonus of 0.1 a game: established players (7.2, 7.3)"),
    (False, True): template("bonus of 0.1 a game: new players (7.2, 7.3)"),
    (False, False): template("bonus of 0.1 a game: none (7.2, 7.3)"),
}


def _settings(edition: "FinnishEdition") -> Iterator[Message]:
    """Say in words what differs between the Finnish editions."""
    yield say("expectation of one game at most {cap} (7.9)", cap=edition.cap / 100)
    yield say(BONUS[bool(edition.bonus_established), bool(edition.bonus_new)])
    yield say("Kt under 60 minutes, from 2300: {kt} (7.8)", kt=edition.fast_high / 100)
    yield say("new while earlier games are at most {count} (3.1)", count=edition.new_until)
    yield (
        say("a new player carries every game by itself (3.3)")
        if edition.carries_games
        else say("a new player carries rounded rating x games (3.3)")
    )
    yield say("shortest selo game {time} (2.8)", time=_time(edition.selo_seconds))
    yield say("shortest pelo game {time} (2.8)", time=_time(edition.pelo_seconds))
    yield (
        say("titles look at values during and after a tournament (6.2)")
        if edition.titles_in_play
        else say("titles look at values after a tournament (6.2)")
    )
    yield say("revision {revision}", revision=edition.revision)


def _time(seconds: int) -> Message:
    minutes = seconds // 60
    return say("{minutes} min", minutes=minutes) if seconds % 60 == 0 else say("over {minutes} min", minutes=minutes)


def _accept(stated: Values) -> bool:
    """Run the command that the word accept is in the place of an edition; False for any other word."""
    if stated.get("edition") != "accept":
        if "dry_run" in stated:
            raise click.UsageError(say("{option} goes with {other}", option="--dry-run", other="accept"))
        return False
    from desk.upgrade import accept_rules

    with bar(say("rehearsing")) as progress:
        accepted = accept_rules(ledger_path(), outside(), dry_run="dry_run" in stated, progress=progress)
    if accepted.corrected:
        answer(accepted, changes(accepted), accepted.moved)
    else:
        answer(accepted, [say("nothing to accept: the ledger follows this version's rules")])
    return True


def changes(value: "Upgrade") -> Iterator[str]:
    """Yield the corrected editions, and every rating and title that moves by them."""
    for row in value.corrected:
        yield say("corrected: {edition}, revision {before} -> {after}", edition=row.edition, before=row.followed,
                  after=row.carried)  # fmt: skip
    if value.titles:
        yield ""
        yield say("titles, and the days they are reached on:")
        yield from fields_table(value.titles, "player name title before after")
        yield ""
    if not value.moved:
        yield say("no current rating moves")
        return
    if not value.corrected:
        yield say("no corrected edition explains what moves here: look at the ledger before you accept it")
    yield ""
    yield from fields_table(value.moved, "player name list before after")
    yield ""
    count = len(value.moved)
    yield (
        counted("{count} current rating moved", "{count} current ratings moved", count)
        if value.done
        else counted("{count} current rating would move", "{count} current ratings would move", count)
    )


_DRY = option("--dry-run", is_flag=True, help="With accept: list what would move; change nothing.")
rules_command = question(
    "projections.answers.rules:Rules", "projections.answers.rules:Edition",
    text={"Rules": listed(None, "list edition adopted_from revision source"), "Edition": _edition},
    more=(_DRY,), given=_accept,
    words="""Without EDITION: every list, edition, first day and source. With it: where each article lives in the code.
`selo rules accept` lists every rating that a corrected edition of this version moves, and lets it count.""",
)  # fmt: skip
