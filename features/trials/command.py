"""selo trial: how what was tried reads at a command line."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.command_frames import group
from cli.output import fields_table, first_rows, signed, table, word
from cli.question_commands import Otherwise, Values, question
from messages import counted, named, say

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
    heads = ["player", "name", named(labels[:1], 1), "rank"]
    for label in labels[1:]:
        heads += [named([label], 1), "rank", "moved"]
    yield from table(heads, [_player_cells(row, labels) for row in comparison.rows])


def _player_cells(row: "ComparedPlayer", labels: Sequence[str]) -> list[object]:
    cells: list[object] = [row.player, row.name]
    for label in labels:
        cell = row.lists[label]
        cells += [None, None] if cell is None else [cell.rating, cell.rank]
        if label != labels[0]:
            cells.append(None if cell is None else signed(cell.moved))
    return cells


def _scatter(reading: "Reading", asked: "Compare", comparison: "Compared") -> str:
    from features.trials.charts import compared

    return compared(comparison if asked.limit is None else asked.everybody(reading))


def _predict(predicted: "Predicted") -> Iterator[str]:
    from features.trials.scores import Paired
    from projections.runs.setups import BEGINNING

    columns = ("games", "draws", "log loss", "even", "Brier", "even")
    yield (
        say("tournaments that ended up to {last}", last=predicted.last)
        if predicted.first == BEGINNING
        else say(
            "tournaments that ended from {first} up to {last}",
            first=predicted.first,
            last=predicted.last,
        )
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
        yield from table(
            ("list", *columns),
            [[scores.list, *_losses(scores.common)] for scores in predicted.lists],
        )
    for scores in predicted.lists:
        if isinstance(scores.against_first, Paired):
            yield ""
            yield say(
                "{list} beside {other}", list=scores.list, other=predicted.lists[0].list
            )
            yield from _paired(scores.against_first)
    yield ""
    yield say("both players established")
    yield from table(
        ("list", *columns),
        [[scores.list, *_losses(scores.established)] for scores in predicted.lists],
    )
    yield ""
    yield say(
        "calibration: White's expected score, the actual score, and the number of games"
    )
    yield from _calibration(predicted.lists)


def _paired(paired: "Paired") -> Iterator[str]:
    """Write the second forecast's losses less the first's, and how sure that is."""
    for measure, interval in (("log loss", paired.log_loss), ("Brier", paired.brier)):
        if (
            interval.difference is not None
            and interval.low is not None
            and interval.high is not None
        ):
            sure = (
                say("the games do not tell")
                if interval.low <= 0 <= interval.high
                else (say("better") if interval.difference < 0 else say("worse"))
            )
            low, high = (
                say("{sum}", sum=f"{end:+.5f}") for end in (interval.low, interval.high)
            )
            yield counted(
                "{word}: {sum} ({low} to {high}, 95 of 100 draws of the same {count}"
                " game): {sure}",
                "{word}: {sum} ({low} to {high}, 95 of 100 draws of the same {count}"
                " games): {sure}",
                paired.games,
                word=word(measure),
                sum=f"{interval.difference:+.5f}",
                low=low,
                high=high,
                sure=sure,
            )


def _losses(scores: "PredictedList | Scores") -> list[object]:
    losses = (scores.log_loss, scores.even.log_loss, scores.brier, scores.even.brier)
    return [scores.games, scores.draws, *(_decimals(loss, 4) for loss in losses)]


def _calibration(lists: Sequence["PredictedList"]) -> list[str]:
    heads = ["expected"]
    for scores in lists:
        heads += [named([scores.list], 1), "scored", "games"]
    rows = []
    for index, first in enumerate(lists[0].calibration):
        cells: list[object] = [
            say("{low} to {high}", low=f"{first.low:.1f}", high=f"{first.high:.1f}")
        ]
        for scores in lists:
            tenth = scores.calibration[index]
            cells += [
                _decimals(tenth.expected, 3),
                _decimals(tenth.score, 3),
                tenth.games,
            ]
        rows.append(cells)
    return table(heads, rows)


def _decimals(value: float | None, digits: int) -> str | None:
    return None if value is None else f"{value:.{digits}f}"


def _what_if(trial: "WhatIf") -> Iterator[str]:
    from projections.runs.setups import BEGINNING

    known = {"name": trial.name, "list": trial.list}
    yield (
        say("{name}: {list} from the beginning", **known)
        if trial.since == BEGINNING
        else say("{name}: {list} from {since}", since=trial.since, **known)
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
    yield from _paired(trial.paired)
    yield ""
    yield from _titles(trial.titles)


def _titles(titles: "Sequence[TitleChange]") -> Iterator[str]:
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


def _tried(reading: "Reading", asked: "RuleTried", trial: "WhatIf") -> str:
    from features.trials.charts import tried

    return tried(trial if asked.limit is None else asked.everybody(reading))


def _from_file(stated: Values) -> None:
    """Read the proposal or the space from its file, and say what is wrong with it of
    that file.
    """
    from desk.files.open_file import bytes_of
    from features.trials.rule_change import rule_change, space

    what = "space" if "space" in stated else "proposal"
    content = bytes_of(stated[what])
    (space if what == "space" else rule_change)(stated[what], content)
    stated[what] = content.decode()


def _search(answer: "SearchAnswer") -> Iterator[str]:
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
    yield from table(
        (
            "log loss before",
            "from then on",
            *(named([number], 1) for number in numbers),
        ),
        [_variant(row, numbers) for row in (answer.as_it_is, *answer.rows)],
    )
    yield ""
    yield say(
        "the first variant beside {list}, over games that had no say in choosing it",
        list=answer.list,
    )
    yield from _paired(answer.paired)
    rows = [
        (
            str(each.year),
            each.games,
            *(
                f"{end:+.5f}"
                for end in (
                    each.log_loss.difference,
                    each.log_loss.low,
                    each.log_loss.high,
                )
                if end is not None
            ),
        )
        for each in answer.years
    ]
    yield from table(("year", "games", "difference", "low", "high"), rows)


def _variant(row: "Variant", numbers: Sequence[str]) -> list[object]:
    values = [
        str(row.change[number]) if row.change else word("as it is")
        for number in numbers
    ]
    return [_decimals(row.chosen_by, 6), _decimals(row.held_out, 6), *values]


def _pool(report: "PoolReport") -> Iterator[str]:
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
    yield from fields_table(
        rows,
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
    )
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
    return row.deciles[tenth] if row.deciles else None


def _causes(rows: Sequence["PoolPeriod"]) -> list[str]:
    """Make a row for each cause, a column for each period; causes that never were are
    left out.
    """
    from features.trials.pool_answer import CAUSES

    lines: list[list[str | None]] = [
        [
            say(cause.name),
            *(_signed_decimal(row.causes[code]) for row in rows),
            say(cause.meaning),
        ]
        for code, cause in CAUSES.items()
        if any(row.causes[code] for row in rows)
    ]
    lines.append(
        [
            word("change"),
            *(_signed_decimal(row.change) for row in rows),
            say("of the sum of all ratings"),
        ]
    )
    return table(("points", *(row.period for row in rows), ""), lines)


def _signed_decimal(value: float | None) -> str | None:
    """Write a decimal with its sign; nothing for nothing, and less than a twentieth is
    neither plus nor minus.
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
            "features.trials.compare:Compare", text=_compare, picture=_scatter
        ),
        "predict": question(
            "features.trials.predict:Predict",
            text=_predict,
            picture=f"{CHARTS}:calibrated",
        ),
        "what-if": question(
            "features.trials.rule_change:RuleTried",
            text=_what_if,
            picture=_tried,
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
