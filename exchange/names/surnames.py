"""Write a name as `Last, First`."""

# what stands before a surname and belongs to it
_PARTICLES = frozenset(
    [
        "af",
        "av",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "dos",
        "du",
        "la",
        "le",
        "ten",
        "ter",
        "van",
        "von",
        "zu",
        "zur",
    ]
)


def last_first(name: str) -> str:
    """Write a name as reports and pairing programs do, `Last, First`: the last word,
    with particles before it.

    A name with a comma, or of one word, stays as it is.
    """
    words = name.split()
    if "," in name or len(words) < 2:
        return name

    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in _PARTICLES:
        start -= 1

    return f"{' '.join(words[start:])}, {' '.join(words[:start])}"


def surname_first(name: str) -> str:
    """Write a name without a comma whose surname stands first as `Last, First`: the
    first word, with particles.
    """
    words = name.split()
    if "," in name or len(words) < 2:
        return name

    end = 1
    while end < len(words) - 1 and words[end - 1].casefold() in _PARTICLES:
        end += 1

    return f"{' '.join(words[:end])}, {' '.join(words[end:])}"
