"""The numbers of the PSM list that a trial may change."""

from messages import say
from rulebooks.changeable import Changeable, Whole

CHANGES: dict[str, Changeable] = {
    "top": Whole(say("1): the rating at which the factor is zero"), 0, 10_000),
    "divisor": Whole(say("1): the divisor of the square"), 1, 10_000_000),
}
