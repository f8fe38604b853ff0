"""Ask what a file leaves open about its event, all questions at once, with a proposal
where the file allows one.
"""

import os
import re
from collections.abc import Callable, Iterator

from msgspec import structs

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from desk.games.day_words import DAYS, FIELD_WORDS, NOT_KNOWN, round_day
from desk.games.open_question import OpenQuestion
from desk.games.table_questions import table_questions
from exchange.names.slug import slug
from exchange.online import mark_of_text
from exchange.text.notes import FileQuestion
from ledger.errors import Where
from ledger.federations import HOME, NO_COUNTRY
from ledger.timeline import TournamentNow
from messages import by_command, option, say, template

Standing = Callable[[str], TournamentNow | None]

_UNDER = re.compile(
    r"(?<![a-z])(?:u-?|under[ -]?|alle ?-?|<)(?P<age>8|9|10|11|12|13|14)(?![0-9])",
    re.IGNORECASE,
)


def questions(
    file: GamesFile, settings: Settings, standing: Standing
) -> list[OpenQuestion]:
    """List everything the officer has to answer about the event; what the ledger holds
    already is not asked again.

    `standing`: gives the tournament of an id as the ledger has it, or None. Name, days,
    time control, federation, venue and age group are asked of a new tournament only;
    how to read the table is asked of each file. Each question says its field of the
    settings as the place where it is.
    """
    is_known = (
        settings.tournament is not None and standing(settings.tournament) is not None
    )
    asked = [*_identity(file, settings)]
    if not is_known:
        asked += _questions_of_event(file, settings)

    asked += table_questions(file, settings)

    name = file.source.file

    return [
        question._replace(where=Where(name, question.where.line, None, question.field))
        for question in asked
    ]


def _identity(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask for the id of the tournament; one is proposed from its name and last day."""
    if settings.tournament is None:
        proposed = slug(settings.name or file.name, file.end or file.start)
        yield OpenQuestion(
            "tournament",
            say("which tournament is this? it needs an id"),
            say("{name} ID", name=option("tournament", "id")),
            proposed,
        )


def _questions_of_event(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask what decides how a new tournament is rated: name, days, time control, whether
    it was abroad or online, and the age group.

    Each is asked only where the settings do not say it. An age group is asked where the
    name mentions one, such as U10; of several groups in the name, the oldest counts for
    the proposal.
    """
    if not (settings.name or file.name):
        yield OpenQuestion(
            "name",
            say("the tournament has no name"),
            say("{name} NAME", name=option("name")),
        )

    yield from _days(file, settings)
    yield from _time_control(file, settings)
    yield from _question_of_federation(file, settings)
    yield from _question_of_venue(file, settings)
    yield from _age_group(file, settings)


def _days(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask about days: those that can be read in two ways, those that are missing, and
    those of rounds that are rated one by one.

    Missing days of the tournament are proposed from the first and the last day of its
    games. A day that can be read in two ways is not asked again as missing.
    """
    for question in file.questions:
        yield _order_of_date(question)

    in_two_ways = {question.field for question in file.questions}
    days = sorted(game.on for game in file.games if game.on)
    first_day = days[0] if days else None
    last_day = days[-1] if days else None
    if file.start is None and not in_two_ways & {"start", "date"}:
        yield OpenQuestion("start", NOT_KNOWN["start"], DAYS["start"], first_day)
    if file.end is None and not in_two_ways & {"end", "date"}:
        yield OpenQuestion("end", NOT_KNOWN["end"], DAYS["end"], last_day)

    if settings.each_game_rated:
        for number in sorted({game.round for game in file.games if not game.on}):
            message = say(
                "each game is rated by its day, and round {number} has none",
                number=number,
            )
            yield OpenQuestion("round_days", message, round_day(number))


def _order_of_date(question: FileQuestion) -> OpenQuestion:
    """Ask in which order a day, a month and a year are written that can be read in two
    ways.
    """
    flag = say("{name} dmy, mdy, ymd or ydm", name=option("date_order"))
    day_itself = DAYS.get(question.field)
    if day_itself is not None:
        flag = say("{one} or {other}", one=flag, other=day_itself)

    message = say(
        "{field}: {sentence}",
        field=FIELD_WORDS.get(question.field, question.field),
        sentence=question.message,
    )

    return OpenQuestion(
        "date_order",
        message,
        flag,
        choices=tuple(day.isoformat() for day in question.choices),
        where=question.where,
        about=question.field,
    )


def _time_control(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask how long the games were; the file's own time control is proposed."""
    if settings.minutes is not None or settings.time_control is not None:
        return

    # an example must not read like a proposal
    control = file.time_control or say("TC (like 90+30)")
    flag = say(
        "{name} {control}, or {other} N",
        name=option("time_control"),
        other=option("minutes"),
        control=control,
    )
    message = say("how long were the games?")

    if file.time_text:
        message = say(
            "{question} (the file says: {text})",
            question=message,
            text=file.time_text[:80],
        )

    yield OpenQuestion("time_control", message, flag, file.time_control)


# 2.4: "Ulkomaisen järjestön ... Suomessa järjestämä ... kilpailu katsotaan ulkomaiseksi
# kilpailuksi, ellei sille ole erikseen anottu selokelpoisuutta" (foreign, unless rating
# was applied for)
ABROAD = template(
    "the file says {code}: was it played abroad, or here by an organiser from there?"
    " either is foreign, unless rating was applied for (2.4)"
)


def _question_of_federation(
    file: GamesFile, settings: Settings
) -> Iterator[OpenQuestion]:
    """Ask whether a tournament is domestic whose file names another federation."""
    if settings.domestic is None and file.federation not in ("", HOME, *NO_COUNTRY):
        yield OpenQuestion(
            "domestic",
            say(ABROAD, code=file.federation),
            by_command("--foreign or --domestic", "domestic: true or false"),
            proposed=False,
        )


def _question_of_venue(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask where the games were played, if the file or its name has a mark of games
    played online.
    """
    mark = file.online or mark_of_text(os.path.basename(file.source.file))
    if mark and settings.venue is None and settings.accepted is None:
        message = say(
            "the file has a mark of games played online ({text}): were they played over"
            " the board?",
            text=mark[:80],
        )
        flag = say(
            "{name} board, or {name} online: selo and pelo do not rate them then (2.3)",
            name=option("venue"),
        )
        yield OpenQuestion("venue", message, flag)


def _age_group(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask for the age group, if the name mentions one such as U10."""
    name = settings.name or file.name
    ages = [int(match["age"]) for match in _UNDER.finditer(name)]
    if ages and settings.age_group is None:
        group = "under-10" if max(ages) <= 10 else "under-14"
        yield OpenQuestion(
            "age_group",
            say("the name mentions an age group"),
            say("{name} open, under-14 or under-10", name=option("age_group")),
            group,
        )


def settings_as_proposed(
    settings: Settings, open_questions: list[OpenQuestion]
) -> Settings | None:
    """Return the settings with every proposal accepted, for a preview; None: a question
    has no proposal.

    What comes out is never booked: whoever books has to answer each question.
    """
    proposals = {}
    for question in open_questions:
        if (
            question.proposed is None
            or question.field not in settings.__struct_fields__
        ):
            return None
        proposals[question.field] = question.proposed

    return structs.replace(settings, **proposals)
