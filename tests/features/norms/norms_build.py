"""Tournaments as FIDE's norms see them, made for tests: `me` and the opponents met."""

from collections.abc import Sequence

from features.norms.games import norm
from features.norms.rules import EDITIONS, Game, Norm, NormEvent, Seat

EDITION = EDITIONS[0]
ME = "me"
FOREIGN = ("EST", "SWE", "NOR")


def opponents(
    ratings: Sequence[int | None],
    titles: Sequence[str | None],
    federations: Sequence[str] = FOREIGN,
) -> list[Seat]:
    """Make opponents; titles and federations begin again where there are fewer of them."""
    return [
        Seat(
            f"o{place}",
            federations[place % len(federations)],
            titles[place % len(titles)],
            rating,
            (),
        )
        for place, rating in enumerate(ratings)
    ]


def event(
    others: Sequence[Seat],
    halves: Sequence[int | None],
    own: str = "FIN",
    **more: object,
) -> NormEvent:
    """Make an event in which `me` met these opponents in this order; None: they did not
    come.
    """
    games = tuple(
        Game(f"{number}.1", number, seat.id, half, half is None)
        for number, (seat, half) in enumerate(zip(others, halves, strict=True), 1)
    )
    me = Seat(ME, own, None, 2400, games)
    settings = {"rounds": len(games), "host": "FIN", **more}
    return NormEvent(EDITION, {seat.id: seat for seat in (me, *others)}, **settings)  # type: ignore[arg-type]


def verdict(of: NormEvent, title: str = "GM") -> Norm:
    return norm(of, of.seats[ME], title)


def failing(of: NormEvent, title: str = "GM") -> set[str]:
    return {check.article for check in verdict(of, title).checks if check.met is False}


GRAND = opponents([2500] * 9, ["GM"])
SEVEN = [2, 2, 2, 2, 2, 1, 1, 1, 1]  # 7 of 9: 78 %, 220
