"""A rule change tried out: the numbers of a list's editions from a day on, checked, as
a list to run; the list as it is and as it would be, over the same games, compared and
scored.

What a rule change does beside the ratings: titles gained and lost.

Why: features/trials/a-trial-writes-nothing.md
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Self, cast

from msgspec import field
from msgspec.structs import replace

from features.trials.compare import Compared, compared
from features.trials.predict import Predicted, predicted
from features.trials.scores import Paired, paired_losses
from ledger.errors import Problem, Usage, Where
from messages import NOTHING, Message, option, say
from messages.answer import Answer, Date
from messages.near import near
from projections.answers.career import names_of
from projections.answers.reading import Basis, Reading
from projections.answers.rules import plain
from projections.runs.forecasts import forecasts
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import BEGINNING, Schedule, Setup, setups
from rulebooks import LISTS, changeable_of, family
from rulebooks.changeable import Changeable

Flaw = tuple[tuple[str | int, ...], str, Message, Message]  # path, code, message, hint
FIELDS = ("list", "name", "change")
LIKE = (
    '{"list": "selo", "name": "no bonus", "change": {"bonus_established": 0,'
    ' "bonus_new": 0}}'
)
LONGEST_NAME = 60
MARK = "*"


class Proposal(NamedTuple):
    """A proposed change of a list's rules, checked and without flaws."""

    list: str
    name: str
    change: Mapping[str, Any]


class ChangedNumber(Answer, frozen=True, kw_only=True):
    """A number of an edition, before and after the proposed change. `what` says what it
    is.
    """

    number: str
    what: Message
    edition: str
    before: Any
    after: Any


