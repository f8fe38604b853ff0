"""The form in which a report on paper is typed: who played, and the rounds as they
were paired, checked whenever it is kept.

It is kept as a draft from the first time on, and that draft is a report like any other:
its page asks who is who, shows what would move, and has the button that books.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from desk.files.settings import BYE
from desk.files.settings import NEW as NEW_PLAYER
from exchange.json.characters import bad_text
from exchange.names.words import CUT
from exchange.trf.sheet import (
    BYES,
    Sheet,
    SheetGame,
    SheetPlayer,
    is_typed,
    read_sheet,
    sheet_text,
)
from ledger.errors import NotFound, Problem, Refused, Where
from messages import Message, say
from messages.results import RESULTS
from projections.answers.reading import Reading
from web.auth import who_of
from web.booking import own_draft, quota_of
from web.desk.addresses import number_of
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk
from web.http import HttpRequest
from web.pages.rendering import rendered
from web.questions import number_in, query_pairs
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, keep_draft, rewrite_draft
from web.store.tokens import Role

FORM = "paper"  # its name on its page
NEW = "/desk/paper"
# rows and boards that a new form has; so many are added to a full one
FEW_PLAYERS, MORE_PLAYERS = 8, 8
MOST_PLAYERS, MOST_ROUNDS = 200, 30
# what is done when it is kept
STAY, PLAYERS, ROUND, LOOK = "stay", "players", "round", "look"
_POINTS = re.compile(r"[0-9]{1,3}(?:[.,][05])?")
_PLAYER = re.compile(r"player\.([0-9]{1,3})")
_GAME = re.compile(r"white\.([0-9]{1,2})\.([0-9]{1,3})")


class Typed(NamedTuple):
    """What a form says: the sheet, and the ids of the players who were named by them,
    by their numbers on the sheet.
    """

    sheet: Sheet
    ids: dict[int, str]


class Pair(NamedTuple):
    """Two players who met, whatever the colours."""

    lower: int
    higher: int


def paper_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    @get(NEW, opt={"role": Role.SUBMITTER})
    async def new(request: HttpRequest) -> Response[bytes]:
        return await desk.of_ledger(request, lambda at, reading: empty_page(at))

    @post(NEW, opt={"role": Role.SUBMITTER})
    async def begun(request: HttpRequest) -> Response[bytes]:
        async def keep(form: Form) -> Response[bytes]:
            at, who = desk.at(request), who_of(request.scope)
            typed = await desk.known(at, lambda reading: typed_in(form, reading))
            row = await desk.threads.run(
                lambda: keep_draft(
                    ledger,
                    name_of(typed.sheet),
                    sheet_text(typed.sheet).encode(),
                    with_ids(None, typed),
                    None,
                    None,
                    who.name,
                    settings.now(),
                    quota_of(who),
                )
            )
            return desk.to(request, _next(form, row.number))

        async def page(at: AtDesk) -> str:
            return empty_page(at)

        return await desk.take(request, FORM, page, keep)

    def typed_draft(number: int, at: AtDesk) -> Draft:
        """Return a draft of the person at the desk that was typed from paper.

        `NotFound`: it waits no more, or came as a file.
        """
        draft = own_draft(ledger, number, at.who)
        if draft.row.state != WAITING or not is_typed(draft.content):
            message = say("draft {number} was not typed from paper", number=number)
            hint = say("look at the draft itself")
            raise NotFound(Problem("not-there", message, hint=hint))
        return draft

    def draft_page(number: int, at: AtDesk, more: str) -> str:
        draft = typed_draft(number, at)
        return desk.ask(at, lambda reading: kept_page(at, reading, draft, more))

    @get("/desk/drafts/{number:str}/paper", opt={"role": Role.SUBMITTER})
    async def kept(request: HttpRequest) -> Response[bytes]:
        number, at = number_of(request), desk.at(request)
        more = dict(query_pairs(request.scope["query_string"])).get("more", "")
        return await desk.page(lambda: draft_page(number, at, more))

    @post("/desk/drafts/{number:str}/paper", opt={"role": Role.SUBMITTER})
    async def kept_again(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)

        async def keep(form: Form) -> Response[bytes]:
            at = desk.at(request)
            typed = await desk.known(at, lambda reading: typed_in(form, reading))

            def work() -> None:
                draft = typed_draft(number, at)
                rewrite_draft(
                    ledger,
                    number,
                    name_of(typed.sheet),
                    sheet_text(typed.sheet).encode(),
                    with_ids(draft, typed),
                    at.who.name,
                    settings.now(),
                )

            return await desk.done(request, work, _next(form, number))

        async def page(at: AtDesk) -> str:
            return await desk.threads.run(lambda: draft_page(number, at, ""))

        return await desk.take(request, FORM, page, keep)

    return [new, begun, kept, kept_again]


def _next(form: Form, number: int) -> str:
    """Return the address of what comes after the form was kept."""
    then = form.text("then")
    if then == LOOK:
        return f"/desk/drafts/{number}"
    more = f"?more={then}" if then in (PLAYERS, ROUND) else ""
    return f"/desk/drafts/{number}/paper{more}"


def name_of(sheet: Sheet) -> str:
    """Name the draft as a file: `Spring Open.trf`, or `report.trf` without a name."""
    return f"{sheet.name or 'report'}.trf"


def with_ids(draft: Draft | None, typed: Typed) -> bytes | None:
    """Put who was named by their id over the answers about the draft: a number whose
    field has a name now is asked about again. That somebody is new, or was no opponent,
    is no id and stands in no field: it stays answered while their name stays.
    """
    settings = None if draft is None else draft.settings
    answers: dict[str, object] = json.loads(settings) if settings else {}
    players = {} if draft is None else _answers_that_stay(draft, typed.sheet)
    players |= {str(number): player for number, player in typed.ids.items()}
    if not players:
        answers.pop("map", None)
    else:
        answers["map"] = players
    return json.dumps(answers, ensure_ascii=False).encode() if answers else None


def _answers_that_stay(draft: Draft, sheet: Sheet) -> dict[str, str]:
    """Return the answers about people that are no ids, of numbers that have the same
    name on the new sheet as on the draft's.
    """
    answers: dict[str, dict[str, str]] = json.loads(draft.settings or b"{}")
    before = _names_by_number(read_sheet(draft.content, draft.row.name))
    now = _names_by_number(sheet)
    no_ids = {
        number: answer
        for number, answer in answers.get("map", {}).items()
        if answer in (NEW_PLAYER, BYE)
    }
    return {
        number: answer
        for number, answer in no_ids.items()
        if number in now and now[number] == before.get(number)
    }


def _names_by_number(sheet: Sheet) -> dict[str, str]:
    return {str(number): player.name for number, player in enumerate(sheet.players, 1)}


def typed_in(form: Form, reading: Reading) -> Typed:
    """Read the form; refuse all that is wrong with it, each at its field.

    A field of a player holds a name, or an identifier of the ledger. `Refused` has a
    problem for each mistake, so that all of them are mended at once.
    """
    form.need(("name", "player.1"))
    problems: list[Problem] = []
    ids: dict[int, str] = {}
    players = [*_players(form, reading, ids, problems)]
    games = [*_games(form, len(players), problems)]
    if not players:
        problems.append(_wrong("player.1", say("nobody is on the sheet")))
    problems += _header(form)
    if problems:
        raise Refused(problems)
    sheet = Sheet(
        form.text("name"),
        form.text("start"),
        form.text("end"),
        form.text("time"),
        form.text("place"),
        tuple(players),
        tuple(games),
    )
    return Typed(sheet, ids)


def _wrong(field: str, message: Message, hint: Message | None = None) -> Problem:
    """Make the problem of one field, which the page shows beside it."""
    if hint is None:
        return Problem("parameter", message, Where(field=field))
    return Problem("parameter", message, Where(field=field), hint)


def _header(form: Form) -> Iterator[Problem]:
    """Yield what is wrong with what is typed of the event."""
    for field in ("name", "time", "place"):
        bad = bad_text(form.text(field))
        if bad is not None:
            yield Problem("bad-text", bad, Where(field=field))
    for field in ("start", "end"):
        text = form.text(field)
        if text and not _is_day(text):
            yield _wrong(field, say("write a day as 2026-05-31"))


def _is_day(text: str) -> bool:
    """Tell whether a text is a day as YYYY-MM-DD; 20260531 and 2026-W22-7 are none."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _players(
    form: Form, reading: Reading, ids: dict[int, str], problems: list[Problem]
) -> Iterator[SheetPlayer]:
    """Yield the players down to the last who is named, and note whose ids they are."""
    numbers = [
        int(match[1]) for name in form.fields if (match := _PLAYER.fullmatch(name))
    ]
    last = max(
        (number for number in numbers if form.text(f"player.{number}")), default=0
    )
    for number in range(1, last + 1):
        text, points = form.text(f"player.{number}"), form.text(f"points.{number}")
        if not text:
            message = say("row {number} has no name", number=number)
            hint = say("write who it is, or move those below it up")
            problems.append(_wrong(f"player.{number}", message, hint))
        problems += _name_flaws(f"player.{number}", text)
        if points and not _POINTS.fullmatch(points):
            message = say("points are written like 2 or 2.5")
            problems.append(_wrong(f"points.{number}", message))
        player = reading.timeline.player(text) if text else None
        if player is not None:
            problems += _taken(reading, text, number, ids)
            ids[number] = text
        yield SheetPlayer(
            _name(reading, text) if player is not None else text,
            points.replace(",", "."),
        )


