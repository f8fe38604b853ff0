"""Read whom the fields of a form name: each by an id, or by a name that only one player
has, so that nobody has to know ids by heart.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from ledger.errors import NotFound, Problem, SeloError
from projections.answers.career import known_player
from projections.answers.reading import Reading
from web.desk.form_fields import Form
from web.desk.problems_at_fields import at_field


class PeopleMeant(NamedTuple):
    """A form with ids in place of names, and what is wrong with those whom nobody here
    is: their fields stay as they were typed.
    """

    form: Form
    unknown: Sequence[Problem]


def form_with_ids(reading: Reading, form: Form, names: Iterable[str]) -> PeopleMeant:
    """Return the form with the ids of the people in the fields of these names. An empty
    field stays empty, and an id stays as it is, also of somebody who was merged.

    `Berg, Bea` or `bea berg` becomes `P002`, the one player of that name.
    """
    fields = dict(form.fields)
    unknown: list[Problem] = []
    for name in names:
        text = form.text(name)
        if not text or reading.timeline.player(text) is not None:
            continue
        try:
            fields[name] = known_player(reading, text)
        except NotFound as nobody:
            unknown += map(partial(at_field, field=name), nobody.problems)

    return PeopleMeant(form._replace(fields=fields), unknown)


def add_unknown(refusal: SeloError, unknown: Sequence[Problem]) -> None:
    """Have a refusal tell of people whom nobody here is in place of what the document
    has against their fields: that a name is no id.
    """
    fields = {problem.where.field for problem in unknown}
    others = [
        problem
        for problem in refusal.problems
        if (problem.where.field or "").rpartition(".")[2] not in fields
    ]
    refusal.problems = (*unknown, *others)
