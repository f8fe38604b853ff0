"""Name the numbers of selo and pelo that a trial may change, each with its bounds."""

from messages import say
from rulebooks.changeable import ByName, Changeable, Rows, Whole, YesNo
from rulebooks.finland.tables import AGE_GROUP_NUMBER

CHANGES: dict[str, Changeable] = {
    "cap": Whole(
        say("7.9: the highest expectation of one game, in hundredths"), 50, 100
    ),
    "bonus_established": Whole(
        say("7.2: bonus of an established player, in tenths per game"), -100, 100
    ),
    "bonus_new": Whole(
        say("7.3: bonus of a new player, in tenths per game"), -100, 100
    ),
    "kr": Rows(say("7.7: Kr by the player's rating"), 0, 1000),
    "kt": Rows(say("7.8: Kt in hundredths by the minutes for 60 moves"), 0, 1000),
    "fast_high": Whole(
        say("7.8: Kt in hundredths of the fastest games from 2300"), 0, 1000
    ),
    "new_until": Whole(
        say("3.1: a player with at most so many earlier games is new"), 0, 1000
    ),
    "carries_games": YesNo(say("3.3: a new player carries every game by itself")),
    "unrated": ByName(
        say("3.6: the rating of an unrated opponent, by age group"),
        AGE_GROUP_NUMBER,
        0,
        4000,
    ),
    "elo_above": Whole(
        say("3.7: how far a foreign player's Elo must be above their selo"), 0, 4000
    ),
    "selo_seconds": Whole(say("2.8: the shortest selo game in seconds"), 1, 36_000),
    "pelo_seconds": Whole(say("2.8: the shortest pelo game in seconds"), 1, 36_000),
    "pelo_most": Whole(say("7.4: what one unit can move a pelo by"), 0, 4000),
    "pelo_first": Whole(say("7.5: the width of a provisional rating"), 0, 4000),
}
