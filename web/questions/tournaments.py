"""Questions about tournaments, and about the ledger as a whole: all of it to take along, whether its tables are right,
how it is kept."""

import time
from typing import ClassVar, Literal

import msgspec

from audit.doctor import Examination, doctor
from audit.rebuild import TablesCompared, check_tables
from desk.out import exported_trf
from ledger.answer import Answer, completed, plain
from ledger.office import SettingsAnswer, settings_answer
from projections.answers.exports.audit import EXACT, AuditAnswer, AuditRow, audit
from projections.answers.exports.ledger import ExportLedgerAnswer, export_ledger_answer
from projections.answers.exports.report import ExportTrfAnswer
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import TournamentAnswer, TournamentsAnswer, tournament, tournaments
from web.questions.asking import Asked, Id, Ledger, Sheet, Timed


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


class ExportLedger(Asked, frozen=True, kw_only=True):
    """Every document in the order it was recorded. It holds names: keep it like a backup."""

    costly: ClassVar[bool] = True

    def ask(self, reading: Reading) -> ExportLedgerAnswer:
        return export_ledger_answer(reading)


class Settings(Asked, frozen=True, kw_only=True):
    """What the ledger keeps of itself: its time zone, and how far a clock is believed."""

    def ask(self, reading: Reading) -> SettingsAnswer:
        return settings_answer(reading.events)


class RebuildCheck(Asked, frozen=True, kw_only=True):
    """The stored conclusions beside a fresh replay of all events; nothing is written."""

    costly: ClassVar[bool] = True
    remembered: ClassVar[bool] = False

    def answered(self, ledger: Ledger, today: str) -> TablesCompared:
        started = time.monotonic()
        compared = check_tables(ledger.path)
        return completed(compared, seconds=round(time.monotonic() - started, 3))


class Doctor(Asked, frozen=True, kw_only=True):
    """A look at the ledger and the machine under it, with advice."""

    costly: ClassVar[bool] = True
    remembered: ClassVar[bool] = False

    def answered(self, ledger: Ledger, today: str) -> Examination:
        return doctor(ledger.path, ledger.now(), ledger.keys)
