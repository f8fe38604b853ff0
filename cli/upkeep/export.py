"""selo export: lists, reports, audits, a player's file, the whole ledger, the read tables."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli.ids import players, tournaments
from cli.options import asked, times
from cli.output import answer, chosen_format, json_line, json_option, talk
from cli.which_list import LIST, list_and_label

if TYPE_CHECKING:
    from ledger.answer import Answer


@click.group("export")
@json_option
def export_command() -> None:
    """Lists, reports, a player's file, the ledger: for others to read. Everything goes to standard output.

    \b
    Example:
        selo export list selo --format csv > selo.csv
    """


def _put(value: "Answer", text: Callable[[], str]) -> None:
    """The text as it is, or with --json one value."""
    if chosen_format() == "json":
        answer(value, ())
    else:
        click.echo(text(), nl=False)


@export_command.command("list")
@click.argument("list_name", metavar="[LIST]", type=LIST, required=False)
@click.option("--format", "form", type=click.Choice(["csv", "json", "fixed", "swiss-manager", "trf"]),
              default="csv", show_default=True)  # fmt: skip
@click.option("--label", metavar="LABEL", help="A published list instead, as it was published.")
@click.option("--list", "list_flag", metavar="LIST", help="The list, as an option.")
@click.option("--revision", type=int, metavar="N", help="Of that list; without it the latest.")
@times
@json_option
def export_list(
    list_name: str | None, form: str, label: str | None, list_flag: str | None, revision: int | None,
    as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """A rating list with federation, sex, birth, FIDE id and club.

    \b
    Example:
        selo export list selo --format swiss-manager --as-of 2026-01-01
    """
    from cli.questions.lists import rooted
    from desk.out import list_as
    from exchange.write.rating_list import csv_text
    from ledger.answer import columns, plain
    from projections.answers.exports.rating_list import ExportedRow, exported_list, exported_publication
    from projections.answers.lists.rating_list import beside

    list_name, label = list_and_label(list_name, list_flag, label)
    if label is None and revision is not None:
        raise click.UsageError("--revision goes with --label")
    if label is not None and as_of is not None:
        raise click.UsageError("a published list has its own day: leave --as-of out")
    with asked(as_of, known_on, known_seq) as reading:
        list_name = list_name or reading.first_list()
        if label is None:
            exported = exported_list(reading, list_name)
        else:
            exported = exported_publication(reading, list_name, label, revision)
    shown = columns(ExportedRow, *(beside(list_name) if label is None else ()))
    # programs read the rows; the footer of a published list stands beside them
    if isinstance(exported.size, int) and isinstance(exported.root, str) and "json" not in (form, chosen_format()):
        talk(rooted(exported.size, exported.root))
    if form == "json":
        click.echo(json_line(exported))
    elif form == "csv":
        _put(exported, lambda: csv_text([plain(row) for row in exported.rows], shown))
    else:
        _put(exported, lambda: list_as(exported, form))


@export_command.command("trf")
@click.argument("tournament", shell_complete=tournaments)
@click.option("--format", "form", type=click.Choice(["trf16", "trf26"]), default="trf26", show_default=True)
@times
@json_option
def export_trf(tournament: str, form: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """A tournament report, with national ids and ratings before it in FIN records.

    \b
    Example:
        selo export trf kuusilahti-open-2024 --format trf26
    """
    from desk.out import exported_trf

    with asked(as_of, known_on, known_seq) as reading:
        exported = exported_trf(reading, tournament, form)
    for note in exported.notes:
        talk(note)
    _put(exported, lambda: exported.text)


@export_command.command("audit")
@click.argument("tournament", shell_complete=tournaments)
@times
@json_option
def export_audit(tournament: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """CSV for an auditor: one row a player and game, with every term of the rating.

    \b
    Example:
        selo export audit kuusilahti-open-2024
    """
    from exchange.write.rating_list import csv_text
    from ledger.answer import plain
    from projections.answers.exports.audit import EXACT, AuditRow, audit

    with asked(as_of, known_on, known_seq) as reading:
        audited = audit(reading, tournament)
    fields = AuditRow.__struct_fields__
    _put(audited, lambda: csv_text([plain(row) for row in audited.rows], fields, numbers=EXACT))


@export_command.command("player")
@click.argument("player", shell_complete=players)
@times
@json_option
def export_player(player: str, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Everything the ledger holds of a player, as JSON: documents, entries, published ratings.

    \b
    Example:
        selo export player F033
    """
    from projections.answers.exports.player import player_file

    with asked(as_of, known_on, known_seq) as reading:
        exported = player_file(reading, player)
    click.echo(json_line(exported))


@export_command.command("ledger")
@json_option
def export_ledger() -> None:
    """Every document in the order it was recorded, a JSON line each, and at the end how many.
    It holds names: keep it like a backup.

    \b
    Example:
        selo export ledger > ledger.jsonl
    """
    from projections.answers.exports.ledger import export_ledger_answer, exported_text

    with asked(None, None, None) as reading:
        if chosen_format() == "json":
            click.echo(json_line(export_ledger_answer(reading)))
            return
        for line in exported_text(reading):
            click.echo(line)


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
    from projections.answers.exports.tables import exported_tables

    with asked(None, None, None) as reading:
        exported = exported_tables(reading, file, with_names)
    answer(exported, [f"{file}:", *(f"  {name}: {count} rows" for name, count in exported.tables.items())])
