"""The pages' own words: English is what the templates say, Finnish and Swedish are the .po files beside this module.

What only the desk says stands in files of its own; the messages of the program are in their own room.
"""

import gettext
from functools import cache

from messages import catalogues


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of a language; English needs none."""
    return catalogues.read("web.pages.words", language, f"desk/{language}")
