"""Tell whether the editions that the office adopted are those that a program carries."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.bodies import RulesAdopted, RulesRevised
from ledger.timeline import Fact


def followed_revisions(office: Iterable[Fact]) -> dict[str, int]:
    """Return the revision of each adopted edition: that of its adoption, or a later one
    that was accepted.

    An acceptance of an edition that nobody had adopted says nothing: a later adoption
    takes it as it is then.
    """
    revisions: dict[str, int] = {}
    for fact in office:
        match fact.body:
            case RulesAdopted(edition=edition, revision=revision) if fact.live:
                revisions.setdefault(edition, revision)
            case RulesRevised(edition=edition, revision=revision) if (
                fact.live and edition in revisions
            ):
                revisions[edition] = max(revision, revisions[edition])
    return revisions


class UnlikeEditions(NamedTuple):
    """The adopted editions of which a program carries another state than the ledger
    follows: a newer or older one.
    """

    corrected: frozenset[str]
    outgrown: frozenset[str]


def unlike_editions(
    office: Sequence[Fact], editions: Mapping[str, Mapping[str, int]]
) -> UnlikeEditions:
    """Compare the adopted editions with those of a program, {list: {edition:
    revision}}, for lists that are kept.
    """
    adopted = [
        fact.body
        for fact in office
        if fact.live and isinstance(fact.body, RulesAdopted)
    ]
    revisions = followed_revisions(office)
    carried = {
        body.edition: editions.get(body.list, {}).get(body.edition, 0)
        for body in adopted
    }
    return UnlikeEditions(
        frozenset(
            edition
            for edition, revision in carried.items()
            if revision > revisions[edition]
        ),
        frozenset(
            edition
            for edition, revision in carried.items()
            if revision < revisions[edition]
        ),
    )
