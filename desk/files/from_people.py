"""A list of people, such as a starting list: rows without games, matched like those of a report."""

from desk.files.from_trf import federation_of, fide_number
from desk.files.games_file import Entrant, GamesFile, Source
from desk.files.settings import Settings
from exchange.lists.people import ListedPerson, read_people


def read_list_of_people(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Rows are called by their starting number, or by their place where that is missing or given twice."""
    table = read_people(data, file)
    numbers = [person.number for person in table.people]
    numbered = all(numbers) and len(set(numbers)) == len(numbers)
    return GamesFile(
        source=Source(file, "list of people", table.sha256, table.encoding, table.line_ends),
        entrants=[
            _entrant(person.number if numbered else str(place), person)
            for place, person in enumerate(table.people, 1)
        ],
        games=[],
        name=table.title,
        warnings=table.warnings,
        people_only=True,
    )  # fmt: skip


def _entrant(key: str, person: ListedPerson) -> Entrant:
    return Entrant(
        key=key,
        name=person.name,
        line=person.line,
        sex=person.sex or None,
        born=person.born or None,
        federation=federation_of(person.federation),
        fide_id=fide_number(str(person.fide_id or "")),
        national_id=person.player or None,
        club=person.club or None,
    )
