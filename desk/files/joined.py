"""Join several files of one tournament, such as one for each round, to one file of games.

They may be of any formats, and each says of itself who plays under which number; saved
pages, which show the same again, are united_pages.py's subject. A player is who has the
same number and name in them, or the same name. The rounds of the files add up; a round
that two of them have must be the same in both.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from desk.files.games_file import (
    Entrant,
    FileBye,
    FileGame,
    FileReport,
    GamesFile,
    distinct_byes,
    folded,
)
from desk.files.open_file import joined_names
from exchange.text.notes import FileQuestion
from ledger.errors import Problem, Refused, Where
from messages import say


class ReadFile(NamedTuple):
    """A file as it was read, and its bytes."""

    file: GamesFile
    content: bytes


def joined_file(parts: Sequence[ReadFile]) -> ReadFile:
    """Return several files of one tournament as one, whose bytes are theirs one after
    the other.

    `parts`: at least one. A round that two files have counts once, its byes too. The
    name and such facts are those of the first file that states them.

        r1.trf (rounds 1-3), r2.trf (rounds 4-5)    rounds 1-5, named "r1.trf + r2.trf"

    A file is refused whose round is another in an earlier file, or that has teams: they
    are recognised only beside the ledger (`two-files`).
    """
    content = b"".join(part.content for part in parts)
    files = [part.file for part in parts]
    _refuse_leagues(files)

    people = _People()
    keys = [people.add(file) for file in files]
    games = _games_of_all(files, keys)
    # a starting list alone says little of the tournament
    first = next((file for file in files if file.games), files[0])

    source = replace(
        first.source,
        file=joined_names([file.source.file for file in files]),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    byes: list[FileBye] = []
    answered: set[str] = set()
    questions: list[FileQuestion] = []

    for file, of_all in zip(files, keys, strict=True):
        byes += [bye._replace(player=of_all[bye.player]) for bye in file.byes]
        answered |= file.answered_byes
        questions += file.questions

    whole = replace(
        _with_facts(first, files),
        source=source,
        entrants=list(people.rows.values()),
        games=games,
        byes=distinct_byes(byes),
        warnings=_warnings(files),
        questions=questions,
        people_only=all(file.people_only for file in files),
        answered_byes=frozenset(answered),
        lines={},
        report=people.report(),
    )

    return ReadFile(whole, content)


def _games_of_all(
    files: Sequence[GamesFile], keys: Sequence[Mapping[str, str]]
) -> list[FileGame]:
    """Return the games of all files, round by round; a round that two of them have
    counts once.

    `keys`: of each file, those of its rows that count for all files.

    Refuse a round that is another in a later file. Rounds are compared as sets of
    players and results: boards, days and the order of the games may differ, and those
    of the first file count.
    """
    games: list[FileGame] = []
    rounds: dict[int, _Round] = {}
    problems: list[Problem] = []

    for file, of_all in zip(files, keys, strict=True):
        for number, of_round in _rounds_of(file, of_all).items():
            played = {(game.white, game.black, game.result) for game in of_round}
            if number not in rounds:
                rounds[number] = _Round(played, file.source.file)
                games += of_round
            elif rounds[number].played != played:
                problems.append(_problem_of_round(number, rounds[number].file, file))

    if problems:
        raise Refused(problems)

    return sorted(games, key=lambda game: game.round)


def _rounds_of(file: GamesFile, keys: Mapping[str, str]) -> dict[int, list[FileGame]]:
    """Return the games of a file by round, with the keys that count for all files.

    `keys`: those by the keys of the file, as `_People.add` returns them. The lines of a
    game are those of one file, so they are left out.
    """
    rounds: dict[int, list[FileGame]] = {}

    for game in file.games:
        white, black = keys[game.white], keys[game.black]
        named = game._replace(white=white, black=black, line=None)
        rounds.setdefault(game.round, []).append(named)

    return rounds


class _Round(NamedTuple):
    """What was played in a round, and the first file that has it."""

    played: set[tuple[str, str, str]]
    file: str


def _with_facts(first: GamesFile, files: Sequence[GamesFile]) -> GamesFile:
    """Put on the first file what any of them says of the event; the first that says
    something counts.

    The event lasts from the first day of any file to the last of any. Ids that are
    mixed in one file are mixed in the whole.
    """
    starts = [file.start for file in files if file.start]
    ends = [file.end for file in files if file.end]
    controls = {file.time_control for file in files if file.time_control}
    stated = {field: _first_stated(files, field) for field in _OF_ANY}

    return replace(
        first,
        **{field: value for field, value in stated.items() if value},
        start=min(starts, default=None),
        end=max(ends, default=None),
        # where they differ, it is asked
        time_control=controls.pop() if len(controls) == 1 else None,
        ids="mixed" if any(file.ids == "mixed" for file in files) else first.ids,
    )


def _first_stated(files: Sequence[GamesFile], field: str) -> Any:
    """Return what the first file says that says something; None: none does.

    `field`: of GamesFile, such as `name`. Empty texts and False say nothing.
    """
    values = (getattr(file, field) for file in files)
    return next(filter(None, values), None)


_OF_ANY = (
    "name",
    "federation",
    "time_text",
    "online",
    "without_colours",
    "doubled",
    "columns",
)


def _warnings(files: Sequence[GamesFile]) -> list[Problem]:
    """Return the warnings of all files but for rounds that another of them may have.

    A day for round 4 is no slip beside a file with rounds 1 to 3, if the next has round
    4.
    """
    return [
        warning
        for file in files
        for warning in file.warnings
        if warning.code != "no-such-round"
    ]


class _People:
    """The rows of the files so far, and what is reported of each."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.rows: dict[str, Entrant] = {}

        # what the files report beside their games: of the event, and by key of each
        # player
        self._facts: dict[str, object] = {}
        self._reported: dict[str, dict[str, object]] = {}

    def add(self, file: GamesFile) -> dict[str, str]:
        """Add the rows of a file; return the key of each that counts for all files.

            second file: row 5 is Aho, who is row 3 of the first    {"5": "3"}

        A name is that of an earlier row only where both files have it once.
        """
        by_name = self._by_name()
        times = Counter(folded(row.name) for row in file.entrants)
        keys: dict[str, str] = {}

        for row in file.entrants:
            name = folded(row.name)
            namesake = by_name.get(name) if times[name] == 1 else None
            keys[row.key] = self._add_row(row, namesake, file)

        if file.report is not None:
            self._add_report(file.report, keys)

        return keys

    def _add_row(self, row: Entrant, namesake: str | None, file: GamesFile) -> str:
        """Add a row, or what it says more of the player; return the key of the player
        for all files.

        `namesake`: the key of the only row so far with the same name; None where there
        is none, or where the file itself has the name twice. The line of the row is
        left out: it is one of its own file.
        """
        key = self._key(row, namesake, file)
        known = self.rows.get(key)
        self.rows[key] = _completed_row(known, row._replace(key=key, line=None))

        return key

    def _by_name(self) -> dict[str, str]:
        """Return the keys of the rows so far by the names that only one of them has,
        folded.

            {"aho, aino": "3"}
        """
        times = Counter(folded(row.name) for row in self.rows.values())
        by_name = {}

        for key, row in self.rows.items():
            name = folded(row.name)
            if row.name and times[name] == 1:
                by_name[name] = key

        return by_name

    def _key(self, row: Entrant, namesake: str | None, file: GamesFile) -> str:
        """Return the key of the row that is the same player, or a new one.

        `namesake`: of the only row with the same name. A key that somebody else has in
        an earlier file gets the name of this file behind it.

            row 3 is the same in both files       3
            row 5 is row 3 of an earlier file     3
            row 3 is somebody else here           3 (r2.trf)
        """
        for key in (row.key, namesake):
            known = self.rows.get(key or "")
            if known is not None and _is_same_player(known, row):
                return known.key

        if row.key not in self.rows:
            return row.key

        return f"{row.key} ({file.source.file})"

    def _add_report(self, report: FileReport, keys: Mapping[str, str]) -> None:
        """Add what a report says beside its games; the latest file counts, and cells of
        all of them.

        `keys`: those of all files by the keys of this one. A rating, points and a rank
        are those of the latest file that has them; cells, which are by round, add up.
        """
        self._facts |= report.facts

        for key, row in report.players.items():
            known = self._reported.setdefault(keys[key], {})
            cells = {**_cells(known), **_cells(row)}
            known |= row

            if cells:
                known["cells"] = cells

    def report(self) -> FileReport | None:
        """Return what all files report beside the games; None where none does.

        To be asked when all files were added.
        """
        if not self._reported and not self._facts:
            return None
        return FileReport(self._facts, self._reported)


