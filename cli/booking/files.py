"""submit of files that are no documents: reports, tables, lists. What they leave open is said by flags."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from cli.options import a_day, ledger_path, outside
from ledger.words import Category, EventKind, ListName

if TYPE_CHECKING:
    from desk.files.settings import Settings
    from exchange.json.documents import Placed

F = TypeVar("F", bound=Callable[..., Any])
FLAGS = (
    click.option("--id", "tournament", metavar="ID", help="The tournament's id."),
    click.option("--name", help="Its name, where the file's will not do."),
    click.option("--start", metavar="DAY"),
    click.option("--end", metavar="DAY"),
    click.option("--minutes", type=float, metavar="N", help="Minutes for 60 moves."),
    click.option("--time-control", metavar="TC", help="90+30, or stages: 40/90+30:30+30."),
    click.option("--foreign/--domestic", "foreign", default=None, help="Played abroad, or here."),
    click.option("--not-fide-accepted", is_flag=True, help="Abroad, and FIDE does not rate it."),
    click.option("--official", is_flag=True, help="An official representation."),
    click.option("--age-group", type=click.Choice(["open", "under-14", "under-10"])),
    click.option("--each-game-rated", is_flag=True, help="Every game by itself, on its day."),
    click.option("--order-no", type=int, metavar="N", help="Its place among tournaments that end on one day."),
    click.option("--category", type=click.Choice(get_args(Category)), help="Norway: as you say it."),
    click.option("--event-kind", type=click.Choice(get_args(EventKind)), help="Norway: may make it category I."),
    click.option("--start-minutes", type=int, metavar="N", help="Norway: for the first move."),
    click.option("--total-minutes", type=int, metavar="N", help="Norway: for 80 moves."),
    click.option("--stage-from-round", type=int, metavar="N", help="From here on it is the final."),
    click.option("--final-id", "final", metavar="ID", help="The final's id. Default: ID-final."),
    click.option("--round-day", "round_days", multiple=True, metavar="N=DAY", help="A round's day."),
    click.option("--date-order", type=click.Choice(["dmy", "mdy", "ymd", "ydm"]), help="How the file writes days."),
    click.option("--players-by", type=click.Choice(["fide", "national", "name"]), help="What the ids of the file are."),
    click.option("--map", "map_file", metavar="FILE", help="Who is who: `12 P0042` or `12 new` a line."),
    click.option("--new-ids", metavar="PREFIX", help="New players get PREFIX0001 and so on."),
    click.option("--all-played", is_flag=True, help="PGN: every game of it was played."),
    click.option("--sidecar", metavar="FILE", help="All of this as JSON. Default: FILE.json."),
    click.option("--as-correction", is_flag=True, help="Book what differs from the tournament in the ledger."),
    click.option("--reason", help="Why; it stays in the log. With --as-correction."),
    click.option("--as", "as_what", type=click.Choice(["fide-list", "openings"]), help="A list, not games."),
    click.option("--on", metavar="DAY", callback=a_day, help="The day of the list."),
    click.option("--list", "list_name", type=click.Choice(get_args(ListName)), help="The list of the openings."),
    click.option("--all", "everybody", is_flag=True, help="FIDE list: register everybody of --federation."),
    click.option("--federation", metavar="FED", help="FIDE list: with --all, only these."),
)  # fmt: skip


def import_options(command: F) -> F:
    """Every flag that says what a file does not."""
    for option in reversed(FLAGS):
        command = option(command)
    return command


def submit_files(files: Sequence[str], dry_run: bool, said: dict[str, Any]) -> None:
    """JSON documents, and at most one file of another format, in one transaction."""
    from exchange.json.documents import read as read_json
    from exchange.recognise import kind_of
    from ledger.errors import Problem, Refused, Where

    _check_flags(said)
    if said["as_what"] is not None:
        from cli.booking.lists import submit_list

        submit_list(files, dry_run, said)
        return
    others: list[tuple[str, bytes]] = []
    placed: list[Placed] = []
    problems: list[Problem] = []
    for name in files:
        if _is_sidecar(name, files):
            continue
        try:
            data = _bytes(name)
            if kind_of(name, data) == "json":
                placed.extend(read_json(name, data))
            else:
                others.append((name, data))
        except Refused as refused:
            problems.extend(refused.problems)
    if len(others) > 1:
        names = ", ".join(name for name, _ in others)
        problems.append(Problem("two-files", f"one report at a time, please: {names}", Where(others[1][0]),
                                "what a file leaves open is said for that file only"))  # fmt: skip
    if not others and (answers := _said(said)):
        raise click.UsageError(f"{answers[0]} goes with a report or a table, not with documents")
    if problems:
        raise Refused(problems)
    if not others:
        from cli.booking.outcome import book

        book(placed, dry_run)
        return
    _submit_games(*others[0], placed, dry_run, said)


OF_LISTS = ("as_what", "on", "list_name", "everybody", "federation", "new_ids")
_NAMES = {"tournament": "id", "as_what": "as", "list_name": "list", "everybody": "all", "map_file": "map",
          "round_days": "round-day", "final": "final-id"}  # fmt: skip


def _said(said: dict[str, Any]) -> list[str]:
    """The flags that were given, as they were written."""
    given = [name for name, value in said.items() if value is not None and value is not False and value != ()]
    if said.get("foreign") is False:
        given.append("domestic")
    return [f"--{_NAMES.get(name, name).replace('_', '-')}" for name in given]


def _check_flags(said: dict[str, Any]) -> None:
    """A flag that would be passed over is a slip of the one who wrote it."""
    lists = said["as_what"] is not None
    odd = _said({name: value for name, value in said.items() if (name in OF_LISTS) != lists and name != "new_ids"})
    if odd:
        other = (
            "a report or a table, not with a list (--as)" if lists else "a list: say --as fide-list or --as openings"
        )
        raise click.UsageError(f"{odd[0]} goes with {other}")


def _is_sidecar(name: str, files: Sequence[str]) -> bool:
    return name.endswith(".json") and name.removesuffix(".json") in files


def _bytes(name: str) -> bytes:
    from cli.reading_files import bytes_of

    return bytes_of(name)


def _submit_games(name: str, data: bytes, before: "list[Placed]", dry_run: bool, said: dict[str, Any]) -> None:
    from cli.booking.report import tell
    from cli.progress import bar
    from desk.files.reading import read_intake
    from desk.job import Job
    from desk.submit import submit

    correction = _correction(said)
    settings = settings_for(name, said)
    job = Job(read_intake(data, name, settings), data, settings, before, correction, dry_run)
    with bar("projecting") as progress:
        outcome = submit(ledger_path(), job.prepare, outside(), dry_run=dry_run, progress=progress)
    tell(job, outcome, dry_run)


def _correction(said: dict[str, Any]) -> str | None:
    if said["as_correction"] != (said["reason"] is not None):
        raise click.UsageError("--as-correction and --reason go together")
    return str(said["reason"]) if said["as_correction"] else None


def settings_for(name: str, said: dict[str, Any]) -> "Settings":
    """The flags over the document beside the file."""
    import os

    from desk.files.settings import Settings, over, read_map, read_sidecar, settings_of
    from ledger.errors import Where

    given: dict[str, Any] = {
        field: said[field]
        for field in ("tournament", "final", "name", "start", "end", "time_control", "age_group", "stage_from_round",
                      "date_order", "players_by", "new_ids", "order_no", "category", "event_kind", "start_minutes",
                      "total_minutes")
    }  # fmt: skip
    minutes = said["minutes"]
    given["minutes"] = int(minutes) if minutes is not None and minutes.is_integer() else minutes
    given["domestic"] = None if said["foreign"] is None else not said["foreign"]
    given["fide_accepted"] = False if said["not_fide_accepted"] else None
    given["official_representation"] = True if said["official"] else None
    given["each_game_rated"] = True if said["each_game_rated"] else None
    given["all_played"] = True if said["all_played"] else None
    given["round_days"] = dict(_round_day(text) for text in said["round_days"]) or None
    if said["map_file"] is not None:
        given["map"] = read_map(said["map_file"], _bytes(said["map_file"]))
    flags = settings_of({field: value for field, value in given.items() if value is not None}, Where("flags"))
    beside = said["sidecar"] or (f"{name}.json" if name != "-" and os.path.isfile(f"{name}.json") else None)
    return over(flags, read_sidecar(beside, _bytes(beside)) if beside else Settings())


def _round_day(text: str) -> tuple[str, str]:
    number, sign, day = text.partition("=")
    if not sign:
        raise click.UsageError(f"--round-day {text}: write it as 3=2024-01-20")
    return number.strip(), day.strip()
