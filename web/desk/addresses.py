"""Read the number of a draft or of an event in an address of the desk."""

from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.questions.from_address import number_in
from web.store.drafts import unknown_draft


def number_of(request: HttpRequest) -> int:
    """Return the number in the address; refuse what is none as an address that there is
    not.
    """
    text = part_of_address(request, "number")
    number = number_in(text)
    if number is None:
        raise unknown_draft(text[:40])
    return number
