"""Section 2: which games count, on which list, and which of them are computed together."""

from rulebooks.base import EditionOn, Game, Header, Tournament, Unit, Unrated
from rulebooks.finland.tables import EDITIONS, Edition
from rulebooks.places import unit_place


# 2.8: over 10 minutes is selo, over 3 and at most 10 pelo (editions before 2023: 15 and more, 4 to 14).
def list_by_time(seconds: int, edition: Edition) -> str | None:
    if seconds >= edition.selo_seconds:
        return "selo"
    return "pelo" if seconds >= edition.pelo_seconds else None


# 2.9: only games in which both made a move.
def _not_played(game: Game) -> Unrated | None:
    if game.result == "*":
        return Unrated("unfinished", "not finished", "2.9")
    if game.points is None:
        return Unrated("forfeit", "forfeit, not played", "2.9")
    return None


def fate(game: Game, header: Header, edition: Edition) -> str | Unrated:
    """The list a game counts on, or why on none."""
    if (unplayed := _not_played(game)) is not None:
        return unplayed
    if not header.domestic and not header.fide_accepted:
        return Unrated("not-accepted", "a foreign tournament that FIDE does not rate", "2.5")
    if game.seconds != game.seconds_black:
        return Unrated("unequal-time", "the players did not have the same time", "2.7")
    name = list_by_time(game.seconds, edition)
    if name is None:
        return Unrated("too-short", "3 minutes or less for 60 moves", "2.8")
    if name == "pelo" and game.tiebreak and list_by_time(header.seconds, edition) == "selo":
        return Unrated("blitz-tiebreak", "a blitz tie-break of a selo tournament", "2.10")
    if name == "pelo" and not header.domestic:
        return Unrated("foreign-blitz", "blitz played abroad", "2.5")
    return name


# 2.11 and 2.12: a game of a long event, or one moved outside the tournament's days, is computed by itself.
def alone(game: Game, header: Header) -> bool:
    return header.each_game_rated or not header.start <= game.on <= header.end


def units(name: str, tournament: Tournament, edition_on: EditionOn) -> tuple[list[Unit], dict[str, Unrated]]:
    """The units of a tournament on one list, and the games that are not on it."""
    header = tournament.header
    together: list[Game] = []
    found: list[Unit] = []
    unrated: dict[str, Unrated] = {}
    edition_at_end = edition_on(header.end)
    for game in tournament.games:
        single = alone(game, header)
        edition = edition_on(game.on) if single else edition_at_end
        fated = fate(game, header, EDITIONS[edition])
        if isinstance(fated, Unrated):
            unrated[game.id] = fated
        elif fated != name:
            unrated[game.id] = Unrated("other-list", f"counts for {fated}", "2.8")
        elif single:
            place = unit_place(game.on, game.on, header.order_no, header.id, game.round, game.place)
            found.append(_unit(name, place, f"{header.id}/{game.id}", game.on, game.on, edition, header, (game,)))
        else:
            together.append(game)
    if together:
        # 1.4 of the rules page: running values go by (date, round, game number)
        together.sort(key=lambda game: (game.on, game.round, game.place))
        place = unit_place(header.end, header.start, header.order_no, header.id)
        found.append(_unit(name, place, header.id, header.start, header.end, edition_at_end, header, tuple(together)))
    return found, unrated


def _unit(
    name: str, place: str, unit_id: str, start: str, end: str, edition: str, header: Header, games: tuple[Game, ...]
) -> Unit:
    return Unit(name, place, "games", unit_id, header.id, start, end, edition, 0, header, games)
