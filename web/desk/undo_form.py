"""The form that takes one event back: what would be booked instead is proposed as the
command proposes it, and somebody says why.
"""

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from desk.undoing import correction
from ledger.errors import NotFound, Problem
from messages import by_command, say
from projections.answers.events.content import summary
from projections.answers.reading import Reading
from web.desk.form_documents import Fields
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.questions.from_address import number_in
from web.store.roles import Role


def undo_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page that takes an event back, and the form that makes the draft."""
    address = "/desk/events/{seq:str}/undo"

    @get(address, opt={"role": Role.SUBMITTER})
    async def form(request: HttpRequest) -> Response[bytes]:
        seq = _seq_of(request)

        def make(at: AtDesk, reading: Reading) -> str:
            return undo_page(at, reading, seq)

        return await desk.of_ledger(request, make)

    @post(address, opt={"role": Role.SUBMITTER})
    async def left(request: HttpRequest) -> Response[bytes]:
        seq = _seq_of(request)
        at = desk.at(request)

        async def page(at: AtDesk) -> str:
            return await desk.read_ledger(
                at, lambda reading: undo_page(at, reading, seq)
            )

        async def take_back(form: Form) -> Response[bytes]:
            def document_of(reading: Reading) -> Fields:
                return taken_back(reading, seq, form)

            document = await desk.read_ledger(at, document_of)
            return await desk.keep_document(request, document)

        return await desk.take(request, "undo", page, take_back)

    return [form, left]


def undo_page(at: AtDesk, reading: Reading, seq: int) -> str:
    """Make the page; refuse where nothing takes the event back."""
    # for its refusals alone: the page shows nothing of what would be proposed
    correction(reading, seq)
    event = reading.known_events.event(seq)
    assert event is not None  # there is a correction of it

    return rendered(
        "desk/undo.html",
        at.visit,
        at=at,
        seq=seq,
        summary=summary(event, reading),
    )


def taken_back(reading: Reading, seq: int, form: Form) -> Fields:
    """Return the document that takes an event back, with the reason of the form.

    It is proposed anew of the ledger as it is now, and not taken from the page. What a
    proposal does not touch is None in it, and is no field of the document. `Refused`,
    `NotFound`: nothing takes the event back, or there is no such event.
    """
    proposed = correction(reading, seq)
    stated = {
        name: value for name, value in proposed.fields.items() if value is not None
    }
    return {"kind": proposed.kind, **stated, "reason": form.text("reason")}


def _seq_of(request: HttpRequest) -> int:
    """Return the seq in the address; refuse what is none as an address that there is
    not.
    """
    text = part_of_address(request, "seq")
    seq = number_in(text)
    if seq is None:
        message = say("there is no event {seq}", seq=repr(text[:40]))
        raise NotFound(
            Problem("unknown-seq", message, hint=by_command("see `selo log`"))
        )
    return seq
