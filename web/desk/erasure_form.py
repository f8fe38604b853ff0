"""The form that erases a person. It cannot be taken back, so it says what goes and what
stays, and asks for the id once more; then it is a draft like any other.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from litestar.handlers import HTTPRouteHandler

from ledger.all_checked import all_checked
from ledger.documents import ErasePerson
from ledger.errors import Problem, SeloError, Usage, Where
from ledger.store.persons import Personal
from messages import say
from messages.answer import UNSET
from projections.answers.career import known_player
from projections.answers.players.show import PlayerDetails, details
from projections.answers.reading import Reading
from projections.replay.persons import is_erased
from web.desk.form_documents import Fields, as_file
from web.desk.form_fields import Form
from web.desk.forms import form_asked, form_left, in_path, in_query, texts_of
from web.desk.office_desk import AtDesk, Desk
from web.desk.pages import ERASE
from web.desk.problems_at_fields import at_field, placing_problems
from web.pages.rendering import rendered
from web.store.drafts import Draft, DraftRow, waiting_that_name
from web.store.prepared_draft import documents_in

AGAIN = "again"  # the field in which the id is typed once more


def erasure_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page that erases a player, and the form that makes the draft."""
    address = "/desk/erase"
    return [
        form_asked(desk, address, "find", erasure_page, in_query("player")),
        form_left(desk, address, "erase", person_erased, _refused_page, in_path()),
    ]


class Erased(NamedTuple):
    """Somebody whom a draft would erase, and the other drafts that name them: those
    keep the name until they are booked or dropped.
    """

    person: PlayerDetails
    drafts: Sequence[DraftRow]


def erased_by(desk: Desk, at: AtDesk, reading: Reading, waiting: Draft) -> list[Erased]:
    """Return whom a draft would erase, as far as whoever asks may see them.

    Left out is whom the ledger does not know, or has erased already. Which other drafts
    name them is told to those who may book.
    """
    try:
        documents = [placed.document for placed in documents_in(waiting)]
    except SeloError:
        return []  # a file that cannot be read has problems of its own to show

    erased = []
    for document in documents:
        if not isinstance(document, ErasePerson):
            continue
        player = document.player
        if reading.timeline.player(player) is None or is_erased(
            player, reading.timeline
        ):
            continue

        person = details(reading, reading.timeline.resolve(player))
        naming: Sequence[DraftRow] = ()
        if at.books:
            names = _names_of(person)
            naming = waiting_that_name(desk.ledger, names, waiting.row.number)
        erased.append(Erased(person, naming))

    return erased


def _names_of(person: PlayerDetails) -> list[Personal]:
    """Return what somebody is and was called."""
    earlier = () if person.earlier_names is UNSET else person.earlier_names
    return [
        Personal(person.id, name, person.club, person.fide_id)
        for name in (person.name, *earlier)
        if name
    ]


def erasure_page(at: AtDesk, reading: Reading, asked: str) -> str:
    """Make the page: of the person who is asked for by id or name, or to find them."""
    with placing_problems(partial(at_field, field="player")):
        known = details(reading, known_player(reading, asked)) if asked else None

    return rendered(
        "desk/erase.html",
        at.visit,
        at=at,
        known=known,
        erased=known is not None and is_erased(known.id, reading.timeline),
    )


def _refused_page(at: AtDesk, reading: Reading) -> str:
    """Make the page of an erasure that was not taken, of the id that was typed."""
    return erasure_page(at, reading, at.typed("player"))


def person_erased(form: Form) -> Fields:
    """Return the erasure that the form asks for; refuse one whose id was not typed once
    more.
    """
    document: Fields = {"kind": ERASE, **texts_of(form, "player", "reason")}
    all_checked(lambda: _check_repeated_id(form), lambda: as_file(document))
    return document


def _check_repeated_id(form: Form) -> None:
    """Refuse the form where the id that was typed a second time is another.

    Nothing brings an erased person back, so a click alone must not erase one.
    """
    player = form.text("player")
    repeated = form.text(AGAIN)
    if not repeated:
        empty = Problem(
            "wrong-value", say("this cannot be left empty"), Where(field=AGAIN)
        )
        raise Usage(empty)
    if repeated != player:
        text = repr(repeated[:64])
        message = say("{text} is not {player}", text=text, player=player)
        hint = say("type the id exactly as above: an erasure cannot be undone")
        raise Usage(Problem("parameter", message, Where(field=AGAIN), hint))
