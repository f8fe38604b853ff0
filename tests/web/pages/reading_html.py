"""A page read strictly: everything opened is closed, ids are unique, nothing is inline,
labels lead somewhere.
"""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from tools import words

VOID = {"meta", "link", "input", "base", "br", "hr", "img", "wbr", "col"}
# what a block may not stand in
PARAGRAPH_ENDS = {
    "p",
    "div",
    "table",
    "ul",
    "ol",
    "dl",
    "form",
    "h1",
    "h2",
    "h3",
    "figure",
    "section",
    "nav",
    "details",
}
NAMED = {"input", "select", "textarea"}


class Page(HTMLParser):
    """The page's texts, links and flaws."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.flaws: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.language = ""
        self._open: list[str] = []
        self._refers: list[str] = []
        self.feed(html)
        self.close()
        self.flaws += [f"not closed: {tag}" for tag in self._open]
        self.flaws += [
            f"id twice: {name}"
            for name in {name for name in self.ids if self.ids.count(name) > 1}
        ]
        self.flaws += [
            f"refers to nothing: {name}"
            for name in self._refers
            if name not in self.ids
        ]
        if not html.startswith("<!doctype html>"):
            self.flaws.append("no doctype")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if len(named) < len(attrs):
            self.flaws.append(f"attribute twice: {tag}")
        self.flaws += list(self._flaws_of(tag, named))
        if tag == "html":
            self.language = named.get("lang") or ""
        if "id" in named:
            self.ids.append(named["id"] or "")
        self._refers += [
            name
            for at in ("aria-labelledby", "for", "aria-describedby")
            for name in (named.get(at) or "").split()
        ]
        if tag == "a" and (target := named.get("href")) is not None:
            self.links.append(target)
            if target.startswith("#"):
                self._refers.append(target[1:])
        self.texts += [
            named[at] or ""
            for at in ("aria-label", "placeholder", "title", "alt")
            if at in named
        ]
        if tag not in VOID:
            self._open.append(tag)

    def _flaws_of(self, tag: str, named: dict[str, str | None]) -> Iterator[str]:
        if "style" in named or any(name.startswith("on") for name in named):
            yield f"inline: {tag}"
        if tag == "script" and "src" not in named:
            yield "inline script"
        if tag in PARAGRAPH_ENDS and "p" in self._open:
            yield f"{tag} in a paragraph"
        if tag in {"a", "button"} and {"a", "button"} & set(self._open):
            yield f"{tag} in a link"
        if (
            tag in NAMED
            and named.get("type") != "hidden"
            and "label" not in self._open
            and "aria-label" not in named
            and "id" not in named
        ):
            yield f"{tag} without a label"
        if tag == "img" and "alt" not in named:
            yield "img without alt"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.flaws.append(f"</{tag}> closes {self._open[-1:]}")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not {"script", "style"} & set(self._open):
            self.texts.append(" ".join(data.split()))


@cache
def english(language: str) -> set[str]:
    """The texts that a page in this language has in other words."""
    messages = dict(words.translated(words.kept(language, words.PAGES_ONLY)))
    return {key[1] for key, message in messages.items() if message.string != key[1]}
