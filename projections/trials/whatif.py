"""A rule change tried out: the list as it is and as it would be, over the same games, compared and scored."""

from typing import Any

from projections.answers.reading import Reading
from projections.replay.loop import Progress
from projections.trials.asked import wanted
from projections.trials.changed import Proposal, changes, under
from projections.trials.compare import compare
from projections.trials.predict import predict
from projections.trials.run import Ground


def what_if(reading: Reading, proposed: Proposal, since: str, progress: Progress | None = None) -> dict[str, Any]:
    """The forecasts are those of the games from the day of the change on."""
    ground = Ground(reading)
    [base] = wanted(ground.timeline, [proposed.list])
    runs = [ground.run(asked, progress) for asked in (base, under(base, proposed, since))]
    basis = reading.basis().as_dict()
    return {
        "list": proposed.list,
        "name": proposed.name,
        "from": since,
        "changes": changes(proposed, runs[1].asked.schedule),
        "compare": _without_basis(compare(reading, runs)),
        "predict": _without_basis(predict(reading, runs, since, reading.as_of)),
        "basis": basis,
    }


def _without_basis(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "basis"}
