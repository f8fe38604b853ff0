"""The catalogues are complete in every language, and days, signs and quantities are
written as each has them.
"""

import re

import pytest

from ledger.events import KINDS, OfFeature
from messages import Message, by_command, joined, say
from messages.translated import day, sum_text
from projections.answers.rules import rules
from tools import words
from web.pages.catalogue import catalogue, spoken
from web.pages.quantities import change, decimals, moment, quantity
from web.pages.sentences import opening, sentence
from web.pages.terms import EDITION, EVENT_KIND, terms

PLACE = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z_0-9]+(?:!r)?\}")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_message_is_missing_and_none_is_unused(language: str) -> None:
    for name in words.CATALOGUES:
        kept = dict(words.translated(words.kept(language, [name])))
        assert set(kept) == set(words.wanted(name)), (
            "run `python -m tools.words` and translate what it adds"
        )
        assert [
            key for key, message in kept.items() if not all(words.texts(message))
        ] == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_translation_has_the_places_of_its_message(language: str) -> None:
    wrong = []
    for key, message in words.translated(words.kept(language)):
        sources = [set(PLACE.findall(source)) for source in words.sources(message)]
        # "once" has no number where "3 times" has one
        for text, needed in zip(words.texts(message), sources, strict=True):
            places = set(PLACE.findall(text))
            wrong += (
                [(key, text)] if not needed <= places <= set().union(*sources) else []
            )
    assert wrong == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_plural_has_both_forms(language: str) -> None:
    plurals = [
        message
        for _, message in words.translated(words.kept(language))
        if not isinstance(message.id, str)
    ]
    assert plurals and all(len(words.texts(message)) == 2 for message in plurals)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        (
            "fi",
            [
                "7.6.2026",
                "7.6.2026 09.05",
                "0,43",
                "5,5",
                "\u221212",
                "+3",
                "±0",
                "1568 + 45 × 2,01",
            ],
        ),
        (
            "sv",
            [
                "7.6.2026",
                "7.6.2026 09.05",
                "0,43",
                "5,5",
                "\u221212",
                "+3",
                "±0",
                "1568 + 45 × 2,01",
            ],
        ),
        (
            "en",
            [
                "7 June 2026",
                "7 June 2026 09:05",
                "0.43",
                "5.5",
                "\u221212",
                "+3",
                "±0",
                "1568 + 45 × 2.01",
            ],
        ),
    ],
)
def test_days_and_quantities(language: str, written: list[str]) -> None:
    assert written == [
        day("2026-06-07", language),
        moment("2026-06-07T09:05:59.000000Z", "UTC", language=language),
        decimals(0.43, 2, language),
        quantity(5.5, language),
        change(-12, language),
        change(3, language),
        change(0, language),
        sum_text("1568 + 45 x 2.01", language),
    ]


def test_a_moment_is_told_by_the_clocks_of_its_zone() -> None:
    """Past midnight it is another day there, and summer has another hour than winter."""
    told = [
        moment(text, "Europe/Helsinki", language="en")
        for text in ("2026-06-30T21:30:00Z", "2026-12-01T07:00:00Z")
    ]
    assert told == ["1 July 2026 00:30", "1 December 2026 09:00"]


def test_every_kind_of_event_has_a_word() -> None:
    assert set(EVENT_KIND) == {*KINDS, OfFeature.kind}


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_every_edition_of_the_rules_has_a_name() -> None:
    assert set(EDITION) == {row.edition for row in rules(None, "2026-11-01").rows}
    assert terms("fi").edition["fi-2023"] == "Suomen säännöt 2023"


@pytest.mark.parametrize(
    ("message", "language", "written"),
    [
        (
            say("established player: games before (4.1)"),
            "en",
            "Established player: games before (4.1)",
        ),
        (
            say("Kr {kr}: {band} (7.7)", kr=45, band=say("up to 1649")),
            "en",
            "Kr 45: up to 1649 (7.7)",
        ),
        (say("p is at most {cap} (7.9)", cap=92), "fi", "p on enintään 92 (7.9)"),
        (
            say("{name} is new and needs an id", name="niko"),
            "en",
            "niko is new and needs an id",
        ),
        (
            joined(
                [
                    say(
                        "{sentence}; either {names}",
                        sentence=say("the tournament has no name"),
                        names="a or b",
                    )
                ]
            ),
            "sv",
            "Turneringen har inget namn; antingen a or b",
        ),
    ],
    ids=["sentence", "sum", "letter", "name", "within"],
)
def test_a_sentence_by_itself_opens_with_a_capital_unless_that_changes_a_name(
    message: Message, language: str, written: str
) -> None:
    assert opening(message, language) == written


def test_what_is_filled_into_a_message_is_escaped_and_the_message_is_not() -> None:
    gettext, plural = (
        spoken(catalogue("fi"))[name] for name in ("gettext", "ngettext")
    )
    assert (
        gettext("<b>%(name)s</b> at 100 %%", name="<i>") == "<b>&lt;i&gt;</b> at 100 %"
    )
    assert [
        plural("%(count)s game", "%(count)s games", count, count=count)
        for count in (1, 2)
    ] == [
        "1 peli",
        "2 peliä",
    ]


def test_a_hint_for_the_command_says_what_to_do_here_or_nothing() -> None:
    reinstate = by_command(
        "`selo reinstate {name}` first", "reinstate it first", name="open-2024"
    )
    assert (str(reinstate), sentence(reinstate, "en")) == (
        "`selo reinstate open-2024` first",
        "reinstate it first",
    )
    assert opening(by_command("see `selo log`"), "sv") == ""
    assert opening(say("correct it"), "sv") == "Rätta det"


def test_a_text_that_is_no_message_stays_as_it_is() -> None:
    assert [sentence("Master", language) for language in ("fi", "sv", "en")] == [
        "Master"
    ] * 3
    assert opening("niko", "fi") == "niko"
