"""The form that erases a person. It cannot be taken back, so it says what goes and what
stays, and asks for the id once more; then it is a draft like any other.
"""

from functools import partial

from litestar.handlers import HTTPRouteHandler

from ledger.all_checked import all_checked
from ledger.errors import Problem, Usage, Where
from messages import say
from projections.answers.career import known_player
from projections.answers.players.show import details
from projections.answers.reading import Reading
from projections.replay.persons import is_erased
from web.desk.form_documents import Fields, as_file
from web.desk.form_fields import Form
from web.desk.forms import form_asked, form_left, in_path, in_query, texts_of
from web.desk.office_desk import AtDesk, Desk
from web.desk.pages import ERASE
from web.desk.problems_at_fields import at_field, placing
from web.pages.rendering import rendered

AGAIN = "again"  # the field in which the id is typed once more


def erasure_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page that erases a player, and the form that makes the draft."""
    address = "/desk/erase"
    return [
        form_asked(desk, address, "find", erasure_page, in_query("player")),
        form_left(desk, address, "erase", person_erased, _page_again, in_path()),
    ]


def erasure_page(at: AtDesk, reading: Reading, asked: str) -> str:
    """Make the page: of the person who is asked for by id or name, or to find them."""
    with placing(partial(at_field, field="player")):
        known = details(reading, known_player(reading, asked)) if asked else None

    return rendered(
        "desk/erase.html",
        at.visit,
        at=at,
        known=known,
        erased=known is not None and is_erased(known.id, reading.timeline),
    )


def _page_again(at: AtDesk, reading: Reading) -> str:
    """Make the page of an erasure that was not taken, of the id that was typed."""
    return erasure_page(at, reading, at.typed("player"))


def person_erased(form: Form) -> Fields:
    """Return the erasure that the form asks for; refuse one whose id was not typed once
    more.
    """
    document: Fields = {"kind": ERASE, **texts_of(form, "player", "reason")}
    all_checked(lambda: _check_typed_again(form), lambda: as_file(document))
    return document


def _check_typed_again(form: Form) -> None:
    """Refuse the form where the id that was typed a second time is another.

    Nothing brings an erased person back, so a click alone must not erase one.
    """
    player = form.text("player")
    repeated = form.text(AGAIN)
    if repeated != player:
        text = repr(repeated[:64])
        message = say("{text} is not {player}", text=text, player=player)
        hint = say("type the id exactly as above: an erasure cannot be undone")
        raise Usage(Problem("parameter", message, Where(field=AGAIN), hint))
