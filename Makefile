# Needs Python 3.11 or newer, git and make; everything else is installed, by hash, into .venv*.
#   make PYTHON=python3.12 test     picks the interpreter (for a new .venv)
#   make prove ARGS="--help"        hands options on; so do play, terminal and bench

PYTHON ?= python3
ARGS ?=

BIN := .venv/bin
UV := .venv-uv/bin/uv
# Trust the certificates this machine trusts, and never fetch an interpreter behind its back.
export UV_SYSTEM_CERTS ?= 1
export UV_PYTHON_DOWNLOADS ?= never

SITE := src/ludarium/server/site/index.html
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f ! -name '*.test.ts' ! -name wire.ts ! -name vectors.json -print) \
	$(addprefix src/ludarium/,server/wire.py server/forms.py core/talk.py) tools/web.py tools/wire_types.py

.DELETE_ON_ERROR:
.PHONY: help play terminal web test lint gallery bench compiled fast prove reference lock clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/run.stamp web  ## play in the browser: start the table on this machine and open it
	@$(BIN)/ludarium serve --open $(ARGS)

terminal: .venv/run.stamp  ## play Tears of Nature in the terminal
	@$(BIN)/ludarium play tears-of-nature $(ARGS)

web: $(SITE)  ## build the pages, if something changed

test: lint web  ## lint, every clause shown, all tests with coverage, other Pythons on this machine
	$(BIN)/python tools/machine.py
	$(BIN)/ludarium rules tears-of-nature --coverage
	$(BIN)/ludarium rules galatune --coverage
	$(BIN)/python -m pytest -q -n 2 --dist worksteal --cov --cov-report=
	$(BIN)/coverage report
	$(BIN)/coverage report --include='src/ludarium/core/*,src/ludarium/games/*' --fail-under=100
	$(BIN)/python tools/pythons.py

lint: .venv/dev.stamp  ## format, style, types, who may import whom; types and tests of the pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@$(NODE)
	$(BIN)/python tools/web.py check

gallery: .venv/dev.stamp web  ## pictures of every page and state, in reports/gallery/
	@PYTHONPATH=tests $(BIN)/python -m browser.gallery $(ARGS)

PEER := benchmarks/server/peer
WITH_NODE := PATH="$$PATH:$(CURDIR)/.venv-node/bin"
bench: .venv-bench/bench.stamp compiled $(PEER)/node_modules/.package-lock.json  ## engine and server beside their peers
	.venv-bench/bin/python benchmarks/run.py $(ARGS)
	.venv-compiled/bin/python benchmarks/run.py $(ARGS)
	@$(WITH_NODE) .venv-compiled/bin/python benchmarks/server/run.py $(ARGS)

$(PEER)/node_modules/.package-lock.json: $(PEER)/package-lock.json | .venv/run.stamp
	@$(NODE)
	@cd $(PEER) && $(WITH_NODE) npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json

compiled: .venv-compiled/compiled.stamp  ## engine and table as machine code, in .venv-compiled; takes a C compiler

fast: compiled  ## like play, compiled
	@.venv-compiled/bin/ludarium serve --open $(ARGS)

ALIKE := tests/test_golden.py tests/test_scenarios.py tests/test_playthroughs.py tests/server
prove: .venv/dev.stamp compiled  ## long fuzzing of the laws; records, scenarios and tables compiled
	.venv-compiled/bin/python -m pytest -q -n 2 $(ALIKE) --ignore tests/server/test_abuse.py --ignore tests/server/test_fuzz.py
	$(BIN)/python tests/prove.py $(ARGS)

reference: .venv/dev.stamp  ## write docs/effects.md anew from the games' vocabularies
	$(BIN)/python tools/effects_reference.py

# Keeps the pins it can; `make lock ARGS=--upgrade` moves them all.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command 'make lock' $(ARGS)
lock: $(UV)  ## recompile the pinned requirements
	$(COMPILE) requirements/uv.in -o requirements/uv.txt
	$(COMPILE) requirements/node.in -o requirements/node.txt
	$(COMPILE) pyproject.toml requirements/run.in -o requirements/run.txt
	$(COMPILE) pyproject.toml --extra dev requirements/dev.in -c requirements/run.txt -o requirements/dev.txt
	$(COMPILE) pyproject.toml requirements/bench.in -c requirements/run.txt -o requirements/bench.txt

