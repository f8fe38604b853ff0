"""The federation's register of members: who in a tournament has a licence, and what each
club owes.

licences  what a licence is, and the state of somebody's licences for an event
listed    the file of a register
whose     whose its licences are, in the ledger
store     the register as it was read last, in tables beside the ledger
answers   the two questions, and what they answer
preview   who in a preview has no licence
command   how the answers read at a command line
pages     how they look
desk      the register read at the desk and over the API
"""

from features.feature import (
    Command,
    Feature,
    Link,
    Part,
    ProblemCode,
    Question,
    Table,
)

FEATURE = Feature(
    package=__name__,
    sentence="Say who has a licence of the federation, and what each club owes.",
    commands=(
        Command(
            heading="Look up",
            name="members",
            words="The register of members, and what clubs owe.",
            example="selo members read register.csv --dry-run",
        ),
        Command(
            name="members read",
            module="features.members.command",
            words="Keep the federation's register of members.",
        ),
        Command(
            name="members licences",
            module="features.members.command",
            words="Who in a tournament has a licence.",
        ),
        Command(
            name="members dues",
            module="features.members.command",
            words="What each club owes for a quarter.",
        ),
    ),
    renamed={
        "members": "members read",
        "licences": "members licences",
        "dues": "members dues",
    },
    questions=(
        Question(
            command="members dues",
            name="list_dues",
            address="/dues/{quarter}",
            subject="Members",
            asked="features.members.answers:Dues",
            page="features.members.pages:dues_page",
            role="officer",
        ),
        Question(
            command="members licences",
            name="list_licences",
            address="/tournaments/{tournament}/licences",
            asked="features.members.answers:Licences",
            page="features.members.pages:licences_page",
            role="officer",
        ),
    ),
    subjects={
        "Members": "The federation's register of members, and what its clubs owe: for"
        " the office alone."
    },
    links=(
        Link(page="desk", address="/desk/members", words="Members"),
        Link(
            page="desk tournament",
            address="/tournaments/{tournament}/licences",
            words="Licences",
            when="features.members.desk:is_officer",
        ),
    ),
    answers={"members read": ("features.members.store:MembersRead",)},
    parts=(
        Part(page="draft preview", made="features.members.desk:unlicensed_of_draft"),
    ),
    desk="features.members.desk:member_routes",
    codes={
        "members-day": ProblemCode(
            "A day of a licence cannot be read, or does not fit the others."
        ),
        "members-erased": ProblemCode(
            "A register of members names a person who was erased."
        ),
        "members-fee": ProblemCode(
            "What a licence costs is not an amount, or too large."
        ),
        "members-missing": ProblemCode(
            "A line of a register of members lacks a day, the fee, or whose licence it"
            " is."
        ),
        "members-no-column": ProblemCode("A register of members lacks a column."),
        "members-overlap": ProblemCode("Somebody has two licences for the same day."),
        "members-several": ProblemCode("A licence can be of several people."),
        "members-unknown": ProblemCode(
            "Nobody in the ledger can be meant by a licence."
        ),
        "no-register": ProblemCode("No register of members is kept.", (3,)),
    },
    words=("licence", "licences", "begins", "ends", "fee", "fees", "owed", "paid"),
    tables=(
        # the register as it was read last, whole; `fee` is in hundredths
        Table(
            name="member_register",
            text=(
                "CREATE TABLE member_register (file TEXT NOT NULL, read_at TEXT NOT"
                " NULL, read_by TEXT NOT NULL) STRICT"
            ),
        ),
        Table(
            name="licence",
            text=(
                "CREATE TABLE licence (player TEXT NOT NULL, begins TEXT NOT NULL, ends"
                " TEXT NOT NULL, fee INTEGER NOT NULL, paid TEXT, club TEXT, PRIMARY KEY"
                " (player, begins)) STRICT"
            ),
        ),
    ),
    forget="features.members.store:forget_members",
    readers={
        "lines of a report": "features.members.command:unlicensed_lines",
        "unlicensed": "features.members.preview:unlicensed_in",
    },
)
