"""Walk through the answers of the fictional federation: the commands, and what they
print.
"""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from cli.demo.story import Part
from cli.output import LANGUAGE
from messages import template
from messages.answer import Answer

PLAYER = "F033"
CORRECTED = "kuusilahti-open-2023"
ON_A_DAY = f"show {PLAYER} --as-of 2023-06-30"
AS_KNOWN = f"{ON_A_DAY} --known-on 2024-06-01"
EXPLAIN = f"explain {PLAYER} {CORRECTED}"
# why it is shown, the command, and how many lines of its answer
STOPS = (
    (template("The list today"), "list selo --top 5", None),
    (
        template("A rating on a day of the past, with everything known today"),
        ON_A_DAY,
        3,
    ),
    (
        template(
            "The same as it was known a year later, before a mistyped result was found"
        ),
        AS_KNOWN,
        3,
    ),
    (
        template(
            "Why it is 1659: every term, and the section of the rules it comes from"
        ),
        EXPLAIN,
        None,
    ),
)


class Size(Answer, frozen=True, kw_only=True):
    """How much the ledger holds; `selo init` is a submission too."""

    events: int
    submissions: int


class Walk(Answer, frozen=True, kw_only=True):
    """The story, and what the commands of the walk and a few more print with --json."""

    submissions: tuple[Part, ...]
    log: Size
    list: object
    show: object
    history: object
    on_day: object
    as_known: object
    correction: int
    impact: object
    explain: object


def walk(ledger: str, story: tuple[Part, ...]) -> Walk:
    events = _json(ledger, "log")["events"]
    of_tournament = _json(ledger, f"log --tournament {CORRECTED}")["events"]
    correction = next(
        event["seq"] for event in of_tournament if event["kind"] == "amend"
    )
    return Walk(
        submissions=story,
        log=Size(
            events=len(events),
            submissions=len({event["recorded_at"] for event in events}) + 1,
        ),
        list=_json(ledger, "list selo --top 10"),
        show=_json(ledger, f"show {PLAYER}"),
        history=_json(ledger, f"history {PLAYER} --list selo"),
        on_day=_json(ledger, ON_A_DAY),
        as_known=_json(ledger, AS_KNOWN),
        correction=correction,
        impact=_json(ledger, f"log impact {correction}"),
        explain=_json(ledger, EXPLAIN),
    )


def stops(ledger: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the reason, the command and its lines, stop by stop."""
    for reason, words, length in STOPS:
        yield reason, f"selo {words}", output_of(ledger, words).splitlines()[:length]


def _json(ledger: str, words: str) -> Any:
    return json.loads(output_of(ledger, f"{words} --json"))


def output_of(ledger: str, words: str) -> str:
    """Return what the command prints on standard output."""
    from cli.main import run

    # on a terminal the basis of an answer goes to standard error: it would stand
    # between the lines of the walk
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as talk:
        code = run(["--ledger", ledger, "--lang", LANGUAGE.get(), *words.split()])
    if code == 130:
        # the command has answered Ctrl-C; the demo is to stop too
        raise KeyboardInterrupt
    assert code == 0, talk.getvalue()
    return out.getvalue()
