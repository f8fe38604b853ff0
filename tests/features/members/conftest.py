"""A service for a club, and an officer at its desk; a browser that looks at pages."""

from tests.browser.conftest import browser
from tests.browser.conftest import office as browsed_office
from tests.web.desk.conftest import officer, service

__all__ = ["browsed_office", "browser", "officer", "service"]
