"""A witness on another machine: it keeps what a log showed, and notices when the log says
something else later.

tiles     the log laid out for whoever watches it
routes    the addresses at which the service gives it out
shown     what a log shows of itself, read from elsewhere
watched   what was seen before, held against the log
compared  what two witnesses saw, held against each other
receipts  receipts of submissions, held against the log
asking    another machine is asked, over HTTP
watched_file  the file in which a witness keeps what it saw
command   the witness's side at a command line
"""

from features.feature import Command, Feature, ProblemCode

FEATURE = Feature(
    package=__name__,
    sentence="Watch the log of another machine, and notice when it is rewritten.",
    commands=(
        Command(
            name="proof witness",
            words="Whether another machine's log only grew since it was seen.",
            module="features.witness.command",
        ),
    ),
    renamed={"witness": "proof witness"},
    answers={
        "proof witness": (
            "features.witness.watched:Watched",
            "features.witness.compared:WitnessesCompared",
            "features.witness.receipts:ReceiptsHeld",
        ),
    },
    codes={
        "no-tile": ProblemCode(
            "The log does not reach as far as the tile that was asked for.", (3,)
        ),
    },
    routes="features.witness.routes:log_routes",
)
