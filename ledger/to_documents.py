"""Events back to the documents they came from, for taking a ledger elsewhere.

What an event does not hold cannot come back: fields that said nothing new,
`expect_version`, and names of those
who were erased. The digest of the original content is kept with the event, so it is
still known when it comes again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

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
from ledger.columns import TournamentColumns
from ledger.decide.games import game_facts
from ledger.documents import Document, kind_of
from ledger.errors import LedgerUnusable, Problem
from ledger.events import Event, OfFeature, PlayerRegistered
from ledger.league import League, league_as_read
from ledger.reported import Reported, as_read
from ledger.store.persons import Personal
from ledger.timeline import Timeline, TournamentNow
from ledger.words import GameChange, HeaderChange
from messages import say

# of a person: they follow from the rest
NOT_TOLD = ("details", "earlier_names", "read", "salt", "seal")
SINGLE = (str, int, bool, type(None))  # types of values that hold no others
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
    document = _of_tournament(events, timeline, personal) or _of_person_or_office(
        own.body, timeline, personal
    )
    return msgspec.structs.replace(
        document, actor=own.actor, note=own.note, key=own.key
    )


def _of_tournament(
    events: Sequence[Event], timeline: Timeline, personal: PersonalOf
) -> Document | None:
    body = events[-1].body
    match body:
        case TournamentColumns(tournament=name, header=header, games=games):
            brought = [
                documents.Details(**_details(event.body, timeline, personal))
                for event in events[:-1]
            ]
            fields = msgspec.structs.asdict(header)
            listed = _games(games, None)
            return documents.Tournament(
                tournament=name,
                games=listed,
                players=brought,
                source=body.source,
                reported=_reported(body.reported),
                league=_league(body.league),
                **fields,
            )
        case TournamentAmended(tournament=name, reason=reason):
            tournament = timeline.tournament(name)
            assert tournament is not None
            return documents.Amend(
                tournament=name,
                reason=reason,
                set=_set(body, tournament),
                games=_changes(body, tournament),
                add_games=_games(body.added, tournament),
                source=body.source,
                reported=_reported(body.reported),
                league=_league(body.league),
            )
        case GameAdded(tournament=name, game=game):
            [only] = _games((game,), timeline.tournament(name))
            return documents.Game(tournament=name, **msgspec.structs.asdict(only))
        case TournamentWithdrawn(tournament=name, reason=reason):
            return documents.Withdraw(tournament=name, reason=reason)
        case TournamentReinstated(tournament=name, reason=reason):
            return documents.Reinstate(tournament=name, reason=reason)
        case _:
            return None


def _reported(raw: Raw | UnsetType) -> Reported | None:
    return None if raw is UNSET else as_read(raw)


def _league(raw: Raw | UnsetType) -> League | None:
    return None if raw is UNSET else league_as_read(raw)


def _games(
    facts: Sequence[GameFact], tournament: TournamentNow | None
) -> list[documents.GameIn]:
    """Return the games, with their ids only where these are not the ones that they
    would be given anyway.
    """
    fields = [name for name in documents.GameIn.__struct_fields__ if name != "game"]
    plain = [
        documents.GameIn(**{name: getattr(fact, name) for name in fields})
        for fact in facts
    ]
    used, counts, place = (
        (frozenset[str](), {}, 1)
        if tournament is None
        else (tournament.used, dict(tournament.listed), tournament.next_place)
    )
    given = [fact.game for fact in game_facts(plain, used, counts, place)]
    if given == [fact.game for fact in facts]:
        return plain
    return [
        msgspec.structs.replace(game, game=fact.game)
        for game, fact in zip(plain, facts, strict=True)
    ]


def _set(body: TournamentAmended, tournament: TournamentNow) -> HeaderChange | None:
    """Return the change of the header that an amend stated; None if it stated none.

    minutes and time_control each replace the other, so that only the one with a value
    is stated; any other field that is gone was emptied. How the games are rated is
    stated beside a league, which would say it otherwise.
    """
    league = body.league is not UNSET
    if body.header is None and not league:
        return None
    before = msgspec.structs.asdict(tournament.header)
    stated = msgspec.structs.asdict(body.header or tournament.header)
    always = (
        {"each_game_rated"} if league or tournament.league is not None else set[str]()
    )
    differ = {
        name: value
        for name, value in stated.items()
        if value != before[name] or name in always
    }
    replaced = {
        n for n in ("minutes", "time_control") if n in differ and differ[n] is None
    }
    return HeaderChange(**{n: v for n, v in differ.items() if n not in replaced})


def _changes(
    body: TournamentAmended, tournament: TournamentNow
) -> dict[str, GameChange | None]:
    changes: dict[str, GameChange | None] = {}
    for game in body.changed:
        pairs = [(name, getattr(game, name)) for name in GameChange.__struct_fields__]
        changes[game.game] = GameChange(
            **{n: v for n, v in pairs if v != getattr(tournament.games[game.game], n)}
        )
    return changes | dict.fromkeys(body.struck)


def _of_person_or_office(
    body: Any, timeline: Timeline, personal: PersonalOf
) -> Document:
    match body:
        case PlayerRegistered():
            return documents.Player(**_details(body, timeline, personal))
        case OpeningSet():
            fields = msgspec.structs.asdict(body)
            normal = fields.pop("normal_games")
            return documents.Opening(
                **fields, normal_games=None if normal == body.games else normal
            )
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
        case _:  # it has the fields of its document by their names
            kind = documents.by_kind()[body.kind]
            stated = {
                name: getattr(body, name, UNSET) for name in kind.__struct_fields__
            }
            return kind(
                **{name: value for name, value in stated.items() if value is not UNSET}
            )


def _details(
    body: PlayerRegistered, timeline: Timeline, personal: PersonalOf
) -> dict[str, Any]:
    """Return what an event states: what the rules read; name, club and FIDE id where
    they came or changed.
    """
    fields = {
        name: getattr(body, name)
        for name in body.__struct_fields__
        if name not in NOT_TOLD
    }
    tournament = timeline.player(body.player)
    earlier = (
        [
            fact.body
            for fact in tournament.facts
            if isinstance(fact.body, PlayerRegistered)
        ]
        if tournament is not None
        else []
    )
    person = personal(body.player, body.details)
    if person is not None and (not earlier or earlier[-1].details != body.details):
        fields |= {"name": person.name, "club": person.club, "fide_id": person.fide_id}
    return fields


def as_fields(document: Document) -> dict[str, Any]:
    """Return a document as it would stand in a file: fields that say nothing are left
    out.
    """
    return {"kind": kind_of(document), **_plain(document)}


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        plain = {}
        for field, name, default in _fields(type(value)):
            item = getattr(value, field)
            if item != default:
                plain[name] = item if type(item) in SINGLE else _plain(item)
        return plain
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return (
        [_plain(item) for item in value] if isinstance(value, list | tuple) else value
    )


@cache
def _fields(shape: type[Struct]) -> list[tuple[str, str, Any]]:
    """Return the fields of a type, by name, name in JSON and default; once, for every
    game of a ledger is a struct.
    """
    return [
        (field.name, field.encode_name, _default(field))
        for field in msgspec.structs.fields(shape)
    ]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default if field.default is not msgspec.NODEFAULT else UNSET
