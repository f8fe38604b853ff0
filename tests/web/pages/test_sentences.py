"""A message of the program is said on a page as it reads well there."""

import pytest

from messages import Message, by_command, joined_message, say
from web.pages.sentences import opening, sentence


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
            joined_message(
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
