"""Trials: other systems and other rules, run over the same games. Nothing is recorded.

compare      the players under several lists
predict      how well each list predicts results; scores has the measures
what_if      a rule change, compared and scored; rule_change reads one from a file
search       many variants of a rule, chosen by some games and judged by others
pool         whether a list's ratings grow or shrink, and why; pooling and pool_answer
charts       the pictures of these; pool_chart that of a pool
command      how the answers read at a command line
pages        how they look, with the forms of the committee

A list that nobody booked is run by projections.runs, which signs use as well.
"""

from features.feature import Command, Feature, Limits, Link, ProblemCode, Question

FEATURE = Feature(
    package=__name__,
    sentence="Try other systems and other rules on the same games.",
    commands=(
        Command(
            heading="Look up",
            name="trial",
            module="features.trials.command",
            words="Other systems and other rules, run over the same games.",
        ),
    ),
    renamed={
        "compare": "trial compare",
        "predict": "trial predict",
        "what-if": "trial what-if",
        "search": "trial search",
        "pool": "trial pool",
    },
    questions=(
        Question(
            command="trial compare",
            name="compare_systems",
            address="/compare",
            subject="Trials",
            asked="features.trials.compare:Compare",
            page="features.trials.pages:compare_page",
            limits=Limits(costly=True),
        ),
        Question(
            command="trial predict",
            name="measure_predictions",
            address="/predict",
            subject="Trials",
            asked="features.trials.predict:Predict",
            page="features.trials.pages:predict_page",
        ),
        Question(
            command="trial what-if",
            name="try_rule_change",
            address="/what-if",
            subject="Trials",
            asked="features.trials.rule_change:RuleTried",
            with_file=True,
            limits=Limits(costly=True),
        ),
        Question(
            command="trial pool",
            name="get_pool",
            address="/pool/{list}",
            subject="Trials",
            asked="features.trials.pool:PoolAsked",
            page="features.trials.pages:pool_page",
        ),
        Question(
            command="committee",
            name="committee",
            address="/committee",
            asked="features.trials.pages:Committee",
            page="features.trials.pages:committee_page",
            for_people=True,
        ),
        Question(
            command="rule",
            name="rule",
            address="/committee/rule",
            asked="features.trials.pages:RuleTyped",
            page="features.trials.pages:tried_page",
            for_people=True,
        ),
    ),
    subjects={
        "Trials": "Other systems and other rules, run over the same games; nothing is"
        " recorded."
    },
    links=(
        Link(page="menu behind", address="/committee", words="Committee"),
        Link(page="foot", address="/committee", words="Committee"),
    ),
    codes={
        "unknown-number": ProblemCode(
            "The rules of the list have no number of this name to change."
        ),
    },
)
