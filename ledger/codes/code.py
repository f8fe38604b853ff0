"""What the registry says of one code."""

from typing import NamedTuple

WARNING = 0


class Code(NamedTuple):
    """The entry of one code in the registry.

    `exits`: more than one where the exit code depends on the command; WARNING where
    nothing was refused.
    """

    meaning: str
    exits: tuple[int, ...] = (1,)
