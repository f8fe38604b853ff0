"""Signs: what in the games of a list is worth a question of the office. Never public.

games            the games of a period, and how unlikely is what was found in them
what_is_scored   results that ratings make unlikely, and ratings driven down
who_meets        pairs, closed pools and newcomers who meet one club
answers          the question, and what it answers
command          how the answer reads at a command line
pages            how it looks at the desk

`python -m tests.features.signs.false_alarms 160` measures how often signs show where
all is well, and prints the table of games.py.
"""

from features.feature import Command, Feature, Limits, Link, Question

FEATURE = Feature(
    package=__name__,
    sentence="Find what in the games of a list is worth a question of the office.",
    commands=(
        Command(
            heading="Audit",
            name="signs",
            module="features.signs.command",
            words="What the office may want to ask about; never public.",
        ),
    ),
    questions=(
        Question(
            command="signs",
            name="list_signs",
            address="/signs",
            subject="Tournaments",
            asked="features.signs.answers:Signs",
            page="features.signs.pages:signs_page",
            role="officer-or-auditor",
            limits=Limits(costly=True),
        ),
    ),
    links=(Link(page="desk", address="/signs", words="Worth checking"),),
)
