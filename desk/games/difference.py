"""Compare a tournament in the ledger with the same one in a file, game by game, for the
amend that makes them equal.

Whether the very bytes of a file are in the ledger already: then nothing is matched,
asked or booked again.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from desk.cautions import Caution, caution
from desk.files.games_file import Fields, FileGame, GamesFile
from desk.files.settings import Settings
from desk.games.document_fields import FLAGS
from desk.ledger_view import LedgerView
from desk.receipts import Receipt
from ledger.bodies import GameFact, HeaderFact
from ledger.decide.tournaments import unchanged_by_repeat
from ledger.decisions import FIELDS, value_in_sentence
from ledger.errors import Conflict, Problem, Where
from ledger.events import Event
from ledger.reported import report_from_json
from ledger.timeline import TournamentNow
from messages import Message, by_command, say


def receipts_of_same_file(
    recorded: Sequence[Event],
    file: GamesFile,
    settings: Settings,
    correction: str | None,
    ledger: LedgerView,
) -> list[Receipt] | None:
    """Return the receipts of the same bytes with the same settings; None when they are
    not in the ledger like that. `recorded`: the events that were read from these bytes.

    None too where a setting differs from what was booked, where the officer maps
    people, or where a correction is wanted and the tournament was amended since.
    `Conflict` where the bytes stand under another id and that tournament was not
    withdrawn.
    """
    latest = {event.target: event for event in recorded}
    if settings.tournament and settings.tournament not in latest:
        _refuse_second_id(file, latest, ledger)
        return None

    tournaments = {
        name: standing
        for name in latest
        if (standing := ledger.tournament(name)) is not None
    }
    first = latest[
        settings.tournament or min(latest, key=lambda name: latest[name].seq)
    ]

    if not _may_stay_as_booked(settings, correction, latest, tournaments):
        return None

    if not _has_same_settings(
        settings, _header_of(first, tournaments[first.target]), staged=len(latest) > 1
    ):
        return None

    return [
        Receipt(seq=event.seq, kind=event.kind, target=name, repeated=True)
        for name, event in latest.items()
    ]


def _may_stay_as_booked(
    settings: Settings,
    correction: str | None,
    latest: Mapping[str, Event],
    tournaments: Mapping[str, TournamentNow],
) -> bool:
    """Return whether nothing in the settings or the ledger asks for another look at the
    file.

    `latest`: the last event of each tournament that was read from these bytes.
    `tournaments`: those that the ledger has, by id.

    Another look is asked for by a map of people, by a cut at another round, and by a
    correction of what was amended since.
    """
    if settings.map:
        return False

    if settings.stage_from_round is not None and not _is_cut_at(
        settings.stage_from_round, list(tournaments.values())
    ):
        return False

    # a correction back to this file is wanted when something was amended since
    amended = any(
        standing.version != latest[name].seq for name, standing in tournaments.items()
    )
    return correction is None or not amended


def _is_cut_at(first: int, tournaments: Sequence[TournamentNow]) -> bool:
    """Return whether there are two tournaments, one before this round and the other
    from it on.

    `first`: the first round of the later one.
    """
    numbers = [
        [game.round for game in tournament.games.values()] for tournament in tournaments
    ]
    rounds = sorted((min(played), max(played)) for played in numbers if played)
    if len(rounds) != 2:
        return False
    (_, last_of_earlier), (first_of_later, _) = rounds
    return last_of_earlier < first <= first_of_later


def _refuse_second_id(
    file: GamesFile, latest: Mapping[str, Event], ledger: LedgerView
) -> None:
    """Refuse the same bytes under another id: every game would count twice, unless the
    first was withdrawn.

    `Conflict` names the id under which the file was recorded, and its event.
    """
    for name, event in latest.items():
        tournament = ledger.tournament(name)
        if tournament is not None and not tournament.withdrawn:
            message = say(
                "this file has been recorded already, as {name} (seq {seq})",
                name=name,
                seq=event.seq,
            )
            hint = by_command(
                "use --id {other}, or withdraw {name} first",
                "give the tournament another id, or withdraw {name} first",
                other=name,
                name=name,
            )
            raise Conflict(
                Problem(
                    "same-bytes",
                    message,
                    Where(file.source.file, field="tournament"),
                    hint,
                )
            )


def _header_of(event: Event, tournament: TournamentNow) -> HeaderFact:
    """Return the header as the event booked it, or as it is now where the event has
    none.
    """
    header: HeaderFact | None = getattr(event.body, "header", None)
    return header if header is not None else tournament.header


def _has_same_settings(settings: Settings, header: HeaderFact, staged: bool) -> bool:
    """Return whether every setting given is as it was booked; the names and days of
    stages are made from theirs.

    `staged`: the file came to more than one tournament. A setting that is not given
    agrees with anything.
    """
    names = (
        "minutes",
        "time_control",
        "order_no",
        *FLAGS,
        *(() if staged else ("name", "start", "end")),
    )

    given = {
        name: value for name in names if (value := getattr(settings, name)) is not None
    }
    return all(getattr(header, name) == value for name, value in given.items())


def warnings_of_changes(
    file: GamesFile, repeated: Sequence[Receipt], ledger: LedgerView
) -> list[Caution]:
    """Warn of what happened to a tournament after it was recorded like this.

    `repeated`: the receipts of what was booked before. A tournament is warned of where
    it was withdrawn, or has another version now.
    """
    warnings = []
    for receipt in repeated:
        tournament = ledger.tournament(receipt.target)
        if tournament is not None and (
            tournament.withdrawn or tournament.version != receipt.seq
        ):
            warnings.append(
                caution(unchanged_by_repeat(tournament), Where(file.source.file))
            )

    return warnings


COMPARED = ("result", "on", "board")
Pair = tuple[GameFact | None, FileGame | None]  # in the ledger, in the file


class DifferenceLine(NamedTuple):
    """A difference in words, with the line of the file that it was read from."""

    code: str
    text: Message
    line: int | None = None


class Difference(NamedTuple):
    """The differences: header fields, games by id (None: struck out), games to add, and
    all of it in words.

    `lines`: where in the file the game of an id was read.
    """

    header: Fields
    games: dict[str, Fields | None]
    added: list[FileGame]
    words: list[DifferenceLine]
    lines: dict[str, int]
    # the whole of what is reported beside the games, if it differs
    reported: Fields | None = None
    league: Fields | None = None  # the whole of its teams and matches, if these differ

    def __bool__(self) -> bool:
        """Return whether anything has to be amended; words and lines alone are no
        difference.
        """
        return bool(
            self.header or self.games or self.added or self.reported or self.league
        )


def difference(
    tournament: TournamentNow,
    header: Mapping[str, object],
    games: Sequence[FileGame],
    resolve: Callable[[str], str],
    rounds: Collection[int] | None = None,
) -> Difference:
    """Compare a tournament with a file; games keep their id by round and pair, whatever
    the colours.

    What the file does not mention is not compared. `rounds`: the only ones that are
    compared; None: all of them.

    `header`: what the file states of the header. `games`: those of the file by player
    ids. `resolve`: the id that counts of an id in the ledger. A game in the ledger that
    the file lacks is struck out, one that the ledger lacks is added.
    """
    fields = {
        name: value
        for name, value in header.items()
        if getattr(tournament.header, name) != value
    }

    result = Difference(fields, {}, [], [], {})
    for name, value in fields.items():
        text = say(
            "{field}: {before} in the ledger, {after} in the file",
            field=FIELDS[name],
            before=value_in_sentence(_value_in_ledger(tournament.header, name)),
            after=value_in_sentence(value),
        )
        result.words.append(DifferenceLine("header-differs", text))

    known_games = [
        fact
        for fact in tournament.games.values()
        if rounds is None or fact.round in rounds
    ]
    for here, there in _pair_games(known_games, games, resolve):
        if here is not None and there is not None and there.line:
            result.lines[here.game] = there.line

        # what a tournament of one day leaves unsaid is no difference
        known, unsaid = tournament.header, here is not None and here.on is None
        if there is not None and unsaid and there.on == known.start == known.end:
            there = there._replace(on=None)

        _compare(here, there, resolve, result)

    return result


def reported_change(
    tournament: TournamentNow,
    reported: Fields | None,
    resolve: Callable[[str], str],
    rounds: Collection[int] | None = None,
) -> Fields | None:
    """Return what is reported in the ledger with what a file says otherwise; None where
    the file says nothing new. `rounds`: the only ones of which the file says anything.

    What the file does not say stays. A fact of the event that the ledger does not have
    is no difference by itself: our own export says more of some than the report did.

    `reported`: what the file says, its players by id. Each row keeps what the ledger
    has of it and the file does not say; its byes and absences are those of the file,
    and those of rounds that it says nothing of.

        in the ledger  {"player": "F020", "rank": 3}
        in the file    {"player": "F020", "points": "2.5"}
        returned       {"player": "F020", "rank": 3, "points": "2.5"}
    """
    if reported is None:
        return None

    there: Fields = (
        {}
        if tournament.reported is None
        else to_builtins(report_from_json(tournament.reported))
    )
    known = {
        own: {**row, "player": own}
        for row in there.get("players", ())
        if (own := resolve(row["player"]))
    }

    rows: dict[str, Fields] = {}
    for row in reported["players"]:
        before = known.get(row["player"], {})
        cells = row.get("cells", {})

        if rounds is not None:
            stay = {
                number: cell
                for number, cell in before.get("cells", {}).items()
                if int(number) not in rounds
            }
            cells = {**stay, **cells}

        rows[row["player"]] = {**before, **row, "cells": cells}

    # a row without cells is stored without the field
    for row in rows.values():
        if not row["cells"]:
            del row["cells"]

    facts = {name: value for name, value in reported.items() if name != "players"}
    if {**known, **rows} == known and all(
        there.get(name, value) == value for name, value in facts.items()
    ):
        return None

    return {
        **there,
        **facts,
        "players": [*rows.values(), *(known[one] for one in known if one not in rows)],
    }


def _compare(
    here: GameFact | None,
    there: FileGame | None,
    resolve: Callable[[str], str],
    result: Difference,
) -> None:
    """Compare one pair and add to the result what differs.

    `here`: the game in the ledger, `there`: in the file; one of them may be None.
    `result` is added to.
    """
    if there is None:
        assert here is not None
        result.games[here.game] = None
        text = say(
            "round {round}: {white} {result} {black} is not in the file",
            round=here.round,
            white=here.white,
            result=here.result,
            black=here.black,
        )
        result.words.append(DifferenceLine("game-differs", text))
    elif here is None:
        result.added.append(there)
        text = say(
            "round {number}: {words} is not in the ledger",
            number=there.round,
            words=_game_in_words(there),
        )
        result.words.append(DifferenceLine("game-differs", text, there.line))
    elif change := _change(here, there, resolve):
        result.games[here.game] = change
        text = say(
            "round {number}: {before} in the ledger, {after} in the file",
            number=here.round,
            before=_game_in_words(here),
            after=_game_in_words(there),
        )
        result.words.append(DifferenceLine("game-differs", text, there.line))


def _value_in_ledger(header: HeaderFact, name: str) -> str:
    """Say the value in the ledger; only one of minutes and time control is given, and
    is shown for the other too.

        minutes  in a tournament with 90+30 in the ledger  ->  90+30
    """
    value = getattr(header, name)
    if value is None and name == "minutes":
        value = header.time_control
    elif value is None and name == "time_control":
        value = header.minutes
    return str(value)


def _game_in_words(game: GameFact | FileGame) -> str:
    """Write a game as in `F020 1-0 F021 on 2024-05-04`, without the day where it has
    none.
    """
    return f"{game.white} {game.result} {game.black}" + (
        f" on {game.on}" if game.on else ""
    )


def _pair_games(
    known: Sequence[GameFact],
    games: Sequence[FileGame],
    resolve: Callable[[str], str],
) -> list[Pair]:
    """Pair the games by round, White and Black, then with the colours turned; the rest
    has no counterpart.

    The games of the file come first, in their order, with None where the ledger does
    not have them; then those of the ledger that the file lacks.

    Two may meet twice in a round. In the ledger they have one game each way, and so in
    the file: each game finds the one with its colours, and none is turned.
    """
    waiting: dict[tuple[int, str, str], list[GameFact]] = defaultdict(list)
    for fact in known:
        waiting[fact.round, resolve(fact.white), resolve(fact.black)].append(fact)

    counterparts: dict[int, GameFact] = {}

    # all equal colours before any turned ones: two may meet twice in a round
    for turned in (False, True):
        for at, game in enumerate(games):
            sides = (game.black, game.white) if turned else (game.white, game.black)
            candidates = waiting.get((game.round, *sides))
            if at not in counterparts and candidates:
                counterparts[at] = candidates.pop(0)

    met = {fact.game for fact in counterparts.values()}
    alone: list[Pair] = [(fact, None) for fact in known if fact.game not in met]
    return [*((counterparts.get(at), game) for at, game in enumerate(games)), *alone]


def _change(here: GameFact, there: FileGame, resolve: Callable[[str], str]) -> Fields:
    """Return the fields of a game that the file states otherwise; empty where it says
    the same.

    What the file leaves out is no change. Turned colours change both players, never
    one.

        in the ledger  F020 1-0 F021
        in the file    F021 1-0 F020 on 2024-05-04
        returned       {"on": "2024-05-04", "white": "F021", "black": "F020"}
    """
    values = {name: getattr(there, name) for name in COMPARED}
    change = {
        name: value
        for name, value in values.items()
        if value is not None and value != getattr(here, name)
    }

    if (resolve(here.white), resolve(here.black)) != (there.white, there.black):
        change |= {"white": there.white, "black": there.black}

    return change
