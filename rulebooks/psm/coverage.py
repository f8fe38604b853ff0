"""Where each sentence of the PSM text lives, or why it needs no code."""

from messages import say
from rulebooks.coverage import Article

ARTICLES = (
    Article("1", say("If both players already have Elo numbers"), "rulebooks.psm.rating.rate"),
    Article("2", say("The data: own, opponent's, result"), "rulebooks.psm.rating.change_of"),
    Article("3", say("1) Factor"), "rulebooks.psm.rating.factor"),
    Article(
        "4", say("2) Difference, 3) Expectation"), "rulebooks.psm.rating.change_of, rulebooks.finland.tables.percent"
    ),
    Article("5", say("4) Change"), "rulebooks.psm.rating.change_of"),
    Article("6", say("Note: the reduction of the factor"), say("no code: deactivated on December 13, 2004")),
    Article(
        "7",
        say("No rules for unrated players"),
        "rulebooks.psm.rating.WITHOUT_NUMBER, rulebooks.psm.rating.without_number",
    ),
    Article("8", say("Each game is rated for itself"), "rulebooks.psm.rating.rate"),
    Article("9", say("Final note"), say("no code: thanks and permissions")),
)
