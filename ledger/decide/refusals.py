"""Refuse what many kinds of documents are refused for: ids that nobody has, ids that
nobody could name, a tournament at another version.
"""

from ledger.decide.context import Context
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.timeline import TournamentNow
from messages import NOTHING, Message, by_command, say


def refuse(
    code: str,
    message: Message,
    field_name: str | None = None,
    hint: Message = NOTHING,
    *,
    about: tuple[str, ...] = (),
) -> Refused:
    """Make a refusal of one problem. `field_name`: the field of the document that is
    wrong; `about`: the ids that the problem is about.
    """
    return Refused(Problem(code, message, Where(field=field_name), hint, about))


def nothing_new(tournament: str) -> Refused:
    """Make the refusal of a correction that leaves everything as it is."""
    message = say("nothing in {tournament} would change", tournament=tournament)
    return refuse("no-change", message, None, say("it is like this already"))


def usable_id(name: str, field: str, context: Context) -> None:
    """Refuse a new id that a command line or an address could not name: it reads as an
    option, or means a folder. What another ledger has already keeps its id.
    """
    if context.importing:
        return
    if name.startswith("-"):
        message = say("the id {name} begins with a hyphen", name=repr(name))
    elif name in (".", ".."):
        message = say("the id {name} means a folder", name=repr(name))
    else:
        return

    raise refuse("bad-id", message, field, say("choose another id"))


PLAYER_FIRST = say("submit a player document first")


FIND_PLAYER = by_command("try `selo player find NAME`", "look for the id by the name")


def need_player(
    player: str, context: Context, field: str, hint: Message = PLAYER_FIRST
) -> None:
    """Refuse an id that nobody has."""
    if context.timeline.player(player) is None:
        message = say("nobody has the id {name}", name=repr(player))
        raise refuse("unknown-player", message, field, hint, about=(player,))


def known_tournament(
    name: str, context: Context, expect_version: int | None
) -> TournamentNow:
    """Return the tournament that a correction is about.

    Refuse a name that no tournament has. Raise a conflict unless the tournament is at
    the version that the writer of the correction saw; None: they did not say.
    """
    tournament = context.timeline.tournament(name)
    if tournament is None:
        message = say("there is no tournament {name}", name=repr(name))
        hint = by_command(
            "see `selo tournament list`", "look for it among the tournaments"
        )
        raise refuse("unknown-tournament", message, "tournament", hint, about=(name,))

    if expect_version is None or expect_version == tournament.version:
        return tournament

    message = say(
        "{tournament} is at version {version}, not {expected}",
        tournament=name,
        version=tournament.version,
        expected=expect_version,
    )
    hint = by_command(
        "look at it again with `selo tournament {name}`",
        "look at it again, then make the correction again",
        name=name,
    )
    raise Conflict(
        Problem("stale-version", message, Where(field="expect_version"), hint)
    )


MOST_CORRECTIONS = 10_000  # of one tournament: the last of them takes 0.1 s


def correctable_tournament(
    name: str, context: Context, expect_version: int | None
) -> TournamentNow:
    """Return a tournament that is to be corrected: `known_tournament`, and it is not
    withdrawn, and may be corrected once more.
    """
    tournament = known_tournament(name, context, expect_version)
    if tournament.withdrawn:
        message = say("{tournament} is withdrawn", tournament=name)
        hint = by_command(
            "`selo reinstate {name}` first", "reinstate it first", name=name
        )
        raise refuse("withdrawn", message, "tournament", hint)

    refuse_too_many_corrections(tournament, context)
    return tournament


def refuse_too_many_corrections(tournament: TournamentNow, context: Context) -> None:
    """Refuse more corrections of a tournament than there may be, for each of them reads
    all earlier ones.
    """
    if tournament.length <= MOST_CORRECTIONS or context.importing:
        return

    message = say(
        "{tournament} has been corrected {count} times, which is the limit",
        tournament=tournament.id,
        count=f"{MOST_CORRECTIONS:,}",
    )
    hint = say(
        "put several changes into one document, or withdraw it and submit it as it"
        " should be under another id"
    )
    raise refuse("too-many-corrections", message, "tournament", hint)
