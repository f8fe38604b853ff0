"""The forms of the desk that announce a tournament, or another day of it, and that note
who decided what of one.
"""

from datetime import date

from litestar.handlers import HTTPRouteHandler

from exchange.names.slug import slug
from features.calendar.answers import awaited_tournaments, decisions, reports
from features.calendar.kinds import DECIDED, TournamentAnnounced
from ledger.days import is_day
from projections.answers.asking import names_in
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import (
    known_tournament,
    tournament_header,
)
from web.desk.form_documents import Fields
from web.desk.form_fields import Form
from web.desk.forms import form_left, form_page, in_path, in_query, texts_of
from web.desk.office_desk import AtDesk, Desk
from web.pages.rendering import rendered
from web.pages.sentences import opening

YES, NO = "yes", "no"
UNNAMED = "unnamed"


def announcement_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Route the form of an announcement; `?tournament=ID` fills it with what is
    announced so far.
    """
    address, about = "/desk/announce", in_query("tournament")
    return [
        form_page(desk, address, announcement_page, about),
        form_left(desk, address, "announce", announced, announcement_page, about),
    ]


def announcement_page(at: AtDesk, reading: Reading, tournament: str) -> str:
    known = awaited_tournaments(reading).get(tournament)
    shown = {"tournament": tournament, "domestic": YES}
    organiser = ""
    if known is not None:
        shown = fields_of_announcement(known, reading)
        organiser = reading.policy.stated_again(known.organiser or "")
    return rendered(
        "calendar/announce.html",
        at.visit,
        at=at,
        known=known,
        shown=shown,
        organiser=organiser,
        announced=tuple(reports(reading)),
    )


def fields_of_announcement(
    known: TournamentAnnounced, reading: Reading
) -> dict[str, str]:
    """Return what each field of the form shows of an announcement, to the person at the
    desk.
    """
    return {
        "tournament": known.tournament,
        "name": known.name,
        "start": known.start,
        "end": known.end,
        "report_by": known.report_by or "",
        "organiser": reading.policy.words(known.organiser or ""),
        "place": known.place or "",
        "domestic": YES if known.domestic else NO,
        "representatives": " ".join(known.representatives),
    }


# the fields of an announcement that the document has as they are typed
ANNOUNCED = ("name", "start", "end", "report_by", "organiser", "place")


def announced(of_address: str, form: Form) -> Fields:
    """Return the announcement of the form. Without an id, one is made of the name and
    the year.

    `of_address`: the tournament that the page was filled with; what the form says
    counts. An organiser who comes back as they were shown stays as they were announced,
    also where a part of their name was hidden.
    """
    document: Fields = {
        "kind": "announce",
        "tournament": form.text("tournament") or _id_of(form),
        **texts_of(form, *ANNOUNCED),
    }
    organiser = form.text("organiser")
    if organiser and organiser == form.text("shown_organiser"):
        document["organiser"] = form.text("announced_organiser")
    if form.text("domestic") != YES:
        document["domestic"] = False
    if players := names_in([form.text("representatives")]):
        document["representatives"] = players
    return document


def _id_of(form: Form) -> str:
    """Make the id of a tournament; empty where its name has no letters for one.

    Without a name the form is refused for that alone, and any id will do.
    """
    name, start = form.text("name"), form.text("start")
    if not name:
        return UNNAMED

    first = date.fromisoformat(start) if is_day(start) else None
    return slug(name, first) or ""


def decision_routes(desk: Desk) -> list[HTTPRouteHandler]:
    address = "/desk/tournaments/{name:str}/decision"
    about = in_path("name")
    return [
        form_page(desk, address, decision_page, about),
        form_left(desk, address, "decision", decision_noted, decision_page, about),
    ]


def decision_page(at: AtDesk, reading: Reading, name: str) -> str:
    tournament = known_tournament(reading, name)
    return rendered(
        "calendar/decision.html",
        at.visit,
        at=at,
        header=tournament_header(tournament, reading),
        decisions=tuple(decisions(tournament.id, reading)),
        choices=[
            (about, opening(words, at.visit.language))
            for about, words in DECIDED.items()
        ],
        decided=DECIDED,
    )


def decision_noted(tournament: str, form: Form) -> Fields:
    return {
        "kind": "decision",
        "tournament": tournament,
        **texts_of(form, "about", "by", "on", "resolution", "reason"),
    }
