"""Draw the pages of a tournament (the table its kind asks for, what became of each
game, and every version of it).
"""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from desk.exports.trf_file import ExportTrf, exported_trf
from exchange.trf.team_records import NAMING_TEAMS, read_team
from ledger.decisions import value_in_sentence
from projections.answers.events.log import Log, log
from projections.answers.reading import Reading
from projections.answers.tournaments.crosstable import (
    CrosstableGame,
    CrosstableRow,
    ReportedStanding,
    TournamentReported,
)
from projections.answers.tournaments.standings import Standing, standings
from projections.answers.tournaments.tournament import (
    Tournament,
    TournamentAnswer,
    TournamentGame,
    TournamentRow,
    Tournaments,
    TournamentsAnswer,
    tournament,
    tournament_at,
    tournament_names,
    tournaments,
)
from web.pages.catalogue import catalogue
from web.pages.escaped import escaped
from web.pages.quantities import halves, moved
from web.pages.rendering import rendered
from web.pages.sentences import sentence
from web.pages.terms import terms
from web.pages.two_times import Times, times_of
from web.pages.visit import Visit

MATRIX_MOST = 16  # players of a round robin that fits across a page
ROUNDS_MOST = 15  # columns of a pairing table
OUT = ' class="out"'  # of a game that no list rates


class TableRow(NamedTuple):
    """A player's line: place, the answer's row, and a cell for each column."""

    place: int
    row: CrosstableRow
    cells: Markup


class Table(NamedTuple):
    """The table of a tournament. A pairing table has rounds for columns, a matrix its
    players, a league none: its matches follow by round.
    """

    kind: str
    heads: tuple[int, ...]
    rows: tuple[TableRow, ...]


class Round(NamedTuple):
    """The games of one round, as rows, and its day if it was reported."""

    number: int
    on: str | None
    games: Markup


class ReportedTeam(NamedTuple):
    """A team as the report names it, and its players in their order; a player without a
    row there has None.
    """

    name: str
    players: tuple[tuple[int, ReportedStanding | None], ...]


def tournament_page(reading: Reading, asked: Tournament, visit: Visit) -> str:
    """Make the page of a tournament: its table, its standings, its rounds, what a
    report said, and how it was recorded and corrected.

    `NotFound`: the ledger has no such tournament.
    """
    answer = tournament(reading, asked.tournament)
    times = times_of(asked, visit.today)
    written = _Written(visit, answer.header.id, times)
    rated = {name for row in answer.crosstable for name in row.lists}
    # a column for each list that rates a game of it, in the order of the lists
    lists = tuple(name for name in reading.lists() if name in rated)

    # the days of rounds are as the report has them, by the number as a text
    days = {} if answer.reported is None else answer.reported.round_days
    games = sorted(answer.games, key=lambda game: game.round)
    rounds = []
    for number, own in groupby(games, key=lambda game: game.round):
        rows = Markup("".join(map(written.game, own)))
        rounds.append(Round(number, days.get(str(number)), rows))

    names = {}
    for row in answer.crosstable:
        if row.name is not None:
            names[row.player] = row.name

    table = table_of(answer, written)
    beside = standings(reading, answer)
    final = [
        written.standing(line.place, line.row, beside[line.row.player], lists)
        for line in table.rows
    ]

    return rendered(
        "tournament.html",
        visit,
        answer=answer,
        lists=lists,
        table=table,
        final=Markup("".join(final)),
        by_report=bool(_ranks_reported(answer)),
        rounds=rounds,
        versions=log(reading, Log(tournament=asked.tournament)).events,
        names=names,
        reported=_table_reported(answer.reported),
        teams=_teams_reported(answer.reported),
        decided=partial(value_in_sentence, field="about"),
        league=tournament_at(reading, asked.tournament).league is not None,
        times=times,
        linked=written.person,
    )


def _table_reported(report: TournamentReported | None) -> tuple[ReportedStanding, ...]:
    """Return the standings as reported, if the report had any.

    Points or a rank of one player are enough. Without either a report has only who
    played, which the table of the page has already.
    """
    rows = () if report is None else report.rows
    if any(row.points is not None or row.rank is not None for row in rows):
        return rows
    return ()


