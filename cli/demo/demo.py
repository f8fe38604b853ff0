"""selo demo: a fictional federation, built through the same door as everything else, and a walk through it."""

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import click

from cli.output import answer, bold, json_option, table
from cli.questions.list import list_lines

PLAYER = "F033"
DAY = "2023-06-30"
EARLIER = "2024-06-01"
CORRECTED = ("kuusilahti-open-2023", "3.8")


@click.command("demo")
@click.option("--keep", metavar="FILE", help="Keep the demo ledger in this file, to ask it more.")
@json_option
def demo_command(keep: str | None) -> None:
    """Build a fictional federation of three seasons and walk through its questions.

    \b
    Example:
        selo demo --keep demo.db
    """
    from cli.demo.building import build

    if keep is not None and os.path.exists(keep):
        from ledger.errors import LedgerUnusable, Problem, Where

        raise LedgerUnusable(Problem("exists", f"{keep} is already there", Where(keep), "choose another name"))
    with tempfile.TemporaryDirectory() as folder:
        path = keep or os.path.join(folder, "demo.db")
        built = build(path)
        value = _walk(path, built)
    answer(value, _lines(value, keep))


def _walk(path: str, built: list[dict[str, Any]]) -> dict[str, Any]:
    """Every figure is an answer of the same functions the commands use."""
    from ledger.answer import plain
    from projections.answers import impact
    from projections.answers.lists import rating_list as lists
    from projections.answers.players import history as histories
    from projections.answers.players import show as shows
    from projections.answers.reading import Question, reading

    today = built[-1]["recorded_at"][:10]
    with reading(path, Question(), today) as now:
        rating_list = lists.rating_list(now, "selo", lists.Filters(top=10))
        history = plain(histories.history(now, PLAYER, "selo"))
        show = plain(shows.show(now, PLAYER))
        seq = _correction(now)
        moved = impact.impact(now, seq)
        log = {"events": now.known_seq, "submissions": len(now.steps(0, now.known_seq))}
    with reading(path, Question(as_of=DAY), today) as then:
        on_day = plain(shows.show(then, PLAYER))
    with reading(path, Question(as_of=DAY, known_on=EARLIER), today) as before:
        as_known = plain(shows.show(before, PLAYER))
    return {
        "submissions": built, "log": log, "list": rating_list, "show": show, "history": history,
        "on_day": on_day, "as_known": as_known, "correction": seq, "impact": moved,
    }  # fmt: skip


def _correction(now: Any) -> int:
    """The seq of the amend that turned the game round."""
    events = [e for e in now.index.stream(f"tournament:{CORRECTED[0]}") if e.kind == "amend"]
    return int(events[0].seq)


def _lines(value: dict[str, Any], keep: str | None) -> Iterator[str]:
    who = value["show"]["player"]
    yield bold("A fictional federation, as it was told")
    yield from table(("recorded", "by", "documents", "what"), [
        (s["recorded_at"][:10], s["actor"], s["documents"], s["note"]) for s in value["submissions"]
    ])  # fmt: skip
    yield f"{value['log']['events']} events in {value['log']['submissions']} submissions."
    yield ""
    yield bold("The list today") + "   selo list selo --top 10"
    yield from list_lines(value["list"].rows)
    yield ""
    yield bold(f"The history of {who['name']}") + f"   selo history {PLAYER}"
    rows = [(r["on"], r["unit"], r["before"], r["after"], r["games"], r["score"]) for r in value["history"]["rows"]]
    yield from table(("on", "unit", "before", "after", "games", "score"), rows)
    yield ""
    yield from _two_times(value, who["name"])
    yield ""
    yield from _correction_lines(value)
    if keep is not None:
        yield ""
        yield f"The ledger is kept: selo --ledger {keep} show {PLAYER}"


def _two_times(value: dict[str, Any], name: str) -> Iterator[str]:
    day, known = (value[k]["lists"]["selo"]["rating"] for k in ("on_day", "as_known"))
    yield bold("Two times")
    yield f"On {DAY} {name} had {day} selo, with everything known today.   selo show {PLAYER} --as-of {DAY}"
    yield f"As known on {EARLIER}, before the correction, it was {known}.   ... --known-on {EARLIER}"


def _correction_lines(value: dict[str, Any]) -> Iterator[str]:
    moved = value["impact"]
    reasons = [e for e in moved["events"] if e["seq"] == value["correction"]]
    yield bold("What the correction moved") + f"   selo impact {value['correction']}"
    yield f'seq {value["correction"]}: {reasons[0]["kind"]} {reasons[0]["target"]}, "{reasons[0]["reason"]}"'
    differ = [r for r in moved["rows"] if r["before"] != r["after"]]
    yield f"With what came in the same envelope it changed {len(moved['rows'])} entries of " \
          f"{len({r['player'] for r in moved['rows']})} players. The first of them:"  # fmt: skip
    first = sorted(differ, key=lambda r: (r["on"], r["player"]))[:12]
    yield from table(("player", "name", "list", "on", "unit", "before", "after"), [
        [r[c] for c in ("player", "name", "list", "on", "unit", "before", "after")] for r in first
    ])  # fmt: skip
