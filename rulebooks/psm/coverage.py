"""Where each sentence of the PSM text lives, or why it needs no code."""

from rulebooks.coverage import Article

ARTICLES = (
    Article("1", "If both players already have Elo numbers", "rulebooks.psm.rating.rate"),
    Article("2", "The data: own, opponent's, result", "rulebooks.psm.rating.change_of"),
    Article("3", "1) Factor", "rulebooks.psm.rating.factor"),
    Article("4", "2) Difference, 3) Expectation", "rulebooks.psm.rating.change_of, rulebooks.finland.tables.percent"),
    Article("5", "4) Change", "rulebooks.psm.rating.change_of"),
    Article("6", "Note: the reduction of the factor", "no code: deactivated on December 13, 2004"),
    Article(
        "7", "No rules for unrated players", "rulebooks.psm.rating.WITHOUT_NUMBER, rulebooks.psm.rating.without_number"
    ),
    Article("8", "Each game is rated for itself", "rulebooks.psm.rating.rate"),
    Article("9", "Final note", "no code: thanks and permissions"),
)
