"""Letters to the players whose rating moved, in three languages, shown or sent as mail.

answers    the question, and the letters that it answers with
mail       letters as mail in a folder, each once, and handed to a mail server
addresses  the table of the mail addresses of players
command    how letters read at a command line, and how they go out
pages      how they look
desk       the desk's page of them, and the letters as mail in one file
"""

from features.feature import Command, Feature, Limits, Link, ProblemCode, Question

FEATURE = Feature(
    package=__name__,
    sentence="Write to every player whose rating moved, and send it as mail.",
    commands=(
        Command(
            heading="Look up",
            name="letters",
            module="features.letters.command",
            words="Letters to every player whose rating moved, also by email.",
        ),
    ),
    renamed={
        "mail send": "letters send",
        "mail settle": "letters settle",
        "mail write": "letters write",
        "mail": "letters",
    },
    questions=(
        Question(
            command="letters list",
            name="list_letters",
            address="/letters",
            subject="Players",
            asked="features.letters.answers:Letters",
            page="features.letters.pages:letters_page",
            limits=Limits(costly=True, unless="player"),
        ),
    ),
    answers={
        "letters send": ("features.letters.mail:MailSent",),
        "letters settle": ("features.letters.mail:MailSettled",),
        "letters write": ("features.letters.mail:MailWritten",),
    },
    desk="features.letters.desk:routes",
    links=(
        Link(page="desk", address="/desk/letters", words="Letters"),
        Link(
            page="published list",
            address="/letters",
            words="Letters to everybody whose rating moved since",
        ),
    ),
    codes={
        "addresses-address": ProblemCode(
            "A table of email addresses has a text that is not an address."
        ),
        "addresses-column": ProblemCode(
            "A table of email addresses lacks a column, or has it twice."
        ),
        "addresses-fields": ProblemCode(
            "A row of a table of email addresses has more fields than the header."
        ),
        "addresses-language": ProblemCode(
            "A table of email addresses names a language that no letters are in."
        ),
        "addresses-quotes": ProblemCode(
            "The quotes of a table of email addresses do not match."
        ),
        "addresses-twice": ProblemCode(
            "A table of email addresses has two addresses of one player."
        ),
        "letter-refused": ProblemCode("A mail server does not take a letter."),
        "mail-server": ProblemCode(
            "A mail server cannot be reached, or does not go on."
        ),
        "no-outbox": ProblemCode("The folder has no letters to be sent.", (3,)),
    },
)
