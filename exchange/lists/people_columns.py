"""Know the header of a list of people: what each of its words means."""

import re
from collections.abc import Sequence

from exchange.results.heads import HEADS, RATING_HEADS
from exchange.text.tables import SEPARATORS

COLUMNS = {
    "name": tuple(sorted(HEADS)),
    "surname": (
        "surname",
        "last name",
        "last_name",
        "lastname",
        "sukunimi",
        "efternamn",
        "etternavn",
        "nachname",
        "familienname",
        "apellido",
        "apellidos",
        "cognome",
        "apelido",
        "sobrenome",
        "achternaam",
        "příjmení",
        "priezvisko",
        "priimek",
        "prezime",
        "презиме",
        "фамилия",
        "прізвище",
        "perekonnanimi",
        "uzvārds",
        "pavardė",
        "vezetéknév",
        "soyad",
        "soyadı",
        "επώνυμο",
    ),
    "given": (
        "given name",
        "first name",
        "first_name",
        "firstname",
        "forename",
        "etunimi",
        "förnamn",
        "fornavn",
        "vorname",
        "prénom",
        "prenom",
        "voornaam",
        "imię",
        "imiona",
        "eesnimi",
        "keresztnév",
        "prenume",
    ),
    "fide_id": (
        "fideid",
        "fide_id",
        "fide id",
        "fide-id",
        "fide",
        "fide_no",
        "fide no",
        "fide-no",
        "idfide",
    ),
    "player": (
        "id",
        "id_no",
        "id no",
        "idnr",
        "player",
        "national id",
        "jäsennumero",
        "pelaajanumero",
        "idnat",
    ),
    "federation": ("fed", "federation", "maa", "land", "country", "фед"),
    "born": (
        "born",
        "birth",
        "birthday",
        "year",
        "yob",
        "syntynyt",
        "syntymävuosi",
        "syntymäaika",
        "född",
        "geb",
        "year_of_birth",
        "date_of_birth",
    ),
    "sex": ("sex", "sukupuoli", "gender", "kön"),
    "club": (
        "club",
        "clubname",
        "club/city",
        "seura",
        "seura/kaupunki",
        "verein",
        "verein/ort",
        "klubb",
        "klubb/ort",
    ),
}

MEANING = {
    word: name
    for name, words in COLUMNS.items()
    for word in words
    if not (name != "name" and word in HEADS)
}


def meanings(words: Sequence[str]) -> list[str]:
    """Return what each word of a header means, empty where it means nothing.

    A column headed as the name has only the surname beside one of given names, and only
    those beside one of surnames.

        ["name", "vorname"]    surname, given
        ["apellidos", "nombre"]    surname, given
    """
    known = [MEANING.get(word, "") for word in words]
    if "name" in known and "given" in known and "surname" not in known:
        return ["surname" if name == "name" else name for name in known]
    if "name" in known and "surname" in known and "given" not in known:
        return ["given" if name == "name" else name for name in known]
    return known


# a round, or what a table of games has
_OF_GAMES = re.compile(
    r"[0-9]{1,2}\.?\s*(?:rd|r|k|krs|kierros|rond|runde|turas)?|(?:r|rd|k)["
    r" .]?[0-9]{1,2}"
    r"|white|black|result|res|valkea|musta|tulos|round|kierros|opponent"
)

NUMBER_HEADS = ("no", "nr", "sno", "snr")

# what a club's list may have besides, and no table of results is without its points
_BESIDE_PEOPLE = RATING_HEADS | {
    "",
    *NUMBER_HEADS,
    "#",
    "title",
    "tit",
    "titel",
    "ratingtal",
    "email",
    "e-mail",
    "phone",
    "puhelin",
    "telefon",
}


def people_words(line: str, separator: str) -> list[str]:
    """Return the cells of a header without what does not matter in spelling: quotes,
    capitals, marks at the end.
    """
    words = []
    for cell in line.split(separator):
        unquoted = cell.strip().strip('"').strip()
        words.append(unquoted.casefold().rstrip(".:"))

    return words


def is_people_header(line: str) -> bool:
    """Return whether a header is of people with a FIDE id or a federation, and of no
    opponents, results or rounds. A club's list has neither: each of its columns is one
    that people have.
    """
    return any(_are_of_people(people_words(line, mark)) for mark in SEPARATORS)


def _are_of_people(words: Sequence[str]) -> bool:
    """Return whether the words of a header are those of a list of people: they head a
    name, nothing that games have, and an id or a federation or what only people have.
    """
    known = {MEANING[word] for word in words if word in MEANING}
    if known.isdisjoint(("name", "surname")):
        return False
    if any(map(_OF_GAMES.fullmatch, words)):
        return False
    if not known.isdisjoint(("fide_id", "federation")):
        return True

    is_understood = all(word in MEANING or word in _BESIDE_PEOPLE for word in words)

    return is_understood and not known.isdisjoint(("born", "club", "sex", "given"))
