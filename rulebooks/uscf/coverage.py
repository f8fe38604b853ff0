"""Where each sentence of 2.3 of the article lives."""

from messages import say
from rulebooks.coverage import Article

ARTICLES = (
    Article("2.3 a", say("Classification of players"), "rulebooks.uscf.rating.class_of"),
    Article("2.3 b", say("Effective number of games"), "rulebooks.uscf.rating.effective_games"),
    Article("2.3 c", say("K = 800 / (Ne + m)"), "rulebooks.uscf.rating.k_factor"),
    Article(
        "3.1",
        say("Expected score and update"),
        "rulebooks.logistic.curve.expected, rulebooks.logistic.curve.new_number",
    ),
)
