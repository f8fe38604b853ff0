"""`selo player show`: who a player is."""

from messages.answer import UNSET, Answer, UnsetType
from projections.answers.asking import PlayerId, Timed
from projections.answers.career import known_player
from projections.answers.reading import Basis, Reading
from projections.replay.on_day import person


class PlayerDetails(Answer, frozen=True, kw_only=True):
    """A player's details. Name, club and FIDE id are always today's; the rest is as of the day and as known. The last
    two keys are there for those who changed their name, and, for the office, for those who ask not to be listed."""

    id: str
    name: str | None
    federation: str
    born: str | None
    sex: str | None
    club: str | None
    fide_id: int | None
    merged: tuple[str, ...]
    earlier_names: tuple[str, ...] | UnsetType = UNSET
    unlisted: bool | UnsetType = UNSET


class PlayerAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player show`."""

    player: PlayerDetails
    basis: Basis


class PlayerShow(Timed, frozen=True, kw_only=True):
    """A player's details."""

    rests = ("player",)
    line = ("player",)
    examples = ("selo player show F001",)
    player: PlayerId

    def ask(self, reading: Reading) -> PlayerAnswer:
        return player(reading, self.player)


def details(reading: Reading, player: str) -> PlayerDetails:
    """Return what the ledger holds of the person behind an id that counts."""
    facts = person(player, reading.timeline)
    seen = reading.policy.seen(facts)
    return PlayerDetails(
        id=player,
        name=seen.name,
        federation=facts.federation(reading.as_of),
        born=seen.born,
        sex=seen.sex,
        club=seen.club,
        fide_id=seen.fide_id,
        merged=tuple(alias for alias in reading.timeline.aliases(player) if alias != player),
        earlier_names=seen.earlier_names or UNSET,
        unlisted=seen.unlisted or UNSET,
    )


def player(reading: Reading, asked: str) -> PlayerAnswer:
    """Return the details of one player."""
    return PlayerAnswer(player=details(reading, known_player(reading, asked)), basis=reading.basis())
