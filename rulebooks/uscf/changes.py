"""The numbers of the US list that a trial may change."""

from messages import say
from rulebooks.changeable import Changeable, Whole

CHANGES: dict[str, Changeable] = {
    "points": Whole(say("2.3: what K is divided from: K = points / (Ne + m)"), 0, 100_000),
    "start": Whole(say("2.3: the rating a player without an opening starts from"), 0, 4000),
}
