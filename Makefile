# Everything is installed into .venv; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
NODE := $(BIN)/node
SOURCES := $(shell find src -name '*.py' -o -name '*.txt' -o -name '*.toml' -o -name '*.po' -o -name '*.css' -o -name '*.json') \
	$(shell find web -path web/node_modules -prune -o -type f -not -name protocol.ts -print)

.PHONY: setup play test quick quick-checks quick-tests swift check-python check-web browser postgres screenshots bench lock \
	audit sbom golden words soak simulation abuse reliability tournament calibration studies weights lessons film clean

setup: .venv/installed

.venv/packages: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "drlucky needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@# Some systems ship Python without the part that puts pip into a new environment.
	@$(PYTHON) -m venv .venv 2>/dev/null || \
		{ $(PYTHON) -m venv --without-pip .venv && $(PYTHON) -m pip --python $(BIN)/python install -q pip; }
	@sed '/^# For test/,$$d' requirements.lock > .venv/play.lock
	@echo "Installing what drlucky needs ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r .venv/play.lock
	@# What another compiler compiled in place is not to be trusted.
	@rm -f src/.compiled-sum
	@touch $@

.venv/installed: .venv/packages pyproject.toml setup.py $(SOURCES)
	@echo "Compiling the engine and building the page ..."
	@rm -rf build
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	@$(BIN)/drlucky --version
	@touch $@

.venv/testing: .venv/packages
	@sed '/^# For bench/,$$d' requirements.lock > .venv/test.lock
	@echo "Installing what the tests and the lab need ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r .venv/test.lock
	@touch $@

# PyTorch, for the test that trains. Where pip is shown no build of it that needs no graphics card, Linux gets the other
# one, and with it 2.2 GB of libraries.
.venv/training: .venv/testing
	@sed -n '/^# For train/,/^# For cuda/p' requirements.lock > .venv/train.lock
	@sed -n '/^# For cuda/,$$p' requirements.lock > .venv/cuda.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r .venv/train.lock
	@$(BIN)/python -c 'import torch' 2>/dev/null || \
		$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r .venv/cuda.lock
	@touch $@

.venv/peers: .venv/testing
	@sed '/^# For postgres/,$$d' requirements.lock > .venv/peers.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r .venv/peers.lock
	@touch $@

# Opens the game in the browser. In the terminal: .venv/bin/drlucky play
play: setup
	@$(BIN)/drlucky serve --open

# What is fetched and what is compiled do not wait for each other, nor do the checks.
test:
	@$(MAKE) --no-print-directory -j4 setup .venv/training browser postgres
	@$(MAKE) --no-print-directory -j2 check-web check-python
	$(BIN)/python -m pytest --ignore=tests/browser/timing

# After a change, in less than a minute: form, types, layers, and the tests that need no browser, server or lab. Runs the
# sources as they are: nothing is installed, and the engine is compiled, beside its sources, only when they have changed.
quick: .venv/testing
	@$(BIN)/python tools/compile.py
	@$(MAKE) --no-print-directory -j2 --output-sync=target quick-checks quick-tests

quick-checks: .venv/testing
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	PYTHONPATH=src $(BIN)/lint-imports --no-logo
	$(BIN)/mypy

# What needs a browser, servers, a database, the built page or the lab.
NOT_QUICK := browser server abuse cluster reliability simulation test_postgres.py web lab

quick-tests: .venv/testing
	PYTHONPATH=$(CURDIR)/src PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 -m "not slow" \
		$(NOT_QUICK:%=--ignore=tests/%)

# How quick the page is on a slow line and a slow machine. Needs one that has nothing else to do.
swift: setup .venv/testing browser
	$(BIN)/python -m pytest -n 0 -rP tests/browser/timing

check-python: setup .venv/testing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PYTHONPATH=src $(BIN)/lint-imports --no-logo
	$(BIN)/mypy

