"""selo amend, tournament header, tournament game, withdraw, reinstate, vouch, publish,
player add, player merge and player erase: documents made from options.

What a field takes is read off the struct of the document, so that a command says only
which fields it offers and why.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from cli.command_frames import Maker, option, with_examples
from cli.options import preview_option, slip_options, today
from cli.output import json_option, talk
from cli.parameters import argument_of, option_of
from cli.question_commands import Values
from features import FEATURES
from features.feature import readers
from messages import say
from messages.results import RESULTS

if TYPE_CHECKING:
    from ledger.every_document import Strict
    from projections.answers.parameters import Parameter

_BY_KIND = groupby(RESULTS.values(), key=lambda row: (row.is_played, row.is_forfeit))
WHY = "Why; it stays in the log."
GAME = {
    "white": "The player with the white pieces.",
    "black": "The player with the black pieces.",
    "result": ", ".join(" ".join(row.word for row in rows) for _, rows in _BY_KIND),
    "on": "The day it was played.",
    "minutes": "Its own minutes for 60 moves.",
}
Words = str | tuple[str, str]
NOT_THERE = {
    "unknown-player",
    "unknown-tournament",
    "unknown-game",
    "unknown-seq",
    "no-rules",
}


def document(
    kind: str,
    line: Sequence[str],
    words: str,
    examples: Sequence[str],
    options: Mapping[str, Words],
    *,
    more: Sequence[click.Parameter] = (),
    of_game: Mapping[str, str] = MappingProxyType({}),
    of_header: Mapping[str, Words] = MappingProxyType({}),
    optional: Sequence[str] = (),
    stated: Callable[[Values], None] | None = None,
    then: Callable[[bool], None] | None = None,
) -> Maker:
    """Make a command that books one document of a kind.

    `line`: the fields without a name; `options`: the others, with their help, or with
    another spelling and their help, as a switch has that says either yes or no;
    `of_game` and `of_header`: fields of one of its games, and of a tournament. `stated`
    makes fields of the document of what was given, where they are not the same, and of
    `optional` ones that were not; `then` is called when it is booked, with whether it
    was a dry run.
    """

    def made() -> click.Command:
        from ledger.documents import Game, Tournament, by_kind
        from projections.answers.parameters import parameters_of

        def run(dry_run: bool, **values: Any) -> None:
            named = {
                one.field: name for name, one in parameters_of(by_kind()[kind]).items()
            }
            given = {
                named.get(field, field): _number(value)
                for field, value in values.items()
                if value is not None
            }
            if stated is not None:
                stated(given)
            book_one(kind, dry_run, **given)
            if then is not None:
                then(dry_run)

        params = [
            *_params(by_kind()[kind], line, options, optional),
            *_params(Game, (), of_game, of_game),
            *_params(Tournament, (), of_header, of_header),
            *more,
        ]
        params += [*(slip_options() if kind != "vouch" else ()), *preview_option()]
        return json_option(
            click.Command(
                None, callback=run, params=params, help=with_examples(words, examples)
            )
        )

    return made


MANY_CHOICES = 10  # more than a synopsis has room for
_METAVARS = {
    "game": "ID",
    "white": "PLAYER",
    "black": "PLAYER",
    "result": "RESULT",
    "on": "DAY",
    "as_of": "DAY",
    "expect_version": "SEQ",
    "born": "YEAR-OR-DAY",
    "federation": "FED",
    "federation_from": "DAY",
    "minutes": "N",
    "representatives": "PLAYER",
}


def _params(
    struct: "type[Strict]",
    line: Sequence[str],
    fields: Mapping[str, Words],
    optional: Collection[str],
) -> Iterator[click.Parameter]:
    """Make parameters of some fields of a document: those of `line` in their order, and
    the others as options. What a value may be is said where the document is read.
    """
    # most commands take nothing of a game or a header, and start without their structs
    if not line and not fields:
        return
    from projections.answers.parameters import parameters_of

    known = {
        name: _typed_parameter(one, optional)
        for name, one in parameters_of(struct).items()
    }
    yield from (argument_of(known[name], known[name].required) for name in line)
    for name, words in fields.items():
        one, field = known[name], known[name].field
        if isinstance(words, str):
            yield option_of(one._replace(words=words), field, one.required, False)
            continue

        flag, help_words = words
        if one.kind == "flag":
            yield option(flag, field, default=None, help=help_words)
        else:
            named = one._replace(option=flag.removeprefix("--"), words=help_words)
            yield option_of(named, field, False, False)


def _typed_parameter(parameter: "Parameter", optional: Collection[str]) -> "Parameter":
    kind = "text" if len(parameter.one_of) > MANY_CHOICES else parameter.kind
    ids = {
        "tournament": "tournament",
        **dict.fromkeys(("player", "white", "black", "from", "into"), "person"),
    }
    return parameter._replace(
        kind=kind,
        one_of=parameter.one_of if kind == "choice" else (),
        least=None,
        most=None,
        required=parameter.required and parameter.name not in optional,
        ids=ids.get(parameter.name),
        metavar=_METAVARS.get(parameter.name),
    )


def _number(value: object) -> object:
    """Return a whole number as an int: minutes may be 10.5, and 90.0 is 90."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def book_one(kind: str, dry_run: bool, **fields: Any) -> None:
    """Book one document; a refusal names the field, for there is no file to point into.

    An id on the command line that nobody has is not found, as in a question; in a file
    it makes the file bad input.
    """
    from cli.booking.submitting import book
    from exchange.json.documents import document_from_fields
    from ledger.errors import NotFound, Refused, Where

    try:
        book([document_from_fields(kind, fields, Where())], dry_run)
    except Refused as refused:
        if all(problem.code in NOT_THERE for problem in refused.problems):
            raise NotFound(refused.problems) from refused
        raise


