"""Say where each article of the rule text of 26.4.2023 lives, or why it needs no code."""

from messages import say
from rulebooks.protocol import Article

ARTICLES = (
    Article(
        "1.1", say("What the rules are about"), say("no code: it names the subject")
    ),
    Article("1.2", say("Date of the rules"), "rulebooks.finland.editions.EDITIONS"),
    Article(
        "1.3",
        say("Who accepts changes"),
        say("no code: an accepted change is a new edition, recorded by adopt-rules"),
    ),
    Article("2.1", say("The lists selo and pelo"), "rulebooks.finland.RULEBOOKS"),
    Article(
        "2.2",
        say("Who is rated at home and abroad"),
        "rulebooks.finland.abroad.omitted",
    ),
    Article("2.3", say("Domestic tournaments"), "rulebooks.finland.games.fate"),
    Article(
        "2.4",
        say("Foreign tournaments"),
        say(
            "no code: the office decides; a tournament says whether it is domestic,"
            " a decision about counts-here who granted it"
        ),
    ),
    Article(
        "2.5",
        say("Foreign tournaments: FIDE acceptance, no pelo"),
        "rulebooks.finland.games.fate",
    ),
    Article(
        "2.6",
        say("Foreign tournaments part standard, part rapid"),
        "rulebooks.finland.games.fate",
    ),
    Article(
        "2.7", say("The same time for both players"), "rulebooks.finland.games.fate"
    ),
    Article(
        "2.8", say("Selo or pelo by the time"), "rulebooks.finland.games.list_by_time"
    ),
    Article("2.9", say("Both made a move"), "rulebooks.finland.games.fate"),
    Article("2.10", say("Tie-break games"), "rulebooks.finland.games.fate"),
    Article(
        "2.11",
        say("At once, or game by game"),
        "rulebooks.units.is_alone, rulebooks.finland.games.units",
    ),
    Article(
        "2.12",
        say("Games moved to another day"),
        "rulebooks.units.is_alone, rulebooks.finland.games.units",
    ),
    Article(
        "3.1", say("New and established players"), "rulebooks.finland.standing.is_new"
    ),
    Article(
        "3.2",
        say("The selo of an established player"),
        "rulebooks.finland.selo.game_by_game",
    ),
    Article(
        "3.3",
        say("The selo of a new player"),
        "rulebooks.finland.selo.first_rating, rulebooks.finland.without_games.selo_without_games",
    ),
    Article(
        "3.4",
        say("New players first"),
        "rulebooks.finland.selo_unit.Field.meet_the_new",
    ),
    Article(
        "3.5",
        say("Rounding, exactly half goes up"),
        "rulebooks.finland.selo.value_after, rulebooks.numbers.half_up",
    ),
    Article(
        "3.6",
        say("New against new"),
        "rulebooks.finland.opponents.Opponents.from_standings,"
        " rulebooks.finland.tables.AGE_GROUP_NUMBER",
    ),
    Article(
        "3.7", say("A foreigner's Elo as selo"), "rulebooks.finland.opponents.elo_step"
    ),
    Article(
        "3.8",
        say("Finnish opponents abroad"),
        "rulebooks.finland.opponents.Opponents.from_standings",
    ),
    Article(
        "3.9",
        say("Foreign opponents abroad"),
        "rulebooks.finland.abroad.ladder, rulebooks.finland.abroad.foreign_ratings",
    ),
    Article(
        "4.1",
        say("New and established players"),
        "rulebooks.finland.standing.is_new_pelo",
    ),
    Article(
        "4.2",
        say("The pelo of an established player"),
        "rulebooks.finland.pelo.all_games",
    ),
    Article(
        "4.3",
        say("The pelo of a new player"),
        "rulebooks.finland.pelo.provisional, rulebooks.finland.pelo_unit.field_of",
    ),
    Article(
        "4.4",
        say("Only new players"),
        "rulebooks.finland.pelo.provisional, rulebooks.finland.tables.AGE_GROUP_NUMBER",
    ),
    Article(
        "4.5",
        say("Rounding as for selo"),
        "rulebooks.numbers.half_up, rulebooks.numbers.half_up_float",
    ),
    Article(
        "5.1",
        say("What selection numbers are for"),
        say("no code: it names the purpose"),
    ),
    Article("5.2", say("The selection period"), "rulebooks.finland.selection.period"),
    Article(
        "5.3",
        say("Peak selo"),
        "rulebooks.finland.selection.period_peak",
    ),
    Article("5.4", say("Peak Elo"), "rulebooks.finland.selection.period_elo"),
    Article(
        "5.5",
        say("Best reliable performance"),
        "rulebooks.finland.performance.best_performance,"
        " rulebooks.finland.performance.reliable",
    ),
    Article(
        "5.6",
        say("The selection number"),
        "rulebooks.finland.selection.selection_number",
    ),
    Article(
        "5.7",
        say("The women's selection number"),
        "rulebooks.finland.selection.women_selection_number",
    ),
    Article(
        "5.8",
        say("A game belongs to the end of its tournament"),
        "rulebooks.finland.selection.period_peak,"
        " rulebooks.finland.selection.full_games",
    ),
    Article(
        "6.1",
        say("The titles M, ME and I, for ever"),
        "rulebooks.finland.titles.titles",
    ),
    Article(
        "6.2",
        say("Values and games that count for titles"),
        "rulebooks.finland.titles.moments",
    ),
    Article("6.3", say("Master"), "rulebooks.finland.titles.titles"),
    Article("6.4", say("Candidate master"), "rulebooks.finland.titles.titles"),
    Article("6.5", say("First class player"), "rulebooks.finland.titles.titles"),
    Article("7.1", say("Notation"), say("no code: the letters of the formulas")),
    Article(
        "7.2",
        say("Formula: selo of an established player"),
        "rulebooks.finland.selo.gain",
    ),
    Article(
        "7.3",
        say("Formula: selo of a new player"),
        "rulebooks.finland.selo.unrounded_rating",
    ),
    Article("7.4", say("Formula: pelo"), "rulebooks.finland.pelo.unrounded_rating"),
    Article(
        "7.5",
        say("Formula: provisional pelo"),
        "rulebooks.finland.pelo.provisional_number",
    ),
    Article(
        "7.6",
        say("Performance"),
        "rulebooks.finland.performance.performance, rulebooks.finland.performance.solve",
    ),
    Article(
        "7.7",
        say("Coefficient Kr by the number"),
        "rulebooks.finland.tables.rating_coefficient",
    ),
    Article(
        "7.8",
        say("Coefficient Kt by the time"),
        "rulebooks.finland.tables.time_coefficient",
    ),
    Article(
        "7.9",
        say("Expectation by table, at most 92 for selo"),
        "rulebooks.finland.tables.percent, rulebooks.finland.tables.expectation",
    ),
    Article(
        "7.10",
        say("Exact expectation for performances"),
        "rulebooks.finland.performance.exact_percent",
    ),
)
