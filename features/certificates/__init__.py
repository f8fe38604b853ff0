"""Certificates: a rating of a day, or a title, on paper.

answers   the two questions, and what they answer
command   how the answers read at a command line
pages     how they look, to be printed on one sheet
"""

from features.feature import Command, Feature, Link, ProblemCode, Question

FEATURE = Feature(
    package=__name__,
    sentence="Put a rating or a title on paper, with what proves it.",
    commands=(
        Command(
            name="player certificate",
            module="features.certificates.command",
            words="A rating or a title on paper.",
        ),
    ),
    questions=(
        Question(
            command="player certificate",
            name="get_title_certificate",
            address="/players/{player}/titles/{title}",
            asked="features.certificates.answers:Certificate",
            page="features.certificates.pages:certificate_page",
        ),
        Question(
            command="player certificate --list",
            name="get_rating_certificate",
            address="/players/{player}/certificate",
            asked="features.certificates.answers:RatingCertificate",
            page="features.certificates.pages:rating_certificate_page",
        ),
    ),
    links=(
        Link(
            page="rating",
            address="/players/{player}/certificate",
            words="Print a certificate:",
        ),
        Link(
            page="title",
            address="/players/{player}/titles/{title}",
            words="Certificate",
        ),
    ),
    codes={
        "no-rating": ProblemCode(
            "The player has no rating on the list on that day, so there is no"
            " certificate of it.",
            (3,),
        ),
        "no-title": ProblemCode(
            "The player does not hold the title, so there is no certificate of it.",
            (3,),
        ),
    },
)
