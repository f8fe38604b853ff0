# Two commands: `make demo` and `make test`. Both set up their own .venv, both can be run twice.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: demo test check docs pictures torture bench release samples clean

.venv/.demo: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --config-settings editable_mode=compat -e '.[web]'
	touch $@

.venv/.dev: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --config-settings editable_mode=compat -e '.[web,postgres,dev]'
	$(BIN)/python -m tools.browser_driver
	touch $@ .venv/.demo

demo: .venv/.demo
	$(BIN)/selo demo

test: .venv/.dev check
	$(BIN)/python -m pytest -n $(JOBS) -m "not torture" --durations=10

check: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: .venv/.dev
	$(BIN)/python -m tools.make_reference

# screenshots of the pages; needs a browser
pictures: .venv/.dev
	$(BIN)/python -m tools.make_pictures_of_pages

torture: .venv/.dev
	$(BIN)/python -m pytest -n $(JOBS) -m torture

bench: .venv/.dev
	$(BIN)/python -m bench.measure
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.compiled

# the wheel, built twice to the same bytes, with the list of what is in it
release: .venv/.dev
	$(BIN)/python -m tools.release dist

samples: .venv/.dev
	$(BIN)/python -m tools.samples "$(SELO_SAMPLES)"

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
