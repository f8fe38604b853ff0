"""Deciding: a document and what the ledger knows, to events not yet stored, or a
refusal.

`decide` in document.py is the one way in; it sends each kind of document to the module
that is named for it: player, tournaments, introductions, amend, facts, merges, rules,
publication, erasure, office. Other rooms take from here what a decision rests on and
what it comes to.
"""

from ledger.decide.context import Context, Listing, Moving
from ledger.decide.decision import Decision
from ledger.decide.refusals import known_tournament, need_player, nothing_new, refuse

__all__ = [
    "Context",
    "Decision",
    "Listing",
    "Moving",
    "known_tournament",
    "need_player",
    "nothing_new",
    "refuse",
]
