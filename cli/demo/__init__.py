"""selo demo: a fictional federation, built through the same door as everything else,
and a walk through its answers.

Its story, three seasons, goes into a ledger submission by submission, in the order of
`federation/INDEX.json`.
"""

import io
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.resources import files
from itertools import count
from typing import Any

import click

from cli.command_frames import command, option
from cli.options import now, seen_no_more
from cli.output import LANGUAGE, answer, bold, fields_table
from desk.rows_to_publish import rows_to_publish
from desk.submit import Outside, init, submit
from exchange.json.files import read
from messages import say, template
from messages.answer import Answer, Moment


class Part(Answer, frozen=True, kw_only=True):
    """One submission of the story: what arrived when, and from whom."""

    file: str
    recorded_at: Moment
    actor: str
    note: str
    documents: int


def build(path: str) -> tuple[Part, ...]:
    """Make a ledger of the fictional federation, and return its story."""
    salts = count(1)
    folder = files("cli.demo").joinpath("federation")
    story: list[dict[str, str]] = json.loads(
        folder.joinpath("INDEX.json").read_text("utf-8")
    )

    def outside(part: dict[str, str]) -> Outside:
        moment = part["recorded_at"].replace("Z", ".000000Z")
        return Outside(
            lambda: moment,
            part["actor"],
            lambda: f"demo-{next(salts)}",
            rows_to_publish,
        )

    # in 2023 nobody knew of what was decided later
    init(path, outside(story[0]), ahead=False)
    parts = []
    for part in story:
        documents = read(part["file"], folder.joinpath(part["file"]).read_bytes())
        submit(path, documents, outside(part))
        parts.append(Part(**part, documents=len(documents)))
    return tuple(parts)


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
        yield reason, f"selo {words}", printed(ledger, words).splitlines()[:length]


def _json(ledger: str, words: str) -> Any:
    return json.loads(printed(ledger, f"{words} --json"))


def printed(ledger: str, words: str) -> str:
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


SUBMISSIONS_SHOWN = 5


@command(
    "selo demo --keep demo.db",
    option(
        "--keep",
        metavar="FILE",
        help="Keep the demo ledger in this file, to ask it more.",
    ),
)
def demo_command(keep: str | None) -> None:
    """Build a fictional federation of three seasons and walk through its questions."""
    if keep is not None and keep.startswith("-"):
        raise click.UsageError(
            say(
                "--keep takes the name of a file; for a file of this name write"
                " ./{keep}",
                keep=keep,
            )
        )
    if keep is not None:
        _can_be_kept(keep)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "demo.db")
        with _of_no_account():
            value = walk(path, build(path))
            lines = list(stops(path))
            seen_no_more(path)
        if keep is not None:
            from ledger.store.copies import restore

            restore(path, keep, lambda copied: [], now())
            seen_no_more(keep)
    answer(value, _lines(value, lines, keep))


def _can_be_kept(place: str) -> None:
    """Refuse a place that is taken or where nothing can be written, before the work and
    not after it.
    """
    from ledger.store.unfinished import unfinished_ledger
    from ledger.whole_files import free

    free(place)
    with unfinished_ledger(place):
        pass


@contextmanager
def _of_no_account() -> Iterator[None]:
    """Forget afterwards that anything was recorded: a demo that is stopped while it is
    built leaves nothing, since its ledger goes with its folder.
    """
    from ledger.store.event_log import Store

    try:
        yield
    finally:
        Store.recorded = False


def _lines(
    value: "Walk", stops: list[tuple[str, str, list[str]]], keep: str | None
) -> Iterator[str]:
    shown = value.submissions[:SUBMISSIONS_SHOWN]
    yield bold(say("A fictional federation, submission by submission"))
    yield from fields_table(
        shown,
        ("recorded", lambda part: part.recorded_at[:10]),
        ("by", "actor"),
        "documents",
        ("what", "note"),
    )
    more = len(value.submissions) - len(shown)
    yield say(
        "... and {count} more: {events} events in all.",
        count=more,
        events=value.log.events,
    )
    for reason, words, lines in stops:
        yield ""
        yield bold(say(reason))
        yield f"$ {words}"
        yield from lines
    yield ""
    yield say("What the correction moved: selo log impact {seq}", seq=value.correction)
    if keep is None:
        yield say(
            "In a browser: `selo demo --keep demo.db`, `selo --ledger demo.db serve`,"
            " and open http://127.0.0.1:8000/"
        )
        yield say(
            "Next: keep the ledger with `selo demo --keep demo.db` and ask it more, or"
            " follow docs/tutorial.md"
        )
    else:
        yield say("The ledger is kept: selo --ledger {keep} show F033", keep=keep)
        yield say(
            "In a browser: `selo --ledger {keep} serve`, and open"
            " http://127.0.0.1:8000/",
            keep=keep,
        )
