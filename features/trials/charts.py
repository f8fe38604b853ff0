"""Draw lists beside the first one: a panel for each, a dot for each player, the rating
on the first list across, the difference up. The player farthest off is named, so that
the picture says who it is in print too.

Calibration: White's expected score across, the score made up; an honest forecast lies
on the diagonal.

Bars show how far chance alone may carry the score of so many games, so that a dot off
the diagonal whose bar reaches it says nothing against the list.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from features.trials.compare import Compared
from features.trials.predict import Predicted, PredictedList
from features.trials.scores import Bin
from features.trials.what_if import WhatIf
from messages import counted, say
from projections.charts.axes import Axes, Span, legend, span
from projections.charts.colours import colour_name
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import Point, dot, line, path, text, wrapped
from rulebooks.base import BEGINNING

WIDTH, LEFT, GAP = 860, 64, 74
# width and height of a panel, by how many stand beside each other
PANELS = {1: (WIDTH - LEFT - 40, 380), 2: ((WIDTH - 2 * LEFT - 40) / 2, 230)}
NAMED, LONGEST = 5, 24  # players named in a panel, letters of a name


class OnBoth(NamedTuple):
    """A player who is on both lists, with the rating on each."""

    name: str
    first: int
    other: int

    @property
    def difference(self) -> int:
        """How many rating points higher the player stands on the other list."""
        return self.other - self.first


def compared(
    comparison: Compared, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `trial compare`.

    comparison: at least two lists; the first of them stands across, each other has a
    panel.

    translate: says messages in the language of the reader.

    alone: whether it is a file of its own, or part of a page.

    The words that describe the picture for whoever does not see it name the three
    players farthest off on each list.
    """
    labels = [beside.list for beside in comparison.lists]
    title = translate(
        say(
            "{others} compared with {list}",
            others=", ".join(labels[1:]),
            list=labels[0],
        )
    )
    return _picture(comparison, title, [], translate, alone)


def tried(trial: WhatIf, translate: Translate = str, *, alone: bool = True) -> str:
    """Draw the picture of `trial what-if`: that of `trial compare`, with what was
    changed from which day.

        fi-2024 cap: 92 → 85, from 2024-01-01 (the highest expectation)
    """
    title = translate(
        say(
            "{proposal} compared with {list} as it is",
            proposal=trial.name,
            list=trial.list,
        )
    )
    if trial.since == BEGINNING:
        since = translate(say("from the beginning"))
    else:
        since = translate(say("from {day}", day=trial.since))

    changed = []
    for each in trial.changes:
        change = f"{each.edition} {each.number}: {each.before} → {each.after}"
        changed.append(f"{change}, {since} ({translate(each.what)})")

    return _picture(trial.compare, title, changed, translate, alone)


def _picture(
    comparison: Compared,
    title: str,
    changed: Sequence[str],
    translate: Translate,
    alone: bool,
) -> str:
    """Draw a panel for each list but the first.

    changed: lines of words above the panels, on what a rule change changes. A long one
    is wrapped, and the panels move down by as much.

    Where no player is on two lists, the panels are empty and the picture says so.
    """
    first, *others = [compared.list for compared in comparison.lists]
    on_both = {label: _players_on_both(comparison, label) for label in others}
    lines: list[str] = []
    for each in changed:
        lines += wrapped(each, 120)

    panels = _panels(len(others), len(lines))
    description = "; ".join([*changed, *_sentences_on_lists(on_both, translate)])
    frame = Frame(WIDTH, round(panels.height), title, description, "compared", alone)

    shapes = [text((LEFT, 30), title, 16)]
    for number, words in enumerate(lines):
        y = 50 + 17 * number
        shapes.append(text((LEFT, y), words, 12))

    everybody: list[OnBoth] = []
    for players in on_both.values():
        everybody += players

    if not everybody:
        words = translate(say("no player is on both lists"))
        middle = WIDTH / 2, panels.height / 2
        shapes.append(text(middle, words, 14, "middle", "soft"))

    # all panels have the same axes, or nobody could compare them
    ratings = [player.first for player in everybody]
    differences = [player.difference for player in everybody]
    xs = span(ratings, 100)
    ys = span([*differences, 0], 20)
    for index, label in enumerate(others):
        axes = panels.axes(index, xs, ys)
        colour = colour_name(index)
        shapes += _panel(axes, label, first, on_both[label], colour, translate)

    return picture(frame, shapes)


