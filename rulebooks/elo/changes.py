"""The numbers of the elo list that a trial may change."""

from rulebooks.changeable import Changeable, Rows, Whole

CHANGES: dict[str, Changeable] = {
    "k": Rows("3.1: K by the player's rating", 0, 1000),
    "start": Whole("3.1: the rating a player without an opening starts from", 0, 4000),
}
