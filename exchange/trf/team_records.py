"""Read the records that name teams and who plays for them."""

from exchange.text.numbers import whole
from exchange.trf.fields import columns
from exchange.trf.report import Team

# records that name teams: one of TRF26 has all of TRF16's
NAMING_TEAMS = ("310", "013")


def read_team(row: str, tag: str, line: int) -> Team | None:
    """Read a 013 or 310 row; None when its player columns hold anything but numbers.

    The starting numbers stand every five columns, from column 37 (013) or 74 (310). The
    number of the team is in 310 only.
    """
    first = 37 if tag == "013" else 74
    fields = [row[at : at + 4].strip() for at in range(first - 1, len(row.rstrip()), 5)]
    numbers = [whole(text) for text in fields if text]
    if any(number is None for number in numbers):
        return None

    team = whole(columns(row, 5, 7)) if tag == "310" else None
    name = columns(row, 9, 40) if tag == "310" else columns(row, 5, 36)

    return Team(line, tag, team, name, tuple(number for number in numbers if number))
