"""List all questions by the name of their command, and those that only people ask.
Routes, OpenAPI and the test that compares the faces follow from this.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from audit.questions import Audited, Doctor, Prove, RebuildCheck, Verify
from desk.exports.documents import ExportLedger, ExportPlayer
from desk.exports.games import ExportAudit, ExportGames
from desk.exports.lists import ExportList
from desk.exports.pgn_file import ExportPgn
from desk.exports.trf_file import ExportTrf
from features import FEATURES
from features.feature import Limits as LimitsOfFeature
from features.feature import Question, imported
from messages.answer import Answer
from projections.answers.asking import (
    Asked,
    PlayerId,
    Text,
    Timed,
)
from projections.answers.events.changed import Diff, EventAsked
from projections.answers.events.impact import Impact
from projections.answers.events.log import Events, Log
from projections.answers.lists.compared_lists import ListsCompared
from projections.answers.lists.next_list import ListsNext
from projections.answers.lists.published import Lists, PublishedList
from projections.answers.lists.rating_list import Bands, List, Replay
from projections.answers.opened import Replayed, Whole
from projections.answers.parameters import answers_of
from projections.answers.players.explain import Explain
from projections.answers.players.find import PlayerFind
from projections.answers.players.history import History
from projections.answers.players.need import Need
from projections.answers.players.opponents import Opponents
from projections.answers.players.performance import Performance
from projections.answers.players.ratings import Players
from projections.answers.players.show import PlayerShow, Show
from projections.answers.players.versus import Versus
from projections.answers.rules import Edition, Rules, Settings
from projections.answers.titles import Titles
from projections.answers.tournaments.tournament import Tournament, Tournaments
from rulebooks import LISTS
from web.store.roles import Role

# events with what they moved, that one quick answer has
MOST_QUICK_EVENTS = 250


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one may ask of a question over HTTP.

    `costly`: it runs through all events or games, or does so as it is asked; few of
    these are answered at a time. `searches`: one address may ask it only so often.
    `rows_at_once`: at most so many rows at once, for there is no end of them: those
    behind are in the next part. `in_parts`: rows, where it has them, are given in parts;
    `limit` of a question that says False is its own. `awaits`: which seq the answer
    waits to be passed, and for how many seconds; None where nothing is waited for.
    """

    costly: bool | Callable[[Any], bool] = False
    searches: bool = False
    rows_at_once: int | None = None
    in_parts: bool = True
    awaits: Callable[[Any], tuple[int, int]] | None = None


@dataclass(frozen=True)
class ServedQuestion:
    """One question: `command` as on the command line, `name` as clients call it that
    are made from the description, the address of its page, its parameters, who may ask
    it.

    `kept`: the answer is given again until something changes; an audit reads the ledger
    each time. `for_people`: it is a page made from other questions, which programs ask
    themselves. `framed`: another site may show its page in a frame. `with_file`: a file
    stands in the address, which may be none that can be
    read. `described_as`: the name under which its answers are described as one kind,
    where it has several.
    """

    command: str
    name: str
    address: str
    asked: type[Asked]
    role: Role = Role.ANYBODY
    kept: bool = True
    for_people: bool = False
    framed: bool = False
    with_file: bool = False
    described_as: str | None = None

    @property
    def limits(self) -> Limits:
        return limits_of(self.asked)

    @property
    def has_rows(self) -> bool:
        return self.asked.has_rows()

    @property
    def in_parts(self) -> bool:
        """Whether its rows can be asked for in parts."""
        return self.asked.table is not None and self.limits.in_parts

    @property
    def answers(self) -> tuple[type[Answer], ...]:
        return answers_of(self.asked)


