"""The command in the folder of its ledger; a service for a club, and an officer at its
desk.
"""

from tests.importing.conftest import world
from tests.web.desk.conftest import officer, service

__all__ = ["officer", "service", "world"]
