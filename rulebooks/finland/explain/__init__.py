"""An entry of selo or pelo on paper: why each rating counted, the formulas with the numbers, the rounding."""
