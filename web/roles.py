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


# what else a role includes
INCLUDES: dict[Role, frozenset[Role]] = {
    Role.ANYBODY: frozenset(),
    Role.READER: frozenset({Role.ANYBODY}),
    Role.SUBMITTER: frozenset({Role.ANYBODY, Role.READER}),
    Role.OFFICER: frozenset({Role.ANYBODY, Role.READER, Role.SUBMITTER}),
    Role.PUBLISHER: frozenset({Role.ANYBODY, Role.READER}),
    Role.AUDITOR: frozenset({Role.ANYBODY, Role.READER}),
    Role.ADMIN: frozenset(Role),
}


def allows(role: Role, needed: Role) -> bool:
    """Whether somebody of a role may use what needs another."""
    return needed is role or needed in INCLUDES[role]
