"""Put each problem of a refusal at the field of the form that it is about."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from ledger.errors import Problem, Refused, SeloError, Where
from messages import listed_names, say
from projections.answers.asking import names_in
from projections.answers.reading import Reading
from web.desk.form_fields import NAMED


@contextmanager
def placing_problems(moved: Callable[[Problem], Problem]) -> Iterator[None]:
    """Have each problem of a refusal where `moved` puts it.

    with placing_problems(partial(at_field, field="player")):
        known_player(reading, text)
    """
    try:
        yield
    except SeloError as refusal:
        refusal.problems = tuple(map(moved, refusal.problems))
        raise


def placed_problem(problem: Problem, places: Mapping[str, str]) -> Problem:
    """Return a problem of a document at the field of its form: of the longest path that
    leads to the problem's. The document is one that nobody wrote, so its lines tell
    nobody anything.
    """
    path = problem.where.field or ""
    around = [
        place
        for place in places
        if path == place or path.startswith((f"{place}.", f"{place}["))
    ]

    return replace(
        problem,
        where=Where(
            field=places[max(around, key=len)] if around else problem.where.field
        ),
    )


def without_line(problem: Problem) -> Problem:
    """Return a problem at its field alone, for whoever sees no file."""
    return replace(problem, where=Where(field=problem.where.field))


def at_field(problem: Problem, field: str) -> Problem:
    """Return a problem at a field of the form; its file and line stay as they are."""
    return replace(problem, where=replace(problem.where, field=field))


def known_ids(reading: Reading, text: str, field: str) -> None:
    """Refuse ids that nobody has."""
    unknown = [
        name for name in names_in([text]) if reading.timeline.player(name) is None
    ]
    if unknown:
        message = say(
            "nobody has the id {name}",
            name=listed_names(list(map(repr, unknown)), NAMED),
        )
        raise Refused(Problem("unknown-player", message, Where(field=field)))
