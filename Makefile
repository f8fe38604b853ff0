# Two commands: `make demo` and `make test`. Both set up their own .venv, both can be run twice.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# each process has half of the tests in a row, so that what a module sets up is set up once, and takes over at the end
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --durations=10
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --config-settings editable_mode=compat
# the tests start a thousand commands: each would compile the program again
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-all check docs site pictures torture bench release samples pages clean

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed, and $(PYTHON) is %d.%d: name a newer one, as in make demo PYTHON=python3.12" % sys.version_info[:2])'
	$(PYTHON) -m venv .venv

.venv/.demo: .venv/bin/pip pyproject.toml constraints.txt
	$(INSTALL) -e .
	touch $@

.venv/.dev: .venv/bin/pip pyproject.toml constraints.txt tools/machine.py
	$(INSTALL) -e '.[postgres,xls,dev]'
	$(BIN)/python -m tools.machine
	touch $@ .venv/.demo

# mypy reads the tests too, so it needs what they need
.venv/.check: .venv/.dev
	$(INSTALL) -e '.[postgres,xls,dev,check]'
	touch $@

demo: .venv/.demo
	$(BIN)/selo demo

# what makes clients from the description of the API and holds the service against it: an environment of its own
.venv/.generators: .venv/.dev tools/generators.py tools/generators.txt
	$(BIN)/python -m tools.generators
	touch $@

# what a rule, a file, a command, a page or a proof can break, and no tool beside the tests that could stop them
test: .venv/.dev
	$(PYTEST)

# what CI runs: also browser, database server, processes, properties and fuzz
# a quarter of it is waiting, for processes, a browser, clocks: half as many more at once leave no processor idle
# a feature that is taken away must leave a program that mypy accepts
test-all: .venv/.check .venv/.generators
	$(PYTEST) --all -n $(shell expr $(JOBS) + $(JOBS) / 2)

check: .venv/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: .venv/.dev
	$(BIN)/python -m tools.make_reference

# the pages as a site with a search, in build/site, for any web space; SELO_REPOSITORY=https://... for links to the sources
site: .venv/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict -q

# screenshots of the pages; needs a browser
pictures: .venv/.dev
	$(BIN)/python -m tools.make_pictures_of_pages

# a feature or a family that is taken away must leave a program that mypy accepts
torture: .venv/.check .venv/.generators
	$(PYTEST) --all -m torture

bench: .venv/.dev
	$(BIN)/python -m tools.bench.measure
	$(BIN)/python -m tools.bench.growth
	$(BIN)/python -m tools.bench.walk

# the wheel, built twice to the same bytes, with the list of what is in it
release: .venv/.dev
	$(BIN)/python -m tools.release dist

samples: .venv/.dev
	$(BIN)/python -m tools.samples "$(SELO_SAMPLES)"

pages: .venv/.dev
	$(BIN)/python -m tools.sample_pages "$(SELO_PAGES)"

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
