"""A service for a club, and an officer at its desk."""

from tests.web.desk.conftest import officer, service

__all__ = ["officer", "service"]
