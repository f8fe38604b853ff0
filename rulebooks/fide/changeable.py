"""Name the numbers of elo-fide that a trial may change, each with its bounds."""

from messages import say
from rulebooks.changeable import Changeable, Whole

CHANGES: dict[str, Changeable] = {
    "k_new": Whole(say("3.2.2: K until 30 games"), 0, 1000),
    "k": Whole(say("3.2.2: K below 2400"), 0, 1000),
    "k_top": Whole(say("3.2.2: K once a list has shown 2400"), 0, 1000),
}
