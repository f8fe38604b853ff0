"""Who may be meant by a row whose name nobody has: names close to it, and the same births beside a part of the name."""

from typing import NamedTuple

from desk.people.evidence import Birth, Evidence, Row, weigh
from desk.people.register import Register
from exchange.names.likeness import surname_shared


class Nearest(NamedTuple):
    """The players who may be meant, by what is near."""

    close: list[str]
    born_alike: list[str]


def nearest(row: Row, register: Register) -> Nearest:
    """Names of another birth are other people's, unless one slip of a finger lies between the two days; so are close
    names with another FIDE id, unless the births are the same."""
    near = (weigh(row, player, register) for player in sorted(register.close(row.name)))
    close = [own.player for own in near if _may_be(own)]
    return Nearest(close, [] if close or not row.born else _born_alike(row, register))


def _may_be(own: Evidence) -> bool:
    return own.birth is not Birth.DIFFERS and (own.fide_id is not False or own.birth_fits)


def _born_alike(row: Row, register: Register) -> list[str]:
    """Whoever was born on the same day and has a word of the name: called by another given name, or married.

    Of a year alone, who has the surname too: every given name is common enough to be met in a year.
    """
    year = (row.born or "")[:4]
    same_year = [one for one in register.sharing_a_word(row.name) if (register.born(one) or "")[:4] == year]
    fits = (weigh(row, player, register) for player in sorted(same_year))
    return [own.player for own in fits if own.birth_fits and _is_kin(own, row, register)]


def _is_kin(own: Evidence, row: Row, register: Register) -> bool:
    surname = any(surname_shared(row.name, name) for name in register.names(own.player))
    if own.birth is Birth.DAY:
        return surname or own.fide_id is not False
    other = {"fide-id", "sex", "federation"} & set(own.contradicts())
    return surname and not other
