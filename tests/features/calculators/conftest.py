"""The command in the folder of its ledger, and the service over the demo's ledger."""

from tests.web.conftest import published, published_ledger, service

__all__ = ["published", "published_ledger", "service"]
