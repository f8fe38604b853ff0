"""Names that mean a game without an opponent: no document may bring them in as a person.

A ledger that holds such a name already keeps it, and may be imported again.
"""

from collections.abc import Iterable, Iterator

from exchange.text.byes import is_bye
from ledger.decide.context import Context
from ledger.documents import Details, Document, Player, Tournament
from ledger.errors import Problem, Refused, Where
from messages import say


def refuse_byes(document: Document, context: Context) -> None:
    """Every such name of the document at once."""
    if isinstance(document, Player):
        problems = [*_byes([("name", document.details())], context)]
    elif isinstance(document, Tournament):
        fields = ((f"players[{at}].name", details) for at, details in enumerate(document.players))
        problems = [*_byes(fields, context)]
    else:
        return
    if problems:
        raise Refused(problems)


def _byes(introduced: Iterable[tuple[str, Details]], context: Context) -> Iterator[Problem]:
    """Somebody called Bye or Frei is a person where a birth or a FIDE id says so."""
    for field, details in introduced:
        if details.name is None or details.born or details.fide_id or not is_bye(details.name):
            continue
        known = context.lookups.person(details.player)
        if known is None or known.name != details.name:
            message = say("{name} means a game without an opponent, not a person", name=repr(details.name))
            hint = say("leave the player out; if somebody has that name, give the birth or the FIDE id as well")
            yield Problem("bye-name", message, Where(field=field), hint)
