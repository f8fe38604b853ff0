"""The form that adds a game which a report left out."""

from litestar.handlers import HTTPRouteHandler

from messages.results import RESULTS
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament
from web.desk.form_documents import Fields, number_or_text
from web.desk.form_fields import Form
from web.desk.forms import form_left, form_page, in_path, texts_of
from web.desk.office_desk import AtDesk, Desk
from web.desk.pages import NOT_PLAYED, PLAYED
from web.pages.rendering import rendered

YES = "yes"


def new_game_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of a game to be added, and the form that makes the draft."""
    address, about = "/desk/tournaments/{name:str}/game", in_path("name")
    return [
        form_page(desk, address, new_game_page, about),
        form_left(
            desk,
            address,
            "new-game",
            game_added,
            new_game_page,
            about,
            people=("white", "black"),
        ),
    ]


def new_game_page(at: AtDesk, reading: Reading, name: str) -> str:
    """Make the page of a game to be added to a tournament."""
    answer = tournament(reading, name)
    last_round = max((game.round for game in answer.games), default=1)

    return rendered(
        "desk/new_game.html",
        at.visit,
        at=at,
        answer=answer,
        last_round=last_round,
        table=RESULTS,
        played=PLAYED,
        not_played=NOT_PLAYED,
    )


def game_added(tournament: str, form: Form) -> Fields:
    """Return the amendment that adds the game of the form."""
    game = {
        **texts_of(form, "white", "black", "result", "on"),
        "round": number_or_text(form.text("round")),
    }
    if form.text("board"):
        game["board"] = number_or_text(form.text("board"))
    if form.text("tiebreak") == YES:
        game["tiebreak"] = True

    return {
        "kind": "amend",
        "tournament": tournament,
        "expect_version": number_or_text(form.text("version")),
        "add_games": [game],
        "reason": form.text("reason"),
    }
