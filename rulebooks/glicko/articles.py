"""Say where each step of the paper lives."""

from messages import say
from rulebooks.protocol import Article

ARTICLES = (
    Article(
        "Step 1",
        say("The start of an unrated player, and tau"),
        "rulebooks.glicko.rating.GlickoEdition",
    ),
    Article("Step 2", say("To the Glicko-2 scale"), "rulebooks.glicko.rating.to_scale"),
    Article(
        "Step 3",
        say("The estimated variance v, g and E"),
        "rulebooks.glicko.rating.evidence",
    ),
    Article(
        "Step 4",
        say("The estimated improvement Delta"),
        "rulebooks.glicko.rating.after_period",
    ),
    Article(
        "Step 5",
        say("The new volatility by iteration"),
        "rulebooks.glicko.rating.volatility",
    ),
    Article(
        "Step 6",
        say("The deviation before the period"),
        "rulebooks.glicko.rating.without_games",
    ),
    Article(
        "Step 7",
        say("The new rating and deviation"),
        "rulebooks.glicko.rating.after_period",
    ),
    Article(
        "Step 8",
        say("Back to the original scale"),
        "rulebooks.glicko.rating.from_scale",
    ),
)
