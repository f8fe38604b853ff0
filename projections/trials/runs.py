"""Lists run over the games of a ledger, as the trials need them."""

from collections.abc import Sequence

from projections.answers.reading import Reading
from projections.trials.run import Facts, Run
from projections.trials.setups import setups


def runs_of(reading: Reading, labels: Sequence[str]) -> list[Run]:
    """One run for each list or edition that is named."""
    chosen = setups(reading.timeline, labels)
    facts = Facts(reading)
    return [facts.run(setup) for setup in chosen]
