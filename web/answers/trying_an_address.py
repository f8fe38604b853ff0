"""Lead whoever fills in a form of the page of the API to the address that the form
stands for.
"""

from urllib.parse import parse_qsl, quote, urlencode

from litestar import Litestar, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import Operation, Parameter, Schema

from ledger.errors import NotFound, Problem
from messages import say
from web.http import HttpRequest, see_other
from web.http.addresses import part_of_address
from web.store.roles import Role


def trying_routes(base: str) -> list[HTTPRouteHandler]:
    """Make the route to which the forms of the page lead. It leads on to the address
    that the form stands for, so that whoever tries one sees how it is written.
    """

    @get("/try/{operation:str}", opt={"role": Role.ANYBODY})
    async def lead_on(request: HttpRequest) -> Response[bytes]:
        address = _address_asked_for(request)
        return see_other(f"{base}{address}")

    return [lead_on]


def _address_asked_for(request: HttpRequest) -> str:
    """Return the address that a form stands for, as a browser sent it."""
    query = request.scope["query_string"].decode("ascii", "replace")
    fields = parse_qsl(query)
    name = part_of_address(request, "operation")
    return address_of(request.app, name, fields)


def address_of(app: Litestar, name: str, given: list[tuple[str, str]]) -> str:
    """Return the address that a form asks for: what was left empty is not asked, blanks
    part several values.

    `name`: of the question, as the description has it; `given`: the fields of the form.
    For a question with the path `/api/players/{player}` and the list `game`:

        player=F033, as_of=, game=-1995 +1695
        /api/players/F033?game=-1995&game=%2B1695

    `NotFound`: there is no question of this name.
    """
    path, operation = _asked_by_name(app, name)
    many = set()
    for parameter in operation.parameters or ():
        if isinstance(parameter, Parameter) and _is_list(parameter):
            many.add(parameter.name)

    query: list[tuple[str, str]] = []
    for field, text in given:
        if text == "":
            continue

        if f"{{{field}}}" in path:
            path = path.replace(f"{{{field}}}", quote(text, safe=""))
        elif field in many:
            query += [(field, part) for part in text.split()]
        else:
            query.append((field, text))

    if not query:
        return path
    return f"{path}?{urlencode(query)}"


def _is_list(parameter: Parameter) -> bool:
    """Tell whether a parameter takes several values."""
    return isinstance(parameter.schema, Schema) and parameter.schema.type == "array"


def _asked_by_name(app: Litestar, name: str) -> tuple[str, Operation]:
    """Return the address and the operation of a question by its name.

    `NotFound`: no address that is asked by GET has it.
    """
    for path, item in (app.openapi_schema.paths or {}).items():
        if item.get is not None and item.get.operation_id == name:
            return path, item.get

    message, hint = say("there is nothing at this address"), say("see /api")
    raise NotFound(Problem("no-such-address", message, hint=hint))