def _ranks_reported(answer: TournamentAnswer) -> dict[str, int]:
    """Return the reported ranks, which go by tie-breaks that only the organiser's
    program works out; none where somebody has none or a game was changed since.

    By player: `{"P12": 1, "P7": 2}`.
    """
    if answer.reported is None or not answer.reported.stands:
        return {}

    ranks = {row.player: row.rank for row in answer.reported.rows if row.rank}
    everybody = all(row.player in ranks for row in answer.crosstable)
    return ranks if everybody else {}


def _teams_reported(report: TournamentReported | None) -> tuple[ReportedTeam, ...]:
    """Return the teams that the records of the report name, each once: a record of
    TRF26 has all of TRF16's.

    A record that cannot be read, or that has no name or nobody in it, is passed over:
    the page shows what is there. Capitals do not tell two teams apart.
    """
    if report is None:
        return ()

    rows = {row.number: row for row in report.rows}
    teams: dict[str, ReportedTeam] = {}
    for tag in NAMING_TEAMS:
        for record in report.records:
            if not record.startswith(tag):
                continue

            team = read_team(record, tag, 0)
            if team is None or not team.name or not team.players:
                continue

            members = tuple((number, rows.get(number)) for number in team.players)
            teams.setdefault(team.name.casefold(), ReportedTeam(team.name, members))

    return tuple(teams.values())


