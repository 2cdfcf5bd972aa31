# `make play`: a game in your browser.  `make test`: everything that is checked.  `make bot`: the bot on Discord.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test lint bot soak bench clean

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --editable '.[playground,test]'
	touch $@

play: $(STAMP)
	$(BIN)/soker play

bot: $(STAMP)
	$(BIN)/soker db upgrade
	$(BIN)/soker bot

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

test: lint
	$(BIN)/pytest -n 2

soak: $(STAMP)
	$(BIN)/pytest -m soak -s

bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --editable '.[playground,test,bench]'
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.moves
	$(BIN)/python -m benchmarks.ladder
	$(BIN)/python -m benchmarks.ladder_accuracy
	$(BIN)/python -m benchmarks.leaderboard
	$(BIN)/python -m benchmarks.pictures
	$(BIN)/python -m benchmarks.chances
	$(BIN)/python -m benchmarks.loop_delay
	$(BIN)/python -m benchmarks.strength
	$(BIN)/python -m benchmarks.system_ratings

clean:
	rm -rf $(VENV)