def flaws(document: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield everything that is wrong with a proposal, each with its place."""
    yield from (
        (
            (
                (key,),
                "unknown-field",
                say("unknown field {name}", name=repr(key)),
                _near(key, FIELDS),
            )
        )
        for key in document
        if key not in FIELDS
    )
    yield from (
        (
            (
                (key,),
                "missing-field",
                say("the field {name} is missing", name=repr(key)),
                say("like {text}", text=LIKE),
            )
        )
        for key in ("list", "change")
        if key not in document
    )
    name, label, change = (document.get(field) for field in FIELDS)
    if "name" in document and (
        not isinstance(label, str)
        or not label.isprintable()
        or not 0 < len(label) <= LONGEST_NAME
    ):
        yield (
            ("name",),
            "wrong-value",
            say("a name is a text of 1 to {count} characters", count=LONGEST_NAME),
            NOTHING,
        )

    if "list" in document and (not isinstance(name, str) or name not in LISTS):
        yield (
            ("list",),
            "unknown-list",
            say("there is no list {name}", name=repr(name)),
            say("one of {names}", names=", ".join(LISTS)),
        )
    elif name is not None and name == label:
        yield (
            ("name",),
            "wrong-value",
            say("{label} is the list itself", label=repr(label)),
            say("another name for the proposal"),
        )

    if "change" in document and (not isinstance(change, dict) or not change):
        yield (
            ("change",),
            "wrong-value",
            say("the changed numbers are an object with at least one of them"),
            say("like {text}", text=LIKE),
        )
    elif isinstance(change, dict) and name in LISTS:
        yield from _number_flaws(change, changeable_of(cast(str, name)))


def _number_flaws(
    change: Mapping[str, Any], known: Mapping[str, Changeable]
) -> Iterator[Flaw]:
    """What is wrong with the numbers of a proposal: a name that the list does not have,
    or a value that its number does not take.

    Each flaw holds where it stands, its code, what is wrong, and a hint.
    """
    for key, value in change.items():
        if key not in known:
            yield (
                ("change", key),
                "unknown-number",
                say("this list has no number {key}", key=repr(key)),
                _near(key, tuple(known)),
            )
            continue

        try:
            known[key].read(value)
        except ValueError as error:
            yield (
                ("change", key),
                "wrong-value",
                say("{what}", what=error),
                known[key].words,
            )


def _near(key: str, known: tuple[str, ...]) -> Message:
    """A hint for an unknown name: the nearest known one, or else all of them."""
    close = near(key, known)
    if close:
        return say("did you mean {name}?", name=repr(close[0]))

    return say("known: {names}", names=", ".join(known))


def read(document: Mapping[str, Any]) -> Proposal:
    """Read a proposal whose document has no flaws.

    Without a name it is called `changed`.
    """
    list_name = document["list"]
    known = changeable_of(list_name)
    change = {}
    for number, value in document["change"].items():
        change[number] = known[number].read(value)

    return Proposal(list_name, document.get("name", "changed"), change)


def with_changes(setup: Setup, proposal: Proposal, since: str) -> Setup:
    """Return the list with the proposed numbers from a day on; before it, the editions
    as they are.
    """
    rules = setup.rules
    schedule: list[tuple[str, str]] = []
    _, in_force = setup.schedule[0]
    later: dict[str, str] = {}  # by day
    for day, edition in setup.schedule:
        if day < since:
            schedule.append((day, edition))
            in_force = edition
        else:
            # an edition that comes into force on that very day is the only one of it
            later[day] = edition

    changed = {since: in_force} | later
    for day, edition in changed.items():
        marked = edition + MARK
        rules = rules.with_edition(edition, marked, proposal.change)
        schedule.append((day, marked))

    return setup._replace(label=proposal.name, rules=rules, schedule=tuple(schedule))


def changes(proposal: Proposal, schedule: Schedule) -> tuple[ChangedNumber, ...]:
    """Return each changed number, before and after, by edition."""
    editions = family(proposal.list).EDITIONS
    known = changeable_of(proposal.list)
    changed = []
    for _, marked in schedule:
        if not marked.endswith(MARK):
            continue
        edition = marked.removesuffix(MARK)
        for number, value in proposal.change.items():
            before = getattr(editions[edition], number)
            changed.append(
                ChangedNumber(
                    number=number,
                    what=known[number].words,
                    edition=edition,
                    before=plain(before),
                    after=plain(value),
                )
            )

    return tuple(changed)


class TitleChange(Answer, frozen=True, kw_only=True):
    """A title that one of the two rules gives and the other does not, or not on that
    day.
    """

    player: str
    name: str | None
    title: str
    before: Date | None
    after: Date | None


def title_changes(reading: Reading, before: Run, after: Run) -> tuple[TitleChange, ...]:
    """Return the titles that differ, the highest first, then by player. A day: when the
    title was reached.
    """
    own = before.titles()
    other = after.titles()
    either = sorted(own.keys() | other.keys())
    differing = [key for key in either if own.get(key) != other.get(key)]
    names = names_of(reading, [player for player, _ in differing])
    changes = []
    for player, title in differing:
        change = TitleChange(
            player=player,
            name=names.get(player),
            title=title,
            before=own.get((player, title)),
            after=other.get((player, title)),
        )
        changes.append(change)

    titles = [rule.title for rule in before.setup.rules.title_rules]
    changes.sort(key=lambda change: (titles.index(change.title), change.player))

    return tuple(changes)


class WhatIf(Answer, frozen=True, kw_only=True):
    """The answer of `trial what-if`; in both parts the list as it is stands first."""

    list: str
    name: str
    since: Date = field(name="from")
    changes: tuple[ChangedNumber, ...]
    compare: Compared
    predict: Predicted
    basis: Basis
    titles: tuple[TitleChange, ...]
    paired: Paired

    def top(self, count: int | None) -> Self:
        """Return the answer with only the first players of the comparison; all of them
        if no count is given.
        """
        return replace(self, compare=self.compare.top(count))


def what_if(reading: Reading, proposal: Proposal, since: str | None) -> WhatIf:
    """Try a rule change out. The forecasts are of the games from the day of the change
    on; without a day, of all games.
    """
    if since and since > reading.as_of:
        message = say(
            "{name} {first} is after the day asked about, {last}",
            name=option("from"),
            first=since,
            last=reading.as_of,
        )
        raise Usage(Problem("no-period", message, Where(field="from")))

    first = since or BEGINNING
    facts = Facts(reading)
    [as_it_is] = setups(reading.timeline, [proposal.list])
    as_proposed = with_changes(as_it_is, proposal, first)
    runs = [facts.look(setup) for setup in (as_it_is, as_proposed)]
    made = [forecasts(run, first, reading.as_of) for run in runs]

    return WhatIf(
        list=proposal.list,
        name=proposal.name,
        since=first,
        changes=changes(proposal, as_proposed.schedule),
        compare=compared(reading, runs),
        predict=predicted(list(zip(runs, made, strict=True)), first, reading.as_of),
        basis=reading.basis(),
        titles=title_changes(reading, runs[0], runs[1]),
        paired=paired_losses(made[0], made[1]),
    )
