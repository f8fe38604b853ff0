"""Answer `selo explain`: why a player's ratings in a tournament are what they are, and
why a game was not rated.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, NamedTuple

from msgspec import field

from ledger.bodies import RulesRevised
from ledger.errors import LedgerUnusable, NotFound, Problem
from ledger.field_types import Result
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, UnsetType, one_of
from projections.answers.asking import ListName, PlayerId, Timed, TournamentId, about
from projections.answers.career import (
    PlayerName,
    kept_list,
    known_player,
    merged_id_asked,
    names_of,
    player_name,
)
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import Fate, game_fates, not_rated
from projections.answers.tournaments.tournament import tournament_at
from projections.replay.entry import REVISED
from projections.revisions import uncomparable
from rulebooks import rulebook
from rulebooks.base import Unit
from rulebooks.entries import Entry, WorkedEntry
from rulebooks.protocol import Sheet
from rulebooks.sheets import ExplainedEntry

GIVEN = ("opening", "ruling")


class NotRatedGame(Answer, frozen=True, kw_only=True):
    """A game that counts nowhere or not on a list; without a game, a list that does not
    rate the player there.
    """

    game: str | None
    opponent: str | None
    result: Annotated[str, one_of(Result)] | None
    list: str | None
    why: Message
    section: str | None


class ExplainAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `explain`: one sheet an entry."""

    player: PlayerName
    tournament: str | None
    entries: tuple[ExplainedEntry, ...]
    not_rated: tuple[NotRatedGame, ...]
    basis: Basis
    asked: str | UnsetType = UNSET


class Explain(Timed, frozen=True, kw_only=True):
    """Why a rating came out as it did: every game, every term, the exact sum and the
    rounding. Games that were not rated say why. TOURNAMENT may also be one unit
    (league-2024/3.2), or the word opening or ruling; without it, the last entry is
    explained.
    """

    line = ("player", "tournament")
    examples = ("selo explain F033 kuusilahti-open-2024", "selo explain F033")
    player: PlayerId
    tournament: TournamentId | None = None
    list_name: Annotated[ListName | None, about("One list; without it all.")] = field(
        default=None, name="list"
    )

    def ask(self, reading: Reading) -> ExplainAnswer:
        """Return the answer without the sheets that are printed for people."""
        return explain(reading, self.player, self.tournament, self.list_name)[0]


def sheets_of(
    reading: Reading, player: str, unit: str, list_name: str | None = None
) -> list[Sheet]:
    """Return a player's sheets for a tournament, for one unit of it (T/3.2), or for
    their opening or rulings.

    `player`: the id that counts. `unit`: a tournament, a unit of it, `opening` or
    `ruling`. Empty where the player has no such entry.

    `NotFound`: the rules were revised since, so that the sum would give another rating.
    `LedgerUnusable`: the sum gives another rating and nothing says why.
    """
    if unit in GIVEN or "/" in unit:
        entries = reading.entries(player=player, unit=unit)
    else:
        entries = reading.entries(player=player, tournament=unit)

    worked = []
    named = [player]

    for entry in entries:
        if list_name is None or entry.list == list_name:
            worked_out = entry.worked_out()
            worked.append(worked_out)
            named += [term.opponent for term in worked_out.change.terms]

    for worked_out in worked:
        _check_working(worked_out, reading)

    names = names_of(reading, named)
    sheets = []
    for worked_out in worked:
        rules = rulebook(worked_out.list)
        reason = _reason(reading, worked_out)
        sheets.append(rules.explain(worked_out, names, reason))

    return sheets


def _check_working(entry: WorkedEntry, reading: Reading) -> None:
    """Refuse to explain an entry by a sum that does not give the stored rating.

    Raise `NotFound` where rules that were revised explain it, `LedgerUnusable` where
    nothing does: then events or tables are damaged.
    """
    if REVISED not in entry.change.detail:
        return

    accepted = set()
    for fact in reading.timeline.office_facts():
        if isinstance(fact.body, RulesRevised):
            accepted.add(fact.body.edition)

    if entry.edition in accepted or uncomparable(reading.timeline) is not None:
        raise _revised_since(entry)

    message = say(
        "{player} came to {rating} in {unit}, and the games there do not give that",
        player=entry.change.player,
        rating=entry.change.after,
        unit=entry.unit,
    )
    hint = by_command(
        "look at `selo verify`; if the events are whole, `selo ledger rebuild` makes"
        " the tables again",
        "the administrator of the service has to look at it first",
    )
    raise LedgerUnusable(Problem("damaged", message, hint=hint))


def _revised_since(entry: WorkedEntry) -> NotFound:
    """Make the refusal of an entry that other rules would work out otherwise today."""
    message = say(
        "{player} came to {rating} in {unit} by rules that were revised since"
        " ({edition}); worked out by those of today it is another rating",
        player=entry.change.player,
        rating=entry.change.after,
        unit=entry.unit,
        edition=entry.edition,
    )
    hint = by_command("see `selo rules`; `selo history` has the stored rating")
    return NotFound(Problem("working-revised", message, hint=hint))


def _reason(reading: Reading, entry: Entry) -> str:
    """Return the reason of a ruling from its event, since no entry holds it; empty for
    any other entry.
    """
    if entry.figure.kind != "ruling":
        return ""
    event = reading.known_events.event(entry.seq)
    if event is None:
        return ""
    return event.reason or ""