# Types, accessibility, layers and form of the page's sources.
check-web: setup
	@$(BIN)/python tools/typescript.py web/src/api/protocol.ts
	cd web && ../$(NODE) node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human
	cd web && ../$(NODE) tools/layers.js
	cd web && ../$(NODE) node_modules/prettier/bin/prettier.cjs --check --log-level warn .

# The browser in which the tests play. On Debian as root it is installed; elsewhere whoever tests has to.
browser:
	@tools/browser.sh

# The database, and the pooler before it, with which the tests run several nodes. On Debian as root they are installed;
# elsewhere one on the path is used, or fetched into .venv.
postgres: .venv/packages
	@tools/postgres.sh

# Pictures of every page and every board, in both themes and three sizes, into screenshots/.
screenshots: setup .venv/testing browser
	PYTHONPATH=tests $(BIN)/python -m browser.screenshots screenshots

# The way of a newcomer from the start page to the end of the first game, picture by picture, into film/.
film: setup .venv/testing browser
	PYTHONPATH=tests $(BIN)/python -m browser.film film

# Speed, side by side with other engines, in one run on one core.
bench: setup .venv/peers
	$(BIN)/drlucky bench

# One lock in parts: what playing needs, what the tests and the lab add to it, what the bench adds, a database for the
# tests where the system has none, PyTorch, and what that needs for graphics cards.
lock: .venv/packages
	$(BIN)/python tools/lock.py

# Asks osv.dev what is known of faults in the packages of both locks. It needs the network, and says if it has none.
audit: .venv/packages
	$(BIN)/python tools/audit.py

# The list of all that drlucky is made of, in the form of CycloneDX.
sbom: .venv/packages
	$(BIN)/python tools/sbom.py build/sbom.json

# Writes the golden files anew: look at the difference before you keep it.
golden: setup .venv/testing
	PYTHONPATH=tests $(BIN)/python -m golden.write

# Brings the catalogue up to date with the messages in the source; `make words LANGUAGE=fr` begins a new language.
words: setup .venv/testing
	PYTHONPATH=src $(BIN)/python -m drlucky.phrases.extract $(LANGUAGE)
	PYTHONPATH=src:tests/phrases $(BIN)/python -m test_phrases

# 100,000 damaged records: each is refused or replays to the same game, within a second and 100 MB.
soak: setup .venv/testing
	PYTHONPATH=tests $(BIN)/python -m records.soak

# Plants the faults that the simulation of whole servers has not found yet, one after the other; goes on where it was
# interrupted.
simulation: setup .venv/testing
	PYTHONPATH=tests $(BIN)/python -m simulation

# One hostile client of each kind beside forty who play, for the figures in docs/security.md. Needs a quiet machine.
abuse: setup .venv/testing
	PYTHONPATH=tests $(BIN)/python -m abuse.write

# Kills, power failures and worse under load, until there are enough of them for the table in docs/reliability.md; goes on
# where it was interrupted.
reliability: setup .venv/testing postgres
	PYTHONPATH=tests $(BIN)/python -m reliability.write

# Plays for the strength table in docs, in games that are kept: `make tournament MINUTES=30` goes on for as long.
tournament: setup .venv/testing
	$(BIN)/python tools/strength.py --minutes $(or $(MINUTES),60)

# Whether chances come true as often as hints and analyses say, for docs/calibration.md; goes on where it was interrupted.
calibration: setup .venv/testing
	$(BIN)/python tools/calibration.py

# Plays the studies of the docs and writes their reports; goes on where it was interrupted.
studies: setup .venv/testing
	$(BIN)/python docs/studies/write.py .studies

# Fits anew the weights by which a search judges positions, of all games that are played as the books have them.
weights: setup .venv/testing
	$(BIN)/python tools/weights.py

# Finds the deals and scripts of the first games that teach anew, for when a rule or a deck has changed.
lessons: setup .venv/testing
	$(BIN)/python tools/lessons.py

clean:
	rm -rf .venv build dist web/node_modules src/*.egg-info .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis
	rm -f src/.compiled-sum
	find src -name '*.so' -delete -o -name '*.pyd' -delete
