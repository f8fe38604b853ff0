"""Ask how a table is read whose columns, points, ids or colours are not plain."""

from collections.abc import Iterator

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from desk.games.open_question import OpenQuestion
from messages import option, say


def table_questions(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask what the file does not show and the settings do not say.

    Unlike what is asked about the event, these are asked of each file, also of one whose
    tournament is in the ledger.
    """
    if file.ids == "mixed" and settings.players_by is None:
        message = say(
            "some ids of the file are too short for FIDE ids, or are not numbers: whose"
            " are they?"
        )
        flag = say("{name} fide, national or name", name=option("players_by"))
        yield OpenQuestion("players_by", message, flag)

    if settings.colours is None:
        if file.without_colours == "matches":
            yield _colours_of_matches()
        elif file.without_colours:
            yield _colours_of_a_matrix()

    if file.columns and settings.columns is None:
        message = say(
            "the headings are not known: which column is what? {heads}",
            heads=file.columns.heads,
        )
        flag = say("{name} {text}", name=option("columns"), text=file.columns.text)
        yield OpenQuestion("columns", message, flag, file.columns.text)

    if settings.points is None:
        if file.doubled == "games":
            yield _points_of_games()
        elif file.doubled:
            yield _points_of_games_or_matches()


def _colours_of_matches() -> OpenQuestion:
    """Ask who had White; the boards of matches have theirs by number."""
    message = say("the table does not show who had White")
    flag = say(
        "{name} alternate (home has White on odd boards) or unknown",
        name=option("colours"),
    )
    return OpenQuestion("colours", message, flag, "alternate")


def _colours_of_a_matrix() -> OpenQuestion:
    """Ask who had White and in which round; a matrix shows neither."""
    message = say("the table does not show who had White, nor in which round")
    flag = say(
        "{name} berger (as in the Berger table of the rows) or unknown (the upper row"
        " has White)",
        name=option("colours"),
    )
    return OpenQuestion("colours", message, flag, "berger")


def _points_of_games() -> OpenQuestion:
    """Ask whether a win that counts 2 is one game, which is proposed."""
    message = say("the table counts 2 for a win and 1 for a draw: is that one game?")
    flag = say(
        "{name} doubled (a win is 2, a draw 1), or {name} usual", name=option("points")
    )
    return OpenQuestion("points", message, flag, "doubled")


def _points_of_games_or_matches() -> OpenQuestion:
    """Ask what results like 2-0 are. Nothing is proposed: 2-0 may be a match of two
    games, which are not one.
    """
    message = say(
        "results like 2-0: are they games with 2 for a win, or matches of two games?"
    )
    flag = say(
        "{name} doubled (games: a win is 2, a draw 1); of matches, send the games one by"
        " one",
        name=option("points"),
    )
    return OpenQuestion("points", message, flag)
