"""How a tournament's file was read the last time, remembered beside the ledger: LEDGER.read, a line for each booking.

    {"tournament": "kesa", "date_order": "dmy"}

The next state of the same tournament is read with the same answers, so nobody is asked twice. Only what says how to
read is remembered: days, names and times stand in the ledger, an encoding or a sheet belongs to one file, and ids for
new players are asked for whenever there are any.
"""

import json
from pathlib import Path

import msgspec

from desk.files.settings import Settings, settings_of
from ledger.errors import Refused, Where
from ledger.outgoing import add_beside
from ledger.store.dialects.address import beside

REMEMBERED = ("date_order", "players_by", "colours", "all_played", "stage_from_round", "final")
MOST_BYTES = 5_000_000


def place(ledger: str) -> Path:
    return Path(beside(ledger, ".read"))


def read_before(ledger: str, tournament: str) -> Settings:
    """The answers for this tournament; a line that cannot be read is not remembered."""
    answers = _lines(ledger).get(tournament, {})
    try:
        return settings_of({name: answers[name] for name in REMEMBERED if name in answers}, Where(str(place(ledger))))
    except Refused:
        return Settings()


def _lines(ledger: str) -> dict[str, dict[str, object]]:
    """The last line of each tournament."""
    try:
        path = place(ledger)
        texts = path.read_text("utf-8").splitlines() if path.stat().st_size <= MOST_BYTES else []
    except (OSError, ValueError):
        return {}
    by_tournament: dict[str, dict[str, object]] = {}
    for text in texts:
        try:
            line = msgspec.json.decode(text, type=dict[str, object])
        except msgspec.DecodeError:
            continue
        by_tournament[str(line.get("tournament"))] = line
    return by_tournament


def remember_reading(ledger: str, settings: Settings) -> None:
    """Keeps how a booked file was read; a place that cannot be written is no reason to fail."""
    answers = {name: value for name in REMEMBERED if (value := getattr(settings, name)) is not None}
    line = {"tournament": settings.tournament, **answers}
    if not answers or settings.tournament is None or _lines(ledger).get(settings.tournament) == line:
        return
    try:
        add_beside(ledger, str(place(ledger)), f"{json.dumps(line)}\n")
    except OSError:
        return
