"""Read tables of games or pairings, and PGN: with few ids and no header, so the officer
has more to answer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from desk.files.games_file import (
    Entrant,
    FileGame,
    GamesFile,
    federation_of,
    fide_number,
    source_of,
    span,
)
from desk.files.leagues import Sides, Told, missing_boards, table_league
from desk.files.settings import Settings
from exchange.byes import is_bye
from exchange.results.ecf_lms import lms_lines
from exchange.results.foreign import read_foreign
from exchange.results.games import TableGame, read_games
from exchange.results.pairings import Board, BoardSeat, read_pairings
from exchange.results.pgn import PgnGame, read_pgn
from exchange.results.team_pairings import PrintedMatch as TeamMatch
from exchange.results.team_pairings import (
    TeamBoard,
    TeamPairings,
    read_team_pairings,
)
from exchange.sheets.rows import plain_bytes
from exchange.text.cells import NOT_RATED
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.time_control import proposed
from ledger.errors import Problem, Where
from ledger.words import AN_ID
from messages import say
from messages.results import RESULTS

_ID = re.compile(AN_ID)
_DIGIT = re.compile(r"[0-9]")


def reason_of(result: str) -> str:
    """Say why a result, as documents write it, did not come about over the board; empty
    when it did.
    """
    row = RESULTS[result]
    if row.is_played:
        return ""
    return NOT_RATED[
        "pending"
        if row.scored is None
        else "forfeit"
        if any(row.scored)
        else "double-forfeit"
    ]


def read_table(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a table of games; White and Black are ids or names, as the officer states,
    else as the ledger knows them.
    """
    table = read_games(
        data, file, date_order=settings.date_order, points=settings.points
    )
    games = [
        FileGame(
            round=game.round,
            white=_key(game.white),
            black=_key(game.black),
            result=game.result,
            reason=reason_of(game.result),
            on=_day(game, settings),
            board=game.board,
            line=game.line,
        )
        for game in table.games
    ]
    people: dict[str, Entrant] = {}
    renamed = [
        problem
        for row in table.games
        for problem in _seated(row, people, file, settings)
    ]
    start, end = span((game.on for game in table.games if game.on), settings)
    sides = [
        (_key(row.white_team), _key(row.black_team), _key(row.home))
        for row in table.games
    ]
    league = table_league(list(zip(games, sides, strict=True)))
    return GamesFile(
        source=source_of(table.source, say("table of games")),
        entrants=list(people.values()),
        games=games,
        start=start,
        end=end,
        ids="text",
        warnings=[
            *table.warnings,
            *renamed,
            *(missing_boards(league, file, games) if league is not None else ()),
        ],
        questions=table.questions,
        doubled="matches" if table.doubled else None,
        league=league,
    )


def _seated(
    row: TableGame, people: dict[str, Entrant], file: str, settings: Settings
) -> Iterator[Problem]:
    """Add the two players of a game to the people, and yield a problem for an id that
    has another name than before.
    """
    for text, name, number in (
        (row.white, row.white_name, row.white_fide_id),
        (row.black, row.black_name, row.black_fide_id),
    ):
        key = _key(text)
        if key not in people:
            entrant = _entrant(key, row.line, settings)
            fide_id = entrant.fide_id or fide_number(number)
            people[key] = entrant._replace(
                name=entrant.name or _key(name), fide_id=fide_id
            )
        first = people[key]
        if name and (first.name or name).casefold() != _key(name).casefold():
            yield _two_names(key, name, first, Where(file, row.line))


def _day(
    row: TableGame | Board | TeamMatch | PgnGame, settings: Settings
) -> str | None:
    return row.on.isoformat() if row.on else settings.round_days.get(str(row.round))


def _key(text: str) -> str:
    return " ".join(text.split())


def _entrant(text: str, line: int, settings: Settings) -> Entrant:
    """Make a row of a text: with a blank or comma a name, else an id, unless names are
    enough and it has no digit.
    """
    if not _ID.fullmatch(text) or (
        settings.players_by == "name" and not _DIGIT.search(text)
    ):
        return Entrant(text, text, line)
    if settings.players_by == "fide" and (fide_id := fide_number(text)) is not None:
        return Entrant(text, "", line, fide_id=fide_id)
    # what is no FIDE id can only be one of the ledger
    return Entrant(text, "", line, national_id=text)


