"""The catalogues: English is what the source says, Finnish and Swedish are the .po files beside this module; what only
the desk says stands in files of its own.

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

    words = files("web.pages.words")
    with words.joinpath(f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language)
    with words.joinpath("desk", f"{language}.po").open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id:
                read.add(message.id, message.string, context=message.context)
    packed = BytesIO()
    write_mo(packed, read)
    packed.seek(0)
    return gettext.GNUTranslations(packed)
