"""Say who may do what: every route names the role it needs."""

from enum import StrEnum


class Role(StrEnum):
    """A role, which says what a token is good for. Reading the public answers needs
    none.
    """

    ANYBODY = "anybody"
    READER = "reader"
    SUBMITTER = "submitter"
    OFFICER = "officer"
    PUBLISHER = "publisher"
    AUDITOR = "auditor"
    ADMIN = "admin"
    OFFICE = "officer-or-auditor"


# what else a role includes
_INCLUDES: dict[Role, frozenset[Role]] = {
    Role.ANYBODY: frozenset(),
    Role.READER: frozenset({Role.ANYBODY}),
    Role.SUBMITTER: frozenset({Role.ANYBODY, Role.READER}),
    Role.OFFICE: frozenset(),
    Role.OFFICER: frozenset({Role.ANYBODY, Role.READER, Role.SUBMITTER, Role.OFFICE}),
    Role.PUBLISHER: frozenset({Role.ANYBODY, Role.READER, Role.SUBMITTER, Role.OFFICE}),
    Role.AUDITOR: frozenset({Role.ANYBODY, Role.READER, Role.OFFICE}),
    Role.ADMIN: frozenset(Role),
}


def allows(role: Role, needed: Role) -> bool:
    """Return whether somebody with a role may use what needs another."""
    return needed is role or needed in _INCLUDES[role]


def has_desk(role: Role) -> bool:
    """Tell whether the desk is open to somebody: a reader and an auditor have their
    devices alone.
    """
    return allows(role, Role.SUBMITTER)
