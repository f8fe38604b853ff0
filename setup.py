"""`SELO_COMPILE=1 pip install .` compiles the modules of the calculation as they are. The rest is in pyproject.toml."""

import os

from setuptools import setup

# where a replay calculates; what reads and writes rows gains nothing
HOT = [
    "rulebooks/finland/exchange.py",
    "rulebooks/finland/pelo.py",
    "rulebooks/finland/seating.py",
    "rulebooks/finland/selo.py",
    "rulebooks/finland/standing.py",
    "rulebooks/units/gather.py",
]


def compiled() -> dict[str, object]:
    if os.environ.get("SELO_COMPILE") != "1":
        return {}
    try:
        from mypyc.build import mypycify
    except ImportError:  # pip asks first what the build needs, and then comes again
        return {"setup_requires": ["mypy[mypyc]>=1.11", "msgspec>=0.19"]}
    return {"ext_modules": mypycify(HOT, opt_level="3", debug_level="0")}


setup(**compiled())
