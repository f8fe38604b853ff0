"""No calculator opens a ledger."""

from tests.test_startup import modules_after


def test_calculators_read_no_ledger() -> None:
    """Nothing that could open a database is imported."""
    for line in ("selo --rating 1660 +1695", "k --system fi --rating 1500"):
        modules = modules_after("calc", *line.split())
        assert "features.calculators.typed" in modules  # it did the work
        opened = (
            "sqlite3",
            "ledger.store",
            "ledger.events",
            "projections.answers.reading",
            "projections.tables",
            "desk",
        )
        assert not [name for name in modules if name.startswith(opened)]
