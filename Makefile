# make demo    see what bakeoff does          make lint     ruff and mypy
# make test    the whole suite                make bench    side by side with other programs
# make docs    the documentation, in site/    make lock     pin the newest of everything anew
#
# Each sets up .venv by itself, once. PYTHON=/its/path picks the Python; else the newest is found.

.DEFAULT_GOAL := demo
.NOTPARALLEL:
.PHONY: demo test lint docs bench study others lock clean

PYTHON ?=
export PYTHON

bin := .venv/bin

# One thread each for the numeric libraries: the processes of the suite share the cores already.
THREADS := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

demo:
	@scripts/setup run
	@$(bin)/bakeoff demo

test:
	@scripts/setup dev
	@scripts/programs
	$(THREADS) $(bin)/python -m pytest -n auto $(ARGS)

lint:
	@scripts/setup dev
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/mypy

docs:
	@scripts/setup dev
	$(bin)/python docs/build.py

# ONLY=measures runs one of them; QUICK=1 runs them small.
bench:
	@scripts/setup dev
	$(bin)/python -m benchmarks $(if $(QUICK),--quick) $(ONLY)

# An experiment of the documents, run again: make study NAME=yildiz, and FULL=1 for all its data.
study:
	@scripts/setup dev
	@scripts/programs
	$(bin)/python -m studies $(NAME) $(if $(FULL),--full)

# What other programs answer, beside what we do: writes docs/others.md.
others:
	@scripts/setup dev
	$(bin)/python -m others

# Needs uv. uv.lock itself holds addresses and is not committed; what is exported from it does not.
EXPORT := uv export --quiet --format requirements-txt --no-emit-project --no-default-groups \
          --no-header --group build
lock:
	uv lock --upgrade
	$(EXPORT) -o requirements.lock >/dev/null
	$(EXPORT) --group dev -o requirements-dev.lock >/dev/null

clean:
	rm -rf .venv .venv-others studies/.data site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
