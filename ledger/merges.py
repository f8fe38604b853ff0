"""The merges of ids: for every id the one that it means in the end."""

from collections.abc import Iterable


class Families:
    """The merges that count, and for every id the one that it means in the end."""

    def __init__(self, merges: Iterable[tuple[str, str]] = ()) -> None:
        """Put together the merges, each as the merged id and the id that it
        went into.
        """
        self.merges: dict[str, str] = dict(merges)
        # towards the end of the chain; ids that were asked for point to it directly
        self._up: dict[str, str] = dict(self.merges)
        # the ids that mean a player, by the player's own
        self._merged: dict[str, list[str]] = {}
        self._in_order: set[str] = set()  # whose lists are sorted

        for merged in self.merges:
            player = self.resolve(merged)
            self._merged.setdefault(player, []).append(merged)

    def resolve(self, player: str) -> str:
        """Return the id that an id means in the end: its own where it is not merged."""
        up = self._up
        if player not in up:
            return player
        above = up[player]
        passed = [player]
        # a forged log may go in a circle, which ends here too
        while above in up and len(passed) <= len(up):
            passed.append(above)
            above = up[above]

        if len(passed) > 1:
            up.update(dict.fromkeys(passed, above))
        return above

    def merged_into(self, player: str) -> list[str]:
        """Return the ids that mean this player beside their own, in order."""
        own = self._merged.get(player, [])
        if own and player not in self._in_order:
            own.sort()
            self._in_order.add(player)
        return own

    def size(self, player: str) -> int:
        """Count the ids that mean this player, their own too; asked before a family of
        thousands is walked.
        """
        return 1 + len(self._merged.get(player, ()))

    def join(self, merged: str, into: str) -> bool:
        """Add one merge; False where it is not simply one more, and everything must be
        put together again.

        merged: the id that means another player from now on
        into: an id of that player, which may itself be merged

        The shorter list goes into the longer one, so that a thousand merges into one
        player cost no more than they must.
        """
        root = self.resolve(into)
        if merged in self.merges or root == merged:
            return False
        self.merges[merged] = into
        self._up[merged] = into

        families = [self._merged.pop(merged, []), self._merged.get(root, [])]
        few, many = sorted(families, key=len)
        many += [*few, merged]

        self._merged[root] = many
        self._in_order.discard(root)
        return True
