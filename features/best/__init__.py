"""The best: the highest ratings of a list, the biggest gains and the longest runs of
them; every club with how strong it is.

answers   the three questions, and what they answer
command   how the answers read at a command line
pages     how they look
"""

from features.feature import Command, Feature, Limits, Link, ProblemCode, Question

FEATURE = Feature(
    package=__name__,
    sentence="List the highest, the fastest and the longest of a list, and the clubs.",
    commands=(
        Command(
            heading="Look up",
            name="best",
            module="features.best.command",
            words="The highest, fastest and longest of a list; the clubs.",
        ),
    ),
    renamed={
        "clubs": "best clubs",
    },
    questions=(
        Question(
            command="best clubs",
            name="list_clubs",
            address="/clubs",
            subject="Lists",
            asked="features.best.answers:Clubs",
            page="features.best.pages:clubs_page",
            on_site=True,
        ),
        Question(
            command="best clubs CLUB",
            name="get_club",
            address="/clubs/{club}",
            subject="Lists",
            asked="features.best.answers:Club",
            page="features.best.pages:club_page",
            on_site=True,
            each="features.best.pages:clubs_of_people",
        ),
        Question(
            command="best list",
            name="list_best",
            address="/best",
            subject="Lists",
            asked="features.best.answers:Best",
            page="features.best.pages:best_page",
            on_site=True,
            limits=Limits(costly=True),
        ),
    ),
    links=(
        Link(page="menu ratings", address="/best", words="Records", on_site=True),
        Link(page="menu ratings", address="/clubs", words="Clubs", on_site=True),
        Link(page="sections", address="/clubs", words="Clubs", on_site=True),
        Link(page="titles", address="/best", words="Records", on_site=True),
        Link(page="club", address="/clubs/{club}", words="Club", on_site=True),
    ),
    codes={"unknown-club": ProblemCode("Nobody has this club.", (3,))},
)
