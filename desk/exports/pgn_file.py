"""Write a tournament as PGN without moves, `selo export pgn`."""

from desk.exports.reports import ExportPgnAnswer, report
from exchange.results.pgn import pgn_text
from messages import counted
from messages.answer import json_value
from messages.results import RESULTS
from projections.answers.asking import Timed, TournamentId
from projections.answers.reading import Reading


class ExportPgn(Timed, frozen=True, kw_only=True):
    """A tournament as PGN without moves: the tags of each game, with ids and ratings
    before it.
    """

    line = ("tournament",)
    examples = ("selo export pgn kuusilahti-open-2024",)
    tournament: TournamentId

    def ask(self, reading: Reading) -> ExportPgnAnswer:
        """Return the games of the tournament as PGN.

        A note says of how many games PGN has no word for the result.
        """
        reported = report(reading, self.tournament)
        facts = {name: reported.facts.get(name) for name in ("place", "federation")}
        terminated = sum(RESULTS[game.result].pgn[1] != "" for game in reported.games)
        note = counted(
            "PGN has no word for the result of {count} game: its tag Termination"
            " says it",
            "PGN has no word for the results of {count} games: their tags Termination"
            " say them",
            terminated,
        )

        return ExportPgnAnswer(
            tournament=self.tournament,
            text=pgn_text(
                json_value(reported.tournament) | facts,
                [json_value(row) for row in reported.players],
                [json_value(row) for row in reported.games],
            ),
            notes=(note,) if terminated else (),
            basis=reported.basis,
        )
