"""The catalogues: English is what the code says, Finnish and Swedish are the .po files beside this module.

They are read when first asked for; nothing is compiled beforehand, so what is edited is what is said.
"""

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO

LANGUAGES = ("fi", "sv", "en")


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The messages of the program in a language; English needs none."""
    return read("messages", language)


def read(package: str, *names: str) -> gettext.NullTranslations:
    """The .po files `names` of a package as one catalogue; the last part of a name is its language."""
    language = names[0].rpartition("/")[2]
    if language == "en":
        return gettext.NullTranslations()
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole = Catalog(locale=language)
    for name in names:
        with files(package).joinpath(*f"{name}.po".split("/")).open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    whole.add(message.id, message.string, context=message.context)
    packed = BytesIO()
    write_mo(packed, whole)
    packed.seek(0)
    return gettext.GNUTranslations(packed)
