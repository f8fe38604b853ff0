"""What costs more the more there is of it grows about as fast as it, and no faster."""

import pytest

from tests.torture.report import record
from tests.torture.workload import SEED
from tools.bench.growth import curves

# sixteen times as much takes sixteen times as long; three times that is still no square
MOST = 48.0


@pytest.mark.torture
def test_costs_grow_with_what_is_sent() -> None:
    measured = list(curves())
    steep = [curve for curve in measured if curve.growth > MOST]
    assert not steep, steep
    promise = (
        "Seconds of CPU for three sizes, the last sixteen times the first, of what a"
        " stranger may send or an office may do often (`python -m tools.bench.growth`). One"
        " tournament can be corrected 10,000 times."
    )
    figures = {
        curve.name: "; ".join(
            f"{size:,}: {seconds:.3f} s" for size, seconds in curve.seconds.items()
        )
        for curve in measured
    }
    record("costs that grow", promise, SEED, figures)
