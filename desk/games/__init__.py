"""Turn a file of games into documents: questions, matching, differences, and the report
of all that. Here: what a file leaves open about its event is asked, all questions at
once, with a proposal where the file allows one.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import structs

from desk.files.games_file import Fields as Fields
from desk.files.games_file import FileGame, GamesFile
from desk.files.settings import Settings
from exchange.names.slug import slug
from exchange.online import mark_of_text
from ledger.errors import Problem, Refused, Where
from ledger.federations import HOME, NO_COUNTRY
from ledger.timeline import TournamentNow
from messages import Message, by_command, either, option, say, template


class OpenQuestion(NamedTuple):
    """A question to the officer. `field` is the field of the settings that answers it,
    `flag` the option that does, or that field where there are no options.
    """

    field: str
    message: Message
    flag: str
    proposed: str | bool | None = None
    choices: tuple[str, ...] = ()
    where: Where = Where()
    about: str = ""  # start or end, of a day that can be read in two ways

    @property
    def proposal(self) -> str:
        """The proposal in words; the only yes-or-no question is whether a tournament is
        domestic.

        Empty where nothing is proposed.
        """
        if isinstance(self.proposed, bool):
            return (
                by_command("--domestic", "domestic")
                if self.proposed
                else by_command("--foreign", "foreign")
            )
        return self.proposed or ""

    def as_problem(self) -> Problem:
        """Return the question as a problem, for a submission that is refused for it.
        The proposal and the choices stand in its sentence, the option that answers it
        in the hint.
        """
        message = self.message
        if self.proposed is not None:
            message = say(
                "{sentence}; proposed: {text}", sentence=message, text=self.proposal
            )
        if self.choices:
            both = {"sentence": message, "names": either(self.choices)}
            message = (
                say("{sentence}; either {names}", **both)
                if len(self.choices) > 1
                else say("{sentence}; perhaps {names}", **both)
            )
        return Problem(
            "needs-answer", message, self.where, say("use {flag}", flag=self.flag)
        )


Standing = Callable[[str], TournamentNow | None]

_UNDER = re.compile(
    r"(?<![a-z])(?:u-?|under[ -]?|alle ?-?|<)(?P<age>8|9|10|11|12|13|14)(?![0-9])",
    re.IGNORECASE,
)


def _colours(where: Literal["matrix", "matches"]) -> OpenQuestion:
    """Ask who had White, where a table does not show it. A matrix has no rounds either;
    the boards of matches have theirs by number.
    """
    if where == "matches":
        message = say("the table does not show who had White")
        flag = say(
            "{name} alternate (home has White on odd boards) or unknown",
            name=option("colours"),
        )
        return OpenQuestion("colours", message, flag, "alternate")
    message = say("the table does not show who had White, nor in which round")
    flag = say(
        "{name} berger (as in the Berger table of the rows) or unknown (the upper row"
        " has White)",
        name=option("colours"),
    )
    return OpenQuestion("colours", message, flag, "berger")


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
    known = (
        settings.tournament is not None and standing(settings.tournament) is not None
    )
    asked = [*_identity(file, settings)]
    if not known:
        asked += _about_the_event(file, settings)
    if file.ids == "mixed" and settings.players_by is None:
        message = say(
            "some ids of the file are too short for FIDE ids, or are not numbers: whose"
            " are they?"
        )
        asked.append(
            OpenQuestion(
                "players_by",
                message,
                say("{name} fide, national or name", name=option("players_by")),
            )
        )
    if file.without_colours and settings.colours is None:
        asked.append(_colours(file.without_colours))
    if file.columns and settings.columns is None:
        message = say(
            "the headings are not known: which column is what? {heads}",
            heads=file.columns.heads,
        )
        asked.append(
            OpenQuestion(
                "columns",
                message,
                say("{name} {text}", name=option("columns"), text=file.columns.text),
                file.columns.text,
            )
        )
    if file.doubled and settings.points is None:
        flag = say(
            "{name} doubled (a win is 2, a draw 1), or {name} usual",
            name=option("points"),
        )
        if file.doubled == "games":
            message, likely = (
                say("the table counts 2 for a win and 1 for a draw: is that one game?"),
                "doubled",
            )
        else:
            # 2-0 may be a match of two games, which are not one
            message, likely = (
                say(
                    "results like 2-0: are they games with 2 for a win, or matches of"
                    " two games?"
                ),
                None,
            )
            flag = say(
                "{name} doubled (games: a win is 2, a draw 1); of matches, send the"
                " games one by one",
                name=option("points"),
            )
        asked.append(OpenQuestion("points", message, flag, likely))
    name = file.source.file
    return [
        question._replace(where=Where(name, question.where.line, None, question.field))
        for question in asked
    ]


# 2.4: "Ulkomaisen järjestön ... Suomessa järjestämä ... kilpailu katsotaan ulkomaiseksi
# kilpailuksi, ellei sille ole erikseen anottu selokelpoisuutta" (foreign, unless rating
# was applied for)
ABROAD = template(
    "the file says {code}: was it played abroad, or here by an organiser from there?"
    " either is foreign, unless rating was applied for (2.4)"
)
_NOT_KNOWN = {
    "start": say("the start is not known"),
    "end": say("the end is not known"),
}
DAYS = {field: say("{name} DAY", name=option(field)) for field in ("start", "end")}
FIELD_WORDS = {"start": say("start"), "end": say("end"), "date": say("date")}


def round_day(number: object) -> Message:
    """Say how the day of a round is given.

    For example:

        round_day(3)  --round-day 3=DAY
    """
    return say(
        "{name} {number}=DAY", name=option("round_days", "round_day"), number=number
    )


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


def _about_the_event(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
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
    if settings.minutes is None and settings.time_control is None:
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
    if settings.domestic is None and file.federation not in ("", HOME, *NO_COUNTRY):
        message = say(ABROAD, code=file.federation)
        yield OpenQuestion(
            "domestic",
            message,
            by_command("--foreign or --domestic", "domestic: true or false"),
            False,
        )
    online = file.online or mark_of_text(os.path.basename(file.source.file))
    if online and settings.venue is None and settings.accepted is None:
        message = say(
            "the file has a mark of games played online ({text}): were they played over"
            " the board?",
            text=online[:80],
        )
        flag = say(
            "{name} board, or {name} online: selo and pelo do not rate them then (2.3)",
            name=option("venue"),
        )
        yield OpenQuestion("venue", message, flag)
    under = [int(match["age"]) for match in _UNDER.finditer(settings.name or file.name)]
    if under and settings.age_group is None:
        group = "under-10" if max(under) <= 10 else "under-14"
        message = say("the name mentions an age group")
        yield OpenQuestion(
            "age_group",
            message,
            say("{name} open, under-14 or under-10", name=option("age_group")),
            group,
        )


def _days(file: GamesFile, settings: Settings) -> Iterator[OpenQuestion]:
    """Ask about days: those that can be read in two ways, those that are missing, and
    those of rounds that are rated one by one.

    Missing days of the tournament are proposed from the first and the last day of its
    games. A day that can be read in two ways is not asked again as missing.
    """
    asked = {question.field for question in file.questions}
    for question in file.questions:
        itself = DAYS.get(question.field)
        choices = tuple(day.isoformat() for day in question.choices)
        flag = say("{name} dmy, mdy, ymd or ydm", name=option("date_order"))
        flag = (
            flag if itself is None else say("{one} or {other}", one=flag, other=itself)
        )
        yield OpenQuestion(
            "date_order",
            say(
                "{field}: {sentence}",
                field=FIELD_WORDS.get(question.field, question.field),
                sentence=question.message,
            ),
            flag,
            None,
            choices,
            question.where,
            question.field,
        )

    days = sorted(game.on for game in file.games if game.on)
    for field, day, guess in (
        ("start", file.start, days[:1]),
        ("end", file.end, days[-1:]),
    ):
        if day is None and not asked & {field, "date"}:
            proposed = guess[0] if guess else None
            yield OpenQuestion(field, _NOT_KNOWN[field], DAYS[field], proposed)

    if settings.each_game_rated:
        for number in sorted({game.round for game in file.games if not game.on}):
            message = say(
                "each game is rated by its day, and round {number} has none",
                number=number,
            )
            yield OpenQuestion("round_days", message, round_day(number))


def questions_of_rounds(
    file: GamesFile,
    settings: Settings,
    tournament: TournamentNow | None,
    is_correction: bool = False,
) -> list[OpenQuestion]:
    """Ask whether the rounds of a file that are not in the ledger are added to those
    that are.

    A club sends a file each round: it has that round alone, or all earlier rounds too.
    Whoever corrects a tournament wants all of such a file. Where a file shows no days,
    the last day of the tournament is asked too, for it may have come later.

    Nothing is asked of a new tournament, of one that was withdrawn or of a file that is
    cut in two. The same goes for a file that has a round in common with the ledger,
    unless it has all of its rounds and more, and is no correction.
    """
    if tournament is None or tournament.withdrawn or settings.stage_from_round:
        return []
    there = {game.round for game in tournament.games.values()}
    here = {game.round for game in file.games}
    is_cumulative = there < here and not is_correction
    if not there or not here or (here & there and not is_cumulative):
        return []
    asked = []
    if settings.other_rounds is None:
        asked.append(_of_other_rounds(tournament, there, here))
    dated = file.end is not None or any(game.on for game in file.games)
    if settings.other_rounds != "struck" and settings.end is None and not dated:
        last = tournament.header.end
        asked.append(OpenQuestion("end", _NOT_KNOWN["end"], DAYS["end"], last))
    name = file.source.file
    return [
        question._replace(where=Where(name, field=question.field)) for question in asked
    ]


def _of_other_rounds(
    tournament: TournamentNow, there: set[int], here: set[int]
) -> OpenQuestion:
    """Ask whether the rounds of the file are added to those in the ledger, which is
    proposed, or replace them.

    `there`: the rounds in the ledger. `here`: those of the file.
    """
    if there < here:
        message = say(
            "{tournament} has {before} of the rounds of the file ({after}) in the"
            " ledger: are the others added to it?",
            tournament=tournament.label(),
            before=_numbers(there),
            after=_numbers(here),
        )
    else:
        message = say(
            "{tournament} has other rounds in the ledger ({before}) than the file"
            " ({after}): are those of the file added to it?",
            tournament=tournament.label(),
            before=_numbers(there),
            after=_numbers(here),
        )
    flag = say(
        "{name} stay (the rounds of the file are added), or {name} struck (the file"
        " is the whole tournament)",
        name=option("other_rounds"),
    )
    return OpenQuestion("other_rounds", message, flag, "stay")


def _numbers(rounds: Iterable[int]) -> str:
    """Write rounds in their order, as in `1, 2, 5`."""
    return ", ".join(map(str, sorted(rounds)))


def assumed(settings: Settings, open_questions: list[OpenQuestion]) -> Settings | None:
    """Return the settings with every proposal accepted, for a preview; None: a question
    has no proposal.

    What comes out is never booked: whoever books has to answer each question.
    """
    if any(
        q.proposed is None or q.field not in settings.__struct_fields__
        for q in open_questions
    ):
        return None
    return structs.replace(settings, **{q.field: q.proposed for q in open_questions})


class Stage(NamedTuple):
    """A tournament to be, as the file states it; days that are not known are None."""

    id: str
    name: str
    start: str | None
    end: str | None
    order_no: int
    games: Sequence[FileGame]


def stages(
    file: GamesFile, settings: Settings
) -> tuple[list[Stage], list[OpenQuestion]]:
    """Return the tournaments of the file, and ask for the days that are missing to cut
    it; the id must be known.

    A file is one tournament, unless `stage_from_round` says with which round the final
    begins. The final gets an id and a name of its own and the next order number.
    `Refused` where one of the two parts would have no games.

    For example, with `stage_from_round` 6:

        kesa        rounds 1 to 5, up to the last day of these
        kesa-final  rounds 6 and on, from the first day of these
    """
    start = file.start.isoformat() if file.start else None
    end = file.end.isoformat() if file.end else None
    name, order = settings.name or file.name, settings.order_no or 0
    first = settings.stage_from_round
    tournament = settings.tournament or ""
    if first is None:
        return [Stage(tournament, name, start, end, order, list(file.games))], []
    before = [game for game in file.games if game.round < first]
    after = [game for game in file.games if game.round >= first]
    if not before or not after:
        message = (
            say("no game is in or after round {number}", number=first)
            if before
            else say("no game is before round {number}", number=first)
        )
        where = Where(file.source.file, field="stage_from_round")
        raise Refused(
            Problem(
                "one-stage",
                message,
                where,
                say("is this the first round of the final?"),
            )
        )
    # the two are rated one after the other, so each needs a day of its own
    last_day = max((game.on for game in before if game.on), default=None)
    first_day = min((game.on for game in after if game.on), default=None)
    final = settings.final or f"{tournament}-final"
    both = [
        Stage(tournament, name, start, last_day, order, before),
        Stage(final, f"{name}, final"[:200], first_day, end, order + 1, after),
    ]
    return both, [
        *_missing(last_day, first - 1, file),
        *_missing(first_day, first, file),
    ]


def _missing(day: str | None, number: int, file: GamesFile) -> list[OpenQuestion]:
    """Ask for the day of the round at which a file is cut, unless it is known.

    `day`: YYYY-MM-DD. `number`: the round that is asked about.
    """
    if day is not None:
        return []
    message = say(
        "preliminary and final are cut at round {number}, which has no day",
        number=number,
    )
    return [
        OpenQuestion(
            "round_days", message, round_day(number), where=Where(file.source.file)
        )
    ]


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


def with_ids(stage: Stage, ids: dict[str, str]) -> list[FileGame]:
    """Return the games between player ids instead of rows.

    `ids`: the player of each row, by its key; every row with a game must be in it.
    """
    return [
        game._replace(white=ids[game.white], black=ids[game.black])
        for game in stage.games
    ]


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
