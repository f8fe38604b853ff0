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
from ledger.flaws import Flaw, flaw
from messages import Message, option, say
from messages.answer import Answer, Date
from messages.near import near_words
from projections.answers.career import names_of, rows_to_show
from projections.answers.reading import Basis, Reading
from projections.answers.rules import plain
from projections.runs.forecasts import forecasts
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import Schedule, Setup, setups
from rulebooks import LISTS, changeable_of, family
from rulebooks.base import BEGINNING
from rulebooks.changeable import Changeable

FIELDS = ("list", "name", "change")
LIKE = (
    '{"list": "selo", "name": "no bonus", "change": {"bonus_established": 0,'
    ' "bonus_new": 0}}'
)
LONGEST_NAME = 60
MARK = "*"


class Proposal(NamedTuple):
    """A proposed change of a list's rules, checked and without flaws.

    name: what the changed list is called in the answer.

    change: by number of the rules its new value, as the rules take it.
    """

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
    """Yield everything that is wrong with a proposal, each with its path: unknown and
    missing fields, a name that is none or is that of the list, a list that there is
    not, and numbers that the list does not have or that cannot have such a value.

        {"list": "selo", "change": {"cup": 85}}
        unknown-number at change, cup: did you mean 'cap'?
    """
    for key in document:
        if key not in FIELDS:
            message = say("unknown field {name}", name=repr(key))
            yield flaw((key,), "unknown-field", message, _hint_at_name(key, FIELDS))

    like = say("like {text}", text=LIKE)
    for key in ("list", "change"):
        if key not in document:
            message = say("the field {name} is missing", name=repr(key))
            yield flaw((key,), "missing-field", message, like)

    list_name = document.get("list")
    label = document.get("name")
    change = document.get("change")
    if "name" in document and not _is_label(label):
        message = say("a name is a text of 1 to {count} characters", count=LONGEST_NAME)
        yield flaw(("name",), "wrong-value", message)

    is_list = isinstance(list_name, str) and list_name in LISTS
    if "list" in document and not is_list:
        message = say("there is no list {name}", name=repr(list_name))
        known = say("one of {names}", names=", ".join(LISTS))
        yield flaw(("list",), "unknown-list", message, known)
    elif list_name is not None and list_name == label:
        message = say("{label} is the list itself", label=repr(label))
        another = say("another name for the proposal")
        yield flaw(("name",), "wrong-value", message, another)

    if "change" in document and (not isinstance(change, dict) or not change):
        message = say("the changed numbers are an object with at least one of them")
        yield flaw(("change",), "wrong-value", message, like)
    elif isinstance(change, dict) and is_list:
        # what may be changed is known of a list that there is
        yield from _number_flaws(change, changeable_of(cast(str, list_name)))


def _is_label(label: object) -> bool:
    """Return whether a value can be the name of a proposal: a text without control
    characters, and neither empty nor too long for a heading.
    """
    if not isinstance(label, str) or not label.isprintable():
        return False
    return 0 < len(label) <= LONGEST_NAME


def _number_flaws(
    change: Mapping[str, Any], known: Mapping[str, Changeable]
) -> Iterator[Flaw]:
    """Yield what is wrong with the numbers of a proposal: a name that the list does not
    have, or a value that its number does not take.

    known: what may be changed of the list, by name.
    """
    for key, value in change.items():
        path = ("change", key)
        if key not in known:
            message = say("this list has no number {key}", key=repr(key))
            yield flaw(
                path, "unknown-number", message, _hint_at_name(key, tuple(known))
            )
            continue

        try:
            known[key].read(value)
        except ValueError as error:
            message = say("{what}", what=error)
            yield flaw(path, "wrong-value", message, known[key].words)


def _hint_at_name(key: str, known: tuple[str, ...]) -> Message:
    """Return a hint for an unknown name: the nearest known one, or else all of them."""
    close = near_words(key, known)
    if close:
        return say("did you mean {name}?", name=repr(close[0]))

    return say("known: {names}", names=", ".join(known))


def read_proposal(document: Mapping[str, Any]) -> Proposal:
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

    since: YYYY-MM-DD. An edition with other numbers is a new one, whose name has a
    star: `fi-2024*`. The edition that is in force on the day is changed from it on, and
    every later one from the day that it comes into force.
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
    """Return each changed number, before and after, by edition.

    schedule: that of the list as proposed; editions without a star are those that did
    not change.
    """
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
    """Return the titles that differ, the highest first, then by player. A day,
    YYYY-MM-DD, is that on which the title is reached; None: it is not. Those of people
    whom the office leaves out for whoever asks are not told.
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

    return rows_to_show(reading, changes)


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
    """Try a rule change out.

    since: the first day on which it counts, and the first whose games are predicted;
    without it that is all of history.

    `Usage` is a day after the one that is asked about.
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
    runs = [facts.list_of(as_it_is), facts.list_of(as_proposed)]
    made = [forecasts(run, first, reading.as_of) for run in runs]
    by_list = list(zip(runs, made, strict=True))
    before, after = runs
    forecasts_before, forecasts_after = made

    return WhatIf(
        list=proposal.list,
        name=proposal.name,
        since=first,
        changes=changes(proposal, as_proposed.schedule),
        compare=compared(reading, runs),
        predict=predicted(by_list, first, reading.as_of),
        basis=reading.basis(),
        titles=title_changes(reading, before, after),
        paired=paired_losses(forecasts_before, forecasts_after),
    )
