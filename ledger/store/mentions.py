"""Find in what somebody wrote the names of a person, or their FIDE id, and take them
out.
"""

import re
from collections.abc import Sequence

from ledger.store.persons import Personal, folded


def mentions(data: bytes, person: Personal) -> bool:
    """Return whether one line has the person's FIDE id or every word of their name."""
    try:
        text = folded(data.decode("utf-8"))
    except UnicodeDecodeError:
        text = folded(data.decode("latin-1"))

    return stands_in_a_line(text, names_of(person))


def stands_in_a_line(text: str, names: Sequence[set[str]]) -> bool:
    """Return whether one line of a folded text has every word of one of these names."""
    # most files lack a word altogether: no need to look at their lines
    called = [words for words in names if _has_all(text, words)]
    if not called:
        return False
    for line in re.split(r"[\r\n]+", text):
        words_of_line = _words(line)
        if any(words <= words_of_line for words in called):
            return True

    return False


def _has_all(text: str, words: set[str]) -> bool:
    """Return whether each word stands somewhere in a text, inside a longer word too."""
    return all(word in text for word in words)


def without_person(text: str, person: Personal) -> str:
    """Return a text that says … for each word of a person's name, or their FIDE id, in
    the lines that mention them.

        Matti Virtanen lost on time  ->  … … lost on time

    A line in which only one word of the name stands is left as it is.
    """
    parts = re.split(r"([\r\n]+)", text)
    return "".join([_line_without(part, person) for part in parts])


def _line_without(line: str, person: Personal) -> str:
    """Strike a person's names out of a line: only where all words of one of their names
    stand in it, and then each of these words.
    """
    words_of_line = _words(folded(line))
    gone: set[str] = set()
    for words in names_of(person):
        if words <= words_of_line:
            gone |= words

    def struck(word: re.Match[str]) -> str:
        if _words(folded(word[0])) & gone:
            return "…"
        return word[0]

    return re.sub(r"\w+", struck, line)


def names_of(person: Personal) -> list[set[str]]:
    """Return the words of a person's name, and their FIDE id: either says who is meant."""
    called = []
    name = _words(folded(person.name))
    if name:
        called.append(name)
    if person.fide_id is not None:
        called.append({str(person.fide_id)})
    return called


def _words(text: str) -> set[str]:
    """Return the words of a text: runs of letters, digits and underscores."""
    return set(re.findall(r"\w+", text))
