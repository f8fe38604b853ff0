"""What `--json` prints, field by field, from the structs that commands answer with.

A test compares ANSWERS with the commands there are. What a field means stands in
messages/answer_fields.txt, by field name or by Struct.field.
"""

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from audit.checkpoint import KeptCheckpoint, SignedCheckpoint
from audit.copy import Copied
from audit.doctor import Examination
from audit.prove import Bundle, GrowthProof
from audit.signing import KeyFile
from audit.tables import Rebuild, TablesCompared
from audit.verdict import Verdict
from cli.demo.walk import Walk
from cli.question_commands import QuestionCommand
from desk.exports.documents import ExportLedgerAnswer
from desk.exports.lists import ExportTablesAnswer
from desk.games.report import FilesSubmitted, FileSubmitted
from desk.import_ledger import ImportedLedger
from desk.lists.answers import ListSubmitted
from desk.outcomes import Submitted
from desk.receipts import NewLedger
from desk.upgrade import Upgrade
from features import FEATURES
from features.feature import imported
from ledger.office import SettingsAnswer
from ledger.store.copies import Backup, Restored
from messages import Message
from messages.answer import UNSET, Answer, Date, Moment
from messages.fields import answer_words, keys_of
from projections.answers.parameters import answers_of
from rulebooks import structs_derived_from
from rulebooks.sheets import ExplainedEntry, SheetGame
from tools.reference import table
from tools.reference.commands import all_commands
from web.store.drafts import DraftRow, DraftsAnswer
from web.store.notices import NoticesAnswer
from web.store.sessions import LoginLink, SessionRow, SessionsAnswer
from web.store.tokens import TokenRow, TokensAnswer

Kind = type[Answer]

# what a command answers beside its question
BESIDE: dict[str, tuple[Kind, ...]] = {
    "rules": (Upgrade,),
    "proof prove": (GrowthProof,),
}


def _questions() -> Iterator[tuple[str, tuple[Kind, ...]]]:
    """The commands that ask, and what they answer with as the question declares it."""
    for words, command, _ in all_commands():
        name = words.removeprefix("selo ")
        if isinstance(command, QuestionCommand):
            yield (
                name,
                tuple(kind for asked in command.kinds for kind in answers_of(asked))
                + BESIDE.get(name, ()),
            )


# a command with several structs answers with one of them, depending on what it was
# given
ANSWERS: dict[str, tuple[Kind, ...]] = {
    **dict(_questions()),
    "init": (NewLedger,),
    "submit": (Submitted, FileSubmitted, FilesSubmitted, ListSubmitted),
    "amend": (Submitted,),
    "vouch": (Submitted,),
    "tournament header": (Submitted,),
    "withdraw": (Submitted,),
    "reinstate": (Submitted,),
    "ledger settings": (SettingsAnswer, Submitted),
    "tournament game": (Submitted,),
    "player merge": (Submitted,),
    "player add": (Submitted,),
    "player erase": (Submitted,),
    "publish": (Submitted,),
    "undo": (Submitted,),
    "ledger rebuild": (Rebuild, TablesCompared),
    "export ledger": (ExportLedgerAnswer,),
    "export tables": (ExportTablesAnswer,),
    "ledger import": (ImportedLedger,),
    "ledger backup": (Backup,),
    "ledger copy": (Copied,),
    "ledger restore": (Restored,),
    "ledger upgrade": (Upgrade,),
    "doctor": (Examination,),
    "proof new-key": (KeyFile,),
    "proof key": (KeyFile,),
    "proof checkpoint": (Submitted, SignedCheckpoint, KeptCheckpoint),
    "verify": (Verdict,),
    "proof bundle": (Bundle,),
    **dict.fromkeys(
        (
            f"draft {word}"
            for word in ("keep", "show", "answer", "comment", "plan", "drop")
        ),
        (DraftRow,),
    ),
    "draft list": (DraftsAnswer,),
    **dict.fromkeys(
        ("draft preview", "draft book"), (Submitted, FileSubmitted, ListSubmitted)
    ),
    "access login": (LoginLink,),
    "access new": (TokenRow,),
    "access list": (TokensAnswer,),
    "access revoke": (TokenRow,),
    "access sessions": (SessionsAnswer,),
    "access end": (SessionRow,),
    "access log": (NoticesAnswer,),
    "demo": (Walk,),
    **{
        command: tuple(map(imported, answers))
        for feature in FEATURES
        for command, answers in feature.answers.items()
    },
}
# prints a script for a shell, and no JSON
NO_ANSWER = {"help", "serve"}

