"""The documents a file comes to: a new tournament, an amend of the one in the ledger, or nothing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desk.files.games_file import FileGame, GamesFile
from desk.files.settings import Settings
from desk.games.difference import (
    Difference,
    DifferenceLine,
    difference,
    report_fields,
    reported_change,
)
from desk.games.leagues import league_change, league_of_ids
from desk.games.questions import Fields, Stage, game_fields, header, with_ids
from desk.ledger_view import LedgerView
from desk.outcome import Receipt
from exchange.json.documents import Placed, Spread, made
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.timeline import TournamentNow
from messages import by_command, say

MAX_PROBLEMS = 200


class AnsweredFile(NamedTuple):
    """A file with every question answered.

    `given` are the settings as the officer gave them, `settings` those with what a preview accepts by itself.
    """

    file: GamesFile
    given: Settings
    settings: Settings
    correction: str | None  # the reason of --as-correction
    ids: dict[str, str]  # player ids by row
    new: list[Fields]  # details of the players to introduce
    lines: dict[str, int]  # of the row of each player, by id


class Proposed(NamedTuple):
    """The documents, receipts and problems that one tournament of the file, or all of them, come to."""

    documents: list[Placed]
    repeated: list[Receipt]
    problems: list[Problem]


def documents(answered: AnsweredFile, stages: Sequence[Stage], ledger: LedgerView) -> Proposed:
    """Return documents to book, and receipts for what is the same; every difference at once when none may be booked."""
    if answered.correction is not None and not any(ledger.tournament(stage.id) for stage in stages):
        where = Where(answered.file.source.file, field="tournament")
        message = say("there is no tournament {name} to correct", name=repr(stages[0].id))
        raise Refused(
            Problem(
                "unknown-tournament",
                message,
                where,
                by_command(
                    "leave out --as-correction for a new tournament", "leave the reason out for a new tournament"
                ),
            )
        )
    _refuse_own_opponents(answered)
    whole = Proposed([], [], [])
    introduced: set[str] = set()
    for stage in stages:
        games = with_ids(stage, answered.ids)
        reported = report_fields(answered.file.report, answered.ids) if len(stages) == 1 else None
        league = league_of_ids(answered.file.league, answered.ids) if len(stages) == 1 else None
        rows = [] if reported is None else reported["players"]
        playing = {player for game in games for player in (game.white, game.black)} | {row["player"] for row in rows}
        playing |= {player for team in (league or {}).get("teams", ()) for player in team["players"]}
        # preliminary and final share players; whoever the first one introduces is known in the second
        people = [details for details in answered.new if details["player"] in playing - introduced]
        introduced |= {details["player"] for details in people}
        tournament = ledger.tournament(stage.id)
        if tournament is None:
            part = _new_tournament(answered, stage, games, people, reported, league, ledger)
        else:
            part = _correction(answered, stage, games, people, reported, league, tournament, ledger)
        whole.documents.extend(part.documents)
        whole.repeated.extend(part.repeated)
        whole.problems.extend(part.problems)
    if whole.problems:
        raise Conflict(whole.problems[:MAX_PROBLEMS])
    return whole


def _refuse_own_opponents(answered: AnsweredFile) -> None:
    """Refuse a map that makes one person of two rows that met."""
    rows = {entrant.key: entrant for entrant in answered.file.entrants}
    problems = []
    for game in answered.file.games:
        if (player := answered.ids[game.white]) == answered.ids[game.black]:
            white, black = (
                key if key == rows[key].name else f"{key} {rows[key].name}".rstrip() for key in (game.white, game.black)
            )
            message = say(
                "{white} and {black} would both be {player}, and they met in round {number}",
                white=white,
                black=black,
                player=player,
                number=game.round,
            )
            where = Where(answered.file.source.file, game.line, None, "map")
            problems.append(
                Problem(
                    "same-player",
                    message,
                    where,
                    by_command(
                        "use --map {number}=new, or another id",
                        "answer that one of them is somebody new, or another player",
                        number=game.black,
                    ),
                )
            )
    if problems:
        raise Refused(problems[:MAX_PROBLEMS])


def _new_tournament(
    answered: AnsweredFile, stage: Stage, games: Sequence[FileGame], people: Sequence[Fields], reported: Fields | None,
    league: Fields | None, ledger: LedgerView,
) -> Proposed:  # fmt: skip
    fields = {
        "tournament": stage.id,
        **header(stage, answered.settings),
        "games": [game_fields(game) for game in games],
        "players": people,
        "source": answered.file.source.sha256,
        "reported": reported,
        "league": league,
    }
    lines = _header_lines(answered)
    lines |= {f"games[{at}]": game.line for at, game in enumerate(games) if game.line}
    lines |= {
        f"players[{at}]": line for at, details in enumerate(people) if (line := answered.lines.get(details["player"]))
    }
    document = made("tournament", fields, Spread(answered.file.source.file, lines=lines))
    return Proposed([document], [], _same_event(answered.file, stage, games, ledger))


def _correction(
    answered: AnsweredFile,
    stage: Stage,
    games: Sequence[FileGame],
    people: Sequence[Fields],
    reported: Fields | None,
    league: Fields | None,
    tournament: TournamentNow,
    ledger: LedgerView,
) -> Proposed:
    """Make the amend that gives the ledger's tournament what the file has; only booked when the officer says why."""
    fields = header(stage, answered.settings)
    if answered.settings.name is None:
        # organisers write the name in another way every week: it counts only when the officer gives it
        fields.pop("name", None)
    if answered.file.report is None:
        # tables and PGN have no days but those of their games: they are compared with days of the same kind
        days = sorted(game.on for game in tournament.games.values() if game.on)
        for name, day in zip(("start", "end"), (days[0], days[-1]) if days else (), strict=False):
            if getattr(answered.settings, name) is None and fields.get(name) == day:
                fields.pop(name)
    change = difference(tournament, fields, games, ledger.resolve)
    report = reported_change(tournament, reported, ledger.resolve)
    if report is not None and (tournament.reported is not None or change or answered.correction is not None):
        # a tournament from before anything was reported is the same without it, until somebody corrects it
        change = change._replace(reported=report)
        change.words.append(DifferenceLine("reported-differs", say("what is reported beside the games differs")))
    teams = league_change(tournament, league, ledger.resolve, whole=answered.file.report is not None)
    if teams is not None and (tournament.league is not None or answered.correction is not None):
        change = change._replace(league=teams)
        change.words.append(DifferenceLine("league-differs", say("the teams or matches of the league differ")))
    if not change:
        same = Receipt(seq=tournament.version, kind="tournament", target=stage.id, repeated=True)
        return Proposed([], [same], [])
    problems = [] if answered.correction is not None else [*_differences(answered.file, tournament, change)]
    file = answered.file.source.file
    introductions = [
        made("player", details, Spread(file, answered.lines.get(details["player"]))) for details in people
    ]  # fmt: skip
    amend = {
        "tournament": stage.id,
        "reason": answered.correction or "preview",
        "set": change.header or None,
        "games": change.games or None,
        "add_games": [game_fields(game) for game in change.added] or None,
        "source": answered.file.source.sha256,
        "reported": change.reported,
        "league": change.league,
    }
    lines = {f"set.{name}": line for name, line in _header_lines(answered).items()}
    lines |= {f"games.{name}": line for name, line in change.lines.items()}
    lines |= {f"add_games[{at}]": game.line for at, game in enumerate(change.added) if game.line}
    return Proposed([*introductions, made("amend", amend, Spread(file, lines=lines))], [], problems)


