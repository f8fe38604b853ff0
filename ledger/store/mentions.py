"""Find in what somebody wrote the names of a person, or their FIDE id, and take them
out.
"""

import re

from ledger.store.persons import Personal, folded


def mentions(data: bytes, person: Personal) -> bool:
    """Return whether one line has the person's FIDE id or every word of their name."""
    try:
        text = folded(data.decode("utf-8"))
    except UnicodeDecodeError:
        text = folded(data.decode("latin-1"))
    # most files lack a word altogether: no need to look at their lines
    wanted = [words for words in _called(person) if all(word in text for word in words)]
    lines = re.split(r"[\r\n]+", text) if wanted else []
    return any(words <= _words(line) for line in lines for words in wanted)


def without(text: str, person: Personal) -> str:
    """Return a text that says … for each word of a person's name, or their FIDE id, in
    the lines that mention them.
    """

    def struck(line: str) -> str:
        gone = set().union(
            *(words for words in _called(person) if words <= _words(folded(line)))
        )
        return re.sub(
            r"\w+",
            lambda word: "…" if _words(folded(word[0])) & gone else word[0],
            line,
        )

    return "".join(map(struck, re.split(r"([\r\n]+)", text)))


def _called(person: Personal) -> list[set[str]]:
    """Return the words of a person's name, and their FIDE id: either says who is meant."""
    fide_id = set() if person.fide_id is None else {str(person.fide_id)}
    return [words for words in (_words(folded(person.name)), fide_id) if words]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))
