"""What an amend changes of a tournament, while it is worked out."""

from dataclasses import dataclass

from ledger.bodies import GameFact, HeaderFact
from ledger.timeline import TournamentNow


@dataclass
class AmendChanges:
    """The tournament as it stands, and what is to become of it: the whole new header,
    games that change, as they will stand, ids of games struck out, and new games.
    """

    tournament: TournamentNow
    header: HeaderFact
    changed: tuple[GameFact, ...]
    struck: tuple[str, ...]
    added: tuple[GameFact, ...]

    @property
    def has_new_header(self) -> bool:
        """Whether it changes anything in the header."""
        return self.header != self.tournament.header

    @property
    def has_new_days(self) -> bool:
        """Whether the tournament would begin or end on another day than it does now."""
        before = self.tournament.header
        return (self.header.start, self.header.end) != (before.start, before.end)

    @property
    def has_new_games(self) -> bool:
        """Whether it strikes, changes or adds a game."""
        return bool(self.struck or self.changed or self.added)

    def games_left(self) -> dict[str, GameFact]:
        """Return, by id, the games of the tournament that are not struck out, as they
        will stand.
        """
        games = {
            name: game
            for name, game in self.tournament.games.items()
            if name not in self.struck
        }
        games.update((game.game, game) for game in self.changed)
        return games

    def games_after(self) -> dict[str, GameFact]:
        """Return, by id, all games as they will stand."""
        games = self.games_left()
        games.update((game.game, game) for game in self.added)
        return games
