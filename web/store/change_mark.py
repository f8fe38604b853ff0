"""Make the mark that a change leaves beside the ledger: a number that no state had before."""

import secrets


def new_mark() -> int:
    """Return a number that no state had before. One that is counted up would come again
    after a backup was put back.
    """
    return secrets.randbits(63)


# what follows a change of something that an answer may read
MARKED = "UPDATE kept_state SET mark = ?"