def read_boards(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read pairing tables; players are called by their starting number where every row
    has one, else by their name.
    """
    table = read_pairings(data, file, round_no=settings.round)
    seats = [
        (seat, board.line)
        for board in table.boards
        for seat in (board.white, board.black)
    ]
    numbered = all(seat.number or is_bye(seat.name) for seat, _ in seats)
    people: dict[str, Entrant] = {}
    for seat, line in seats:
        key = _called(seat, numbered)
        people.setdefault(key, _entrant(seat.name, line, settings)._replace(key=key))
    start, end = span((board.on for board in table.boards if board.on), settings)
    return GamesFile(
        source=source_of(table.source, say("pairing table")),
        entrants=list(people.values()),
        games=[
            FileGame(
                round=board.round,
                white=_called(board.white, numbered),
                black=_called(board.black, numbered),
                result=board.result,
                reason=reason_of(board.result),
                on=_day(board, settings),
                board=board.board,
                line=board.line,
            )
            for board in table.boards
        ],
        name=table.title,
        start=start,
        end=end,
        ids="text",
        warnings=[*table.warnings, *_renamed(seats, people, numbered, file)],
    )


def read_matches(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read matches of teams as chess-results prints them; who had White is asked for
    where the table does not show it.
    """
    table = read_team_pairings(data, file, round_no=settings.round)
    people: dict[str, Entrant] = {}
    rows: list[tuple[FileGame, Sides]] = []
    stated: list[Told] = []
    for match in table.matches:
        on = _day(match, settings)
        alone = [
            ("home" if one.home else "away", one.home or one.away, one.board)
            for one in match.boards
            if not (one.home and one.away)
        ]
        fields = {
            "on": on,
            "absent": match.absent,
            "unopposed": [player for _, player, _ in alone],
            "alone": alone,
        }
        stated.append((match.round, match.home, match.away, fields))
        for board in match.boards:
            for name in filter(None, (board.home, board.away)):
                people.setdefault(name, Entrant(name, name, board.line))
            if board.home and board.away:
                rows.append(_of_match(match, board, on, settings))
    start, end = span((match.on for match in table.matches if match.on), settings)
    games = [game for game, _ in rows]
    league = table_league(rows, stated)
    return GamesFile(
        source=source_of(table.source, say("matches of teams")),
        entrants=list(people.values()),
        games=games,
        name=table.title,
        start=start,
        end=end,
        ids="text",
        without_colours=None if _shows_colours(table) else "matches",
        league=league,
        warnings=[
            *table.warnings,
            *(missing_boards(league, file, games) if league is not None else ()),
        ],
    )


def read_match_cards(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read the match cards of the English federation's league system."""
    decoded = decode(data, file)
    lines = lms_lines("\n".join(decoded.lines), file)
    read = read_matches(plain_bytes(lines), file, settings)
    return replace(read, source=source_of(decoded.source, say("match cards (ECF LMS)")))


def _shows_colours(table: TeamPairings) -> bool:
    """Return whether each board with two players shows who has White."""
    boards = [board for match in table.matches for board in match.boards]
    return all(
        board.home_has_white is not None
        for board in boards
        if board.home and board.away
    )


def _of_match(
    match: TeamMatch, board: TeamBoard, on: str | None, settings: Settings
) -> tuple[FileGame, Sides]:
    """Return the game of a board with the teams of White and Black. Where the table does
    not show it, home has White on the odd boards, or on all.
    """
    if board.home_has_white is None:
        turned = settings.colours != "unknown" and board.board % 2 == 0
    else:
        turned = not board.home_has_white
    white, black = (board.away, board.home) if turned else (board.home, board.away)
    teams = (match.away, match.home) if turned else (match.home, match.away)
    result = RESULTS[board.result].turned if turned else board.result
    game = FileGame(
        round=match.round,
        white=white,
        black=black,
        result=result,
        reason=reason_of(result),
        on=on,
        board=board.board,
        line=board.line,
    )
    return game, (*teams, match.home)


def _called(seat: BoardSeat, numbered: bool) -> str:
    return str(seat.number) if numbered and seat.number else seat.name


def _renamed(
    seats: Iterable[tuple[BoardSeat, int]],
    people: Mapping[str, Entrant],
    numbered: bool,
    file: str,
) -> Iterator[Problem]:
    """Yield a problem for each number that stands under two names; the first is taken."""
    for seat, line in seats:
        first = people[_called(seat, numbered)]
        if (
            first.name or first.national_id or str(first.fide_id)
        ).casefold() != seat.name.casefold():
            yield _two_names(seat.number, seat.name, first, Where(file, line))


def _two_names(
    number: str | int | None, name: str, first: Entrant, where: Where
) -> Problem:
    message = say(
        "{number} is {name} here and {other} in line {line}",
        number=number,
        name=repr(name),
        other=repr(first.name),
        line=first.line,
    )
    return Problem("pairings-two-names", message, where)


def read_abroad(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a report of games abroad; whose numbers its own players have is asked, as of
    short ids in a report.
    """
    report = read_foreign(data, file)
    start, end = span([day for day in (report.start,) if day], settings)
    entrants = [
        Entrant(
            key,
            player.name,
            player.line,
            federation=federation_of(player.federation),
            national_id=(
                player.number or None if settings.players_by == "national" else None
            ),
            fide_id=(
                fide_number(player.number) if settings.players_by == "fide" else None
            ),
        )
        for key, player in report.players.items()
    ]
    return GamesFile(
        source=source_of(report.source, say("report of games abroad")),
        entrants=entrants,
        games=[
            FileGame(
                round=game.round,
                white=game.white,
                black=game.black,
                result=game.result,
                reason="",
                on=settings.round_days.get(str(game.round)),
                board=None,
                line=game.line,
            )
            for game in report.games
        ],
        name=report.event,
        start=start,
        end=report.end if settings.end is None else end,
        byes=dict(Counter(report.byes)),
        ids="mixed",
        warnings=report.warnings,
    )


def read_tags(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read PGN, only when the officer states that all games were played, and only games
    with a round.
    """
    pgn = read_pgn(data, file, all_played=bool(settings.all_played))
    notes = Notes(file)
    for game in pgn.games:
        if not game.round:
            hint = say("add the tag, or send the games as a table")
            notes.refuse(
                "pgn-no-round",
                say("the tag Round has no number"),
                hint,
                game.line,
                "Round",
            )
    notes.done()
    start, end = span((game.on for game in pgn.games if game.on), settings)
    events = {game.event for game in pgn.games if game.event}
    people: dict[str, Entrant] = {}
    games = [_tagged(game, people, settings) for game in pgn.games]
    times = list(
        dict.fromkeys(
            game.time_control
            for game in pgn.games
            if not (is_bye(game.white) or is_bye(game.black))
        )
    )
    return GamesFile(
        source=source_of(pgn.source, "pgn"),
        entrants=list(people.values()),
        games=games,
        name=events.pop() if len(events) == 1 else "",
        start=start,
        end=end,
        time_text=", ".join(filter(None, times))[:200],
        # the tag counts seconds, as record 222 of a report; games that differ leave
        # nothing to propose
        time_control=proposed(times[0], "") if len(times) == 1 else None,
        online=next((game.online for game in pgn.games if game.online), ""),
        warnings=pgn.warnings,
    )


def _tagged(game: PgnGame, people: dict[str, Entrant], settings: Settings) -> FileGame:
    keys = []
    for name, text, number in (
        (game.white, game.white_id, game.white_national),
        (game.black, game.black_id, game.black_national),
    ):
        fide_id = (
            fide_number(text) if settings.players_by in (None, "fide", "name") else None
        )
        national = number if _ID.fullmatch(number) else None
        key = _key(name)
        known = people.get(key)
        if known and (
            (fide_id and known.fide_id != fide_id)
            or (national and known.national_id != national)
        ):
            key = f"{key} ({national or fide_id})"
        people.setdefault(
            key,
            Entrant(key, _key(name), game.line, fide_id=fide_id, national_id=national),
        )
        keys.append(key)
    on = _day(game, settings)
    return FileGame(
        round=game.round or 1,
        white=keys[0],
        black=keys[1],
        result=game.result,
        reason=reason_of(game.result),
        on=on,
        board=None,
        line=game.line,
    )
