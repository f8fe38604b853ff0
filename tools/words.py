"""The messages of the pages, and the catalogues that say them in Finnish and Swedish.

python -m tools.words      adds messages that are new to the .po files, empty, and takes out those no longer used
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from web.pages.words import terms
from web.pages.words.at_desk import AT_DESK
from web.pages.words.catalogues import PROGRAM
from web.pages.words.other_systems import OTHER_SYSTEMS
from web.pages.words.pictures import PICTURES
from web.pages.words.program import PATTERNS
from web.pages.words.refused import REFUSED
from web.pages.words.refused.for_browsers import SAID_HERE

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "web" / "pages"
LANGUAGES = ("fi", "sv")
ROOMS = ("", "desk")
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
OPTIONS = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
Key = tuple[str | None, str]  # context, message


def used() -> dict[Key, str | None]:
    """Every message that a page may say, with its plural if it has one."""
    return {**of_desk(), **of_pages()}


def of_pages() -> dict[Key, str | None]:
    """Those of the pages for everybody, and of the program."""
    folders = ("templates", "templates/people", ".", "public", "words")
    messages = {key: plural for folder in folders for key, plural in _of(PAGES / folder).items()}
    for table in terms.TABLES:
        messages.update(((None, words), None) for words in table.values())
    messages.update(((PROGRAM, pattern), None) for pattern in (*PATTERNS, *OTHER_SYSTEMS))
    return messages


def of_desk() -> dict[Key, str | None]:
    """Those that only the desk and the committee's pages say."""
    others = of_pages()
    messages = {**_of(PAGES / "templates" / "desk"), **_of(PAGES / "templates" / "committee")}
    messages.update(((PROGRAM, words), None) for words in (*PICTURES, *AT_DESK, *REFUSED, *SAID_HERE))
    return {key: plural for key, plural in messages.items() if key not in others}


def _of(folder: Path) -> dict[Key, str | None]:
    messages: dict[Key, str | None] = {}
    for path in sorted([*folder.glob("*.html"), *folder.glob("*.py")]):
        method = "jinja2" if path.suffix == ".html" else "python"
        with path.open("rb") as file:
            for _, words, _, context in extract(method, file, keywords=KEYWORDS, options=OPTIONS):
                single, plural = words[:2] if isinstance(words, tuple) else (words, None)
                messages[context, single] = plural
    return messages


def kept(language: str, *rooms: str) -> Catalog:
    """Both catalogues of a language as one, or those of some rooms."""
    joined = Catalog(locale=language)
    for room in rooms or ROOMS:
        path = PAGES / "words" / room / f"{language}.po"
        if path.exists():
            with path.open("rb") as file:
                for message in read_po(file, locale=language):
                    if message.id:
                        joined.add(message.id, message.string, context=message.context)
    return joined


def translated(catalog: Catalog) -> Iterator[tuple[Key, Message]]:
    for message in catalog:
        if message.id:
            single = message.id if isinstance(message.id, str) else message.id[0]
            yield (message.context, single), message


def main() -> None:
    for language, (room, wanted) in product(LANGUAGES, (("", of_pages()), ("desk", of_desk()))):
        before = dict(translated(kept(language)))
        after = Catalog(locale=language, header_comment="")
        for (context, single), plural in sorted(wanted.items(), key=lambda item: (item[0][0] or "", item[0][1])):
            known = before.get((context, single))
            text = known.string if known is not None else ""
            after.add(single if plural is None else (single, plural), text, context=context)
        with (PAGES / "words" / room / f"{language}.po").open("wb") as file:
            write_po(file, after, width=110, omit_header=True, no_location=True)
        missing = [message.id for _, message in translated(after) if not all(texts(message))]
        print(f"{language} {room}: {len(wanted)} messages, {len(missing)} to be translated")


def texts(message: Message) -> tuple[str, ...]:
    """What a catalogue says, every plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def sources(message: Message) -> tuple[str, ...]:
    """What the page says in English."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


if __name__ == "__main__":
    main()
