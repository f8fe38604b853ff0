"""Where each sentence of the article about FIDE lives."""

from rulebooks.coverage import Article

ARTICLES = (
    Article("2.1", "A ratings list four times a year", "rulebooks.fide.lists.quarter, rulebooks.fide.lists.at"),
    Article("2.1.1", "Performance by d(p)", "rulebooks.fide.tables.d, rulebooks.fide.tables.performance"),
    Article("2.1.2", "Tournament categories", "rulebooks.calculators.performances.category"),
    Article("2.2", "Live ratings", "rulebooks.fide.lists.live_of, rulebooks.fide.lists.shown"),
    Article("3.2.2", "K 25, 15 and 10", "rulebooks.fide.rating.k_factor, rulebooks.fide.lists.at"),
)
