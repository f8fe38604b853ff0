"""Propose the correction that takes one event back: a document like any other, which is
booked only when asked for.

What was changed again since is refused by name: a proposal never takes back somebody
else's work.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import asdict, fields

from ledger.bodies import (
    ClockResumed,
    FactReinstated,
    FactWithdrawn,
    GameAdded,
    GameFact,
    HeaderFact,
    ListPublished,
    PersonErased,
    RulesAdopted,
    RulesRevised,
    SettingsStated,
    TournamentAmended,
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.columns import TournamentColumns
from ledger.decisions import ConfirmationRevoked
from ledger.errors import NotFound, Problem, Refused
from ledger.events import Event, PlayerRegistered
from ledger.league import league_from_json
from ledger.office import SETTABLE
from ledger.reported import NONE, is_same_json, report_from_json
from ledger.timeline import TournamentNow
from messages import Message, by_command, say
from projections.answers.events.content import before_and_after
from projections.answers.reading import Reading

_FINAL: dict[type[Any], Message] = {
    ListPublished: say(
        "a published list stays; publish it again under its label for a new revision"
    ),
    PersonErased: say(
        "an erased person cannot be brought back; register them again under another id"
    ),
    RulesRevised: say("the ledger follows the corrected rules from then on"),
    ClockResumed: say(
        "time continues from there; if a clock runs ahead again, resume it again"
    ),
}
_OF_A_GAME = [
    field.name for field in fields(GameFact) if field.name not in ("game", "place")
]


class Correction(NamedTuple):
    """The kind and the fields of a document that takes an event back, without the
    reason.
    """

    kind: str
    fields: dict[str, object]


def correction(reading: Reading, seq: int) -> Correction:
    """Find what would take the event back; refuse where nothing can."""
    event = reading.known_events.event(seq) if 0 < seq <= reading.known_seq else None
    if event is None:
        raise NotFound(
            Problem(
                "unknown-seq",
                say("there is no event {seq}", seq=seq),
                hint=by_command("see `selo log`"),
            )
        )

    match event.body:
        case TournamentColumns() | TournamentReinstated():
            return Correction("withdraw", {"tournament": event.target})
        case TournamentWithdrawn():
            return Correction("reinstate", {"tournament": event.target})
        case TournamentAmended() | GameAdded():
            return _amend(event, reading)
        case FactWithdrawn(withdrawn=taken):
            return Correction("reinstate", {"seq": taken})
        case FactReinstated(reinstated=given):
            return Correction("withdraw", {"seq": given})
        case ConfirmationRevoked(player=player, title=title, on=on):
            return Correction(
                "confirm-title", {"player": player, "title": title, "on": on}
            )
        case PlayerRegistered() if _is_first(event, reading):
            raise _refusal_of_undo(
                seq,
                say(
                    "players stay registered; withdraw or amend the event that put"
                    " them into a tournament"
                ),
            )
        case SettingsStated():
            return _settings(event, reading)
        case RulesAdopted(since=since) if since > reading.as_of:
            return Correction("withdraw", {"seq": seq})  # nothing has been rated by it
        case (
            ListPublished()
            | PersonErased()
            | RulesRevised()
            | RulesAdopted()
            | ClockResumed() as body
        ):
            raise _refusal_of_undo(seq, _hint_of_final(body, seq))
        case _:
            return Correction("withdraw", {"seq": seq})


def _hint_of_final(body: object, seq: int) -> Message:
    """Say what can be done in place of taking an event of this kind back."""
    if isinstance(body, RulesAdopted):
        return by_command(
            "every rating since would follow other rules; if that is meant: `selo"
            " withdraw --seq {seq} --rules`",
            seq=seq,
        )
    return _FINAL[type(body)]


def _settings(event: Event, reading: Reading) -> Correction:
    """Return the settings as they stood before the event."""
    stated = [
        SettingsStated(),
        *(earlier.body for earlier in reading.known_events.stream(event.stream)),
    ]
    if stated[-1] != event.body:
        raise _refusal_of_undo(
            event.seq,
            by_command(
                "the settings have been changed again since; set those you want with"
                " `selo ledger settings`"
            ),
        )

    return Correction(
        "settings", {field: getattr(stated[-2], field) for field in SETTABLE}
    )


def _refusal_of_undo(seq: int, hint: Message) -> Refused:
    """Return the refusal to take an event back; `hint`: what can be done instead."""
    return Refused(
        Problem(
            "cannot-undo", say("seq {seq} cannot be taken back", seq=seq), hint=hint
        )
    )


def _is_first(event: Event, reading: Reading) -> bool:
    """Return whether an event is the first of its stream."""
    return next(iter(reading.known_events.stream(event.stream))).seq == event.seq


def _amend(event: Event, reading: Reading) -> Correction:
    """Return the games and header fields as they were before the event."""
    before, after = before_and_after(event, reading)
    current = reading.timeline.tournament(event.target)
    assert before is not None and current is not None
    changed_since = list(_later_changes(before, after, current))
    if changed_since:
        raise _refusal_of_undo(
            event.seq,
            say(
                "changed again since: {names}; amend the rest by hand",
                names=", ".join(changed_since),
            ),
        )

    header = _header(before.header, after.header)
    other_league = not is_same_json(before.league, after.league)
    organiser = header.get("organiser")
    if isinstance(organiser, str):
        header["organiser"] = reading.policy.stated_again(organiser)
    if other_league or (header and current.league is not None):
        # a league would say it otherwise
        header = {"each_game_rated": current.header.each_game_rated} | header

    document: dict[str, object] = {
        "tournament": event.target,
        "set": header or None,
        "games": _games(before.games, after.games) or None,
        "add_games": (
            [
                _restored_game(game)
                for name, game in before.games.items()
                if name not in after.games
            ]
            or None
        ),
        "expect_version": current.version,
    }
    if not is_same_json(before.reported, after.reported):
        document["reported"] = to_builtins(report_from_json(before.reported or NONE))
    if other_league:
        document["league"] = to_builtins(league_from_json(before.league or NONE))

    return Correction("amend", document)


def _later_changes(
    before: TournamentNow, after: TournamentNow, current: TournamentNow
) -> Iterator[str]:
    """Yield the games and fields that the event changed and that were changed again
    since.
    """
    for name in dict.fromkeys([*before.games, *after.games]):
        if before.games.get(name) != after.games.get(name) and current.games.get(
            name
        ) != after.games.get(name):
            yield name

    for field in (field.name for field in fields(HeaderFact)):
        left = getattr(after.header, field)
        if (
            getattr(before.header, field) != left
            and getattr(current.header, field) != left
        ):
            yield field

    if not is_same_json(before.reported, after.reported) and not is_same_json(
        current.reported, after.reported
    ):
        yield "reported"

    if not is_same_json(before.league, after.league) and not is_same_json(
        current.league, after.league
    ):
        yield "league"


def _header(before: HeaderFact, after: HeaderFact) -> dict[str, object]:
    """Return the fields that bring a header back from `after` to `before`."""
    left = asdict(after)
    changed = {
        name: value for name, value in asdict(before).items() if value != left[name]
    }
    # minutes and time control replace each other: only the one that was there is stated
    if {"minutes", "time_control"} & changed.keys():
        changed = {
            name: v
            for name, v in changed.items()
            if name not in ("minutes", "time_control") or v is not None
        }

    return changed


def _games(
    before: Mapping[str, GameFact], after: Mapping[str, GameFact]
) -> dict[str, dict[str, object] | None]:
    """Take changes of games back: added games are struck out, changed ones get back
    what they had.
    """
    games: dict[str, dict[str, object] | None] = {
        name: None for name in after if name not in before
    }
    for name, game in before.items():
        other = after.get(name)
        if other is not None and other != game:
            games[name] = {
                f: getattr(game, f)
                for f in _OF_A_GAME
                if getattr(game, f) != getattr(other, f)
            }

    return games


def _restored_game(game: GameFact) -> dict[str, object]:
    """Bring back a game that was struck out, under a new id: ids are used once."""
    fields_of_game = {name: getattr(game, name) for name in _OF_A_GAME}
    return {
        name: value
        for name, value in fields_of_game.items()
        if value not in (None, False)
    }
