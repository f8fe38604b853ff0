"""selo export: lists, reports, audits, a player's file, the whole ledger, the read tables."""

from typing import TYPE_CHECKING, Any

import click

from cli.acts import argument, command, group, option
from cli.asking import HERE, question
from cli.output import answer, chosen_format, csv_text, json_line, talk
from cli.questions.lists import LIST_FLAG, rooted, which_list
from messages import counted

if TYPE_CHECKING:
    from messages.answer import Answer
    from projections.answers.exported_list import ExportList, ExportListAnswer
    from projections.answers.exported_report import ExportPgnAnswer, ExportTrfAnswer
    from projections.answers.exported_rows import ExportAudit, ExportGames


def _list(asked: "ExportList", exported: "ExportListAnswer", form: str, **flag: Any) -> "Answer | None":
    # programs read the rows; the footer of a published list stands beside them
    if isinstance(exported.size, int) and isinstance(exported.root, str) and "json" not in (form, chosen_format()):
        talk(rooted(exported.size, exported.root))
    if "json" in (form, chosen_format()):
        click.echo(json_line(exported))
    elif form == "csv":
        _csv(asked, exported)
    else:
        from desk.out import TEXTS, list_as

        content = list_as(exported, form)
        # a screen gets letters; a program that reads another encoding gets its bytes
        click.echo(content.decode() if TEXTS[form][1] == "utf-8" else content, nl=False)
    return None


def _csv(asked: "ExportList | ExportAudit | ExportGames", exported: "Answer") -> None:
    sheet = asked.sheet(exported)
    if sheet is not None:
        click.echo(csv_text(sheet.rows, sheet.columns, sheet.numbers), nl=False)


def _text(asked: object, exported: "ExportTrfAnswer | ExportPgnAnswer") -> "Answer | None":
    for note in (*exported.notes, *getattr(exported, "lacking", ())):
        talk(note)
    if chosen_format() == "json":
        return exported
    click.echo(exported.text, nl=False)
    return None


def _rows(asked: "ExportAudit | ExportGames", exported: "Answer") -> "Answer | None":
    if chosen_format() == "json":
        return exported
    _csv(asked, exported)
    return None


def _player(asked: object, exported: "Answer") -> None:
    click.echo(json_line(exported))


@command("selo export ledger > ledger.jsonl")
def _ledger() -> None:
    """Every document in the order it was recorded, a JSON line each, and at the end how many.
    It holds names: keep it like a backup.
    """
    from projections.answers.exported_ledger import export_ledger_answer, exported_text

    with HERE.opened() as reading:
        if chosen_format() == "json":
            click.echo(json_line(export_ledger_answer(reading)))
            return
        for line in exported_text(reading):
            click.echo(line)


@command(
    "selo export tables selo-tables.db",
    argument("file"),
    option("--with-names", is_flag=True, help="Names, clubs and FIDE ids too."),
)  # fmt: skip
def _tables(file: str, with_names: bool) -> None:
    """The read tables as a plain SQLite file, as Datasette likes it. No events; names only if you say so."""
    from projections.answers.exported_list import exported_tables

    with HERE.opened() as reading:
        exported = exported_tables(reading, file, with_names)
    counts = (
        counted("  {name}: {count} row", "  {name}: {count} rows", count, name=name)
        for name, count in exported.tables.items()
    )
    answer(exported, [f"{file}:", *counts])


ANSWERS = "projections.answers"
# those of desk.out, which need not be loaded to know their names
TEXT_FORMS = ("fixed", "swiss-manager", "vega", "sharly-chess", "tasaselo", "trf")
_FORM = option("--format", "form", type=click.Choice(["csv", "json", *TEXT_FORMS]), default="csv", show_default=True)
export_command = group(
    "Lists, reports, a player's file, the ledger: for others to read. Everything goes to standard output.",
    "selo export list selo --format csv > selo.csv",
    {
        "ledger": _ledger,
        "tables": _tables,
        "list": question(f"{ANSWERS}.exported_list:ExportList", more=(_FORM, LIST_FLAG), given=which_list, then=_list,
                         exports=True),
        "trf": question("desk.out:ExportTrf", then=_text),
        "pgn": question("desk.out:ExportPgn", then=_text),
        "games": question(f"{ANSWERS}.exported_rows:ExportGames", then=_rows, exports=True),
        "audit": question(f"{ANSWERS}.exported_rows:ExportAudit", then=_rows, exports=True),
        "player": question(f"{ANSWERS}.exported_ledger:ExportPlayer", then=_player),
    },
)  # fmt: skip
