"""The page of answers: every command is on it, every field has a meaning, and dicts
without a type only grow fewer.
"""

import re
from collections import Counter

import click
import msgspec
import pytest

from messages.fields import answer_words, keys_of
from tests.doc_shell import ROOT
from tests.rooms import ROOMS
from tools.reference import answers
from tools.reference.commands import all_commands

# dicts without a type, in code that leaves or enters the core; lower it when the number
# falls, never raise it
MOST_UNTYPED = 21
UNTYPED = re.compile(r"dict\[str, Any\]")


def test_every_command_says_what_it_answers_with() -> None:
    every = [
        words.removeprefix("selo ")
        for words, command, _ in all_commands()
        if not isinstance(command, click.Group)
    ]
    listed = [*answers.ANSWERS, *answers.NO_ANSWER]
    assert sorted(listed) == sorted(every)


def test_a_name_means_one_struct() -> None:
    names = Counter(kind.__name__ for kind in answers.all_kinds())
    assert [name for name, count in names.items() if count > 1] == []


def test_every_struct_says_what_it_is() -> None:
    assert [
        kind.__name__
        for kind in answers.all_kinds()
        if kind.__doc__ == kind.__bases__[0].__doc__
    ] == []


def meanings_of_fields() -> dict[str, str | None]:
    """The words that say what a field means, by field; None where none do."""
    words, meanings = answer_words(), {}
    for kind in answers.all_kinds():
        for field in answers.own_fields(kind):
            keys = keys_of(kind, field.encode_name)
            meant = next((key for key in keys if key in words), None)
            meanings[f"{kind.__name__}.{field.encode_name}"] = meant
    return meanings


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_every_field_of_an_answer_has_a_meaning() -> None:
    """Hand-written words, in messages/answer_fields.txt and in those of features."""
    meanings = meanings_of_fields()
    assert [field for field, meant in meanings.items() if meant is None] == []


# words that several features share stand with those of the core
@pytest.mark.features("calculators", "leagues", "norms", "trials", "witness")
@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_every_meaning_is_of_a_field() -> None:
    assert answer_words().keys() - set(meanings_of_fields().values()) == set()


def test_every_answer_is_frozen() -> None:
    assert [
        kind.__name__
        for kind in answers.all_kinds()
        if not kind.__struct_config__.frozen
    ] == []
    assert all(issubclass(kind, msgspec.Struct) for kind in answers.all_kinds())


def test_untyped_dicts_only_grow_fewer() -> None:
    # the stand-alone verifier is handed out as one file and imports nothing of ours
    files = (
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if path.parent.name != "standalone"
    )
    counts = {
        path.relative_to(ROOT).as_posix(): len(UNTYPED.findall(path.read_text("utf-8")))
        for path in files
    }
    assert sum(counts.values()) <= MOST_UNTYPED, {
        name: count for name, count in counts.items() if count
    }
