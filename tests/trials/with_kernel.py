"""The kernel, compiled for the tests alone, and what a run says that an answer could take from it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from projections.trials import BEGINNING, Run, Setup, kernel
from projections.trials.folded import FoldedRun, Looks, forecasts_of
from projections.trials.made import Forecasts

COMPILER = kernel.compiler()
needs_compiler = pytest.mark.skipif(
    COMPILER is None, reason="no C compiler on this machine (Debian: apt-get install gcc)"
)


@contextmanager
def compiled(folder: Path, source: str | None = None, name: str = "whole") -> Iterator[Path]:
    """A kernel in a folder, of the source as it is or of another; afterwards what there was before."""
    with pytest.MonkeyPatch.context() as patch:
        if source is not None:
            changed = folder / f"{name}.c"
            changed.write_text(source, "utf-8")
            patch.setattr(kernel, "SOURCE", changed)
        patch.setattr(kernel, "place", lambda: folder / f"kernel-{name}.so")
        try:
            assert kernel.build().in_use
            yield folder / f"kernel-{name}.so"
        finally:
            kernel.library.cache_clear()
    kernel.library.cache_clear()


@contextmanager
def without(folder: Path) -> Iterator[None]:
    """No kernel, whatever lies beside the program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "place", lambda: folder / "none.so")
        kernel.library.cache_clear()
        yield
    kernel.library.cache_clear()


def folded(look: Looks, setup: Setup) -> FoldedRun:
    run = look(setup)
    assert isinstance(run, FoldedRun), "the kernel does not know this list"
    return run


def told(run: Run, first: str = BEGINNING) -> tuple[Any, ...]:
    """Everybody's sums, titles, and every forecast game by game."""
    made = forecasts_of(run, first, run.as_of)
    sums = [(t.player, t.rating, t.games, t.normal_games, t.last_played, known(t.standing)) for t in run.totals()]
    return sums, run.titles(), made.units, list(made.rows()), made.unrated, counts(made), made.beside(made) != {}


def known(standing: Any) -> tuple[Any, ...]:
    """A standing, whose state may be written in two ways where it holds nothing."""
    return standing.rating, standing.games, standing.state or (0, 0, "")


def counts(made: Forecasts) -> tuple[Any, ...]:
    return made.counted(), made.counted(made.settled), +Counter(dict(made.counted()))
