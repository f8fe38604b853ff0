"""Hold against each other what two witnesses saw of one log."""

from collections.abc import Sequence

from features.witness.shown import Fetch, fetched_leaves, refusal, refuse_rewritten
from features.witness.watched import Watched
from ledger.errors import Problem, Refused, Where
from messages import say
from messages.answer import Answer


class WitnessesCompared(Answer, frozen=True, kw_only=True):
    """Two witnesses of one log saw the same history. `by`: `roots` over as many events,
    or the hashes of the `log`.
    """

    origin: str
    sizes: tuple[int, int]
    by: str


def compared(
    files: tuple[str, str], seen: Sequence[Watched], fetch: Fetch
) -> WitnessesCompared:
    """Hold what two witnesses saw of a log against each other; ask the log where they
    never saw it at one size.
    """
    one, other = seen
    if one.origin != other.origin:
        _refuse_other_ledger(*files, origin=one.origin)

    one_roots, other_roots = one.roots(), other.roots()
    both = one_roots.keys() & other_roots.keys()
    for size in sorted(both):
        if one_roots[size] != other_roots[size]:
            _refuse_two_histories(*files, origin=one.origin, size=size)

    # one that went further may have gone another way behind what both saw
    longest = max(one_roots), max(other_roots)
    is_whole = min(longest) in both
    if not is_whole:
        leaves = fetched_leaves(fetch, max(longest))
        for file, watched in zip(files, seen, strict=True):
            refuse_rewritten(file, watched.roots(), leaves)

    return WitnessesCompared(
        origin=one.origin,
        sizes=(one.size, other.size),
        by="roots" if is_whole else "log",
    )


def _refuse_other_ledger(one: str, other: str, *, origin: str) -> None:
    message = say(
        "{one} is of {origin}, and {other} of another ledger",
        one=one,
        origin=origin,
        other=other,
    )
    hint = say("compare files of one ledger")
    raise Refused(Problem("other-ledger", message, Where(other), hint))


def _refuse_two_histories(one: str, other: str, *, origin: str, size: int) -> None:
    message = say(
        "{one} and {other} were shown two histories of {origin}: over {size}"
        " events the roots differ",
        one=one,
        other=other,
        origin=origin,
        size=size,
    )
    raise refusal("root-differs", message)
