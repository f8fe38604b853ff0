"""Declare the options that commands share: the ledger, the actor, the two times. Only
here are environment and clock read.
"""

import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import click

from messages import LANGUAGES, joined_message, say

if TYPE_CHECKING:
    from desk.submit import Outside

DEFAULT_LEDGER = "selo.db"
_LEDGER = "selokirja.ledger"
_ACTOR = "selokirja.actor"
_CLOCK_IS_RIGHT = "selokirja.clock"
_MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"


def remember(
    context: click.Context,
    ledger: str | None,
    actor: str | None,
    clock_is_right: bool = False,
) -> None:
    """Keep the options that were given before the subcommand; refuse one that is empty,
    as a variable without a value makes it: it would mean another ledger.
    """
    for option, given in (("--ledger", ledger), ("--actor", actor)):
        if given == "":
            raise click.UsageError(
                say(
                    "{option} is empty: give it a value, or leave it out", option=option
                )
            )
    if ledger:
        context.meta[_LEDGER] = ledger
    if actor is not None:
        context.meta[_ACTOR] = _checked_actor(actor, "--actor")
    context.meta[_CLOCK_IS_RIGHT] = clock_is_right


def refuse_repeated_options() -> None:
    """Have click refuse an option that is given twice and takes one value: it would
    take the last, without a word.

    Before the command the last one counts, so that an alias with a ledger of its own
    can be overruled.
    """
    in_order = click.core.iter_params_for_processing

    def each_once(
        given: Sequence[click.Parameter], declared: Sequence[click.Parameter]
    ) -> list[click.Parameter]:
        met = set[str]()
        context = click.get_current_context(silent=True)
        # a shell completes the line
        may = context is not None and (
            context.resilient_parsing or context.parent is None
        )
        for option in () if may else given:
            if isinstance(option, click.Option) and not (
                option.multiple or option.count or option.is_flag
            ):
                if option.opts[0] in met:
                    raise click.UsageError(
                        say("{name} is given twice", name=option.opts[0])
                    )
                met.add(option.opts[0])
        return in_order(given, declared)

    vars(click.core)["iter_params_for_processing"] = each_once


def slip_options() -> list[click.Option]:
    """Return the options that answer what is asked before booking."""
    from desk.parameter_words import FOR_GOOD, SURE

    return [
        click.Option(
            [name],
            multiple=True,
            metavar="SLIP",
            expose_value=False,
            callback=_remember_option,
            help=words,
        )
        for name, words in (("--sure", SURE), ("--always-sure", FOR_GOOD))
    ]


def preview_option() -> list[click.Option]:
    """Return the option that shows what booking would come to, and books nothing."""
    from desk.parameter_words import DRY_RUN

    return [click.Option(["--dry-run"], is_flag=True, help=DRY_RUN)]


def _remember_option(
    context: click.Context, option: click.Parameter, given: tuple[str, ...]
) -> None:
    context.meta[f"selokirja.{option.name}"] = given


def sure_of() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what was said with --sure and --always-sure."""
    meta = click.get_current_context().meta
    return meta.get("selokirja.sure", ()), meta.get("selokirja.always_sure", ())


def language(arguments: Sequence[str]) -> str:
    """Choose the language: --lang, the last one before `--`, else SELO_LANG, else that
    of the terminal as POSIX has it, the first of LC_ALL, LC_MESSAGES and LANG that says
    anything. English where we do not speak it.
    """
    options = list(takewhile(lambda word: word != "--", arguments))
    given = []
    for before, word in pairwise(("", *options)):
        if before == "--lang":
            given.append(word)
        elif word.startswith("--lang="):
            given.append(word.removeprefix("--lang="))
    of_terminal = next(
        filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), ""
    )
    stated = (
        *reversed(given),
        os.environ.get("SELO_LANG"),
        re.split("[_.@]", of_terminal)[0],
    )
    return next((word for word in stated if word in LANGUAGES), "en")


def ledger_path(context: click.Context | None = None) -> str:
    """Return the address of the ledger: --ledger, else SELO_LEDGER, else that of
    selo.toml here, else selo.db in the current folder.

    It has no password in it, so it may be printed: `postgresql://selo@host/ratings`.
    """
    context = context or click.get_current_context()
    named = (
        context.meta.get(_LEDGER)
        or os.environ.get("SELO_LEDGER")
        or _ledger_of_folder()
        or DEFAULT_LEDGER
    )
    return address_to_print(str(named))


def address_to_print(address: str) -> str:
    """Return the address of a ledger without its password, which nothing prints and
    nothing stores.
    """
    if "://" not in address:
        return address
    from ledger.store import without_password

    return without_password(address)


def is_ledger_there(path: str) -> bool:
    """Tell whether there is something at this place; for a server only asking tells, so
    it is taken to be there.
    """
    return "://" in path or os.path.exists(path)


def _ledger_of_folder() -> str | None:
    """Return the ledger that selo.toml in the current folder names."""
    if not os.path.exists("selo.toml"):
        return None
    from desk.defaults import defaults

    return str(defaults("selo.toml").get("ledger") or "") or None


def state_folder() -> str:
    """Return the folder where the command remembers what it saw of each ledger."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(
        os.path.expanduser("~"), ".local", "state"
    )
    return os.path.join(state, "selokirja", "seen")


