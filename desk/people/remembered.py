"""Answers about people, remembered beside the ledger for the next report: LEDGER.who, lines like those of a map.

    Jakalanen, Markku 1962 F020

A line counts only for a row of the same name and birth that would be asked about, with that player as a candidate. The
file holds names, so it is the office's own: it may be edited or deleted, and whoever is erased goes from it too.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from desk.people.matching import Match, Row
from ledger.outgoing import add_beside, write_again
from ledger.store.dialects.address import beside
from messages import Message, say

MOST_BYTES = 5_000_000


def place(ledger: str) -> Path:
    return Path(beside(ledger, ".who"))


def answers(ledger: str) -> dict[str, str]:
    """The remembered player by name and birth; whatever cannot be read is not remembered."""
    try:
        path = place(ledger)
        lines = path.read_text("utf-8").splitlines() if path.stat().st_size <= MOST_BYTES else []
    except (OSError, ValueError):
        return {}
    pairs = (line.rpartition(" ") for line in lines)
    return {_folded(name): player for name, _, player in pairs if name and player}


def settled(matches: Sequence[Match], known: Mapping[str, str]) -> list[Match]:
    """Doubts that were answered before, for the same name and birth."""
    return [
        match._replace(
            status="matched", player=player, by=say("an earlier answer"), candidates=(), because="remembered"
        )
        if match.status == "doubtful" and (player := known.get(_of(match.row))) in match.candidates
        else match
        for match in matches
    ]


def remember(ledger: str, matches: Iterable[Match]) -> None:
    """Keeps what the officer answered about names; a file that cannot be written is no reason to fail."""
    known = answers(ledger)
    new = [
        f"{' '.join(_written(match.row).split())} {match.player}"
        for match in matches
        if match.because == "map" and match.player is not None and match.row.name and known.get(_of(match.row)) is None
    ]
    if new:
        try:
            add_beside(ledger, str(place(ledger)), "".join(f"{line}\n" for line in new))
        except OSError:
            return


def forget(ledger: str, players: Collection[str]) -> list[Message]:
    """Takes the lines of these players out; a warning when that is not possible."""
    path = place(ledger)
    if not path.is_file():
        return []
    try:
        lines = path.read_bytes().splitlines()
        gone = {player.encode() for player in players}
        kept = [line for line in lines if line.rpartition(b" ")[2] not in gone]
        if kept != lines:
            write_again(str(path), b"".join(line + b"\n" for line in kept), private=True)
    except OSError as error:
        return [
            say(
                "the answers in {path} may still name them: {what}; take their lines out by hand",
                path=path,
                what=error.strerror,
            )
        ]
    return []


def _written(row: Row) -> str:
    return f"{row.name} {row.born or ''}"


def _of(row: Row) -> str:
    return _folded(_written(row))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
