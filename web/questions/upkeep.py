"""Questions about the ledger as a whole: all of it to take along, whether its tables are right, how it is kept."""

import time
from typing import ClassVar

from audit.doctor import Examination, doctor
from audit.rebuild import TablesCompared, check_tables
from ledger.answer import completed
from ledger.office.settings import SettingsAnswer, settings_answer
from projections.answers.exports.ledger import ExportLedgerAnswer, export_ledger_answer
from projections.answers.reading import Reading
from web.questions.asking import Asked, Ledger


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
