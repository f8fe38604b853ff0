"""Where each section of the encyclopedia's article lives, or why it needs no code."""

from rulebooks.coverage import Article

HISTORY = "no code: history"
TALK = "no code: it discusses, and settles no number"

ARTICLES = (
    Article("1", "History", HISTORY),
    Article("1.1", "Implementing Elo's scheme", HISTORY),
    Article("2", "Different ratings systems", HISTORY),
    Article("2.1", "FIDE ratings", "rulebooks.fide.RULEBOOKS"),
    Article(
        "2.1.1", "Performance rating",
        "rulebooks.fide.tables.performance, rulebooks.calculators.performances.performance_400"
    ),
    Article("2.1.2", "FIDE tournament categories", "rulebooks.calculators.performances.category"),
    Article("2.2", "Live ratings", "rulebooks.fide.lists.shown"),
    Article(
        "2.3", "United States Chess Federation ratings",
        "rulebooks.uscf.RULEBOOKS, rulebooks.uscf.rating.class_of",
    ),
    Article("2.4", "Ratings of computers", TALK),
    Article("3", "Theory", "no code: a heading"),
    Article(
        "3.1", "Mathematical details: the expectation, the update, K 16 and 32",
        "rulebooks.logistic.curve.expected, rulebooks.logistic.curve.new_number, rulebooks.elo.rating.k_factor",
    ),
    Article("3.2", "Mathematical issues", "no code: a heading"),
    Article("3.2.1", "Most accurate distribution model", "rulebooks.calculators.performances.expectation"),
    Article(
        "3.2.2", "Most accurate K-factor", "rulebooks.elo.rating.EDITIONS, rulebooks.fide.rating.k_factor"
    ),
    Article("3.3", "Practical issues", TALK),
    Article("3.3.1", "Game activity versus protecting one's rating", TALK),
    Article("3.3.2", "Chess engines", TALK),
    Article("3.3.3", "Selective pairing", TALK),
    Article("3.4", "Ratings inflation and deflation", "no code here: its pool of four is a test of elo-32"),
    Article(
        "3.5", "Exponential variant",
        "rulebooks.elo.exponential.experience, rulebooks.elo.exponential.updated, rulebooks.elo.exponential.kappa",
    ),
    Article("3.5.1", "Single player rpg's", TALK),
    Article("4", "Other chess rating systems", "no code: other systems"),
    Article("5", "Elo ratings in other games", "no code: other games"),
)  # fmt: skip
