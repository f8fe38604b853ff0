"""Find in the files that somebody sent the names of people, or their FIDE ids.

Only an erasure asks. This unpacks workbooks, which no other command should have to load.
"""

from collections.abc import Collection, Iterable, Sequence

from ledger.store.file_texts import Unsearchable, texts_of_file
from ledger.store.mentions import names_of, stands_in_a_line
from ledger.store.persons import Personal, folded


def file_mentions(data: bytes, people: Collection[Personal]) -> bool:
    """Return whether a file names one of these people: with their FIDE id, or with every
    word of their name in one line; anywhere, where a file has no lines.

    A file that cannot be searched is taken for one that does.
    """
    called = [words for person in people for words in names_of(person)]
    if not called:
        return False

    try:
        texts, has_lines = texts_of_file(data)
        if has_lines:
            return any(stands_in_a_line(folded(text), called) for text in texts)
        return _stands_anywhere(texts, called)
    except Unsearchable:
        return True


def _stands_anywhere(texts: Iterable[str], names: Sequence[set[str]]) -> bool:
    """Return whether every word of one of these names is in one of the texts, inside
    longer words too: nobody can tell where a word ends between the bytes of a program.
    """
    missing = [set(words) for words in names]
    for text in texts:
        searched = folded(text)
        for words in missing:
            words.difference_update([word for word in words if word in searched])
        if not all(missing):
            return True

    return False
