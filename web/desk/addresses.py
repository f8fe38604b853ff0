"""Read the parts of an address of the desk."""

from web.http import HttpRequest
from web.questions.from_address import number_in, query_pairs
from web.store.drafts import unknown_draft


def part_of_address(request: HttpRequest, name: str) -> str:
    """Return a part of the address."""
    return str(request.path_params[name])


def query_of(request: HttpRequest) -> dict[str, str]:
    """Return the parameters of the query; of one that is given twice, the last."""
    return dict(query_pairs(request.scope["query_string"]))


def part_of_query(request: HttpRequest, name: str) -> str:
    """Return a parameter of the query; an empty text where it is not given."""
    return query_of(request).get(name, "")


def number_of(request: HttpRequest) -> int:
    """Return the number in the address; refuse what is none as an address that there is
    not.
    """
    text = part_of_address(request, "number")
    number = number_in(text)
    if number is None:
        raise unknown_draft(text[:40])
    return number
