"""Read what strangers type: a mail address, in a form that is small."""

import re

from ledger.errors import Problem, Usage, Where
from messages import say

MOST_BYTES = 16 * 1024  # of a stranger's form
LONGEST = 254  # characters of an address (RFC 5321, 4.5.3.1.3)
# begins a word in a coded form (RFC 2047), which a header would decode
_CODED_WORD = "=?"
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
)


def address_typed(text: str) -> str:
    """Return an address as it is kept; refuse what is none, so that nothing of it can
    become a header or a second address.
    """
    is_long = len(text) > LONGEST
    if is_long or _CODED_WORD in text or not _ADDRESS.fullmatch(text):
        message = say("this is not an email address")
        hint = say("write it like name@home.example, without blanks")
        raise Usage(Problem("follow-address", message, Where(field="address"), hint))
    return text.lower()
