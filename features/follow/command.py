"""selo follow count and follow forget: who follows something by mail, for the office."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.command_frames import act, argument
from messages import counted

if TYPE_CHECKING:
    from features.follow.store.counts import AddressForgotten, FollowCounts


def _forget(ledger: str, address: str) -> "AddressForgotten":
    from features.follow.store.counts import AddressForgotten
    from features.follow.store.followers import forget_address

    return AddressForgotten(followed=forget_address(ledger, address))


def _count_lines(counts: "FollowCounts") -> Iterator[str]:
    yield counted(
        "{count} address follows something by mail",
        "{count} addresses follow something by mail",
        counts.confirmed,
    )
    yield counted(
        "{count} address is not confirmed",
        "{count} addresses are not confirmed",
        counts.unconfirmed,
    )
    if counts.failing:
        yield counted(
            "mail to {count} address fails",
            "mail to {count} addresses fails",
            counts.failing,
        )


def _forgotten_lines(gone: "AddressForgotten") -> Iterator[str]:
    yield counted(
        "the address is forgotten; it followed {count} thing",
        "the address is forgotten; it followed {count} things",
        gone.followed,
    )


follow_count_command = act(
    "How many addresses follow something by mail; no address is shown.",
    "selo follow count",
    _count_lines,
    does="features.follow.store.counts:follow_counts",
)
follow_forget_command = act(
    "Forget an address, confirmed or not, and all that it follows.",
    "selo follow forget aino@home.example",
    _forgotten_lines,
    argument("address"),
    does=_forget,
)
