"""Ask whether the rounds of a file are added to those in the ledger, or replace them."""

from collections.abc import Iterable

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from desk.games.day_words import DAYS, NOT_KNOWN
from desk.games.open_question import OpenQuestion
from ledger.errors import Where
from ledger.timeline import TournamentNow
from messages import option, say


def questions_of_rounds(
    file: GamesFile,
    settings: Settings,
    tournament: TournamentNow | None,
    is_correction: bool = False,
) -> list[OpenQuestion]:
    """Ask whether the rounds of a file that are not in the ledger are added to those
    that are.

    A club sends a file each round: it has that round alone, or all earlier rounds too.
    Whoever corrects a tournament wants all of such a file. Where a file shows no days,
    the last day of the tournament is asked too, for it may have come later.

    Nothing is asked of a new tournament, of one that was withdrawn or of a file that is
    cut in two. The same goes for a file that has a round in common with the ledger,
    unless it has all of its rounds and more, and is no correction.
    """
    if tournament is None or tournament.withdrawn or settings.stage_from_round:
        return []

    there = {game.round for game in tournament.games.values()}
    here = {game.round for game in file.games}
    is_cumulative = there < here and not is_correction
    if not there or not here or (here & there and not is_cumulative):
        return []

    asked = []
    if settings.other_rounds is None:
        asked.append(_question_of_rounds(tournament, there, here))

    dated = file.end is not None or any(game.on for game in file.games)
    if settings.other_rounds != "struck" and settings.end is None and not dated:
        last = tournament.header.end
        asked.append(OpenQuestion("end", NOT_KNOWN["end"], DAYS["end"], last))

    name = file.source.file
    return [
        question._replace(where=Where(name, field=question.field)) for question in asked
    ]


def _question_of_rounds(
    tournament: TournamentNow, there: set[int], here: set[int]
) -> OpenQuestion:
    """Ask whether the rounds of the file are added to those in the ledger, which is
    proposed, or replace them.

    `there`: the rounds in the ledger. `here`: those of the file.
    """
    if there < here:
        message = say(
            "{tournament} has {before} of the rounds of the file ({after}) in the"
            " ledger: add the others?",
            tournament=tournament.label(),
            before=_numbers(there),
            after=_numbers(here),
        )
    else:
        message = say(
            "{tournament} has other rounds in the ledger ({before}) than the file"
            " ({after}): add the rounds of the file?",
            tournament=tournament.label(),
            before=_numbers(there),
            after=_numbers(here),
        )

    flag = say(
        "{name} stay (the rounds of the file are added), or {name} struck (the file"
        " is the whole tournament)",
        name=option("other_rounds"),
    )
    return OpenQuestion("other_rounds", message, flag, "stay")


def _numbers(rounds: Iterable[int]) -> str:
    """Write rounds in their order, as in `1, 2, 5`."""
    return ", ".join(map(str, sorted(rounds)))
