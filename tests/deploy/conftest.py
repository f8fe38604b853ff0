"""The sources as somebody downloads them, and an environment in which nothing of ours
can be found, as in the test of the README's section on installing.
"""

from tests.test_install import bare, checkout

__all__ = ["bare", "checkout"]
