"""Write a text for every player whose rating moved since a list or a day, in three
languages (`selo letters list`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple
from urllib.parse import quote

from msgspec import Meta, field

from ledger.days import is_day
from ledger.errors import Problem, Usage, Where
from ledger.office import end_of_day
from ledger.store.events import last_seq_before
from messages import Language, say
from messages.answer import Answer
from messages.translated import MINUS, day, number
from projections.answers.asking import FirstList, PlayerId, Text, Timed, about
from projections.answers.career import career, known_player, one_row_a_player
from projections.answers.lists.late import late_results, unexplained_difference
from projections.answers.lists.published import publication, publications
from projections.answers.lists.rating_list import (
    ListRow,
    rating_list,
    ratings_before,
)
from projections.answers.open_reading import reading_at
from projections.answers.reading import Basis, Reading, after_day
from projections.replay.persons import is_erased
from rulebooks import rulebook
from rulebooks.entries import Entry


class Letter(Answer, frozen=True, kw_only=True):
    """One player's letter."""

    player: str
    name: str | None
    old: int | None
    new: int
    change: int | None
    text: str


class LettersAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `letters`: everybody whose rating moved, by name; nobody writes to
    who was erased.
    """

    list: str
    since: str
    language: str
    rows: tuple[Letter, ...]
    basis: Basis


ServiceAddress = Annotated[
    str,
    Meta(
        pattern=r"^https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?$", max_length=200
    ),
]


class Letters(Timed, frozen=True, kw_only=True):
    """A text for every player whose rating moved since a list or a day: what it was,
    what it is, which results did it.
    """

    examples = ("selo letters list --since 2025-01-01 --language fi --player F033",)
    table = "rows"
    since: Annotated[
        Text, about("The list or day that the ratings are compared with.", "LABEL|DAY")
    ]
    list_name: FirstList = field(default=None, name="list")
    language: Annotated[
        Language | None,
        about(
            "Default: that of the command (--lang); English in JSON and CSV, and over"
            " HTTP."
        ),
    ] = None
    player: Annotated[
        PlayerId | None, about("Only this player's letter.", "PLAYER")
    ] = None

    service: Annotated[
        ServiceAddress | None,
        about(
            "The address of the service, such as https://ratings.example.org: then each"
            " letter names the pages that show the sums.",
            "URL",
        ),
    ] = None

    def ask(self, reading: Reading) -> LettersAnswer:
        return letters(
            reading,
            self.since,
            self.language or "en",
            self.list_name,
            self.player,
            self.service,
        )


class _Words(NamedTuple):
    """The sentences of a letter in one language."""

    dear: str
    moved: str
    first: str
    results: str
    late: str
    corrected: str
    see: str
    end: str


WORDS = {
    "en": _Words(
        dear="Dear {name},",
        moved="Your rating on {list} is {new}; {since} it was {old} ({change}).",
        first="Your first rating on {list} is {new}.",
        results="Your results since:",
        late="reported late",
        corrected="Earlier results were corrected as well, or reported late; that moved your"
        " rating by {points}.",
        see="How it was computed, game by game:",
        end="Your page shows how it was computed, game by game.",
    ),
    "fi": _Words(
        dear="Hei {name},",
        moved="Lukusi listalla {list} on {new}; {since} se oli {old} ({change}).",
        first="Ensimmäinen lukusi listalla {list} on {new}.",
        results="Tuloksesi sen jälkeen:",
        late="ilmoitettu myöhässä",
        corrected="Myös aiempia tuloksia on korjattu tai ilmoitettu myöhässä; se siirsi lukuasi"
        " {points}.",
        see="Miten luku laskettiin, peli peliltä:",
        end="Laskun näkee peli peliltä omalta sivultasi.",
    ),
    "sv": _Words(
        dear="Hej {name},",
        moved="Ditt ratingtal på listan {list} är {new}; {since} var det {old} ({change}).",
        first="Ditt första ratingtal på listan {list} är {new}.",
        results="Dina resultat sedan dess:",
        late="rapporterat sent",
        corrected="Även tidigare resultat har rättats eller rapporterats sent; det flyttade ditt"
        " ratingtal med {points}.",
        see="Så räknades det ut, parti för parti:",
        end="Uträkningen parti för parti finns på din sida.",
    ),
}
SUBJECT = {
    "en": "Your rating on {list}",
    "fi": "Lukusi listalla {list}",
    "sv": "Ditt ratingtal på listan {list}",
}
SINCE = {
    "en": "on the list {label}",
    "fi": "listalla {label}",
    "sv": "på listan {label}",
}
SINCE_DAY = {"en": "on {day}", "fi": "{day}", "sv": "den {day}"}


class _Facts(NamedTuple):
    """What the sentences of a letter name: the player, by id and as a letter calls them,
    the list, what it compares with in words, and the two ratings.

    `old`: None where the player had none. `service`: where the service stands, without
    a slash at its end; None where no addresses are given.
    """

    player: str
    name: str
    list: str
    since: str
    old: int | None
    new: int
    service: str | None

    @property
    def change(self) -> int | None:
        return None if self.old is None else self.new - self.old

    def fill(self, sentence: str) -> str:
        """Return one of `WORDS` with what it names."""
        change = "" if self.change is None else _signed_change(self.change)
        return sentence.format(
            name=self.name,
            list=self.list,
            since=self.since,
            old=self.old,
            new=self.new,
            change=change,
        )


class _Beginning(NamedTuple):
    """What letters compare with: a published list, or a day as it was known then.

    `known_seq`: the newest event known then. `ratings`: by player. `listed`: who was on
    the list as it was known then; anybody, where it was published. `label`: of the
    published list; `published`: who stood on it.
    """

    day: str
    known_seq: int
    ratings: Mapping[str, int]
    listed: Collection[str] | None
    label: str | None = None
    published: Collection[str] = ()

    def words(self, player: str, language: Language) -> str:
        """Return how the letter to a player names it: as the list that they stood on, or
        as the day.
        """
        if player in self.published:
            return SINCE[language].format(label=self.label)
        return SINCE_DAY[language].format(day=day(self.day, language))

    def late(self, player: str, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Return the results of a player that were played before and reported after."""
        was_listed = self.listed is None or player in self.listed
        if not was_listed:
            return ()

        return late_results(entries, self.day, self.known_seq)


