"""selo calc category, class, k: which row of a table a tournament or a player belongs to."""

import click

from cli.calc.arguments import TOKENS, game_words, words_of
from cli.output import answer, json_option, table


@click.command("category", context_settings=TOKENS)
@game_words("[PLAYERS]...")
@click.option("--minutes", metavar="M", help="Norway: 90+30, 40/120:60.")
@click.option("--start-minutes", metavar="N", help="Norway: for the first move.")
@click.option("--total-minutes", metavar="N", help="Norway: for 80 moves.")
@click.option("--event-kind", metavar="KIND", help="Norway: landskamp, nordic, ...")
@click.option("--average", metavar="R", help="FIDE: the mean of the players, in place of their ratings.")
@json_option
def category_command(
    tokens: tuple[str, ...], minutes: str | None, start_minutes: str | None, total_minutes: str | None,
    event_kind: str | None, average: str | None,
) -> None:  # fmt: skip
    """The category of a tournament: Norway's I to V by its time, or FIDE's by the ratings of its players.

    \b
    Example:
        selo calc category --minutes 40/120:60 --event-kind landskamp
    """
    from projections.calculators.given.classes import category_of

    result = category_of(words_of(tokens), minutes, start_minutes, total_minutes, event_kind, average)
    none = "too short to be rated" if result.system == "no" else "the mean is below 2251"
    answer(result, [str(result.category or f"none: {none}")])


@click.command("class")
@click.option("--rating", metavar="R")
@click.option("--born", metavar="DAY", help="Norway: a day, or a year.")
@click.option("--on", metavar="DAY", help="Norway: the day of the calculation. Default: today.")
@click.option("--highest", metavar="R", help="Norway: the highest rating ever.")
@json_option
def class_command(rating: str | None, born: str | None, on: str | None, highest: str | None) -> None:
    """The class of a player: Norway's A, B or C, and the US one. Without a day of birth a player is not a junior (B).

    \b
    Example:
        selo calc class --rating 2050 --born 1999-05-05 --on 2016-03-01
    """
    from cli.options import today
    from projections.calculators.given.classes import class_of

    result = class_of(rating, born, on, highest, today())
    rows = [("no", result.classes.no), ("uscf", result.classes.uscf or "none below 1000")]
    answer(result, table(("system", "class"), rows))


@click.command("k")
@click.option("--system", metavar="S", help="fi, no, psm, elo-32, elo-16-32, elo-uscf, uscf, fide-2009 or fide-2024.")
@click.option("--rating", metavar="R", help="The rating before the tournament.")
@click.option("--games", metavar="N", help="uscf, FIDE: games before. Default: enough.")
@click.option("--now", "games_now", metavar="M", help="uscf: games in the tournament; fide-2024: in the month.")
@click.option("--shown-2400", is_flag=True, help="FIDE: a list has shown 2400.")
@click.option("--category", metavar="C", help="no: I to V.")
@click.option("--class", "class_name", metavar="A", help="no: A, B or C, in place of the rating.")
@click.option("--minutes", metavar="M", help="fi: time for 60 moves, 90, 10.5 or 90+30. Default: 90.")
@click.option("--edition", metavar="E", help="fi: fi-1990, fi-2011 or fi-2023 (the default).")
@click.option("--junior", is_flag=True, help="fide-2024: until the year of the 18th birthday ends.")
@json_option
def k_command(
    system: str | None, rating: str | None, games: str | None, games_now: str | None, shown_2400: bool,
    category: str | None, class_name: str | None, minutes: str | None, edition: str | None, junior: bool,
) -> None:  # fmt: skip
    """K by each system: how much a surplus of one point counts.

    \b
    Example:
        selo calc k --system no --category II --class C
    """
    from projections.calculators.given.classes import coefficient_of

    result = coefficient_of(
        system, rating, games, games_now, shown_2400, category, class_name, minutes, edition, junior
    )
    extra = [f"effective games {result.effective_games}"] if isinstance(result.effective_games, str) else []
    extra += [f"Kr {result.kr} x Kt {result.kt}"] if isinstance(result.kr, int) else []
    answer(result, [result.k, *extra])
