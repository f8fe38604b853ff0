"""Count the mistakes between two words: a letter more, less or other, or two in turned
order.
"""

from exchange.names.sounds import skeleton


def mistakes(one: str, other: str, most: int) -> int:
    """Count the mistakes between two words; `most` + 1 where there are more.

    Row by row, as one letter more of `one` is compared with all of `other`: the number
    under a letter is that of the mistakes up to it. Two letters in turned order are one
    mistake, which is seen two rows later.
    """
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most:
        return most + 1

    before: list[int] = []
    row = list(range(len(other) + 1))
    last = ""
    for at, letter in enumerate(one, 1):
        earlier, before = before, row
        row = [at]
        for to, other_letter in enumerate(other, 1):
            cost = before[to - 1] + (letter != other_letter)
            cost = min(cost, before[to] + 1, row[-1] + 1)
            # two in turned order
            if last == other_letter and to > 1 and letter == other[to - 2]:
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)

        if min(row) > most and min(before) > most:
            return most + 1
        last = letter

    return min(row[-1], most + 1)


def begins_about(word: str, start: str) -> bool:
    """Return whether a word begins like this, with at most one mistake in the
    beginning.

    A letter more, less or other, or two in turned order. A word may also end one letter
    before its beginning does.

    For example:

        begins_about("virtanen", "vitra")  ->  True: two letters are turned
        begins_about("virtanen", "korho")  ->  False
    """

    common = _common_beginning(word, start)
    if common >= min(len(word), len(start)):
        return len(start) <= len(word) + 1

    left, rest = word[common:], start[common:]
    if left.startswith(rest[1:]):  # one more
        return True

    after_left = left[1:]
    if after_left.startswith((rest, rest[1:])):  # one less, or another letter
        return True

    are_turned = rest[:2] == left[1::-1]

    return are_turned and left[2:].startswith(rest[2:])


def _common_beginning(one: str, other: str) -> int:
    """Count the letters with which both begin; all of the second where it has no other
    letter.

    For example:

        _common_beginning("virtanen", "vitra")  ->  2
    """
    for at, (letter, other_letter) in enumerate(zip(one, other, strict=False)):
        if letter != other_letter:
            return at
    return len(other)


def mistakes_allowed(length: int) -> int:
    """Return how many mistakes a word of so many letters may have and still be that
    word: short words none.

    For example:

        3 letters  ->  0, 4 to 7  ->  1, more  ->  2
    """
    if length < 4:
        return 0
    return 1 if length < 8 else 2


def is_mistyped(one: str, other: str) -> bool:
    """Return whether so few mistakes lie between the words that one may be the other,
    as written or as it sounds.

    Words that are too short for a mistake are never taken for each other.
    """
    most = mistakes_allowed(max(len(one), len(other)))
    if not most:
        return False

    if mistakes(one, other, most) <= most:
        return True

    shorter, longer = skeleton(one), skeleton(other)
    if len(longer) < len(shorter):
        shorter, longer = longer, shorter

    # a lost letter between two equal ones takes one of these with it
    if len(longer) - len(shorter) == 2:
        return shorter in forms_without_doubles(longer)

    return mistakes(shorter, longer, 1) <= 1


def forms_without_doubles(sound: str) -> set[str]:
    """Return what is left where a letter between two equal ones is lost, as these
    become one: Majava, Maava, Mava.

    For example:

        "majava"  ->  {"mava", "maja"}
    """

    sounds = set()
    for at in range(1, len(sound) - 1):
        if sound[at - 1] == sound[at + 1]:
            sounds.add(sound[:at] + sound[at + 2 :])

    return sounds
