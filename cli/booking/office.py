"""selo init, settings and undo: a new ledger, how it tells days, and taking an event back."""

import json
from typing import Any, get_args

import click

from cli.acts import argument, command, option
from cli.asking import HERE
from cli.options import gate_options, ledger_path, outside, preview_option, seen_no_more
from cli.output import answer, talk
from ledger.words import SlipsMet, UnlistedShown, YearsShown
from messages import say


def _rules(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Check the words for rules: each is known and taken once, and no two are for one list."""
    from rulebooks import DEFAULT_RULES, rules

    known = rules()
    words = tuple(dict.fromkeys(word.strip() for part in given for word in part.split(",")))
    for word in words:
        if word not in known:
            raise click.BadParameter(
                say("there are no rules {word!r}; there are {known}.", word=word, known=", ".join(known))
            )
    lists = [name for word in words for name in known[word]]
    twice = next((name for name in lists if lists.count(name) > 1), None)
    if twice is not None:
        first, second, *_ = (word for word in words if twice in known[word])
        raise click.BadParameter(say("{one} and {other} are both for the list {list}; take one, adopt the other later.",
                                     one=first, other=second, list=twice))  # fmt: skip
    return words or DEFAULT_RULES


class RulesOption(click.Option):
    """The option --rules. Every family of rules has words of its own, which are read only when somebody looks at the
    help.
    """

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        from rulebooks import DEFAULT_RULES, rules

        words: dict[str, list[str]] = {}
        for word, lists in rules().items():
            default = ", the default" if (word,) == DEFAULT_RULES else ""
            words.setdefault(f"({' and '.join(lists)}{default})", []).append(word)
        told = (f"{', '.join(known[:-1])}{' or ' * (len(known) > 1)}{known[-1]} {of}" for of, known in words.items())
        self.help = f"{'; '.join(told)}. Several with commas, or the option repeated."
        shown = super().get_help_record(ctx)
        assert shown is not None
        return shown


@command(
    "selo init --rules fi,no",
    RulesOption(["--rules"], multiple=True, callback=_rules, metavar="NAMES"),
    option("--time-zone", metavar="NAME", help="Whose days count, like Europe/Helsinki. Default: UTC."),
)  # fmt: skip
def init_command(rules: tuple[str, ...], time_zone: str | None) -> None:
    """Make a new ledger with the federation's rules adopted, or those of another system, or several side by side."""
    from desk.outcome import NewLedger
    from desk.submit import init
    from rulebooks import DEFAULT_RULES

    path = ledger_path()
    outcome = init(path, outside(), rules, time_zone)
    seen_no_more(path)
    lists = list(dict.fromkeys(receipt.target for receipt in outcome.recorded))
    value = NewLedger(ledger=path, lists=tuple(lists), recorded=outcome.recorded)
    made = (
        say("A new ledger: {path}", path=path)
        if rules == DEFAULT_RULES
        else say("A new ledger: {path} with {lists}", path=path, lists=", ".join(lists))
    )
    answer(value, [made])


@command(
    "selo settings --time-zone Europe/Helsinki",
    option("--time-zone", metavar="NAME", help="Whose days count, like Europe/Helsinki; UTC until set."),
    option("--clock-ahead-hours", type=int, metavar="N",
           help="How far ahead of everything else a clock is believed without asking; 24 until set."),
    option("--years-of-birth", type=click.Choice(get_args(YearsShown)),
           help="Whose year of birth anybody sees over the service; everybody's until set."),
    option("--unlisted", type=click.Choice(get_args(UnlistedShown)),
           help="How those are shown there who ask not to be listed; without a name until set."),
    option("--slips", type=click.Choice(get_args(SlipsMet)),
           help="Whether programs too are asked about what may be a slip; they are warned until set."),
    option("--report-days", type=int, metavar="N",
           help="How many days after a tournament its report is due; 7 until set."),
    option("--list-day", "list_days", multiple=True, metavar="'LIST DAY'",
           help="When a list is to be out: 'selo 01-01', or 'selo 01' each month; the whole of them."),
    option("--resume-clock", metavar="REASON",
           help="The last event was recorded with a clock that was ahead: go on with the right one."),
    option("--reason", help="Why; it stays in the log."),
)  # fmt: skip
def settings_command(resume_clock: str | None, reason: str | None, **given: Any) -> None:
    """What the ledger keeps of itself: its time zone, how far a clock is believed, what of people anybody sees. Without
    options, shows them.
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
    ("selo undo 200", 'selo undo 200 --reason "the slip was right after all" --dry-run'),
    argument("seq", type=int),
    option("--reason", help="Why; it stays in the log. Without it the correction is only shown."),
    gate_options,
    preview_option,
)  # fmt: skip
def undo_command(seq: int, reason: str | None, dry_run: bool) -> None:
    """Propose the correction that takes one event back, with everything it would move; with --reason, record it."""
    from cli.booking import book
    from desk.undoing import correction
    from exchange.json.documents import made
    from ledger.errors import Where

    with HERE.opened() as reading:
        kind, fields = correction(reading, seq)
    stated = {name: value for name, value in fields.items() if value is not None}
    document = {"kind": kind, **stated, "reason": reason or f"undo {seq}"}
    talk(json.dumps(document, ensure_ascii=False))
    if reason is None:
        talk(say('nothing is recorded; add --reason "..." to record it'))
    book([made(kind, {**fields, "reason": document["reason"]}, Where())], dry_run or reason is None)