clean:  ## remove environments, caches and reports
	rm -rf .venv .venv-* build dist reports .coverage .coverage.* .hypothesis
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	rm -rf web/node_modules web/src/wire.ts web/vectors.json src/ludarium/server/site
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} +

# uv comes by pip: the pip of a throw-away environment or, where Python was packaged without
# that ability, the machine's own.
$(UV): requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Ludarium needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name another: make PYTHON=python3.12 ...")'
	@rm -rf .venv-uv
	@if $(PYTHON) -m venv .venv-uv >/dev/null 2>&1; then \
		.venv-uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<; \
	else \
		rm -rf .venv-uv; \
		$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r $< --target .venv-uv || \
		{ echo 'Ludarium could not install its installer: Python needs venv (python3-venv) or pip.' >&2; exit 1; }; \
	fi
	@touch $@

# A version manager's shim is no interpreter: ask it which one it stands for.
NEW_VENV = $(UV) venv --quiet --clear --python
THIS = "$$($(PYTHON) -c 'import sys; print(sys.executable)')"
.venv/bin/python: | $(UV)
	@$(NEW_VENV) $(THIS) .venv

# Unless one is named, the fastest: how well a Python was built should not decide about bars.
FASTEST = "$$($(PYTHON) tools/pythons.py fastest)"
.venv-bench/bin/python: | $(UV)
	@$(NEW_VENV) $(if $(filter file,$(origin PYTHON)),$(FASTEST),$(THIS)) .venv-bench

# Built with the pinned hatchling already in the environment, so nothing unpinned is downloaded.
EDITABLE := --quiet --offline --no-deps --no-build-isolation --editable .

# Adds to .venv without removing: what `make lint` put there stays.
.venv/run.stamp: requirements/run.txt pyproject.toml | .venv/bin/python
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r $<
	@$(UV) pip install --python $(BIN)/python $(EDITABLE)
	@touch $@

.venv/dev.stamp: requirements/dev.txt pyproject.toml | .venv/bin/python
	@$(UV) pip sync --quiet --python $(BIN)/python --require-hashes $<
	@$(UV) pip install --python $(BIN)/python $(EDITABLE)
	@touch $@

.venv-bench/bench.stamp: requirements/bench.txt pyproject.toml | .venv-bench/bin/python
	@$(UV) pip sync --quiet --python .venv-bench/bin/python --require-hashes --build-constraints $< $<
	@$(UV) pip install --python .venv-bench/bin/python $(EDITABLE)
	@touch $@

# A wheel, not an editable install: what is compiled is as old as the sources it was made of.
ENGINE := $(shell find src -name '*.py') pyproject.toml tools/compiled.py
.venv-compiled/bin/python: | $(UV)
	@$(NEW_VENV) $(if $(filter file,$(origin PYTHON)),$(FASTEST),$(THIS)) .venv-compiled

.venv-compiled/compiled.stamp: requirements/bench.txt $(ENGINE) $(SITE) | .venv-compiled/bin/python
	@$(UV) pip sync --quiet --python .venv-compiled/bin/python --require-hashes --build-constraints $< $<
	@wheel="$$(.venv-compiled/bin/python tools/compiled.py)" && \
		$(UV) pip install --quiet --offline --no-deps --python .venv-compiled/bin/python "$$wheel"
	@touch $@

# Node from the PATH if it is new enough, else by hash from PyPI into an environment of its own.
NODE = $(BIN)/python tools/web.py node >/dev/null 2>&1 || $(MAKE) --no-print-directory .venv-node/node.stamp
.venv-node/node.stamp: requirements/node.txt | $(UV)
	@$(NEW_VENV) $(THIS) .venv-node
	@$(UV) pip sync --quiet --python .venv-node/bin/python --require-hashes $<
	@touch $@

# Order only: the pages are made with the environment, not of it.
$(SITE): $(WEB_SOURCES) | .venv/run.stamp
	@$(NODE)
	@$(BIN)/python tools/web.py build
