"""A player as the log holds them, and as the program works with them: what can be erased stands beside the log, under
a seal that the log holds.
"""

from msgspec import UNSET, UnsetType

from ledger.bodies import Body


class PlayerTold(Body, frozen=True):
    """A player, or a change of their details (then only what changed), with the day of birth and the sex for ever."""

    topic, kind, heading = "player-registered.v1", "player", "Player"
    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None
    earlier_names: int | UnsetType = UNSET  # how many stand beside the log from here on; stored where the name changed


class PlayerSealed(Body, frozen=True):
    """A player, or a change of their details (then only what changed). Of the birth it holds what the rules read: the
    year. No name, day of birth or sex: they stand beside the log, and can be erased."""

    topic, kind, heading = "player-registered.v2", "player", "Player"
    player: str
    details: str  # sha256 over the salt and the details in the person table
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    seal: str | UnsetType = UNSET  # sha256 over a salt, the day of birth, the sex and the wish not to be listed
    earlier_names: int | UnsetType = UNSET


class PlayerRegistered(Body, frozen=True):
    """A player, or a change of their details, as the program works with it: with what stands beside the log, as long as
    it does."""

    topic, kind, heading = "player-registered.v2", "player", "Player"
    player: str
    details: str
    federation: str | None = None
    federation_from: str | None = None
    born: str | None = None
    sex: str | None = None
    unlisted: bool | None = None
    earlier_names: int | UnsetType = UNSET
    read: str | None = None  # what the log itself holds of the birth, and every rule reads
    salt: str = ""
    seal: str = ""


def as_told(body: PlayerTold) -> PlayerRegistered:
    return PlayerRegistered(
        body.player, body.details, body.federation, body.federation_from, body.born, body.sex, None,
        body.earlier_names, body.born,
    )  # fmt: skip


def without_sealed(body: PlayerSealed) -> PlayerRegistered:
    """Return the player as the log alone has them, when nothing stands beside it any more."""
    return PlayerRegistered(
        body.player, body.details, body.federation, body.federation_from, body.born, None, None, body.earlier_names,
        body.born, "", body.seal or "",
    )  # fmt: skip


def sealed(body: PlayerRegistered) -> PlayerSealed:
    """Return what of a player is stored in the log."""
    return PlayerSealed(
        body.player, body.details, body.federation, body.federation_from, body.read, body.seal or UNSET,
        body.earlier_names,
    )  # fmt: skip
