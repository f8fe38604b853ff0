"""Long suites, run by `make torture`: kills, power cuts, crowds, damaged files."""
