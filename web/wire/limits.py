"""How often one address may ask what is easy to ask for and hard to answer."""

from collections import OrderedDict
from collections.abc import Callable

from ledger.errors import Problem
from messages import say
from web.wire.problems import HttpRefusal

MOST_REMEMBERED = 10_000


class Limit:
    """A bucket for each address: it holds `burst` questions and fills up again with so many a second. Addresses are
    only held in memory, and only the latest."""

    def __init__(self, a_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._a_second = a_second
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was so

    def take(self, address: str) -> None:
        """One question of an address, or 429."""
        moment = self._clock()
        left, since = self._buckets.pop(address, (float(self._burst), moment))
        left = min(self._burst, left + (moment - since) * self._a_second)
        self._buckets[address] = (max(left - 1, 0) if left >= 1 else left, moment)
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        if left < 1:
            seconds = max(1, round((1 - left) / self._a_second))
            problem = Problem("too-many-requests", say("too many searches from one address"), hint=say("wait a moment"))
            raise HttpRefusal(429, problem, {"retry-after": str(seconds)})
