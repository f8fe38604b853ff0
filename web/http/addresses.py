"""Read the parts of the address that a request has, as text."""

from web.http.replies import HttpRequest
from web.questions.from_address import query_pairs


def part_of_address(request: HttpRequest, name: str) -> str:
    """Return a part of the address."""
    return str(request.path_params[name])


def query_of(request: HttpRequest) -> dict[str, str]:
    """Return the parameters of the query; of one that is given twice, the last."""
    return dict(query_pairs(request.scope["query_string"]))


def part_of_query(request: HttpRequest, name: str) -> str:
    """Return a parameter of the query; an empty text where it is not given."""
    return query_of(request).get(name, "")
