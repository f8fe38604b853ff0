"""Refuse documents that bring a person whose name means a game without an opponent.

A ledger that holds such a name already keeps it, and may be imported again.
"""

from collections.abc import Iterable, Iterator

from exchange.byes import is_bye
from ledger.decide import Context
from ledger.documents import Details, Document, Player, Tournament
from ledger.errors import Problem, Refused, Where
from messages import say


def refuse_byes(document: Document, context: Context) -> None:
    """Refuse the names of a document that mean a bye, all of them at once.

    Only documents that introduce people are looked at: a player, and a tournament with
    its new players. `Refused` names the field of each name.
    """
    if isinstance(document, Player):
        problems = [*_byes([("name", document)], context)]
    elif isinstance(document, Tournament):
        fields = (
            (f"players[{at}].name", details)
            for at, details in enumerate(document.players)
        )
        problems = [*_byes(fields, context)]
    else:
        return

    if problems:
        raise Refused(problems)


def _byes(
    introduced: Iterable[tuple[str, Details | Player]], context: Context
) -> Iterator[Problem]:
    """Yield a problem for each name that means a bye; Bye or Frei is a person where a
    birth or a FIDE id says so.

    `introduced`: the field of the document, and the details in it. A player whom the
    ledger already knows by the very name may be stated again.
    """
    for field, details in introduced:
        if (
            details.name is None
            or details.born
            or details.fide_id
            or not is_bye(details.name)
        ):
            continue

        known = context.lookups.person(details.player)
        if known is None or known.name != details.name:
            message = say(
                "{name} means a game without an opponent, not a person",
                name=repr(details.name),
            )
            hint = say(
                "leave the player out; if somebody has that name, give the birth or the"
                " FIDE id as well"
            )
            yield Problem("bye-name", message, Where(field=field), hint)
