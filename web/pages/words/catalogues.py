"""The catalogues: English is what the source says, Finnish and Swedish are the .po files beside this module.

They are read when first asked for; nothing is compiled beforehand, so what is edited is what is served.
"""

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO

PROGRAM = "program"  # the context of sentences that the program itself says: reasons, problems, rules


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of a language; English needs none."""
    if language == "en":
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = files("web.pages.words").joinpath(f"{language}.po")
    with source.open("rb") as file:
        read = read_po(file, locale=language)
    packed = BytesIO()
    write_mo(packed, read)
    packed.seek(0)
    return gettext.GNUTranslations(packed)
