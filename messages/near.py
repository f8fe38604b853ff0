"""Find the words that somebody may have meant with one that is not known."""

from collections.abc import Iterable

# of 1: two letters in each other's place in a word of four, and no more; a wrong guess
# is worse than none
LIKE = 0.74
BEGUN = 3  # letters of a word that was left unfinished


def near_words(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Return the known words that somebody began, or made this one of by a slip, the
    likeliest first.
    """
    from difflib import get_close_matches  # when something was mistyped

    words = list(known)
    begun: list[str] = []
    if len(word) >= BEGUN:
        begun = [one for one in words if one.startswith(word)]
    slips = get_close_matches(word, words, most, LIKE)
    likeliest = dict.fromkeys([*sorted(begun, key=len), *slips])
    return list(likeliest)[:most]