def _taken(
    reading: Reading, player: str, number: int, ids: dict[int, str]
) -> Iterator[Problem]:
    """Yield that a player stands in a row above already, under this id or one that was
    merged with it.
    """
    resolve = reading.timeline.resolve
    for above, other in ids.items():
        if resolve(other) == resolve(player):
            message = say(
                "{player} is in row {number} already", player=player, number=above
            )
            yield _wrong(f"player.{number}", message)


def _name_flaws(field: str, name: str) -> Iterator[Problem]:
    """Yield what is wrong with a name: characters that no report has, or too many.

    A report has `CUT` letters of a name, and would lose the rest.
    """
    bad = bad_text(name)
    if bad is not None:
        yield Problem("bad-text", bad, Where(field=field))
    if len(name) > CUT:
        message = say("a report has {count} letters of a name", count=CUT)
        yield _wrong(field, message, say("leave out a middle name, or write the id"))


def _name(reading: Reading, player: str) -> str:
    """Return the name of a player, as the person at the desk may see it."""
    return reading.policy.seen(reading.timeline.person(player)).name or player


def _games(form: Form, players: int, problems: list[Problem]) -> Iterator[SheetGame]:
    """Yield the games of all rounds. A line with nothing in it is none.

    `players`: how many are on the sheet. `problems` is filled on the way, also with
    whoever plays twice in one round.
    """
    boards = sorted(
        (int(match[1]), int(match[2]))
        for name in form.fields
        if (match := _GAME.fullmatch(name))
    )
    seated: set[tuple[int, int]] = set()
    for at, board in boards:
        texts = {
            side: form.text(f"{side}.{at}.{board}")
            for side in ("white", "result", "black")
        }
        if not any(texts.values()):
            continue
        game = _game(at, board, texts, players, problems)
        if game is None:
            continue
        for side, number in (("white", game.white), ("black", game.black)):
            if number is None:
                continue
            if (at, number) in seated:
                message = say(
                    "{number} plays twice in round {round}", number=number, round=at
                )
                problems.append(_wrong(f"{side}.{at}.{board}", message))
            seated.add((at, number))
        yield game


