"""Where each section of the encyclopedia's article lives, or why it needs no code."""

from messages import say
from rulebooks.coverage import Article

HISTORY = say("no code: history")
TALK = say("no code: it discusses, and settles no number")

ARTICLES = (
    Article("1", say("History"), HISTORY),
    Article("1.1", say("Implementing Elo's scheme"), HISTORY),
    Article("2", say("Different ratings systems"), HISTORY),
    Article("2.1", say("FIDE ratings"), "rulebooks.fide.RULEBOOKS"),
    Article(
        "2.1.1", say("Performance rating"),
        "rulebooks.fide.tables.performance, rulebooks.calculators.performances.performance_400"
    ),
    Article("2.1.2", say("FIDE tournament categories"), "rulebooks.calculators.performances.category"),
    Article("2.2", say("Live ratings"), "rulebooks.fide.lists.shown"),
    Article(
        "2.3", say("United States Chess Federation ratings"),
        "rulebooks.uscf.RULEBOOKS, rulebooks.uscf.rating.class_of",
    ),
    Article("2.4", say("Ratings of computers"), TALK),
    Article("3", say("Theory"), say("no code: a heading")),
    Article(
        "3.1", say("Mathematical details: the expectation, the update, K 16 and 32"),
        "rulebooks.logistic.curve.expected, rulebooks.logistic.curve.new_number, rulebooks.elo.rating.k_factor",
    ),
    Article("3.2", say("Mathematical issues"), say("no code: a heading")),
    Article("3.2.1", say("Most accurate distribution model"), "rulebooks.calculators.performances.expectation"),
    Article(
        "3.2.2", say("Most accurate K-factor"), "rulebooks.elo.rating.EDITIONS, rulebooks.fide.rating.k_factor"
    ),
    Article("3.3", say("Practical issues"), TALK),
    Article("3.3.1", say("Game activity versus protecting one's rating"), TALK),
    Article("3.3.2", say("Chess engines"), TALK),
    Article("3.3.3", say("Selective pairing"), TALK),
    Article("3.4", say("Ratings inflation and deflation"), say("no code here: its pool of four is a test of elo-32")),
    Article(
        "3.5", say("Exponential variant"),
        "rulebooks.elo.exponential.experience, rulebooks.elo.exponential.updated, rulebooks.elo.exponential.kappa",
    ),
    Article("3.5.1", say("Single player rpg's"), TALK),
    Article("4", say("Other chess rating systems"), say("no code: other systems")),
    Article("5", say("Elo ratings in other games"), "no code: other games"),
)  # fmt: skip
