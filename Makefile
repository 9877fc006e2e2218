# Two commands are enough: `make demo` and `make test`. Everything is set up on first use.
PYTHON ?= python3
PART ?= 1/3
# Which part of the tests marked `sweep`.
SWEEPS ?= 1/4
# Some tests wait: for servers, killed processes, a browser.
TESTS_AT_ONCE ?= $(shell expr `nproc` + 1)
BIN := .venv/bin
CORE := .venv/.core
STAMP := .venv/.stamp
JUDGES := .venv/.judges
DOCS := .venv/.docs
DOORS := $(patsubst %,build/venvs/%/.done,openenv openevolve verifiers)
PIP := --quiet --no-compile --disable-pip-version-check

PLATFORMS = $(shell $(BIN)/python -c "from kernelcraft.cells.platforms import names; print(*names())")

# Packages are installed without bytecode, which each writes when it is first imported.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test lint bench fuzz hostile coverage judges endurance release-check locks baselines sample-baselines extras conformance pins docs check-docs published screenshots dist wheels clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(STAMP) ## make .venv, build the native simulator and install kernelcraft into it

$(BIN)/python:
	@echo 'Making .venv ...'
	$(PYTHON) -m venv .venv

SOURCES := $(BIN)/python pyproject.toml setup.py $(shell find src/kernelcraft/sim src/kernelcraft/platforms src/kernelcraft/riscv -name '*.py' -o -name '*.[ch]')

# What compiles the simulator is installed first, so that pip need not download it twice.
define install
	@echo 'Installing kernelcraft$(1); its simulators are compiled meanwhile (a minute on one core) ...'
	$(BIN)/python -m pip install $(PIP) 'setuptools>=77' numpy ml_dtypes
	$(BIN)/python -m pip install $(PIP) --no-build-isolation --editable '.$(1)'
endef

$(CORE): $(SOURCES)
	$(call install,[agents])
	@touch $@

$(STAMP): $(SOURCES)
	$(call install,[dev])
	@touch $(CORE) $@

$(JUDGES): $(STAMP)
	$(BIN)/python -m pip install $(PIP) 'torch==2.13.0' 'ziglang==0.17.0' 'ray==2.60.0'
	@touch $@

# What clashes with our own extras, or is heavy, has an environment of its own; kernelcraft is the
# one of .venv there, not compiled again.
$(DOORS): build/venvs/%/.done: requirements/%.txt $(STAMP)
	@echo 'Making $(@D) ...'
	$(BIN)/python -m venv $(@D)
	$(@D)/bin/python -m pip install $(PIP) --requirement $< numpy ml_dtypes pydantic typer rich
	cp -r $(BIN)/../lib/python3*/site-packages/*kernelcraft-* $(@D)/lib/python3*/site-packages/
	for site in $(@D)/lib/python3*/site-packages; do echo $(CURDIR)/extras/kernelcraft-$*/src > $$site/extra.pth; done
	@touch $@

$(DOCS): $(STAMP)
	$(BIN)/python -m pip install $(PIP) 'mkdocs-material>=9.6,<10'
	@touch $@

demo: $(CORE) ## let the offline tuner craft kernels for real PLENA cells, then show the results
	$(BIN)/kernelcraft evaluate --platform plena --level 1 --config C1 --config C3 --agent tuner --log-dir demo
	$(BIN)/kernelcraft report demo

