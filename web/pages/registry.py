"""Say what draws the page of a question, by the name of the question."""

from typing import cast

from features import FEATURES
from features.feature import imported
from web.pages import (
    checking,
    honours,
    lists,
    log,
    people,
    player,
    rules,
    tournaments,
    why,
)
from web.pages.visit import Page

# those of a feature as module:function, since their modules import this package
PAGES: dict[str, Page | str] = {
    "home": lists.home_page,
    "show": player.player_page,
    "history": people.history_page,
    "player performance": people.performance_page,
    "explain": why.why_page,
    "player need": people.need_page,
    "player opponents": people.opponents_page,
    "player versus": people.versus_page,
    "against": people.against_page,
    "player find": people.search_page,
    "titles": honours.titles_page,
    "tournament list": tournaments.tournaments_page,
    "tournament": tournaments.tournament_page,
    "export trf": tournaments.report_page,
    "list published": lists.lists_page,
    "list": lists.list_page,
    "list --list": lists.published_page,
    "list compare": lists.compared_page,
    "list next": lists.next_lists_page,
    "rules": rules.rules_page,
    "rules EDITION": rules.edition_page,
    "log": log.log_page,
    "log event": log.event_page,
    "log impact": log.impact_page,
    "log diff": log.diff_page,
    "proof prove": checking.proof_page,
    "verify": checking.verify_page,
    **{
        question.command: question.page
        for feature in FEATURES
        for question in feature.questions
        if question.page is not None
    },
}


def page_of(command: str) -> Page:
    """Return what draws the page of a question that has one."""
    page = PAGES[command]
    return cast(Page, imported(page)) if isinstance(page, str) else page
