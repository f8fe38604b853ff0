"""The catalogues are complete in every language, and days, signs and quantities are written as each has them."""

import re

import pytest

from ledger.columns import LETTERS
from ledger.events import KINDS
from projections.answers.rules import coverage, rules
from tools import words
from web.pages.formats import change, day, decimals, moment, quantity, sum_text
from web.pages.words import terms
from web.pages.words.catalogues import PROGRAM, catalogue
from web.pages.words.sentences import EVERY, opening, sentence, sentences
from web.pages.words.spoken import spoken

PLACE = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z_0-9]+\}")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_message_is_missing_and_none_is_unused(language: str) -> None:
    said = dict(words.translated(words.kept(language)))
    assert set(said) == set(words.used()), "run `python -m tools.words` and translate what it adds"
    empty = [key for key, message in said.items() if not all(words.texts(message))]
    assert empty == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_translation_has_the_places_of_its_message(language: str) -> None:
    wrong = []
    for key, message in words.translated(words.kept(language)):
        sources = [set(PLACE.findall(source)) for source in words.sources(message)]
        # "once" has no number where "3 times" has one
        for text, needed in zip(words.texts(message), sources, strict=True):
            places = set(PLACE.findall(text))
            wrong += [(key, text)] if not needed <= places <= set().union(*sources) else []
    assert wrong == []


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_plural_has_both_forms(language: str) -> None:
    plurals = [message for _, message in words.translated(words.kept(language)) if not isinstance(message.id, str)]
    assert plurals and all(len(words.texts(message)) == 2 for message in plurals)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("fi", ["7.6.2026", "7.6.2026 09.05", "0,43", "5,5", "\u221212", "+3", "±0", "1568 + 45 × 2,01"]),
        ("sv", ["7.6.2026", "7.6.2026 09.05", "0,43", "5,5", "\u221212", "+3", "±0", "1568 + 45 × 2,01"]),
        ("en", ["7 June 2026", "7 June 2026 09:05", "0.43", "5.5", "\u221212", "+3", "±0", "1568 + 45 × 2.01"]),
    ],
)
def test_days_and_quantities(language: str, written: list[str]) -> None:
    assert written == [
        day("2026-06-07", language), moment("2026-06-07T09:05:59.000000Z", language), decimals(0.43, 2, language),
        quantity(5.5, language), change(-12, language), change(3, language), change(0, language),
        sum_text("1568 + 45 x 2.01", language),
    ]  # fmt: skip


def test_a_sentence_of_the_program_is_said_in_the_language() -> None:
    assert sentence("there is nothing at this address", "fi") == "tässä osoitteessa ei ole mitään"
    assert sentence("there is nothing at this address", "en") == "there is nothing at this address"


def test_a_sentence_within_another_is_said_whole() -> None:
    """Also where the beginning would pass for a place of the sentence within: `round 1: 1` met 2."""
    met = "round 1: 1 met 2, but no row has that number"
    assert sentence(met, "fi") == "kierros 1: 1 pelasi vastustajaa 2 vastaan, mutta millään rivillä ei ole sitä numeroa"
    assert sentence(met, "sv").startswith("rond 1: 1 mötte 2")


def test_articles_and_games_are_no_quantities() -> None:
    assert sentence("1568 + 45 x 2.01 = 1658.45 (7.2)", "fi") == "1568 + 45 × 2,01 = 1658,45 (7.2)"
    assert sentence("2.4 A B - C D 1-0: added", "fi") == "2.4 A B – C D 1–0: lisätty"
    both = "2.4 A B - C D 1-0: struck out; federation_from: nothing became 2025-02-01"
    assert sentences(both, "sv") == "2.4 A B – C D 1–0: struket; förbund från: tomt → 1.2.2025"


def test_a_sentence_that_nobody_translated_is_marked_as_english() -> None:
    assert sentence("<b>new</b>", "sv") == '<span lang="en">&lt;b&gt;new&lt;/b&gt;</span>'


def test_every_kind_of_event_and_every_result_has_a_word() -> None:
    assert set(terms.EVENT_KIND) == set(KINDS.values())
    assert set(terms.RESULT) == set(LETTERS)


def _is_written(words: str, source: str, texts: int = 4) -> bool:
    """Whole, or put together from a few texts: `is not a {name} number`, `{tournament.id} {what} (seq ...`."""
    if words in source:
        return True
    cuts = [at for at, letter in enumerate(words) if letter == " "] if texts > 1 else []
    return any(words[:at].strip(" ,;:()") in source and _is_written(words[at + 1 :], source, texts - 1) for at in cuts)


