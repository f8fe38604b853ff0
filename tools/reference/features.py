"""Writes the page of the features."""

from collections.abc import Iterator

from features import FEATURES
from features.feature import Feature
from tools.reference import table


def features() -> Iterator[str]:
    yield (
        "What an office may do without. Each is a folder of [features](../../features)"
        " with all that belongs to it: rules,"
    )
    yield (
        "questions, commands, pages, words. It is taken away by deleting its folder,"
        " its tests and its line in"
    )
    yield "[features/\\_\\_init\\_\\_.py](../../features/__init__.py).\n"
    rows = (
        (
            _page_of(feature),
            feature.sentence,
            ", ".join(f"`selo {command.name}`" for command in feature.commands),
            ", ".join(f"`{question.address}`" for question in feature.questions),
        )
        for feature in FEATURES
    )
    yield from table(("feature", "what it is for", "commands", "addresses"), rows)


def _page_of(feature: Feature) -> str:
    """The name, as a link to its page if it has one."""
    name = feature.name
    if not (feature.folder / f"{name}.md").is_file():
        return name
    return f"[{name}](../../features/{name}/{name}.md)"
