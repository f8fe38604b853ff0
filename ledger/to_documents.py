"""Events back to the documents they came from, for taking a ledger elsewhere.

What an event does not hold cannot come back: fields that said nothing new,
`expect_version`, and names of those who were erased. The digest of the original content
is kept with the event, so it is still known when it comes again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import asdict, replace

from ledger import documents
from ledger.bodies import (
    FactReinstated,
    FactWithdrawn,
    GameAdded,
    GameFact,
    OpeningSet,
    PlayersMerged,
    RulesAdopted,
    TournamentAmended,
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.changes import GameChange, HeaderChange
from ledger.columns import TournamentColumns
from ledger.decide.games import game_facts
from ledger.documents import Document, kind_of
from ledger.errors import LedgerUnusable, Problem
from ledger.events import Event, OfFeature, PlayerRegistered
from ledger.league import League, league_from_json
from ledger.reported import Reported, report_from_json
from ledger.store.persons import Personal
from ledger.timeline import Timeline, TournamentNow
from messages import say

# of a person: they follow from the rest
NOT_TOLD = ("details", "earlier_names", "read", "salt", "seal")
# by player and the digest in the event
PersonalOf = Callable[[str, str], Personal | None]


def by_document(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Group events by document: those that it brought along come first, and its own,
    the last, has the digest.
    """
    group: list[Event] = []
    for event in events:
        if group and event.submission != group[-1].submission:
            yield from ([lone] for lone in group)
            group = []
        group.append(event)
        if event.digest is not None:
            yield group
            group = []
    yield from ([lone] for lone in group)


def needs_feature(body: OfFeature) -> LedgerUnusable:
    """Make the refusal of what cannot be told without a feature."""
    message = say(
        "the ledger holds a {topic}, which needs the feature {feature}",
        topic=body.stored,
        feature=body.feature,
    )
    return LedgerUnusable(
        Problem("needs-feature", message, hint=say("install selokirja with it"))
    )


def document_of(
    events: Sequence[Event], timeline: Timeline, personal: PersonalOf
) -> Document:
    """Return the document that these events came from; `timeline` is what the ledger
    held before them.
    """
    own = events[-1]
    document = _tournament_document(events, timeline, personal)
    if document is None:
        document = _other_document(own.body, timeline, personal)
    return replace(document, actor=own.actor, note=own.note, key=own.key)


def _tournament_document(
    events: Sequence[Event], timeline: Timeline, personal: PersonalOf
) -> Document | None:
    """Return the document about a tournament; None where the events are of none."""
    body = events[-1].body
    match body:
        case TournamentColumns():
            introduced = [
                documents.Details(**_details(event.body, timeline, personal))
                for event in events[:-1]
            ]
            return documents.Tournament(
                tournament=body.tournament,
                games=_games(body.games, None),
                players=introduced,
                source=body.source,
                reported=_stated_report(body.reported),
                league=_league(body.league),
                **asdict(body.header),
            )
        case TournamentAmended():
            tournament = timeline.tournament(body.tournament)
            assert tournament is not None
            return documents.Amend(
                tournament=body.tournament,
                reason=body.reason,
                set=_header_change(body, tournament),
                games=_game_changes(body, tournament),
                add_games=_games(body.added, tournament),
                source=body.source,
                reported=_stated_report(body.reported),
                league=_league(body.league),
            )
        case GameAdded(tournament=name, game=game):
            [only] = _games((game,), timeline.tournament(name))
            return documents.Game(tournament=name, **asdict(only))
        case TournamentWithdrawn(tournament=name, reason=reason):
            return documents.Withdraw(tournament=name, reason=reason)
        case TournamentReinstated(tournament=name, reason=reason):
            return documents.Reinstate(tournament=name, reason=reason)
        case _:
            return None


def _stated_report(raw: Raw | UnsetType) -> Reported | None:
    """Return what was reported, read; None where the event says nothing of it."""
    return None if raw is UNSET else report_from_json(raw)


def _league(raw: Raw | UnsetType) -> League | None:
    """Return the teams and matches, read; None where the event says nothing of them."""
    return None if raw is UNSET else league_from_json(raw)


def _games(
    facts: Sequence[GameFact], tournament: TournamentNow | None
) -> list[documents.GameIn]:
    """Return the games, with their ids only where these are not the ones that they
    would be given anyway.
    """
    fields = [name for name in documents.GameIn.__struct_fields__ if name != "game"]
    games = []
    for fact in facts:
        values = {name: getattr(fact, name) for name in fields}
        games.append(documents.GameIn(**values))
    if tournament is None:
        numbered = game_facts(games, frozenset(), {}, 1)
    else:
        listed = dict(tournament.games_by_round)
        numbered = game_facts(games, tournament.used_ids, listed, tournament.next_place)

    if [fact.game for fact in numbered] == [fact.game for fact in facts]:
        return games
    return [
        replace(game, game=fact.game) for game, fact in zip(games, facts, strict=True)
    ]


