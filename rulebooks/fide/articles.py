"""Say where each sentence of the article about FIDE lives."""

from messages import say
from rulebooks.protocol import Article

ARTICLES = (
    Article(
        "2.1",
        say("A ratings list four times a year"),
        "rulebooks.fide.rating.quarter, rulebooks.fide.rating.at",
    ),
    Article(
        "2.1.1",
        say("Performance by d(p)"),
        "rulebooks.fide.rating.d, rulebooks.fide.rating.performance",
    ),
    Article("2.1.2", say("Tournament categories"), "rulebooks.fide.category"),
    Article(
        "2.2",
        say("Live ratings"),
        "rulebooks.fide.rating.live_of, rulebooks.fide.rating.shown",
    ),
    Article(
        "3.2.2",
        say("K 25, 15 and 10"),
        "rulebooks.fide.rating.k_factor, rulebooks.fide.rating.at",
    ),
    Article(
        "7.1",
        say("2024: a list a month, its closing date"),
        "rulebooks.fide.months.counts_for",
    ),
    Article(
        "7.1.4",
        say("2024: 5 games and 1400, pooled over 26 months"),
        "rulebooks.fide.months.is_published",
    ),
    Article(
        "7.2.1",
        say("2024: below 1400 unrated on the next list"),
        "rulebooks.fide.months.rolled",
    ),
    Article(
        "8.1.1", say("2024: from score to difference"), "rulebooks.fide_differences.dp"
    ),
    Article("8.2", say("2024: a first rating"), "rulebooks.fide.months.first_rating"),
    Article(
        "8.3.1", say("2024: differences over 400"), "rulebooks.fide.monthly.expected"
    ),
    Article(
        "8.3.3",
        say("2024: K 40, 20 and 10; K x n at most 700"),
        "rulebooks.fide.months.k_for",
    ),
    Article(
        "8.3.4",
        say("2024: the rounding of a period"),
        "rulebooks.fide.months.change_of",
    ),
)
