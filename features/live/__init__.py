"""Events while they run: their ratings so far, for everybody, from a draft that an officer
made public.

standing   how an event stands, worked out by booking its report and taking it back
store      which events are shown, in a table beside the ledger, and their next reports
trying     both on a copy of the ledger, in a process of its own
questions  what is asked, at a command line and over HTTP
routes     the page and the answer for anybody, and what a program of the office sends
desk       the office's side at the desk
command    the office's side at a command line
"""

from features.feature import Command, Feature, Link, Part, ProblemCode, Table

FEATURE = Feature(
    package=__name__,
    sentence="Show an event while it runs, with its ratings so far.",
    commands=(
        Command(
            heading="Service",
            name="live",
            words="Events while they run, shown before they are booked.",
            module="features.live.command",
        ),
    ),
    links=(
        Link(page="menu tournaments", address="/live", words="Being played now"),
        Link(page="tournaments", address="/live", words="Being played now"),
    ),
    answers={
        "live list": ("features.live.store:LiveEvents",),
        "live show": ("features.live.standing:LiveAnswer",),
        "live put": ("features.live.store:LiveEvent",),
        "live hide": ("features.live.store:LiveEvent",),
    },
    parts=(Part(page="draft", made="features.live.desk:of_draft"),),
    desk="features.live.desk:live_desk_routes",
    codes={
        "live-changed": ProblemCode(
            "Somebody else has changed what is shown of an event.", (5,)
        ),
        "live-no-event": ProblemCode(
            "What was to be shown is not the report of an event that is still to be recorded."
        ),
        "live-other-event": ProblemCode(
            "A report is of another event than the one it was to be shown as."
        ),
        "live-too-many": ProblemCode(
            "So many events are shown while they run that no more are taken."
        ),
        "live-unknown": ProblemCode(
            "No event of this id is shown while it runs.", (3,)
        ),
    },
    tables=(
        # by the id of the tournament that they will be; `draft`: the newest report
        Table(
            name="live",
            text=(
                "CREATE TABLE live (event TEXT PRIMARY KEY, name TEXT NOT NULL, draft"
                " INTEGER NOT NULL, shown_at TEXT NOT NULL, shown_by TEXT NOT NULL) STRICT"
            ),
        ),
    ),
    runs="features.live.routes:LiveStates",
    routes="features.live.routes:live_routes",
    hints="features.live.routes:hints",
)