def _one_game(stated: Values) -> None:
    """Make an amend of one game: what to change in it, or that it is struck out."""
    change = {name: stated.pop(name) for name in GAME if name in stated}
    strike = stated.pop("strike", False)
    if strike == bool(change):
        raise click.UsageError(
            say("say either what to change (--result, --white, ...) or --strike")
        )
    stated["games"] = {stated.pop("game"): None if strike else change}


def _new_header(stated: Values) -> None:
    """Make an amend of the header."""
    if stated.pop("none", False):
        stated["representatives"] = ()
    elif not stated.get("representatives"):
        stated.pop("representatives", None)
    change = {name: stated.pop(name) for name in HEADER if name in stated}
    if not change:
        raise click.UsageError(
            say("say what to change: --end, --organiser, --foreign, ...")
        )
    stated["set"] = change


def _one_target(stated: Values) -> None:
    """Require either a tournament or the event of a single fact."""
    if ("tournament" in stated) == ("seq" in stated):
        raise click.UsageError(say("name either a tournament or --seq"))


def _state_reinstatement(stated: Values) -> None:
    _one_target(stated)
    stated.setdefault("reason", "reinstated")


def _state_today(stated: Values) -> None:

    stated.setdefault("as_of", today())


def _warn_of_copies(dry_run: bool) -> None:
    if dry_run:
        return
    talk(say("backups hold the name for good"))
    for copies in readers(FEATURES, "copies"):
        talk(copies())


