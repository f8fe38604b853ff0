"""Tell what each field of an answer means, in words written by hand: answer_fields.txt
beside this module. The description of the API and the reference page say them; those of
documents stand in ledger/document_fields.txt. Those that only answers and documents of
a feature have stand in its folder, in files of the same names.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from features import FEATURES

ANSWER_FIELDS, DOCUMENT_FIELDS = "answer_fields.txt", "document_fields.txt"


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
    return _with_features("messages", ANSWER_FIELDS)


@cache
def document_words() -> Mapping[str, str]:
    """Return the words of the core's documents and of those of features."""
    return _with_features("ledger", DOCUMENT_FIELDS)


def _with_features(package: str, name: str) -> Mapping[str, str]:
    """Return the words of a file of the package, and those of the files of the same
    name that features have.
    """
    words = dict(field_words(package, name))
    for feature in FEATURES:
        file = feature.folder / name
        if file.is_file():
            words.update(field_words(feature.package, name))
    return words


def keys_of(kind: type, name: str) -> list[str]:
    """Return where the meaning of a field may stand: a struct's own, that of a struct
    it extends, the field's anywhere.
    """
    in_structs = [f"{base.__name__}.{name}" for base in kind.__mro__]
    return [*in_structs, name]
