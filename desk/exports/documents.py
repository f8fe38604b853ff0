"""Documents out of the ledger: `selo export ledger` has every one in the order it was
recorded, a line each, and `selo export player` everything that is held of one person,
for them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ledger.bodies import (
    HeaderFact,
    ListPublished,
    PersonErased,
    PlayersMerged,
    PublishedRow,
)
from ledger.decide.named_texts import with_texts
from ledger.events import Event, PlayerRegistered
from ledger.named_texts import NamedText, is_seal, texts_in
from ledger.players_named import players_beside_games, players_named
from ledger.proof_texts import text_of
from ledger.store import checkpoints
from ledger.store.events import events_after
from ledger.store.named_texts import texts_of
from ledger.store.persons import salt_of
from ledger.timeline import Timeline, TournamentNow
from ledger.to_documents import as_fields, by_document, document_of
from ledger.whole_files import EndMark, read_end_mark, with_end_mark
from messages.answer import UNSET, Answer, Date, Moment, UnsetType, json_text
from projections.answers.asking import Asked, PlayerId, Timed
from projections.answers.career import known_player
from projections.answers.players.history import HistoryRow, history
from projections.answers.players.show import PlayerDetails, PlayerOnList, show
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import TitleState
from projections.tables.lookups import Index

Written = dict[str, Any]  # a document as it is exported


class SealedPerson(Answer, frozen=True, kw_only=True):
    """What seals the details of a person: the salts, and the digests over both that are
    in the event.
    """

    salt: str | None
    details: str
    seal: str | UnsetType = UNSET
    seal_salt: str | UnsetType = UNSET


class FrozenList(Answer, frozen=True, kw_only=True):
    """What a publication froze; each row is player, rating, games, normal_games,
    established, last_played.
    """

    revision: int
    known_seq: int
    rules: str
    sha256: str
    rows: tuple[PublishedRow, ...]


class LedgerLine(Answer, frozen=True, kw_only=True):
    """A document, and beside it what it alone does not say."""

    submission: int
    seq: int
    recorded_at: Moment
    actor: str
    document: Written
    digest: str | UnsetType | None = UNSET
    people: dict[str, SealedPerson] | UnsetType = UNSET
    # words of the document and the salt of their seal
    texts: dict[str, str] | UnsetType = UNSET
    # by id: the seals of words that named them
    erased_texts: dict[str, tuple[str, ...]] | UnsetType = UNSET
    published: FrozenList | UnsetType = UNSET


class ExportLedgerAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export ledger --json`."""

    lines: tuple[LedgerLine, ...]
    basis: Basis
    end: EndMark


class ExportLedger(Asked, frozen=True, kw_only=True):
    """Every document in the order it was recorded. It holds names: keep it like a
    backup.
    """

    def ask(self, reading: Reading) -> ExportLedgerAnswer:
        return export_ledger_answer(reading)


class SourceDocument(NamedTuple):
    """One document with its events, and the timeline before them."""

    document: Written
    events: Sequence[Event]
    before: Timeline
    texts: Mapping[str, NamedText]  # by seal


def documents_in_order(reading: Reading) -> Iterator[SourceDocument]:
    """Yield every known document in the order in which it was recorded.

    The timeline beside a document is the one before it, and moves on when the next
    document is asked for: what is needed of it has to be read at once.
    """
    timeline, index = Timeline(), Index(reading.events)

    for events in by_document(events_after(reading.events, 0, reading.known_seq)):
        seals = {
            text
            for event in events
            for _, text in texts_in(event.body)
            if is_seal(text)
        }
        texts = texts_of(reading.events, seals) if seals else {}
        document = with_texts(
            document_of(events, timeline, index.person_then),
            partial(_words_or_seal, texts),
        )

        yield SourceDocument(as_fields(document), events, timeline, texts)
        for event in events:
            timeline.apply(event)


def _words_or_seal(texts: Mapping[str, NamedText], text: str) -> str:
    """Return the words of a text; of what was erased the seal, which a ledger that
    imports it keeps.

    A text that is no known seal is returned as it is.
    """
    known = texts.get(text)
    return text if known is None or known.words is None else known.words