def _header_change(
    body: TournamentAmended, tournament: TournamentNow
) -> HeaderChange | None:
    """Return the change of the header that an amend stated; None if it stated none.

    minutes and time_control each replace the other, so that only the one with a value
    is stated; any other field that is gone was emptied. How the games are rated is
    stated beside a league, which would say it otherwise.
    """
    states_league = body.league is not UNSET
    if body.header is None and not states_league:
        return None
    before = asdict(tournament.header)
    after = asdict(body.header or tournament.header)
    changes = {name: value for name, value in after.items() if value != before[name]}
    if states_league or tournament.league is not None:
        changes["each_game_rated"] = after["each_game_rated"]
    for name in ("minutes", "time_control"):
        if name in changes and changes[name] is None:
            del changes[name]

    return HeaderChange(**changes)


def _game_changes(
    body: TournamentAmended, tournament: TournamentNow
) -> dict[str, GameChange | None]:
    """Return, by id, what an amend changes of games; None of those it strikes out."""
    changes: dict[str, GameChange | None] = {}
    for game in body.changed:
        before = tournament.games[game.game]
        fields = {}
        for name in GameChange.__struct_fields__:
            value = getattr(game, name)
            if value != getattr(before, name):
                fields[name] = value
        changes[game.game] = GameChange(**fields)
    return changes | dict.fromkeys(body.struck)


def _other_document(body: Any, timeline: Timeline, personal: PersonalOf) -> Document:
    """Turn the body of an event about a person or of the office back into the document
    that would be decided to the same event.
    """
    match body:
        case PlayerRegistered():
            return documents.Player(**_details(body, timeline, personal))
        case OpeningSet():
            fields = asdict(body)
            if body.normal_games == body.games:
                fields["normal_games"] = None
            return documents.Opening(**fields)
        case FactWithdrawn(withdrawn=seq, reason=reason):
            return documents.Withdraw(seq=seq, reason=reason)
        case FactReinstated(reinstated=seq, reason=reason):
            return documents.Reinstate(seq=seq, reason=reason)
        case PlayersMerged():
            return documents.MergePlayers(
                from_player=body.merged, into=body.into, reason=body.reason
            )
        case RulesAdopted():
            return documents.AdoptRules(
                list=body.list,
                edition=body.edition,
                from_day=body.since,
                reason=body.reason,
                begins=body.begins,
            )
        case OfFeature():
            raise needs_feature(body)

    # it has the fields of its document by their names
    kind = documents.by_kind()[body.kind]
    stated = {}
    for name in kind.__struct_fields__:
        value = getattr(body, name, UNSET)
        if value is not UNSET:
            stated[name] = value

    return kind(**stated)


def _details(
    body: PlayerRegistered, timeline: Timeline, personal: PersonalOf
) -> dict[str, Any]:
    """Return what an event states: what the rules read; name, club and FIDE id where
    they came or changed.
    """
    fields = asdict(body)
    for name in NOT_TOLD:
        del fields[name]
    person = personal(body.player, body.details)
    if person is not None and body.details != _earlier_details(body.player, timeline):
        fields["name"] = person.name
        fields["club"] = person.club
        fields["fide_id"] = person.fide_id
    return fields


def _earlier_details(player: str, timeline: Timeline) -> str | None:
    """Return the digest of a player's details before an event; None of somebody new."""
    known = timeline.player(player)
    if known is None:
        return None
    for fact in reversed(known.facts):
        if isinstance(fact.body, PlayerRegistered):
            return fact.body.details
    return None


def as_fields(document: Document) -> dict[str, object]:
    """Return a document as it would stand in a file: fields that say nothing are left
    out.
    """
    return {"kind": kind_of(document), **_json_value(document)}


def _json_value(value: Any) -> Any:
    """Return a value of a document as JSON has it."""
    if isinstance(value, Struct):
        fields = {}
        for field in _fields(type(value)):
            item = getattr(value, field.name)
            if item != field.default:
                fields[field.name_in_json] = _json_value(item)
        return fields

    if isinstance(value, dict):
        return {name: _json_value(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    return value


class _Field(NamedTuple):
    """A field of a document. `default`: UNSET where it has none."""

    name: str
    name_in_json: str
    default: Any


@cache
def _fields(shape: type[Struct]) -> list[_Field]:
    """Return the fields of a type; once, for every game of a ledger is a struct."""
    return [
        _Field(field.name, field.encode_name, _default(field))
        for field in msgspec.structs.fields(shape)
    ]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """Return what a field of a struct has when nobody sets it; UNSET: it has to be set."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return UNSET
