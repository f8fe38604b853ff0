"""Read tables of games or pairings, and PGN: with few ids and no header, so the officer
has more to answer.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from desk.files.games_file import (
    Entrant,
    FileBye,
    FileGame,
    GamesFile,
    federation_of,
    fide_number,
    first_and_last_day,
    source_of,
)
from desk.files.leagues import (
    Sides,
    StatedMatch,
    Unopposed,
    missing_boards,
    table_league,
)
from desk.files.settings import Settings
from exchange.byes import is_bye
from exchange.results.ecf_lms import lms_lines
from exchange.results.foreign import ForeignGame, ForeignPlayer, read_foreign
from exchange.results.games import TableGame, read_games
from exchange.results.pairings import Board, BoardSeat, read_pairings
from exchange.results.pgn import PgnGame, read_pgn
from exchange.results.team_pairings import PrintedMatch as TeamMatch
from exchange.results.team_pairings import TeamBoard, TeamPairings, read_team_pairings
from exchange.spreadsheets.rows import plain_bytes
from exchange.text.cells import NOT_RATED
from exchange.text.decoding import decode
from exchange.time_control import proposed_time_control
from ledger.errors import Problem, Refused, Where
from ledger.field_types import AN_ID
from messages import counted, option, say
from messages.results import RESULTS

_ID = re.compile(AN_ID)
_DIGIT = re.compile(r"[0-9]")


def reason_of(result: str) -> str:
    """Say why a result, as documents write it, did not come about over the board; empty
    when it did.

        1-0, 1/2-1/2, 0-1    (empty)
        1-0F, 0-1F           won by forfeit
        0-0F                 both forfeited
        *                    not finished
    """
    row = RESULTS[result]

    if row.is_played:
        return ""

    # no score yet: the game may still be played
    if row.scored is None:
        return NOT_RATED["pending"]

    if any(row.scored):
        return NOT_RATED["forfeit"]

    return NOT_RATED["double-forfeit"]


def read_table(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a table of games; White and Black are ids or names, as the officer states,
    else as the ledger knows them.

        round,date,white,black,result
        1,2026-01-10,P0042,P0107,1-0
        1,2026-01-10,"Salo, Eero",P0051,1/2-1/2

    The first row becomes FileGame(1, "P0042", "P0107", "1-0", on="2026-01-10") between
    two entrants with these ids. `ids` of the file is `text`: whether a text is an id or
    a name is found out beside the ledger.

    What refuses the file is found by the reader of tables, all at once; days that can
    be read in two ways are asked about. An id that stands beside two names is warned
    of.
    """
    table = read_games(
        data, file, date_order=settings.date_order, points=settings.points
    )

    people: dict[str, Entrant] = {}
    rows: list[tuple[FileGame, Sides]] = []
    warnings = list(table.warnings)

    for row in table.games:
        warnings += _add_players(row, people, file, settings)
        rows.append((_game_of_table(row, settings), _sides(row)))

    games = [game for game, _ in rows]

    # a table whose rows name teams is one of a league
    league = table_league(rows)
    if league is not None:
        warnings += missing_boards(league, file, games)

    start, end = first_and_last_day(
        (game.on for game in table.games if game.on), settings
    )

    return GamesFile(
        source=source_of(table.source, say("table of games")),
        entrants=list(people.values()),
        games=games,
        start=start,
        end=end,
        ids="text",
        warnings=warnings,
        questions=table.questions,
        doubled="matches" if table.doubled else None,
        league=league,
    )


def _game_of_table(row: TableGame, settings: Settings) -> FileGame:
    """Make the game of a row; its players are called by their texts.

    The day is that of the row, else the one of its round, else None.
    """
    return FileGame(
        round=row.round,
        white=_key(row.white),
        black=_key(row.black),
        result=row.result,
        reason=reason_of(row.result),
        on=_day(row, settings),
        board=row.board,
        line=row.line,
    )


def _sides(row: TableGame) -> Sides:
    """Return the teams of a row; empty where it names none, and then the game is of no
    match.
    """
    return Sides(
        white=_key(row.white_team),
        black=_key(row.black_team),
        home=_key(row.home),
    )