def line_of(source: SourceDocument) -> LedgerLine:
    """Return the line of a document: the document, when it was recorded and by whom.

    `seq` is that of its last event, at which the whole document is known.
    """
    last = source.events[-1]

    return LedgerLine(
        submission=last.submission,
        seq=last.seq,
        recorded_at=last.recorded_at,
        actor=last.actor,
        document=source.document,
    )


def ledger_lines(reading: Reading) -> Iterator[LedgerLine]:
    """Yield a line for every document, with its digest, the seals of the people in it,
    and what a publication froze.

    What a document does not have beside it is left out of its line, and not null.
    """
    for source in documents_in_order(reading):
        last = source.events[-1]
        line = line_of(source)
        yield LedgerLine(
            submission=line.submission,
            seq=line.seq,
            recorded_at=line.recorded_at,
            actor=line.actor,
            document=line.document,
            digest=last.digest,
            people=_people(reading, source.events) or UNSET,
            erased_texts=_erased_texts(source.events) or UNSET,
            texts={
                text.words: text.salt
                for text in source.texts.values()
                if text.words and text.salt
            }
            or UNSET,
            published=(
                _frozen_list(last.body)
                if isinstance(last.body, ListPublished)
                else UNSET
            ),
        )


def exported_text(reading: Reading) -> Iterator[str]:
    """Yield the lines as they are written, with the mark that ends them.

    One line is in memory at a time. A file without the mark was cut off on its way.
    """
    stored = checkpoints.head(reading.events)
    return with_end_mark(
        map(json_text, ledger_lines(reading)), stored.size, text_of(stored.root)
    )


def export_ledger_answer(reading: Reading) -> ExportLedgerAnswer:
    """Return the whole export as one value, with the mark at its end.

    Unlike the lines that are written one by one, all of it is in memory.
    """
    lines = tuple(ledger_lines(reading))
    stored = checkpoints.head(reading.events)
    *_, last = with_end_mark(map(json_text, lines), stored.size, text_of(stored.root))

    end = read_end_mark(last.encode())
    assert end is not None

    return ExportLedgerAnswer(lines=lines, basis=reading.basis(), end=end)


def _people(reading: Reading, events: Sequence[Event]) -> dict[str, SealedPerson]:
    """Return what the log holds of each registered person beside the events: their
    salt, details and seal, by id.

    The salt of whoever was erased is None: it went with them.
    """
    bodies = [
        event.body for event in events if isinstance(event.body, PlayerRegistered)
    ]

    return {
        body.player: SealedPerson(
            salt=salt_of(reading.events, body.player),
            details=body.details,
            seal=body.seal or UNSET,
            seal_salt=body.salt or UNSET,
        )
        for body in bodies
    }


def _erased_texts(events: Sequence[Event]) -> dict[str, tuple[str, ...]]:
    """Return the texts that went with each erased person, by id.

        {"F033": ("3f8a...", "91bc...")}    the seals of words that named them

    Whoever was erased without such texts is left out.
    """
    texts = {}
    for event in events:
        if isinstance(event.body, PersonErased) and event.body.texts:
            texts[event.body.player] = event.body.texts

    return texts


def _frozen_list(body: ListPublished) -> FrozenList:
    """Return a list as it was published: its revision, rules, sum and rows."""
    return FrozenList(
        revision=body.revision,
        known_seq=body.known_seq,
        rules=body.rules,
        sha256=body.sha256,
        rows=body.rows,
    )


class PublishedRating(Answer, frozen=True, kw_only=True):
    """A row of a published list that is the player's."""

    list: str
    label: str
    revision: int
    as_of: Date
    seq: int
    player: str
    rating: int
    games: int


class PlayerFile(Answer, frozen=True, kw_only=True):
    """The answer of `export player`."""

    player: PlayerDetails
    lists: dict[str, PlayerOnList]
    titles: tuple[TitleState, ...]
    documents: tuple[LedgerLine, ...]
    entries: dict[str, tuple[HistoryRow, ...]]
    published: tuple[PublishedRating, ...]
    basis: Basis


class ExportPlayer(Timed, frozen=True, kw_only=True):
    """Everything the ledger holds of a player: documents, entries, published ratings."""

    line = ("player",)
    examples = ("selo export player F033",)
    player: PlayerId

    def ask(self, reading: Reading) -> PlayerFile:
        return player_file(reading, self.player)


