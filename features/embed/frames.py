"""Draw the frames that other pages may show, and the page that says how to show them."""

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from projections.answers.asking import Asked, ListName, PlayerId, Text
from projections.answers.career import kept_list
from projections.answers.lists.rating_list import List
from projections.answers.players.show import show
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.visit import Visit

Rows = Annotated[int, Meta(ge=1, le=100, description="How many players.")]
FEW = 10
# pixels, of a frame without a scroll bar
WIDTH = 380
PLAYER_HEIGHT = 190
HEAD_HEIGHT = 150
ROW_HEIGHT = 36


class Embed(Asked, frozen=True, kw_only=True):
    """What is to be shown elsewhere: a player's ratings, or else the best of a list."""

    player: PlayerId | None = None
    list_name: ListName | None = msgspec.field(default=None, name="list")
    club: Text | None = None
    rows: Rows = FEW


class PlayerFrame(Asked, frozen=True, kw_only=True):
    """The ratings of a player, to be shown in a frame."""

    player: PlayerId


class ListFrame(Asked, frozen=True, kw_only=True):
    """The best of a list, to be shown in a frame."""

    list_name: ListName = msgspec.field(name="list")
    club: Text | None = None
    rows: Rows = FEW


class Frame(NamedTuple):
    """A frame as another page shows it: its address, its title for readers who hear
    the page, and its size in pixels.
    """

    address: str
    title: str
    width: int
    height: int


class Picture(NamedTuple):
    """A picture as another page shows it: its address, where a click leads, and what it
    says.
    """

    address: str
    leads_to: str
    words: str


def embed_page(reading: Reading, asked: Embed, visit: Visit) -> str:
    """Show what another page may show, and the lines to copy into it."""
    if asked.player is None:
        return _list_to_embed(reading, asked, visit)
    return _player_to_embed(reading, asked.player, visit)


def _player_to_embed(reading: Reading, asked: str, visit: Visit) -> str:
    player = show(reading, asked).player
    name, to = player.name or player.id, visit.links.to
    frame = Frame(
        visit.origin + to("embed", "players", player.id), name, WIDTH, PLAYER_HEIGHT
    )
    picture = Picture(
        visit.origin + to("embed", "players", player.id, "rating.svg"),
        visit.origin + to("players", player.id),
        name,
    )
    return rendered(
        "embed/player.html", visit, player=player, frame=frame, picture=picture
    )


def _list_to_embed(reading: Reading, asked: Embed, visit: Visit) -> str:
    list_name = kept_list(reading, asked.list_name or reading.first_list())
    address = visit.links.to(
        "embed", "lists", list_name, club=asked.club, rows=asked.rows
    )
    frame = Frame(
        visit.origin + address,
        list_name if asked.club is None else f"{list_name}, {asked.club}",
        WIDTH,
        HEAD_HEIGHT + ROW_HEIGHT * asked.rows,
    )

    clubs = {one.club for one in reading.policy.everybody() if one.club}
    return rendered(
        "embed/list.html",
        visit,
        asked=asked,
        list_name=list_name,
        lists=reading.lists(),
        clubs=sorted(clubs),
        frame=frame,
    )


def player_frame(reading: Reading, asked: PlayerFrame, visit: Visit) -> str:
    return rendered("embed/player_frame.html", visit, shown=show(reading, asked.player))


def list_frame(reading: Reading, asked: ListFrame, visit: Visit) -> str:
    """Draw the first rows of a list, of a club or of everybody, for another's page."""
    question = List(list_name=asked.list_name, club=asked.club, limit=asked.rows)
    answer = question.ask(reading)
    return rendered(
        "embed/list_frame.html",
        visit,
        answer=answer,
        club=asked.club,
    )
