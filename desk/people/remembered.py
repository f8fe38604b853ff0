"""Carry answers over: remembered beside the ledger for the next report, or from one
state of a report to the next.

A remembered answer about people (answers_file.py) counts only for a row of the same
name and birth, and of the FIDE id in it, that would be asked about. Without a FIDE id
it answers how a name is written or who was born when, so that player must be the only
one in question, and no number of the row may speak against it: that was never asked.

How a tournament's file was read: LEDGER.read, a line for each booking, so the next
state of it is read alike.

    {"tournament": "kesa", "date_order": "dmy"}
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as of_file
from pathlib import Path

import msgspec
from msgspec.structs import replace

from desk.files.games_file import (
    Entrant,
    GamesFile,
    folded,
    game_of_stated_result,
    seats_of,
)
from desk.files.settings import Settings, settings_of
from desk.people.answers_file import add_lines, answer_lines, lines_of
from desk.people.evidence import PersonRow, weigh
from desk.people.matching import OF_TWO_ROWS, Match, Status
from desk.people.register import Register
from exchange.names.likeness import Likeness, likeness
from ledger.errors import Refused, Where
from ledger.field_types import Result
from ledger.store import file_beside
from ledger.whole_files import append_privately
from messages import say
from messages.results import PENDING

OPEN: tuple[Status, ...] = ("doubtful", "proposed")


def answers(ledger: str) -> dict[str, str]:
    """Read the remembered player by name, birth and FIDE id, the last answer of each. A
    line that cannot be read is skipped.
    """
    remembered = {}
    for line in answer_lines(ledger):
        name, _, player = line.rpartition(" ")
        if name and player:
            remembered[folded(name)] = player
    return remembered


def settled_matches(
    matches: Sequence[Match], known: Mapping[str, str], register: Register
) -> list[Match]:
    """Settle doubts and proposals that were answered before, for the same name and
    birth.
    """
    return [_settled_match(match, known, register) for match in matches]


def _settled_match(match: Match, known: Mapping[str, str], register: Register) -> Match:
    if match.status not in OPEN:
        return match
    player = _answered_player(match, known, register)
    if player not in match.candidates:
        return match
    return match._replace(
        status="matched",
        player=player,
        by=say("an earlier answer"),
        candidates=(),
        because="remembered",
    )


def _answered_player(
    match: Match, known: Mapping[str, str], register: Register
) -> str | None:
    """Return the player of an earlier answer that was about just this.

    None where nothing was answered, or not about this: two rows with one number,
    several candidates without a FIDE id in the row, or a number that speaks against the
    candidate.
    """
    if match.because in OF_TWO_ROWS:
        return None
    if match.row.fide_id and (player := known.get(_folded_key(match.row))) is not None:
        return player

    # without a FIDE id the answer is about a name, and names are shared
    if len(match.candidates) != 1:
        return None

    own = weigh(match.row, match.candidates[0], register)

    if False in (own.number, own.fide_id):
        return None
    return known.get(folded(_name_and_birth(match.row)))


def remember(ledger: str, matches: Iterable[Match]) -> None:
    """Keep what the officer answered about names; a file that cannot be written stops
    nothing.

    Of an agreement about many rows, only those rows are kept that were identified by
    more than the name.
    """
    known = answers(ledger)
    new = []
    for match in matches:
        row = match.row
        is_sure = match.because == "map" or (
            match.because == "agreed" and (row.born or row.fide_id)
        )
        if not is_sure or match.player is None or not row.name:
            continue
        if known.get(_folded_key(row)) != match.player:
            words = " ".join(_key_text(row).split())
            new.append(f"{words} {match.player}")
    if new:
        add_lines(ledger, new)


def _name_and_birth(row: PersonRow) -> str:
    """Return the key of an answer without a FIDE id, as in `Jakalanen, Markku 1962`."""
    return f"{row.name} {row.born or ''}"


def _key_text(row: PersonRow) -> str:
    """Return the key of an answer as a line of the file begins, as in `Jakalanen,
    Markku 1962 500123`; birth and FIDE id may be missing.
    """
    return f"{_name_and_birth(row)} {row.fide_id or ''}"


def _folded_key(row: PersonRow) -> str:
    """Return the key of a row, folded as the keys of `answers` are."""
    return folded(_key_text(row))


# Only what says how to read is remembered: days, names and times stand in the ledger,
# an encoding or a sheet belongs to one file, and ids for new players are asked for
# whenever there are any.
REMEMBERED = (
    "date_order",
    "players_by",
    "colours",
    "points",
    "all_played",
    "stage_from_round",
    "final",
)


def _readings_file(ledger: str) -> Path:
    """Return where readings are kept: LEDGER.read, beside the ledger."""
    return Path(file_beside(ledger, ".read"))


def remembered_reading(ledger: str, tournament: str) -> Settings:
    """Read the answers kept for this tournament; a line that cannot be read is not
    remembered.
    """
    answers = _lines(ledger).get(tournament, {})
    try:
        return settings_of(
            {name: answers[name] for name in REMEMBERED if name in answers},
            Where(str(_readings_file(ledger))),
        )
    except Refused:
        return Settings()


def _lines(ledger: str) -> dict[str, dict[str, object]]:
    """Read the last line of each tournament.

    A line that is not JSON is skipped. The last one counts, because each booking adds a
    line and none is ever changed.
    """
    by_tournament: dict[str, dict[str, object]] = {}
    for text in lines_of(_readings_file(ledger)):
        try:
            line = msgspec.json.decode(text, type=dict[str, object])
        except msgspec.DecodeError:
            continue
        by_tournament[str(line.get("tournament"))] = line
    return by_tournament


def remember_reading(ledger: str, settings: Settings) -> None:
    """Keep how a booked file was read; a place that cannot be written is no reason to
    fail.
    """
    answers = {
        name: value
        for name in REMEMBERED
        if (value := getattr(settings, name)) is not None
    }

    line = {"tournament": settings.tournament, **answers}
    if (
        not answers
        or settings.tournament is None
        or _lines(ledger).get(settings.tournament) == line
    ):
        return

    try:
        append_privately(ledger, str(_readings_file(ledger)), f"{json.dumps(line)}\n")
    except OSError:
        return


def answers_still_true(
    settings: Settings, before: GamesFile, now: GamesFile
) -> Settings:
    """Return the answers about the report before that hold for this one too.

    Starting numbers may belong to other players now, so who is who is carried over by
    name; where the name does not tell, it is asked again. An agreement about many rows
    holds as long as their names are the same. A result holds until the report has one
    of its own, and a game that only a relay had until the report pairs one of its
    players in that round.
    """
    names = {row.key: row.name for row in before.people()}
    rows = {row.name: row.key for row in now.people()}

    # only a name that is one row's in both reports tells who a row is
    every, earlier = Counter(row.name for row in now.people()), Counter(names.values())
    alone = {name for name, count in every.items() if count == 1 and earlier[name] < 2}
    known = {names.get(text, text): player for text, player in settings.map.items()}
    same = {key: rows[name] for key, name in names.items() if name in alone}

    relayed = {
        name: same.get(row, row)
        for name, row in settings.relayed.items()
        if row in same or row not in names
    }

    return replace(
        settings,
        map={name: player for name, player in known.items() if name in alone},
        relayed=relayed,
        results=_results_of(settings, same, now),
        agreed=settings.agreed if every == earlier else {},
    )


def answers_with_new_names(
    settings: Settings, before: GamesFile, now: GamesFile
) -> tuple[Settings, GamesFile]:
    """Return the report before, and the answers about it, with the names that were
    corrected since: of whoever has a number that is theirs alone in both reports, and a
    name like the other.

    A number is a FIDE id or a national number. Nobody is renamed whose old name is on
    two rows or still there, or whose new name was somebody's before. The answers of the
    map follow the new names.
    """
    times = Counter(row.name for row in before.people())
    later = {row.name for row in now.people()}

    there = _by_number(now)
    named: dict[str, str] = {}
    for number, row in _by_number(before).items():
        if number not in there or times[row.name] != 1 or row.name in later:
            continue
        new_name = there[number].name
        if new_name not in times and likeness(row.name, new_name) >= Likeness.CLOSE:
            named[row.name] = new_name

    entrants = [
        row._replace(name=named.get(row.name, row.name)) for row in before.entrants
    ]
    answers = {named.get(text, text): player for text, player in settings.map.items()}
    return replace(settings, map=answers), of_file(before, entrants=entrants)


def _by_number(file: GamesFile) -> dict[tuple[str, object], Entrant]:
    """Return the entrants by each number that one of them alone has.

    Keys are `("fide", 500123)` or `("national", "F020")`. A number on two rows is left
    out, and so is a row without a name.
    """
    rows: dict[tuple[str, object], Entrant] = {}
    times = Counter[tuple[str, object]]()
    for row in file.people():
        if not row.name:
            continue

        numbers = (("fide", row.fide_id), ("national", row.national_id))
        for kind, number in numbers:
            if number:
                rows[kind, number] = row
                times[kind, number] += 1

    return {number: row for number, row in rows.items() if times[number] == 1}


def _results_of(
    settings: Settings, same: dict[str, str], now: GamesFile
) -> dict[str, Result]:
    """Return the stated results that still hold in the report now, under its row keys.

    `same`: rows of the report before by key, with the key that the same player has now.
    A result is named by round and seat (`3/12`), or by the whole game (`3/12/15`). It
    holds where the report has that game without a result, or has neither of the two
    players paired in that round; a game that has its own result in the report needs
    none.
    """
    pending = {
        (game.round, game.white): game.black
        for game in now.games
        if game.result == PENDING
    }

    seats, results = seats_of(now), dict[str, Result]()
    for text, result in settings.results.items():
        number, white, black = game_of_stated_result(text, same)
        if white not in same or (black is not None and black not in same):
            continue

        row, other = same[white], None if black is None else same[black]
        if (number, row) in pending and other in (None, pending[number, row]):
            if result != PENDING:
                results[f"{number}/{row}"] = result
        elif other is not None and not seats & {(number, row), (number, other)}:
            results[f"{number}/{row}/{other}"] = result

    return results
