"""What an office may do without, a folder each with everything of it.

A feature is taken away by deleting its folder, its tests in tests/features/ and its
line here. The core reads this list, and knows no feature by its name.
"""

from importlib import import_module

from features.feature import Feature

NAMES: tuple[str, ...] = (
    "best",
    "certificates",
    "letters",
    "norms",
    "signs",
)  # fmt: skip
FEATURES: tuple[Feature, ...] = tuple(
    import_module(f"features.{name}").FEATURE for name in NAMES
)
