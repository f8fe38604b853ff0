"""Count the mistakes between two words: a letter more, less or other, or two in turned
order.
"""

from exchange.names.sounds import skeleton


def mistakes(one: str, other: str, most: int) -> int:
    """Count the mistakes between two words; `most` + 1 where there are more."""
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for to, letter_there in enumerate(other, 1):
            cost = min(
                before[to] + 1, row[-1] + 1, before[to - 1] + (letter != letter_there)
            )
            if (
                at > 1
                and to > 1
                and letter == other[to - 2]
                and one[at - 2] == letter_there
            ):
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)
        if min(row) > most and min(before) > most:
            return most + 1
    return min(row[-1], most + 1)


def begins_about(word: str, start: str) -> bool:
    """Return whether a word begins like this, with at most one mistake in the
    beginning.
    """
    at = next(
        (
            at
            for at, (one, other) in enumerate(zip(word, start, strict=False))
            if one != other
        ),
        len(start),
    )
    if at >= min(len(word), len(start)):
        return len(start) <= len(word) + 1
    left, rest = word[at:], start[at:]
    return (
        left[1:].startswith(rest[1:])  # another letter
        or left.startswith(rest[1:])  # one more
        or left[1:].startswith(rest)  # one less
        # two turned round
        or (rest[:2] == left[1::-1] and left[2:].startswith(rest[2:]))
    )


def allowed(length: int) -> int:
    """Return how many mistakes a word of so many letters may have and still be that
    word: short words none.
    """
    return 0 if length < 4 else 1 if length < 8 else 2


def mistyped(one: str, other: str) -> bool:
    """Return whether so few mistakes lie between the words that one may be the other,
    as written or as it sounds.
    """
    most = allowed(max(len(one), len(other)))
    if not most:
        return False
    if mistakes(one, other, most) <= most:
        return True
    shorter, longer = sorted((skeleton(one), skeleton(other)), key=len)
    if len(longer) - len(shorter) == 2:
        return shorter in without_a_lost(longer)
    return mistakes(shorter, longer, 1) <= 1


def without_a_lost(sound: str) -> set[str]:
    """Return what is left where a letter between two equal ones is lost, as these
    become one: Majava, Maava, Mava.
    """
    return {
        sound[:at] + sound[at + 2 :]
        for at in range(1, len(sound) - 1)
        if sound[at - 1] == sound[at + 1]
    }
