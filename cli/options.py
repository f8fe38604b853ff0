"""What commands share: the ledger, the actor, the two times. The environment and the clock are read here only."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from desk.submit import Outside
    from projections.answers.reading import Reading

DEFAULT_LEDGER = "selo.db"
F = TypeVar("F", bound=Callable[..., Any])
_LEDGER, _ACTOR = "selokirja.ledger", "selokirja.actor"


def remember(context: click.Context, ledger: str | None, actor: str | None) -> None:
    """What was said before the subcommand."""
    if ledger:
        context.meta[_LEDGER] = ledger
    if actor:
        context.meta[_ACTOR] = actor


def ledger_path(context: click.Context | None = None) -> str:
    """--ledger, else SELO_LEDGER, else selo.db here."""
    context = context or click.get_current_context()
    return str(context.meta.get(_LEDGER) or os.environ.get("SELO_LEDGER") or DEFAULT_LEDGER)


def now() -> str:
    """The moment, UTC, in microseconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def today() -> str:
    return now()[:10]


def outside() -> "Outside":
    """The clock, the actor and chance, for the core."""
    import secrets

    from desk.submit import Outside

    actor = click.get_current_context().meta.get(_ACTOR) or os.environ.get("SELO_ACTOR") or _user()
    return Outside(now, _as_id(str(actor)), lambda: secrets.token_hex(16))


def _user() -> str:
    try:
        import getpass

        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


def _as_id(actor: str) -> str:
    """An actor is an id; a user name with other characters is made into one."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", actor)[:64] or "unknown"


def a_day(context: click.Context, parameter: click.Parameter, said: str | None) -> str | None:
    """For an option that takes a day: one of the calendar, or a usage error."""
    from datetime import date

    try:
        if said is None or date.fromisoformat(said).isoformat() == said:
            return said
    except ValueError:
        pass
    raise click.BadParameter(f"{said!r} is no day; write it as YYYY-MM-DD.")


def a_year(context: click.Context, parameter: click.Parameter, said: str | None) -> str | None:
    """For an option that takes a year; of a day its year counts."""
    if said is not None and re.fullmatch(r"[0-9]{4}", said):
        return said
    return a_day(context, parameter, said)


def times(command: F) -> F:
    """--as-of, --known-on and --known-seq."""
    for option in (
        click.option("--known-seq", type=int, metavar="N", help="Only the events up to this seq."),
        click.option("--known-on", metavar="DAY", help="Only what was recorded by this day (UTC) or time."),
        click.option("--as-of", metavar="DAY", help="Everything dated up to this day. Default: today."),
    ):  # fmt: skip
        command = option(command)
    return command


@contextmanager
def asked(as_of: str | None, known_on: str | None, known_seq: int | None) -> Iterator["Reading"]:
    """The ledger opened for a question."""
    from projections.answers.reading import Question, reading

    question: Question = Question(as_of, known_on, known_seq)
    with reading(ledger_path(), question, today()) as found:
        yield found
