"""Byes that a file writes as a game against somebody: no opponent, no game, and never a new player."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from desk.files.games_file import Entrant, GamesFile, rows_meant
from desk.files.settings import BYE
from exchange.text.byes import is_bye
from ledger.errors import Problem, Where
from messages import counted

SHOWN = 3


def without_byes(file: GamesFile, answers: Mapping[str, str]) -> GamesFile:
    """The file without the games against a bye; they are counted as byes, and a warning says which row was one.

    `answers` are the officer's, by number or name of a row: some name that only reads like a bye may be one.
    """
    answered = _answered(file, answers)
    file = replace(file, answered_byes=frozenset(answered))
    if file.people_only:
        return replace(file, entrants=[row for row in file.entrants if row.key not in answered.values()])
    byes = {entrant.key: entrant for entrant in file.entrants if _means_bye(entrant)}
    if any(game.white in byes and game.black in byes for game in file.games):
        # names left out of a report: who they are is a question, like for other names that read like a bye
        byes = {}
    byes |= {entrant.key: entrant for entrant in file.entrants if entrant.key in answered.values()}
    games = [game for game in file.games if game.white not in byes and game.black not in byes]
    dropped = len(file.games) - len(games)
    if not dropped:
        return file
    met = {key for game in file.games for key in (game.white, game.black)}
    rows = [entrant for key, entrant in byes.items() if key in met]
    names = ", ".join(dict.fromkeys(repr(entrant.name or entrant.key) for entrant in rows[:SHOWN]))
    message = counted(
        "{count} game against {names}: read as a bye, not as a game",
        "{count} games against {names}: read as a bye, not as a game",
        dropped,
        names=names,
    )
    warning = Problem("bye-as-player", message, Where(file.source.file, rows[0].line))
    return replace(
        file,
        games=games,
        byes=dict(Counter(file.byes) + Counter({BYE: dropped})),
        warnings=[*file.warnings, warning],
    )


def _answered(file: GamesFile, answers: Mapping[str, str]) -> dict[str, str]:
    """The row of every answer `bye`, by the text that names it; one that names no row, or several, is refused later."""
    texts = [text for text, answer in answers.items() if answer == BYE]
    if not texts:
        return {}
    return {text: fits[0] for text, fits in rows_meant(file.playing(), texts).items() if len(fits) == 1}


def _means_bye(entrant: Entrant) -> bool:
    """A bye has no birth and no FIDE id; a row that has one is asked about, like other names that read like a bye."""
    if entrant.born or entrant.fide_id:
        return False
    # in a table the only text may be taken for an id
    return is_bye(entrant.name or (entrant.national_id if entrant.national_id == entrant.key else "") or "")
