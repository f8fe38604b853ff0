"""A rule change tried out: the list as it is and as it would be, over the same games, compared and scored.

What a rule change does beside the ratings: titles gained and lost.
"""

from typing import Self

from msgspec import field
from msgspec.structs import replace

from ledger.errors import Problem, Usage, Where
from messages import option, say
from messages.answer import Answer, Date
from projections.answers.career import names_of
from projections.answers.reading import Basis, Reading
from projections.replay.loop import Progress
from projections.trials.compare import Compared, compared
from projections.trials.folded import Looks, forecasts_of
from projections.trials.predict import Predicted, predicted
from projections.trials.proposal import ChangedNumber, Proposal, changes, with_changes
from projections.trials.run import BEGINNING, Run, setups
from projections.trials.scores import Paired, paired_losses


class TitleChange(Answer, frozen=True, kw_only=True):
    """A title that one of the two rules gives and the other does not, or not on that day."""

    player: str
    name: str | None
    title: str
    before: Date | None
    after: Date | None


def title_changes(reading: Reading, before: Run, after: Run) -> tuple[TitleChange, ...]:
    """Return the titles that differ, the highest first, then by player. A day: when the title was reached."""
    own, other = before.titles(), after.titles()
    ranked = [rule.title for rule in before.setup.rules.title_rules]
    keys = [key for key in sorted(own.keys() | other.keys()) if own.get(key) != other.get(key)]
    names = names_of(reading, [player for player, _ in keys])
    changes = [
        TitleChange(player=player, name=names.get(player), title=title, before=own.get((player, title)),
                    after=other.get((player, title)))
        for player, title in keys
    ]  # fmt: skip
    return tuple(sorted(changes, key=lambda change: (ranked.index(change.title), change.player)))


class WhatIf(Answer, frozen=True, kw_only=True):
    """The answer of `what-if`; in both parts the list as it is stands first."""

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
        """Return the answer with only the first players of the comparison; all of them if no count is given."""
        return replace(self, compare=self.compare.top(count))


def what_if(reading: Reading, proposal: Proposal, since: str | None, progress: Progress | None = None) -> WhatIf:
    """Try a rule change out. The forecasts are of the games from the day of the change on; without a day, of all
    games."""
    if since and since > reading.as_of:
        message = say(
            "{name} {first} is after the day asked about, {last}",
            name=option("from"), first=since, last=reading.as_of,
        )  # fmt: skip
        raise Usage(Problem("no-period", message, Where(field="from")))
    first = since or BEGINNING
    look = Looks(reading)
    [as_it_is] = setups(reading.timeline, [proposal.list])
    as_proposed = with_changes(as_it_is, proposal, first)
    runs = [look(setup, progress) for setup in (as_it_is, as_proposed)]
    made = [forecasts_of(run, first, reading.as_of) for run in runs]
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
