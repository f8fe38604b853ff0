"""The service over the demo's ledger, as in the tests of the service."""

from tests.web.conftest import published, published_ledger, service

__all__ = ["published", "published_ledger", "service"]
