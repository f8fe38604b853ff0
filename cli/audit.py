"""log, impact, diff, replay, rebuild: for those who check."""

import time
from typing import Any

import click

from cli import row_columns
from cli.completion import players, tournaments
from cli.options import asked, ledger_path, times, today
from cli.output import answer, json_option, row_options, table
from cli.questions import list_lines
from cli.which_list import LIST


@click.command("log")
@click.option("--limit", type=click.IntRange(min=1), help="Only the newest so many.")
@click.option("--player", shell_complete=players, help="Only events about this player and his tournaments.")
@click.option("--tournament", shell_complete=tournaments, help="Only events about this tournament.")
@times
@row_options
def log_command(
    limit: int | None, player: str | None, tournament: str | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """The events, newest first.

    \b
    Example:
        selo log --limit 20
    """
    from projections.answers.log import log

    with asked(as_of, known_on, known_seq) as reading:
        value = log(reading, limit, player, tournament)
    columns = ("seq", "recorded_at", "actor", "kind", "target", "reason")
    lines = table(columns, [[_short(row[c]) for c in columns] for row in value["events"]])
    answer(value, lines, value["events"], row_columns.LOG)


def _short(text: Any) -> Any:
    if isinstance(text, str) and len(text) == 27 and text.endswith("Z"):
        return text[:16].replace("T", " ")
    return text


@click.command("impact")
@click.argument("seq", type=int)
@times
@row_options
def impact_command(seq: int, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Everything the submission of one event changed.

    \b
    Example:
        selo impact 120
    """
    from projections.answers.impact import impact

    with asked(as_of, known_on, known_seq) as reading:
        value = impact(reading, seq)
    columns = ("player", "name", "list", "on", "unit", "before", "after", "note")
    lines = [f"seq {e['seq']}: {e['kind']} {e['target']} {e['reason'] or ''}".rstrip() for e in value["events"]]
    rows = [[row[c] for c in columns] for row in value["rows"]]
    lines += ["", *table(columns, rows)] if rows else ["no number changed"]
    lines += [
        f"peak of {p['player']} on {p['list']}: {_peak(p['before'])} -> {_peak(p['after'])}" for p in value["peaks"]
    ]
    lines += [
        f"title {t['title']} of {t['player']}: {_title(t['before'])} -> {_title(t['after'])}" for t in value["titles"]
    ]
    answer(value, lines, value["rows"], row_columns.IMPACT)


def _peak(peak: dict[str, Any] | None) -> str:
    return "none" if peak is None else f"{peak['rating']} ({peak['on']} {peak['tournament'] or ''})".replace(" )", ")")


def _title(title: dict[str, Any] | None) -> str:
    return "not reached" if title is None else f"reached {title['on']} {title['tournament'] or ''}".rstrip()


@click.command("diff")
@click.argument("players", shell_complete=players, nargs=-1, metavar="[PLAYER]...")
@click.option("--list", "list_name", type=LIST, help="One list; without it all.")
@click.option("--as-of", metavar="DAY")
@click.option("--known-on", metavar="A..B", help="Two days or times of knowledge.")
@click.option("--known-seq", metavar="M..N", help="Two seqs of knowledge.")
@row_options
def diff_command(
    players: tuple[str, ...], list_name: str | None, as_of: str | None, known_on: str | None, known_seq: str | None
) -> None:
    """What happened between two states of knowledge, one line an event and player.

    \b
    Example:
        selo diff F033 --known-seq 100..200
    """
    from projections.answers import careers
    from projections.answers.impact import diff

    low, high = _range(known_on, known_seq)
    with asked(as_of, *low) as earlier:
        after = earlier.known_seq
    with asked(as_of, *high) as reading:
        if after > reading.known_seq:
            raise click.UsageError("the first state is later than the second")
        for player in players:
            careers.who(reading, player)
        lists = [list_name] if list_name else reading.lists()
        value = diff(reading, ledger_path(), after, reading.known_seq, players, lists)
    columns = ("seq", "events", "kind", "target", "player", "list", "before", "after", "change")
    rows = [[_signed(row[c]) if c == "change" else row[c] for c in columns] for row in value["rows"]]
    answer(value, table(columns, rows) if rows else ["nothing moved"], value["rows"], row_columns.DIFF)


def _signed(change: int | None) -> str | None:
    return None if change is None else f"{change:+d}"


def _range(known_on: str | None, known_seq: str | None) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    if (known_on is None) == (known_seq is None):
        raise click.UsageError("give either --known-on A..B or --known-seq M..N")
    low, dots, high = (known_on or known_seq or "").partition("..")
    if not dots or not low or not high:
        raise click.UsageError("write the two states as A..B")
    if known_on is not None:
        return (low, None), (high, None)
    if not (low.isdecimal() and high.isdecimal()):
        raise click.UsageError("--known-seq takes two whole numbers, as 10..20")
    return (None, int(low)), (None, int(high))


@click.command("replay")
@click.option("--list", "list_name", type=LIST, help="Default: the first one the ledger keeps.")
@times
@row_options
def replay_command(list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """The same as `list`, from the events alone, reading no table: for auditors.

    \b
    Example:
        selo replay --as-of 2024-12-31 --known-seq 100
    """
    from projections.answers.lists import beside, rating_list
    from projections.answers.reading import Question, replayed

    with replayed(ledger_path(), Question(as_of, known_on, known_seq), today()) as reading:
        value = rating_list(reading, list_name or reading.first_list())
    answer(value, list_lines(value["rows"]), value["rows"], (*row_columns.LIST, *beside(value["list"])))


@click.command("rebuild")
@click.option("--check", is_flag=True, help="Write nothing; compare the stored conclusions with a fresh replay.")
@json_option
def rebuild_command(check: bool) -> int:
    """Make all read tables again from the events. With --check only compare; exit 1 if they differ.

    \b
    Example:
        selo rebuild --check
    """
    from cli.writing import bar
    from audit.rebuild import check_tables, rebuild_ledger

    started = time.monotonic()
    with bar("replaying") as progress:
        found = (check_tables if check else rebuild_ledger)(ledger_path(), progress)
    value = {**found, "seconds": round(time.monotonic() - started, 3)}
    lines = [f"{value['events']} events, {value['entries']} entries, {value['seconds']} s"]
    if check:
        lines += value["differences"] or ["the stored conclusions equal a fresh replay"]
    answer(value, lines)
    return 0 if value["equal"] else 1
