"""selo init, ledger settings, undo, proof new-key, proof key and proof checkpoint: a new
ledger, how it tells days, taking an event back, and the key of the office with what it
signs.
"""

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

import click

from cli.command_frames import argument, command, option
from cli.options import (
    forget_seen_ledger,
    key_path,
    ledger_path,
    outside,
    preview_option,
    refuse_other_ledger,
    slip_options,
)
from cli.output import answer, talk, warn
from cli.question_commands import HERE
from ledger.field_types import SlipsMet, UnlistedShown, YearsShown
from messages import counted, say


def _rules(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Check the words for rules: each is known and taken once, and no two are for one
    list.
    """
    from rulebooks import DEFAULT_RULES, rules

    known = rules()
    stripped = []
    for part in given:
        stripped += [word.strip() for word in part.split(",")]

    words = tuple(dict.fromkeys(stripped))
    for word in words:
        if word not in known:
            raise click.BadParameter(
                say(
                    "there are no rules {word!r}; there are {known}.",
                    word=word,
                    known=", ".join(known),
                )
            )

    lists: list[str] = []
    for word in words:
        lists += known[word]
    twice = next((name for name in lists if lists.count(name) > 1), None)
    if twice is not None:
        first, second, *_ = (word for word in words if twice in known[word])
        raise click.BadParameter(
            say(
                "{one} and {other} are both for the list {list}; take one, adopt the"
                " other later.",
                one=first,
                other=second,
                list=twice,
            )
        )

    return words or DEFAULT_RULES


class RulesOption(click.Option):
    """The option --rules. Every family of rules has words of its own, which are read
    only when somebody looks at the help.
    """

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        from rulebooks import DEFAULT_RULES, rules

        words_for: dict[str, list[str]] = {}  # by the lists that they make
        for word, lists in rules().items():
            makes = " and ".join(lists)
            if (word,) == DEFAULT_RULES:
                makes += ", the default"
            words_for.setdefault(makes, []).append(word)
        choices = []
        for makes, words in words_for.items():
            *first, last = words
            either = f"{', '.join(first)} or {last}" if first else last
            choices.append(f"{either} ({makes})")
        self.help = (
            f"{'; '.join(choices)}. Several with commas, or the option repeated."
        )
        shown = super().get_help_record(ctx)
        assert shown is not None
        return shown


@command(
    "selo init --rules fi,no",
    RulesOption(["--rules"], multiple=True, callback=_rules, metavar="NAMES"),
    option(
        "--time-zone",
        metavar="NAME",
        help="Whose days count, like Europe/Helsinki. Default: UTC.",
    ),
)
def init_command(rules: tuple[str, ...], time_zone: str | None) -> None:
    """Make a new ledger with the federation's rules adopted, or those of another
    system, or several side by side.
    """
    from desk.receipts import NewLedger
    from desk.submit import init
    from rulebooks import DEFAULT_RULES

    path = ledger_path()
    outcome = init(path, outside(), rules, time_zone)
    forget_seen_ledger(path)
    lists = list(dict.fromkeys(receipt.target for receipt in outcome.recorded))
    value = NewLedger(ledger=path, lists=tuple(lists), recorded=outcome.recorded)
    if rules == DEFAULT_RULES:
        made = say("A new ledger: {path}", path=path)
    else:
        made = say(
            "A new ledger: {path} with {lists}", path=path, lists=", ".join(lists)
        )
    answer(value, [made])


SETTINGS = (
    option(
        "--time-zone",
        metavar="NAME",
        help="Whose days count, like Europe/Helsinki; UTC until set.",
    ),
    option(
        "--clock-ahead-hours",
        type=int,
        metavar="N",
        help=(
            "How far ahead of everything else a clock is believed without asking; 24"
            " until set."
        ),
    ),
    option(
        "--years-of-birth",
        type=click.Choice(get_args(YearsShown)),
        help=(
            "Whose year of birth anybody sees over the service; everybody's until set."
        ),
    ),
    option(
        "--unlisted",
        type=click.Choice(get_args(UnlistedShown)),
        help=(
            "How those are shown there who ask not to be listed; without a name until"
            " set."
        ),
    ),
    option(
        "--slips",
        type=click.Choice(get_args(SlipsMet)),
        help=(
            "Whether programs too are asked about what may be a slip; they are warned"
            " until set."
        ),
    ),
    option(
        "--report-days",
        type=int,
        metavar="N",
        help="How many days after a tournament its report is due; 7 until set.",
    ),
    option(
        "--list-day",
        "list_days",
        multiple=True,
        metavar="'LIST DAY'",
        help=(
            "When a list is to be out: 'selo 01-01', or 'selo 01' each month; the whole"
            " of them."
        ),
    ),
    option(
        "--resume-clock",
        metavar="REASON",
        help=(
            "The last event was recorded with a clock that was ahead: go on with the"
            " right one."
        ),
    ),
    option("--reason", help="Why; it stays in the log."),
)


@command("selo ledger settings --time-zone Europe/Helsinki", *SETTINGS)
def ledger_settings_command(
    resume_clock: str | None, reason: str | None, **given: Any
) -> None:
    """What the ledger keeps of itself: its time zone, how far a clock is believed, what
    of people anybody sees. Without options, shows them.
    """
    from cli.booking.documents import book_one

    stated = {name: value for name, value in given.items() if value not in (None, ())}
    if resume_clock is not None:
        if reason is not None or stated:
            raise click.UsageError(say("--resume-clock goes alone"))
        book_one("resume-clock", False, reason=resume_clock)
    elif stated:
        book_one("settings", False, reason=reason, **stated)
    else:
        _show()


def _show() -> None:
    from ledger.office import settings_answer, settings_in_words, settings_of
    from ledger.store.database import snapshot

    with snapshot(ledger_path()) as connection:
        shown, stated = settings_answer(connection), settings_of(connection)
    answer(shown, settings_in_words(stated))


@command(
    (
        "selo undo 200",
        'selo undo 200 --reason "the slip was right after all" --dry-run',
    ),
    argument("seq", type=int),
    option(
        "--reason",
        help="Why; it stays in the log. Without it the correction is only shown.",
    ),
    slip_options,
    preview_option,
)
def undo_command(seq: int, reason: str | None, dry_run: bool) -> None:
    """Propose the correction that takes one event back, with everything it would move;
    with --reason, record it.
    """
    from cli.booking.submitting import book
    from desk.undoing import correction
    from exchange.json.documents import document_from_fields
    from ledger.errors import Where

    with HERE.opened() as reading:
        kind, fields = correction(reading, seq)
    stated = {name: value for name, value in fields.items() if value is not None}
    document = {"kind": kind, **stated, "reason": reason or f"undo {seq}"}
    talk(json.dumps(document, ensure_ascii=False))
    if reason is None:
        talk(say('nothing is recorded; add --reason "..." to record it'))
    book(
        [document_from_fields(kind, {**fields, "reason": document["reason"]}, Where())],
        dry_run or reason is None,
    )


if TYPE_CHECKING:
    from audit.signing import KeyFile, PublicKey

KEY = option(
    "--key",
    metavar="FILE",
    envvar="SELO_KEY",
    help="Default: SELO_KEY, else selo.key of the user.",
)


PUBLIC_KEY = option(
    "--public-key",
    "public_keys",
    metavar="KEY",
    multiple=True,
    help="A public key from outside, or a file with it; may be given again.",
)


# bytes of what a submission of very many documents is answered with
MOST_OF_AN_ANSWER = 2**28


def text_of_file(file: str, most: int = 1_000_000) -> str:
    """Read a small text file, or standard input; anything else is refused."""
    from desk.files.open_file import opened, refusal_of_unreadable
    from ledger.errors import Problem, Usage, Where

    try:
        with opened(file) as there:
            return str(there.read(most), "utf-8")
    except OSError as error:
        raise refusal_of_unreadable(file, error) from None
    except UnicodeDecodeError:
        raise Usage(
            Problem(
                "no-text",
                say("{file} is not a text file", file=file),
                Where(file),
                say("check the name"),
            )
        ) from None


def public_keys_of(given: tuple[str, ...]) -> "list[PublicKey]":
    """Read public keys as text, or from files that hold one a line."""
    from audit.signing import PUBLIC_KEY_HINT, read_public_key
    from ledger.errors import Problem, Usage, Where

    keys: list[PublicKey] = []
    for one in given:
        lines = [one]
        if os.path.exists(one):
            lines = text_of_file(one).splitlines()
        texts = [line for line in lines if line.strip()]
        keys += [read_public_key(text) for text in texts]
        if not texts:
            message = say("{file} holds no public key", file=repr(one))
            raise Usage(Problem("bad-public-key", message, Where(one), PUBLIC_KEY_HINT))
    return keys


@command(
    "selo proof new-key /media/stick/selo.key",
    argument("file", required=False, envvar="SELO_KEY"),
)
def proof_new_key_command(file: str | None) -> None:
    """A new key in a file that only you may read. An existing file is never
    overwritten. It belongs to the office, not into the ledger and not into its backups.
    """
    from audit.signing import key_file, new_key

    path = key_path(file)
    name = _ledgers_name()
    if file is None:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    new_key(path)
    made = key_file(path, name)
    answer(made, [say("A new key: {path}", path=path), *_public_lines(made)])


@command("selo proof key > selo.pub", KEY)
def proof_key_command(key: str | None) -> None:
    """The public key under the name of this ledger: what others need to check its
    checkpoints.
    """
    from audit.signing import key_file

    public = key_file(key_path(key), _ledgers_name())
    answer(public, [public.public_key or public.raw])
    if public.public_key is None:
        talk(
            say(
                "no ledger is here, so the key has no name: others need it with"
                " --ledger FILE before `proof key`"
            )
        )


def _ledgers_name() -> str:
    """Return the name that the key signs under; empty where there is no ledger yet."""
    from audit.checkpoint import origin_of
    from ledger.errors import NotFound

    try:
        return origin_of(ledger_path())
    except NotFound:
        return ""


def _public_lines(key: "KeyFile") -> Iterator[str]:
    yield say("Its public key: {key}", key=key.public_key or key.raw)
    yield say(
        "Give the public key away; keep a copy of the key file in another place; show"
        " it to nobody."
    )


_CHECKPOINT_PARAMETERS = (
    KEY,
    option(
        "--add", metavar="FILE", help="Keep a checkpoint that comes from elsewhere."
    ),
    option(
        "--retract",
        type=int,
        metavar="N",
        help="One that was kept with --add no longer counts.",
    ),
    option("--reason", help="With --retract: why; it stays in the log."),
    option("--out", metavar="FILE", help="Write it into a file too."),
    PUBLIC_KEY,
)


@command(
    "selo proof checkpoint --out 2026-11-01.txt",
    *_CHECKPOINT_PARAMETERS,
)
def proof_checkpoint_command(
    key: str | None,
    add: str | None,
    retract: int | None,
    reason: str | None,
    out: str | None,
    public_keys: tuple[str, ...],
) -> int:
    """Sign how many events there are and the root over them, keep that, and print it.
    Send it to somebody.
    With --add: keep one from elsewhere that a known key signed, and say whether the
    ledger agrees; exit 1 if not.
    With --retract: one that was kept counts no longer, neither for the ledger nor
    against it.
    """
    if (retract is None) != (reason is None):
        raise click.UsageError(say("--retract N and --reason TEXT go together"))
    _refuse_two_ways(add, retract, out)
    if retract is not None:
        from cli.booking.documents import book_one

        book_one("retract-checkpoint", False, checkpoint=retract, reason=reason)
        return 0
    refuse_other_ledger()
    if add is not None:
        return _add(add, public_keys)
    from audit.checkpoint import checkpoint
    from ledger.whole_files import refuse_taken_name, write_new

    if out is not None:
        refuse_taken_name(out)  # before anything is signed and kept
    path = key_path(key)
    _warn_of_open_key(path)
    signed = checkpoint(ledger_path(), path)
    if out is not None:
        write_new(out, signed.note.encode())
    answer(signed, signed.note.removesuffix("\n").split("\n"))
    return 0


def _refuse_two_ways(add: str | None, retract: int | None, out: str | None) -> None:
    """Refuse options of which one would do nothing: a checkpoint is signed, added or
    retracted, and only to sign one takes a key and writes a file.

    A key that SELO_KEY names is there for every command.
    """
    source = click.get_current_context().get_parameter_source("key")
    given = {
        "--add": add is not None,
        "--retract": retract is not None,
        "--key": source is click.core.ParameterSource.COMMANDLINE,
        "--out": out is not None,
    }
    apart = {"--add": ("--retract", "--key", "--out"), "--retract": ("--key", "--out")}
    for option_name, others in apart.items():
        for other in others:
            if given[option_name] and given[other]:
                raise click.UsageError(
                    say(
                        "{option} does not go with {other}",
                        option=other,
                        other=option_name,
                    )
                )


def _warn_of_open_key(path: str) -> None:
    """Warn of a key that others may read."""
    if os.name != "posix" or not os.path.isfile(path):
        return
    mode = os.stat(path).st_mode
    if mode & 0o077:
        warn(say("others may read {path}; run `chmod 600 {path}`", path=path))


def _add(file: str, public_keys: tuple[str, ...]) -> int:
    from audit.checkpoint import add

    kept = add(ledger_path(), file, text_of_file(file), public_keys_of(public_keys))
    if kept.consistent:
        agrees = say("the ledger agrees with it")
    else:
        agrees = say("the ledger contradicts it")
    line = counted(
        "checkpoint {number} of {count} event is kept: {agrees}",
        "checkpoint {number} of {count} events is kept: {agrees}",
        kept.size,
        number=kept.number,
        agrees=agrees,
    )
    answer(kept, [line, *kept.problems])
    return 0 if kept.consistent else 1
