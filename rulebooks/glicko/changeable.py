"""Name the numbers of the list glicko that a trial may change, each with its bounds."""

from messages import say
from rulebooks.changeable import Changeable, Decimal, Whole

CHANGES: dict[str, Changeable] = {
    "start": Whole(say("Step 1: the rating an unrated player starts from"), 0, 4000),
    "deviation": Whole(say("Step 1: the deviation (RD) of an unrated player"), 30, 500),
    "volatility": Decimal(
        say("Step 1: the volatility of an unrated player"), 0.01, 0.2
    ),
    "tau": Decimal(say("Step 1: how far the volatility may change in a month"), 0.2, 2),
}
