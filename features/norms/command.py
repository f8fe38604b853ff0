"""selo tournament norms: how the title norms of a tournament, and the certificate of a player, read
at a command line.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cli.output import Column, bold, fields_table, word
from cli.question_commands import question
from messages import counted, say, template

if TYPE_CHECKING:
    from features.norms.answers import (
        NormAnswer,
        NormCheck,
        NormRow,
        NormsAnswer,
        NormTournament,
    )

VERDICTS = {True: template("norm"), None: template("open"), False: template("no norm")}
MET = {True: template("met"), None: template("open"), False: template("not met")}


def _norms(answered: "NormsAnswer") -> Iterator[str]:
    """The lines of the norms of a tournament: its head, the table, what to apply with.

    A condition that the whole tournament fails is said once in the head and not
    repeated in each row. What an application asks for is left out if no norm was made
    and none may have been.
    """
    from features.norms.answers import brief

    conditions = answered.tournament.conditions

    def own_fails(row: "NormRow") -> str:
        """Say what a player's norm fails, without what the whole tournament fails."""
        own = []
        for check in row.fails:
            if check not in conditions:
                own.append(brief(check))
        return "; ".join(own)

    yield from _norm_head(answered.tournament)
    if answered.hidden:
        yield say("titles and norms of women are for the office")
    if answered.rows:
        columns: list[Column] = [
            "player name norm",
            ("verdict", lambda row: say(VERDICTS[row.met])),
            "games",
            ("score", lambda row: f"{row.score:g}"),
            "average performance",
            ("fails", own_fails),
        ]
        yield from fields_table(answered.rows, *columns)
    else:
        yield say("nobody can make a norm here")

    if any(row.met is not False for row in answered.rows):
        yield from _application(answered.tournament)


def _norm_head(event: "NormTournament") -> Iterator[str]:
    """The lines on the tournament: its name and days, its figures, the titles that the
    reader stated, and every condition that it does not surely meet.
    """
    yield bold(
        say(
            "{name}, {first} to {last}: norms by {edition}",
            name=event.name,
            first=event.start,
            last=event.end,
            edition=event.edition,
        )
    )
    yield say(
        "{system}, rounds {rounds}, players {players}, rated {rated}",
        system=word(event.system),
        rounds=event.rounds,
        players=event.players,
        rated=event.rated,
    )

    if event.stated:
        stated = ", ".join(
            f"{player} {title}" for player, title in event.stated.items()
        )
        yield say("titles as you state them: {titles}", titles=stated)

    yield from _checks(check for check in event.conditions if not check.met)


def _checks(checks: "Iterable[NormCheck]") -> Iterator[str]:
    """A line for each check: its article, what it looks at, the figure, the limit and
    the verdict.

    A check without a limit shows its verdict alone. A figure that is missing is said to
    be not known.

        1.4.1 games: 9, at least 9: met
    """
    for check in checks:
        about = {
            "article": check.article,
            "what": check.what,
            "has": say("not known") if check.has is None else _number(check.has),
            "limit": check.limit if check.limit is None else _number(check.limit),
        }
        verdict = say(MET[check.met])
        if check.limit is None:
            yield say("{article} {what}: {verdict}", verdict=verdict, **about)
        elif check.limit_is_most:
            yield say(
                "{article} {what}: {has}, at most {limit}: {verdict}",
                verdict=verdict,
                **about,
            )
        else:
            yield say(
                "{article} {what}: {has}, at least {limit}: {verdict}",
                verdict=verdict,
                **about,
            )


def _application(event: "NormTournament") -> Iterator[str]:
    """The lines on what must be sent with an application, after an empty one."""
    yield ""
    yield bold(say("what an application requires of one of its norms"))
    yield from _checks(event.application)


def _number(value: float) -> float | int:
    """Return a number that a sentence writes without an empty decimal: 9.0 is 9, 6.5
    stays.
    """
    return int(value) if value == int(value) else value


def _norm_of(answered: "NormAnswer") -> Iterator[str]:
    """Yield the certificate of a player as the command prints it: the tournament, the
    games, each norm with its articles, and what an application asks besides.
    """
    yield from _norm_head(answered.tournament)
    yield bold(answered.player.name or answered.player.id)
    yield from fields_table(
        answered.games,
        "round game opponent name title federation rating result",
        ("colour", lambda one: word(one.colour)),
        ("left out by", "left_out"),
    )

    for norm in answered.norms:
        yield ""
        yield bold(
            say("{norm}: {verdict}", norm=norm.norm, verdict=say(VERDICTS[norm.met]))
        )

        if norm.met is not False and norm.counts_as is not None:
            yield counted(
                "counts as {count} game", "counts as {count} games", norm.counts_as
            )

        if len(norm.games) < len(
            [one for one in answered.games if one.left_out is None]
        ):
            yield say("on games {games} alone", games=", ".join(norm.games))

        if norm.exemption:
            yield say("federations are waived by {article}", article=norm.exemption)
        if norm.lost_game:
            yield say(
                "game {game} was not played and counts as lost (1.4.2c)",
                game=norm.lost_game,
            )

        if norm.raised:
            yield say(
                "{player} counts as rated {floor} (1.4.6)",
                player=norm.raised,
                floor=norm.floor,
            )

        yield from _checks(
            check
            for check in norm.checks
            if check not in answered.tournament.conditions
        )

    if any(norm.met is not False for norm in answered.norms):
        yield from _application(answered.tournament)


ANSWERS = "features.norms.answers"
tournament_norms_command = question(
    f"{ANSWERS}:Norms",
    f"{ANSWERS}:NormOf",
    text={"Norms": _norms, "NormOf": _norm_of},
)
