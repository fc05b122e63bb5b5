# setpoint: `make help` lists the targets. `make run` and `make test` each do all their own set-up.

.DEFAULT_GOAL := help
.PHONY: help setup build debug run test test-release lint format check interop pictures bench growth \
  screenshots record install uninstall package package-test release lines clean docs examples torture fuzz \
  sanitize memcheck spark spark-test spark-cluster spark-bench

SWIFT ?= swift
PREFIX ?= /usr/local
# Only some shells expand the ~ in `PREFIX=~/.local`.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
# One build, with the package manager's own settings, serves `make run` and `make test`: a debug build, which takes
# a third of the time of an optimized one.
PROGRAM = .build/debug/setpoint
# What people install. `setpoint` is one static executable where the system has the archives for it;
# `setpoint-link` needs shared network libraries. No rpath: the loader would search the program's folder first.
RELEASE_FLAGS = -c release --static-swift-stdlib --disable-local-rpath
ifeq ($(shell uname -s),Linux)
  # (Not `:=`: `make setup` may install the archives first.)
  ARCHIVES = $(wildcard $(foreach name,jansson yaml ncursesw tinfo c,$(shell clang -print-file-name=lib$(name).a)))
  STATIC = $(if $(word 5,$(ARCHIVES)),SETPOINT_STATIC=1)
  # `--version` names the commit. It is an address that the linker sets, so that a new commit compiles nothing.
  COMMIT = $(shell git rev-parse HEAD 2>/dev/null | cut -c 1-7)
  COMMIT_FLAGS = $(if $(COMMIT),-Xlinker --defsym=setpoint_commit=0x$(COMMIT))
endif
RELEASE = .build/release/setpoint
LINK = $(RELEASE)-link

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install the system packages that are missing (apt or brew)
	@sh .ci/setup

build: setup ## build the optimized programs that `make install` and `make package` copy
	$(STATIC) $(SWIFT) build $(RELEASE_FLAGS) $(COMMIT_FLAGS) --product setpoint
	$(STATIC) $(SWIFT) build $(RELEASE_FLAGS) $(COMMIT_FLAGS) --product setpoint-link

debug: setup
	@$(SWIFT) build --product setpoint
	@$(SWIFT) build --product setpoint-link

run: debug ## edit your default document; without a terminal, print, check and export a temporary one
	@sh .ci/demo $(PROGRAM)

test: setup ## run every test
	@LC_ALL=C.UTF-8 sh .ci/test $(SWIFT) test --disable-xctest

test-release: build ## run the end-to-end tests on the optimized programs
	@SETPOINT=$(CURDIR)/$(RELEASE) SETPOINT_LINK=$(CURDIR)/$(LINK) LC_ALL=C.UTF-8 \
	  sh .ci/test $(SWIFT) test --disable-xctest --filter EndToEndTests

lint: ## check style, strictly, and list sentences to rewrite
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@sh .ci/lint

format: ## put the source into the project's style
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

check: ## all that CI runs
	@sh .ci/run

interop: build ## check dates with a model, exports with programs of other projects (installs them; needs network)
	python3 Tests/Calendar/check_calendar.py $(RELEASE) --calendars 100 --dates 200
	sh Tests/Interop/run.sh $(RELEASE)

RECORD ?=
pictures: build ## check SVG and HTML with other programs: renderers, validators, text browsers (those installed)
	sh Tests/Pictures/run.sh $(if $(RECORD),--record) $(RELEASE)

# A separate package that depends on this one by its path, as any other package would.
EXAMPLES = $(CURDIR)/.build/examples
examples: setup ## build the example apps of TwoWayTable, run their tests, and drive them on a pseudo-terminal
	cd docs/examples/timetable && $(SWIFT) build --build-tests --scratch-path $(EXAMPLES) && \
	  $(SWIFT) test --skip-build --disable-xctest --scratch-path $(EXAMPLES)
	python3 Tests/Examples/drive.py $(EXAMPLES)/debug

