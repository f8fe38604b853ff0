"""What a file leaves open about its event: every question at once, with a proposal where the file allows one."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

from desk.files.intake import Intake
from desk.files.settings import Settings
from exchange.text.federations import HOME, NO_COUNTRY
from ledger.errors import Problem, Where
from ledger.timeline import TournamentNow


class Needed(NamedTuple):
    """A question. `field` is the field of the settings that answers it, `flag` how to say it."""

    field: str
    message: str
    flag: str
    proposed: Any = None
    choices: tuple[str, ...] = ()
    where: Where = Where()

    def as_dict(self) -> dict[str, Any]:
        return {
            "field": self.field, "message": self.message, "proposed": self.proposed, "proposal": self.proposal,
            "choices": list(self.choices), "flag": self.flag,
        }  # fmt: skip

    @property
    def proposal(self) -> str:
        """In words: the only questions of yes and no are those of domestic."""
        words = {True: "--domestic", False: "--foreign"}
        return words[self.proposed] if isinstance(self.proposed, bool) else str(self.proposed or "")

    def as_problem(self) -> Problem:
        proposal = f"; proposed: {self.proposal}" if self.proposed is not None else ""
        lead = "either" if len(self.choices) > 1 else "perhaps"
        choices = f"; {lead} {' or '.join(self.choices)}" if self.choices else ""
        return Problem("needs-answer", self.message + proposal + choices, self.where, f"say {self.flag}")


MAX_SLUG = 40
Standing = Callable[[str], TournamentNow | None]

_UNDER = re.compile(r"(?<![a-z])(?:u-?|under[ -]?|alle ?-?|<)(?P<age>8|9|10|11|12|13|14)(?![0-9])", re.IGNORECASE)


def slug(name: str, day: date | None) -> str | None:
    """An id made from the first words of the name and the year; None where it has no Latin letter."""
    import unicodedata

    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    words = re.findall(r"[a-z0-9]+", plain)
    if not any(word.isalpha() for word in words):
        return None
    while len("-".join(words)) > MAX_SLUG and len(words) > 1:
        words.pop()
    year = [str(day.year)] if day and str(day.year) not in words else []
    return "-".join(["-".join(words)[:MAX_SLUG], *year])


def questions(intake: Intake, settings: Settings, standing: Standing) -> list[Needed]:
    """Everything the officer has to say about the event. What the ledger holds already is not asked again."""
    known = settings.tournament is not None and standing(settings.tournament) is not None
    found = [*_identity(intake, settings)]
    if not known:
        found += _about_the_event(intake, settings)
    if intake.ids == "mixed" and settings.players_by is None:
        message = "some ids of the file are too short for FIDE's, or no numbers: whose are they?"
        found.append(Needed("players_by", message, "--players-by fide, national or name"))
    where = intake.source.file
    return [need._replace(where=Where(where, need.where.line, None, need.field)) for need in found]


def _identity(intake: Intake, settings: Settings) -> Iterator[Needed]:
    if settings.tournament is None:
        proposed = slug(settings.name or intake.name, intake.end or intake.start)
        yield Needed("tournament", "which tournament is this? it needs an id", "--id ID", proposed)


def _about_the_event(intake: Intake, settings: Settings) -> Iterator[Needed]:
    if not (settings.name or intake.name):
        yield Needed("name", "the tournament has no name", "--name NAME")
    yield from _days(intake, settings)
    if settings.minutes is None and settings.time_control is None:
        said = f" (the file says: {intake.time_text[:80]})" if intake.time_text else ""
        flag = "--time-control 90+30, or --minutes N"
        yield Needed("time_control", f"how long were the games?{said}", flag, intake.time_control)
    if settings.domestic is None and intake.federation not in ("", HOME, *NO_COUNTRY):
        message = f"the file says {intake.federation}: was the tournament played abroad?"
        yield Needed("domestic", message, "--foreign or --domestic", False)
    under = [int(match["age"]) for match in _UNDER.finditer(settings.name or intake.name)]
    if under and settings.age_group is None:
        group = "under-10" if max(under) <= 10 else "under-14"
        message = "the name speaks of an age group"
        yield Needed("age_group", message, "--age-group open, under-14 or under-10", group)


def _days(intake: Intake, settings: Settings) -> Iterator[Needed]:
    asked = {question.field for question in intake.questions}
    for question in intake.questions:
        flag = {"start": "--start DAY", "end": "--end DAY"}.get(question.field, "")
        choices = tuple(day.isoformat() for day in question.choices)
        flag = " or ".join(filter(None, ("--date-order dmy, mdy, ymd or ydm", flag)))
        yield Needed("date_order", f"{question.field}: {question.message}", flag, None, choices, question.where)
    days = sorted(game.on for game in intake.games if game.on)
    for field, day, guess in (("start", intake.start, days[:1]), ("end", intake.end, days[-1:])):
        if day is None and not asked & {field, "date"}:
            proposed = guess[0] if guess else None
            yield Needed(field, f"the {field} is not known", f"--{field} DAY", proposed)
    if settings.each_game_rated:
        for number in sorted({game.round for game in intake.games if not game.on}):
            message = f"each game is rated by its day, and round {number} has none"
            yield Needed("round_days", message, f"--round-day {number}=DAY")


def assumed(settings: Settings, needs: list[Needed]) -> Settings | None:
    """The settings with every proposal taken as said, for a preview; None: a question has no proposal."""
    import msgspec

    if any(need.proposed is None or need.field not in settings.__struct_fields__ for need in needs):
        return None
    return msgspec.structs.replace(settings, **{need.field: need.proposed for need in needs})
