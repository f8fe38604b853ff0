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
from typing import NamedTuple

from desk.files.games_file import (
    Entrant,
    FileGame,
    FileReport,
    GamesFile,
    folded,
)
from desk.files.open_file import several
from ledger.errors import Problem, Refused, Where
from messages import say


class ReadFile(NamedTuple):
    """A file as it was read, and its bytes."""

    file: GamesFile
    content: bytes


def joined(parts: Sequence[ReadFile]) -> ReadFile:
    """Return several files of one tournament as one, whose bytes are theirs one after the
    other.

    A file is refused whose round is another in an earlier file, or that has teams: they
    are recognised only beside the ledger.
    """
    content = b"".join(part.content for part in parts)
    files = [part.file for part in parts]
    _refuse_leagues(files)
    people = _People()
    games = _games_together(files, people)
    # a starting list alone says little of the tournament
    first = next((file for file in files if file.games), files[0])
    source = replace(
        first.source,
        file=several([file.source.file for file in files]),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    byes = Counter[str]()
    for file in files:
        byes.update(file.byes)
    whole = replace(
        _with_facts(first, files),
        source=source,
        entrants=list(people.rows.values()),
        games=games,
        byes=dict(byes),
        warnings=_warnings(files),
        questions=[question for file in files for question in file.questions],
        people_only=all(file.people_only for file in files),
        answered_byes=frozenset().union(*(file.answered_byes for file in files)),
        lines={},
        report=people.report(),
    )
    return ReadFile(whole, content)


def _games_together(files: Sequence[GamesFile], people: "_People") -> list[FileGame]:
    """Return the games of all files, round by round; a round that two of them have
    counts once.
    """
    games: list[FileGame] = []
    rounds: dict[int, _Round] = {}
    problems: list[Problem] = []
    for file in files:
        keys = people.take(file)
        own: dict[int, list[FileGame]] = {}
        for game in file.games:
            named = game._replace(white=keys[game.white], black=keys[game.black])
            own.setdefault(game.round, []).append(named._replace(line=None))
        for number, some in own.items():
            played = {(game.white, game.black, game.result) for game in some}
            if number not in rounds:
                rounds[number] = _Round(played, file.source.file)
                games += some
            elif rounds[number].played != played:
                problems.append(_other_round(number, rounds[number].file, file))
    if problems:
        raise Refused(problems)
    return sorted(games, key=lambda game: game.round)


class _Round(NamedTuple):
    """What was played in a round, and the first file that has it."""

    played: set[tuple[str, str, str]]
    file: str


def _with_facts(first: GamesFile, files: Sequence[GamesFile]) -> GamesFile:
    """Put on the first file what any of them says of the event; the first that says
    something counts.
    """
    starts = [file.start for file in files if file.start]
    ends = [file.end for file in files if file.end]
    controls = {file.time_control for file in files if file.time_control}
    common = {
        field: next(
            filter(None, (getattr(file, field) for file in files)),
            getattr(first, field),
        )
        for field in _OF_ANY
    }
    return replace(
        first,
        **common,
        start=min(starts, default=None),
        end=max(ends, default=None),
        # where they differ, it is asked
        time_control=controls.pop() if len(controls) == 1 else None,
        ids="mixed" if any(file.ids == "mixed" for file in files) else first.ids,
    )


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
    """Return the warnings of all files but for rounds that another of them may have."""
    return [
        warning
        for file in files
        for warning in file.warnings
        if warning.code != "no-such-round"
    ]


class _People:
    """The rows of the files so far, and what is reported of each."""

    def __init__(self) -> None:
        self.rows: dict[str, Entrant] = {}
        self._facts: dict[str, object] = {}
        self._reported: dict[str, dict[str, object]] = {}

    def take(self, file: GamesFile) -> dict[str, str]:
        """Add the rows of a file; return the key of each that counts for all files."""
        times = Counter(folded(row.name) for row in self.rows.values())
        by_name = {
            folded(row.name): key
            for key, row in self.rows.items()
            if row.name and times[folded(row.name)] == 1
        }
        own = Counter(folded(row.name) for row in file.entrants)
        keys: dict[str, str] = {}
        for row in file.entrants:
            alone = own[folded(row.name)] == 1
            keys[row.key] = key = self._key(row, by_name if alone else {}, file)
            self.rows[key] = _with(self.rows.get(key), row._replace(key=key, line=None))
        self._report(file.report, keys)
        return keys

    def _key(self, row: Entrant, by_name: Mapping[str, str], file: GamesFile) -> str:
        likely = by_name.get(folded(row.name))
        for key in (row.key, likely):
            known = self.rows.get(key or "")
            if known is not None and _same(known, row):
                return known.key
        if row.key not in self.rows:
            return row.key
        return f"{row.key} ({file.source.file})"

    def _report(self, report: FileReport | None, keys: Mapping[str, str]) -> None:
        if report is None:
            return
        self._facts |= report.facts
        for key, row in report.players.items():
            known = self._reported.setdefault(keys[key], {})
            cells = {**_cells(known), **_cells(row)}
            known |= row
            if cells:
                known["cells"] = cells

    def report(self) -> FileReport | None:
        if not self._reported and not self._facts:
            return None
        return FileReport(self._facts, self._reported)


def _cells(row: Mapping[str, object]) -> dict[str, object]:
    cells = row.get("cells")
    return cells if isinstance(cells, dict) else {}


def _same(one: Entrant, other: Entrant) -> bool:
    """Return whether two rows of different files are one player: they have one name, or
    one of them has none, and nothing says otherwise.
    """
    if one.name and other.name and folded(one.name) != folded(other.name):
        return False
    pairs = (
        (one.fide_id, other.fide_id),
        (one.national_id, other.national_id),
        (_day(one.born), _day(other.born)),
    )
    return all(not here or not there or here == there for here, there in pairs)


def _day(born: str | None) -> str | None:
    """Return the year alone: of two rows one may have no more."""
    return born and born[:4]


def _with(known: Entrant | None, row: Entrant) -> Entrant:
    """Return a row with what another file says more of it."""
    if known is None:
        return row
    more = {
        name: getattr(row, name)
        for name in Entrant._fields
        if getattr(known, name) in (None, "")
    }
    if row.born and known.born and len(row.born) > len(known.born):
        more["born"] = row.born
    return known._replace(**more)


def _refuse_leagues(files: Sequence[GamesFile]) -> None:
    problems = [
        Problem(
            "two-files",
            say("a file of matches between teams is taken alone"),
            Where(file.source.file),
            say("submit the files one after the other, with the same id"),
        )
        for file in files
        if file.league is not None
    ]
    if problems:
        raise Refused(problems)


def _other_round(number: int, before: str, file: GamesFile) -> Problem:
    message = say(
        "round {number} is another one in {file}: which of them is right?",
        number=number,
        file=before,
    )
    hint = say("leave one of the two files out")
    return Problem("two-files", message, Where(file.source.file), hint)
