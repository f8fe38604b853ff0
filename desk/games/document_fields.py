"""Write the header and the games of a tournament as the fields of documents."""

from desk.files.games_file import Fields, FileGame
from desk.files.settings import Settings
from desk.games.stages import Stage

FLAGS = (
    "domestic",
    "fide_accepted",
    "official_representation",
    "accepted",
    "age_group",
    "each_game_rated",
    "category",
    "event_kind",
    "start_minutes",
    "total_minutes",
    "representatives",
    "organiser",
    "place",
    "arbiter",
)


def header(stage: Stage, settings: Settings) -> Fields:
    """Return the header fields that the file or the officer states.

    Fields that nobody states are left out. Games online are not accepted, unless the
    officer says that they are.

    For example:

        {"name": "Kesä", "start": "2024-05-04", "end": "2024-05-05", "minutes": 90}
    """
    fields: Fields = {
        "name": stage.name or None,
        "start": stage.start,
        "end": stage.end,
    }
    fields |= {
        name: getattr(settings, name) for name in ("minutes", "time_control", *FLAGS)
    }
    if settings.venue == "online" and settings.accepted is None:
        fields["accepted"] = False
    if stage.order_no or settings.order_no is not None:
        fields["order_no"] = stage.order_no

    return {name: value for name, value in fields.items() if value is not None}


def game_fields(game: FileGame) -> Fields:
    """Return the fields of a game as documents write it.

    Fields without a value are left out, as in

        {"round": 1, "white": "F020", "black": "F021", "result": "1-0"}
    """
    fields = {
        name: getattr(game, name)
        for name in ("round", "white", "black", "result", "on", "board")
    }
    return {name: value for name, value in fields.items() if value is not None}