class _Written:
    """Cells and rows in the page's language, of which a page has hundreds: a template
    takes three times as long. What a person wrote is escaped here.
    """

    def __init__(self, visit: Visit, tournament: str, times: Times) -> None:
        """Look up once what every cell needs: the results in words, the colours, the
        sentences.

        `tournament`: its id, for the links of whoever may correct a game. `times`: of
        the page, which the links to reasons keep.
        """
        _ = catalogue(visit.language).gettext
        self._visit, self._tournament, self._times = visit, tournament, times

        self._results = {
            result: escaped(words)
            for result, words in terms(visit.language).result.items()
        }

        self._against = _("against")
        self._colours = {
            "white": f", {_('white')},",
            "black": f", {_('black')},",
        }

        self._correct = _("Correct game %(game)s: %(result)s")
        self._new = escaped(_("new"))
        self._why = _("Why %(rating)s on %(list)s?")
        self._people: dict[str, Markup] = {}

    def person(self, player: str, name: str | None) -> Markup:
        """Link to a player by their name, or by their id without one; made once for a
        page.

            <a class="person" href="/players/P12"><bdi>Berg, Ada</bdi></a>

        The name stands in an element of its own, so that letters of another direction
        do not turn what is around it.
        """
        if player not in self._people:
            address = escaped(self._visit.links.to("players", player))
            self._people[player] = Markup(
                '<a class="person"'
                f' href="{address}"><bdi>{escaped(name or player)}</bdi></a>'
            )

        return self._people[player]

    def standing(
        self, place: int, row: CrosstableRow, beside: Standing, lists: Sequence[str]
    ) -> str:
        """Write a player's row of the final table: who they are, their points, and four
        cells for each list.

        A narrow screen has federation, club and ratings below the name instead.
        """
        title = ""
        if beside.title:
            title = f'<span class="quiet">{escaped(beside.title)}</span> '

        federation = narrow = escaped(beside.federation)
        club = ""
        if beside.club:
            club = f"<bdi>{escaped(beside.club)}</bdi>"
            narrow += f" · {club}"
        for name in lists:
            rating = row.lists.get(name)
            if rating is not None:
                before = "" if rating.before is None else f"{rating.before} → "
                narrow += f"<br>{escaped(name)} {before}{rating.after}"

        points = f"<b>{halves(row.points, self._visit.language)}</b>"
        if row.cells:
            points += f'<span class="quiet"> / {len(row.cells)}</span>'

        by_name = escaped(row.name or row.player)
        by_list = [self._on_list(row, beside, name) for name in lists]
        return (
            f'<tr><td class="n">{place}</td><th scope="row" data-sort="{by_name}">{title}'
            f'{self.person(row.player, row.name)}<span class="narrow">{narrow}</span>'
            f'</th><td class="wide">{federation}</td><td class="wide">{club}</td>'
            f'<td class="n">{points}</td>\n{"".join(by_list)}</tr>\n'
        )

    def _on_list(self, row: CrosstableRow, beside: Standing, name: str) -> str:
        """Write the four cells of a list: the rating before, the performance, the
        change, and the rating after, which leads to why it is so.
        """
        before = performance = change = after = sort = ""
        rating = row.lists.get(name)
        if rating is not None:
            before = str(rating.before)
            if rating.before is None:
                # whoever is new comes last, whatever the word for it
                before, sort = self._new, ' data-sort=""'
            change = moved(rating.change, self._visit.language)
            after = self._reason(row.player, name, rating.after)
        if name in beside.performance:
            measured = beside.performance[name]
            performance = "–" if measured is None else str(measured)

        return (
            f'<td class="n wide"{sort}>{before}</td>\n'
            f'<td class="n wide">{performance}</td>\n'
            f'<td class="n">{change}</td>\n<td class="n wide">{after}</td>\n'
        )

    def _reason(self, player: str, list_name: str, rating: int) -> str:
        """Write a rating with a link to why it is so; files of a site have no such
        page.
        """
        links = self._visit.links
        if not links.live:
            return f"<b>{rating}</b>"

        address = links.to(
            "players",
            player,
            "why",
            self._tournament,
            list=list_name,
            **self._times.query,
        )
        words = self._why % {"rating": rating, "list": list_name}
        return (
            f'<a class="reason" href="{escaped(address)}"'
            f' aria-label="{escaped(words)}"><b>{rating}</b></a>'
        )

    def cell(self, game: CrosstableGame, opponent: int, *, counts: bool) -> str:
        """Write a game of a pairing table: whom it was against by their place in it,
        the colour, and how it ended.

        `opponent`: that place. `counts`: a list rates the game. The colour is a mark on
        the screen, and a word for whoever has the page read to them. The cell leads to
        the row of the game, where the names are.
        """
        colour = "white" if game.colour == "white" else "black"
        return (
            f'<a class="cell{"" if counts else " out"}" href="#g{escaped(game.game)}"'
            f' title="{escaped(game.result)}"><span class="aside">{self._against}'
            f' </span>{opponent}<span class="aside">{self._colours[colour]}</span><i'
            f' class="{colour}"></i>{self._ended(game)}</a> '
        )

    def match(self, game: CrosstableGame) -> str:
        """Write a game of a matrix, where the column says whom it was against. It leads
        to the row of the game, too.
        """
        return (
            f'<a href="#g{escaped(game.game)}"'
            f' title="{escaped(game.result)}">{self._ended(game)}</a> '
        )

    def _ended(self, game: CrosstableGame) -> str:
        """Write how a game ended: the half points as points, else the result in words."""
        if game.score is None:
            return self._result(game.result)
        return halves(game.score, self._visit.language)

    def _result(self, result: str) -> str:
        """Write a result in the page's language; one without words stands as it is."""
        return self._results.get(result) or escaped(result)

    def game(self, game: TournamentGame) -> str:
        """Write a game as a row of its round.

        What it counts for stands last: the lists that rate it, or why none does, with
        the article where there is one. Whoever may leave something at the desk has a
        link there to correct the result.
        """
        number = escaped(game.game)
        result = self._result(game.result)

        # what it counts for; where it counts for nothing, a narrow screen says why too
        counts = ", ".join(map(escaped, game.lists))
        narrow = ""
        if game.why and not game.lists:
            counts = escaped(sentence(game.why, self._visit.language))
            narrow = f'<span class="narrow">{counts}</span>'
            if game.section:
                counts += f" ({escaped(game.section)})"

        if self._visit.at_desk:
            parts = ("desk", "tournaments", self._tournament, "games", game.game)
            address = escaped(self._visit.links.to(*parts))
            words = self._correct % {"game": number, "result": result}
            result = f'<a href="{address}" aria-label="{words}">{result}</a>'

        out = "" if game.lists else OUT
        white = self.person(game.white, game.white_name)
        black = self.person(game.black, game.black_name)

        return (
            f'<tr id="g{number}"{out}><td class="quiet wide">{number}</td>'
            f'<td>{white}</td><td class="result">{result}</td>'
            f'<td>{black}{narrow}</td><td class="quiet wide">{counts}</td></tr>\n'
        )