REASON = {"reason": WHY}
VERSION = {"expect_version": "Refuse if the tournament has moved on."}
amend_command = document(
    "amend",
    ("tournament",),
    "Correct or strike out one game of a tournament. More at once: an `amend`"
    " document.",
    ('selo amend autumn-open --game 3.2 --result 1-0 --reason "the slip was misread"',),
    {**REASON, **VERSION},
    stated=_one_game,
    of_game=GAME,
    more=(
        option(
            "--game", required=True, metavar="ID", help="The game, for example 3.2."
        ),
        option("--strike", is_flag=True, help="Strike the game out."),
    ),
)
HEADER: dict[str, Words] = {
    "name": "Its name.",
    "start": "Its first day.",
    "end": "Its last day.",
    "minutes": "Minutes for 60 moves.",
    "time_control": "90+30, or stages: 40/90+30:30+30.",
    "age_group": "Whom it is restricted to.",
    "order_no": "Its place among tournaments with the same days.",
    "organiser": "Who holds it and answers for it.",
    "place": "Where it is played.",
    "arbiter": "Who directs it: an id of the register.",
    "domestic": ("--domestic/--foreign", "Played here, or abroad."),
    "fide_accepted": (
        "--fide-accepted/--not-fide-accepted",
        "Abroad: whether FIDE rates it.",
    ),
    "accepted": (
        "--accepted/--not-accepted",
        "Whether the board has accepted it (2.3).",
    ),
    "official_representation": (
        "--official/--not-official",
        "Everybody is there on an official mission (2.2).",
    ),
    "each_game_rated": (
        "--each-game-rated/--one-unit",
        "Every game by itself, on its day (2.11).",
    ),
    "representatives": (
        "--representative",
        "They are there on an official mission (2.2); the whole list.",
    ),
}
tournament_header_command = document(
    "amend",
    ("tournament",),
    "Correct the header of a tournament: its days, its time, who holds it, who is"
    " sent.",
    (
        (
            'selo tournament header kuusilahti-open-2024 --organiser "Kuusilahden Shakki" --reason'
            ' "as invited" --dry-run'
        ),
    ),
    {**REASON, **VERSION},
    stated=_new_header,
    of_header=HEADER,
    more=(
        option(
            "--no-representatives",
            "none",
            is_flag=True,
            default=None,
            help="Nobody is.",
        ),
    ),
)
tournament_game_command = document(
    "game",
    ("tournament",),
    "Add one game to a tournament that is in the ledger.",
    (
        (
            "selo tournament game league-2024 --round 3 --white F001 --black F002 --result 1-0"
            " --on 2024-02-11"
        ),
    ),
    {
        "round": "Its round.",
        **GAME,
        "board": "The board, for people only.",
        "tiebreak": "A tie-break game (2.10).",
        "key": "An idempotency key of yours.",
        **VERSION,
    },
)
withdraw_command = document(
    "withdraw",
    ("tournament",),
    "Let a tournament, or the fact of one event, no longer count. Nothing is lost.",
    ('selo withdraw autumn-open --reason "recorded twice"',),
    {
        "seq": "A single fact instead: an opening, a merge, a ruling, ...",
        "rules": "The seq put an edition of the rules in force, and that is to end.",
        **REASON,
        **VERSION,
    },
    stated=_one_target,
)
reinstate_command = document(
    "reinstate",
    ("tournament",),
    "Let what was withdrawn count again.",
    ('selo reinstate autumn-open --reason "it was the only record after all"',),
    {
        "seq": "A single fact instead.",
        "reason": f"{WHY} Default: reinstated.",
        **VERSION,
    },
    optional=("reason",),
    stated=_state_reinstatement,
)
player_merge_command = document(
    "merge-players",
    ("from", "into"),
    "Two ids, one person: FROM means INTO from now on, in everything recorded before"
    " and after.",
    ('selo player merge F062 F050 --reason "maiden name"',),
    REASON,
)
vouch_command = document(
    "vouch",
    ("doubt",),
    "Say that what was asked about, or warned of, is right: the answer is on record.",
    ("selo vouch same-day --tournament kuusilahti-open-2023 --always --dry-run",),
    {
        "tournament": "Of this tournament.",
        "player": "Or of this player.",
        "reason": WHY,
        "always": "It is not asked again of this tournament or player.",
    },
)
publish_command = document(
    "publish",
    ("list", "label"),
    "Freeze a list as known now. Again with the same rows: nothing happens; with other"
    " rows: a new revision.",
    ("selo publish selo 2026-01 --as-of 2026-01-01",),
    {"as_of": "The day of the list. Default: today.", "note": "A remark for the log."},
    optional=("as_of",),
    stated=_state_today,
)
player_add_command = document(
    "player",
    ("player",),
    "A new player, or other details of a known one.",
    (
        'selo player add P100 --name "Virtanen, Aino" --born 2011 --sex f',
        'selo player add F053 --name "Aaltosuo, Samuli" --change --dry-run',
        "selo player add F053 --unlisted --dry-run",
    ),
    {
        "name": "Needed for a new player.",
        "sex": "m or f.",
        "born": "Year or day of birth.",
        "federation": "Three capitals, like FIN.",
        "federation_from": "From this day; without it, for all time.",
        "fide_id": "The number FIDE gave.",
        "club": "The club.",
        "change": "Another name, birth or sex of a known player is meant.",
        "unlisted": (
            "--unlisted/--listed",
            "Whether they ask not to be listed in public.",
        ),
    },
)
player_erase_command = document(
    "erase-person",
    ("player",),
    "Name, club, FIDE id, day of birth and sex go for good, under every id of the"
    " person. No number changes.\nBackups and exports keep them.",
    ('selo player erase F012 --reason "asked for it by letter of 3 May" --dry-run',),
    {"reason": "Why; it stays in the log, so do not name anyone in it."},
    then=_warn_of_copies,
)