def explain(
    reading: Reading, asked: str, unit: str | None = None, list_name: str | None = None
) -> tuple[ExplainAnswer, list[Sheet]]:
    """Return the answer, and its sheets as a rulebook prints them for people. Without a
    unit: the player's last entry.

    `asked`: an id, or what may stand for one. `NotFound`: the player has neither an
    entry nor a game there.
    """
    player = known_player(reading, asked)
    list_name = list_name and kept_list(reading, list_name)
    if unit is None:
        unit = _last_unit(reading, player, list_name)

    sheets = sheets_of(reading, player, unit, list_name)
    tournament = None
    left_out: list[NotRatedGame] = []

    if unit not in GIVEN:
        tournament, _, _ = unit.partition("/")
        left_out = left_out_of(reading, player, unit, list_name)
    if not sheets and not left_out:
        message = _nothing_to_explain(reading, player, unit, list_name)
        hint = by_command("see `selo history {player}`", player=player)
        raise NotFound(Problem("not-there", message, hint=hint))

    answer = ExplainAnswer(
        player=player_name(reading, player),
        tournament=tournament,
        entries=tuple(sheet.terms() for sheet in sheets),
        not_rated=tuple(left_out),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )
    return answer, sheets


def _last_unit(reading: Reading, player: str, list_name: str | None) -> str:
    """Return the unit of a player's last entry.

    The last is so in the order of computation. `NotFound`: there is no entry up to the
    day.
    """
    entries = reading.entries(player=player, list_name=list_name)
    if not entries:
        message = say(
            "{player} has no entry up to {day}", player=player, day=reading.as_of
        )
        hint = say("a rating comes with an opening or a rated game")
        raise NotFound(Problem("not-there", message, hint=hint))
    last = max(entries, key=attrgetter("place"))
    return last.unit


def _nothing_to_explain(
    reading: Reading, player: str, unit: str, list_name: str | None
) -> Message:
    """Say what there is nothing to explain of.

    `unit`: what was asked for: an opening, a ruling, or games of a tournament.
    """
    if unit == "opening":
        return say(
            "{player} has no opening up to {day}", player=player, day=reading.as_of
        )

    if unit == "ruling":
        return say(
            "{player} has no ruling up to {day}", player=player, day=reading.as_of
        )

    if list_name is not None:
        return say(
            "{player} has no game in {unit} that counts on {list}",
            player=player,
            unit=unit,
            list=list_name,
        )

    return say("{player} has no game in {unit}, as known", player=player, unit=unit)


def left_out_of(
    reading: Reading, player: str, unit: str, list_name: str | None = None
) -> list[NotRatedGame]:
    """Return a player's games that count nowhere, or not on the list asked for, and
    units that do not rate them (2.2).

    `unit`: a tournament, or one game of it, as in `league-2024/3.2`. A row of a unit
    names no game. `NotFound`: there is no such tournament.
    """
    name, _, only = unit.partition("/")
    tournament = tournament_at(reading, name)
    fates = game_fates(tournament, reading)
    rows = []
    for game in tournament.games.values():
        if only and game.game != only:
            continue

        white = reading.timeline.resolve(game.white)
        black = reading.timeline.resolve(game.black)
        if player not in (white, black):
            continue

        for reason in _reasons(fates.fate_of(game.game), list_name):
            row = NotRatedGame(
                game=game.game,
                opponent=black if player == white else white,
                result=game.result,
                list=reason.list,
                why=reason.why,
                section=reason.section,
            )
            rows.append(row)

    for unrated in not_rated(
        reading, _units_without_entry(reading, player, name, fates.units)
    ):
        if unrated.player == player and list_name in (None, unrated.list):
            row = NotRatedGame(
                game=None,
                opponent=None,
                result=None,
                list=unrated.list,
                why=unrated.why,
                section=unrated.section,
            )
            rows.append(row)

    return rows


def _units_without_entry(
    reading: Reading, player: str, tournament: str, units: Sequence[Unit]
) -> list[Unit]:
    """Return those units of a tournament with a seat of the player that have no entry
    of theirs. Whoever has an entry was rated there: only the other units are rated
    again, to ask why they were not.
    """
    rated = set()
    for entry in reading.entries(player=player, tournament=tournament):
        if entry.figure.kind == "unit":
            rated.add((entry.list, entry.place))
    without = []
    for unit in units:
        if (unit.list, unit.place) not in rated and player in unit.seats():
            without.append(unit)
    return without


class _Reason(NamedTuple):
    """Why a game is not on a list; None: on none of them."""

    list: str | None
    why: Message
    section: str | None


def _reasons(fate: Fate, list_name: str | None) -> list[_Reason]:
    """Return one reason if all lists agree on a game that is on none; otherwise one per
    list.

    `list_name`: this list alone. Empty for a game that every list rates.
    """
    reasons = []
    for not_on in fate.not_on:
        if list_name is None or not_on.list == list_name:
            reasons.append(_Reason(not_on.list, not_on.why, not_on.section))
    different = {reason.why for reason in reasons}
    if fate.why and len(different) < 2:
        return [_Reason(None, fate.why, fate.section)]
    return reasons
