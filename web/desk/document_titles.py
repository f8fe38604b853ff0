"""Name the draft of a form for what it holds: a correction by its tournament and by what
of it is corrected, anything else by whom or what it is about. Its file has ids alone.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET

from ledger.changes import GameChange, HeaderChange
from ledger.decisions import FIELDS
from ledger.documents import Amend, Document, ErasePerson, kind_of
from ledger.errors import SeloError
from ledger.events import HEADINGS
from messages import Message, counted, joined_message, say
from projections.answers.career import names_of
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from web.desk.report_titles import ReportTitle, titles_of
from web.desk.what_was_made import what_was_made
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, DraftRow, draft
from web.store.prepared_draft import documents_in

MOST = 20_000  # bytes of a draft that is read for its title; a form makes a tenth of it
FEW = 3  # corrected games that are named one by one


def titles_of_drafts(
    ledger: str,
    waiting: Sequence[DraftRow],
    settled: Iterable[DraftRow],
    reading: Reading,
) -> dict[int, ReportTitle | Message]:
    """Return what drafts are called, by their numbers, as far as they have a title.

    `waiting`, `settled`: drafts that whoever asks may see. Of the first, those that do
    not wait are passed over.
    """
    return {
        **titles_of(ledger, waiting),
        **document_titles(ledger, waiting, reading),
        **booked_titles(settled, reading),
    }


def document_titles(
    ledger: str, rows: Iterable[DraftRow], reading: Reading
) -> dict[int, Message]:
    """Return the titles of the drafts that wait and are one document, by their numbers.

    `rows`: drafts that whoever asks may see.
    """
    titles = {}
    for row in rows:
        if row.state != WAITING or row.bytes > MOST or not row.name.endswith(".json"):
            continue
        title = document_title(draft(ledger, row.number), reading)
        if title is not None:
            titles[row.number] = title

    return titles


def booked_titles(rows: Iterable[DraftRow], reading: Reading) -> dict[int, Message]:
    """Return the titles of the booked drafts that were about a tournament, or one
    document about a player, by their numbers: their content is gone, and their last
    event says what it was about.
    """
    titles = {}
    for row in rows:
        made = what_was_made(reading, row.seqs[-1:])
        word, _, named = row.name.removesuffix(".json").partition(" ")
        is_document = row.name.endswith(".json")
        if made.tournaments:
            kind = say(HEADINGS.get(word, "Tournament") if is_document else "Report")
            about = made.tournaments[0].name
        elif made.players and is_document and word in HEADINGS and named:
            # the form named its draft for an id, where people look for a name
            [player, *_] = made.players
            kind = say(HEADINGS[word])
            about = " ".join(
                player.name if one == player.id else one for one in named.split(" ")
            )
        else:
            continue
        titles[row.number] = say("{kind}: {about}", kind=kind, about=about)

    return titles


def document_title(waiting: Draft, reading: Reading) -> Message | None:
    """Return the title of a draft that is one document; None of any other, and of one
    that cannot be read or that names nobody and nothing.
    """
    if len(waiting.content) > MOST:
        return None
    try:
        placed = documents_in(waiting)
    except SeloError:
        return None

    return _title(placed[0].document, reading) if len(placed) == 1 else None


def _title(document: Document, reading: Reading) -> Message | None:
    if isinstance(document, Amend):
        return say(
            "Correction of {tournament}: {parts}",
            tournament=_name_of(document.tournament, reading),
            parts=joined_message(_parts(document), ", "),
        )

    about = " → ".join(_names_about(document, reading))
    if not about:
        return None
    heading = HEADINGS.get(kind_of(document))
    if heading is None:
        return None
    return say("{kind}: {about}", kind=say(heading), about=about)


def _parts(correction: Amend) -> Iterator[Message]:
    """Yield what a correction corrects, in a few words each."""
    if correction.set is not None:
        yield from _header_fields(correction)

    if len(correction.games) > FEW:
        yield counted("{count} game", "{count} games", len(correction.games))
    else:
        for game, change in correction.games.items():
            yield _game_correction(game, change)

    if correction.add_games:
        count = len(correction.add_games)
        yield counted("{count} game added", "{count} games added", count)

    if correction.league is not None or correction.change_league is not None:
        yield say("teams and matches of the league")
    if correction.reported is not None:
        yield say("the report's details beside the games")


def _header_fields(correction: Amend) -> Iterator[Message]:
    """Yield the names of the fields of the header that are corrected."""
    for field in HeaderChange.__struct_fields__:
        is_corrected = getattr(correction.set, field) is not UNSET
        if is_corrected and field in FIELDS:
            yield FIELDS[field]


def _game_correction(game: str, change: GameChange | None) -> Message:
    """Say what of a game is corrected: its result alone, more of it, or that it goes."""
    if change is None:
        return say("game {game} removed", game=game)

    stated = {
        field
        for field in GameChange.__struct_fields__
        if getattr(change, field) is not UNSET
    }
    if stated == {"result"}:
        return say("result of game {game}", game=game)
    return say("game {game}", game=game)


def _names_about(document: Document, reading: Reading) -> Iterator[str]:
    """Yield the names of whom or what a document is about.

    Of two who are merged it is both. Whoever is to be erased goes by their id.
    """
    if tournament := getattr(document, "tournament", None):
        yield str(getattr(document, "name", None) or _name_of(tournament, reading))
        return
    if isinstance(document, ErasePerson):
        yield document.player
        return

    for field in ("from_player", "into", "player"):
        player = getattr(document, field, None)
        if player:
            name = getattr(document, "name", None) or names_of(reading, [player]).get(
                player
            )
            title = getattr(document, "title", None)
            yield " ".join(filter(None, [name or player, title]))


def _name_of(tournament: str, reading: Reading) -> str:
    return tournament_names(reading, [tournament]).get(tournament, tournament)
