"""Where each part of "2.2.1 ELO-systemet" lives, or why it needs no code. The text has headings and no numbers."""

from rulebooks.coverage import Article

N = "rulebooks.norway"
F = "rulebooks.norway.formulas"


ARTICLES = (
    Article("Merk", "The last list is that of January 2018", f"{N}.tables.EDITIONS, {N}.games.units"),
    Article("Historikk", "Where the idea comes from", "no code: history"),
    Article("Teoretisk bakgrunn", "The normal distribution; no number below 400", f"{F}.entrants.changed"),
    Article("ELO-tabellen", "From percentage to difference and back", f"{F}.performance.exact_difference"),
    Article("I", "R = G + D for players without a number", f"{F}.performance.performance"),
    Article("IIa", "Between 6 and 29 games, going down", f"{F}.unestablished.lowered"),
    Article("IIb", "Between 6 and 29 games, going up; n less than m", f"{F}.unestablished.raised"),
    Article("II", "Which of the two", f"{F}.unestablished.new_number"),
    Article("III", "R = R0 + K*(O - F) for the established", f"{F}.established.new_number"),
    Article("Koeffisienten: A, B, C", "The class of a player", f"{N}.classes.class_of, {N}.classes.is_young"),
    Article("Koeffisienten: tid", "What a time control is made of", "no code: words for the table of categories"),
    Article("Koeffisienten: kategori", "The category by time", f"{N}.category.category_by_time"),
    Article("Koeffisienten: kategori 1", "Which tournaments are in I", f"{N}.category.category_of"),
    Article(
        "Koeffisienten: betingelser",
        "Controls, increments of 30 seconds, the last phase",
        f"{N}.category.conditions",
    ),
    Article("Koeffisienten: avvik", "The committee may approve another time", f"{N}.category.category"),
    Article("Koeffisienten: K", "The table of K", f"{N}.category.k_of, {N}.tables.COEFFICIENT"),
    Article("Etablering", "Established from 30 games, no number to 5", f"{F}.entrants.is_established"),
    Article("Offentliggjørelse", "What is published", f"{N}.honours.is_published"),
    Article("Passive spillere", "Five years without a game: struck off", f"{N}.standing.at"),
    Article("Topplister", "Only the established", f"{N}.honours.is_on_top_list"),
    Article("Deflasjon: juniorer først", "Juniors before everybody else", f"{F}.field.rate"),
    Article("Deflasjon: halv", "Only juniors: half K for who falls", f"{F}.established.weight"),
    Article("Deflasjon: dobbel", "Juniors up to 1500: double K", f"{F}.established.weight"),
    Article("Deflasjon: IIa/IIb", "Falls softened, rises strengthened", f"{F}.unestablished.new_number"),
    Article("Deflasjon: nivå", "Adjusting the level to FIDE's list", f"{N}.given.given"),
    Article("Private kamper", "Matches of two", f"{N}.games.private_match"),
    Article("W.o.-seiere", "Games that were not played", f"{N}.games.fate"),
    Article("350-grensen", "No opponent more than 350 away", f"{F}.performance.limited"),
    Article(
        "Uregistrerte: I, II",
        "Who has no number; IIa for 1 to 5 games",
        f"{F}.entrants.is_unrated, {F}.unrated.rate",
    ),
    Article(
        "Uregistrerte: Berger",
        "All-play-all with several",
        f"{F}.unrated.tournament_mean, {F}.unrated.is_all_play_all",
    ),
    Article("Uregistrerte: Monrad", "The cycle until nothing moves", f"{F}.unrated.cycle"),
    Article("Bergerturneringer", "Example of ten players", "no code: a test, tests/rules/test_norway_examples.py"),
    Article("Monradturneringer", "Example of eighteen", "no code: a test, tests/rules/test_norway_examples.py"),
    Article("ELO-systemet og EDB", "The curve in place of the table", f"{F}.performance.expectation"),
    Article("Etterord", "A greeting", "no code: no rule"),
)
