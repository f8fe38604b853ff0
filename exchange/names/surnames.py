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
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return f"{' '.join(words[at:])}, {' '.join(words[:at])}"


def surname_first(name: str) -> str:
    """Write a name without a comma whose surname stands first as `Last, First`: the
    first word, with particles.
    """
    words = name.split()
    if "," in name or len(words) < 2:
        return name
    at = next(
        (at for at, word in enumerate(words[:-1]) if word.casefold() not in _PARTICLES),
        len(words) - 2,
    )
    return f"{' '.join(words[: at + 1])}, {' '.join(words[at + 1 :])}"
