"""Make the files that all languages of a site share: the look, the search index, the
feed, what checks the ledger at home, and the door to the languages.
"""

import json

from features.site.links import file_visit, find_script
from features.site.pages import players
from projections.answers.events.log import Log
from projections.answers.lists.listed import Filters, rows_chosen
from projections.answers.reading import Reading
from web.answers.feeds import FEEDS, feed_of
from web.pages.assets import assets
from web.pages.checking import files_to_check, newest_checkpoint
from web.pages.rendering import rendered

INDEX, FEED, FRONT = "search.json", "corrections.atom", "index.html"


def shared_files(reading: Reading) -> dict[str, bytes]:
    """Return what all languages have in common: the look, the search index, the feed,
    what checks the ledger at home, and the door to the languages.

    By the path of each from the root of the site:

        look/page.0a1b2c3d4e5f.css
        verify/verify.py
        search.json, corrections.atom, index.html

    The door is a page of its own, since a folder of files cannot tell who reads what.
    """
    look = [*assets().values(), find_script()]
    files = {f"look/{asset.name}": asset.content for asset in look}

    files[INDEX] = _index(reading).encode()
    files[FEED] = _feed(reading).encode()

    to_check = files_to_check(newest_checkpoint(reading))
    files |= {f"verify/{name}": content for name, content in to_check.items()}

    visit = file_visit((), "en", reading.as_of, reading.settings.time_zone)
    files[FRONT] = rendered("site/languages.html", visit).encode()

    return files


def _index(reading: Reading) -> str:
    """Write everybody as [id, name, club, rating on the first list], by name.

    As JSON in one line, for the script that finds people:

        [["P12","Berg, Ada","Turku",1812],["P7","Holm, Ivo","",null]]

    Who has no club has an empty text; who is not rated there, null. Whom strangers may
    not see by name is not in it.
    """
    first, known = reading.first_list(), set(players(reading))
    everybody = [one for one in reading.policy.everybody() if one.player in known]

    everybody.sort(key=lambda one: one.name)

    # the whole list at once: one by one, each career would be read
    on_list = rows_chosen(reading, first, Filters())
    ratings = {row.player: row.rating for row in on_list}

    rows = []
    for one in everybody:
        rating = ratings.get(one.player)
        rows.append([one.player, one.name, one.club or "", rating])

    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


def _feed(reading: Reading) -> str:
    """Write the feed of corrections; each leads to its place on the page of the log.

    A site has no page for each event, as the service has: of `/log/17` it becomes
    `/en/log.html#e17`, below wherever the site is put.
    """
    feed = FEEDS["log"](reading, Log())

    items = []
    for item in feed.items:
        _, _, seq = item.address.rpartition("/")
        items.append(item._replace(address=f"/en/log.html#e{seq}"))

    # the feed itself is a file; the page beside it is that of the log
    text = feed_of(feed._replace(address="/corrections", items=items), reading, ".")
    return text.replace('href="./corrections"', 'href="./en/log.html"')
