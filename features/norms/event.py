"""Prepare a tournament for judging FIDE's norms: its players, games and byes as the
report and the ledger have them.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, field
from msgspec.structs import replace

from desk.exports.booked_report import source_report
from desk.exports.reports import Report, ReportGame, ReportPlayer, report
from exchange.trf.report import Player
from features.norms.games import Play, application_checks, conditions, norm
from features.norms.rules import (
    EDITIONS,
    OF_NONE,
    TITLES,
    Check,
    Game,
    Norm,
    NormEvent,
    Seat,
    all_met,
    edition_of,
)
from ledger.errors import NotFound, Problem, Usage, Where
from ledger.federations import FEDERATIONS, HOME
from ledger.field_types import AN_ID
from ledger.reported import A_TITLE_OF_FIDE
from ledger.timeline import TournamentNow, federation_on
from messages import say
from messages.results import HALF_POINTS, RESULTS
from projections.answers.asking import Timed, TournamentId, about, names_in
from projections.answers.reading import Reading
from projections.answers.tournaments.fates import arbiter
from projections.answers.tournaments.tournament import league_in, tournament_at

TITLE_OF_CODE = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
}
ALLOCATED = "U"  # the code of a bye that the pairing allocated
A_TITLE = "WGM"  # what a title that is not shown is at least worth to others


System = Annotated[
    Literal["swiss", "round-robin", "double-round-robin", "knockout", "other"] | None,
    about("The system of pairing. Default: as the report says, else by who met whom."),
]
Kind = Annotated[
    Literal[
        "national-championship",
        "national-team-championship",
        "zonal",
        "world-or-continental-team",
        "world-cup",
    ]
    | None,
    about("A kind of event that has rules of its own (1.4.1b, 1.4.3a to c)."),
]
_STATED = f"{AN_ID}=[Ww]?{A_TITLE_OF_FIDE}"
_SOME = {
    "type": "string",
    "pattern": f"^[ ,]*{_STATED}([ ,]+{_STATED})*[ ,]*$",
    "maxLength": 2000,
}
Titles = Annotated[
    tuple[Annotated[str, Meta(max_length=2000)], ...],
    about(
        "FIDE titles that the report does not tell, such as F014=WGM.",
        "PLAYER=TITLE",
        schema={"items": _SOME},
    ),
]


class OfNorms(Timed, frozen=True, kw_only=True):
    """The parameters of a question about norms, among them titles that only the asker
    may know.
    """

    tournament: TournamentId
    system: System = None
    kind: Kind = None
    titles: Titles = field(default=(), name="title")


class Judging(NamedTuple):
    """A tournament ready to be judged. `fuller`: with what hidden titles may be, where
    there are any; `hidden`: whether there may be; `stated`: titles by player as the
    asker stated them.
    """

    report: Report
    people: Mapping[str, ReportPlayer]
    event: NormEvent
    fuller: NormEvent | None
    hidden: bool
    conditions: tuple[Check, ...]
    application: tuple[Check, ...]
    arbiter: str | None
    stated: Mapping[str, str]

    def is_woman(self, player: str) -> bool:
        """Return whether norms of women are for this player: by the sex, or by a title
        that only women hold.
        """
        return self.people[player].sex == "f" or (
            self.event.seats[player].title or ""
        ).startswith("W")

    def judge(self, player: str, title: str) -> tuple[Norm, bool | None]:
        """Return a norm, and whether it is met together with what is asked of the
        tournament.
        """
        # else no choice of games makes a norm
        fewer = all_met(self.conditions) is not False

        seat = self.event.seats[player]
        verdict = norm(self.event, seat, title, fewer)
        met = self._met(verdict)

        # a norm that fails by what is shown may be made by a title that is not: it is
        # open then, and never said to be made
        if met is not False or not fewer or self.fuller is None:
            return verdict, met

        fuller_seat = self.fuller.seats[player]
        other = self._met(norm(self.fuller, fuller_seat, title))
        if other is False:
            return verdict, False

        return verdict, None

    def _met(self, verdict: Norm) -> bool | None:
        """Whether the norm is made: True, False, or None where something is not known.

        The conditions of the tournament count beside the checks of the norm itself.
        """
        checks = [*self.conditions, *verdict.checks]
        return all_met(checks)


def judging(reading: Reading, asked: OfNorms) -> Judging:
    """Prepare the tournament as its report has it; refuse one from before the oldest
    regulations that the program knows.

    What the asker states counts before the report: a title, the system of pairing, the
    kind of event. Titles and sexes that are in the kept file alone are for an asker who
    may see everything; for anybody else they may be hidden.

    `NotFound` (code `no-norms`): it began before those regulations. `Usage`: a stated
    title is none, or of somebody who did not play.
    """
    name = asked.tournament
    event_report = report(reading, name, with_ratings=False)
    edition = edition_of(event_report.tournament.start)
    if edition is None:
        first = EDITIONS[0].since
        message = say(
            "the title regulations of FIDE are known here from {day} on", day=first
        )
        hint = say(
            "norms of earlier tournaments are by regulations whose text this program"
            " does not have"
        )
        raise NotFound(Problem("no-norms", message, hint=hint))

    kept = source_report(reading, name, event_report.source)
    written = {}
    if kept is not None and kept.source.sha256 == event_report.source:
        written = {one.number: one for one in kept.players}

    people = {
        row.player: _player_with_file(
            row, written.get(row.number or 0), reading.policy.whole
        )
        for row in event_report.players
    }

    seats = dict(_seats(reading, event_report, people))
    stated = _titles_stated(asked.titles, people)
    seats |= {
        player: seats[player]._replace(title=title) for player, title in stated.items()
    }

    tournament = tournament_at(reading, name)
    words = _words(event_report)
    event = NormEvent(
        edition=edition,
        seats=seats,
        rounds=_rounds(event_report),
        system=asked.system or _system(words, _meetings(event_report, tournament)),
        kind=asked.kind,
        host=_host(event_report),
        league=tournament.league is not None or "team" in words,
    )

    hides = not reading.policy.whole and any(
        one.title.upper().startswith("W") for one in written.values()
    )
    fuller = _event_at_best(event) if hides else None

    play = _play(event_report, arbiter(tournament, reading) in seats)
    chief_arbiter = event_report.facts.get("arbiter") or (
        kept.header.arbiter if kept is not None else None
    )

    return Judging(
        report=event_report,
        people=people,
        event=event,
        fuller=fuller,
        hidden=not reading.policy.whole,
        conditions=(*conditions(event, play), *_missing_facts(event)),
        application=application_checks(event, play),
        arbiter=str(chief_arbiter) if chief_arbiter else None,
        stated=stated,
    )


def _titles_stated(
    texts: Sequence[str], people: Mapping[str, ReportPlayer]
) -> dict[str, str]:
    """Read titles by player from texts like "F014=WGM, F003=WIM"; refuse with
    everything that is wrong.

        ["F014=WGM, F003=wim"]
        {"F014": "WGM", "F003": "WIM"}

    `Usage` names each text that is no player and title, and each player who is not in
    the tournament. A player who is named twice has the later title.
    """
    stated, problems = dict[str, str](), list[Problem]()
    for text in names_in(texts):
        player, sign, title = text.partition("=")
        if not sign or _title(title) not in TITLES:
            message = say("{text} is not a player and a title", text=repr(text[:80]))
            problems.append(
                Problem(
                    "parameter",
                    message,
                    Where(field="title"),
                    say("write it as F014=WGM"),
                )
            )
        elif player not in people:
            message = say("{player} is not in the tournament", player=repr(player[:64]))
            problems.append(
                Problem(
                    "parameter",
                    message,
                    Where(field="title"),
                    say("give the id of a player of it"),
                )
            )
        else:
            stated[player] = str(_title(title))

    if problems:
        raise Usage(problems)

    return stated


def _event_at_best(event: NormEvent) -> NormEvent:
    """Return the event as it may be at best with the titles that are not shown: whoever
    has no title counts as a WGM.
    """
    seats = {
        player: seat if seat.title else seat._replace(title=A_TITLE)
        for player, seat in event.seats.items()
    }
    return dataclasses.replace(event, seats=seats)


def _missing_facts(event: NormEvent) -> Iterator[Check]:
    """Yield a problem for each thing that the report has to say before norms can be
    judged.

    A rating of FIDE of anybody, which 1.4.6 rests on; and, for a championship of a
    federation, which one that is.
    """
    rated = sum(seat.rating is not None for seat in event.seats.values())
    yield Check(
        "1.4.6", say("players with a rating of FIDE in the report"), rated, 1, rated > 0
    )

    if event.host is None and event.kind in (
        "national-championship",
        "national-team-championship",
    ):
        yield Check(
            "1.4.3",
            say("the federation that registers the event is known"),
            None,
            None,
            None,
        )


def _player_with_file(
    row: ReportPlayer, there: Player | None, whole: bool
) -> ReportPlayer:
    """Return a player with title and sex from the kept file, for somebody who may see
    everything.

    `there`: the player's row in that file; None: it has none. `whole`: whether the
    asker sees everything. What the report itself says counts first.
    """
    if there is None or not whole:
        return row
    return replace(
        row, title=row.title or there.title or None, sex=row.sex or there.sex or None
    )


def _title(written: str | None) -> str | None:
    """Return a title as norms know it; None where nothing is written.

    Reports have codes or the titles themselves, in any case: `m` and `im` are IM. What
    is no title of FIDE stays as it is written, in capitals.
    """
    if not written:
        return None
    text = written.upper()
    return TITLE_OF_CODE.get(text, text) or None


def _seats(
    reading: Reading, event_report: Report, people: Mapping[str, ReportPlayer]
) -> Iterator[tuple[str, Seat]]:
    """Yield everybody of a report with their games in the order of rounds.

    Games of a tiebreak are no games here. A federation that is none of FIDE's, such as
    a club, counts as not written: it is then the one that the ledger has for the first
    day.
    """
    games: dict[str, list[Game]] = {}
    for one in event_report.games:
        if one.tiebreak:
            continue
        of_white, of_black = _both_sides(one)
        games.setdefault(one.white, []).append(of_white)
        games.setdefault(one.black, []).append(of_black)

    for player, row in people.items():
        own = sorted(games.get(player, ()), key=lambda game: game.round)
        byes = [int(number) for number, mark in row.cells.items() if _is_bye(mark)]
        code = row.federation.upper()
        # a club, or nothing: then as the ledger has it
        if code != OF_NONE and code not in FEDERATIONS:
            federations = reading.timeline.person(player).federations
            code = federation_on(federations, event_report.tournament.start)

        yield (
            player,
            Seat(
                id=player,
                federation=code,
                title=_title(row.title),
                rating=row.fide_rating,
                games=tuple(own),
                byes=frozenset(byes),
            ),
        )


def _is_bye(mark: str) -> bool:
    """Return whether a cell of a report is a bye that the pairing allocated."""
    return mark[-1] == ALLOCATED


def _both_sides(one: ReportGame) -> tuple[Game, Game]:
    """Return a game as White has it, and as Black has it.

    Half points are None for a game that was not played.
    """
    result = one.result
    white_halves, black_halves = HALF_POINTS.get(result) or (None, None)
    white_given, black_given = _won_unplayed(result)
    played = partial(Game, one.game, one.round)
    of_white = played(one.black, white_halves, white_given)
    of_black = played(one.white, black_halves, black_given)
    return of_white, of_black


def _won_unplayed(result: str) -> tuple[bool, bool]:
    """Tell of White and of Black whether they won without playing.

    Only a forfeit that is scored can be such a win; if both lost by forfeit, nobody
    won.
    """
    row = RESULTS[result]
    if not row.is_forfeit or row.scored is None:
        return False, False
    white, black = row.scored
    return white > black, black > white


def _rounds(event_report: Report) -> int:
    """How many rounds the event has: as many as it states, or the last round that has a
    game if that is later.
    """
    stated = event_report.facts.get("rounds")
    return max(
        [
            stated if isinstance(stated, int) else 0,
            *(game.round for game in event_report.games),
        ]
    )


def _host(event_report: Report) -> str | None:
    """Return the federation that registers the event: as reported, else ours for a
    tournament at home. None: nobody knows.
    """
    code = str(event_report.facts.get("federation") or "").upper()
    if code in FEDERATIONS:
        return code
    return HOME if event_report.tournament.domestic else None


def _words(event_report: Report) -> str:
    """Return what the report calls the tournament: its type and its code, one kind of
    space between words.

        Individual: Swiss-System (FIDE), SWISS_DUTCH
        individual: swiss system (fide) swiss dutch
    """
    texts = (
        f"{event_report.facts.get('kind') or ''}"
        f" {event_report.facts.get('system') or ''}"
    )
    return " ".join(texts.casefold().replace("-", " ").replace("_", " ").split())


def _meetings(
    event_report: Report, tournament: TournamentNow
) -> Counter[frozenset[str]]:
    """Count who met whom: teams, where the tournament has them, else players.

    Byes and games of a tiebreak are no meetings.
    """
    if tournament.league is not None:
        return Counter(
            frozenset((match.home, match.away))
            for match in league_in(tournament).matches
            if match.away is not None
        )
    return Counter(
        frozenset((game.white, game.black))
        for game in event_report.games
        if not game.tiebreak
    )


def _system(words: str, pairs: Counter[frozenset[str]]) -> str:
    """Tell the system of pairing: as the report says, else by whether all pairs met,
    once or twice.
    """
    if "robin" in words or "berger" in words:
        return "double-round-robin" if "double" in words else "round-robin"
    if "knock" in words:
        return "knockout"
    if "scheveningen" in words or "schiller" in words:
        return "other"
    if "swiss" in words:
        return "swiss"

    players = {player for pair in pairs for player in pair}
    every_pair = len(players) * (len(players) - 1) // 2
    if len(players) <= 2 or len(pairs) != every_pair:
        return "swiss"

    times = set(pairs.values())
    if times == {1}:
        return "round-robin"
    if times == {2}:
        return "double-round-robin"

    return "swiss"


def _play(event_report: Report, arbiter_plays: bool) -> Play:
    """How the event was played: its days, its pace and its arbiter.

    The day of a game is the one stated for it, else that stated for its round, else the
    only day of the tournament. Rounds are counted by day only if every round has a day:
    a count with gaps would let a day with too many rounds pass. The length is in days,
    with the first and the last.
    """
    header, stated = event_report.tournament, event_report.facts.get("round_days")
    days: dict[int, set[str]] = {}
    for game in event_report.games:
        day = game.on or (
            stated.get(str(game.round)) if isinstance(stated, dict) else None
        )
        day = day or (header.start if header.start == header.end else None)
        days.setdefault(game.round, set()).update([day] if day else [])

    if all(days.values()):
        by_day = Counter(day for on in days.values() for day in on)
    else:
        by_day = Counter[str]()

    times = {
        minutes or header.minutes
        for game in event_report.games
        for minutes in (game.minutes, game.minutes_black)
    }

    length = (
        date.fromisoformat(header.end) - date.fromisoformat(header.start)
    ).days + 1

    return Play(
        header.seconds,
        max(1, len(times)),
        by_day,
        length,
        header.fide_accepted,
        arbiter_plays,
    )
