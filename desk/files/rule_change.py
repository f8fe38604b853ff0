"""A file with a proposed rule change, read or refused with everything that is wrong in it."""

from exchange.json.single_object import read_object
from projections.trials.proposal import LIKE, Proposal, flaws, read


def rule_change(name: str, content: bytes) -> Proposal:
    paper = read_object(name, content, LIKE)
    if problems := list(flaws(paper.value)):
        raise paper.refusal(problems)
    return read(paper.value)
