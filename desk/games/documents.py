"""Make the documents that a file comes to: a new tournament, an amend of the one in the
ledger, or nothing.

The league of a file is compared with the one in the ledger: players by their ids, and
what the file says that is new.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import ValidationError, convert, to_builtins

from desk.files.games_file import Fields, FileGame, GamesFile
from desk.files.settings import Settings
from desk.games.difference import (
    Difference,
    DifferenceLine,
    difference,
    reported_change,
)
from desk.games.document_fields import game_fields, header
from desk.games.identities import refuse_own_opponents
from desk.games.stages import Stage, games_between_ids
from desk.ledger_view import LedgerView
from desk.participants import participants
from desk.receipts import Receipt
from exchange.json.documents import Spread, document_from_fields
from ledger.decide.league import league_after_merges
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.league import League, league_from_json
from ledger.named_texts import header_in_words
from ledger.placed import Placed
from ledger.timeline import TournamentNow
from messages import by_command, say

MAX_PROBLEMS = 200


class AnsweredFile(NamedTuple):
    """A file with every question answered.

    `given` are the settings as the officer gave them, `settings` those with what a
    preview accepts by itself.
    """

    file: GamesFile
    given: Settings
    settings: Settings
    correction: str | None  # the reason of --as-correction
    ids: dict[str, str]  # player ids by row
    new: list[Fields]  # details of the players to introduce
    lines: dict[str, int]  # of the row of each player, by id


class ProposedDocuments(NamedTuple):
    """The documents, receipts and problems that one tournament of the file, or all of
    them, come to.
    """

    documents: list[Placed]
    repeated: list[Receipt]
    problems: list[Problem]


class FileTournament(NamedTuple):
    """One tournament of the file by the ids of its players: what it is booked as, or
    held against the ledger.

    `people`: the details of those whom it introduces. What is reported and the league
    belong to a whole file.
    """

    stage: Stage
    games: Sequence[FileGame]
    people: Sequence[Fields]
    reported: Fields | None
    league: Fields | None


def documents(
    answered: AnsweredFile, stages: Sequence[Stage], ledger: LedgerView
) -> ProposedDocuments:
    """Return documents to book, and receipts for what is the same; every difference at
    once when none may be booked.

    `Refused` where a correction names no tournament of the ledger, or two rows that met
    would be one player. `Conflict` where the ledger has another state and the officer
    does not say why it is corrected, or has the same event under another id.
    """
    if answered.correction is not None and not any(
        ledger.tournament(stage.id) for stage in stages
    ):
        where = Where(answered.file.source.file, field="tournament")
        message = say(
            "there is no tournament {name} to correct", name=repr(stages[0].id)
        )
        hint = by_command(
            "leave out --as-correction for a new tournament",
            "leave the reason out for a new tournament",
        )
        raise Refused(Problem("unknown-tournament", message, where, hint))

    refuse_own_opponents(answered.file, answered.ids)

    whole = ProposedDocuments([], [], [])
    introduced: set[str] = set()
    for stage in stages:
        games = games_between_ids(stage, answered.ids)

        # what is reported, and the league, are of the file as a whole: where it is two
        # tournaments, they are of neither
        report = answered.file.report if len(stages) == 1 else None
        reported = None if report is None else report.fields(answered.ids)
        league = None
        if len(stages) == 1:
            league = league_of_ids(answered.file.league, answered.ids)

        rows = [] if reported is None else reported["players"]
        needed = participants(games, league, (row["player"] for row in rows))

        # preliminary and final share players; whoever the first one introduces is known
        # in the second
        people = [
            details
            for details in answered.new
            if details["player"] in needed - introduced
        ]

        introduced |= {details["player"] for details in people}
        tournament = ledger.tournament(stage.id)
        of_file = FileTournament(stage, games, people, reported, league)

        if tournament is None:
            part = _new_tournament(answered, of_file, ledger)
        else:
            part = _correction(answered, of_file, tournament, ledger)

        whole.documents.extend(part.documents)
        whole.repeated.extend(part.repeated)
        whole.problems.extend(part.problems)

    if whole.problems:
        raise Conflict(whole.problems[:MAX_PROBLEMS])

    return whole


def _new_tournament(
    answered: AnsweredFile, of_file: FileTournament, ledger: LedgerView
) -> ProposedDocuments:
    """Make the document of a tournament that the ledger does not have, with the line of
    the file for each field, game and new player. The same event under another id is a
    problem.

    So a refusal of the document names the line that it comes from:

        {"start": 4, "games[0]": 12, "players[1]": 7}
    """
    fields = {
        "tournament": of_file.stage.id,
        **header(of_file.stage, answered.settings),
        "games": [game_fields(game) for game in of_file.games],
        "players": of_file.people,
        "source": answered.file.source.sha256,
        "reported": of_file.reported,
        "league": of_file.league,
    }

    lines = _header_lines(answered)
    lines |= {
        f"games[{at}]": game.line for at, game in enumerate(of_file.games) if game.line
    }
    known = answered.lines
    lines |= {
        f"players[{at}]": line
        for at, details in enumerate(of_file.people)
        if (line := known.get(details["player"]))
    }

    document = document_from_fields(
        "tournament", fields, Spread(answered.file.source.file, lines=lines)
    )
    return ProposedDocuments(
        [document], [], _same_event(answered.file, of_file.stage, of_file.games, ledger)
    )


def _correction(
    answered: AnsweredFile,
    of_file: FileTournament,
    tournament: TournamentNow,
    ledger: LedgerView,
) -> ProposedDocuments:
    """Make the amend that gives the ledger's tournament what the file has; only booked
    when the officer says why.

    Where nothing differs, a receipt says so. Rounds that are only added need no reason
    from the officer. Without a reason, each difference is a problem, and nothing is
    booked.
    """
    change = _change(answered, of_file, tournament, ledger)
    if not change:
        same = Receipt(
            seq=tournament.version,
            kind="tournament",
            target=of_file.stage.id,
            repeated=True,
        )
        return ProposedDocuments([], [same], [])

    reason = answered.correction
    problems: list[Problem] = []

    if reason is None and _has_only_new_rounds(answered, change):
        added = sorted({game.round for game in change.added})
        numbers = ", ".join(map(str, added))
        reason = str(
            say("rounds of another file are added: {numbers}", numbers=numbers)
        )
    elif reason is None:
        problems += _differences(answered.file, tournament, change)

    file = answered.file.source.file
    introductions = [
        document_from_fields(
            "player", details, Spread(file, answered.lines.get(details["player"]))
        )
        for details in of_file.people
    ]

    amend = {
        "tournament": of_file.stage.id,
        "reason": reason or "preview",
        "set": change.header or None,
        "games": change.games or None,
        "add_games": [game_fields(game) for game in change.added] or None,
        "source": answered.file.source.sha256,
        "reported": change.reported,
        "league": change.league,
    }

    lines = {f"set.{name}": line for name, line in _header_lines(answered).items()}
    lines |= {f"games.{name}": line for name, line in change.lines.items()}
    lines |= {
        f"add_games[{at}]": game.line
        for at, game in enumerate(change.added)
        if game.line
    }
    return ProposedDocuments(
        [
            *introductions,
            document_from_fields("amend", amend, Spread(file, lines=lines)),
        ],
        [],
        problems,
    )


def _change(
    answered: AnsweredFile,
    of_file: FileTournament,
    tournament: TournamentNow,
    ledger: LedgerView,
) -> Difference:
    """Compare what the file has with the ledger's tournament; what one of them does not
    state is no difference.

    Days are widened where rounds are added: the tournament begins with the earlier, and
    ends with the later of both. The name counts only where the officer gives it.
    """
    fields = header(of_file.stage, answered.settings)
    rounds = None

    if answered.settings.other_rounds == "stay":
        rounds = {game.round for game in of_file.games}
        for name, farthest in (("start", min), ("end", max)):
            if name in fields:
                known_day = getattr(tournament.header, name)
                fields[name] = farthest(fields[name], known_day)

    if answered.settings.name is None:
        # organisers write the name in another way every week: it counts only when the
        # officer gives it
        fields.pop("name", None)

    if answered.file.report is None and rounds is None:
        # tables and PGN have no days but those of their games: they are compared with
        # days of the same kind
        days = sorted(game.on for game in tournament.games.values() if game.on)
        for name, day in zip(
            ("start", "end"), (days[0], days[-1]) if days else (), strict=False
        ):
            if getattr(answered.settings, name) is None and fields.get(name) == day:
                fields.pop(name)

    tournament = replace(
        tournament, header=header_in_words(tournament.header, ledger.words_of)
    )
    change = difference(tournament, fields, of_file.games, ledger.resolve, rounds)

    if rounds is not None:
        _state_days_of_games(tournament, change)

    report = reported_change(tournament, of_file.reported, ledger.resolve, rounds)
    if report is not None and (
        tournament.reported is not None or change or answered.correction is not None
    ):
        # a tournament from before anything was reported is the same without it, until
        # somebody corrects it
        change = change._replace(reported=report)
        change.words.append(
            DifferenceLine(
                "reported-differs", say("the report's details beside the games differ")
            )
        )

    teams = league_change(
        tournament,
        of_file.league,
        ledger.resolve,
        whole=answered.file.report is not None,
    )
    if teams is not None and (
        tournament.league is not None or answered.correction is not None
    ):
        change = change._replace(league=teams)
        change.words.append(
            DifferenceLine(
                "league-differs", say("the teams or matches of the league differ")
            )
        )

    return change


def _state_days_of_games(tournament: TournamentNow, change: Difference) -> None:
    """Give the games of a tournament of one day that day where rounds of other days are
    added to it.

    `change` is filled in. Games that the file strikes out stay so, and games with a day
    keep it.

    For example, a blitz of 2024-05-04 has no days of its games. When rounds of
    2024-05-11 are added, its games are stated to be of 2024-05-04, because they would
    count as played on the last day otherwise.
    """
    header = tournament.header
    if header.start == header.end and {"start", "end"} & change.header.keys():
        for game in tournament.games.values():
            if game.on is None:
                fields = change.games.setdefault(game.game, {})
                if fields is not None:
                    fields.setdefault("on", header.start)


def _has_only_new_rounds(answered: AnsweredFile, change: Difference) -> bool:
    """Return whether a file brings rounds of its own and changes nothing of those that
    are in the ledger.

    What such a file may change is the first and the last day, and the days of games
    that had none of their own.

    The officer has to have said that the other rounds stay.
    """
    if answered.settings.other_rounds != "stay" or not change.added:
        return False

    dated = all(
        game is not None and game.keys() == {"on"} for game in change.games.values()
    )
    return dated and change.header.keys() <= {"start", "end"}


def _header_lines(answered: AnsweredFile) -> dict[str, int]:
    """Map fields that the file itself states to their lines; what the officer gave has
    no line in it.

        {"start": 4, "time_control": 9}
    """
    lines = {
        name: line
        for name, line in answered.file.lines.items()
        if getattr(answered.given, name) is None
    }

    # minutes that the officer gave stand in place of a time control
    if answered.settings.minutes is not None:
        lines.pop("time_control", None)
    return lines


def _differences(
    file: GamesFile, tournament: TournamentNow, change: Difference
) -> Iterator[Problem]:
    """Say that the tournament is in the ledger in another state, then each difference
    by itself with its line in the file.
    """
    name = file.source.file
    lead = say(
        "{tournament} is in the ledger in another state (version {version})",
        tournament=tournament.label(),
        version=tournament.version,
    )
    hint = by_command(
        "book the difference with --as-correction --reason REASON",
        "write below why it is corrected",
    )

    if tournament.withdrawn:
        hint = by_command(
            "`selo reinstate {name}` first", "reinstate it first", name=tournament.id
        )

    yield Problem("other-content", lead, Where(name, field="tournament"), hint)
    for words in change.words:
        yield Problem(words.code, words.text, Where(name, words.line))


def _same_event(
    file: GamesFile, stage: Stage, games: Sequence[FileGame], ledger: LedgerView
) -> list[Problem]:
    """Find the same event under another id, which would count every game twice.

    `games`: those of the file by player ids. Empty where no other tournament begins on
    that day with these games.
    """
    pairs = {(game.round, frozenset((game.white, game.black))) for game in games}
    other = ledger.same_event(stage.start or "", stage.id, pairs)
    if other is None:
        return []

    message = say(
        "{tournament} begins on the same day and has the same games", tournament=other
    )
    hint = by_command(
        "use --id {other}, and --as-correction --reason REASON if it differs",
        "give {other} as the id of the tournament, and a reason if this is a"
        " correction",
        other=other,
    )

    return [
        Problem(
            "same-event", message, Where(file.source.file, field="tournament"), hint
        )
    ]


def league_of_ids(
    league: Mapping[str, Any] | None, ids: Mapping[str, str]
) -> Fields | None:
    """Return the league of a file with the ids of its players; a player without an id
    is in no team.

    Without a league in the file, there is none here. Nothing else than players changes:
    teams keep the ids that the file gives them.
    """
    if league is None:
        return None

    teams = [
        {**team, "players": _ids(team["players"], ids)} for team in league["teams"]
    ]
    matches = []
    for match in league["matches"]:
        if "unopposed" in match:
            match = {**match, "unopposed": _ids(match["unopposed"], ids)}
        matches.append(match)
    return {**league, "teams": teams, "matches": matches}


def _ids(rows: list[str], ids: Mapping[str, str]) -> list[str]:
    """Return the ids of rows in their order, each once; a row without an id is left
    out.

    For example:

        rows 1, 2, 7, of which 7 has no id yet  ->  F020, F021
    """
    return list(dict.fromkeys(ids[key] for key in rows if key in ids))


def league_change(
    tournament: TournamentNow,
    league: Fields | None,
    resolve: Callable[[str], str],
    whole: bool,
) -> Fields | None:
    """Return the league in the ledger with the changes that a file makes; None where
    the file says nothing new.

    Teams are recognised by name, matches by round and teams. What the file does not
    mention stays: planned matches, and players of a team who have not played. `whole`:
    the file states the order of boards, which a table only lets us guess.

    In the ledger are teams a and b, and in round 2 a plans to meet b. A file in which a
    meets c in round 2 adds c, and takes the planned match out: no team has two matches
    in a round.
    """
    if league is None:
        return None

    known = None
    if tournament.league is not None:
        known = league_after_merges(league_from_json(tournament.league), resolve)
    there: Fields = {} if known is None else to_builtins(known)

    teams = {team["team"]: team for team in there.get("teams", ())}
    ids = _same_teams(teams, league["teams"])
    change = {
        **there,
        **league,
        "teams": _teams_changed(teams, league["teams"], ids, whole),
        "matches": _matches_changed(there.get("matches", ()), league["matches"], ids),
    }
    # a file has no more boards than were played so far
    change["boards"] = max(there.get("boards") or 0, league.get("boards") or 0) or None

    try:
        said_before = convert(change, League) == convert(there, League)
    except ValidationError:
        # no league as it should be: whoever decides says what is wrong and where
        return change

    return None if said_before else change


def _teams_changed(
    known: Mapping[str, Fields],
    teams: Sequence[Fields],
    ids: Mapping[str, str],
    whole: bool,
) -> list[Fields]:
    """Return the teams of the ledger with what a file says of them, and behind them
    those that are new.

    `known`: those of the ledger, by id. `teams`: those of the file. `ids`: by the id in
    the file, the one in the ledger. `whole`: the file states the order of boards.

    The players of the file stand first, and behind them the others of the ledger. If
    the order of the file is a guess and it has nobody new, that of the ledger stays.
    """
    changed = {**known}
    for team in teams:
        own = ids[team["team"]]
        before = changed.get(own, {})
        earlier = before.get("players", [])
        players = team["players"]
        rest = [player for player in earlier if player not in players]
        order = [*players, *rest]
        has_nobody_new = len(order) == len(earlier)
        if has_nobody_new and not whole:
            order = earlier

        changed[own] = {**before, **team, "team": own, "players": order}

    return list(changed.values())


def _matches_changed(
    known: Sequence[Fields], matches: Sequence[Fields], ids: Mapping[str, str]
) -> list[Fields]:
    """Return the matches of the ledger with what a file says of them, and behind them
    those that are new.

    `known`: those of the ledger. `matches`: those of the file. `ids`: of the teams, by
    the id in the file the one in the ledger.

    A team has one match in a round: that of the file, where both know one.
    """
    named = []
    busy = set()
    for match in matches:
        teams = {side: ids[match[side]] for side in ("home", "away") if side in match}
        named.append(match | teams)
        busy |= {(match["round"], team) for team in teams.values()}

    before = {_match_identity(match): match for match in known}
    changed = {}
    for identity, match in before.items():
        number, teams_there = identity
        if not any((number, team) in busy for team in teams_there):
            changed[identity] = match

    for match in named:
        identity = _match_identity(match)
        changed[identity] = {**before.get(identity, {}), **match}

    return list(changed.values())


def _same_teams(there: Mapping[str, Fields], teams: Sequence[Fields]) -> dict[str, str]:
    """Map each team of a file to its id in the ledger: the team of that name, or a new
    id that no other team has.

    Names are compared without regard to capitals. A new id is the one in the file, or
    where that is taken, the same with a number behind it: `tornit`, `tornit-2`.
    """
    by_name = {team["name"].casefold(): own for own, team in there.items()}
    ids = {
        team["team"]: own
        for team in teams
        if (own := by_name.get(team["name"].casefold()))
    }

    taken = {*ids.values()}
    for team in teams:
        if team["team"] not in ids:
            free = (
                team["team"],
                *(
                    f"{team['team'][:60]}-{number}"
                    for number in range(2, len(teams) + 3)
                ),
            )
            ids[team["team"]] = next(one for one in free if one not in taken)
            taken.add(ids[team["team"]])

    return ids


def _match_identity(match: Fields) -> tuple[int, frozenset[str | None]]:
    """Return what a match is recognised by: its round and its teams, whoever is at
    home. A team without an opponent has None beside it.

        {"round": 2, "home": "a", "away": "b"}  ->  2 and the set of a and b
    """
    return match["round"], frozenset((match["home"], match.get("away")))
