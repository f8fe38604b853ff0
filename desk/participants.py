"""Say who takes part in an event."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol


class Pairing(Protocol):
    """A game between two players, or between two rows of a file."""

    @property
    def white(self) -> str: ...

    @property
    def black(self) -> str: ...


def participants(
    games: Iterable[Pairing],
    league: Mapping[str, Any] | None,
    rows: Iterable[str],
) -> set[str]:
    """Return everybody whom an event needs: with a game, in a team, or in the report.

    `games`: also those that were not played. `league`: its teams and matches, as a
    report or a document has them; None where the event is no league. `rows`: whom the
    report names. All three know people by the same ids or keys of rows.
    """
    people = set(rows)

    for game in games:
        people.update((game.white, game.black))

    if league is not None:
        for team in league.get("teams", ()):
            people.update(team["players"])

    return people