def table_of(answer: TournamentAnswer, written: _Written) -> Table:
    """Make the table of a tournament, with what stands in each of its cells.

    Players stand in the order of the reported ranks where these hold, else in that of
    the answer. A game that no list rates is marked.

    `heads` of the table are the numbers of the rounds, or the places of the players; a
    league has none, and its rows no cells.
    """
    ranks = _ranks_reported(answer)
    rows = sorted(answer.crosstable, key=lambda row: ranks.get(row.player, 0))
    counted = {game.game for game in answer.games if game.lists}
    places = {row.player: place for place, row in enumerate(rows, 1)}
    rounds = sorted({cell.round for row in rows for cell in row.cells})

    kind = _kind(rows, rounds)

    heads: tuple[int, ...] = ()
    if kind == "swiss":
        heads = tuple(rounds)
    elif kind == "matrix":
        heads = tuple(places.values())

    def cells(row: CrosstableRow) -> Markup:
        """Return what stands in each column of a player's row, as cells of a table."""
        texts = dict.fromkeys(heads, "")
        if kind == "matrix":
            texts[places[row.player]] = '<span class="self">·</span>'

        # two may meet twice, and a round may have two games of one player: a cell holds
        # both
        for game in row.cells if heads else ():
            opponent = places[game.opponent]
            if kind == "matrix":
                texts[opponent] += written.match(game)
            else:
                counts = game.game in counted
                texts[game.round] += written.cell(game, opponent, counts=counts)

        return Markup("".join([f"<td>{text}</td>\n" for text in texts.values()]))

    return Table(
        kind,
        heads,
        tuple(TableRow(places[row.player], row, cells(row)) for row in rows),
    )


def _kind(rows: Sequence[CrosstableRow], rounds: Sequence[int]) -> str:
    """Tell what kind of table it needs: a round robin has every pair equally often, a
    Swiss nearly everybody in every round; else it is a league.

        matrix   3 to MATRIX_MOST players, and everybody met everybody
        swiss    at most ROUNDS_MOST rounds, and 60 % of the seats are taken
        league   anything else
    """
    others = len(rows) - 1

    def met_everybody(row: CrosstableRow) -> bool:
        return len({cell.opponent for cell in row.cells}) == others

    if 2 < len(rows) <= MATRIX_MOST and all(met_everybody(row) for row in rows):
        return "matrix"

    seats = sum(len(row.cells) for row in rows)
    full = len(rows) * len(rounds)
    if len(rounds) <= ROUNDS_MOST and seats * 10 >= full * 6:
        return "swiss"

    return "league"


def tournaments_page(reading: Reading, asked: Tournaments, visit: Visit) -> str:
    """Make the page of tournaments, by the year of their last day, the newest first."""
    answer = tournaments(reading)
    years = tuple(
        (year, tuple(rows))
        for year, rows in groupby(answer.rows[::-1], key=lambda row: row.end[:4])
    )

    return rendered(
        "tournaments.html",
        visit,
        answer=answer,
        years=years,
        leagues=_leagues(reading, answer),
        times=times_of(asked, visit.today),
    )


def _leagues(reading: Reading, answer: TournamentsAnswer) -> tuple[TournamentRow, ...]:
    """Return the leagues with a table of their own, the newest first. A league takes
    longer than a month, so nothing shorter is looked up.
    """
    month = timedelta(31)

    long = [
        row
        for row in reversed(answer.rows)
        if date.fromisoformat(row.end) - date.fromisoformat(row.start) > month
    ]

    # they are read together, and not one after the other
    reading.timeline.expect_tournaments([row.tournament for row in long])

    return tuple(row for row in long if _has_league(reading, row.tournament))


def _has_league(reading: Reading, name: str) -> bool:
    """Tell whether a tournament is a league with a table; an unknown one is none."""
    known = reading.timeline.tournament(name)
    return known is not None and known.league is not None


def report_page(reading: Reading, asked: ExportTrf, visit: Visit) -> str:
    """Make the page with the report as text, to be copied or saved.

    It is the very text that the file has, in the form that was asked for.
    """
    answer = exported_trf(reading, asked.tournament, asked.form)
    names = tournament_names(reading, [answer.tournament])

    return rendered(
        "report.html",
        visit,
        asked=asked,
        answer=answer,
        times=times_of(asked, visit.today),
        name=names.get(answer.tournament, answer.tournament),
    )