def letters(
    reading: Reading,
    since: str,
    language: Language = "en",
    list_name: str | None = None,
    asked: str | None = None,
    service: str | None = None,
) -> LettersAnswer:
    """Write the letters since a published list, by its label, or since a day as it was
    known then: corrections came later too.

    `asked`: the one player whose letter is wanted. `service`: where the service stands,
    for links to the sums.
    """
    name = list_name or reading.first_list()
    beginning = _beginning_of(reading, name, since)

    careers: Mapping[str, list[Entry]]
    only = None if asked is None else known_player(reading, asked)
    if only is None:
        careers = reading.careers(name, after_day(beginning.day), beginning.known_seq)
    else:
        careers = {only: career(reading, only, name)}

    rows = []
    for row in rating_list(reading, name).rows:
        if only not in (None, row.player):
            continue
        if beginning.ratings.get(row.player) == row.rating:
            continue
        if row.name is None and is_erased(row.player, reading.timeline):
            continue
        facts = _Facts(
            player=row.player,
            name=name_in_letter(row.name or row.player),
            list=name,
            since=beginning.words(row.player, language),
            old=beginning.ratings.get(row.player),
            new=row.rating,
            service=service and service.rstrip("/"),
        )
        rows.append(
            _letter(reading, language, row, careers[row.player], beginning, facts)
        )

    rows.sort(key=lambda letter: (letter.name or letter.player, letter.player))
    return LettersAnswer(
        list=name,
        since=since,
        language=language,
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _refuse_later_day(reading: Reading, since: str) -> None:
    """Refuse a day after that of the letters: nothing lies between them."""
    if not is_day(since) or since <= reading.as_of:
        return
    message = say(
        "{since} is after {day}, the day of the letters",
        since=since,
        day=reading.as_of,
    )
    hint = say("give an earlier day")
    raise Usage(Problem("no-period", message, Where(field="since"), hint))


def _beginning_of(reading: Reading, list_name: str, since: str) -> _Beginning:
    """Return what the letters compare with: a published list by its label, or a day.

    A label may look like a day, and is looked for first.
    """
    labels = {row.label for row in publications(reading, list_name)}
    if since in labels:
        return _published_beginning(reading, list_name, since)

    _refuse_later_day(reading, since)
    return _beginning_on_day(reading, list_name, since)


def _published_beginning(reading: Reading, list_name: str, label: str) -> _Beginning:
    """Return the newest list of a label, with the ratings that were published.

    A list whose rules leave out people who have a rating, as Norway's do, says nothing
    of them; theirs are those of its day, as it was known.
    """
    newest = publication(reading, list_name, label)
    rows = one_row_a_player(reading, newest.body.rows)
    published = {player: row.rating for player, row in rows.items()}

    left_out: dict[str, int] = {}
    if rulebook(list_name).selective:
        as_of, known_seq = newest.row.as_of, newest.row.known_seq
        with reading_at(reading.ledger, as_of, known_seq) as then:
            left_out = _ratings_known_then(reading, then, list_name)

    return _Beginning(
        day=newest.row.as_of,
        known_seq=newest.row.known_seq,
        ratings=left_out | published,
        listed=None,
        label=label,
        published=published,
    )


def _beginning_on_day(reading: Reading, list_name: str, since: str) -> _Beginning:
    """Return a day as it was known then; refuse what is neither a day nor a label."""
    then = _earlier_reading(reading, since)
    known_then: dict[str, int] = {}
    known_seq = reading.known_seq
    if then is not None:
        known_then = _ratings_known_then(reading, then, list_name)
        known_seq = then.known_seq

    return _Beginning(
        day=since,
        known_seq=known_seq,
        ratings=ratings_before(reading, list_name, since) | known_then,
        listed=known_then,
    )


def _ratings_known_then(
    reading: Reading, then: Reading, list_name: str
) -> dict[str, int]:
    """Return the ratings on a list as it was known then, by the ids that count now."""
    listed = rating_list(then, list_name, everybody=True).rows
    rows = one_row_a_player(reading, listed)
    return {player: row.rating for player, row in rows.items()}


def _letter(
    reading: Reading,
    language: Language,
    row: ListRow,
    entries: Sequence[Entry],
    beginning: _Beginning,
    facts: _Facts,
) -> Letter:
    """Write the letter to one player of the list. `entries`: theirs on it, in order."""
    late = beginning.late(row.player, entries)
    since = [entry for entry in entries if entry.on > beginning.day]

    points = None
    if facts.old is not None:
        points = unexplained_difference(entries, beginning.day, late, facts.old)

    text = "\n".join(_lines(reading, language, facts, (late, since), points))
    return Letter(
        player=row.player,
        name=row.name,
        old=facts.old,
        new=facts.new,
        change=facts.change,
        text=text,
    )


def name_in_letter(name: str) -> str:
    """Return a name as a letter calls whoever has it, given name first: of
    `Berg, Bea` it is `Bea Berg`. A name without a comma stays as it is.
    """
    surname, comma, given = name.partition(", ")
    return f"{given} {surname}" if comma else name


def _earlier_reading(reading: Reading, since: str) -> Reading | None:
    """Return a reading of a day as it was known at its end; None for what is no day, and
    where everything was recorded only later, as after an import: then the day counts as
    known now.
    """
    if not is_day(since) or since > reading.as_of:
        return None
    known = last_seq_before(
        reading.events, end_of_day(since, reading.settings.time_zone)
    )
    if known < reading.known_seq and reading.is_step(known):
        return reading.at(since, known)
    return None


def _lines(
    reading: Reading,
    language: Language,
    facts: _Facts,
    entries: tuple[Sequence[Entry], Sequence[Entry]],
    points: int | None,
) -> Iterator[str]:
    """Yield the lines of a letter. `entries`: those that were reported late, and those
    since.
    """
    words = WORDS[language]
    yield facts.fill(words.dear)
    yield ""
    yield facts.fill(words.first if facts.old is None else words.moved)

    reported_late, reported_since = entries
    late = [entry for entry in reported_late if entry.figure.kind == "unit"]
    since = [entry for entry in reported_since if entry.figure.kind == "unit"]

    if late or since:
        yield ""
        yield words.results
        for entry in late:
            yield f"  {_result(reading, entry, language)} ({words.late})"
        for entry in since:
            yield f"  {_result(reading, entry, language)}"

    if points:
        yield ""
        yield words.corrected.format(points=_signed_change(points))
    yield ""
    if facts.service:
        page = f"{facts.service}/{language}/players/{quote(facts.player, safe='')}"
        yield words.see
        yield from _addresses(page, (*late, *since))
    else:
        yield words.end


def _addresses(page: str, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the addresses of the sums, or of the player's page where no result of theirs
    moved it.
    """
    units = dict.fromkeys(entry.unit for entry in entries)
    if not units:
        yield f"  {page}"
    for unit in units:
        yield f"  {page}/why/{quote(unit, safe='')}"


def _result(reading: Reading, entry: Entry, language: Language) -> str:
    """Write the line of a result: its day, its tournament, the score and what it moved."""
    name = entry.unit
    tournament = reading.timeline.tournament(entry.tournament or "")
    if tournament is not None:
        name = tournament.header.name

    figure = entry.figure
    points = figure.half_points / 2
    score = number(f"{points:g}/{figure.games}", language)
    moved = ""
    if figure.before is not None:
        change = _signed_change(figure.after - figure.before)
        moved = f", {change}"

    on = day(entry.on, language)
    return f"{on}  {name}: {score}{moved}"


def _signed_change(change: int) -> str:
    """Write what moved: `+12`, or with a real minus."""
    if change > 0:
        return f"+{change}"
    return f"{MINUS}{-change}" if change < 0 else "0"
