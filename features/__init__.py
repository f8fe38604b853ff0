"""What an office may do without, a folder each with everything of it.

A feature is taken away by deleting its folder, its tests in tests/features/ and its
line here. The core reads this list, and knows no feature by its name. Behind those
stand the features that other packages bring.
"""

from importlib import import_module

from features.feature import Feature
from features.outside import brought_features

NAMES: tuple[str, ...] = (
    "agree",
    "best",
    "calendar",
    "calculators",
    "cases",
    "certificates",
    "embed",
    "follow",
    "leagues",
    "letters",
    "level",
    "live",
    "members",
    "norms",
    "selection",
    "signs",
    "site",
    "trials",
    "webhooks",
    "witness",
)  # fmt: skip
BROUGHT = brought_features(NAMES)
FEATURES: tuple[Feature, ...] = (
    *(import_module(f"features.{name}").FEATURE for name in NAMES),
    *(one.feature for one in BROUGHT if one.feature is not None),
)
