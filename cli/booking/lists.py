"""submit --as: FIDE's rating list, and a national list as openings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.options import ledger_path, outside
from cli.output import answer

if TYPE_CHECKING:
    from desk.ledger_view import LedgerView
    from desk.submit import Preparation, PreparedSubmission
    from exchange.json.documents import Placed
    from ledger.errors import Problem


def submit_list(files: Sequence[str], dry_run: bool, said: dict[str, Any]) -> None:
    """One list of its day."""
    if len(files) != 1:
        raise click.UsageError("one list at a time")
    if said["on"] is None:
        raise click.UsageError("--on DAY: which day is the list of?")
    if said["as_what"] == "openings":
        if said["list_name"] is None:
            raise click.UsageError("--list: which list are the openings on?")
        _openings(files[0], dry_run, said["list_name"], said["on"])
    else:
        _fide_list(files[0], dry_run, said)


def _fide_list(name: str, dry_run: bool, said: dict[str, Any]) -> None:
    """The list goes through while it is read; only documents about people wanted are ever held."""
    from cli.upkeep.import_ledger import opened
    from desk.ledger_view import fide_ids
    from desk.lists import Tally, external_ratings
    from desk.outcome import caution
    from desk.submit import PreparedSubmission
    from exchange.lists.fide import read_list

    tally = Tally()
    warnings: list[Problem] = []
    here = fide_ids(ledger_path())
    with opened(name) as stream:
        people = read_list(stream, name, warn=lambda problem: _first(warnings, problem))
        placed = list(
            external_ratings(
                people, here, said["on"], name, lambda problem: _first(warnings, problem), everybody=said["everybody"],
                federation=said["federation"], prefix=said["new_ids"] or "fide-", tally=tally,
            )
        )  # fmt: skip
    source = {"file": name, "format": "FIDE list", "on": said["on"], "people": tally.people, "here": tally.here,
              "new": tally.new}  # fmt: skip
    cautions = [caution(problem.message, problem.where) for problem in warnings]
    _book(lambda ledger: PreparedSubmission(placed, warnings=cautions), source, dry_run)


MAX_WARNINGS = 1000


def _first(warnings: "list[Problem]", problem: "Problem") -> None:
    if len(warnings) < MAX_WARNINGS:
        warnings.append(problem)


def _openings(name: str, dry_run: bool, list_name: str, on: str) -> None:
    from cli.booking.files import _bytes
    from exchange.lists.openings import read_openings

    rows = read_openings(_bytes(name), name)
    source = {"file": name, "format": "openings", "on": on, "list": list_name, "people": len(rows)}
    _book(lambda ledger: opening_documents(rows, name, list_name, on, ledger), source, dry_run)


def opening_documents(
    rows: "Sequence[tuple[int, dict[str, Any]]]", name: str, list_name: str, on: str, ledger: "LedgerView"
) -> "PreparedSubmission":
    """Players who are not here yet, and everybody's opening; whose name is another one here is refused."""
    from desk.people.spelling import kin
    from desk.submit import PreparedSubmission
    from exchange.json.made import made
    from exchange.lists.openings import documents_of
    from ledger.errors import Problem, Refused, Where

    placed: list[Placed] = []
    problems: list[Problem] = []
    register = ledger.register()
    for line, row in rows:
        person, opening = documents_of(row, list_name, on)
        where = Where(name, line)
        names = register.names(ledger.resolve(row["player"]))
        if names and row.get("name") and not any(kin(row["name"], known) for known in names):
            said = f"{row['player']} is {names[0]} here, not {row['name']}"
            problems.append(Problem("other-person", said, where, "correct the number or the name"))
            continue
        new = [] if ledger.exists(row["player"]) else [("player", person)]
        for kind, fields in (*new, ("opening", opening)):
            try:
                placed.append(made(kind, fields, where))
            except Refused as refused:
                problems.extend(problem for problem in refused.problems if problem not in problems)
    if problems:
        raise Refused(problems[:200])
    return PreparedSubmission(placed)


def _book(prepare: "Preparation", source: dict[str, Any], dry_run: bool) -> None:
    from cli.booking.outcome import outcome_lines
    from cli.progress import bar
    from desk.outcome import submitted
    from desk.submit import submit
    from ledger.answer import plain

    with bar("projecting") as progress:
        outcome = submit(ledger_path(), prepare, outside(), dry_run=dry_run, progress=progress)
    value: dict[str, Any] = {"source": source}
    value |= plain(submitted(outcome, False))
    if dry_run:
        value["dry_run"] = True
    told = ", ".join(f"{name} {said}" for name, said in source.items() if name not in ("file", "format"))
    answer(value, [f"{source['file']}: {source['format']}, {told}", *outcome_lines(outcome, dry_run)])
