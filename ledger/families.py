"""Which ids mean one person after merges, kept up with one merge at a time: a chain of thousands must not be walked."""

from collections.abc import Iterable


class Families:
    """The merges that count, and for every id the one that it means in the end."""

    def __init__(self, merges: Iterable[tuple[str, str]] = ()) -> None:
        self.merges: dict[str, str] = dict(merges)
        # towards the end of the chain; ids that were asked for point to it directly
        self._up: dict[str, str] = dict(self.merges)
        self._merged: dict[str, list[str]] = {}
        self._in_order: set[str] = set()  # whose lists are sorted
        for merged in self.merges:
            self._merged.setdefault(self.resolve(merged), []).append(merged)

    def resolve(self, player: str) -> str:
        up = self._up
        if player not in up:
            return player
        way = [player]
        # a forged log may go in a circle, which ends here too
        while (above := up[way[-1]]) in up and len(way) <= len(up):
            way.append(above)
        if len(way) > 1:
            up.update(dict.fromkeys(way, above))
        return above

    def merged_into(self, player: str) -> list[str]:
        """The ids that mean this player beside their own, in order."""
        own = self._merged.get(player, [])
        if own and player not in self._in_order:
            own.sort()
            self._in_order.add(player)
        return own

    def size(self, player: str) -> int:
        """How many ids mean this player, with their own; asked before a family of thousands is walked."""
        return 1 + len(self._merged.get(player, ()))

    def join(self, merged: str, into: str) -> bool:
        """One merge more; False where it is not simply that, and everything must be put together again."""
        root = self.resolve(into)
        if merged in self.merges or root == merged:
            return False
        self.merges[merged] = self._up[merged] = into
        few, many = sorted((self._merged.pop(merged, []), self._merged.get(root, [])), key=len)
        many += [*few, merged]
        self._merged[root] = many
        self._in_order.discard(root)
        return True
