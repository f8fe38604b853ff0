"""The command in the folder of its ledger, as in the tests of files, and the service over
the demo's ledger.
"""

from tests.importing.conftest import world
from tests.web.conftest import published, published_ledger, service

__all__ = ["published", "published_ledger", "service", "world"]
