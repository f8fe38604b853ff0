"""A document, and where it stood."""

from typing import NamedTuple

from ledger.documents import Document
from ledger.errors import Where


class Placed(NamedTuple):
    """A document and its place in the file, so that a later refusal can name it; no
    place if no file was read.
    """

    document: Document
    where: Where = Where()