def _game(
    at: int, board: int, texts: dict[str, str], players: int, problems: list[Problem]
) -> SheetGame | None:
    """Read one line of a round; None: something is wrong with it.

    `at`: the round. `texts`: what is typed for white, result and black. A bye has its
    player as white and nobody as black.
    """
    before = len(problems)
    result = texts["result"]
    bye = result in BYES
    numbers: dict[str, int] = {}
    for side in ("white", "black"):
        text, field = texts[side], f"{side}.{at}.{board}"
        if side == "black" and bye:
            if text:
                message = say("a bye has no opponent")
                problems.append(_wrong(field, message))
            continue
        number = number_in(text)
        if number is None or not 1 <= number <= players:
            message = say("write the number of a player, 1 to {last}", last=players)
            problems.append(_wrong(field, message))
        else:
            numbers[side] = number
    if not bye and result not in RESULTS:
        message = say("the result is missing")
        problems.append(_wrong(f"result.{at}.{board}", message))
    if len(numbers) == 2 and numbers["white"] == numbers["black"]:
        message = say("nobody plays against themselves")
        problems.append(_wrong(f"black.{at}.{board}", message))
    if len(problems) > before:
        return None
    return SheetGame(at, numbers["white"], numbers.get("black"), result)


def half_points(sheet: Sheet) -> list[int]:
    """Return the half points of each player, in the order of the sheet.

    A win is 2, a draw 1. A game whose result scores nothing for either adds nothing.
    """
    sums = Counter[int]()
    for game in sheet.games:
        if game.black is None:
            sums[game.white] += BYES[game.result]
            continue
        scored = RESULTS[game.result].scored
        if scored is not None:
            sums[game.white] += scored[0]
            sums[game.black] += scored[1]
    return [sums[number] for number in range(1, len(sheet.players) + 1)]


