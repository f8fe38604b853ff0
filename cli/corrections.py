"""Short forms for people: amend, withdraw, reinstate, game, merge."""

from typing import Any

import click

from cli.completion import players, tournaments
from cli.output import json_option

RESULTS = "1-0 0-1 1/2-1/2, 1-0F 0-1F 0-0F 1/2-1/2F, *, 0-0 1/2-0 0-1/2"
NO_FILE = "command.json"


def _document(kind: str, **fields: Any) -> Any:
    """A document as if it had come from a file: the same checks, the same words."""
    import json

    from exchange.json.documents import read

    said = {"kind": kind, **{name: value for name, value in fields.items() if value is not None}}
    return read(NO_FILE, json.dumps(said).encode())


def _book(kind: str, dry_run: bool, **fields: Any) -> None:
    from cli.writing import book_one
    from ledger.errors import SeloError

    try:
        [placed] = _document(kind, **fields)
        book_one(placed.document, dry_run)
    except SeloError as error:
        raise _placeless(error) from None


def _placeless(error: Any) -> Any:
    """There is no file of documents to point into: the field is place enough. The ledger stays named."""
    from dataclasses import replace

    from ledger.errors import Where

    return type(error)(
        [replace(p, where=Where(field=p.where.field)) if p.where.file == NO_FILE else p for p in error.problems]
    )


dry = click.option("--dry-run", is_flag=True, help="Record nothing; show every number that would move.")
version = click.option("--expect-version", type=int, metavar="SEQ", help="Refuse if the tournament has moved on.")
reason = click.option("--reason", required=True, help="Why; it stays in the log.")


@click.command("amend")
@click.argument("tournament", shell_complete=tournaments)
@click.option("--game", required=True, metavar="ID", help="The game, for example 3.2.")
@click.option("--result", metavar="RESULT", help=RESULTS)
@click.option("--white", shell_complete=players, metavar="PLAYER")
@click.option("--black", shell_complete=players, metavar="PLAYER")
@click.option("--on", metavar="DAY", help="The day it was played.")
@click.option("--minutes", type=float, help="Its own minutes for 60 moves.")
@click.option("--strike", is_flag=True, help="Strike the game out.")
@reason
@version
@dry
@json_option
def amend_command(
    tournament: str, game: str, strike: bool, reason: str, expect_version: int | None, dry_run: bool, **fields: Any
) -> None:
    """Correct or strike out one game of a tournament. More at once: an `amend` document.

    \b
    Example:
        selo amend autumn-open --game 3.2 --result 1-0 --reason "the slip was misread"
    """
    change = {name: value for name, value in fields.items() if value is not None}
    if change.get("minutes") is not None and float(change["minutes"]).is_integer():
        change["minutes"] = int(change["minutes"])
    if strike == bool(change):
        raise click.UsageError("say either what to change (--result, --white, ...) or --strike")
    games = {game: None if strike else change}
    _book("amend", dry_run, tournament=tournament, games=games, reason=reason, expect_version=expect_version)


def _target(target: str | None, seq: int | None) -> dict[str, Any]:
    if (target is None) == (seq is None):
        raise click.UsageError("name either a tournament or --seq")
    return {"tournament": target, "seq": seq}


@click.command("withdraw")
@click.argument("tournament", shell_complete=tournaments, required=False)
@click.option("--seq", type=int, help="A single fact instead: an opening, a merge, a ruling, ...")
@reason
@version
@dry
@json_option
def withdraw_command(
    tournament: str | None, seq: int | None, reason: str, expect_version: int | None, dry_run: bool
) -> None:
    """Let a tournament, or the fact of one event, no longer count. Nothing is lost.

    \b
    Example:
        selo withdraw autumn-open --reason "recorded twice"
    """
    _book("withdraw", dry_run, reason=reason, expect_version=expect_version, **_target(tournament, seq))


@click.command("reinstate")
@click.argument("tournament", shell_complete=tournaments, required=False)
@click.option("--seq", type=int, help="A single fact instead.")
@click.option("--reason", default="reinstated", show_default=True, help="Why; it stays in the log.")
@version
@dry
@json_option
def reinstate_command(
    tournament: str | None, seq: int | None, reason: str, expect_version: int | None, dry_run: bool
) -> None:
    """Let what was withdrawn count again.

    \b
    Example:
        selo reinstate autumn-open --reason "it was the only record after all"
    """
    _book("reinstate", dry_run, reason=reason, expect_version=expect_version, **_target(tournament, seq))


@click.command("game")
@click.argument("tournament", shell_complete=tournaments)
@click.option("--round", "round_no", type=int, required=True)
@click.option("--white", shell_complete=players, required=True, metavar="PLAYER")
@click.option("--black", shell_complete=players, required=True, metavar="PLAYER")
@click.option("--result", required=True, metavar="RESULT", help=RESULTS)
@click.option("--on", metavar="DAY", help="The day it was played.")
@click.option("--board", type=int)
@click.option("--minutes", type=float, help="Its own minutes for 60 moves.")
@click.option("--tiebreak", is_flag=True, default=None)
@click.option("--key", help="An idempotency key of yours.")
@version
@dry
@json_option
def game_command(tournament: str, round_no: int, dry_run: bool, **fields: Any) -> None:
    """Add one game to a tournament that is in the ledger.

    \b
    Example:
        selo game league-2024 --round 3 --white F001 --black F002 --result 1-0 --on 2024-02-11
    """
    minutes = fields.get("minutes")
    if minutes is not None and minutes.is_integer():
        fields["minutes"] = int(minutes)
    _book("game", dry_run, tournament=tournament, round=round_no, **fields)


@click.command("merge")
@click.argument("from_player", shell_complete=players, metavar="FROM")
@click.argument("into", shell_complete=players, metavar="INTO")
@reason
@dry
@json_option
def merge_command(from_player: str, into: str, reason: str, dry_run: bool) -> None:
    """Two ids, one person: FROM means INTO from now on, in everything recorded before and after.

    \b
    Example:
        selo merge F062 F050 --reason "maiden name"
    """
    _book("merge-players", dry_run, **{"from": from_player, "into": into, "reason": reason})
