"""What stands beside the log: names, what events seal, kept files. All of it fits the digests in the events."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from audit.evidence import Finding, Walk, wrong
from ledger.store.as_stored import detail_rows, former_rows, person_rows, source_rows
from ledger.store.database import Connection
from ledger.store.details import Sealed, seal
from ledger.store.persons import Personal, digest, folded
from messages import say


def person_findings(connection: Connection, details: Mapping[str, tuple[int, str | None]]) -> Iterator[Finding]:
    """Check that every name fits the digest in the player's latest event, and that no erased one has come back."""
    seen = set()
    for player, salt, *kept, text, sealed in person_rows(connection):
        seen.add(player)
        seq, wanted = details.get(player, (0, None))
        if wanted is None:
            unnamed = say(
                "the person {player} is named, although event {seq} has no name for them", player=player, seq=seq
            )
            unknown = say("the person {player} is in no event", player=player)
            yield wrong("person-slipped-in", unnamed if seq else unknown, of=str(player))
        elif not _is_text(salt, kept) or digest(salt, Personal(player, *kept)) != wanted:
            message = say("the details of {player} are not those of event {seq}", player=player, seq=seq)
            yield wrong("person-differs", message, of=player)
        elif text != folded(kept[0]):
            message = say("the name of {player} is filed for searching as {text}", player=player, text=repr(text))
            yield wrong("person-differs", message, of=player)
        elif not sealed:
            message = say("the checksum beside the details of {player} is not theirs", player=player)
            yield wrong("person-differs", message, of=player)
    for player, (seq, wanted) in details.items():
        if wanted is not None and player not in seen:
            message = say(
                "the details of {player} (event {seq}) are gone, and no event erased them", player=player, seq=seq
            )
            yield wrong("person-missing", message, of=player)


def former_name_findings(connection: Connection, passed: Walk) -> Iterator[Finding]:
    """Check that every earlier name of a person is one that an event of theirs gave them, and that none is missing.

    As many have to be there as an event says; of an erased person none is left.
    """
    there, digests = Counter[str](), passed.people_facts.digests
    for player, salt, *kept, text, sealed in former_rows(connection):
        there[player] += 1
        fits = _is_text(salt, kept) and digest(salt, Personal(player, *kept)) in digests.get(player, ())
        if not fits or text != folded(kept[0]) or not sealed:
            message = say("an earlier name of {player} is not that of any event", player=player)
            yield wrong("person-differs", message, of=str(player))

    for player, (seq, stated) in passed.people_facts.earlier_names.items():
        if there[player] < stated:
            about: dict[str, object] = {"player": player, "seq": seq, "stated": stated, "gone": stated - there[player]}
            message = say(
                "of the {stated} earlier names of {player} (event {seq}) {gone} are gone, and no event erased them",
                **about,
            )
            yield wrong("person-missing", message, of=player)


def detail_findings(connection: Connection, passed: Walk) -> Iterator[Finding]:
    """Check that what stands beside each event is what it seals; of nobody who was erased is anything left."""
    missing = dict(passed.people_facts.seals)
    for seq, player, *beside in detail_rows(connection):
        if seq not in missing:
            message = say("something stands beside event {seq} that it does not seal", seq=seq)
            yield wrong("person-slipped-in", message, of=str(player))
        elif missing.pop(seq) != (player, _sealed_as(player, beside)):
            message = say("what stands beside event {seq} is not what it seals", seq=seq)
            yield wrong("person-differs", message, of=str(player))
    for seq, (player, _) in missing.items():
        message = say("what event {seq} seals of {player} is gone, and no event erased them", seq=seq, player=player)
        yield wrong("person-missing", message, of=player)


def _sealed_as(player: Any, beside: list[Any]) -> str:
    salt, born, sex, unlisted = beside
    right = isinstance(salt, str) and isinstance(born, str | None) and isinstance(sex, str | None)
    return seal(player, Sealed(*beside)) if right and isinstance(unlisted, int | None) else ""


def _is_text(salt: Any, kept: list[Any]) -> bool:
    name, club, fide_id = kept
    return (
        isinstance(salt, str) and isinstance(name, str) and isinstance(club, str | None)
        and isinstance(fide_id, int | None)
    )  # fmt: skip


def source_findings(connection: Connection, sources: set[str]) -> Iterator[Finding]:
    """Check that every kept file has the digest it is kept under, and that some tournament was read from it."""
    for sha256, data in source_rows(connection):
        if not isinstance(data, bytes) or hashlib.sha256(data).hexdigest() != sha256 or sha256 not in sources:
            message = say("the kept file {sha256} is not what a tournament was read from", sha256=sha256)
            yield wrong("source-differs", message)
