"""Calculators: ratings from values given on the spot, each answered with a frozen
struct; no ledger is read.

typed         what they read in texts
families      what they ask of families of rules, each of which may be missing
competitions  the games of a calculation, and what comes out
finland       Finland's arithmetic; `systems` that of the others, `curves` what a
              difference lets expect
questions     the questions, and what they answer
command       how the answers read at a command line
pages         the page of the calculator, which reads games as people type them
"""

from features.feature import Command, Feature, Link, Question

_AT = "features.calculators.questions"


def _calculator(
    name: str, struct: str, lists: tuple[str, ...] = (), described_as: str | None = None
) -> Question:
    """Declare a calculator: `lists` are those whose rules it needs."""
    return Question(
        command=f"calc {name}",
        name=f"calculate_{name.replace('-', '_')}",
        address=f"/calc/{name}",
        asked=f"{_AT}.{struct}",
        subject="Rules",
        lists=lists,
        described_as=described_as,
    )


FEATURE = Feature(
    package=__name__,
    sentence="Calculate ratings from values given on the spot, without a ledger.",
    commands=(
        Command(
            heading="Look up",
            name="calc",
            module="features.calculators.command",
            words="Calculators that need no ledger.",
        ),
    ),
    questions=(
        _calculator("selo", "ratings:Selo"),
        _calculator("pelo", "ratings:Pelo"),
        _calculator("new-selo", "ratings:NewSelo"),
        _calculator("new-pelo", "ratings:NewPelo"),
        _calculator("need", "performances:Need"),
        _calculator("no", "norway:Norwegian", ("elo-no",)),
        _calculator("psm", "ratings:Psm", ("elo-psm",)),
        _calculator("elo", "ratings:Elo", ("elo",)),
        _calculator("uscf", "ratings:Uscf", ("elo-uscf",)),
        _calculator("fide", "ratings:Fide", ("elo-fide",)),
        _calculator(
            "performance",
            "performances:Performance",
            described_as="PerformanceResult",
        ),
        _calculator("expectation", "performances:Expected"),
        _calculator("difference", "performances:DifferenceOf"),
        _calculator("category", "classes:Category", ("elo-no", "elo-fide")),
        _calculator("class", "classes:ClassOf", ("elo-no", "elo-uscf")),
        _calculator("k", "coefficients:CoefficientOf"),
        _calculator("field", "field:Field", ("elo-no",)),
        _calculator("mean", "field:Mean", ("elo-no",)),
        _calculator("q", "ratings:Exponential"),
        Question(
            command="calculator",
            name="calculator",
            address="/calculator",
            asked=f"{_AT}.typed_in:Calculator",
            page="features.calculators.pages:calculator_page",
            for_people=True,
        ),
    ),
    links=(
        Link(page="menu ratings", address="/calculator", words="Calculator"),
        Link(
            page="player",
            address="/calculator",
            words="What would a few more games do to this rating?",
        ),
        Link(
            page="rules",
            address="/calculator",
            words="Calculate a rating by these rules",
        ),
    ),
)
