"""Match a relay's PGN with the report of an event: who is who, and which games it adds.

A game is counted once, whether the relay or the report has it. Where they contradict
each other, or a report the one before it, somebody is asked, and nothing is guessed.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from msgspec import structs

from desk.files.games_file import Entrant, FileGame, GamesFile, seats_of
from desk.files.open_file import NamedFile, plain_text
from desk.files.settings import Settings, settings_over
from desk.games.proposal import GamesProposal
from desk.ledger_view import LedgerView
from desk.people.register import register_of
from desk.people.remembered import answers_still_true, answers_with_new_names
from exchange.names.likeness import Likeness, has_same_words, is_close, likeness
from exchange.recognise import kind_of
from exchange.results.pgn import pgn_with_earlier
from ledger.errors import Problem, Refused, Where
from ledger.field_types import Result
from ledger.store.database import snapshot
from messages import Message, by_command, counted, joined_message, say
from messages.results import PENDING

# the answer that results which differ are right as they are now
NEWER: Final = "live-results"
KEPT: Final = "live-kept"  # the answer that the report is right, and not the relay
NAMED = 5  # in a question


Known = tuple[NamedFile, Settings]  # a file, and the answers about it


def report_to_show(
    ledger: str,
    read: Callable[[NamedFile, Settings], GamesProposal],
    event: str,
    sure: Collection[str],
    earlier: Known,
    now: Known,
) -> Known:
    """Return the report to show after another one, or ask what has to be answered
    first.

    PGN comes from a relay: its games are added to those of the report, and to those of
    the PGN before it.

    `earlier`: the file shown so far, and its answers; `now`: the file that comes.
    `read`: makes a proposal of both. `event`: names the event in answers. `sure`: what
    the officer is sure of, as in `live-results:kesa`.

    Returned is what is shown from now on. PGN after a report: the report, with results
    of the relay among its answers. PGN after PGN: both as one file. A report after PGN,
    or after a report: the new one, with the answers that still hold. `Refused` where
    somebody has to be asked.
    """
    (last, settings), (file, given) = earlier, now
    shown = read(last, settings)
    before = shown.file
    relay, was = (kind_of(one.name, one.content) == "pgn" for one in (file, last))

    # a relay after a report: the report stays, with more answers
    if relay and not was:
        played = (
            given.all_played if given.all_played is not None else settings.all_played
        )

        games = read(
            file, structs.replace(given, players_by=None, all_played=played)
        ).file

        answers = structs.replace(given, relayed={**settings.relayed, **given.relayed})
        rows = rows_of(
            ledger, games, shown, answers, ask=not is_sure_of(KEPT, event, sure)
        )
        answered = {
            name: rows[name]
            for name in (*answers.relayed, *answers.map)
            if name in rows
        }

        kept = structs.replace(
            settings, all_played=played, relayed={**answers.relayed, **answered}
        )
        return last, settings_with_relay(kept, before, games, rows, event, sure)

    if relay:
        # a relay sends a part of its games: those of the one before stay
        texts = [
            plain_text(one.content, one.name, answers).data
            for one, answers in (earlier, now)
        ]
        file = file._replace(content=pgn_with_earlier(*texts))
        settings, given = (
            structs.replace(answers, encoding=None) for answers in (settings, given)
        )

    # results and names answered before are about the report before, and are carried
    # over one by one below
    new = read(
        file,
        settings_over(given, structs.replace(settings, map={}, results={}, relayed={})),
    )
    if was and not relay:
        answers = structs.replace(
            settings, relayed={**settings.relayed, **given.relayed}
        )
        rows = rows_of(
            ledger, before, new, answers, ask=not is_sure_of(NEWER, event, sure)
        )
        before, settings = relay_as_report(before, answers, rows, new.file)

    settings, before = answers_with_new_names(settings, before, new.file)
    given = settings_over(given, answers_still_true(settings, before, new.file))
    _check_newer(before, read(file, given).file, event, sure)
    return file, given


def is_sure_of(answer: str, event: str, sure: Collection[str]) -> bool:
    """Return whether somebody is sure of an answer: for this event (`live-kept:kesa`),
    or for all (`live-kept`).

    `answer`: NEWER or KEPT. `event`: the name of the event in answers.
    """
    return bool({f"{answer}:{event}", answer} & {*sure})


def _check_newer(
    before: GamesFile, now: GamesFile, event: str, sure: Collection[str]
) -> None:
    """Ask about a report in which a finished game is missing or has another result,
    because it may be an older report.

    Games without a result in the report before are not compared: they may have been
    played since. `Refused` with the first few games that differ.
    """
    results = _results(now)
    differing = [
        (*pair, result, results.get(pair))
        for pair, result in _results(before).items()
        if result != PENDING and results.get(pair) != result
    ]
    if not differing or is_sure_of(NEWER, event, sure):
        return

    games = joined_message([change_in_words(*one) for one in differing[:NAMED]])
    message = counted(
        "{count} result of the earlier report differs here or is missing ({games}): is"
        " this report the newer one?",
        "{count} results of the earlier report differ here or are missing ({games}):"
        " is this report the newer one?",
        len(differing),
        games=games,
    )

    answer = f"{NEWER}:{event}"
    hint = by_command(
        "if it is: --sure {sure} (over HTTP: sure={sure})",
        "if it is, say so (programs: sure={sure})",
        sure=answer,
    )
    raise Refused(
        Problem(
            "needs-answer",
            message,
            Where(now.source.file, field="sure"),
            hint,
            about=(answer,),
        )
    )


def change_in_words(
    number: int, white: str, black: str, result: str, other: str | None
) -> Message:
    """Say what a game was and what it is now.

    `result` and `other` are results as documents write them, such as `1-0`; no `other`:
    the game is missing now.

    For example:

        round 3: Aho, Aino 1-0 Berg, Bo, now 1/2-1/2
    """
    return say(
        "round {round}: {white} {result} {black}, now {other}",
        round=number,
        white=white,
        black=black,
        result=result,
        other=say("missing") if other is None else other,
    )


def _results(file: GamesFile) -> dict[tuple[int, str, str], str]:
    """Map the round and the names of both players to the result of each game. Names are
    used because starting numbers change.

        {(1, "Aho, Aino", "Berg, Bo"): "1-0"}

    A row without a name counts by its key.
    """
    names = {row.key: row.name or row.key for row in file.entrants}
    return {
        (game.round, names[game.white], names[game.black]): game.result
        for game in file.games
    }


def rows_of(
    ledger: str, relay: GamesFile, report: GamesProposal, settings: Settings, ask: bool
) -> dict[str, str]:
    """Map the names of a relay to the rows of a report.

    An answer counts first, then a number that only one row has together with a similar
    name, then a name that only one row has. All other names are asked about, or left
    out.

    A row belongs to one name; two names take the same row only by an answer. With
    `ask`, raises Refused (needs-answer) with a question for each name that is left.
    """
    with snapshot(ledger) as connection:
        view = LedgerView(connection)
        report.preview = True  # its questions come later
        report.prepare(view)
        register = register_of(view)
        players = {
            match.row.key: match.player
            for match in report.matches
            if match.player is not None
        }

    people = report.file.entrants

    def numbered(person: Entrant) -> Iterator[str]:
        """Yield the rows with a number of this person: in the report, or of the player
        that a row is matched with.
        """
        known = register.fide(person.fide_id) | register.national(person.national_id)

        for row in people:
            same = (person.fide_id and row.fide_id == person.fide_id) or (
                person.national_id and row.national_id == person.national_id
            )
            if same or players.get(row.key) in known:
                yield row.key

    answered = {**settings.map, **settings.relayed}
    rows = {
        person.key: _row(person, people, players, answered, numbered)
        for person in relay.people()
    }

    times = Counter(row for row in rows.values() if row)
    row_of = {
        name: row
        for name, row in rows.items()
        if row and (times[row] == 1 or name in answered)
    }
    if ask and (
        asked := [person for person in relay.people() if person.key not in row_of]
    ):
        raise Refused(
            [_question_of_row(person, people, relay.source.file) for person in asked]
        )

    return row_of


def _row(
    person: Entrant,
    people: Collection[Entrant],
    players: Mapping[str, str],
    answered: Mapping[str, str],
    numbered: Callable[[Entrant], Iterable[str]],
) -> str | None:
    """Return the one row that is a player of a relay; None where no row, several rows
    or none for sure may be meant.

    `people`: the rows of the report. `players`: whom they are matched with, by key.
    `answered`: a player, or the key or name of a row, by name in the relay. `numbered`:
    the rows with a number of a person.

    A row found by a number needs a name that is close too. A row found by its name
    alone does not count where both have a FIDE id, for it would have been found by
    that.

        answered {"Aho": "12"}          ->  row 12, even if the names differ
        FIDE id 500003 on row 7 alone   ->  row 7, if the names are close
        no number, name of row 7 alone  ->  row 7
    """
    if (answer := answered.get(person.key)) is not None:
        fits = [key for key, player in players.items() if player == answer] or [
            row.key for row in people if answer in (row.key, row.name)
        ]
        return fits[0] if len(fits) == 1 else None

    if fits := [*numbered(person)]:
        name = next(row.name for row in people if row.key == fits[0])
        alike = not name or likeness(name, person.name) >= Likeness.CLOSE
        return fits[0] if len(fits) == 1 and alike else None

    named = [
        row for row in people if row.name and has_same_words(row.name, person.name)
    ]
    [row] = named if len(named) == 1 else [None]
    return None if row is None or (row.fide_id and person.fide_id) else row.key


def _question_of_row(person: Entrant, people: Iterable[Entrant], file: str) -> Problem:
    """Ask which row of the report a player of the relay is; rows with a close name are
    suggested, but none is proposed as the answer.
    """
    near = [row for row in people if row.name and is_close(row.name, person.name)][
        :NAMED
    ]
    message = say("who of the report is {name}?", name=person.name)

    if near:
        named = ", ".join(f"{row.key} {row.name}" for row in near)
        message = say(
            "who of the report is {name}? perhaps {names}",
            name=person.name,
            names=named,
        )

    hint = by_command(
        'in the answers: "relayed": {{"{name}": "{row}"}}, a row or a player of the'
        " report; if that player is not in it, send a report that has them first",
        "name a row or a player of the report; if that player is not in it, send a"
        " report that has them first",
        name=person.key,
        row=near[0].key if near else "12",
    )

    return Problem(
        "needs-answer",
        message,
        Where(file, person.line, None, "relayed"),
        hint,
        about=(person.key,),
    )


def relay_as_report(
    relay: GamesFile, settings: Settings, rows: Mapping[str, str], report: GamesFile
) -> tuple[GamesFile, Settings]:
    """Return what a relay showed in the form of a report, with its players under the
    names of the report that comes next, and each of its games stated.

    `rows`: the row of the report by name in the relay. Results are stated as answers by
    round and both players, as in `{"3/12/15": "1-0"}`.

    After that, both are compared as two reports are.
    """
    names = {row.key: row.name for row in report.entrants}
    people = [
        row._replace(name=names[rows[row.key]]) if row.key in rows else row
        for row in relay.entrants
    ]

    results = {
        f"{game.round}/{game.white}/{game.black}": game.result for game in relay.games
    }

    return replace(relay, entrants=people), structs.replace(settings, results=results)


def settings_with_relay(
    settings: Settings,
    report: GamesFile,
    relay: GamesFile,
    rows: Mapping[str, str],
    event: str,
    sure: Collection[str],
) -> Settings:
    """Return the answers about a report with what a relay adds: results and games that
    the report does not have.

    `report` is the report as those answers read it. A game in play does not contradict
    a result of the report, because a relay may be behind.

    `rows`: the row of the report by name in the relay; games of anybody else are left
    out. A result is stated by its seat (`3/12`) where the report has the game
    without a result, else by the whole game (`3/12/15`).

    `Refused` where the relay contradicts a result or a pairing of the report, unless
    the officer is sure that the report is right. A result is the relay's where they are
    sure of that. A pairing never is.
    """
    results, changed, odd = dict(settings.results), list[Message](), list[Message]()
    names = {row.key: row.name or row.key for row in report.entrants}
    games = {
        (game.round, frozenset((game.white, game.black))): game for game in report.games
    }

    seats, newer = seats_of(report), is_sure_of(NEWER, event, sure)

    for game in relay.games:
        if game.white not in rows or game.black not in rows:
            continue

        white, black, number = rows[game.white], rows[game.black], game.round
        there = games.get((number, frozenset((white, black))))
        seat = f"{number}/{white}"

        whole = f"{seat}/{black}"
        if there is None and not seats & {(number, white), (number, black)}:
            results[whole] = game.result
        elif there is None or there.white != white:
            odd.append(
                say(
                    "round {round}: the report has another pairing for {white} –"
                    " {black}",
                    round=number,
                    white=names[white],
                    black=names[black],
                )
            )
            continue
        elif game.result == there.result or (
            game.result == PENDING and not {seat, whole} & results.keys()
        ):
            continue
        elif there.result == PENDING or newer:
            _state(results, seat, whole, game, there)
        else:
            changed.append(
                change_in_words(
                    number, names[white], names[black], there.result, game.result
                )
            )
            continue

        # a later game of the relay is held against this one
        games[number, frozenset((white, black))] = FileGame(
            number, white, black, game.result
        )
        seats |= {(number, white), (number, black)}

    if (changed or odd) and not is_sure_of(KEPT, event, sure):
        raise Refused(_question_of_results(changed, odd, event, relay.source.file))

    return structs.replace(settings, results=results)


def _state(
    results: dict[str, Result], seat: str, whole: str, game: FileGame, there: FileGame
) -> None:
    """State the result of a game: by its seat where the report leaves it open, else by
    its whole name.

    `results` is changed: `seat` names a game as in `3/12`, `whole` as in `3/12/15`. A
    game in play takes back what was stated of its seat before.

    For example:

        3/12 is open in the report, 1-0 in the relay      ->  {"3/12": "1-0"}
        3/12/15 is 0-1 in the report, 1-0 in the relay    ->  {"3/12/15": "1-0"}
    """
    fills = seat in results or (there.result == PENDING and whole not in results)
    results.pop(seat, None)
    if not fills or game.result != PENDING:
        results[seat if fills else whole] = game.result


def _question_of_results(
    changed: list[Message], odd: list[Message], event: str, file: str
) -> Problem:
    """Ask which result is right, the relay's or the one shown before. Only the report
    may change a pairing.

    `changed`: games with another result. `odd`: games that are another pairing in the
    report; where there are any, only the report can be called right.
    """
    games = [*odd, *changed]
    message = counted(
        "{count} game of the relay is another one in the report ({games}): which is"
        " right?",
        "{count} games of the relay are others in the report ({games}): which are"
        " right?",
        len(games),
        games=joined_message(games[:NAMED]),
    )

    kept, newer = f"{KEPT}:{event}", f"{NEWER}:{event}"
    hint = by_command(
        "the report: --sure {kept}; the relay: --sure {newer} (over HTTP: sure=...)",
        "the report: sure={kept}; the relay: sure={newer}",
        kept=kept,
        newer=newer,
    )

    if odd:
        hint = by_command(
            "the report: --sure {kept} (over HTTP: sure=...); otherwise send a report"
            " with the right pairings first",
            "the report: sure={kept}; otherwise send a report with the right pairings"
            " first",
            kept=kept,
        )

    about = (kept,) if odd else (kept, newer)
    return Problem(
        "needs-answer", message, Where(file, field="sure"), hint, about=about
    )
