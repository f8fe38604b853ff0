"""Takes away what an earlier build left, before pip builds the program.

setuptools puts everything in build/lib into the program, also what the sources no
longer have. Everything else about the program is in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup

shutil.rmtree(Path(__file__).parent / "build" / "lib", ignore_errors=True)
setup()
