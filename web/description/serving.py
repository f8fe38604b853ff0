"""The routes of the description: for machines, for people, and for whoever tries an address out."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, cast
from urllib.parse import parse_qsl, quote, urlencode

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem
from messages import say
from web.description.openapi import description
from web.description.page import api_page
from web.description.schemas import Json
from web.kept.tokens import Role
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.settings import Settings


def description_routes(settings: Settings) -> list[HTTPRouteHandler]:
    base = settings.base_path

    @get("/api/openapi.json", opt={"role": Role.ANYBODY})
    async def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
        return Response(_encoded(base), media_type="application/json", headers={"cache-control": "no-cache"})

    @get("/api", opt={"role": Role.ANYBODY})
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        visit = visit_of(cast(Mapping[str, Any], request.scope), base, settings.now()[:10])
        text = rendered("api.html", visit, content=_content(base))
        headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
        return Response(text.encode(), media_type="text/html", headers=headers)

    @get("/try/{operation:str}", opt={"role": Role.ANYBODY})
    async def tried(request: Request[Any, Any, Any]) -> Response[bytes]:
        query = request.scope["query_string"].decode("ascii", "replace")
        address = address_of(str(request.path_params["operation"]), parse_qsl(query))
        headers = {"location": f"{base}{address}", "cache-control": "no-store"}
        return Response(b"", status_code=303, headers=headers, media_type="text/plain")

    return [openapi, page, tried]


def address_of(name: str, given: list[tuple[str, str]]) -> str:
    """Return the address that a form asks for: what was left empty is not asked, blanks part several values."""
    path, operation = _questions().get(name, ("", {}))
    if not path:
        raise NotFound(Problem("no-such-address", say("there is nothing at this address"), hint=say("see /api")))
    query: list[tuple[str, str]] = []
    known = {parameter["name"]: parameter for parameter in operation["parameters"]}
    for field, text in given:
        if text == "":
            continue
        if f"{{{field}}}" in path:
            path = path.replace(f"{{{field}}}", quote(text, safe=""))
        elif field in known and known[field]["schema"].get("type") == "array":
            query += [(field, part) for part in text.split()]
        else:
            query.append((field, text))
    return f"{path}?{urlencode(query)}" if query else path


@cache
def _described(base: str) -> Json:
    """Return the description, made when it is first asked for: a service starts without it."""
    return description(version("selokirja"), base)


@cache
def _encoded(base: str) -> bytes:
    return msgspec.json.encode(_described(base))


@cache
def _content(base: str) -> str:
    return api_page(_described(base), base)


@cache
def _questions() -> dict[str, tuple[str, Json]]:
    """Return the addresses that may be tried, by the name of their operation."""
    paths = _described("")["paths"]
    return {item["get"]["operationId"]: (path, item["get"]) for path, item in paths.items()
            if path.startswith("/api/") and "get" in item}  # fmt: skip
