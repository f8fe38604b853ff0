"""Ratings on other pages: a club shows a player's rating, or the best of a list, on a
page of its own, and they are those of the day.

frames    the frames that a page may show, and the page that says how
pictures  a rating as a small picture
"""

from features.feature import Feature, Link, Question

FEATURE = Feature(
    package=__name__,
    sentence="Show a rating or a list on the page of a club.",
    questions=(
        Question(
            command="embed",
            name="embed",
            address="/embed",
            asked="features.embed.frames:Embed",
            page="features.embed.frames:embed_page",
            for_people=True,
        ),
        Question(
            command="embed player",
            name="embed_player",
            address="/embed/players/{player}",
            asked="features.embed.frames:PlayerFrame",
            page="features.embed.frames:player_frame",
            for_people=True,
            framed=True,
        ),
        Question(
            command="embed list",
            name="embed_list",
            address="/embed/lists/{list}",
            asked="features.embed.frames:ListFrame",
            page="features.embed.frames:list_frame",
            for_people=True,
            framed=True,
        ),
    ),
    links=(Link(page="elsewhere", address="/embed", words="Show it on your own page"),),
    routes="features.embed.pictures:picture_routes",
    unsearched=("/embed",),
)
