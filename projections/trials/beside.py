"""What a rule change does beside the ratings: titles gained and lost."""

from ledger.answer import Answer
from projections.answers.players.career import names_of
from projections.answers.reading import Reading
from projections.trials.run import Run


class TitleChange(Answer, frozen=True, kw_only=True):
    """A title that one of the two rules gives and the other does not, or not on that day."""

    player: str
    name: str | None
    title: str
    before: str | None
    after: str | None


def title_changes(reading: Reading, before: Run, after: Run) -> tuple[TitleChange, ...]:
    """By title, the highest first, then by player. A day: when the title was reached."""
    own, other = _titles(before), _titles(after)
    ranked = [rule.title for rule in before.setup.rules.title_rules]
    keys = [key for key in sorted(own.keys() | other.keys()) if own.get(key) != other.get(key)]
    names = names_of(reading, [player for player, _ in keys])
    changes = [
        TitleChange(player=player, name=names.get(player), title=title, before=own.get((player, title)),
                    after=other.get((player, title)))
        for player, title in keys
    ]  # fmt: skip
    return tuple(sorted(changes, key=lambda change: (ranked.index(change.title), change.player)))


def _titles(run: Run) -> dict[tuple[str, str], str]:
    """The day on which each title was reached, by player and title."""
    return {(title.player, title.title): title.on for tally in run.tallies() for title in tally.titles.values()}
