"""Find out who is on a list on a day, and which of them a question asks for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from ledger.bodies import PublishedRow
from ledger.errors import Problem, Usage, Where
from ledger.store.persons import club_key
from ledger.timeline import federation_on
from messages import option, say
from projections.answers.asking import Count, Day, Text, Timed, Year, about
from projections.answers.lists.live_ratings import has_live, standings_underway
from projections.answers.reading import Reading, cached_on_reading
from projections.answers.times import refuse_backwards
from projections.answers.title_states import titled_list
from projections.answers.titles import NOBODYS, titles
from projections.replay.tally import Total
from rulebooks import rulebook
from rulebooks.base import Shown, Standing
from rulebooks.entries import Entry
from rulebooks.protocol import Rulebook

NOBODY: Mapping[str, Standing] = {}
FirstRows = Annotated[Count | None, about("Only the first N.", "N", option="top")]
Order = Literal["rating", "name", "live", "peak"]


class Filters(Timed, frozen=True, kw_only=True):
    """Which rows a question asks for; ranks are given afterwards."""

    limit: FirstRows = None
    min_games: Annotated[Count, about("Who has N games or more.", "N")] = 0
    active_since: Annotated[
        Day | None, about("Who has a rated game on this day or later.")
    ] = None
    sex: Literal["m", "f"] | None = None
    born_from: Annotated[Year | None, about("Who was born in this year or later.")] = (
        None
    )
    born_to: Annotated[Year | None, about("Who was born in this year or earlier.")] = (
        None
    )
    club: Annotated[Text | None, about("Members of this club.", "CLUB")] = None
    federation: Annotated[Text | None, about("Players of this federation.", "FED")] = (
        None
    )
    title: Annotated[Text | None, about("Whose highest title it is.", "TITLE")] = None
    min_rating: Annotated[int | None, about("Who has this rating or more.", "R")] = None
    max_rating: Annotated[int | None, about("Who has this rating or less.", "R")] = None
    by: Annotated[Order, about("The order of the rows.")] = "rating"
    published: Annotated[
        bool, about("Norway: only who meets the conditions of publication.")
    ] = False
    top_list: Annotated[bool, about("Norway: published, with 30 games.")] = False

    def personal(self) -> bool:
        """Tell whether any of the filters is about the person.

        Those are looked up person by person, so they are asked last.
        """
        age = self.born_from or self.born_to
        return bool(self.sex or age or self.club or self.federation)


class Listed(NamedTuple):
    """A player who is on a list, without rank and name. `beside`: what only this list
    shows.
    """

    player: str
    rating: int
    games: int
    normal_games: int
    established: bool
    last_played: str | None
    beside: Mapping[str, Any]


def published_list(reading: Reading, list_name: str) -> tuple[PublishedRow, ...]:
    """Return what `publish` freezes: the list without ratings that do not meet its
    conditions for publication.

    Other filters do not apply; rows are by rating, then id. A list without such
    conditions is frozen whole.
    """
    frozen = []
    for row in rows_chosen(reading, list_name, Filters(published=True)):
        frozen_row = PublishedRow(
            row.player,
            row.rating,
            row.games,
            row.normal_games,
            row.established,
            row.last_played,
        )
        frozen.append(frozen_row)

    return tuple(frozen)


def rows_chosen(reading: Reading, list_name: str, filters: Filters) -> list[Listed]:
    """Return the rows that pass the filters, by rating (or as asked), then id. The
    cheap conditions come first.

    `Usage`: two ends of a filter are the wrong way round, the title is unknown, or the
    order is one that the list does not have. No filter gives everybody on the list.
    """
    _refuse_nobody(filters)
    everybody = _all_rows(reading, list_name)

    rows = [row for row in everybody if _passes_filters(row, filters)]

    asks_for_fit = filters.published or filters.top_list
    if asks_for_fit and rulebook(list_name).selective:
        rows = _fit_to_print(reading, list_name, rows, filters)

    if filters.title is not None:
        holders = _holders(reading, filters.title)
        rows = [row for row in rows if row.player in holders]

    if filters.personal():
        rows = [row for row in rows if _is_wanted(reading, row.player, filters)]

    if filters.by == "live":
        rows = _rows_by_live_rating(list_name, rows)
    elif filters.by == "peak":
        rows = _rows_by_peak(reading, list_name, rows)

    return rows[: filters.limit]


@cached_on_reading
def _all_rows(reading: Reading, list_name: str) -> Sequence[Listed]:
    """Return the rows of everybody on a list, by rating, then id."""
    rows = list_rows(
        reading.totals(list_name),
        rulebook(list_name),
        reading.edition(list_name),
        reading.as_of,
        standings_underway(reading, list_name),
    )
    return _rows_by_rating(rows)


def _refuse_nobody(filters: Filters) -> None:
    """Refuse two ends that are the wrong way round: the empty list would look like an
    answer.

    Years of birth are compared as years, whatever stands behind them. Ends that are
    equal are fine.
    """
    first_year = (filters.born_from or "")[:4]
    last_year = (filters.born_to or "")[:4]
    refuse_backwards(first_year, last_year, "born_from", "born_to")

    low = filters.min_rating
    high = filters.max_rating
    if low is None or high is None or low <= high:
        return

    message = say(
        "{name} {low} is above {other} {high}",
        name=option("min_rating"),
        low=low,
        other=option("max_rating"),
        high=high,
    )
    hint = say("give the lower one first")
    raise Usage(Problem("usage", message, Where(field="min_rating"), hint))


def _holders(reading: Reading, title: str) -> set[str]:
    """Return the players who hold the title or have earned it. A player with a higher
    title holds that instead.

    `Usage`: the ledger has no such title.
    """
    known = known_titles(reading)

    if title not in known:
        message = say("{name} is not a title", name=repr(title))
        hint = say("known: {names}", names=", ".join(known))
        raise Usage(Problem("usage", message, Where(field="title"), hint))

    highest = highest_titles(reading)
    return {player for player, held in highest.items() if held == title}


def known_titles(reading: Reading) -> list[str]:
    """Return the titles of the ledger, the highest first."""
    rules = rulebook(titled_list(reading))
    return [rule.title for rule in rules.title_rules]


@cached_on_reading
def highest_titles(reading: Reading) -> dict[str, str]:
    """Return the highest title that each player holds or has earned.

    A title that a correction took away, or that was refused, is nobody's.
    """
    known = known_titles(reading)
    highest: dict[str, str] = {}

    for row in titles(reading).rows:
        if row.status in NOBODYS:
            continue

        held = highest.get(row.player)
        if held is None or known.index(row.title) < known.index(held):
            highest[row.player] = row.title

    return highest


# 2.2 of the article: the live rating is what the next list would show
def _rows_by_live_rating(list_name: str, rows: Sequence[Listed]) -> list[Listed]:
    """Return the rows by what the next list would show; refuse a list that shows no
    such thing.

    `Usage`: the list has no live ratings.
    """
    if not has_live(list_name):
        message = say("{list} has no live ratings", list=list_name)
        hint = say("order it by rating, name or peak")
        raise Usage(Problem("usage", message, hint=hint))

    return sorted(rows, key=_order_by_live)


def _order_by_live(row: Listed) -> tuple[int, str]:
    """Return what rows are sorted by: live rating, then id."""
    return -_live(row), row.player


def _live(row: Listed) -> int:
    """Return what the next list would show.

    It is the rating of the list where nothing is underway.
    """
    return row.beside.get("live") or row.rating


def _rows_by_peak(
    reading: Reading, list_name: str, rows: Sequence[Listed]
) -> list[Listed]:
    """Return the rows by the highest rating ever; players without one come last.

    Each row gets its `peak` beside, None without one.
    """
    own = histories(reading, list_name)
    rules = rulebook(list_name)

    with_peak = []
    for row in rows:
        peak = None
        career = own.get(row.player, [])

        highest = rules.highest(career)
        if highest is not None:
            peak = highest.rating

        beside = {**row.beside, "peak": peak}
        with_peak.append(row._replace(beside=beside))

    with_peak.sort(key=_order_by_peak)
    return with_peak


def _order_by_peak(row: Listed) -> tuple[int, str]:
    """Return what rows are sorted by: peak, then id; whoever has none comes last."""
    peak = row.beside["peak"] or -10_000
    return -peak, row.player


def histories(reading: Reading, list_name: str) -> dict[str, list[Entry]]:
    """Return the entries of everybody on a list, in order.

    They are in the order of computation; whoever has none is missing.
    """
    careers: dict[str, list[Entry]] = {}

    for entry in reading.entries(list_name=list_name):
        player = entry.figure.player
        if player not in careers:
            careers[player] = []

        careers[player].append(entry)

    return careers


def _rows_by_rating(rows: Iterable[Listed]) -> list[Listed]:
    """Return the rows by rating; at equal ratings they keep their order, which is that
    of the players.
    """
    return sorted(rows, key=lambda row: -row.rating)


def list_rows(
    totals: Iterable[Total],
    rules: Rulebook,
    edition: str,
    day: str | None = None,
    underway: Mapping[str, Standing] = NOBODY,
) -> Iterator[Listed]:
    """Yield one row for each player who is on the list.

    On a day, with what the calendar did by then; without one, as the last entry left
    it. `underway`: the standings that live ratings go by, of players in the midst of a
    tournament.

    `day`: YYYY-MM-DD. Whoever has no rating, or whom the rules do not list on that day,
    has no row.
    """
    for total in totals:
        if day is None:
            shown = Shown(total.rating)
        else:
            shown = rules.shown(total.standing, day)

        if not shown.listed or shown.rating is None:
            continue

        beside = shown.beside
        playing = underway.get(total.player)
        if playing is not None and day is not None:
            beside = rules.shown(playing, day).beside

        yield Listed(
            player=total.player,
            rating=shown.rating,
            games=total.games,
            normal_games=total.normal_games,
            established=rules.established(total.standing, edition),
            last_played=total.last_played,
            beside=beside,
        )


def _fit_to_print(
    reading: Reading, list_name: str, rows: Sequence[Listed], filters: Filters
) -> list[Listed]:
    """Return the rows whose ratings meet what the list asks before it publishes them,
    or before it puts them on a top list.

    The rules of each list say which ratings those are.
    """
    own = histories(reading, list_name)
    rules = rulebook(list_name)
    meets = rules.on_top_list if filters.top_list else rules.published

    fit = []
    for row in rows:
        if meets(own.get(row.player, []), reading.as_of):
            fit.append(row)

    return fit


def _passes_filters(row: Listed, filters: Filters) -> bool:
    """Tell whether games, rating and last game of a row are as asked for.

    Ordered by live ratings, ends of ratings are compared with those. Whoever has played
    no game was never active.
    """
    if row.games < filters.min_games:
        return False

    rating = row.rating
    if filters.by == "live":
        rating = _live(row)

    if filters.min_rating is not None and rating < filters.min_rating:
        return False
    if filters.max_rating is not None and rating > filters.max_rating:
        return False

    if filters.active_since is None:
        return True
    return (row.last_played or "") >= filters.active_since


def _is_wanted(reading: Reading, player: str, filters: Filters) -> bool:
    """Tell whether the person has the sex, age, federation and club asked for; what is
    not known does not match.

    Names and birth are those that the asker may see; clubs are compared as they read,
    and the code of a federation may be written small.
    """
    facts = reading.timeline.person(player)

    seen = reading.policy.seen(facts)
    # lists of women and girls are what federations publish, so the sex counts where it
    # is not shown
    if filters.sex and (seen.name is None or facts.sex != filters.sex):
        return False

    born = (seen.born or "")[:4]
    if filters.born_from and (not born or born < filters.born_from[:4]):
        return False
    if filters.born_to and (not born or born > filters.born_to[:4]):
        return False

    if filters.federation:
        federation = federation_on(facts.federations, reading.as_of)
        if federation != filters.federation.upper():
            return False

    if not filters.club:
        return True
    return club_key(seen.club or "") == club_key(filters.club)