def forget_seen_ledger(path: str) -> None:
    """Forget what was seen here before: a ledger was put in this place on purpose, and
    is not compared with it.
    """
    from audit.machine import forget

    forget(path, state_folder())


def refuse_other_ledger() -> None:
    """Refuse to write on a ledger that is not the one that was seen in its place."""
    path = ledger_path()
    if is_ledger_there(path):
        from audit.machine import refuse_unlike_seen

        refuse_unlike_seen(path, state_folder(), now())


def now() -> str:
    """Return the moment, UTC, in microseconds."""
    return datetime.now(UTC).strftime(_MOMENT)


def newest_sure_moment() -> str:
    """Return the newest moment that something on this machine was written, by the clock
    it had then; "" when the officer answers for the clock, or where nothing tells.
    """
    if clock_is_right():
        return ""
    from audit.machine import last_written

    written = last_written()
    return datetime.fromtimestamp(written, UTC).strftime(_MOMENT) if written else ""


def clock_is_right() -> bool:
    """Tell whether the officer answers for the clock."""
    return bool(
        click.get_current_context().meta.get(_CLOCK_IS_RIGHT)
        or os.environ.get("SELO_CLOCK_IS_RIGHT")
    )


def today() -> str:
    """Return the day in the ledger's time zone; in UTC where there is no ledger."""
    if not is_ledger_there(ledger_path()):
        return now()[:10]
    from ledger.office import local_day

    return local_day(now(), time_zone())


def time_zone() -> str:
    """Return the ledger's time zone; UTC where there is no ledger."""
    from ledger.errors import NotFound
    from ledger.office import UTC, settings_of
    from ledger.store.database import snapshot

    path = ledger_path()
    if not is_ledger_there(path):
        return UTC

    try:
        with snapshot(path) as connection:
            return settings_of(connection).time_zone
    except NotFound:  # a server without a ledger: only asking tells
        return UTC


def outside() -> "Outside":
    """Return the clock, the actor and random keys, for the core; only commands that
    write ask for them.
    """
    import secrets

    from desk.rows_to_publish import rows_to_publish
    from desk.second_look.look import SECOND_LOOK
    from desk.submit import Outside

    refuse_other_ledger()
    return Outside(
        now,
        current_actor(),
        lambda: secrets.token_hex(16),
        rows_to_publish,
        SECOND_LOOK,
        newest_sure_moment(),
    )


def current_actor() -> str:
    """Return the actor: --actor, else SELO_ACTOR, else that of selo.toml beside the
    ledger, else the user's name.
    """
    meta = click.get_current_context().meta
    if _ACTOR not in meta:
        in_environment = os.environ.get("SELO_ACTOR")
        if in_environment:
            meta[_ACTOR] = _checked_actor(in_environment, "SELO_ACTOR")
        else:
            meta[_ACTOR] = _office() or _user_as_actor()
    actor: str = meta[_ACTOR]
    return actor


def _checked_actor(actor: str, field: str) -> str:
    """Spell an actor that somebody stated; refuse a name under which nobody can act."""
    from ledger.actors import flaw_of, not_an_actor, spelled

    name = spelled(actor)
    if (why := flaw_of(name)) is None:
        return name
    from ledger.errors import Problem, Usage, Where
    from ledger.field_types import ACTOR_TAKES

    raise Usage(
        Problem("actor-name", not_an_actor(actor, why), Where(field=field), ACTOR_TAKES)
    )


def _office() -> object:
    """Return the actor that the file of defaults names."""
    from desk.defaults import NAME, defaults

    path = ledger_path()
    folder = "" if "://" in path else os.path.dirname(path)
    if os.path.exists(os.path.join(folder, NAME)):
        return defaults(path).get("actor")
    return None


def _user() -> str:
    try:
        import getpass

        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


def _user_as_actor() -> str:
    """Return the user's name, which nobody chose for this: where it is no actor it is
    bent, and that is said.
    """
    from cli.output import talk
    from ledger.actors import actor_of_user

    user = _user()
    actor = actor_of_user(user)
    if actor != user:
        talk(
            say(
                "the user {user} is recorded as {actor}; another name with --actor",
                user=repr(user),
                actor=actor,
            )
        )
    return actor


def a_day(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> str | None:
    """Check an option that takes a day: one of the calendar, or a usage error."""
    from datetime import date

    if text is None:
        return None
    try:
        if date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    from ledger.days import how_a_day_is_written, no_day

    raise click.BadParameter(
        joined_message(filter(None, (no_day(text), how_a_day_is_written(text))), "; ")
    )


def key_path(named: str | None) -> str:
    """Return the key file: as named, else in the user's own settings, never beside the
    ledger.
    """
    return named or os.path.join(click.get_app_dir("selokirja"), "selo.key")


def key_files() -> tuple[str, ...]:
    """Return the files where a signing key would be."""
    return (key_path(os.environ.get("SELO_KEY")),)
