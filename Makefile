# Two commands carry this project: `make serve` and `make test`. `make help` lists the rest.

PORT ?= 8000
DATA ?=
WORKERS ?=
REGISTRY_URL ?=
export REGISTRY_URL # read by the command itself: an argument would show its password to everybody on the machine
ARGS ?=

VENV := .venv
PYTHON_IN := $(VENV)/bin/python
PIP := $(PYTHON_IN) -m pip install --quiet --quiet --no-input --disable-pip-version-check

NODE := $(VENV)/node/node_modules/.bin
QUIET := REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

# Programs that tests run, and the Debian packages that bring them.
TEST_PROGRAMS := curl=curl chromium=chromium redis-server=redis-server nginx=nginx-light

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve stop test soak golden check lint types layers contract format pins wheel clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(VENV)/.serve ## Start the server: PORT=8000 DATA=./data WORKERS=2 REGISTRY_URL=redis://...
	@exec $(PYTHON_IN) -m app.cli serve --port "$(PORT)" $(if $(DATA),--data "$(DATA)") \
		$(if $(WORKERS),--workers "$(WORKERS)")

stop: $(VENV)/.serve ## Stop the embedded store that `make serve` leaves running: DATA=./data
	@$(PYTHON_IN) -m app.cli stop $(if $(DATA),--data "$(DATA)")

test: $(VENV)/.dev ## Run every test but the soak: ARGS="-k sentence"
	@$(PYTHON_IN) -m pytest -n auto $(ARGS)

soak: $(VENV)/.dev ## Run the tests that take minutes
	@$(PYTHON_IN) -m pytest -n auto -m soak $(ARGS)

golden: $(VENV)/.dev ## Record the golden playthroughs anew: look at what changed before you commit it
	@$(PYTHON_IN) -m tests.laws.golden
	@$(PYTHON_IN) -m tests.laws.position_vectors

check: lint types layers contract ## Lint, types, layers, and the contract: as it is served, and to two linters' taste (-k: go on)

lint: $(VENV)/.dev
	@$(PYTHON_IN) -m ruff check .
	@$(PYTHON_IN) -m ruff format --check .

types: $(VENV)/.dev
	@$(PYTHON_IN) -m mypy

layers: $(VENV)/.dev
	@$(PYTHON_IN) $(VENV)/bin/lint-imports --no-logo

contract: $(VENV)/.dev
	@$(PYTHON_IN) -m app.cli openapi --check
	@$(QUIET) $(NODE)/redocly lint --config tools/contract/redocly.yaml --max-problems 20 openapi.yaml
	@$(NODE)/spectral lint --ruleset tools/contract/spectral.yaml --fail-severity hint openapi.yaml

format: $(VENV)/.dev ## Format the code
	@$(PYTHON_IN) -m ruff format .

pins: $(VENV)/.pins ## Pin dependencies anew after a change in pyproject.toml: UPGRADE=1 or UPGRADE=package
	@UV=$(VENV)/bin/uv UPGRADE="$(UPGRADE)" tools/pins

wheel: $(VENV)/.dev ## Build the wheel into dist/
	@$(PYTHON_IN) -m hatchling build -t wheel

clean: ## Remove what these commands made, except your data
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed is remembered by stamp files, each older than nothing it was made from.
# A venv whose Python went away is made again.

ifeq ($(shell $(PYTHON_IN) -c '' 2>/dev/null || echo gone),gone)
.PHONY: $(VENV)/.made
endif

$(VENV)/.made:
	@tools/venv $(VENV)
	@touch $@

$(VENV)/.serve: $(VENV)/.made requirements/runtime.txt requirements/build.txt pyproject.toml app/version.py
	@echo "Installing what the server needs into $(VENV)"
	@$(PIP) --require-hashes --requirement requirements/runtime.txt --requirement requirements/build.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.serve $(VENV)/.node requirements/dev.txt Makefile
	@tools/debian $(TEST_PROGRAMS)
	@echo "Installing what the tests need into $(VENV)"
	@$(PIP) --require-hashes --requirement requirements/dev.txt
	@touch $@

# The contract's tools that are written in JavaScript. The lock names versions and hashes only.
$(VENV)/.node: $(VENV)/.made tools/contract/package.json tools/contract/package-lock.json
	@tools/debian node=nodejs npm=npm
	@echo "Installing the contract's tools into $(VENV)/node"
	@mkdir -p $(VENV)/node && cp tools/contract/package*.json $(VENV)/node/
	@npm ci --prefix $(VENV)/node --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel error >/dev/null
	@touch $@

$(VENV)/.pins: $(VENV)/.made requirements/pins.txt
	@$(PIP) --require-hashes --requirement requirements/pins.txt
	@touch $@