def looks_odd(sheet: Sheet) -> Iterator[Message]:
    """Yield what is worth another look at the paper."""
    yield from _points_that_differ(sheet)
    met: dict[Pair, int] = {}
    for game in sheet.games:
        if game.black is None:
            continue
        pair = Pair(min(game.white, game.black), max(game.white, game.black))
        if pair in met:
            yield say(
                "round {round}: {one} and {other} met in round {before} too",
                round=game.round,
                one=pair.lower,
                other=pair.higher,
                before=met[pair],
            )
        met.setdefault(pair, game.round)
    yield from _colours_in_a_row(sheet)


def _points_that_differ(sheet: Sheet) -> Iterator[Message]:
    sums = half_points(sheet)
    for number, (player, halves) in enumerate(zip(sheet.players, sums, strict=True), 1):
        if player.points and float(player.points) * 2 != halves:
            yield say(
                "{number} {name}: the sheet has {sheet} points, the rounds give {sum}",
                number=number,
                name=player.name,
                sheet=player.points,
                sum=f"{halves / 2:g}",
            )


# times one colour in a row: no pairing program gives it before the last round
THREE = 3


def _colours_in_a_row(sheet: Sheet) -> Iterator[Message]:
    colours: dict[int, str] = {}
    for game in sheet.games:
        if game.black is None or not RESULTS[game.result].is_played:
            continue
        for number, colour in ((game.white, "w"), (game.black, "b")):
            so_far = colours.get(number, "")
            row = so_far + colour if so_far.endswith(colour) else colour
            colours[number] = row
            if len(row) == THREE:
                yield say(
                    "{number} has the same colour three times in a row, up to round"
                    " {round}",
                    number=number,
                    round=game.round,
                )


def empty_page(at: AtDesk) -> str:
    return _page(at, Sheet(), {}, [], None, "")


def kept_page(at: AtDesk, reading: Reading, draft: Draft, more: str) -> str:
    sheet = read_sheet(draft.content, draft.row.name)
    answers: dict[str, dict[str, str]] = json.loads(draft.settings or b"{}")
    ids = {
        int(number): player
        for number, player in answers.get("map", {}).items()
        if reading.timeline.player(player) is not None
    }
    return _page(at, sheet, ids, [*looks_odd(sheet)], draft.row.number, more)


def _page(
    at: AtDesk,
    sheet: Sheet,
    ids: dict[int, str],
    odd: Sequence[Message],
    draft: int | None,
    more: str,
) -> str:
    """Make the page of the form, with a few lines more than are filled in."""
    typed = {} if at.sent is None else at.sent.fields
    typed_players = [
        int(match[1]) for name in typed if (match := _PLAYER.fullmatch(name))
    ]
    typed_boards = [
        (int(match[1]), int(match[2]))
        for name in typed
        if (match := _GAME.fullmatch(name))
    ]
    players = max([FEW_PLAYERS, len(sheet.players), *typed_players])
    if more == PLAYERS:
        players += MORE_PLAYERS
    rounds = max([1, sheet.rounds, *(at_round for at_round, _ in typed_boards)])
    if more == ROUND:
        rounds += 1
    players, rounds = min(players, MOST_PLAYERS), min(rounds, MOST_ROUNDS)
    games = {
        number: [game for game in sheet.games if game.round == number]
        for number in range(1, rounds + 1)
    }
    on_sheet = max(len(sheet.players), 2)
    boards = max(
        [
            (on_sheet + 1) // 2,
            *(len(of_round) for of_round in games.values()),
            *(board for _, board in typed_boards),
        ]
    )
    return rendered(
        "desk/paper.html",
        at.visit,
        at=at,
        sheet=sheet,
        ids=ids,
        odd=odd,
        draft=draft,
        players=players,
        games=games,
        boards=boards if draft is not None or typed_boards else FEW_PLAYERS // 2,
        sums=half_points(sheet),
        results=RESULTS,
        byes=BYES,
        open_round=rounds,
    )
