# Pellmell: `make play` plays, `make test` tests; `make help` lists the rest.

PYTHON ?= python3
PORT ?= 8000

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CLIENT := src/pellmell/web/index.html
NODE_MODULES := web/node_modules/.installed
LIGHTHOUSE := bench/lighthouse/node_modules/.installed
WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print) $(shell find web/src -type d)

# Where the machine has no Node, the one inside the virtual environment is found.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help play setup run check format lint types web-check unit test semgrep browser proxies pictures storm crashes mutants soak fuzz bench lighthouse lock sbom advisories reproducible build clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.package $(CLIENT) ## install, build, serve on PORT (8000) and open the page
	@$(BIN)/pellmell serve --port $(PORT) --open

setup: $(VENV)/.tools $(VENV)/.package $(CLIENT) ## install everything into .venv and build the client

# --- what is installed -----------------------------------------------------------------

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("pellmell: needs Python 3.11 or newer, and this is %d.%d. Name another one: make PYTHON=python3.12 ..." % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: requirements/runtime.txt requirements/build.txt | $(VENV)/.created
	$(PIP) install --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@touch $@

$(VENV)/.tools: requirements/dev.txt $(VENV)/.runtime
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

# Without build isolation, so that only what is pinned takes part.
$(VENV)/.package: pyproject.toml hatch_build.py src/pellmell/__init__.py $(VENV)/.runtime
	PELLMELL_SKIP_WEB=1 $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Not every machine has a wheel of it; then inputs come by seeded chance, and that is said.
$(VENV)/.fuzz: requirements/fuzz.txt $(VENV)/.tools
	-$(PIP) install --only-binary :all: --require-hashes -r requirements/fuzz.txt
	@touch $@

# It asks for other versions than our tools do, so it has a place of its own.
$(VENV)/.semgrep/.installed: requirements/semgrep.txt | $(VENV)/.created
	$(PYTHON) -m venv $(VENV)/.semgrep
	$(VENV)/.semgrep/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements/semgrep.txt
	@touch $@

$(VENV)/.mutants/.installed: requirements/mutants.txt | $(VENV)/.created
	$(PYTHON) -m venv $(VENV)/.mutants
	$(VENV)/.mutants/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements/mutants.txt
	@touch $@

$(VENV)/.node: requirements/node.txt hatch_build.py $(VENV)/.runtime
	if [ "$$($(BIN)/python hatch_build.py)" = yes ]; then $(PIP) install --require-hashes -r requirements/node.txt; fi
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json web/.npmrc $(VENV)/.node
	cd web && npm ci
	@touch $@

$(LIGHTHOUSE): bench/lighthouse/package.json bench/lighthouse/package-lock.json $(VENV)/.node
	cd bench/lighthouse && npm ci
	@touch $@

$(CLIENT): $(NODE_MODULES) $(WEB_SOURCES)
	cd web && npm run build

# --- what is checked -------------------------------------------------------------------

check: lint ## the quick part: format, lint, types, unit tests, side by side
	@$(MAKE) --no-print-directory --output-sync=target -j 3 types web-check unit

format: setup ## put the Python sources in order
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo

types: setup
	$(BIN)/mypy

web-check: setup
	cd web && npm run check
	cd web && npm test

unit: setup
	$(BIN)/pytest -m "not browser and not process and not long"

SEMGREP := SEMGREP_SETTINGS_FILE=$(VENV)/.semgrep/settings.yml SEMGREP_LOG_FILE=$(VENV)/.semgrep/log \
	$(VENV)/.semgrep/bin/semgrep scan --metrics=off --disable-version-check --quiet --config .semgrep/rules

semgrep: $(VENV)/.semgrep/.installed ## what the sources promise of themselves, as patterns
	$(SEMGREP) --test .semgrep/tests
	$(SEMGREP) --error src/pellmell web/src web/index.html

# Two files at a time: a browser that waits for a player leaves most of two cores to others.
test: lint types semgrep web-check browser proxies $(VENV)/.fuzz ## install and run everything, browser tests included
	$(BIN)/pytest --hypothesis-profile=ci --numprocesses=2 --dist=loadfile

browser: setup $(LIGHTHOUSE) ## find or install the browsers of the tests, and Lighthouse
	scripts/chromium.sh
	scripts/browsers.sh

proxies: ## find or fetch the reverse proxies of the tests
	scripts/proxies.sh

pictures: setup ## write anew where everything lies on a few screens, after a change that was meant
	PELLMELL_PICTURES=1 $(BIN)/pytest -q tests/e2e/test_layout.py -k lies_where_it_lay
	git status --short tests/e2e/pictures

storm: setup ## whole servers in virtual time under faults (SEEDS=300, or one SEED=n)
	$(BIN)/python -m tests.storm $(or $(SEED),--seeds $(or $(SEEDS),300))

crashes: setup ## kill a server in mid-round (CYCLES=1000), damage its log at every byte
	$(BIN)/python -m tests.chaos --cycles $(or $(CYCLES),1000)

mutants: setup $(VENV)/.mutants/.installed ## how many mistakes in a module tests notice (MODULE=engine/score, TESTS=...)
	$(BIN)/python -m tests.mutants src/pellmell/$(or $(MODULE),engine/score).py $(if $(TESTS),--tests "$(TESTS)")

fuzz: setup $(VENV)/.fuzz ## a million inputs for the decoders (RUNS=1000000, SEED=1, DECODER=records)
	$(BIN)/python -m tests.fuzz --runs $(or $(RUNS),1000000) --seed $(or $(SEED),1) $(if $(DECODER),--only $(DECODER))

soak: setup ## play for HOURS (2) or MINUTES at TABLES (125) and see that nothing is kept
	$(BIN)/python -m bench.soak --minutes $(or $(MINUTES),$(shell expr $(or $(HOURS),2) \* 60)) \
		--tables $(or $(TABLES),125)

bench: setup ## measure speed, memory and size
	$(BIN)/python -m bench

lighthouse: browser ## what Lighthouse says of the pages, speed included
	$(BIN)/python -m bench pages

# --- what is shipped -------------------------------------------------------------------

build: setup ## a source distribution and a wheel into dist/
	$(BIN)/hatchling build

reproducible: setup $(VENV)/.node ## build the wheel twice, its client too, and compare
	$(BIN)/python -m supply.reproducible --client

sbom: setup ## the bill of materials anew, from the locks
	$(BIN)/python -m supply.sbom

advisories: setup ## the locks against the advisories that are known here
	$(BIN)/python -m supply.advisories

UV_VERSION := 0.13.9
UV := $(VENV)/.lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate

lock: ## pin every dependency anew (UPGRADE=--upgrade takes newer ones)
	$(PYTHON) -m venv $(VENV)/.lock
	$(VENV)/.lock/bin/pip install --quiet uv==$(UV_VERSION)
	$(UV) $(UPGRADE) pyproject.toml --output-file requirements/runtime.txt
	for group in build dev fuzz node; do \
		$(UV) $(UPGRADE) --group $$group --constraints requirements/runtime.txt \
			--output-file requirements/$$group.txt || exit 1; \
	done
	# These share nothing with the others, since they ask for other versions.
	$(UV) $(UPGRADE) --group semgrep --output-file requirements/semgrep.txt
	$(UV) $(UPGRADE) --group mutants --output-file requirements/mutants.txt
	cd web && npm install --package-lock-only
	cd bench/lighthouse && npm install --package-lock-only

clean: ## remove what was installed and built
	rm -rf $(VENV) web/node_modules bench/lighthouse/node_modules src/pellmell/web dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
