"""Questions about tournaments."""

from typing import ClassVar, Literal

import msgspec

from desk.out.report import exported_trf
from ledger.answer import Answer, plain
from projections.answers.exports.audit import EXACT, AuditAnswer, AuditRow, audit
from projections.answers.exports.report import ExportTrfAnswer
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import TournamentAnswer, tournament
from projections.answers.tournaments.tournaments import TournamentsAnswer, tournaments
from web.questions.asking import Id, Sheet, Timed


class Tournaments(Timed, frozen=True, kw_only=True):
    """The tournaments that are known, by the day they ended."""

    table: ClassVar[str | None] = "rows"

    def ask(self, reading: Reading) -> TournamentsAnswer:
        return tournaments(reading)


class Tournament(Timed, frozen=True, kw_only=True):
    """A tournament: header, version, what each game counted for, and the ratings before and after."""

    table: ClassVar[str | None] = "games"
    tournament: Id

    def ask(self, reading: Reading) -> TournamentAnswer:
        return tournament(reading, self.tournament)


class ExportTrf(Timed, frozen=True, kw_only=True):
    """A tournament report in TRF, and what could not be written in it."""

    tournament: Id
    form: Literal["trf16", "trf26"] = msgspec.field(default="trf26", name="format")

    def ask(self, reading: Reading) -> ExportTrfAnswer:
        return exported_trf(reading, self.tournament, self.form)


class ExportAudit(Timed, frozen=True, kw_only=True):
    """For an auditor: one row a player and game, with every term of the rating."""

    tournament: Id

    def ask(self, reading: Reading) -> AuditAnswer:
        return audit(reading, self.tournament)

    def sheet(self, answer: Answer) -> Sheet:
        assert isinstance(answer, AuditAnswer)
        return Sheet([plain(row) for row in answer.rows], AuditRow.__struct_fields__, EXACT)
