"""Title norms of FIDE: who made one in a tournament, which article others fail, and the
certificates IT1 and IT3.

rules     the articles of FIDE's regulations
games     which games a norm rests on, and what a tournament has to be
event     a tournament as the report and the ledger have it
answers   the two questions, and what they answer
command   how the answers read at a command line
pages     how they look
"""

from features.feature import Command, Feature, Link, ProblemCode, Question

FEATURE = Feature(
    package=__name__,
    sentence="Say which results in a tournament are title norms of FIDE.",
    commands=(
        Command(
            name="tournament norms",
            module="features.norms.command",
            words="The title norms of FIDE in a tournament, and their certificates.",
        ),
    ),
    questions=(
        Question(
            command="tournament norms",
            name="list_norms",
            address="/tournaments/{tournament}/norms",
            asked="features.norms.answers:Norms",
            page="features.norms.pages:norms_page",
        ),
        Question(
            command="tournament norms PLAYER",
            name="get_norm",
            address="/tournaments/{tournament}/norms/{player}",
            asked="features.norms.answers:NormOf",
            page="features.norms.pages:norm_page",
        ),
    ),
    links=(
        Link(
            page="tournament",
            address="/tournaments/{tournament}/norms",
            words="Title norms of FIDE",
            when="features.norms.pages:may_have_norms",
        ),
    ),
    codes={
        "no-norms": ProblemCode(
            "The text of FIDE's regulations for norms of that day is not in this"
            " program.",
            (3,),
        ),
    },
    words=("fails", "left out by", "norm", "verdict"),
)
