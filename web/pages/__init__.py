"""Pages for people, by the name of the question whose address they have. An address without one answers 404 and names
the addresses for programs.

A page is a function of the opened ledger, the question and the visit (language, colours, where links lead); it runs in
a thread, under the same 304 and cache as the other forms, and answers with HTML. Templates compute nothing: they are
given the typed answers that programs get too.
"""

from web.pages import people, trials
from web.pages.public import calculator, honours, leagues, lists, log, norms, player, tournaments, verify, why
from web.pages.visit import Page

PAGES: dict[str, Page] = {
    "home": lists.home_page,
    "show": player.player_page,
    "history": people.history_page,
    "performance": people.performance_page,
    "explain": why.why_page,
    "need": people.need_page,
    "opponents": player.opponents_page,
    "versus": player.versus_page,
    "against": player.against_page,
    "letters": people.letters_page,
    "player find": player.search_page,
    "titles": honours.titles_page,
    "certificate": honours.certificate_page,
    "certificate --list": honours.rating_certificate_page,
    "selection": honours.selection_page,
    "best": honours.best_page,
    "due": tournaments.due_page,
    "dues": people.dues_page,
    "licences": people.licences_page,
    "tournaments": tournaments.tournaments_page,
    "tournament": tournaments.tournament_page,
    "league": leagues.league_page,
    "team": leagues.team_page,
    "boards": leagues.boards_page,
    "export trf": tournaments.report_page,
    "norms": norms.norms_page,
    "norms PLAYER": norms.norm_page,
    "lists": lists.lists_page,
    "list": lists.list_page,
    "list --list": lists.published_page,
    "lists compare": lists.compared_page,
    "lists next": lists.next_lists_page,
    "clubs": lists.clubs_page,
    "clubs CLUB": lists.club_page,
    "rules": honours.rules_page,
    "rules EDITION": honours.edition_page,
    "calculator": calculator.calculator_page,
    "log": log.log_page,
    "event": log.event_page,
    "impact": log.impact_page,
    "diff": log.diff_page,
    "prove": verify.proof_page,
    "verify": verify.verify_page,
    "committee": trials.committee_page,
    "compare": trials.compare_page,
    "predict": trials.predict_page,
    "pool": trials.pool_page,
    "rule": trials.tried_page,
    "signs": trials.signs_page,
}
