"""What an address is about. The first word of it says so, and nobody else repeats it."""

from typing import NamedTuple


class Subject(NamedTuple):
    """A tag of the description, and the first words of the addresses that have it."""

    name: str
    words: str
    first: frozenset[str]


def _subject(name: str, words: str, first: str) -> Subject:
    return Subject(name, words, frozenset(first.split()))


SUBJECTS = (
    _subject("Players", "One player: ratings on any day, history, titles, and why a rating is what it is.",
             "players search titles selection letters"),
    _subject("Lists", "Rating lists, as they stand or stood, and as they were published.", "lists clubs best"),
    _subject("Tournaments", "Tournaments and games, also while they run; what the office waits for or may ask about.",
             "tournaments live due signs"),
    _subject("Events", "What was recorded, when, by whom, and what it moved; to be followed as it happens.",
             "log events diff notifications"),
    _subject("Proofs", "Evidence that nothing was changed afterwards, to be checked without trusting this service.",
             "tlog checkpoint verify replay rebuild ledger"),
    _subject("Rules", "The editions of the rules, and calculators that need no ledger.", "rules calc"),
    _subject("Trials", "Other systems and other rules, run over the same games; nothing is recorded.",
             "compare predict what-if pool agreement"),
    _subject("Documents", "Recording: documents that count at once, or wait as drafts until somebody books them.",
             "documents drafts"),
    _subject("Members", "The federation's register of members, and what its clubs owe: for the office alone.",
             "members dues"),
    _subject("Service", "The service itself: its settings, its health, who is logged in.",
             "api settings doctor sessions healthz readyz metrics"),
)  # fmt: skip


def subject_of(address: str) -> Subject:
    """Return what an address is about, with /api before it or without."""
    words = [word for word in address.split("/") if word]
    word = words[1] if words[0] == "api" and len(words) > 1 and words[1] != "openapi.json" else words[0]
    return next(subject for subject in SUBJECTS if word.partition(".")[0] in subject.first)


def tags() -> list[dict[str, str]]:
    return [{"name": subject.name, "description": subject.words} for subject in SUBJECTS]
