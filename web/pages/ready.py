"""What every page is made of, compiled once for each language.

Pages that are costly are made in processes of their own, which come from one that has
this imported: none of them compiles it anew, which took longer than most of those
pages.
"""

from messages import LANGUAGES
from web.pages.rendering import environment

COMMON = ("base.html", "menu.html", "parts.html", "switches.html")

for language in LANGUAGES:
    for template in COMMON:
        environment(language).get_template(template)