def _add_players(
    row: TableGame, people: dict[str, Entrant], file: str, settings: Settings
) -> Iterator[Problem]:
    """Add the two players of a game to the people, and yield a problem for an id that
    has another name than before.

    `people`: by key, changed in place. A name and a FIDE id in columns of their own are
    kept with the first row of a player; a later row adds none.

        P0042 is 'Laine, Eero' here and 'Aho, Aino' in line 2    (pairings-two-names)
    """
    players = (
        (row.white, row.white_name, row.white_fide_id),
        (row.black, row.black_name, row.black_fide_id),
    )

    for text, name, number in players:
        key = _key(text)
        if key not in people:
            entrant = _entrant(key, row.line, settings)
            people[key] = entrant._replace(
                name=entrant.name or _key(name),
                fide_id=entrant.fide_id or fide_number(number),
            )

        first = people[key]
        if not name:
            continue

        # a first row without a name is no contradiction
        first_name = first.name or name
        if first_name.casefold() != _key(name).casefold():
            yield _two_names(key, name, first, Where(file, row.line))


def _day(
    row: TableGame | Board | TeamMatch | PgnGame, settings: Settings
) -> str | None:
    """Return the day of a row, or the one that the officer gives its round, as
    YYYY-MM-DD.

    None where neither is known.
    """
    if row.on:
        return row.on.isoformat()
    return settings.round_days.get(str(row.round))


def _key(text: str) -> str:
    """Return a text with one blank between words, and none around them."""
    return " ".join(text.split())


def _entrant(text: str, line: int, settings: Settings) -> Entrant:
    """Make a row of a text: with a blank or comma a name, else an id, unless names are
    enough and it has no digit.

        Aho, Aino    a name
        P0042        an id of the ledger
        500001       FIDE's, where the officer says so; else one of the ledger
        Aho          a name where names are enough, else an id

    The text is the key in each case.
    """
    may_be_name = settings.players_by == "name" and not _DIGIT.search(text)
    if may_be_name or not _ID.fullmatch(text):
        return Entrant(text, text, line)

    if settings.players_by == "fide":
        fide_id = fide_number(text)
        if fide_id is not None:
            return Entrant(text, "", line, fide_id=fide_id)

    # what is no FIDE id can only be one of the ledger
    return Entrant(text, "", line, national_id=text)


def read_boards(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read pairing tables; players are called by their starting number where every row
    has one, else by their name.

        Bo.  No.       White         Rtg   Result       Black         Rtg   No.
        1    4    FM   Aho, Aino     2210  1 - 0        Salo, Eero    2105  1

    Under `Round 3 on 2024/06/02` this is FileGame(3, "4", "1", "1-0", on="2024-06-02",
    board=1). Who has no opponent needs no number: the row of a bye has none. It is a
    game here, and `without_byes` makes a bye of it.

    A number under two names is warned of, and the first name is taken.
    """
    table = read_pairings(data, file, round_no=settings.round)

    seats: list[tuple[BoardSeat, int]] = []
    for board in table.boards:
        seats += [(board.white, board.line), (board.black, board.line)]

    # with one number missing, nobody can be called by number

    numbered = _are_numbered(seat for seat, _ in seats)
    people = _seated_at_boards(seats, numbered, settings)

    days = [board.on for board in table.boards if board.on]
    start, end = first_and_last_day(days, settings)

    return GamesFile(
        source=source_of(table.source, say("pairing table")),
        entrants=list(people.values()),
        games=[_game_of_board(board, numbered, settings) for board in table.boards],
        name=table.title,
        start=start,
        end=end,
        ids="text",
        warnings=[
            *table.warnings,
            *_players_with_two_names(seats, people, numbered, file),
        ],
    )


def _seated_at_boards(
    seats: Iterable[tuple[BoardSeat, int]], numbered: bool, settings: Settings
) -> dict[str, Entrant]:
    """Return the rows of those who sit at the boards, by what they are called.

    Each seat comes with the line it stands in; the first of a player counts.

        {"4": Entrant("4", "Aho, Aino", 2), "1": Entrant("1", "Salo, Eero", 2)}
    """
    people: dict[str, Entrant] = {}

    for seat, line in seats:
        key = _seat_name(seat, numbered)
        if key not in people:
            entrant = _entrant(seat.name, line, settings)
            people[key] = entrant._replace(key=key)

    return people


def _game_of_board(board: Board, numbered: bool, settings: Settings) -> FileGame:
    """Make the game of a board; without a day of its own it has that of its round."""
    return FileGame(
        round=board.round,
        white=_seat_name(board.white, numbered),
        black=_seat_name(board.black, numbered),
        result=board.result,
        reason=reason_of(board.result),
        on=_day(board, settings),
        board=board.board,
        line=board.line,
    )


def read_matches(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read matches of teams as chess-results prints them; who had White is asked for
    where the table does not show it.

        Bo.   4   SalSK          Rtg   -    1   TuTS          Rtg    2 : 0
        1.1       Aho, Aino      1910  -    FM  Cho, Cai      2102   1 - 0

    The line of a match becomes a match of the league, and a board a game. A board with
    one player only is no game: who sat there is named with the match, as `unopposed`.
    Players are called by their names, for the table has nothing else.

    Matches with fewer boards than the largest are warned of.
    """
    table = read_team_pairings(data, file, round_no=settings.round)

    people: dict[str, Entrant] = {}
    rows: list[tuple[FileGame, Sides]] = []

    for match in table.matches:
        on = _day(match, settings)
        for board in match.boards:
            for name in filter(None, (board.home, board.away)):
                people.setdefault(name, Entrant(name, name, board.line))
            if board.home and board.away:
                rows.append(_game_of_match(match, board, on, settings))

    games = [game for game, _ in rows]
    stated = [_stated_match(match, settings) for match in table.matches]
    league = table_league(rows, stated)

    warnings = list(table.warnings)
    if league is not None:
        warnings += missing_boards(league, file, games)

    start, end = first_and_last_day(
        (match.on for match in table.matches if match.on), settings
    )

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
        warnings=warnings,
    )