def test_every_pattern_is_written_in_the_core() -> None:
    """A pattern whose words stand nowhere in the program waits for a sentence that is not said any more."""
    folders = ("rulebooks", "ledger", "projections", "audit", "web", "desk", "exchange", "names", "service")
    every = (path for folder in folders for path in sorted((words.ROOT / folder).rglob("*.py")))
    source = " ".join(path.read_text("utf-8") for path in every if "words" not in path.parts)
    source = re.sub(r'"\s*f?"', "", source)  # a sentence may be written in two halves
    pieces = {piece for pattern in EVERY for piece in re.split(r"\{[a-z_0-9]+\}", pattern) if len(piece.strip()) > 8}
    written = {piece: re.sub(r'"\s*f?"', "", piece).strip(" ,;:()") for piece in pieces}
    assert sorted(piece for piece, words in written.items() if not _is_written(words, source)) == []
    assert PROGRAM == "program"


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("established player: games before (4.1)", "en", "Established player: games before (4.1)"),
        ("Kr 45: up to 1649 (7.7)", "en", "Kr 45: up to 1649 (7.7)"),
        ("p is at most 92 (7.9)", "en", "p is at most 92 (7.9)"),
        ("unheard of: 2024-06-30 <b>", "fi", '<span lang="en">Unheard of: 30.6.2024 &lt;b&gt;</span>'),
    ],
    ids=["sentence", "name", "letter", "english"],
)  # fmt: skip
def test_a_sentence_by_itself_opens_with_a_capital_and_has_days_as_the_reader_writes_them(
    text: str, language: str, written: str
) -> None:
    assert opening(text, language) == written


def test_what_is_filled_into_a_message_is_escaped_and_the_message_is_not() -> None:
    gettext, plural = (spoken(catalogue("fi"))[name] for name in ("gettext", "ngettext"))
    assert gettext("<b>%(name)s</b> at 100 %%", name="<i>") == "<b>&lt;i&gt;</b> at 100 %"
    assert [plural("%(count)s game", "%(count)s games", count, count=count) for count in (1, 2)] == [
        "1 peli",
        "2 peliä",
    ]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_rules_of_every_system_are_said_in_every_language(language: str) -> None:
    answers = [coverage(row.edition) for row in rules(None).rows]
    texts = {article.title for answer in answers for article in answer.articles}
    texts |= {article.where for answer in answers for article in answer.articles if article.where.startswith("no code")}
    texts |= {row.what for answer in answers for row in answer.changeable}
    assert len(texts) > 150
    assert [text for text in sorted(texts) if "lang=" in sentence(text, language)] == []


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "no rating that counts: at most 5 games before; the rating goes down by IIa",
        "live: list of 2024-03-01 2210 + 4.6 = 2214.6 (2.2)", "K 10: from 2400 (3.1)", "K 32: everybody (3.4)",
        "month 2024-03: starts from 1500.00, RD 350.00, volatility 0.060000 (steps 1 and 2)",
        "mean of the 3 unrated: 1400 before the rounds, 1412 after them", "S - E = 4 - 3.5 = 0.5",
        "K = 800 / (15.5 + 7) = 35.56 (2.3)", "15 minutes or less for 60 moves",
    ],
    ids=["norway", "fide", "elo", "everybody", "glicko", "cycle", "sum", "us", "time"],
)  # fmt: skip
def test_explanations_of_other_systems_are_said_in_every_language(language: str, text: str) -> None:
    assert "lang=" not in sentence(text, language)


def test_results_are_written_as_chess_has_them_in_english_too() -> None:
    assert sentence("3.3 Aino A - Niko B: 1-0 became 1/2-1/2", "en") == "3.3 Aino A - Niko B: 1–0 became ½–½"
    both = "2.4 A B - C D 1-0: struck out; federation_from: nothing became 2025-02-01"
    assert sentences(both, "en") == "2.4 A B - C D 1–0: struck out; federation_from: nothing became 1 February 2025"


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "the field 'tournament' is missing", "unknown field 'id'", "known fields: actor, note", "there is no event 400",
        "in game 3.1 A and B are the same player", "there is no game in the file",
        "a player's row is not in its columns", "this very file was recorded as open-2024 (seq 12)",
    ],
    ids=["missing", "unknown", "known", "event", "pair", "games", "columns", "twice"],
)  # fmt: skip
def test_what_the_desk_refuses_is_said_in_every_language(language: str, text: str) -> None:
    written = sentence(text, language)
    assert "lang=" not in written and not {"the", "is", "there", "known", "unknown"} & set(re.findall(r"\w+", written))
