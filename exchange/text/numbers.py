"""Whole numbers as text files write them."""


def whole(text: str) -> int | None:
    """A whole number of at most nine ASCII digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
