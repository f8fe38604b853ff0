"""The form that corrects the header of a tournament: its name, days, time control, and
what the rules ask of it. What the form has otherwise than it was shown becomes one
amendment.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, get_args

from litestar.handlers import HTTPRouteHandler

from ledger.field_types import EventKind
from projections.answers.asking import names_in
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import (
    TournamentHeader,
    known_tournament,
    tournament_header,
)
from web.desk.form_documents import Fields, number_or_text
from web.desk.form_fields import Form
from web.desk.forms import form_left, form_page, in_path
from web.desk.office_desk import AtDesk, Desk
from web.pages.rendering import rendered

YES, NO = "yes", "no"
# a time control as it is written, or a number of minutes for 60 moves
TIME = "time"


class Entry(NamedTuple):
    """A field of the form: how the ledger's value is shown in it, and how a text of it
    is read.
    """

    show: Callable[[object], str]
    read: Callable[[str], object]


def _text_of_value(value: object) -> str:
    """Write a value of the ledger into a field; nothing for one that is not stated."""
    return "" if value is None else str(value)


def _or_nothing(text: str) -> str | None:
    """Read a text that may be left out: an emptied field takes it away."""
    return text or None


def _number_or_nothing(text: str) -> int | str | None:
    """Read a number that may be left out; what is none is kept as typed, for the
    document to refuse it.
    """
    return number_or_text(text) if text else None


def _order_or_text(text: str) -> int | str:
    """Read an order, which may be below zero: `-2` is -2, and `two` stays, to be
    refused.
    """
    number = number_or_text(text.removeprefix("-"))
    if isinstance(number, int) and text.startswith("-"):
        return -number
    return text if isinstance(number, str) else number


def _yes_or_no(value: object) -> str:
    return YES if value else NO


def _ids_shown(value: object) -> str:
    """Write ids into one field, with blanks between them."""
    assert isinstance(value, tuple)
    return " ".join(value)


TEXT = Entry(_text_of_value, str)
OPTIONAL_TEXT = Entry(_text_of_value, _or_nothing)
ORDER = Entry(_text_of_value, _order_or_text)
OPTIONAL_NUMBER = Entry(_text_of_value, _number_or_nothing)
ANSWER = Entry(_yes_or_no, lambda text: text == YES)
IDS = Entry(_ids_shown, lambda text: names_in([text]))

ENTRIES: Mapping[str, Entry] = {
    "name": TEXT,
    "start": TEXT,
    "end": TEXT,
    "place": OPTIONAL_TEXT,
    "organiser": OPTIONAL_TEXT,
    "arbiter": OPTIONAL_TEXT,
    "domestic": ANSWER,
    "fide_accepted": ANSWER,
    "official_representation": ANSWER,
    "representatives": IDS,
    "accepted": ANSWER,
    "age_group": TEXT,
    "each_game_rated": ANSWER,
    "order_no": ORDER,
    "category": OPTIONAL_TEXT,
    "event_kind": OPTIONAL_TEXT,
    "start_minutes": OPTIONAL_NUMBER,
    "total_minutes": OPTIONAL_NUMBER,
}
PLACES = {"set.time_control": TIME, "set.minutes": TIME}


def header_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of a tournament's header, and the form that corrects it."""
    address, about = "/desk/tournaments/{name:str}/header", in_path("name")
    return [
        form_page(desk, address, header_page, about),
        form_left(
            desk=desk,
            address=address,
            name="header",
            document=header_changed,
            page=header_page,
            taken=about,
            places=PLACES,
            people=("arbiter",),
        ),
    ]


def header_page(at: AtDesk, reading: Reading, name: str) -> str:
    """Make the page of a tournament's header, each field as it stands."""
    tournament = known_tournament(reading, name)
    header = tournament_header(tournament, reading)

    return rendered(
        "desk/header.html",
        at.visit,
        at=at,
        header=header,
        version=tournament.version,
        shown=as_shown(header),
        kinds=("", *get_args(EventKind)),
    )


def as_shown(header: TournamentHeader) -> dict[str, str]:
    """Return what each field of the form shows of a header.

    One field takes the time control or the minutes of a game, whichever is known.
    """
    fields = {}
    for name, entry in ENTRIES.items():
        fields[name] = entry.show(getattr(header, name))

    if header.minutes is None:
        fields[TIME] = header.time_control or ""
    else:
        fields[TIME] = f"{header.minutes:g}"

    return fields


def header_changed(tournament: str, form: Form) -> Fields:
    """Return the amendment of what the form has otherwise than it was shown."""
    form.need((*ENTRIES, TIME))
    changed: Fields = {
        name: entry.read(form.text(name))
        for name, entry in ENTRIES.items()
        if form.text(name) != form.text(f"shown_{name}")
    }
    if form.text(TIME) != form.text(f"shown_{TIME}"):
        changed |= time_read(form.text(TIME))

    return {
        "kind": "amend",
        "tournament": tournament,
        "expect_version": number_or_text(form.text("version")),
        "set": changed,
        "reason": form.text("reason"),
    }


def time_read(text: str) -> Fields:
    """Return the field of a header that a time is: minutes where it is a number alone."""
    minutes = number_or_text(text)
    if isinstance(minutes, int):
        return {"minutes": minutes}
    return {"time_control": text}
