# make build   set up everything and build both decks
# make test    set up everything and run all checks and tests
# make docs    write the generated pages below docs/

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# What WeasyPrint loads at run time.
LIBS   := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0

# Nothing stays behind when make ends.
export DECKKIT_DAEMON := 0

.PHONY: build test docs check clean system web
.DEFAULT_GOAL := build

build: $(STAMP)
	$(BIN)/deckkit build --pdf sources/ --out build

test: $(STAMP) check web
	$(BIN)/python -m pytest -n 2 --dist worksteal -q

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/reuse lint --quiet
	$(BIN)/zizmor --offline --no-progress --quiet .
	$(BIN)/python docs/generate.py --check
	$(BIN)/deckkit validate sources/ --profile print --quiet

# Node, its packages and Chromium, for the tests of the example page.
web:
	@sh examples/web/test/setup.sh

docs: $(STAMP)
	$(BIN)/python docs/generate.py

$(STAMP): pyproject.toml | system
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) 2>/dev/null || \
	  (command -v uv >/dev/null && uv venv -q $(VENV)) || \
	  { echo "deckkit needs Python 3.11 or newer with its venv module (Debian: apt-get install python3-venv)."; exit 1; }
	@if command -v uv >/dev/null; then uv pip install -q --python $(BIN)/python -e '.[dev]'; \
	 else $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'; fi
	@touch $@

system:
	@$(PYTHON) -c 'import ctypes.util as u, sys; sys.exit(not all(u.find_library(n) for n in ("pango-1.0", "pangoft2-1.0", "harfbuzz-subset")))' && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(LIBS) >/dev/null; \
	else echo "deckkit needs the system libraries Pango and HarfBuzz (Debian: apt-get install $(LIBS))."; exit 1; fi

clean:
	rm -rf $(VENV) examples/web/node_modules build/* dist .pytest_cache .mypy_cache .ruff_cache
