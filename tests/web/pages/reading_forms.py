"""The forms of a page as a browser without script has them: their fields, what stands
in each, what is said of each.
"""

from html.parser import HTMLParser
from typing import NamedTuple

TEXTS = ("input", "textarea", "select")


class Entry(NamedTuple):
    """A field: its type, what would be sent of it (None: nothing, as of a box that is
    not ticked), and whether it is marked as wrong, with the text that it refers to.
    """

    type: str
    value: str | None
    invalid: bool = False
    said: str = ""
    readonly: bool = False

    @property
    def hidden(self) -> bool:
        return self.type == "hidden"


class SeenForm(NamedTuple):
    method: str
    action: str
    kind: str
    entries: dict[str, Entry]

    def sent(self) -> dict[str, str]:
        """What a browser would send, but for files."""
        return {
            name: entry.value
            for name, entry in self.entries.items()
            if entry.value is not None
        }

    def shown(self) -> dict[str, Entry]:
        """The fields that somebody sees and can change."""
        return {name: entry for name, entry in self.entries.items() if not entry.hidden}


def forms_of(html: str) -> list[SeenForm]:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    texts = {
        name: " ".join(" ".join(parts).split()) for name, parts in reader.texts.items()
    }
    return [
        form._replace(
            entries={
                name: entry._replace(said=texts.get(entry.said, ""))
                for name, entry in form.entries.items()
            }
        )
        for form in reader.forms
    ]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[SeenForm] = []
        self.texts: dict[str, list[str]] = {}  # by the id of what they stand in
        self._open: list[tuple[str, str]] = []  # elements with their ids
        self._form: SeenForm | None = None
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag not in ("input", "br", "hr", "meta", "link", "img", "wbr", "col"):
            self._open.append((tag, at.get("id", "")))
        if tag == "form":
            self._form = SeenForm(
                at.get("method", "get"), at.get("action", ""), at.get("enctype", ""), {}
            )
            self.forms.append(self._form)
        if self._form is None:
            return
        if tag in TEXTS and at.get("name"):
            self._field(tag, at)
        if tag == "option" and self._select is not None:
            self._select[1].append((at.get("value", ""), "selected" in at))

    def _field(self, tag: str, at: dict[str, str]) -> None:
        assert self._form is not None
        name, kind = at["name"], at.get("type", "text") if tag == "input" else tag
        value: str | None = at.get("value", "") if tag == "input" else ""
        if kind in ("checkbox", "radio"):
            earlier = self._form.entries.get(name)
            value = (
                value
                if "checked" in at
                else earlier.value
                if earlier is not None
                else None
            )
        if kind == "file":
            value = None
        assert name not in self._form.entries or kind == "radio", f"two fields {name}"
        self._form.entries[name] = Entry(
            kind,
            value,
            at.get("aria-invalid") == "true",
            at.get("aria-describedby", ""),
            "readonly" in at,
        )
        if tag == "select":
            self._select = name, []
        if tag == "textarea":
            self._area = name

    def handle_endtag(self, tag: str) -> None:
        if self._open:
            self._open.pop()
        if tag == "form":
            self._form = None
        if self._form is None:
            return
        if tag == "select" and self._select is not None:
            name, options = self._select
            chosen = [value for value, selected in options if selected] or [
                value for value, _ in options
            ]
            self._form.entries[name] = self._form.entries[name]._replace(
                value=chosen[0] if chosen else ""
            )
            self._select = None
        if tag == "textarea" and self._area is not None:
            entry = self._form.entries[self._area]
            # the line end after the tag is none of the text
            text = (entry.value or "").removeprefix("\n")
            self._form.entries[self._area] = entry._replace(value=text)
            self._area = None

    def handle_data(self, data: str) -> None:
        for _, name in self._open:
            if name:
                self.texts.setdefault(name, []).append(data)
        if self._form is not None and self._area is not None:
            entry = self._form.entries[self._area]
            self._form.entries[self._area] = entry._replace(
                value=(entry.value or "") + data
            )
