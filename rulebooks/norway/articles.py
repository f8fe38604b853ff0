"""Say where each part of "2.2.1 ELO-systemet" lives, or why it needs no code. The text
has headings and no numbers.
"""

from messages import say
from rulebooks.protocol import Article

N = "rulebooks.norway"


ARTICLES = (
    Article(
        "Merk",
        say("The last list is that of January 2018"),
        f"{N}.tables.EDITIONS, {N}.games.units",
    ),
    Article("Historikk", say("Where the idea comes from"), say("no code: history")),
    Article(
        "Teoretisk bakgrunn",
        say("The normal distribution; no number below 400"),
        f"{N}.standing.change_of",
    ),
    Article(
        "ELO-tabellen",
        say("From percentage to difference and back"),
        f"{N}.tables.exact_difference",
    ),
    Article(
        "I", say("R = G + D for players without a number"), f"{N}.tables.performance"
    ),
    Article("IIa", say("Between 6 and 29 games, going down"), f"{N}.tables.lowered"),
    Article(
        "IIb",
        say("Between 6 and 29 games, going up; n less than m"),
        f"{N}.tables.raised",
    ),
    Article("II", say("Which of the two"), f"{N}.tables.unestablished_number"),
    Article(
        "III",
        say("R = R0 + K*(O - F) for the established"),
        f"{N}.tables.established_number",
    ),
    Article(
        "Koeffisienten: A, B, C",
        say("The class of a player"),
        f"{N}.tables.class_of, {N}.tables.is_young",
    ),
    Article(
        "Koeffisienten: tid",
        say("What a time control is made of"),
        say("no code: words for the table of categories"),
    ),
    Article(
        "Koeffisienten: kategori",
        say("The category by time"),
        f"{N}.tables.category_by_time",
    ),
    Article(
        "Koeffisienten: kategori 1",
        say("Which tournaments are in I"),
        f"{N}.tables.category_of",
    ),
    Article(
        "Koeffisienten: betingelser",
        say("Controls, increments of 30 seconds, the last phase"),
        f"{N}.tables.conditions",
    ),
    Article(
        "Koeffisienten: avvik",
        say("The committee may approve another time"),
        f"{N}.tables.category",
    ),
    Article(
        "Koeffisienten: K",
        say("The table of K"),
        f"{N}.tables.k_of, {N}.tables.COEFFICIENT",
    ),
    Article(
        "Etablering",
        say("Established from 30 games, no number to 5"),
        f"{N}.standing.is_established",
    ),
    Article(
        "Offentliggjørelse", say("What is published"), f"{N}.standing.is_published"
    ),
    Article(
        "Passive spillere",
        say("Five years without a game: struck off"),
        f"{N}.standing.at",
    ),
    Article("Topplister", say("Only the established"), f"{N}.standing.is_on_top_list"),
    Article(
        "Deflasjon: juniorer først",
        say("Juniors before everybody else"),
        f"{N}.rating.rate",
    ),
    Article(
        "Deflasjon: halv",
        say("Only juniors: half K for who falls"),
        f"{N}.rating.weight",
    ),
    Article(
        "Deflasjon: dobbel", say("Juniors up to 1500: double K"), f"{N}.rating.weight"
    ),
    Article(
        "Deflasjon: IIa/IIb",
        say("Falls softened, rises strengthened"),
        f"{N}.tables.unestablished_number",
    ),
    Article(
        "Deflasjon: nivå",
        say("Adjusting the level to FIDE's list"),
        f"{N}.standing.change_without_games",
    ),
    Article("Private kamper", say("Matches of two"), f"{N}.games.private_match"),
    Article("W.o.-seiere", say("Games that were not played"), f"{N}.games.fate"),
    Article(
        "350-grensen", say("No opponent more than 350 away"), f"{N}.tables.limited"
    ),
    Article(
        "Uregistrerte: I, II",
        say("Who has no number; IIa for 1 to 5 games"),
        f"{N}.standing.is_unrated, {N}.rating.rate",
    ),
    Article(
        "Uregistrerte: Berger",
        say("All-play-all with several"),
        f"{N}.rating.tournament_mean, {N}.rating.is_all_play_all",
    ),
    Article(
        "Uregistrerte: Monrad",
        say("The cycle until nothing moves"),
        f"{N}.rating.cycle",
    ),
    Article(
        "Bergerturneringer",
        say("Example of ten players"),
        say("no code: a worked example, which a test goes through"),
    ),
    Article(
        "Monradturneringer",
        say("Example of eighteen"),
        say("no code: a worked example, which a test goes through"),
    ),
    Article(
        "ELO-systemet og EDB",
        say("The curve in place of the table"),
        f"{N}.tables.expectation",
    ),
    Article("Etterord", say("A greeting"), say("no code: no rule")),
)
