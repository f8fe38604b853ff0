"""The public pages as files, for web space where nothing runs: the same pages, with links
from file to file.

pages     which pages a site has
changes   which of them the events since the last time may have changed
made_of   the digest of what a page is made of
links     where links lead from file to file
shared    the files that all languages share
folder    the folder of a site, and what was made there before
build     a site is made, as far as it changed
command   how the answer reads at a command line
"""

from features.feature import Command, Feature, ProblemCode

FEATURE = Feature(
    package=__name__,
    sentence="Write the public pages as files, for web space where nothing runs.",
    commands=(
        Command(
            name="export site",
            module="features.site.command",
            words="The public pages as files, for web space where nothing runs.",
        ),
    ),
    renamed={"site": "export site"},
    answers={"export site": ("features.site.build:SiteAnswer",)},
    codes={
        "site-folder": ProblemCode(
            "The folder of a site holds something that this program did not make, or the"
            " ledger itself."
        ),
    },
    readers={"copies": "features.site.command:names_in_folders"},
)
