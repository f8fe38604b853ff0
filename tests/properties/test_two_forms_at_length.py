"""Figures and terms come to the same in ten thousand random units of each list."""

import pytest

from tests.rules.two_forms import LISTS, compare


@pytest.mark.parametrize("list_name", LISTS)
@pytest.mark.parametrize("seed", range(20))
def test_figures_are_those_of_the_terms(list_name: str, seed: int) -> None:
    compare(list_name, seed, 500)
