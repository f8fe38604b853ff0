"""Who may do what: every route names the role it needs."""

from enum import StrEnum


class Role(StrEnum):
    """What a token is good for. Reading the public answers needs none."""

    ANYBODY = "anybody"
    READER = "reader"
    SUBMITTER = "submitter"
    OFFICER = "officer"
    PUBLISHER = "publisher"
    AUDITOR = "auditor"
    ADMIN = "admin"


GIVEN = tuple(role for role in Role if role is not Role.ANYBODY)  # what a token may be made for
# what else a role includes
_INCLUDES: dict[Role, frozenset[Role]] = {
    Role.ANYBODY: frozenset(),
    Role.READER: frozenset({Role.ANYBODY}),
    Role.SUBMITTER: frozenset({Role.ANYBODY, Role.READER}),
    Role.OFFICER: frozenset({Role.ANYBODY, Role.READER, Role.SUBMITTER}),
    Role.PUBLISHER: frozenset({Role.ANYBODY, Role.READER, Role.SUBMITTER}),
    Role.AUDITOR: frozenset({Role.ANYBODY, Role.READER}),
    Role.ADMIN: frozenset(Role),
}


def allows(role: Role, needed: Role) -> bool:
    """Whether somebody of a role may use what needs another."""
    return needed is role or needed in _INCLUDES[role]
