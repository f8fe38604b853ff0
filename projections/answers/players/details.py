"""`selo player show` and `selo player find`: who the players are."""

from messages.answer import UNSET, Answer, UnsetType
from projections.answers.asking import PlayerId, Text, Timed
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


class FoundPlayer(Answer, frozen=True, kw_only=True):
    """A player whose name or id matched."""

    player: str
    name: str
    club: str | None
    fide_id: int | None
    earlier_names: tuple[str, ...] | UnsetType = UNSET
    merged_into: str | UnsetType = UNSET


class FindAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player find`."""

    rows: tuple[FoundPlayer, ...]
    basis: Basis


class PlayerShow(Timed, frozen=True, kw_only=True):
    """A player's details."""

    rests = ("player",)
    line = ("player",)
    examples = ("selo player show F001",)
    player: PlayerId

    def ask(self, reading: Reading) -> PlayerAnswer:
        return player(reading, self.player)


class PlayerFind(Timed, frozen=True, kw_only=True):
    """Players by parts of their name, by id or FIDE id; accents and case do not matter, and mistakes are forgiven."""

    line = ("words",)
    examples = ("selo player find hallavuori",)
    table = "rows"
    limited = True
    words: tuple[Text, ...]

    def ask(self, reading: Reading) -> FindAnswer:
        return find(reading, " ".join(self.words))


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


def _merged_into(reading: Reading, player: str) -> str | UnsetType:
    """Return the id that counts instead of this one; UNSET, and so no key, for an id that was not merged."""
    counts = reading.timeline.resolve(player)
    return UNSET if counts == player else counts


def player(reading: Reading, asked: str) -> PlayerAnswer:
    """Return the details of one player."""
    return PlayerAnswer(player=details(reading, known_player(reading, asked)), basis=reading.basis())


def find(reading: Reading, words: str) -> FindAnswer:
    """Find players by parts of their name, by id or FIDE id, among those known by then; if there are none, also by club
    and with mistakes in the words.
    """
    from projections.answers.people import people  # `show` has an id and needs no index of names

    everybody = people(reading)
    rows = tuple(
        FoundPlayer(
            player=person.player,
            name=person.name,
            club=person.club,
            fide_id=person.fide_id,
            earlier_names=everybody.earlier_names(person.player) or UNSET,
            merged_into=_merged_into(reading, person.player),
        )
        for person in everybody.holding(words) or everybody.near(words)
        if reading.timeline.player(person.player) is not None
    )
    return FindAnswer(rows=rows, basis=reading.basis())
