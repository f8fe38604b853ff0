"""The tests: one folder per room or subject; `tests.world` is what they all build on."""
