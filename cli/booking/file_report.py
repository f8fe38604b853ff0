"""The check report of a file of games, for people: the file, who plays, what is rated, what is to be answered."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cli.output import bold, table
from messages import say

if TYPE_CHECKING:
    from desk.games.report import (
        Candidate,
        DoubtfulPlayer,
        FileFacts,
        FileGames,
        FilePlayers,
        FileSubmitted,
        ProposedPlayer,
        QuestionRow,
    )

SHOWN = 40
SHOWN_NEW = 20


def file_lines(report: "FileSubmitted") -> Iterator[str]:
    """Everything but what was recorded and what changed."""
    yield from _fact_lines(report.source)
    yield from _player_lines(report.players, "players with a game" if report.games.games else "people")
    if report.games.games or report.games.byes:
        yield from _game_lines(report.games)
    yield from _question_lines(report.questions)
    if report.dry_run is True and report.games.games and report.games.rated is None and report.questions:
        yield "the ratings that would change are shown when the questions without a proposal are answered"


def _fact_lines(facts: "FileFacts") -> Iterator[str]:
    no_name = "no name" if facts.rounds or facts.start else "a list of people"
    yield bold(f"{facts.file}: {facts.name or no_name}")
    yield f"{facts.format}, {facts.bytes} bytes, {facts.encoding}, line ends {facts.line_ends}"
    days = f"{facts.start or 'not known'} to {facts.end or 'not known'}"
    if not facts.rounds and facts.start is None:
        return  # a list of people
    rounds = "1 round" if facts.rounds == 1 else f"{facts.rounds} rounds"
    yield f"days {days}, {rounds}" + (f", time as written: {facts.time}" if facts.time else "")
    if facts.round_days:
        yield "rounds on " + ", ".join(dict.fromkeys(facts.round_days.values()))


def _player_lines(players: "FilePlayers", who: str) -> Iterator[str]:
    groups = {
        "matched": players.matched, "proposed": players.proposed, "new": players.new, "doubtful": players.doubtful,
    }  # fmt: skip
    counts = ", ".join(f"{len(rows)} {status}" for status, rows in groups.items() if rows)
    if not counts:  # the very file was booked before: nobody was looked up
        return
    yield f"{who}: {counts}"
    if players.matched:
        yield "  matched by " + _counted(Counter(row.by for row in players.matched), "; ")
    otherwise = [(row.number, row.name, row.player, row.known_as, row.by) for row in players.matched if row.known_as]
    yield from _first(("row", "spelt differently", "player", "name here", "by"), otherwise)
    yield from _proposed_lines(players.proposed)
    fresh = [(row.number, row.name, row.born, row.fide_id, row.player) for row in players.new]
    yield from _first(("row", "new", "born", "FIDE id", "id"), fresh)
    yield from _doubtful_lines(players.doubtful)


def _proposed_lines(rows: "Sequence[ProposedPlayer]") -> Iterator[str]:
    cells = [(row.number, row.name, row.born, _candidate(row.candidate), row.candidate.club, row.by) for row in rows]
    yield from _first(("row", "proposed", "born", "candidate", "club", "by"), cells)


def _doubtful_lines(rows: "Sequence[DoubtfulPlayer]") -> Iterator[str]:
    cells = [
        (row.number, row.name, row.born, row.by, ", ".join(_candidate(candidate) for candidate in row.candidates))
        for row in rows[:SHOWN]
    ]
    if cells:
        yield from table(("row", "doubtful", "born", "why", "candidates"), cells)
    if len(rows) > SHOWN:
        yield say("and {count} more", count=len(rows) - SHOWN)


def _first(columns: tuple[str, ...], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    if rows:
        yield from table(columns, rows[:SHOWN_NEW])
    if len(rows) > SHOWN_NEW:
        yield f"and {len(rows) - SHOWN_NEW} more; --json shows all"


def _candidate(candidate: "Candidate") -> str:
    return " ".join(filter(None, (candidate.player, candidate.name, candidate.born)))


def _counted(counts: Mapping[str, int], between: str = ", ") -> str:
    return between.join(f"{words} {count}" for words, count in counts.items())


def _game_lines(games: "FileGames") -> Iterator[str]:
    yield f"games: {games.games}, played {games.played}" + (f" ({_counted(games.not_played)})" * bool(games.not_played))
    if games.byes:
        yield f"  without an opponent: {_counted(games.byes)}"
    if games.rated is not None:
        yield "  rated: " + (_counted({name: count for name, count in games.rated.items() if count}) or "none")
    if games.not_rated:
        yield f"  not rated: {_counted(games.not_rated)}"


def _question_lines(questions: "Sequence[QuestionRow]") -> Iterator[str]:
    if not questions:
        return
    yield ""
    yield bold("To be answered before it can be booked")
    for question in questions[:SHOWN]:
        proposed = f"; proposed: {question.proposal}" if question.proposed is not None else ""
        # the candidates for a row are in the table above already
        choices = f"; either {' or '.join(question.choices)}" if question.choices and question.field != "map" else ""
        yield f"- {question.message}{proposed}{choices} - use {question.flag}"
    if len(questions) > SHOWN:
        yield say("and {count} more", count=len(questions) - SHOWN)
