"""Where each article of the rule text of 26.4.2023 lives, or why it needs no code."""

from typing import NamedTuple


class Article(NamedTuple):
    number: str
    title: str
    where: str


ARTICLES = (
    Article("1.1", "What the rules are about", "no code: it names the subject"),
    Article("1.2", "Date of the rules", "rulebooks.finland.tables.EDITIONS"),
    Article("1.3", "Who accepts changes", "no code: an accepted change is a new edition, recorded by adopt-rules"),
    Article("2.1", "The lists selo and pelo", "rulebooks.finland.RULEBOOKS"),
    Article("2.2", "Who is rated at home and abroad", "rulebooks.finland.foreign.omitted"),
    Article("2.3", "Domestic tournaments", "no code: the office decides; a tournament says whether it is domestic"),
    Article("2.4", "Foreign tournaments", "no code: the office decides; a tournament says whether it is domestic"),
    Article("2.5", "Foreign tournaments: FIDE acceptance, no pelo", "rulebooks.finland.games.fate"),
    Article("2.6", "Foreign tournaments part standard, part rapid", "rulebooks.finland.games.fate"),
    Article("2.7", "The same time for both players", "rulebooks.finland.games.fate"),
    Article("2.8", "Selo or pelo by the time", "rulebooks.finland.games.list_by_time"),
    Article("2.9", "Both made a move", "rulebooks.finland.games.fate"),
    Article("2.10", "Tie-break games", "rulebooks.finland.games.fate"),
    Article("2.11", "At once, or game by game", "rulebooks.units.alone, rulebooks.finland.games.units"),
    Article("2.12", "Games moved to another day", "rulebooks.units.alone, rulebooks.finland.games.units"),
    Article("3.1", "New and established players", "rulebooks.finland.standing.is_new"),
    Article("3.2", "The selo of an established player", "rulebooks.finland.selo.regular"),
    Article("3.3", "The selo of a new player", "rulebooks.finland.selo.newcomer, rulebooks.finland.given.selo_given"),
    Article("3.4", "New players first", "rulebooks.finland.selo.rate"),
    Article("3.5", "Rounding, exactly half goes up", "rulebooks.rounding.half_up"),
    Article("3.6", "New against new", "rulebooks.finland.selo.rate, rulebooks.finland.tables.AGE_GROUP_NUMBER"),
    Article("3.7", "A foreigner's Elo as selo", "rulebooks.finland.selo.elo_step"),
    Article("3.8", "Finnish opponents abroad", "rulebooks.finland.selo.rate"),
    Article("3.9", "Foreign opponents abroad", "rulebooks.finland.foreign.ladder, rulebooks.finland.foreign.numbers"),
    Article("4.1", "New and established players", "rulebooks.finland.standing.is_new_pelo"),
    Article("4.2", "The pelo of an established player", "rulebooks.finland.pelo.changed"),
    Article("4.3", "The pelo of a new player", "rulebooks.finland.pelo.provisional, rulebooks.finland.pelo.rate"),
    Article("4.4", "Only new players", "rulebooks.finland.pelo.provisional, rulebooks.finland.tables.AGE_GROUP_NUMBER"),
    Article("4.5", "Rounding as for selo", "rulebooks.rounding.half_up, rulebooks.rounding.half_up_float"),
    Article("5.1", "What selection numbers are for", "no code: it names the purpose"),
    Article("5.2", "The selection period", "rulebooks.finland.selection.period"),
    Article("5.3", "Peak selo", "rulebooks.finland.selection.period_peak, rulebooks.finland.honours.moments"),
    Article("5.4", "Peak Elo", "rulebooks.finland.selection.period_elo"),
    Article(
        "5.5",
        "Best reliable performance",
        "rulebooks.finland.selection.best_performance, rulebooks.finland.selection.reliable",
    ),
    Article("5.6", "The selection number", "rulebooks.finland.selection.selection_number"),
    Article("5.7", "The women's selection number", "rulebooks.finland.selection.women_selection_number"),
    Article(
        "5.8",
        "A game belongs to the end of its tournament",
        "rulebooks.finland.selection.period_peak, rulebooks.finland.selection.full_games",
    ),
    Article("6.1", "The titles M, ME and I, for ever", "rulebooks.finland.honours.titles"),
    Article("6.2", "Values and games that count for titles", "rulebooks.finland.honours.moments"),
    Article("6.3", "Master", "rulebooks.finland.honours.titles"),
    Article("6.4", "Candidate master", "rulebooks.finland.honours.titles"),
    Article("6.5", "First class player", "rulebooks.finland.honours.titles"),
    Article("7.1", "Notation", "no code: the letters of the formulas"),
    Article("7.2", "Formula: selo of an established player", "rulebooks.finland.selo.regular"),
    Article("7.3", "Formula: selo of a new player", "rulebooks.finland.selo.new_number"),
    Article("7.4", "Formula: pelo", "rulebooks.finland.pelo.new_number"),
    Article("7.5", "Formula: provisional pelo", "rulebooks.finland.pelo.provisional"),
    Article("7.6", "Performance", "rulebooks.finland.performance.performance, rulebooks.finland.performance.solve"),
    Article("7.7", "Coefficient Kr by the number", "rulebooks.finland.tables.rating_coefficient"),
    Article("7.8", "Coefficient Kt by the time", "rulebooks.finland.tables.time_coefficient"),
    Article("7.9", "Expectation by table, at most 92 for selo", "rulebooks.finland.tables.percent"),
    Article("7.10", "Exact expectation for performances", "rulebooks.finland.performance.exact_percent"),
)