OF_THE_CORE = (
    ServedQuestion("show", "get_player", "/players/{player}", Show),
    ServedQuestion("player ratings", "list_players", "/players", Players),
    ServedQuestion(
        "player show", "get_player_details", "/players/{player}/details", PlayerShow
    ),
    ServedQuestion(
        "history", "get_player_history", "/players/{player}/history", History
    ),
    ServedQuestion(
        "player performance",
        "get_player_performance",
        "/players/{player}/performance",
        Performance,
    ),
    ServedQuestion(
        "explain", "explain_rating", "/players/{player}/why/{tournament}", Explain
    ),
    ServedQuestion("player need", "get_player_need", "/players/{player}/need", Need),
    ServedQuestion(
        "player opponents", "list_opponents", "/players/{player}/opponents", Opponents
    ),
    ServedQuestion(
        "player versus",
        "list_encounters",
        "/players/{player}/against/{opponent}",
        Versus,
    ),
    ServedQuestion(
        "export player",
        "export_player",
        "/players/{player}/file",
        ExportPlayer,
        Role.OFFICER,
    ),
    ServedQuestion("player find", "search_players", "/search", PlayerFind),
    ServedQuestion("titles", "list_titles", "/titles", Titles),
    ServedQuestion("tournament list", "list_tournaments", "/tournaments", Tournaments),
    ServedQuestion(
        "tournament", "get_tournament", "/tournaments/{tournament}", Tournament
    ),
    ServedQuestion(
        "export trf", "export_trf", "/tournaments/{tournament}/trf", ExportTrf
    ),
    ServedQuestion(
        "export pgn", "export_pgn", "/tournaments/{tournament}/pgn", ExportPgn
    ),
    ServedQuestion(
        "export games", "export_games", "/tournaments/{tournament}/games", ExportGames
    ),
    ServedQuestion(
        "export audit", "export_audit", "/tournaments/{tournament}/audit", ExportAudit
    ),
    ServedQuestion("list published", "list_published_lists", "/lists", Lists),
    ServedQuestion(
        "list compare",
        "compare_lists",
        "/lists/{list}/compare/{older}/{newer}",
        ListsCompared,
    ),
    ServedQuestion(
        "list next", "get_next_lists", "/lists/next", ListsNext, Role.OFFICE
    ),
    ServedQuestion("list", "get_list", "/lists/{list}", List),
    ServedQuestion("list --bands", "get_list_bands", "/lists/{list}/bands", Bands),
    ServedQuestion(
        "list --list",
        "get_published_list",
        "/lists/{list}/published/{label}",
        PublishedList,
    ),
    ServedQuestion("export list", "export_list", "/lists/{list}/people", ExportList),
    ServedQuestion("rules", "list_rules", "/rules", Rules),
    ServedQuestion("rules EDITION", "get_edition", "/rules/{edition}", Edition),
    ServedQuestion("log", "get_log", "/log", Log),
    ServedQuestion("log event", "get_event", "/events/{seq}", EventAsked),
    ServedQuestion("log follow", "list_events", "/events", Events),
    ServedQuestion("log impact", "get_impact", "/log/{seq}", Impact),
    ServedQuestion("proof prove", "prove_event", "/log/{seq}/proof", Prove, kept=False),
    ServedQuestion("log diff", "get_changes", "/diff", Diff),
    ServedQuestion("ledger replay", "replay_list", "/replay", Replay, kept=False),
    ServedQuestion("verify", "verify_ledger", "/verify", Verify, kept=False),
    ServedQuestion("ledger settings", "get_settings", "/settings", Settings),
    ServedQuestion(
        "ledger rebuild --check",
        "check_read_tables",
        "/rebuild",
        RebuildCheck,
        Role.AUDITOR,
        kept=False,
    ),
    ServedQuestion(
        "export ledger", "export_ledger", "/ledger", ExportLedger, Role.AUDITOR
    ),
    ServedQuestion(
        "doctor", "examine_installation", "/doctor", Doctor, Role.ADMIN, kept=False
    ),
)


def _served_question(row: Question) -> ServedQuestion:
    return ServedQuestion(
        row.command,
        row.name,
        row.address,
        imported(row.asked),
        Role(row.role),
        for_people=row.for_people,
        framed=row.framed,
        with_file=row.with_file,
        described_as=row.described_as,
    )


# a question about the rules of a family is asked where its lists are
ROWS_OF_FEATURES = tuple(
    row
    for feature in FEATURES
    for row in feature.questions
    if set(row.lists) <= set(LISTS)
)
OF_FEATURES = tuple(
    _served_question(row) for row in ROWS_OF_FEATURES if not row.for_people
)
QUESTIONS = (*OF_THE_CORE, *OF_FEATURES)


class Home(Asked, frozen=True, kw_only=True):
    """The front page."""


class Against(Timed, frozen=True, kw_only=True):
    """Two players side by side, the other by id or by a name, as a form has it;
    programs ask versus.
    """

    player: PlayerId
    opponent: Text | None = None


PLACES = (
    *(_served_question(row) for row in ROWS_OF_FEATURES if row.for_people),
    ServedQuestion("home", "home", "/", Home, for_people=True),
    ServedQuestion(
        "against", "against", "/players/{player}/against", Against, for_people=True
    ),
)
MOST_WAIT_SECONDS = 25  # less than a service that stops waits for its answers
LIMITS: dict[type[Asked], Limits] = {
    Audited: Limits(costly=True),
    Replayed: Limits(costly=True),
    Whole: Limits(costly=True),
    ListsCompared: Limits(costly=True),
    ListsNext: Limits(costly=True),
    ExportLedger: Limits(costly=True),
    ExportPlayer: Limits(costly=True),
    # of everybody
    Diff: Limits(costly=lambda asked: not asked.players),
    # whoever follows goes on with `after`
    Events: Limits(
        costly=lambda asked: asked.limit > MOST_QUICK_EVENTS,
        in_parts=False,
        awaits=lambda asked: (asked.after, min(asked.wait, MOST_WAIT_SECONDS)),
    ),
    Bands: Limits(in_parts=False),
    Log: Limits(rows_at_once=1000),
    PlayerFind: Limits(searches=True),
    Against: Limits(searches=True),
}


def _limits_of_feature(limits: LimitsOfFeature) -> Limits:
    """Return the limits that a feature states for its question: whether it is costly,
    and perhaps the parameter that makes it cheap.
    """
    if limits.unless is None:
        return Limits(costly=limits.costly)
    given = attrgetter(limits.unless)
    return Limits(costly=lambda asked: limits.costly and not given(asked))


for row in ROWS_OF_FEATURES:
    if row.limits is not None:
        LIMITS[imported(row.asked)] = _limits_of_feature(row.limits)
NO_LIMITS = Limits()


def limits_of(kind: type[Asked]) -> Limits:
    """Return the limits of a question: its own, else those of the kind that it is of."""
    return next((LIMITS[each] for each in kind.__mro__ if each in LIMITS), NO_LIMITS)


def is_costly(asked: Asked) -> bool:
    """Tell whether a question is costly as it is asked."""
    costly = limits_of(type(asked)).costly
    return costly(asked) if callable(costly) else costly