def _header_lines(answered: AnsweredFile) -> dict[str, int]:
    """Map fields that the file itself states to their lines; what the officer gave has no line in it."""
    lines = {name: line for name, line in answered.file.lines.items() if getattr(answered.given, name) is None}
    if answered.settings.minutes is not None:
        lines.pop("time_control", None)
    return lines


def _differences(file: GamesFile, tournament: TournamentNow, change: Difference) -> Iterator[Problem]:
    name = file.source.file
    lead = say(
        "{tournament} is in the ledger in another state (version {version})",
        tournament=tournament.label(),
        version=tournament.version,
    )
    hint = by_command("book the difference with --as-correction --reason REASON", "write below why it is corrected")
    if tournament.withdrawn:
        hint = by_command("`selo reinstate {name}` first", "reinstate it first", name=tournament.id)
    yield Problem("other-content", lead, Where(name, field="tournament"), hint)
    for words in change.words:
        yield Problem(words.code, words.text, Where(name, words.line))


def _same_event(
    file: GamesFile, stage: Stage, games: Sequence[FileGame], ledger: LedgerView
) -> list[Problem]:  # fmt: skip
    """Find the same event under another id, which would count every game twice."""
    pairs = {(game.round, frozenset((game.white, game.black))) for game in games}
    other = ledger.same_event(stage.start or "", stage.id, pairs)
    if other is None:
        return []
    message = say("{tournament} begins on the same day and has the same games", tournament=other)
    hint = by_command(
        "use --id {other}, and --as-correction --reason REASON if it differs",
        "answer {other} as the id of the tournament, and why it is corrected if it differs",
        other=other,
    )
    return [Problem("same-event", message, Where(file.source.file, field="tournament"), hint)]
