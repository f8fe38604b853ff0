"""Leagues: the table of one on a day, a team and its season, the order of boards, and
the forms that correct a match or a team.

What a league is, its teams and matches, is stored with its tournament and belongs to
the core: ledger/league.py.

matches      which games belong to each match, and the points of either side
tables       the table of a league, and its matches
teams        a team, its matches and its season
boards       the order of boards by ratings, and line-ups that are not in it
reported     what a report of TRF tells of a league
command      how the answers read at a command line, and the corrections
pages        how they look
match_form   the desk's form of a match
roster_form  the desk's form of a team
sheet_form   what both forms have in common
desk         the addresses of the desk, and a part of its page of a tournament
"""

from features.feature import Command, Feature, Link, Part, Question


def _command(name: str, words: str) -> Command:
    return Command(name=name, words=words, module="features.leagues.command")


FEATURE = Feature(
    package=__name__,
    sentence="Keep the table of a league, its teams and their boards.",
    commands=(
        Command(
            name="league",
            words="The table of a league, its teams and matches.",
            heading="Look up",
            example="selo league table joukkueliiga-2024-25",
        ),
        _command("league table", "The table of a league, and its matches."),
        _command("league team", "A team, and what the season did to its players."),
        _command("league boards", "Ratings to order boards by, and a line-up checked."),
        _command("league match", "Correct a match of a league."),
        _command("league roster", "Correct a team of a league."),
    ),
    renamed={
        "league": "league table",
        **{name: f"league {name}" for name in ("team", "boards", "match", "roster")},
    },
    questions=(
        Question(
            command="league table",
            name="get_league",
            address="/tournaments/{tournament}/league",
            asked="features.leagues.tables:LeagueAsked",
            page="features.leagues.pages:league_page",
            on_site=True,
            each="features.leagues.pages:leagues_of",
        ),
        Question(
            command="league team",
            name="get_team",
            address="/tournaments/{tournament}/teams/{team}",
            asked="features.leagues.teams:TeamAsked",
            page="features.leagues.pages:team_page",
            on_site=True,
            each="features.leagues.pages:teams_of",
        ),
        Question(
            command="league boards",
            name="list_boards",
            address="/tournaments/{tournament}/boards",
            asked="features.leagues.boards:BoardsAsked",
            page="features.leagues.pages:boards_page",
            on_site=True,
            each="features.leagues.pages:leagues_of",
        ),
    ),
    answers=dict.fromkeys(
        ("league match", "league roster"), ("desk.outcomes:Submitted",)
    ),
    links=(
        Link(
            page="league",
            address="/tournaments/{tournament}/league",
            words="The table of the league",
            on_site=True,
        ),
    ),
    parts=(Part(page="tournament", made="features.leagues.desk:of_tournament"),),
    desk="features.leagues.desk:routes",
    words=(
        "away",
        "board points",
        "boards",
        "home",
        "listed",
        "match points",
        "matches",
        "place",
        "team",
    ),
    readers={"league of a report": "features.leagues.reported:league_out"},
)
