# Everything is installed into .venv; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.txt' -o -name '*.toml' -o -name '*.po')

.PHONY: setup play test bench lock golden words soak clean

setup: .venv/installed

.venv/packages: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "drlucky needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@# Some systems ship Python without the part that puts pip into a new environment.
	@$(PYTHON) -m venv .venv 2>/dev/null || \
		{ $(PYTHON) -m venv --without-pip .venv && $(PYTHON) -m pip --python $(BIN)/python install -q pip; }
	@sed '/^# For the bench extra/,$$d' requirements.lock > .venv/core.lock
	@echo "Installing what drlucky needs ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r .venv/core.lock
	@touch $@

.venv/installed: .venv/packages pyproject.toml setup.py $(SOURCES)
	@echo "Compiling the engine ..."
	@rm -rf build
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	@$(BIN)/drlucky --version
	@touch $@

.venv/peers: .venv/packages
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

play: setup
	@$(BIN)/drlucky play

test: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m pytest

# Speed, side by side with other engines, in one run on one core.
bench: setup .venv/peers
	$(BIN)/drlucky bench

# One lock for all: first what drlucky needs, then what only the bench extra adds.
lock: .venv/packages
	$(BIN)/python tools/lock.py

# Writes the golden files anew: look at the difference before you keep it.
golden: setup
	PYTHONPATH=tests $(BIN)/python -m golden.write

# Brings the catalogue up to date with the messages in the source; `make words LANGUAGE=fr` begins a new language.
words: setup
	PYTHONPATH=src $(BIN)/python -m drlucky.phrases.extract $(LANGUAGE)
	PYTHONPATH=src:tests/unit $(BIN)/python -m test_phrases

# 100,000 damaged records: each is refused or replays to the same game, within a second and 100 MB.
soak: setup
	PYTHONPATH=tests $(BIN)/python -m records.soak

clean:
	rm -rf .venv build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
