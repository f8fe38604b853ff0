"""What the committee decides of titles: the page of those that wait for it, and the
form that confirms one, keeps one whose ground is gone, refuses or revokes it.
"""

from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem
from messages import say
from projections.answers.career import known_player, names_of
from projections.answers.reading import Reading
from projections.answers.title_states import titles_of
from projections.answers.titles import titles
from projections.answers.tournaments.tournament import tournament_names
from rulebooks import lists_with_titles, rulebook
from web.desk.form_documents import Fields
from web.desk.form_fields import Form
from web.desk.forms import form_left, form_page, in_path, texts_of
from web.desk.office_desk import AtDesk, Desk
from web.pages.rendering import rendered

PLACES = {"kind": "decision"}


def title_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of a title to be confirmed, and the form that makes the draft."""
    address = "/desk/titles/{player:str}/{title:str}"
    about = in_path("player", "title")
    return [
        form_page(desk, "/desk/titles", open_titles_page, in_path()),
        form_page(desk, address, title_page, about),
        form_left(
            desk=desk,
            address=address,
            name="title",
            document=title_decided,
            page=title_page,
            taken=about,
            places=PLACES,
        ),
    ]


def open_titles_page(at: AtDesk, reading: Reading) -> str:
    """Make the page of the titles that wait for a decision."""
    rows = titles(reading, only_open=True).rows
    earned_in = [row.tournament for row in rows if row.tournament]

    return rendered(
        "desk/titles.html",
        at.visit,
        at=at,
        rows=rows,
        tournaments=tournament_names(reading, earned_in),
    )


def title_page(at: AtDesk, reading: Reading, player: str, title: str) -> str:
    """Make the page of a title to be decided; refuse one that no list gives."""
    given = [
        rule.title
        for name in lists_with_titles()
        for rule in rulebook(name).title_rules
    ]
    if title not in given:
        message = say("there is no title {title}", title=repr(title))
        hint = say("there are {names}", names=", ".join(given))
        raise NotFound(Problem("no-such-address", message, hint=hint))

    known = known_player(reading, player)
    states = {state.title: state for state in titles_of(reading, known)}
    state = states.get(title)
    earned_in = [state.tournament] if state and state.tournament else []

    return rendered(
        "desk/title.html",
        at.visit,
        at=at,
        player=known,
        name=names_of(reading, [known]).get(known),
        title=title,
        state=state,
        tournaments=tournament_names(reading, earned_in),
    )


def title_decided(player: str, title: str, form: Form) -> Fields:
    """Return the decision of the form; what is none is refused as a document is."""
    return {
        "kind": form.text("decision"),
        "player": player,
        "title": title,
        **texts_of(form, "on", "reason", "resolution"),
    }
