"""Tell the characters that no stored text may have."""

import unicodedata

from messages import Message, say


def fault_of_text(text: str) -> Message | None:
    """Say why a text cannot be stored: control characters and surrogates are kept out
    of the ledger.

    None: it can be. Of several such characters the first one is named.
    """
    if text.isprintable():  # as nearly every text is: no look at each character
        return None
    for character in text:
        category = unicodedata.category(character)
        if category in ("Cc", "Cs") or character in "\u2028\u2029":
            return fault_of_character(character)

    return None


def fault_of_character(character: str) -> Message:
    """Say that a character may not be in a text."""
    code = f"{ord(character):04X}"
    return say("the character U+{code} is not allowed in a text", code=code)
