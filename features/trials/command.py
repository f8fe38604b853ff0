"""selo trial: how what was tried reads at a command line."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.command_frames import group
from cli.output import Column, fields_table, first_rows, signed, table, word
from cli.question_commands import Otherwise, Values, question
from messages import counted, listed_names, say

if TYPE_CHECKING:
    from features.trials.compare import Compare, Compared, ComparedPlayer
    from features.trials.pool_answer import PoolPeriod, PoolReport
    from features.trials.predict import Predicted, PredictedList
    from features.trials.rule_change import RuleTried
    from features.trials.scores import Paired, Scores
    from features.trials.search import SearchAnswer, Variant
    from features.trials.what_if import TitleChange, WhatIf
    from projections.answers.reading import Reading

SHOWN = 30
ACROSS = 6  # periods beside each other
NOT_REACHED = say("not reached")


def _compare(comparison: "Compared") -> Iterator[str]:
    """Write how the lists stand beside the first, then all players."""
    labels = [beside.list for beside in comparison.lists]
    yield from fields_table(
        comparison.lists,
        "list players mean",
        ("beside the first", "mean_difference"),
        ("largest", "largest_difference"),
        "rank_correlation",
        ("openings of", "openings_from"),
    )
    yield ""
    # a list or a proposal has its name in every language
    heads = ["player", "name", listed_names(labels[:1], 1), "rank"]
    for label in labels[1:]:
        heads += [listed_names([label], 1), "rank", "moved"]

    yield from table(heads, [_player_cells(row, labels) for row in comparison.rows])


def _player_cells(row: "ComparedPlayer", labels: Sequence[str]) -> list[object]:
    """Return the cells of a player in the table of a comparison.

    Each list has three cells: rating, rank, and how far the rank moved against the
    first list. The first list has no third cell. A list without the player leaves its
    cells empty.
    """
    cells: list[object] = [row.player, row.name]
    for label in labels:
        cell = row.lists[label]
        figures: list[object] = [None, None, None]
        if cell is not None:
            figures = [cell.rating, cell.rank, signed(cell.moved)]
        if label == labels[0]:
            figures.pop()
        cells += figures

    return cells


def _comparison_chart(
    reading: "Reading", asked: "Compare", comparison: "Compared"
) -> str:
    """Draw the chart of a comparison; it shows everybody, even if the table is cut
    short.
    """
    from features.trials.charts import compared

    return compared(comparison if asked.limit is None else asked.everybody(reading))


def _predict(predicted: "Predicted") -> Iterator[str]:
    """Yield the lines on how well lists predicted: every game first, then only the
    games that all of them predicted, then each list against the first.

    The scores between established players and the calibration end it.
    """
    from features.trials.scores import Paired
    from rulebooks.base import BEGINNING

    columns = ("games", "draws", "log loss", "even", "Brier", "even")
    if predicted.first == BEGINNING:
        yield say("tournaments that ended up to {last}", last=predicted.last)
    else:
        yield say(
            "tournaments that ended from {first} up to {last}",
            first=predicted.first,
            last=predicted.last,
        )

    rows = [
        [scores.list, scores.unrated_games, *_losses(scores)]
        for scores in predicted.lists
    ]
    yield from table(("list", "not predicted", *columns), rows)
    if len(predicted.lists) > 1:
        yield ""
        yield counted(
            "only the {count} game that every list predicted",
            "only the {count} games that every list predicted",
            predicted.common_games,
        )
        rows = [[scores.list, *_losses(scores.common)] for scores in predicted.lists]
        yield from table(("list", *columns), rows)

    for scores in predicted.lists:
        if isinstance(scores.against_first, Paired):
            yield ""
            yield say(
                "{list} beside {other}", list=scores.list, other=predicted.lists[0].list
            )
            yield from _paired_lines(scores.against_first)

    yield ""
    yield say("both players established")

    rows = [[scores.list, *_losses(scores.established)] for scores in predicted.lists]
    yield from table(("list", *columns), rows)
    yield ""
    yield say(
        "calibration: White's expected score, the actual score, and the number of games"
    )
    yield from _calibration(predicted.lists)


def _paired_lines(paired: "Paired") -> Iterator[str]:
    """Write the second forecast's losses less the first's, and how sure that is.

        log loss: -0.00213 (-0.00401 to -0.00025, 95 of 100 draws of the same 1200 games): better

    A line is left out where there was no game. The games do not tell where 0 lies in
    the interval.
    """
    for measure, interval in (("log loss", paired.log_loss), ("Brier", paired.brier)):
        difference, low, high = interval.difference, interval.low, interval.high
        if difference is None or low is None or high is None:
            continue
        if low <= 0 <= high:
            sure = say("the games do not tell")
        elif difference < 0:
            sure = say("better")
        else:
            sure = say("worse")

        yield counted(
            "{word}: {sum} ({low} to {high}, 95 of 100 draws of the same {count}"
            " game): {sure}",
            "{word}: {sum} ({low} to {high}, 95 of 100 draws of the same {count}"
            " games): {sure}",
            paired.games,
            word=word(measure),
            sum=f"{difference:+.5f}",
            low=say("{sum}", sum=f"{low:+.5f}"),
            high=say("{sum}", sum=f"{high:+.5f}"),
            sure=sure,
        )


def _losses(scores: "PredictedList | Scores") -> list[object]:
    """Return the cells of losses, each beside what forecasts of an even game would
    lose.
    """
    return [
        scores.games,
        scores.draws,
        _decimals(scores.log_loss, 4),
        _decimals(scores.even.log_loss, 4),
        _decimals(scores.brier, 4),
        _decimals(scores.even.brier, 4),
    ]


def _calibration(lists: Sequence["PredictedList"]) -> list[str]:
    """Return a table with a row for each tenth of the expected score.

    Each list fills three cells: what it expected on average, what was scored, and in
    how many games.
    """
    heads = ["expected"]
    for scores in lists:
        heads += [listed_names([scores.list], 1), "scored", "games"]

    rows = []
    for index, first in enumerate(lists[0].calibration):
        low = f"{first.low:.1f}"
        high = f"{first.high:.1f}"
        cells: list[object] = [say("{low} to {high}", low=low, high=high)]
        for scores in lists:
            tenth = scores.calibration[index]
            cells.append(_decimals(tenth.expected, 3))
            cells.append(_decimals(tenth.score, 3))
            cells.append(tenth.games)

        rows.append(cells)

    return table(heads, rows)


def _decimals(value: float | None, digits: int) -> str | None:
    """Return the value with so many decimals; nothing if there is none."""
    if value is None:
        return None
    return f"{value:.{digits}f}"


def _what_if(trial: "WhatIf") -> Iterator[str]:
    """Yield the lines of a rule change that was tried: what changes, how ratings
    differ, how both predict, and titles won or lost.
    """
    from rulebooks.base import BEGINNING

    name = trial.name
    list_name = trial.list
    if trial.since == BEGINNING:
        yield say("{name}: {list} from the beginning", name=name, list=list_name)
    else:
        yield say(
            "{name}: {list} from {since}",
            since=trial.since,
            name=name,
            list=list_name,
        )

    for change in trial.changes:
        number = (
            f"  {change.edition} {change.number}: {change.before} -> {change.after}"
        )
        yield say("{number}   ({what})", number=number, what=change.what)

    yield ""
    yield from _compare(trial.compare)
    yield ""
    yield from _predict(trial.predict)
    yield ""
    yield from _paired_lines(trial.paired)
    yield ""
    yield from _titles(trial.titles)


def _titles(titles: "Sequence[TitleChange]") -> Iterator[str]:
    """Yield the titles that a rule change gives or takes, or a line that says there are
    none. A day is that on which the title is reached.
    """
    if not titles:
        yield say("no title gained or lost")
        return

    yield from first_rows(
        titles,
        SHOWN,
        "title player name",
        ("as it is", lambda title: title.before or NOT_REACHED),
        ("proposed", lambda title: title.after or NOT_REACHED),
    )


def _what_if_chart(reading: "Reading", asked: "RuleTried", trial: "WhatIf") -> str:
    """Draw the chart of a rule change; it shows everybody, even if the table is cut
    short.
    """
    from features.trials.charts import tried

    return tried(trial if asked.limit is None else asked.everybody(reading))


def _from_file(stated: Values) -> None:
    """Read the proposal or the space from its file, and say what is wrong with it of
    that file.

    stated: what the command was told; the name of the file in it is replaced by its
    content, since the question takes JSON. `Refused` has every flaw with its line and
    column.
    """
    from desk.files.open_file import bytes_of
    from features.trials.rule_change import rule_change, space

    what = "space" if "space" in stated else "proposal"
    file = stated[what]
    content = bytes_of(file)
    if what == "space":
        space(file, content)
    else:
        rule_change(file, content)

    stated[what] = content.decode()


def _search(answer: "SearchAnswer") -> Iterator[str]:
    """Yield the lines of a search: how many variants were tried, the best of them, and
    how the first fares on games that had no say in choosing it, in all and by year.

    The list as it is stands above the variants.
    """
    yield say(
        "variants tried: {tried} of {all}; games before {day}, which choose: {games};"
        " later ones, which judge: {held}",
        tried=answer.tried,
        all=answer.combinations,
        games=answer.chosen_by_games,
        day=answer.since,
        held=answer.held_out_games,
    )

    numbers = list(answer.rows[0].change)
    heads = [listed_names([number], 1) for number in numbers]

    variants = [answer.as_it_is, *answer.rows]
    yield from table(
        ("log loss before", "from then on", *heads),
        [_variant(row, numbers) for row in variants],
    )
    yield ""
    yield say(
        "the first variant beside {list}, over games that had no say in choosing it",
        list=answer.list,
    )
    yield from _paired_lines(answer.paired)
    rows = []
    for year in answer.years:
        loss = year.log_loss
        numbers_of_loss = (loss.difference, loss.low, loss.high)
        known = [number for number in numbers_of_loss if number is not None]
        cells = [f"{number:+.5f}" for number in known]
        rows.append((str(year.year), year.games, *cells))

    yield from table(("year", "games", "difference", "low", "high"), rows)


def _variant(row: "Variant", numbers: Sequence[str]) -> list[object]:
    """Return the cells of a variant: its two losses to six decimals, then its numbers.

    A variant without changes says `as it is` in place of each number.
    """
    cells: list[object] = [_decimals(row.chosen_by, 6), _decimals(row.held_out, 6)]
    for number in numbers:
        if row.change:
            cells.append(str(row.change[number]))
        else:
            cells.append(word("as it is"))

    return cells


def _pool(report: "PoolReport") -> Iterator[str]:
    """Yield the lines of the report on a pool: a table of periods, what moved the
    points in them, and the mean of those who played in every one.

    Causes stand in a table for each six periods, as wide as a terminal.
    """
    rows = report.rows
    if not rows:
        yield say("no entries on {list}", list=report.list)
        return

    if report.openings_from != report.list.partition(":")[0]:
        yield say(
            "{list} starts from the openings of {other}",
            list=report.list,
            other=report.openings_from,
        )

    pool_columns: list[Column] = [
        "period players",
        ("mean", lambda row: _decimals(row.mean, 1)),
        ("lowest", lambda row: _tenth(row, 0)),
        ("median", lambda row: _tenth(row, 5)),
        ("highest", lambda row: _tenth(row, 10)),
        ("new", "newcomers.players"),
        (say("at"), lambda row: _decimals(row.newcomers.mean, 1)),
        ("stopped", "leavers.players"),
        ("back", "returned.players"),
        ("played", "active"),
        ("drift", lambda row: _signed_decimal(row.drift.mean)),
    ]
    yield from fields_table(rows, *pool_columns)
    for first in range(0, len(rows), ACROSS):
        yield ""
        yield from _causes(rows[first : first + ACROSS])

    throughout = report.throughout
    if len(rows) > 1 and throughout.players:
        yield ""
        yield counted(
            "{count} player played in every period; mean at the end of each:",
            "{count} players played in every period; mean at the end of each:",
            throughout.players,
        )
        yield (
            "  ".join(f"{mean:.1f}" for mean in throughout.means)
            + f"  ({throughout.change:+.1f})"
        )


def _tenth(row: "PoolPeriod", tenth: int) -> int | None:
    """Return the rating at a tenth of the pool: 0 is the lowest, 5 the median, 10 the
    highest. Nothing if the pool is empty.
    """
    if not row.deciles:
        return None
    return row.deciles[tenth]


def _causes(rows: Sequence["PoolPeriod"]) -> list[str]:
    """Return a table with a row for each cause, a column for each period; causes that
    never were are left out.

    The last row is what all causes come to: the change of the sum of all ratings.
    """
    from features.trials.pool_answer import CAUSES

    lines: list[list[str | None]] = []
    for code, cause in CAUSES.items():
        amounts = [row.causes[code] for row in rows]
        if any(amounts):
            cells = [_signed_decimal(amount) for amount in amounts]
            lines.append([say(cause.name), *cells, say(cause.meaning)])

    changes = [_signed_decimal(row.change) for row in rows]
    lines.append([word("change"), *changes, say("of the sum of all ratings")])

    names = [row.period for row in rows]
    heads = ("points", *names, "")

    return table(heads, lines)


def _signed_decimal(value: float | None) -> str | None:
    """Write a decimal with its sign; nothing for nothing, and less than a twentieth is
    neither plus nor minus.

        12.34  +12.3
        -0.04  0.0
        0      nothing
    """
    if not value:
        return None
    return "0.0" if abs(value) < 0.05 else f"{value:+.1f}"


CHARTS = "features.trials.charts"
trial_command = group(
    "Other systems and other rules, run over the same games. Nothing is recorded.",
    "selo trial compare selo elo-fide --top 10",
    {
        "compare": question(
            "features.trials.compare:Compare", text=_compare, picture=_comparison_chart
        ),
        "predict": question(
            "features.trials.predict:Predict",
            text=_predict,
            picture=f"{CHARTS}:calibrated",
        ),
        "what-if": question(
            "features.trials.rule_change:RuleTried",
            text=_what_if,
            picture=_what_if_chart,
            otherwise=Otherwise(adjust=_from_file),
        ),
        "search": question(
            "features.trials.rule_change:RulesSearched",
            text=_search,
            otherwise=Otherwise(adjust=_from_file),
        ),
        "pool": question(
            "features.trials.pool:PoolAsked",
            text=_pool,
            picture="features.trials.pool_chart:pooled",
        ),
    },
)