class Panels(NamedTuple):
    """Where the panels of a picture stand; all lengths are pixels.

    across: how many stand beside each other.

    width, height_of_one: of each panel, without the room below it for its axis.

    top: of the first row, below the title and the lines of words.

    rows: how many rows of panels there are.
    """

    across: int
    width: float
    height_of_one: float
    top: float
    rows: int

    @property
    def height(self) -> float:
        """The height of the whole picture, with the room below the last row."""
        return self.top + self.rows * (self.height_of_one + GAP)

    def axes(self, index: int, xs: Span, ys: Span) -> Axes:
        """Return the axes of a panel; panels fill the rows from left to right.

        index: of the panel, from 0. xs, ys: what the axes hold, the same in all panels.
        """
        row, column = divmod(index, self.across)
        # to the left of each panel is room for its numbers, below it for its words
        left = LEFT + column * (self.width + LEFT)
        top = self.top + row * (self.height_of_one + GAP)

        return Axes(left, top, self.width, self.height_of_one, xs, ys)


def _panels(count: int, lines: int) -> Panels:
    """Lay out so many panels, below so many lines of words: one alone is wide, more
    stand in pairs.
    """
    across = 1 if count <= 1 else 2
    width, height = PANELS[across]
    top = 62 + 17 * lines
    rows = -(-count // across)
    return Panels(across, width, height, top, rows)


def _sentences_on_lists(
    on_both: dict[str, list[OnBoth]], translate: Translate
) -> Iterator[str]:
    """A sentence for each list: how many players it shares, and the three who are
    farthest off.

        elo: 812 players, farthest off Anna +210, Boris -180, Carl +95
    """
    for label, players in on_both.items():
        farthest = _outliers(players)[:3]
        names = [f"{player.name} {player.difference:+d}" for player in farthest]
        yield translate(
            counted(
                "{list}: {count} player, farthest off {names}",
                "{list}: {count} players, farthest off {names}",
                len(players),
                list=label,
                names=", ".join(names),
            )
        )


def _players_on_both(comparison: Compared, label: str) -> list[OnBoth]:
    """Return the players who are on the first list and on this one, in the order of the
    comparison; whoever has no name is called by their id.
    """
    first_label = comparison.lists[0].list
    players = []
    for row in comparison.rows:
        first = row.lists[first_label]
        other = row.lists[label]
        if first is not None and other is not None:
            name = row.name or row.player
            players.append(OnBoth(name, first.rating, other.rating))

    return players


def _outliers(players: Sequence[OnBoth]) -> list[OnBoth]:
    """Return the players who differ most, the farthest first. Whoever has the same
    rating on both lists is none.
    """

    def farthest_first(player: OnBoth) -> tuple[int, str]:
        """The key that puts the largest difference first, up or down; equals by name."""
        return -abs(player.difference), player.name

    differing = [player for player in players if player.difference]
    return sorted(differing, key=farthest_first)


def _panel(
    axes: Axes,
    label: str,
    first: str,
    players: Sequence[OnBoth],
    colour: str,
    translate: Translate,
) -> Iterator[str]:
    """Draw a list beside the first one: its axes, a line where both ratings are the
    same, a dot for each player, and the names of those farthest off.

    label, first: the lists. colour: of the dots.
    """
    yield from axes.drawn(
        translate(say("rating on {list}", list=first)),
        translate(
            say("{list}: points above or below {first}", list=label, first=first)
        ),
    )
    low = axes.at(axes.across.low, 0)
    high = axes.at(axes.across.high, 0)
    yield line(low, high, "soft", 1.5)
    for player in players:
        words = (
            f"{player.name}: {first} {player.first}, {label} {player.other}"
            f" ({player.difference:+d})"
        )
        point = axes.at(player.first, player.difference)
        yield dot(point, 3.5, colour, words, 0.6)

    yield from _names(axes, players)


def _names(axes: Axes, players: Sequence[OnBoth]) -> Iterator[str]:
    """Draw the names of those farthest off, as far as they do not cover each other.

    At most five are written. Twice as many are tried, so that a panel in which the
    first ones stand close together has names too.
    """
    written: list[Point] = []
    dots = [axes.at(player.first, player.difference) for player in players]
    for player in _outliers(players)[: 2 * NAMED]:
        point = axes.at(player.first, player.difference)
        if len(written) == NAMED:
            return
        if any(_would_cover(point, other) for other in written):
            continue

        written.append(point)
        yield _name(axes, dots, point, player.name)


def _name(axes: Axes, dots: Sequence[Point], point: Point, name: str) -> str:
    """Draw a name at its dot, on the side where it covers fewer dots and stays inside
    the panel; a long one is cut.
    """
    words = name
    if len(words) > LONGEST:
        words = f"{words[: LONGEST - 1]}…"

    width = 6 * len(words) + 10
    on_right = _dots_covered(axes, dots, point, width)
    on_left = _dots_covered(axes, dots, point, -width)

    x, y = point
    if on_right <= on_left:
        return text((x + 7, y + 4), words, 11, "start")
    return text((x - 7, y + 4), words, 11, "end")


def _would_cover(point: Point, other: Point) -> bool:
    """Return whether names at two points could cover each other.

    That is, whether they stand less than 13 pixels apart in height and 190 in width.
    """
    x, y = point
    other_x, other_y = other
    return abs(y - other_y) < 13 and abs(x - other_x) < 190


def _dots_covered(axes: Axes, dots: Sequence[Point], point: Point, width: float) -> int:
    """Return how many dots words would cover that begin beside a point and are so wide.

    dots: all dots of the panel. width: of the words in pixels; below 0 they stand to
    the left of the point.

    Outside the panel it is far too many, so that the other side is chosen.
    """
    x, y = point
    side = 1 if width > 0 else -1
    covered = 0
    for dot_x, dot_y in dots:
        to_the_side = side * (dot_x - x)
        in_line = abs(dot_y - y) < 8
        if in_line and 4 < to_the_side < abs(width):
            covered += 1

    if not axes.left < x + width < axes.left + axes.width:
        covered += 99

    return covered


SCORED_WIDTH, SCORED_HEIGHT = 860, 560
SMALLEST, LARGEST = 2.5, 9
SURE = 1.96  # standard deviations on either side that hold 95 of 100


def calibrated(
    predicted: Predicted, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `trial predict`.

    predicted: at least one list. A list without forecasts has no dots, and the legend
    says so.
    """
    if predicted.first == BEGINNING:
        title = translate(
            say(
                "Expected and actual scores, tournaments that ended up to {last}",
                last=predicted.last,
            )
        )
    else:
        title = translate(
            say(
                "Expected and actual scores, tournaments that ended from {first} up to"
                " {last}",
                first=predicted.first,
                last=predicted.last,
            )
        )

    description = "; ".join(_score(scores, translate) for scores in predicted.lists)
    return picture(
        Frame(SCORED_WIDTH, SCORED_HEIGHT, title, description, "calibrated", alone),
        _shapes(predicted.lists, title, translate),
    )


def likely_interval(score: float, games: int) -> tuple[float, float]:
    """Return the interval in which the true mean lies in 95 of 100 cases (Wilson), as
    if no game were drawn; draws only make it narrower.

    score: the mean, from 0 to 1.

    games: how many it was scored in, at least 1.

    Both ends lie from 0 to 1.
    """
    square = SURE * SURE / games
    middle = (score + square / 2) / (1 + square)
    variance = (score * (1 - score) + square / 4) / games
    reach = SURE * variance**0.5 / (1 + square)
    low = max(0.0, middle - reach)
    high = min(1.0, middle + reach)

    return low, high


def _shapes(
    lists: Sequence[PredictedList], title: str, translate: Translate
) -> Iterator[str]:
    """Yield the shapes of a chart of calibration: axes from 0 to 1, the line on which a
    perfect list would lie, each list, and the legend.

    Dots of all lists have the same scale: the tenth with the most games of any list has
    the largest.
    """
    axes = Axes(70, 70, 430, 430, Span(0, 1), Span(0, 1))
    yield text((70, 30), title, 16)
    yield from axes.drawn(
        translate(say("expected score of White")), translate(say("actual score"))
    )
    yield line(axes.at(0, 0), axes.at(1, 1), "soft", 1, "5 4")
    most = 0
    for scores in lists:
        most = max([most, *(each.games for each in scores.calibration)])

    entries = []
    for index, scores in enumerate(lists):
        # lists are drawn a little beside each other, or their bars would hide one
        # another
        aside = (index - (len(lists) - 1) / 2) * 4
        colour = colour_name(index)
        yield from _list(axes, scores, colour, aside, most, translate)
        entries.append((colour, _score(scores, translate)))

    yield from legend(530, 90, entries)
    yield from _legend_explanation(90 + 18 * len(lists), most, translate)


def _legend_explanation(top: float, most: int, translate: Translate) -> Iterator[str]:
    """Say below the legend what dots, bars and the dashed line mean.

    top: where the explanation begins, in pixels. most: the games of the largest dot.
    """
    so_few_games = translate(say("bar: so few games leave the score"))
    so_uncertain = translate(say("this uncertain, 95 times in 100"))
    honest = translate(say("an honest forecast"))

    yield from _sizes(530, top + 16, most, translate)

    bar_from = 536, top + 66
    bar_to = 536, top + 90
    yield line(bar_from, bar_to, "soft", 1.5)
    yield _explanation(top + 76, so_few_games)
    yield _explanation(top + 90, so_uncertain)

    dashes_from = 530, top + 110
    dashes_to = 544, top + 110
    yield line(dashes_from, dashes_to, "soft", 1, "5 4")
    yield _explanation(top + 114, honest)


def _explanation(y: float, words: str) -> str:
    """A small line of words in the legend, at a height in pixels."""
    return text((550, y), words, 11, "start", "soft")


class _Tenth(NamedTuple):
    """A tenth of the scale with games.

    bin: its figures. point: where its dot stands.

    low, high: between which scores, from 0 to 1, its true score lies.
    """

    bin: Bin
    point: Point
    low: float
    high: float


def _list(
    axes: Axes,
    scores: PredictedList,
    colour: str,
    aside: float,
    most: int,
    translate: Translate,
) -> Iterator[str]:
    """Draw the calibration of a list: a line through its tenths, and for each a dot
    with a bar of what chance alone may do.

    aside: how many pixels it is moved to the right, so that lists do not hide one
    another.

    most: the games of the largest dot in the picture.
    """
    tenths = []
    for each in scores.calibration:
        if each.expected is None or each.score is None:
            continue
        x, y = axes.at(each.expected, each.score)
        low, high = likely_interval(each.score, each.games)
        tenths.append(_Tenth(each, (x + aside, y), low, high))

    yield path([tenth.point for tenth in tenths], colour, 1)
    for tenth in tenths:
        x, _ = tenth.point
        _, bottom = axes.at(0, tenth.low)
        _, top = axes.at(0, tenth.high)
        yield line((x, bottom), (x, top), colour, 1.5)
        words = translate(
            counted(
                "{list}: {count} game, expected {expected}, scored {score} ({low} to"
                " {high})",
                "{list}: {count} games, expected {expected}, scored {score} ({low} to"
                " {high})",
                tenth.bin.games,
                list=scores.list,
                expected=f"{tenth.bin.expected:.3f}",
                score=f"{tenth.bin.score:.3f}",
                low=f"{tenth.low:.3f}",
                high=f"{tenth.high:.3f}",
            )
        )

        radius = _radius_of(tenth.bin.games, most)
        yield dot(tenth.point, radius, colour, words, 0.7)


def _radius_of(games: int, most: int) -> float:
    """Return the radius, in pixels, of a dot whose area, not radius, goes with the
    number of games: that is how the eye compares.

    most: the games of the largest dot, at least 1.
    """
    share = math.sqrt(games / most)
    return SMALLEST + (LARGEST - SMALLEST) * share


def _sizes(left: float, top: float, most: int, translate: Translate) -> Iterator[str]:
    """Draw three dots with their numbers of games as a legend; fewer where the largest
    has so few games that a fiftieth of them is none.

    left, top: of the room they take, in pixels.
    """
    x = left + LARGEST
    y = top + LARGEST
    base = y + 4

    # a fiftieth, a fifth and all of the largest; none of no game
    sizes = {most // 50, most // 5, most}
    for games in sorted(sizes - {0}):
        radius = _radius_of(games, most)
        right = x + radius
        yield dot((x, y), radius, "soft", "", 0.7)

        number = right + 4, base
        yield text(number, str(games), 11, "start", "soft")
        x = right + radius + 50

    if most:
        words = translate(say("games"))
        after_last = x - 12, base
        yield text(after_last, words, 11, "start", "soft")


def _score(scores: PredictedList, translate: Translate) -> str:
    """The words of the legend for a list: its two losses to four decimals.

    elo: log loss 0.5612, Brier 0.1874
    """
    if scores.log_loss is None or scores.brier is None:
        return translate(say("{list}: no forecasts", list=scores.list))

    return translate(
        say(
            "{list}: log loss {loss}, Brier {brier}",
            list=scores.list,
            loss=f"{scores.log_loss:.4f}",
            brier=f"{scores.brier:.4f}",
        )
    )