# In its own folder, because the plugin changes Package.resolved. A warning is an error.
docs: ## make the pages of TwoWayTable and Terminal in .build/docs/pages (needs swift-docc-plugin)
	mkdir -p .build/docs/pages
	cp Package.resolved .build/docs/ 2>/dev/null || true
	for target in TerminalScreen TwoWayTable Terminal; do \
	  SETPOINT_DOCS=1 $(SWIFT) package --scratch-path .build/docs --disable-sandbox \
	    --allow-writing-to-directory .build/docs/pages generate-documentation --target $$target \
	    --warnings-as-errors --output-path .build/docs/pages/$$target || exit; \
	done
	cp .build/docs/Package.resolved . 2>/dev/null || true

PARTS ?=
bench: build ## measure starts, streams, files and keys beside jsonschema-rs (PyPI; PARTS="start keys")
	python3 Tests/Measure/measure.py $(RELEASE) $(PARTS)

GROWTH ?=
growth: build ## count instructions for inputs of growing size (needs valgrind; GROWTH=--full for all sizes)
	python3 Tests/Growth/growth.py $(RELEASE) $(GROWTH)

screenshots: build ## update the pictures of docs/screens (needs tmux, Pillow and a DejaVu font)
	python3 Tests/Terminal/screenshot.py $(RELEASE) docs/screens
	python3 Tests/Terminal/animation.py $(RELEASE) docs/screens/edit.gif

ROUNDS ?= 1000
SEED ?= 1
torture: build debug ## kill editors at random moments, race with other writers; count lost edits (ROUNDS, SEED)
	python3 Tests/Torture/torture.py $(RELEASE) --rounds $(ROUNDS) --seed $(SEED)
	python3 Tests/Torture/races.py $(RELEASE) --rounds $(ROUNDS) --seed $(SEED)
	python3 Tests/Torture/signals.py $(RELEASE)
	python3 Tests/Torture/sweep.py $(RELEASE)
	python3 Tests/Torture/places.py $(RELEASE) --dynamic .build/debug/setpoint

SECONDS ?= 60
TARGET ?=
fuzz: setup ## fuzz every input with libFuzzer (SECONDS for each target; TARGET for one)
	sh Tests/Fuzz/run.sh $(SECONDS) $(TARGET)

SANITIZERS ?= address thread
sanitize: setup ## run the tests with the address and the thread sanitizer (SANITIZERS)
	sh Tests/Sanitize/run.sh $(SANITIZERS)

memcheck: build ## load, save, merge and recover under valgrind
	sh Tests/Sanitize/memcheck.sh $(RELEASE)

record: setup ## update the golden files, to be reviewed with git diff; always fails
	SETPOINT_RECORD=1 LC_ALL=C.UTF-8 $(SWIFT) test --disable-xctest

install: build ## install the programs, their manual and completions below PREFIX (/usr/local)
	@sh .ci/install $(RELEASE) $(LINK) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what `make install` installed
	@sh .ci/install --remove "$(DESTDIR)$(PREFIX)"

RECORDS ?=
spark: build ## check generated records in Spark on local[2] (PySpark from PyPI; needs Java; RECORDS)
	sh .ci/spark run $(RELEASE) $(RECORDS)

spark-test: build ## test the Spark package on local[2] with 20,000 records (needs Java; RECORDS)
	sh .ci/spark test $(RELEASE) $(RECORDS)

spark-cluster: build ## kill a worker, and a process of setpoint, among 1,000,000 records in Spark (RECORDS)
	sh .ci/spark cluster $(RELEASE) $(RECORDS)

spark-bench: build ## records a second in Spark, beside RDD.pipe and jsonschema-rs
	sh .ci/spark bench $(RELEASE) $(RECORDS)

package-test: package ## install the package in fresh Debian roots (debootstrap, root) and run it there
	sh .ci/package-test

package: build ## make a Debian package and a tarball in .build/packages
	@sh .ci/package $(RELEASE) $(LINK)

TAG ?=
release: package ## make what a release has in .build/packages: package, tarball, checksums, notes (TAG)
	@sh .ci/release $(RELEASE) $(TAG)

lines: debug ## run the command lines of README and docs that need no network or device
	@python3 .ci/lines $(PROGRAM)

clean: ## remove what was built
	rm -rf .build