# parts that are always one of their subclasses, or the class itself
SEVERAL: tuple[Kind, ...] = (ExplainedEntry, SheetGame)
WORDS = {
    int: "whole number",
    float: "number",
    str: "text",
    Message: "text",
    bool: "true or false",
    types.NoneType: "null",
    Date: "a day",
    Moment: "a moment in UTC",
}


def kind_words(shape: Any) -> str:
    """What a field holds, in words; the parts with fields of their own are linked."""
    if get_origin(shape) is Annotated:
        return WORDS.get(shape) or kind_words(shape.__origin__)
    if isinstance(shape, type) and issubclass(shape, Answer):
        if shape in SEVERAL:
            return " or ".join(
                _link(kind)
                for kind in (shape, *structs_derived_from(shape))
                if kind is not SheetGame
            )
        return _link(shape)

    inner = get_args(shape)
    match get_origin(shape):
        case origin if origin in (Union, types.UnionType):
            words = dict.fromkeys(
                kind_words(part) for part in inner if part is not msgspec.UnsetType
            )
            # a whole number is a number
            return " or ".join(
                word
                for word in words
                if word != "whole number" or "number" not in words
            )
        case origin if origin in (tuple, list):
            return f"list of {kind_words(inner[0])}"
        case origin if origin is dict:
            return f"object from {kind_words(inner[0])} to {kind_words(inner[1])}"

    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        return "list"
    return WORDS.get(shape, "JSON")


def _link(kind: Kind) -> str:
    return f"[{kind.__name__}](#{kind.__name__.lower()})"


def parts(shape: Any) -> Iterator[Kind]:
    """The structs a type is made of; where a part comes in several kinds, all of them."""
    if isinstance(shape, type) and issubclass(shape, Answer):
        yield shape
        if shape in SEVERAL:
            yield from structs_derived_from(shape)
    for part in get_args(shape):
        yield from parts(part)


@cache
def all_kinds() -> list[Kind]:
    """Every struct of the page: those of the commands first, then their parts, each
    once.
    """
    kinds = dict.fromkeys(kind for answers in ANSWERS.values() for kind in answers)
    waiting = list(kinds)
    for kind in waiting:
        for field in msgspec.structs.fields(kind):
            new = [part for part in parts(field.type) if part not in kinds]
            kinds.update(dict.fromkeys(new))
            waiting += new
    kinds.pop(SheetGame, None)
    return list(kinds)


def field_rows(
    kind: Kind, words: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    """Field, what it holds, whether it may be missing, and what it means; empty when
    nobody wrote that.
    """
    for field in own_fields(kind):
        name = field.encode_name
        missing = "yes" if field.default is UNSET else ""
        meaning = next((words[key] for key in keys_of(kind, name) if key in words), "")
        yield f"`{name}`", kind_words(field.type), missing, meaning


def base_of(kind: Kind) -> Kind | None:
    """The struct of the page whose fields this one goes on from."""
    base = kind.__bases__[0]
    return base if base in set(all_kinds()) - {kind} else None


def own_fields(kind: Kind) -> list[msgspec.structs.FieldInfo]:
    """The fields but those of the struct it goes on from."""
    fields, base = msgspec.structs.fields(kind), base_of(kind)
    return list(
        fields[len(msgspec.structs.fields(base)) :] if base is not None else fields
    )


def answers() -> Iterator[str]:
    yield (
        "What a command prints with `--json`. Fields stand in this order; new ones may"
        " be added, none changes its"
    )
    yield (
        "meaning. A field that *may be missing* is left out where it has nothing to"
        " say; the others are always there,"
    )
    yield (
        "if need be as null. `--jsonl` and `--csv` print the rows. A refusal prints"
        " `problems` instead: see"
    )
    yield "[Problems](problems.md).\n"
    words = answer_words()
    rows = (
        (f"`selo {name}`", " or ".join(kind_words(kind) for kind in kinds))
        for name, kinds in ANSWERS.items()
    )
    yield from table(("command", "answers with"), rows)

    for kind in all_kinds():
        base = base_of(kind)
        more = (
            f" It has the fields of {_link(base)}, and then:"
            if base is not None
            else ""
        )
        yield f"## {kind.__name__}\n\n{' '.join((kind.__doc__ or '').split())}{more}\n"
        yield from table(
            ("field", "holds", "may be missing", "means"), field_rows(kind, words)
        )
