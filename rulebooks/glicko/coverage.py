"""Where each step of the paper lives."""

from rulebooks.coverage import Article

ARTICLES = (
    Article("Step 1", "The start of an unrated player, and tau", "rulebooks.glicko.rating.GlickoEdition"),
    Article("Step 2", "To the Glicko-2 scale", "rulebooks.glicko.steps.to_scale"),
    Article("Step 3", "The estimated variance v, g and E", "rulebooks.glicko.steps.evidence"),
    Article("Step 4", "The estimated improvement Delta", "rulebooks.glicko.steps.after_period"),
    Article("Step 5", "The new volatility by iteration", "rulebooks.glicko.steps.volatility"),
    Article("Step 6", "The deviation before the period", "rulebooks.glicko.steps.without_games"),
    Article("Step 7", "The new rating and deviation", "rulebooks.glicko.steps.after_period"),
    Article("Step 8", "Back to the original scale", "rulebooks.glicko.steps.from_scale"),
)
