"""Selection numbers, with their factors: section 5 of the Finnish rules, whose numbers
are those of rulebooks/finland/selection.py.

answers   the question, and what it answers
command   how the answer reads at a command line
pages     how it looks
"""

from features.feature import Command, Feature, Limits, Link, Question

FEATURE = Feature(
    package=__name__,
    sentence="Give the selection numbers of players on a day.",
    commands=(
        Command(
            name="list selection",
            module="features.selection.command",
            words="Selection numbers on a day.",
        ),
    ),
    questions=(
        Question(
            command="list selection",
            name="list_selection_numbers",
            address="/selection",
            subject="Players",
            asked="features.selection.answers:SelectionNumbers",
            page="features.selection.pages:selection_page",
            on_site=True,
            limits=Limits(costly=True, unless="players"),
        ),
    ),
    links=(
        Link(
            page="menu titles",
            address="/selection",
            words="Selection numbers",
            on_site=True,
        ),
        Link(
            page="performance",
            address="/selection",
            words="Selection number, and where it comes from",
        ),
        Link(
            page="titles",
            address="/selection",
            words="Selection numbers",
            on_site=True,
        ),
    ),
)
