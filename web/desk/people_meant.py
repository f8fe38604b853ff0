"""Read whom the fields of a form name: each by an id, or by a name that only one player
has, so that nobody has to know ids by heart.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from exchange.names.likeness import has_same_words
from ledger.errors import NotFound, Problem, SeloError
from messages import say
from projections.answers.career import known_player, names_of
from projections.answers.people import did_you_mean, with_id
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

    `Berg, Bea` or `bea berg` becomes `P002`, the one player of that name. Where the one
    whose name begins so is `Bergman, Beata`, it is asked whether they are meant.
    """
    fields = dict(form.fields)
    unknown: list[Problem] = []
    for name in names:
        text = form.text(name)
        if not text or reading.timeline.player(text) is not None:
            continue
        try:
            player = known_player(reading, text)
            _refuse_if_unlike(reading, text, player)
        except NotFound as nobody:
            unknown += map(partial(at_field, field=name), nobody.problems)
        else:
            fields[name] = player

    return PeopleMeant(form._replace(fields=fields), unknown)


def _refuse_if_unlike(reading: Reading, text: str, player: str) -> None:
    """Refuse to take a text for a player unless it is their id, in any capitals, or has
    all words of their name: whoever is written down for good is never guessed.
    """
    name = names_of(reading, [player]).get(player, "")
    if with_id(reading, text) == player or has_same_words(text, name):
        return

    message = say("nobody has the id {name}", name=repr(text))
    hint = did_you_mean([f"{player} {name}".rstrip()])
    raise NotFound(Problem("unknown-player", message, hint=hint))


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
