"""selo export: lists, reports, audits, a player's file, the whole ledger, the read tables."""

from collections.abc import Callable
from typing import Any

import click

from cli.ids import players, tournaments
from cli.options import asked, times
from cli.output import answer, chosen_format, json_line, json_option, talk
from cli.which_list import LIST


@click.group("export")
def export_command() -> None:
    """Lists, reports, a player's file, the ledger: for others to read. Everything goes to standard output.

    \b
    Example:
        selo export list selo --format csv > selo.csv
    """


def _put(value: dict[str, Any], text: Callable[[], str]) -> None:
    """The text as it is, or with --json one value."""
    if chosen_format() == "json":
        answer(value, ())
    else:
        click.echo(text(), nl=False)


@export_command.command("list")
@click.argument("list_name", metavar="LIST", type=LIST)
@click.option("--format", "form", type=click.Choice(["csv", "json", "fixed", "swiss-manager"]), default="csv",
              show_default=True)  # fmt: skip
@click.option("--list", "label", metavar="LABEL", help="A published list instead, as it was published.")
@click.option("--revision", type=int, metavar="N", help="Of that list; without it the latest.")
@times
@json_option
def export_list(
    list_name: str, form: str, label: str | None, revision: int | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """A rating list with federation, sex, birth, FIDE id and club.

    \b
    Example:
        selo export list selo --format swiss-manager --as-of 2026-01-01
    """
    from cli.questions.lists import rooted
    from exchange.write.csv import csv_text
    from exchange.write.rating_list import fixed_text, swiss_text
    from projections.answers.reports import COLUMNS, list_rows, published_rows

    if label is None and revision is not None:
        raise click.UsageError("--revision goes with --list")
    if label is not None and as_of is not None:
        raise click.UsageError("a published list has its own day: leave --as-of out")
    with asked(as_of, known_on, known_seq) as reading:
        value = list_rows(reading, list_name) if label is None else published_rows(reading, list_name, label, revision)
    rows = value["rows"]
    if label is not None and form != "json" and chosen_format() != "json":
        talk(rooted(value))  # programs read the rows; the footer of a published list stands beside them
    if form == "json":
        click.echo(json_line(value))
    elif form == "csv":
        _put(value, lambda: csv_text(rows, COLUMNS))
    else:
        _put(value, lambda: (fixed_text if form == "fixed" else swiss_text)(rows))


@export_command.command("trf")
@click.argument("tournament", shell_complete=tournaments)
@click.option("--format", "form", type=click.Choice(["trf16", "trf26"]), default="trf26", show_default=True)
@times
@json_option
def export_trf(tournament: str, form: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A tournament report, with national numbers and ratings before it in FIN records.

    \b
    Example:
        selo export trf kuusilahti-open-2024 --format trf26
    """
    from exchange.trf.write import trf_text
    from projections.answers.reports import report

    with asked(as_of, known_on, known_seq) as reading:
        found = report(reading, tournament)
    written = trf_text(found["tournament"], found["players"], found["games"], form)
    for note in written.notes:
        talk(note)
    value = {"tournament": tournament, "format": form, "text": written.text, "notes": written.notes,
             "rounds": written.columns, "basis": found["basis"]}  # fmt: skip
    _put(value, lambda: written.text)


@export_command.command("audit")
@click.argument("tournament", shell_complete=tournaments)
@times
@json_option
def export_audit(tournament: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """CSV for an auditor: one line a player and game, with every term of the number.

    \b
    Example:
        selo export audit kuusilahti-open-2024
    """
    from exchange.write.csv import csv_text
    from projections.answers.reports import AUDIT, EXACT, audit

    with asked(as_of, known_on, known_seq) as reading:
        value = audit(reading, tournament)
    _put(value, lambda: csv_text(value["rows"], AUDIT, numbers=EXACT))


@export_command.command("player")
@click.argument("player", shell_complete=players)
@times
@json_option
def export_player(player: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Everything the ledger holds of a player, as JSON: documents, entries, published numbers.

    \b
    Example:
        selo export player F033
    """
    from projections.answers.exporting import player_file

    with asked(as_of, known_on, known_seq) as reading:
        value = player_file(reading, player)
    click.echo(json_line(value))


@export_command.command("ledger")
@json_option
def export_ledger() -> None:
    """Every document in the order it was recorded, a JSON line each. It holds names: keep it like a backup.

    \b
    Example:
        selo export ledger > ledger.jsonl
    """
    from projections.answers.exporting import ledger_lines

    with asked(None, None, None) as reading:
        if chosen_format() == "json":
            click.echo(json_line({"lines": list(ledger_lines(reading)), "basis": reading.basis().as_dict()}))
            return
        for line in ledger_lines(reading):
            click.echo(json_line(line))


@export_command.command("tables")
@click.argument("file")
@click.option("--with-names", is_flag=True, help="Names, clubs and FIDE ids too.")
@json_option
def export_tables(file: str, with_names: bool) -> None:
    """The read tables as a plain SQLite file, as Datasette likes it. No events; names only if you say so.

    \b
    Example:
        selo export tables selo-tables.db
    """
    from projections.answers.exporting import plain_tables

    with asked(None, None, None) as reading:
        value = plain_tables(reading, file, with_names)
    answer(value, [f"{file}:", *(f"  {name}: {count} rows" for name, count in value["tables"].items())])
