"""The office's calendar: what is announced, what is due and late, who decided what of a
tournament, and the desk's page of a month.

kinds     what is announced and decided, as documents and as events
decide    what is wrong in them, and what they come to
answers   the question of what is due, and what answers of the core tell of it
command   how the answer reads at a command line, and what it records
pages     how it looks, and its feed
month     a month's work on one page
forms     the desk's forms that announce a tournament and note a decision
desk      the addresses of the desk
"""

from features.feature import Command, Feature, Kind, Link, Part, ProblemCode, Question

FEATURE = Feature(
    package=__name__,
    sentence="Know which reports and lists are due, and who decided what.",
    commands=(
        Command(
            name="calendar",
            words="What is due or late, what is announced, and what was decided.",
            heading="Look up",
            example="selo calendar due --ahead 14",
        ),
        Command(
            name="calendar due",
            words="What is late or due soon, and whose it is.",
            module="features.calendar.command",
        ),
        Command(
            name="calendar announce",
            words="Announce a tournament, whose report is due then.",
            module="features.calendar.command",
        ),
        Command(
            name="calendar decision",
            words="Note who decided what of a tournament.",
            module="features.calendar.command",
        ),
    ),
    questions=(
        Question(
            command="calendar due",
            name="list_due",
            address="/due",
            subject="Tournaments",
            asked="features.calendar.answers:Due",
            page="features.calendar.pages:due_page",
            feed="features.calendar.pages:overdue",
            on_site=True,
        ),
    ),
    answers={
        "calendar announce": ("desk.outcomes:Submitted",),
        "calendar decision": ("desk.outcomes:Submitted",),
    },
    links=(
        Link(
            page="menu tournaments", address="/due", words="Due and late", on_site=True
        ),
        Link(page="tournaments", address="/due", words="Due and late", on_site=True),
        Link(page="desk of anybody", address="/desk/month", words="The month"),
        Link(
            page="desk of anybody",
            address="/desk/announce",
            words="Announce a tournament",
        ),
        Link(
            page="desk tournament",
            address="/desk/tournaments/{tournament}/decision",
            words="Record a decision",
        ),
    ),
    codes={
        "due-before-end": ProblemCode("A report is due before its tournament ends."),
    },
    parts=(Part(page="inbox", made="features.calendar.desk:late"),),
    desk="features.calendar.desk:routes",
    kinds=(
        Kind(
            document="features.calendar.kinds:Announce",
            event="features.calendar.kinds:TournamentAnnounced",
            decide="features.calendar.decide:announced",
            flaws="features.calendar.decide:announced_flaws",
        ),
        Kind(
            document="features.calendar.kinds:Decide",
            event="features.calendar.kinds:DecisionNoted",
            decide="features.calendar.decide:noted",
            flaws="features.calendar.decide:decision_flaws",
        ),
    ),
    readers={
        "decisions": "features.calendar.answers:decisions",
        "reports": "features.calendar.answers:reports",
    },
)
