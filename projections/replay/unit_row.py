"""What a unit came to, as one row of the read tables: everybody's standing before it,
and each change's figures.

A unit's place is a text by which units sort in the order of computation: the day that
it counts for, then what orders the units of one day (rulebooks/numbers.py).

Terms, values after each game and coefficients are worked out again from the standings
before, for whoever asks why.

Why: docs/design/007-rows-of-units.md
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rulebooks.base import Person, Standing, Unit
from rulebooks.entries import Figure

UnitKey = tuple[str, str]  # list, place


class Body(msgspec.Struct, array_like=True, gc=False):
    """What is stored of a version of a unit.

    `before` has a standing for each of the players, in their order. A player has one
    figure, none, or two: a step of 3.7 comes before the change by games. `since` maps
    the positions of those figures that are older than the version to the seq from which
    they have been the same.
    """

    players: list[str]
    before: list[Standing]
    figures: list[Figure]
    since: dict[int, int] = {}


decode = msgspec.json.Decoder(Body).decode
_encode = msgspec.json.Encoder().encode


class UnitRow:
    """A version of a unit. `number` is the same for all versions; the body is decoded
    when first asked for.

    kind: `games`, `opening` or `ruling`; unit: its id.
    tournament, player: whose unit it is, one of them None.
    seq: the event that it comes from.
    known_from, known_to: the last seqs of the submissions that wrote and closed it.
    """

    __slots__ = (
        "_body",
        "_by_player",
        "_new_entries",
        "_players",
        "_text",
        "edition",
        "kind",
        "known_from",
        "known_to",
        "list",
        "number",
        "place",
        "player",
        "rated_from",
        "seq",
        "tournament",
        "unit",
    )

    def __init__(
        self,
        number: int,
        list_name: str,
        place: str,
        kind: str,
        unit: str,
        tournament: str | None,
        player: str | None,
        edition: str,
        seq: int,
        known_from: int,
        known_to: int | None,
        body: Body | str,
    ) -> None:
        self.number = number
        self.list = list_name
        self.place = place
        self.kind = kind
        self.unit = unit
        self.tournament = tournament
        self.player = player
        self.edition = edition
        self.seq = seq
        self.known_from = known_from
        self.known_to = known_to
        # unless it was read from a table
        self.rated_from: tuple[Unit, list[Person]] | None = None
        self._body = body if isinstance(body, Body) else None
        self._text = body if isinstance(body, str) else ""
        self._by_player: dict[str, list[Figure]] | None = None
        self._players: list[str] | None = None
        self._new_entries: int | None = None

    @property
    def key(self) -> UnitKey:
        """The list and the place, which name a unit in all its versions."""
        return self.list, self.place

    @property
    def on(self) -> str:
        """The day that the unit counts for: places begin with it."""
        return self.place[:10]

    @property
    def body(self) -> Body:
        """What the row holds, decoded from its text at the first time."""
        if self._body is None:
            self._body = decode(self._text)
        return self._body

    @property
    def text(self) -> str:
        """The body as it is stored."""
        if not self._text:
            self._text = _encode(self.body).decode()
        return self._text

    def pack(self) -> None:
        """Keep the text, which is enough to bring everything back, and what is asked
        for without it: a history of many years is rated in memory.
        """
        self._text = self.text
        self._players = self.players
        self._new_entries = self.new_entries
        self._body = None
        self._by_player = None

    @property
    def players(self) -> list[str]:
        """Who has a seat, in the order of the unit."""
        return self.body.players if self._players is None else self._players

    @property
    def figures(self) -> list[Figure]:
        """What is kept of everybody's changes."""
        return self.body.figures

    @property
    def new_entries(self) -> int:
        """How many entries came with this version: the others are older."""
        if self._new_entries is not None:
            return self._new_entries
        body = self.body
        return len(body.figures) - len(body.since)

    def since(self, position: int) -> int:
        """Return the seq from which the figure at a position has been the same."""
        return self.body.since.get(position, self.known_from)

    def sits(self, player: str) -> bool:
        """Tell whether a player has a seat in the unit.

        A seat may be without any change, as that of somebody who is not rated abroad.
        """
        return player in self._figures_by_player()

    def changes_of(self, player: str) -> list[Figure]:
        """Return the player's changes in the unit: one, none, or two with a step of
        3.7.

        Nothing for somebody without a seat.
        """
        return self._figures_by_player().get(player, [])

    def _figures_by_player(self) -> dict[str, list[Figure]]:
        """Return everybody's changes, in a dict that is made when first asked for.

        Everybody with a seat is in it, with [] for somebody whom nothing changed.
        """
        if self._by_player is None:
            by_player: dict[str, list[Figure]] = {player: [] for player in self.players}
            for figure in self.figures:
                own = by_player.setdefault(figure.player, [])
                own.append(figure)
            self._by_player = by_player
        return self._by_player

    def dated(self, player: str | None = None) -> Iterator[tuple[Figure, int]]:
        """Yield the changes of everybody, or of one player, each with the seq from
        which it has been the same.

        An entry that a new version of the unit left alone keeps the seq of the older
        version.
        """
        for position, figure in enumerate(self.figures):
            if player is None or figure.player == player:
                yield figure, self.since(position)

    def rated(self) -> set[str]:
        """Return the players who got a rating by their games, or by a decision.

        A step of 3.7 alone is none.
        """
        return {figure.player for figure in self.figures if figure.kind != "elo-step"}

    def standing_before(self, player: str) -> Standing:
        """Return the player's standing before the unit.

        They must have a seat; else ValueError.
        """
        position = self.players.index(player)
        return self.body.before[position]

    def standing_after(self, player: str) -> Standing:
        """Return the player's standing after the unit; that before it, for a player
        whom nothing changed.
        """
        figures = self.changes_of(player)
        return figures[-1].standing if figures else self.standing_before(player)

    def standings_before(self) -> dict[str, Standing]:
        """Return everybody's standing before the unit.

        They are those that the unit was rated from.
        """
        return dict(zip(self.players, self.body.before, strict=True))

    def standings_after(self) -> dict[str, Standing]:
        """Return everybody's standing after the unit."""
        standings = self.standings_before()

        for figure in self.figures:
            standings[figure.player] = figure.standing

        return standings

    def stored(self) -> tuple[Any, ...]:
        """Return the values of the columns of the table `unit`, without the checksum.

        They are in the order of the table; the body is text.
        """
        return (
            self.number,
            self.list,
            self.place,
            self.kind,
            self.unit,
            self.tournament,
            self.player,
            self.edition,
            self.seq,
            self.known_from,
            self.known_to,
            self.text,
        )


def row_of_unit(
    unit: Unit, before: Sequence[Standing], figures: list[Figure]
) -> UnitRow:
    """Make a version that is not kept yet: without number and without the seq it is
    known from.

    `before`: a standing for each seat of the unit, in its order.
    """
    return UnitRow(
        number=0,
        list_name=unit.list,
        place=unit.place,
        kind=unit.kind,
        unit=unit.id,
        tournament=unit.tournament,
        player=None if unit.given is None else unit.given.player,
        edition=unit.edition,
        seq=unit.seq,
        known_from=0,
        known_to=None,
        body=Body(list(unit.seats()), list(before), figures),
    )
