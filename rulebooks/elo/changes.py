"""The numbers of the elo list that a trial may change."""

from messages import say
from rulebooks.changeable import Changeable, Rows, Whole

CHANGES: dict[str, Changeable] = {
    "k": Rows(say("3.1: K by the player's rating"), 0, 1000),
    "start": Whole(say("3.1: the rating a player without an opening starts from"), 0, 4000),
}
