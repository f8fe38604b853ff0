"""Read the records that name teams and who plays for them."""

from exchange.text.numbers import whole_number
from exchange.trf.fields import columns
from exchange.trf.report import Team

# records that name teams: one of TRF26 has all of TRF16's
NAMING_TEAMS = ("310", "013")


def read_team(row: str, tag: str, line: int) -> Team | None:
    """Read a 013 or 310 row; None when its player columns hold anything but numbers.

    row: the line. tag: 013 or 310. line: its number in the file.

    The starting numbers stand every five columns, from column 37 (013) or 74 (310). The
    number of the team is in 310 only.

        013 Kuusilahti                         1    4    7
    """
    if tag == "310":
        team = whole_number(columns(row, 5, 7))
        name = columns(row, 9, 40)
        first = 74
    else:
        team = None
        name = columns(row, 5, 36)
        first = 37

    players = []
    for column in range(first, len(row.rstrip()) + 1, 5):
        text = columns(row, column, column + 3)
        number = whole_number(text)
        if text and number is None:
            return None
        # a 0 fills a column in which nobody stands
        if number:
            players.append(number)

    return Team(line, tag, team, name, tuple(players))
