"""Cases: somebody without an account says that something is wrong, and the office
answers.

store    the cases, in a table beside the ledger
desk     the form for anybody, the link to what became of it, and the office's pages
command  the office's side at a command line
"""

from features.feature import Command, Feature, Link, Part, ProblemCode, Table

FEATURE = Feature(
    package=__name__,
    sentence="Hear what people without an account say is wrong, and answer.",
    commands=(
        Command(
            name="case",
            words="Mistakes that people report, and the office's answers.",
            heading="Correct",
            example="selo case list",
        ),
        Command(
            name="case answer",
            words="Answer a case and close it.",
            module="features.cases.command",
        ),
        Command(
            name="case close",
            words="Answer several cases in the same words and close them.",
            module="features.cases.command",
        ),
        Command(
            name="case list",
            words="The cases that are open, the oldest first.",
            module="features.cases.command",
        ),
        Command(
            name="case show",
            words="One case, with what was written and answered.",
            module="features.cases.command",
        ),
    ),
    links=(
        Link(page="desk", address="/desk/cases", words="Cases"),
        Link(page="about", address="/cases/new", words="Report an error"),
        Link(page="waiting case", address="/desk/cases/{number}", words="Case"),
    ),
    answers={
        "case list": ("features.cases.store:CasesAnswer",),
        "case close": ("features.cases.store:CasesClosed",),
        "case show": ("features.cases.store:CaseRow",),
        "case answer": ("features.cases.store:CaseRow",),
    },
    parts=(
        Part(page="inbox", made="features.cases.desk:long_open_cases"),
        Part(page="month came", made="features.cases.desk:cases_that_came"),
        Part(page="month open", made="features.cases.desk:cases_still_open"),
    ),
    desk="features.cases.desk:case_routes",
    codes={
        "case-closed": ProblemCode("A case was closed already.", (5,)),
        "case-words": ProblemCode("A case or its answer is empty, or too long."),
        "too-many-cases": ProblemCode(
            "So many cases are open already that no more are taken."
        ),
        "unknown-case": ProblemCode(
            "There is no case of this number, or a link leads to none.", (3,)
        ),
    },
    words=("case",),
    tables=(
        Table(
            name="report_case",
            text=(
                "CREATE TABLE report_case (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT"
                " NOT NULL, player TEXT, tournament TEXT, words TEXT NOT NULL, hash BLOB NOT"
                " NULL, state TEXT NOT NULL, answer TEXT, seq INTEGER, settled_at TEXT,"
                " settled_by TEXT) STRICT"
            ),
        ),
    ),
    forget="features.cases.store:forget_in_cases",
    unsearched=("/cases",),
    readers={"open questions": "features.cases.store:open_questions"},
)