def player_file(reading: Reading, asked: str) -> PlayerFile:
    """Return everything the ledger holds under all ids of a player; the details of
    other people are left out.

    `asked`: an id, also one that was merged, or a name that only one player has.
    Documents are those that are about the player, or about a tournament that names
    them; of published lists only their rows are shown, and entries are given with those
    that were replaced since. Anybody else is refused (NotFound).
    """
    player = known_player(reading, asked)
    ids = set(reading.timeline.aliases(player))

    documents, published = [], []

    for source in documents_in_order(reading):
        last = source.events[-1]
        if isinstance(last.body, ListPublished):
            published += [
                _published_row(last.body, last.seq, row)
                for row in last.body.rows
                if row.player in ids
            ]
        elif any(_is_about(event, ids, source.before) for event in source.events):
            documents.append(
                line_of(source._replace(document=_without_others(source.document, ids)))
            )

    shown = show(reading, player)

    return PlayerFile(
        player=shown.player,
        lists=shown.lists,
        titles=shown.titles,
        documents=tuple(documents),
        entries={
            name: history(reading, player, name, all_versions=True).rows
            for name in reading.lists()
        },
        published=tuple(published),
        basis=reading.basis(),
    )


def _published_row(body: ListPublished, seq: int, row: PublishedRow) -> PublishedRating:
    """Return a row of a published list by itself, with the list that it stands on.

    `seq`: of the event that published the list.
    """
    return PublishedRating(
        list=body.list,
        label=body.label,
        revision=body.revision,
        as_of=body.as_of,
        seq=seq,
        player=row.player,
        rating=row.rating,
        games=row.games,
    )


def _is_about(event: Event, ids: Collection[str], before: Timeline) -> bool:
    """Tell whether an event is about the player, or about a tournament that names them
    at the time.

    `ids`: all of the player. `before`: the timeline before the event. A tournament
    names whoever directs it, represents the federation in it, plays in it, stands in
    its report, or is in a team of its league.
    """
    if event.stream.startswith("player:"):
        return event.target in ids

    if isinstance(event.body, PlayersMerged):
        return event.body.merged in ids or event.body.into in ids

    if not event.stream.startswith("tournament:"):
        return False

    named = _people_named(event.body, before.tournament(event.target))
    return any(player in ids for player in named)


def _people_named(body: object, tournament: TournamentNow | None) -> Iterator[str]:
    """Yield the ids that an event about a tournament names, and those that the
    tournament had before it: a correction need not name anybody.

    `body`: of the event.
    """
    header = getattr(body, "header", None)
    if isinstance(header, HeaderFact):
        yield from _officials(header)
    yield from players_named(body)

    if tournament is not None:
        yield from _officials(tournament.header)
        for game in tournament.games.values():
            yield from (game.white, game.black)
        yield from players_beside_games(tournament.reported, tournament.league)


def _officials(header: HeaderFact) -> Iterator[str]:
    """Yield who represents the federation in a tournament, and who directs it."""
    yield from header.representatives
    if header.arbiter is not None:
        yield header.arbiter


def _without_others(document: Written, ids: Collection[str]) -> Written:
    """Return the document without the details of other people that a tournament
    introduced, and without what was reported of them: those are theirs.

    The document itself stays as it is. Games keep their ids: whom somebody met is
    theirs too.

        players     of the player's own ids only
        reported    the same
        league      every team, with the player's own ids only
        organiser   left out, also of a correction: it may be a person, and has no id
    """
    others = ("players", "organiser")
    without = {name: value for name, value in document.items() if name not in others}

    people = document.get("players", ())
    own = [details for details in people if details["player"] in ids]
    if own:
        without["players"] = own

    if "set" in document:
        without["set"] = _without_others(document["set"], ids)

    if "reported" in document:
        without["reported"] = _without_others(document["reported"], ids)

    if "league" in document:
        teams = []
        for team in document["league"].get("teams", ()):
            players = [player for player in team.get("players", ()) if player in ids]
            teams.append({**team, "players": players})
        without["league"] = {**document["league"], "teams": teams}

    return without
