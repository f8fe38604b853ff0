"""Which ids mean one person after merges, kept up with one merge at a time: a chain of thousands must not be walked."""

from collections.abc import Iterable


class Families:
    """The merges that count, and for every id the one that it means in the end."""

    def __init__(self, merges: Iterable[tuple[str, str]] = ()) -> None:
        self.merges: dict[str, str] = {}
        self._root: dict[str, str] = {}
        self._merged: dict[str, list[str]] = {}
        self.merges.update(merges)
        for merged in sorted(self.merges):
            self._merged.setdefault(self._followed(merged), []).append(merged)

    def _followed(self, player: str) -> str:
        """To the end of a chain; every id on the way is told where it ends."""
        way = []
        while player in self.merges and player not in self._root:
            way.append(player)
            player = self.merges[player]
        root = self._root.get(player, player)
        self._root.update(dict.fromkeys(way, root))
        return root

    def resolve(self, player: str) -> str:
        return self._root.get(player, player)

    def merged_into(self, player: str) -> list[str]:
        """The ids that mean this player beside their own, in order."""
        return self._merged.get(player, [])

    def join(self, merged: str, into: str) -> bool:
        """One merge more; False where it is not simply that, and everything must be put together again."""
        root = self.resolve(into)
        if merged in self.merges or root == merged:
            return False
        self.merges[merged] = into
        members = [merged, *self._merged.pop(merged, ())]
        self._root.update(dict.fromkeys(members, root))
        # both lists are in order, so this is one pass over them
        self._merged[root] = sorted([*self._merged.get(root, ()), *members])
        return True
