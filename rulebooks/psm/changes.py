"""The numbers of the PSM list that a trial may change."""

from rulebooks.changeable import Changeable, Whole

CHANGES: dict[str, Changeable] = {
    "top": Whole("1): the number at which the factor is nothing", 0, 10_000),
    "divisor": Whole("1): what the square is divided by", 1, 10_000_000),
}
