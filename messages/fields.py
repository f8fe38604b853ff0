"""Tell what each field of an answer means, in words written by hand: answer_fields.txt
beside this module. The description of the API and the reference page say them; those of
documents stand in ledger/document_fields.txt, and those that only answers of a feature
have stand in its folder, in a file of the same name.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from features import FEATURES

ANSWER_FIELDS = "answer_fields.txt"


@cache
def field_words(package: str, name: str) -> Mapping[str, str]:
    """Read a file of a package, which has a field and its words in each line, or
    `Struct.field` where it means something else there: `actor|who recorded it`.
    """
    words = {}
    for line in files(package).joinpath(name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            field, meaning = line.split("|", 1)
            words[field] = meaning
    return words


@cache
def answer_words() -> Mapping[str, str]:
    """Return the words of the core's answers and of those of features."""
    words = dict(field_words("messages", ANSWER_FIELDS))
    for feature in FEATURES:
        if (feature.folder / ANSWER_FIELDS).is_file():
            words.update(field_words(feature.package, ANSWER_FIELDS))
    return words


def keys_of(kind: type, name: str) -> list[str]:
    """Return where the meaning of a field may stand: a struct's own, that of a struct
    it extends, the field's anywhere.
    """
    in_structs = [f"{base.__name__}.{name}" for base in kind.__mro__]
    return [*in_structs, name]
