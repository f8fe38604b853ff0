"""The catalogues are complete in every language, and whatever a page names by a code
has a word.
"""

import re

import pytest

from ledger.events import KINDS, OfFeature
from projections.answers.rules import rules
from tools import words
from web.pages.catalogue import catalogue, functions_of_language
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


def test_every_kind_of_event_has_a_word() -> None:
    assert set(EVENT_KIND) == {*KINDS, OfFeature.kind}


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_every_edition_of_the_rules_has_a_name() -> None:
    assert set(EDITION) == {row.edition for row in rules(None, "2026-11-01").rows}
    assert terms("fi").edition["fi-2023"] == "Suomen säännöt 2023"


def test_what_is_filled_into_a_message_is_escaped_and_the_message_is_not() -> None:
    gettext, plural = (
        functions_of_language(catalogue("fi"))[name] for name in ("gettext", "ngettext")
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