def _cells(row: Mapping[str, object]) -> dict[str, object]:
    """Return the cells of a reported row, by round; none where the row has no cells.

        {"number": 3, "cells": {"2": "H"}}    {"2": "H"}

    Cells are those that do not follow from the games.
    """
    cells = row.get("cells")
    return cells if isinstance(cells, dict) else {}


def _is_same_player(one: Entrant, other: Entrant) -> bool:
    """Return whether two rows of different files are one player: they have one name, or
    one of them has none, and nothing says otherwise.

        Aho, Aino 2001          aho, aino 2001-05-03    yes
        Aho, Aino               (no name), same number  yes
        Aho, Aino FIDE 500001   Aho, Aino FIDE 500002   no

    Federation and club say nothing: both may be written otherwise.
    """
    if _differ(folded(one.name), folded(other.name)):
        return False

    if _differ(one.fide_id, other.fide_id):
        return False
    if _differ(one.national_id, other.national_id):
        return False

    # of the births one may have no more than the year
    one_year, other_year = (one.born or "")[:4], (other.born or "")[:4]
    return not _differ(one_year, other_year)


def _differ(one: object, other: object) -> bool:
    """Return whether both are stated, and are not the same.

    What only one of them states is no difference.
    """
    return bool(one) and bool(other) and one != other


def _completed_row(known: Entrant | None, row: Entrant) -> Entrant:
    """Return a row with what another file says more of it. What both say stays, but for
    a birth of which the other has more.

    `known`: the row so far; None: there is none, and the other row is all.

        2001 and then 2001-05-03    2001-05-03
        2001-05-03 and then 2001    2001-05-03
    """
    if known is None:
        return row

    joined = known
    for name, value in row._asdict().items():
        if getattr(known, name) in (None, ""):
            joined = joined._replace(**{name: value})

    if row.born and known.born and len(row.born) > len(known.born):
        joined = joined._replace(born=row.born)

    return joined


def _refuse_leagues(files: Sequence[GamesFile]) -> None:
    """Refuse files of matches between teams, each by its name (`two-files`).

    The teams of one file may be called otherwise in the next, and only the ledger knows
    which they are.
    """
    problems = [
        Problem(
            "two-files",
            say("send a file of team matches by itself"),
            Where(file.source.file),
            say("submit the files one after the other, with the same id"),
        )
        for file in files
        if file.league is not None
    ]

    if problems:
        raise Refused(problems)


def _problem_of_round(number: int, before: str, file: GamesFile) -> Problem:
    """Make the problem of a round that an earlier file has otherwise.

    `before`: the name of that file.
    """
    message = say(
        "round {number} differs in {file}: which one is right?",
        number=number,
        file=before,
    )

    hint = say("leave one of the two files out")

    return Problem("two-files", message, Where(file.source.file), hint)
