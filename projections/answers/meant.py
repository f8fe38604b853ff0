"""Whom and what a question means that has no such id: a name that only one person has, or what is near it.

Asked only when there is no such id, so an id always comes first; and never where something is recorded.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ledger.store.persons import Personal, everybody, former_names
from names.index import NameIndex
from names.spelling import folded_words
from projections.answers.reading import Reading

LEAST = 3  # letters that a name must have to stand for an id
SHOWN = 4


def player_meant(reading: Reading, text: str) -> str | None:
    """The only player with this id in other capitals, or with a name that has all these words or their beginnings."""
    people = everybody(reading.events)
    words = folded_words(text)
    fits = [person.player for person in people if person.player.casefold() == text.casefold()]
    if not fits and len("".join(words)) >= LEAST and not any(letter.isdigit() for letter in text):
        people += former_names(reading.events)
        fits = [person.player for person in people if _has(person.name, words)]
    # names are always today's; whoever came in later than what the question knows is nobody yet
    ids = {reading.timeline.resolve(player) for player in fits if reading.timeline.player(player) is not None}
    return ids.pop() if len(ids) == 1 else None


def _has(name: str, words: Iterable[str]) -> bool:
    own = folded_words(name)
    return all(any(word.startswith(asked) for word in own) for asked in words)


def near_names(reading: Reading, text: str) -> list[Personal]:
    """Players whose names are near the text, mistakes forgiven, the nearest first."""
    people = {person.player: person for person in everybody(reading.events)}
    index = NameIndex((one.player, one.name) for one in (*people.values(), *former_names(reading.events)))
    near = [people[found.person] for found in index.search(text)]
    return [person for person in near if reading.timeline.player(person.player) is not None]


def near_players(reading: Reading, text: str) -> str:
    """`did you mean ...?` of the players with ids or names near the text; empty when there are none."""
    people = {person.player: person for person in everybody(reading.events)}
    ids = get_close_matches(text.upper(), [name.upper() for name in people], SHOWN, 0.7)
    upper = {name.upper(): person for name, person in people.items()}
    ids = [name for name in ids if reading.timeline.player(upper[name].player) is not None]
    meant = [*near_names(reading, text), *(upper[name] for name in ids)]
    return _did_you_mean([f"{person.player} {person.name}" for person in dict.fromkeys(meant)])


def near_tournaments(reading: Reading, text: str) -> str:
    """`did you mean ...?` of the tournaments with ids near the text; empty when there are none."""
    ids = reading.index.all_tournaments()
    folded = {name.casefold(): name for name in ids}
    part = [name for name in ids if text.casefold() in name.casefold()] if len(text) >= LEAST else []
    near = [folded[name] for name in get_close_matches(text.casefold(), [*folded], SHOWN, 0.7)]
    return _did_you_mean([*near, *part])


def _did_you_mean(names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    more = ", ..." if len(names) > SHOWN else ""
    return f"did you mean {', '.join(names[:SHOWN])}{more}?" if names else ""
