"""Find in the files that somebody sent the names of people, or their FIDE ids.

Only an erasure asks. This unpacks workbooks, which no other command should have to load.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from ledger.store.file_texts import Unsearchable, texts_of_file
from ledger.store.mentions import names_of, stands_in_a_line
from ledger.store.persons import Personal, folded

PIECE = 64 * 1024  # characters that are folded at once


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
            return any(_stands_in_a_line(text, called) for text in texts)
        return _stands_anywhere(texts, called)
    except Unsearchable:
        return True


def _stands_in_a_line(text: str, names: Sequence[set[str]]) -> bool:
    """Return whether one line has every word of one of these names."""
    return stands_in_a_line("".join(_folded_pieces(text)), names)


def _stands_anywhere(texts: Iterable[str], names: Sequence[set[str]]) -> bool:
    """Return whether every word of one of these names is in one of the texts, inside
    longer words too: nobody can tell where a word ends between the bytes of a program.
    """
    missing = [set(words) for words in names]
    longest = max(len(word) for words in names for word in words)
    for text in texts:
        for searched in _overlapping(_folded_pieces(text), longest):
            for words in missing:
                words.difference_update([word for word in words if word in searched])
            if not all(missing):
                return True

    return False


def _folded_pieces(text: str) -> Iterator[str]:
    """Yield a text piece by piece, folded: each letter is folded for itself, and takes
    sixty times its memory meanwhile.
    """
    for start in range(0, len(text), PIECE):
        yield folded(text[start : start + PIECE])


def _overlapping(pieces: Iterable[str], overlap: int) -> Iterator[str]:
    """Yield each piece behind the last characters before it, so that no word of that
    length is cut.
    """
    before = ""
    for piece in pieces:
        whole = before + piece
        yield whole
        before = whole[-overlap:]
