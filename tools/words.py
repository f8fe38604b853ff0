"""The messages of the program and of its pages, and the catalogues that say them in
Finnish and Swedish.

python -m tools.words      adds messages that are new to the .po files, empty, and takes out those no longer used
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from features import FEATURES
from features.feature import Feature
from ledger.events import HEADINGS
from web.pages.terms import TABLES

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "web" / "pages"
FOLDER = ROOT / "messages"
LANGUAGES = ("fi", "sv")
ROOMS = (
    "messages",
    "rulebooks",
    "ledger",
    "exchange",
    "projections",
    "desk",
    "audit",
    "web",
    "cli",
)
# names of columns and fields, states and codes of a word or two that the command shows:
# JSON has them in English
WORD = "word"
WORDS = (
    "about", "actor", "adopted from", "after", "answer", "answered", "article", "as it is", "as of", "at", "average",
    "back", "before", "beside the first", "best", "best name", "best performance", "best rating", "black",
    "bonus", "booked", "born", "by", "bytes", "candidate", "candidates", "change", "changed", "check", "class", "clock",
    "club", "counts",
    "created at", "created by", "deviation", "difference", "documents",
    "doubtful", "drawn", "draws", "drift",
    "dropped", "due", "durable", "earlier names", "edition", "encoding", "end", "even", "events", "exact", "expected",
    "expires at", "expires on", "features", "federation", "fide", "fide id", "fide on", "file-system",
    "formula", "found",
    "free-space", "from", "gain", "game", "games", "games and byes", "held", "here", "high", "highest",
    "id", "integrity", "journal",
    "key", "kind", "known from", "known to", "label", "largest", "last met", "last played", "last used", "late", "left",
    "leftovers", "list", "live", "log loss",
    "log loss before", "from then on", "lost", "low", "lowest", "mean", "median", "members", "merged",
    "merged into", "moved", "moved by", "name", "name here", "new", "no longer supported", "normal-time",
    "no game in rounds", "not predicted", "note", "now",
    "number", "old", "on", "openings of", "peak", "people", "performance", "period",
    "played", "player", "players", "points", "proposed", "proven", "provisional", "published", "range", "rank",
    "rank correlation", "rated", "rating", "rating after", "reached", "reason", "recorded", "recorded at", "result",
    "reviewer", "revision", "revoked at", "rights", "role", "root", "row", "rows", "score", "scored", "seq", "seqs",
    "server", "settled at", "settled by", "sex", "source", "spelt differently", "start", "state", "status", "stopped",
    "synchronous", "system", "target", "title", "to", "tournament", "tournaments", "unit", "unlisted", "unproven",
    "us class", "value", "version", "waiting", "what", "where", "white", "who", "whose", "why",
    "withdrawn", "won", "year", "FIDE id", "altered", "earned", "projected", "colour", "lists", "opponent expected",
    "opponent rating", "rated games", "opponent", "round",
    "line", "ours", "theirs", "our games", "their games", "without", "with", "other-name", "unknown", "unrated",
    "twice", "only-here", "swiss", "round-robin", "double-round-robin", "knockout", "other", "letter",
    "board",
    "so far", "win", "draw", "loss", "event",
    "changed at", "shown", "hidden",
    "book at", "book by", "not booked", "planned", "unplanned", "not-booked",
)  # fmt: skip
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
OPTIONS = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
Key = tuple[str | None, str]  # context, message
Messages = dict[Key, str | None]  # with the plural of those that have one


def _in_program(feature: Feature | None) -> Messages:
    """Those that the code makes with `say`, `template`, `counted` and `by_command`,
    whatever room it is in.
    """
    folders = [ROOT / room for room in ROOMS] if feature is None else [feature.folder]
    messages: Messages = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            messages |= _of_code(path)
    # what kinds of events are called stands in sentences too
    headings = HEADINGS.values() if feature is None else ()
    heads = WORDS if feature is None else feature.words
    return {
        **messages,
        **{(None, heading): None for heading in headings},
        **{(WORD, word): None for word in heads},
    }


# by_command has two sentences that are not one another's plural, so it is read twice
_OF_ONE_SENTENCE = {"say": None, "template": None, "by_command": None}
_OF_TWO_SENTENCES = {"by_command": (2,), "counted": (1, 2)}


def _of_code(path: Path) -> Messages:
    """The messages of a module that have words to be translated."""
    text = path.read_bytes()
    messages: Messages = {}
    if _calls_any(text, _OF_ONE_SENTENCE):
        found = extract("python", BytesIO(text), keywords=_OF_ONE_SENTENCE)
        for _, words, _, _ in found:
            single = words[0] if isinstance(words, tuple) else words
            messages[None, single] = None
    if _calls_any(text, _OF_TWO_SENTENCES):
        found = extract("python", BytesIO(text), keywords=_OF_TWO_SENTENCES)
        for _, words, _, _ in found:
            single, plural = words if isinstance(words, tuple) else (words, None)
            messages[None, single] = plural

    with_words: Messages = {}
    for (context, single), plural in messages.items():
        # what is no text of the code's own is read as nothing
        own = _without_places(single) if single else ""
        if any(letter.isalpha() for letter in own):
            with_words[context, single] = plural
    return with_words


def _calls_any(text: bytes, names: Iterable[str]) -> bool:
    """Whether a module calls one of these functions, as far as its text shows."""
    return any(f"{name}(".encode() in text for name in names)


def _without_places(template: str) -> str:
    """The words of a template without its places: one that has none is the same in
    every language.
    """
    return re.sub(r"\{[^}]*\}?", "", template)


def _in_pages(feature: Feature | None) -> Messages:
    """What the templates for everybody say besides."""
    if feature is not None:
        links: Messages = {(None, link.words): None for link in feature.links}
        return {**_of(feature.folder / "templates"), **_of(feature.folder), **links}
    messages: Messages = {}
    for folder in ("templates", "templates/people", ".", "public"):
        messages |= _of(PAGES / folder)
    for table in TABLES:
        messages.update(((None, words), None) for words in table.values())
    return messages


def _in_desk(feature: Feature | None) -> Messages:
    """What only the desk and the committee's pages say."""
    folder = PAGES if feature is None else feature.folder
    messages = _of(folder / "templates" / "desk")
    messages |= _of(folder / "templates" / "committee")
    of_everybody = in_catalogue("pages", feature)
    return _without(messages, of_everybody)


