"""Answer `selo explain`: why a player's ratings in a tournament are what they are, and
why a game was not rated.
"""

from typing import Annotated

from msgspec import field

from ledger.bodies import RulesRevised
from ledger.errors import LedgerUnusable, NotFound, Problem
from ledger.words import Result
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, UnsetType, one_of
from projections.answers.asking import ListName, PlayerId, Timed, TournamentId, about
from projections.answers.career import (
    PlayerName,
    asked_for,
    kept_list,
    known_player,
    names_of,
    player_name,
)
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import Fate, game_fates, not_rated
from projections.answers.tournaments.tournament import tournament_at
from projections.replay.entry import REVISED
from projections.revisions import uncomparable
from rulebooks import rulebook
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
        return explain(reading, self.player, self.tournament, self.list_name)[0]


def sheets_of(
    reading: Reading, player: str, unit: str, list_name: str | None = None
) -> list[Sheet]:
    """Return a player's sheets for a tournament, for one unit of it (T/3.2), or for
    their opening or rulings.
    """
    if unit in GIVEN or "/" in unit:
        entries = reading.entries(player=player, unit=unit)
    else:
        entries = reading.entries(player=player, tournament=unit)
    worked = [
        entry.worked_out() for entry in entries if list_name in (None, entry.list)
    ]
    for entry in worked:
        _check_working(entry, reading)
    names = names_of(
        reading,
        [term.opponent for entry in worked for term in entry.change.terms] + [player],
    )
    return [
        rulebook(entry.list).explain(entry, names, _reason(reading, entry))
        for entry in worked
    ]


def _check_working(entry: WorkedEntry, reading: Reading) -> None:
    """Refuse to explain an entry by a sum that does not give the stored rating."""
    if REVISED in entry.change.detail:
        change = entry.change
        facts = (fact.body for fact in reading.timeline.office_facts())
        accepted = {body.edition for body in facts if isinstance(body, RulesRevised)}
        if entry.edition not in accepted and uncomparable(reading.timeline) is None:
            message = say(
                "{player} came to {rating} in {unit}, and the games there do not give"
                " that",
                player=change.player,
                rating=change.after,
                unit=entry.unit,
            )
            hint = by_command(
                "look at `selo verify`; if the events are whole, `selo ledger rebuild` makes"
                " the tables again",
                "whoever runs the service has to look at it first",
            )
            raise LedgerUnusable(Problem("damaged", message, hint=hint))
        message = say(
            "{player} came to {rating} in {unit} by rules that were revised since"
            " ({edition}); worked out by those of today it is another rating",
            player=change.player,
            rating=change.after,
            unit=entry.unit,
            edition=entry.edition,
        )
        raise NotFound(
            Problem(
                "working-revised",
                message,
                hint=by_command(
                    "see `selo rules`; `selo history` has the stored rating"
                ),
            )
        )


def _reason(reading: Reading, entry: Entry) -> str:
    """Return the reason of a ruling from its event, since no entry holds it; empty for
    any other entry.
    """
    event = (
        reading.known_events.event(entry.seq) if entry.figure.kind == "ruling" else None
    )
    return (event.reason or "") if event is not None else ""


def explain(
    reading: Reading, asked: str, unit: str | None = None, list_name: str | None = None
) -> tuple[ExplainAnswer, list[Sheet]]:
    """Return the answer, and its sheets as a rulebook prints them for people. Without a
    unit: the player's last
    entry.
    """
    player = known_player(reading, asked)
    list_name = list_name and kept_list(reading, list_name)
    if unit is None:
        last = max(
            reading.entries(player=player, list_name=list_name),
            key=lambda e: e.place,
            default=None,
        )
        if last is None:
            message = say(
                "{player} has no entry up to {day}", player=player, day=reading.as_of
            )
            raise NotFound(
                Problem(
                    "not-there",
                    message,
                    hint=say("a rating comes with an opening or a rated game"),
                )
            )
        unit = last.unit
    sheets = sheets_of(reading, player, unit, list_name)
    left_out = (
        () if unit in GIVEN else tuple(left_out_of(reading, player, unit, list_name))
    )
    if not sheets and not left_out:
        hint = by_command("see `selo history {player}`", player=player)
        raise NotFound(
            Problem("not-there", _missing(reading, player, unit, list_name), hint=hint)
        )
    answer = ExplainAnswer(
        player=player_name(reading, player),
        tournament=None if unit in GIVEN else unit.partition("/")[0],
        entries=tuple(sheet.terms() for sheet in sheets),
        not_rated=left_out,
        basis=reading.basis(),
        asked=asked_for(reading, asked, player),
    )
    return answer, sheets


def _missing(
    reading: Reading, player: str, unit: str, list_name: str | None
) -> Message:
    """Say what there is nothing to explain of."""
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
    units that do not rate them
    (2.2).
    """
    name, _, only = unit.partition("/")
    tournament = tournament_at(reading, name)
    fates, units = game_fates(tournament, reading)
    rows = []
    for game in tournament.games.values():
        seats = [reading.timeline.resolve(seat) for seat in (game.white, game.black)]
        if player in seats and only in ("", game.game):
            rows += [
                NotRatedGame(
                    game=game.game,
                    opponent=seats[1 - seats.index(player)],
                    result=game.result,
                    list=list_of,
                    why=why,
                    section=section,
                )
                for list_of, why, section in _reasons(fates[game.game], list_name)
            ]
    # whoever has an entry was rated there: only the other units are rated again, to ask
    # why they were not
    rated = {
        (entry.list, entry.place)
        for entry in reading.entries(player=player, tournament=name)
        if entry.figure.kind == "unit"
    }
    without = [
        unit
        for unit in units
        if (unit.list, unit.place) not in rated and player in unit.seats()
    ]
    return rows + [
        NotRatedGame(
            game=None,
            opponent=None,
            result=None,
            list=row.list,
            why=row.why,
            section=row.section,
        )
        for row in not_rated(reading, without)
        if row.player == player and list_name in (None, row.list)
    ]


def _reasons(
    fate: Fate, list_name: str | None
) -> list[tuple[str | None, Message, str | None]]:
    """Return (list, why, section): one reason if all lists agree on a game that is on
    none; otherwise one per list.
    """
    reasons = [reason for reason in fate.not_on if list_name in (None, reason.list)]
    if fate.why and len({reason.why for reason in reasons}) < 2:
        return [(None, fate.why, fate.section)]
    return [(reason.list, reason.why, reason.section) for reason in reasons]
