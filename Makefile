# Two commands are enough: `make demo` and `make test`. Everything is set up on first use.
PYTHON ?= python3
PART ?= 1/3
BIN := .venv/bin
STAMP := .venv/.stamp
JUDGES := .venv/.judges

PLATFORMS := plena coral_npu

.PHONY: help setup demo test lint bench fuzz judges endurance release-check locks baselines sample-baselines clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## make .venv, build the native simulator and install kernelcraft into it

$(BIN)/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

$(STAMP): $(BIN)/python pyproject.toml setup.py $(shell find src/kernelcraft/sim src/kernelcraft/platforms -name '*.py' -o -name '*.[ch]')
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(JUDGES): $(STAMP)
	$(BIN)/python -m pip install --quiet 'torch==2.13.0' 'ziglang==0.17.0' 'ray==2.60.0'
	@touch $@

demo: $(STAMP) ## let the offline tuner craft kernels for real PLENA cells, then show the results
	$(BIN)/kernelcraft evaluate --platform plena --level 1 --config C1 --config C3 --agent tuner --log-dir demo
	$(BIN)/kernelcraft report demo

test: $(STAMP) $(JUDGES) ## run the tests
	$(BIN)/python -m pytest -n 2 tests

lint: $(STAMP) $(JUDGES) ## format, lint and type checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(STAMP) ## how fast the simulator, the assembler and the verdicts are
	$(BIN)/python -m benchmarks

fuzz: $(STAMP) ## 100,000 random programs per machine, reference against native
	$(BIN)/python -m benchmarks.fuzz

endurance: $(STAMP) $(JUDGES) ## what an evaluation survives: killed processes, a full disk, a lost Ray node; memory and speed
	set -e; for stage in faults memory killed node throughput; do $(BIN)/python -m benchmarks.endurance $$stage runs/endurance; done

judges: $(JUDGES) ## the outside judges that are too heavy for `make test`
	$(BIN)/python -m pytest -n 2 tests -m judge

locks: $(STAMP) ## rewrite the lock files (tau, baseline cycles) and their table after a change of machine or baseline
	$(BIN)/python -m kernelcraft.grading.lockfile plena
	$(BIN)/python -m kernelcraft.grading.lockfile coral_npu
	$(BIN)/python -m kernelcraft.grading.paper_cycles

baselines: $(JUDGES) ## compile the Coral NPU's baselines again; then run `make locks`
	$(BIN)/python -m kernelcraft.kernels.coral_npu.compiler

sample-baselines: $(JUDGES) ## compile every third of them and compare (PART=1/3)
	$(BIN)/python -m kernelcraft.kernels.coral_npu.compiler --check --part $(PART)

sample: $(STAMP) ## grade the experts and baselines of C1, C2 and every third cell (PART=1/3)
	set -e; for platform in $(PLATFORMS); do for agent in baseline expert; do \
	  $(BIN)/kernelcraft verify --platform $$platform --agent $$agent --config C1 --config C2; \
	  $(BIN)/kernelcraft verify --platform $$platform --agent $$agent --part $(PART); \
	done; done

release-check: lint test judges ## everything, with the long sweeps
	$(BIN)/python -m kernelcraft.kernels.coral_npu.compiler --check
	set -e; for platform in $(PLATFORMS); do \
	  $(BIN)/python -m kernelcraft.grading.lockfile $$platform --check; \
	  $(BIN)/kernelcraft verify --platform $$platform --agent baseline --held-out 3; \
	  $(BIN)/kernelcraft verify --platform $$platform --agent expert --held-out 3; \
	  $(BIN)/kernelcraft evaluate --platform $$platform --level 1 --agent tuner --log-dir runs/release-check/$$platform; \
	done
	$(BIN)/kernelcraft report $(addprefix runs/release-check/,$(PLATFORMS))
	$(BIN)/kernelcraft soundness --write-docs
	$(BIN)/kernelcraft report-card --write-docs
	$(MAKE) endurance

clean: ## remove what was built
	rm -rf .venv build demo src/kernelcraft.egg-info src/kernelcraft/sim/_native*.so