def _without(messages: Messages, others: Messages) -> Messages:
    """The messages that are not among the others."""
    return {key: plural for key, plural in messages.items() if key not in others}


def _of(folder: Path) -> Messages:
    messages: Messages = {}
    for path in sorted([*folder.glob("*.html"), *folder.glob("*.py")]):
        method = "jinja2" if path.suffix == ".html" else "python"
        with path.open("rb") as file:
            found = extract(method, file, keywords=KEYWORDS, options=OPTIONS)
            for _, words, _, context in found:
                if isinstance(words, tuple):
                    single, plural = words[:2]
                    messages[context, single] = plural
                else:
                    messages[context, words] = None
    return messages


def _in_codes(feature: Feature | None) -> Messages:
    """What the codes of problems mean: the sentences of the registry."""
    if feature is not None:
        return {(None, code.meaning): None for code in feature.codes.values()}
    messages: Messages = {}
    for path in sorted((ROOT / "ledger" / "codes").glob("*.py")):
        with path.open("rb") as file:
            sentences = extract("python", file, keywords={"Code": None})
            messages |= {(None, str(words)): None for _, words, _, _ in sentences}
    return messages


CATALOGUES: dict[str, Callable[[Feature | None], Messages]] = {
    "program": _in_program,
    "pages": _in_pages,
    "desk": _in_desk,
    "codes": _in_codes,
}
PLACES: tuple[Feature | None, ...] = (None, *FEATURES)


@cache
def in_catalogue(name: str, feature: Feature | None = None) -> Messages:
    """The messages of one catalogue: of the core, or those of a feature that the core
    does not say too.
    """
    messages = CATALOGUES[name](feature)
    if feature is None:
        return messages
    return _without(messages, in_catalogue(name))


@cache
def wanted(name: str) -> Messages:
    """Every message of this name, of the core and of the features."""
    messages: Messages = {}
    for feature in PLACES:
        messages |= in_catalogue(name, feature)
    return messages


def file_of(language: str, name: str, feature: Feature | None = None) -> Path:
    folder = FOLDER if feature is None else feature.folder / "messages"
    return folder / language / f"{name}.po"


PAGES_ONLY = ("pages", "desk")


def kept(
    language: str,
    names: Iterable[str] = tuple(CATALOGUES),
    places: Sequence[Feature | None] = PLACES,
) -> Catalog:
    """The catalogues of a language as one, or some of them."""
    joined = Catalog(locale=language)
    for name in names:
        for feature in places:
            for message in _messages(file_of(language, name, feature), language):
                joined.add(message.id, message.string, context=message.context)
    return joined


@cache
def _messages(path: Path, language: str) -> list[Message]:
    """The messages of a file; none where there is no file."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        return [message for message in read_po(file, locale=language) if message.id]


def translated(catalog: Catalog) -> Iterator[tuple[Key, Message]]:
    """Each message of a catalogue with its key, but for the head of the file."""
    for message in catalog:
        if not message.id:
            continue
        single = sources(message)[0]
        yield (message.context, single), message


def main() -> None:
    # what moves from one file to another is read before any is written
    files = {
        (feature, name, language): _catalogue(language, name, feature)
        for feature in PLACES
        for name in CATALOGUES
        for language in LANGUAGES
    }
    for (feature, name, language), catalogue in files.items():
        path = file_of(language, name, feature)
        if not len(catalogue):
            path.unlink(missing_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=110, omit_header=True, no_location=True)

        missing = [
            message.id
            for _, message in translated(catalogue)
            if not all(texts(message))
        ]
        place = "" if feature is None else f"{feature.name} "
        print(
            f"{place}{name} {language}: {len(catalogue)} messages, {len(missing)} to be"
            " translated"
        )


def _catalogue(language: str, name: str, feature: Feature | None) -> Catalog:
    """A catalogue with what is known of its messages; one that stood in another file
    keeps its words.
    """
    before = {
        **_known(language, tuple(CATALOGUES)),
        **_known(language, (name,)),
        **dict(translated(kept(language, [name], [feature]))),
    }
    after = Catalog(locale=language, header_comment="")
    wanted_here = in_catalogue(name, feature)
    for (context, single), plural in sorted(
        wanted_here.items(), key=lambda item: (item[0][0] or "", item[0][1])
    ):
        known = before.get((context, single))
        after.add(
            single if plural is None else (single, plural),
            known.string if known is not None else "",
            context=context,
        )
    return after


@cache
def _known(language: str, names: tuple[str, ...]) -> dict[Key, Message]:
    """What the files of these names say, those of the core and of all features."""
    return dict(translated(kept(language, names)))


def texts(message: Message) -> tuple[str, ...]:
    """What a catalogue says, every plural form."""
    return (
        (message.string,)
        if isinstance(message.string, str)
        else tuple(message.string or ())
    )


def sources(message: Message) -> tuple[str, ...]:
    """What is said in English."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


if __name__ == "__main__":
    main()
