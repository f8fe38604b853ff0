"""Name the signs, say what else may explain them, and put their figures into a sentence."""

from messages import Message, joined, named, say, template
from projections.signs.played import Finding, Sign

WHAT: dict[Sign, str] = {
    "pair": template("the same pair again and again"),
    "pool": template("a closed pool"),
    "newcomer": template("a newcomer who meets one club only"),
    "driven-down": template("a rating driven down before a tournament of weaker players"),
    "unlikely": template("results that the ratings make very unlikely"),
}
MAY_BE: dict[Sign, str] = {
    "pair": template("it may be a match, a coach and a pupil, two of a family, or the only two who come every week"),
    "pool": template("it may be a small club, a school league, or a place far from all others"),
    "newcomer": template("it may be somebody who lives near, works with them, or plays in a school league"),
    "driven-down": template("it may be illness, a long break, bad form that ended, or games of somebody else"),
    "unlikely": template("it may be somebody who learns fast or comes back, a mistyped result, or two people as one"),
}  # fmt: skip
NAMED = 8
A_MILLIONTH, RAREST = 1e-6, 1e-3


def said(finding: Finding, names: list[str], tournament: str) -> Message:
    """Say the figures in a sentence; `tournament` is the one that a rating was driven down for."""
    share, usual = finding.share or 0.0, finding.usual or 0.0
    of_games = {"count": len(finding.games), "share": f"{100 * share:.0f}", "usual": f"{100 * usual:.0f}"}
    match finding.sign:
        case "pair":
            often = say(
                "{player} and {other} met in {count} games; {usual} would be usual",
                player=names[0], other=names[1], count=len(finding.games), usual=round(usual, 1),
            )  # fmt: skip
            return joined([often, _scored(finding, names[0])])
        case "pool":
            return say(
                "{players} played {count} games among themselves, {share} % of theirs; {usual} % would be usual",
                players=named(names, NAMED), **of_games,
            )  # fmt: skip
        case "newcomer":
            met = say(
                "{player} met {club} in {count} of the first {of} games, {share} %; {usual} % would be usual",
                player=names[0], club=finding.club, of=round(len(finding.games) / share), **of_games,
            )  # fmt: skip
            return joined([met, _scored(finding, names[0])])
        case "driven-down":
            assert finding.event is not None
            then = say(
                "the rating before was {before}, one of the two highest in {tournament} on {day}",
                before=finding.before, tournament=tournament, day=finding.event.on,
            )  # fmt: skip
            return joined([_scored(finding, names[0]), then])
    return _scored(finding, names[0])


def _scored(finding: Finding, player: str) -> Message:
    points = finding.score or 0
    score = {"player": player, "score": int(points) if points == int(points) else points, "count": len(finding.games)}
    if finding.expected is None:
        return say("{player} scored {score} in {count} games", **score)
    return say("{player} scored {score} in {count} games, expected were {expected}",
               expected=round(finding.expected, 1), **score)  # fmt: skip


def how_often(chance: float, alarms: float) -> Message:
    """Say how unlikely it is, in two ways."""
    shown = float(f"{alarms:.1g}") if alarms >= RAREST else None
    by_chance = (
        say("by chance at most once in {number}", number=int(float(f"{1 / chance:.2g}")))
        if chance >= A_MILLIONTH
        else say("by chance less than once in a million")
    )
    where_all_is_well = (
        say("of a thousand federations like this, in which nobody does anything wrong, less than one shows such a row")
        if shown is None
        else say("a federation like this, in which nobody does anything wrong, shows {share} such rows", share=shown)
    )
    return joined([by_chance, where_all_is_well])
