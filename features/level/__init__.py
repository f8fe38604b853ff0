"""The level of a list beside FIDE's, and rulings that would move it.

answers   the question, and what it answers
command   how the answer reads at a command line, and how rulings become a file
"""

from features.feature import Command, Feature, Limits, Question

FEATURE = Feature(
    package=__name__,
    sentence="Say how far a list stands from FIDE's, and adjust it.",
    commands=(
        Command(
            name="list level",
            module="features.level.command",
            words="How far a list stands from FIDE's, and rulings that adjust it.",
        ),
    ),
    questions=(
        Question(
            command="list level",
            name="get_list_level",
            address="/lists/{list}/level",
            asked="features.level.answers:Level",
            limits=Limits(costly=True),
        ),
    ),
)
