"""A list as its federation published it, held against the ledger: which numbers are the
same, and why the others differ.

answers  what is asked, and what it answers
desk     the form of the desk, and what a program of the office sends
command  how the answer reads at a command line
"""

from features.feature import Command, Feature, Link

FEATURE = Feature(
    package=__name__,
    sentence="Hold a published list against the ledger.",
    commands=(
        Command(
            name="list agree",
            words="A list from elsewhere held against the ledger.",
            module="features.agree.command",
        ),
    ),
    # of /api/agreement, beside the questions of trials
    subjects={
        "Trials": "Other systems and other rules, run over the same games; nothing is"
        " recorded."
    },
    links=(Link(page="desk", address="/desk/agree", words="Check a list"),),
    answers={"list agree": ("features.agree.answers:Agreement",)},
    desk="features.agree.desk:agreement_routes",
)
