"""Write what somebody wrote into HTML: with the five letters of markup escaped.

A page writes one or two thousand values, and few of them have such a letter. markupsafe
makes an object for each, which takes four times as long as to look whether one is
needed.
"""

import re

from markupsafe import Markup, escape

_MARKUP = re.compile("[&<>'\"]")


def escaped(value: object) -> str:
    """Return a value as HTML has it; markup stays as it is.

        Berg & Ada      Berg &amp; Ada
        12              12

    What is neither a text nor a number is asked to write itself, as `escape` does.
    """
    # exact kinds: a text of another kind may write itself in another way
    if type(value) is Markup or type(value) is int:
        return str(value)
    if type(value) is str and not _MARKUP.search(value):
        return value
    return str(escape(value))
