"""Read tournaments in the form in which a pairing program keeps or exports them."""

from collections.abc import Callable

from desk.files.from_report import HIGHEST, rows_by_key
from desk.files.games_file import (
    Entrant,
    FileGame,
    FileReport,
    GamesFile,
    Source,
    byes_of,
    federation_of,
    fide_number,
    first_and_last_day,
)
from desk.files.settings import Settings
from exchange import MAX_BYTES
from exchange.online import mark_of_text
from exchange.programs.swar import read_swar
from exchange.programs.swissperfect import is_perfect_zip, read_swissperfect
from exchange.programs.tournament import Event, Person, Tournament
from exchange.programs.tunx import read_tunx
from exchange.recognise import Kind, kind_of
from exchange.text.cells import PairedGame
from exchange.time_control import proposed_time_control
from messages import say

_TITLES = frozenset(["GM", "IM", "FM", "CM"])


# of the bytes of a file, its name, and the encoding that was stated
_Reader = Callable[[bytes, str, str | None], Tournament]
PROGRAMS: dict[Kind, _Reader] = {
    "swiss-manager-file": read_tunx,
    "swissperfect-zip": read_swissperfect,
    "swar": read_swar,
}


def program_file(data: bytes, file: str) -> Kind | None:
    """Return which program's file it is; None for any other, and for one too large.

        autumn.TUNX                             swiss-manager-file
        autumn.zip of open.trn and open.sco     swissperfect-zip
        autumn.trf                              None

    `file`: its name, which refusals of a broken archive speak of.
    """
    if len(data) > MAX_BYTES:
        return None
    kind = kind_of(file, data)
    if kind == "packed" and is_perfect_zip(data, file):
        return "swissperfect-zip"
    return kind if kind in PROGRAMS else None


def read_program(kind: Kind, data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read the file of a program by its kind, or refuse it.

    `kind`: as `program_file` returns it. Its days count where the officer gives no
    others. A tournament without cells is a list of people: nobody has been paired yet.

        person 3 of the program    Entrant("3", "Aho, Aino", ...)
        a pair of round 1          FileGame(1, "3", "7", "1-0")

    Refused is a file that is cut short, or laid out in another way (`program-file`).
    """
    read = PROGRAMS[kind](data, file, settings.encoding)
    event = read.event

    days = [day for day in (event.start, event.end) if day is not None]
    start, end = first_and_last_day(days, settings)

    # what people read as the format of the booked file
    form = say("tournament of {program}", program=read.program)

    return GamesFile(
        source=Source(file, form, read.sha256, read.encoding, "none"),
        entrants=[_entrant(person, settings) for person in read.people],
        games=[_game(game, settings) for game in read.games],
        name=event.name,
        start=start,
        end=end,
        federation=federation_of(event.federation) or "",
        time_text=event.time_control,
        time_control=proposed_time_control("", event.time_control),
        online=mark_of_text(event.city, event.name, event.arbiter),
        byes=byes_of(read.byes),
        warnings=read.warnings,
        report=FileReport(
            _facts(event), rows_by_key(read.people, read.cells, read.games, _row)
        ),
        people_only=not read.cells,
    )


def _game(game: PairedGame, settings: Settings) -> FileGame:
    """Make the game of a pair; its day is the one that the officer gives the round.

    No program's file is read for the days of its rounds, so without the officer there
    is none.
    """
    return FileGame(
        round=game.round,
        white=str(game.white),
        black=str(game.black),
        result=game.result,
        reason=game.reason,
        on=settings.round_days.get(str(game.round)),
    )


def _entrant(person: Person, settings: Settings) -> Entrant:
    """Make the row of a person; national ids count only where the officer says so.

    What the program leaves empty is None.
    """
    national_id = None
    if settings.players_by == "national":
        national_id = person.national_id or None

    return Entrant(
        key=str(person.number),
        name=person.name,
        sex=person.sex or None,
        born=person.born or None,
        federation=federation_of(person.federation),
        fide_id=fide_number(person.fide_id),
        national_id=national_id,
        club=person.club or None,
    )


def _facts(event: Event) -> dict[str, object]:
    """Return what the file says of the event: its place, and how many rounds it has.

        {"place": "Helsinki", "rounds": 7}

    A place or a number that the program does not have is left out.
    """
    facts: dict[str, object] = {}
    if event.city:
        facts["place"] = event.city
    if event.rounds:
        facts["rounds"] = event.rounds
    return facts


def _row(person: Person, cells: dict[str, str]) -> dict[str, object]:
    """Return what the file says of a player; fields without a value are left out, a
    rating that is none too.

        {"number": 3, "title": "FM", "federation": "FIN", "rating": 1850}

    `cells`: by round, those that do not follow from the games. The title of a woman is
    left out: it would tell a sex, which no event does.
    """
    title = person.title if person.title in _TITLES else None
    rating = person.rating if person.rating <= HIGHEST else None

    fields: dict[str, object] = {
        "number": person.number,
        "title": title,
        "federation": person.federation,
        "rating": rating,
        "cells": cells,
    }
    return {name: value for name, value in fields.items() if value}
