"""Find whom a question means that gives no id: a name, or an id in other capitals.

Whoever opens a ledger for questions hands this to the reading, so that an answer about
one player knows nothing of how names are compared.
"""

from messages import Message
from projections.answers.reading import Reading


class ByName:
    """The search for people, as a reading asks it.

    Most questions name an id, and the index of names is imported for the others alone.
    """

    def meant(self, reading: Reading, text: str) -> str | None:
        """Return the id of the only player whom the text can mean; None where nobody
        or several fit.
        """
        from projections.answers.people import player_meant

        return player_meant(reading, text)

    def near(self, reading: Reading, text: str) -> Message:
        """Say `did you mean ...?` of those whose ids or names are near the text; empty
        where there are none.
        """
        from projections.answers.people import near_players

        return near_players(reading, text)


BY_NAME = ByName()