test: $(STAMP) $(JUDGES) ## run the tests, of long sweeps a part (SWEEPS=1/4)
	$(BIN)/python -m pytest -n $(TESTS_AT_ONCE) --sweeps $(SWEEPS) tests $(wildcard extras/*/tests)

lint: $(STAMP) $(JUDGES) $(DOCS) ## format, lint and type checks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(STAMP) ## how fast the simulator, the assembler and the verdicts are
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.start_up

fuzz: $(STAMP) ## 100,000 random programs per machine, reference against native
	$(BIN)/python -m benchmarks.fuzz

hostile: $(STAMP) ## a million hostile inputs: assemblers, ELF loader, simulators, logs, tools
	$(BIN)/python -m benchmarks.hostile --write-docs

coverage: $(STAMP) ## how many branches of what takes input the tests go through; at least 90 %
	$(BIN)/python -m benchmarks.hostile.coverage --write-docs

endurance: $(JUDGES) ## what an evaluation survives: killed processes, a full disk, a lost Ray node; memory and speed
	set -e; for stage in faults memory killed node throughput; do $(BIN)/python -m benchmarks.endurance $$stage runs/endurance; done

judges: $(JUDGES) $(DOORS) ## the outside judges that are too heavy for `make test`
	$(BIN)/python -m pytest -n 2 tests -m judge

locks: $(STAMP) ## rewrite the lock files (tau, baseline cycles) and their table after a change of machine or baseline
	set -e; for platform in $(PLATFORMS); do $(BIN)/kernelcraft lock $$platform; done
	$(BIN)/python -m kernelcraft.platforms.coral_npu.studies.paper_cycles
	$(BIN)/python -m kernelcraft.platforms.boom.studies.programs

baselines: $(JUDGES) ## compile the baselines of the Coral NPU and of BOOM again; then run `make locks`
	$(BIN)/python -m kernelcraft.platforms.coral_npu.kernels.baseline
	$(BIN)/python -m kernelcraft.platforms.boom.kernels.baseline

sample-baselines: $(JUDGES) ## compile every third of them and compare (PART=1/3)
	$(BIN)/python -m kernelcraft.platforms.coral_npu.kernels.baseline --check --part $(PART)
	$(BIN)/python -m kernelcraft.platforms.boom.kernels.baseline --check --part $(PART)

sample: $(STAMP) ## grade the experts and baselines of every third cell (PART=1/3)
	set -e; for agent in baseline expert; do $(BIN)/kernelcraft verify --agent $$agent --part $(PART); done

HEXAGON := extras/kernelcraft-hexagon
extras: $(STAMP) $(JUDGES) ## grade the kernels of the packages in extras, each used as a platform in its folder
	$(BIN)/kernelcraft verify --platform $(HEXAGON) --agent baseline
	$(BIN)/kernelcraft verify --platform $(HEXAGON) --agent expert --task relu --task gemv --task gemm
	$(BIN)/kernelcraft conformance hexagon --platform $(HEXAGON)
	KERNELCRAFT_PACKAGES=$(HEXAGON) PYTHONPATH=$(HEXAGON)/src $(BIN)/python -m kernelcraft_hexagon.kernels.baseline --check

CORAL_OUTSIDE := tests/external/coral_outside
conformance: $(STAMP) $(JUDGES) ## rewrite docs/platforms/conformance.md: what each platform has
	@mkdir -p build
	@$(BIN)/python -m kernelcraft.audit.conformance $(PLATFORMS) $(HEXAGON) $(CORAL_OUTSIDE) > build/conformance.md
	@mv build/conformance.md docs/platforms/conformance.md

pins: $(STAMP) $(JUDGES) $(DOCS) ## rewrite requirements/dev.txt: the versions that this .venv has
	@echo '# Versions that the tests passed with; written by `make pins`. To have the same:' > requirements/dev.txt
	@echo '# .venv/bin/python -m pip install --requirement requirements/dev.txt' >> requirements/dev.txt
	$(BIN)/python -m pip freeze --all --exclude-editable --exclude pip --exclude kernelcraft | sed 's/+.*//' >> requirements/dev.txt

docs: $(DOCS) ## the documentation as a website in build/site, which opens from disk; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

check-docs: docs ## what the website loads and finds, in a browser (needs Debian's chromium-driver)
	$(BIN)/python -m tests.check_website build/site

dist: $(STAMP) ## the release in dist/: sdist, and a wheel built from it; both are checked in a clean environment
	rm -rf build/dist dist
	mkdir -p build
	$(BIN)/python -m build --outdir build/dist > build/dist.log 2>&1 || { tail -n 30 build/dist.log; exit 1; }
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/dist/*.whl >> build/dist.log 2>&1
	cp build/dist/*.tar.gz dist
	$(BIN)/python -m tests.check_dist dist

FOREIGN := aarch64-linux-gnu
wheels: dist ## beside the release the wheels of other machines, tried on other processors and Pythons (root, and Debian's gcc-aarch64-linux-gnu, mmdebstrap, qemu-user)
	rm -rf build/wheels
	CC=$(FOREIGN)-gcc LDSHARED='$(FOREIGN)-gcc -shared' _PYTHON_HOST_PLATFORM=linux-aarch64 \
	  $(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir build/wheels dist/*.tar.gz
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheels/*.whl >> build/dist.log 2>&1
	KERNELCRAFT_NATIVE=0 $(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist dist/*.tar.gz
	$(BIN)/python -m tests.check_wheels dist

release-check: SWEEPS = 1/1
release-check: lint test judges check-docs wheels ## everything, with the long sweeps
	$(BIN)/python -m kernelcraft.platforms.coral_npu.kernels.baseline --check
	$(BIN)/python -m kernelcraft.platforms.boom.kernels.baseline --check
	set -e; for platform in $(PLATFORMS); do \
	  $(BIN)/kernelcraft lock $$platform --check; \
	  $(BIN)/kernelcraft verify --platform $$platform --agent baseline --held-out 3; \
	  $(BIN)/kernelcraft verify --platform $$platform --agent expert --held-out 3; \
	  $(BIN)/kernelcraft evaluate --platform $$platform --level 1 --agent tuner --log-dir runs/release-check/$$platform; \
	done
	$(BIN)/kernelcraft report $(addprefix runs/release-check/,$(PLATFORMS))
	$(BIN)/kernelcraft soundness --write-docs
	$(BIN)/kernelcraft report-card --write-docs
	$(BIN)/kernelcraft lab --write-docs
	$(BIN)/kernelcraft lab feedback --write-docs
	$(MAKE) conformance
	$(MAKE) coverage
	$(MAKE) endurance

published: $(STAMP) ## a run of all our programs as a checked static site in runs/published (FILTERS='--config C1'; goes on where it stopped)
	$(BIN)/python -m benchmarks.published runs/published $(FILTERS)

screenshots: $(STAMP) ## take the pictures of the web report anew (needs Debian's chromium-driver)
	set -e; for platform in $(PLATFORMS); do for agent in baseline expert "tuner --evaluations 200"; do \
	  $(BIN)/kernelcraft evaluate --platform $$platform --level 1 --config C1 --config C2 --config C3 \
	    --agent $$agent --log-dir runs/screenshots/$${agent%% *}; \
	done; done
	$(BIN)/kernelcraft report $(addprefix runs/screenshots/,baseline expert tuner) --html runs/screenshots/site
	$(BIN)/python -m tests.reports.web.screenshots runs/screenshots/site docs/assets

clean: ## remove what was built
	rm -rf .venv build dist demo src/kernelcraft.egg-info src/kernelcraft/sim/_native*.so
