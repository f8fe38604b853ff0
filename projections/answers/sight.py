"""What a question may know: up to which day and which event, and what of a person whoever asks sees.

One policy, applied where personal facts enter an answer. Anybody sees name, club, federation, ids, ratings and the year
of birth. The day of birth and the sex are for the office and its auditors: most of those whose days would be listed are
children. Whoever has the ledger file has everything.
"""

from typing import NamedTuple


class Question(NamedTuple):
    """The two times of a question as they were asked; None: today, everything."""

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None


class Sight(NamedTuple):
    """`whole`: everything that the ledger holds of people."""

    whole: bool

    def born(self, born: str | None) -> str | None:
        """The day, or the year of it."""
        return born if self.whole or born is None else born[:4]

    def sex(self, sex: str | None) -> str | None:
        return sex if self.whole else None

    def detail(self, field: str, value: str | None) -> str | None:
        """A detail by the name of its field."""
        match field:
            case "born":
                return self.born(value)
            case "sex":
                return self.sex(value)
        return value


WHOLE, PUBLIC = Sight(True), Sight(False)