def _stated_match(match: TeamMatch, settings: Settings) -> StatedMatch:
    """Return a match with who sat at a board without an opponent.

    Its fields are those of a document: `on` (YYYY-MM-DD or None), `absent` (home, away,
    both or None) and `unopposed`, names.
    """
    unopposed = []

    for board in match.boards:
        if board.home and board.away:
            continue

        team = match.home if board.home else match.away
        player = board.home or board.away
        unopposed.append(Unopposed(team, player, board.board))

    fields = {
        "on": _day(match, settings),
        "absent": match.absent,
        "unopposed": [lone.player for lone in unopposed],
    }

    return StatedMatch(match.round, match.home, match.away, fields, unopposed)


def read_match_cards(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read the match cards of the English federation's league system: they are lines of
    matches like those that chess-results prints.

        {"title": "Rooks A v Pawns BRound 3", "data": [{"board": "1 ( B )", ...}]}

    Which of the two had White is in the card, so it is not asked. What is no JSON is
    refused (`not-json`).
    """
    decoded = decode(data, file)
    text = "\n".join(decoded.lines)
    cards = plain_bytes(lms_lines(text, file))
    read = read_matches(cards, file, settings)

    source = source_of(decoded.source, say("match cards (ECF LMS)"))
    return replace(read, source=source)


def _shows_colours(table: TeamPairings) -> bool:
    """Return whether each board with two players shows who has White.

    One that does not is enough to ask for the colours of all. Boards without an
    opponent have none to show.
    """
    for match in table.matches:
        for board in match.boards:
            if board.home and board.away and board.home_has_white is None:
                return False

    return True


def _game_of_match(
    match: TeamMatch, board: TeamBoard, on: str | None, settings: Settings
) -> tuple[FileGame, Sides]:
    """Return the game of a board with the teams of White and Black. Where the table
    does not show it, home has White on the odd boards, or on all.

    `on`: the day of the match. A result is home's first in the table, so it is turned
    with the colours:

        board 2, home Aho, away Cho, 1-0    White Cho, Black Aho, 0-1
    """

    # the officer says whether colours alternate, where the page does not
    if board.home_has_white is None:
        turned = settings.colours != "unknown" and board.board % 2 == 0
    else:
        turned = not board.home_has_white

    white, black, result = board.home, board.away, board.result
    sides = Sides(match.home, match.away, match.home)

    if turned:
        white, black = black, white
        result = RESULTS[result].turned
        sides = Sides(match.away, match.home, match.home)

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

    return game, sides


def _are_numbered(seats: Iterable[BoardSeat]) -> bool:
    """Return whether all players have a number, and most numbers stand for one of them;
    those of boards stand for another in each round.

        4 Aho - 1 Salo, 7 Berg - bye     yes: a bye needs no number
        4 Aho - Salo                     no
        1 Aho - 1 Salo, 1 Berg - 1 Cho   no: these number the boards
    """
    names: dict[int, set[str]] = defaultdict(set)
    for seat in seats:
        if seat.number:
            names[seat.number].add(seat.name.casefold())
        elif not is_bye(seat.name):
            return False

    # a slip of a name is allowed, as long as it is the exception
    of_several = sum(len(own) > 1 for own in names.values())

    return 2 * of_several <= len(names)


def _seat_name(seat: BoardSeat, numbered: bool) -> str:
    """Return what a seat is called: its number, or the name.

    `numbered`: whether the players of the table are called by number. A bye has no
    number even then.
    """
    return str(seat.number) if numbered and seat.number else seat.name


def _players_with_two_names(
    seats: Iterable[tuple[BoardSeat, int]],
    people: Mapping[str, Entrant],
    numbered: bool,
    file: str,
) -> Iterator[Problem]:
    """Yield a problem for each number that stands under two names; the first is taken.

    `people`: by what the seats are called. Capitals make no difference. A player called
    by name never has two.
    """
    for seat, line in seats:
        first = people[_seat_name(seat, numbered)]
        called = first.name or first.national_id or str(first.fide_id)

        if called.casefold() != seat.name.casefold():
            yield _two_names(seat.number, seat.name, first, Where(file, line))


def _two_names(
    number: str | int | None, name: str, first: Entrant, where: Where
) -> Problem:
    """Make the problem of a number or an id under which two names stand.

    `first`: the row that counts. It is a warning: `pairings-two-names`.
    """
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

        Player,456,Aho,Aino
        1,0,B,Bell,Ben,2209,,ENG
        2,=,-

    Aho lost to Bell with Black in round 1; the second line is a bye, and is counted. A
    game between two own players, which stands in both of their blocks, is one game.
    """
    report = read_foreign(data, file)
    start, end = first_and_last_day([day for day in (report.start,) if day], settings)

    return GamesFile(
        source=source_of(report.source, say("report of games abroad")),
        entrants=[
            _entrant_abroad(key, player, settings)
            for key, player in report.players.items()
        ],
        games=[_game_abroad(game, settings) for game in report.games],
        name=report.event,
        start=start,
        end=report.end if settings.end is None else end,
        byes=[FileBye(*bye) for bye in report.byes],
        ids="mixed",
        warnings=report.warnings,
    )


def _entrant_abroad(key: str, player: ForeignPlayer, settings: Settings) -> Entrant:
    """Make the row of a player, whose number is national or FIDE's as the officer says;
    else it is neither.

    `key`: what the games call them.
    """
    national_id = fide_id = None

    if settings.players_by == "national":
        national_id = player.number or None
    elif settings.players_by == "fide":
        fide_id = fide_number(player.number)

    return Entrant(
        key,
        player.name,
        player.line,
        federation=federation_of(player.federation),
        national_id=national_id,
        fide_id=fide_id,
    )


def _game_abroad(game: ForeignGame, settings: Settings) -> FileGame:
    """Make the game of a report, which are all played.

    The report has a day of the event only: that of a round is the officer's, or None.
    """
    return FileGame(
        round=game.round,
        white=game.white,
        black=game.black,
        result=game.result,
        reason="",
        on=settings.round_days.get(str(game.round)),
        board=None,
        line=game.line,
    )


def read_tags(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read PGN, only when the officer states that all games were played, and only games
    with a round: the one in the tag, else the one that the officer states for games
    without it.

        [Round "2.1"]
        [White "Aho, Aino"]
        [Black "Salo, Eero"]
        [Result "1-0"]

    This is FileGame(2, "Aho, Aino", "Salo, Eero", "1-0"). The name of the event is
    empty where the games have several. Refused are games without a round
    (`pgn-no-round`), all of them in one sentence, and what the reader of PGN refuses.
    """
    pgn = read_pgn(data, file, all_played=bool(settings.all_played))
    if settings.round is None:
        _refuse_without_round(pgn.games, file)

    people: dict[str, Entrant] = {}
    games = [_game_of_tags(game, people, settings) for game in pgn.games]

    start, end = first_and_last_day(
        (game.on for game in pgn.games if game.on), settings
    )
    events = {game.event for game in pgn.games if game.event}
    times = _time_controls(pgn.games)

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
        time_control=proposed_time_control(times[0], "") if len(times) == 1 else None,
        online=next((game.online for game in pgn.games if game.online), ""),
        warnings=pgn.warnings,
    )


def _refuse_without_round(games: Iterable[PgnGame], file: str) -> None:
    """Refuse games whose tag of the round has no number, in one sentence with their
    count and the line of the first (`pgn-no-round`).

    A server writes no round into any of its games, so theirs are named for what they
    are.

        [Round "-"]    as Lichess and chess.com write it
    """
    without = [game for game in games if not game.round]
    if not without:
        return

    mark = next((game.online for game in without if game.online), "")
    if mark:
        message = counted(
            "the game has no number in the tag Round, and a mark of games played online"
            " ({text})",
            "{count} games have no number in the tag Round, and a mark of games played"
            " online ({text})",
            len(without),
            text=mark[:80],
        )
        hint = say(
            "servers write no rounds: send the report of the Swiss tournament"
            " (/swiss/ID.trf at Lichess), or write the rounds into the tags; if all"
            " games are of one round, say which ({round})",
            round=option("round"),
        )
    else:
        message = counted(
            "the game has no number in the tag Round",
            "{count} games have no number in the tag Round",
            len(without),
        )
        hint = say(
            "write the rounds into the tags, or send the games as a table; if all games"
            " are of one round, say which ({round})",
            round=option("round"),
        )

    where = Where(file, without[0].line, field="Round")
    raise Refused(Problem("pgn-no-round", message, where, hint))


def _time_controls(games: Iterable[PgnGame]) -> list[str]:
    """Return the time controls of the games, each once, in order. Games against a bye
    have none that counts.

        5400+30, 5400+30, (none)    ["5400+30", ""]

    Games without the tag have the empty text, which counts as one more.
    """
    times: dict[str, None] = {}

    for game in games:
        if not is_bye(game.white) and not is_bye(game.black):
            times[game.time_control] = None

    return list(times)


def _game_of_tags(
    game: PgnGame, people: dict[str, Entrant], settings: Settings
) -> FileGame:
    """Make the game of its tags, and add its players to the people.

    `people`: by key, changed in place.
    """
    white = _player_of_tags(
        game.white, game.white_id, game.white_national, game.line, settings
    )

    black = _player_of_tags(
        game.black, game.black_id, game.black_national, game.line, settings
    )

    return FileGame(
        round=game.round or settings.round or 1,
        white=_key_among(people, white),
        black=_key_among(people, black),
        result=game.result,
        reason=reason_of(game.result),
        on=_day(game, settings),
        board=None,
        line=game.line,
    )


def _player_of_tags(
    name: str, fide_text: str, national_text: str, line: int, settings: Settings
) -> Entrant:
    """Return a player called by name, with the ids in the tags that may be ids.

    FIDE's counts unless the officer says that the ids are national. A national one that
    no ledger could have is left out.
    """
    fide_id = None
    if settings.players_by in (None, "fide", "name"):
        fide_id = fide_number(fide_text)

    national_id = national_text if _ID.fullmatch(national_text) else None

    key = _key(name)
    return Entrant(key, key, line, fide_id=fide_id, national_id=national_id)


def _key_among(people: dict[str, Entrant], player: Entrant) -> str:
    """Add a player to the people and return their key: the name, with the id behind it
    where the name stands for somebody else.

        Aho, Aino with 500001, then Aho, Aino with 500002    Aho, Aino (500002)
    """
    known = people.get(player.key)
    if known is not None and _has_other_ids(player, known):
        called = player.national_id or player.fide_id
        player = player._replace(key=f"{player.key} ({called})")

    people.setdefault(player.key, player)
    return player.key


def _has_other_ids(player: Entrant, known: Entrant) -> bool:
    """Return whether the ids of a player tell them from a known one of the same name:
    one of them is not that of the other.

    A player without ids is never another one. One whose id the known player lacks is.
    """
    if player.fide_id and player.fide_id != known.fide_id:
        return True

    return bool(player.national_id) and player.national_id != known.national_id
