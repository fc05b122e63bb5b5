# setpoint: `make help` lists the targets. `make run` and `make test` each do all their own set-up.

.DEFAULT_GOAL := help
.PHONY: help setup build run test lint format check interop pictures bench bench-peers bench-terminal growth \
  screenshots record install uninstall package package-test clean docs examples torture torture-peers fuzz \
  sanitize memcheck spark spark-test spark-cluster spark-bench

SWIFT ?= swift
PREFIX ?= /usr/local
# No rpath: the loader would search the program's folder for every library first.
# Generic types are made by direct calls: by their mangled names, the run-time would read the name and search all
# conformances of the program for what the compiler knows, which was the most of what short commands did.
DIRECT_TYPES = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
RELEASE_FLAGS = -c release --disable-local-rpath $(DIRECT_TYPES) $(STATIC)
ifeq ($(shell uname -s),Linux)
  # A static executable starts in half the time of a dynamic one and runs on every Linux of its
  # processor. Where the system has no archives of the C libraries, only Swift's own are linked in.
  # (Not `:=`: `make setup` may install the archives first.)
  ARCHIVES = $(wildcard $(foreach name,jansson ncursesw tinfo c,$(shell clang -print-file-name=lib$(name).a)))
  STATIC = --static-swift-stdlib $(if $(word 4,$(ARCHIVES)),-Xswiftc -static-executable -Xlinker -ltinfo)
  # Which commit `--version` names: as an address of the linker's, of 28 bits, so that nothing is compiled anew.
  COMMIT = $(shell git rev-parse HEAD 2>/dev/null | cut -c 1-7)
  STATIC += $(if $(COMMIT),-Xlinker --defsym=setpoint_commit=0x$(COMMIT))
endif
RELEASE = .build/release/setpoint
# What speaks with devices links shared network libraries, and so is built with flags, and in a folder, of its own.
LINK_FLAGS = -c release --disable-local-rpath --static-swift-stdlib --scratch-path .build/link
LINK = .build/link/release/setpoint-link

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install the system packages that are missing (apt or brew)
	@sh .ci/setup

build: setup ## build the release binaries
	$(SWIFT) build $(RELEASE_FLAGS) --product setpoint
	$(SWIFT) build $(LINK_FLAGS) --product setpoint-link
	@cp $(LINK) $(RELEASE)-link

run: build ## edit a copy of the default document; without a terminal, print, check and export it
	@sh .ci/demo $(RELEASE)

# Optimized, as what people install: the whole run then takes a quarter of the time, and memory and work are
# measured of what ships. A build folder of its own, since its flags are not those of `build`. No test is
# @testable; without that, one build serves the program and the tests.
TEST_FLAGS = -c release --scratch-path .build/test
test: setup ## run every test
	$(SWIFT) build $(TEST_FLAGS) --product setpoint
	$(SWIFT) build $(TEST_FLAGS) --product setpoint-link
	@LC_ALL=C.UTF-8 sh .ci/test $(SWIFT) test $(TEST_FLAGS) --disable-testable-imports --disable-xctest

lint: ## check style, strictly
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format: ## put the source into the project's style
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

check: lint build test ## all that CI runs
	sh .ci/demo $(RELEASE) </dev/null | cat

interop: build ## check exports with programs that others wrote (installs them once; needs network)
	sh Tests/Interop/run.sh $(RELEASE)

RECORD ?=
pictures: build ## check SVG and HTML with other programs: renderers, validators, text browsers (those installed)
	sh Tests/Pictures/run.sh $(if $(RECORD),--record) $(RELEASE)

# A package of its own, which depends on this one by its path, as one of somebody else would.
EXAMPLES = $(CURDIR)/.build/examples
examples: setup ## build the example apps of TwoWayTable, run their tests, and drive them on a pseudo-terminal
	cd docs/examples/timetable && $(SWIFT) build --build-tests --scratch-path $(EXAMPLES) && \
	  $(SWIFT) test --skip-build --disable-xctest --scratch-path $(EXAMPLES)
	python3 Tests/Examples/drive.py $(EXAMPLES)/debug

# In a folder of its own, since the plugin changes what is resolved. A warning is an error.
docs: ## make the pages of TwoWayTable and Terminal in .build/docs/pages (needs swift-docc-plugin)
	mkdir -p .build/docs/pages
	cp Package.resolved .build/docs/ 2>/dev/null || true
	for target in TerminalScreen TwoWayTable Terminal; do \
	  SETPOINT_DOCS=1 $(SWIFT) package --scratch-path .build/docs --disable-sandbox \
	    --allow-writing-to-directory .build/docs/pages generate-documentation --target $$target \
	    --warnings-as-errors --output-path .build/docs/pages/$$target || exit; \
	done
	cp .build/docs/Package.resolved . 2>/dev/null || true

bench: build ## measure start-up, load, drawing and the bytes of an edit; prints a table and JSON
	$(SWIFT) build $(RELEASE_FLAGS) --product setpoint-bench
	.build/release/setpoint-bench $(RELEASE)

GROWTH ?=
growth: build ## count the instructions of ever larger inputs (needs valgrind; GROWTH=--full for all sizes)
	python3 Tests/Growth/growth.py $(RELEASE) $(GROWTH)

bench-peers: build ## compare checking with other programs (Python; PyPI for jsonschema-rs and orjson)
	python3 Tests/Peers/bench_peers.py $(RELEASE) docs/schemas/schedule.schema.json

bench-terminal: build ## measure the editor beside nano, vim, sc and bare ncurses (those installed); prints JSON
	python3 Tests/Terminal/bench_terminal.py $(RELEASE)

screenshots: build ## make the pictures of docs/screens anew (needs tmux, Pillow and a DejaVu font)
	python3 Tests/Terminal/screenshot.py $(RELEASE) docs/screens

ROUNDS ?= 1000
SEED ?= 1
torture: build ## kill editors at random moments and count lost edits and torn files (ROUNDS, SEED)
	python3 Tests/Torture/torture.py $(RELEASE) --rounds $(ROUNDS) --seed $(SEED)
	python3 Tests/Torture/sweep.py $(RELEASE)
	python3 Tests/Torture/signals.py $(RELEASE)
	$(SWIFT) build --product setpoint
	python3 Tests/Torture/places.py $(RELEASE) --dynamic .build/debug/setpoint

torture-peers: build ## do the same harm to setpoint, vim and nano (those installed); prints a table
	$(SWIFT) build --product setpoint
	python3 Tests/Torture/peers.py $(RELEASE) --dynamic .build/debug/setpoint

SECONDS ?= 60
TARGET ?=
fuzz: setup ## fuzz every input with libFuzzer (SECONDS for each target; TARGET for one)
	sh Tests/Fuzz/run.sh $(SECONDS) $(TARGET)

SANITIZERS ?= address thread
sanitize: setup ## run the tests with the address and the thread sanitizer (SANITIZERS)
	sh Tests/Sanitize/run.sh $(SANITIZERS)

memcheck: build ## load, save, merge and recover under valgrind
	sh Tests/Sanitize/memcheck.sh $(RELEASE)

record: setup ## record the golden files anew, to be reviewed with git diff; always fails
	$(SWIFT) build $(TEST_FLAGS) --product setpoint
	SETPOINT_RECORD=1 LC_ALL=C.UTF-8 $(SWIFT) test $(TEST_FLAGS) --disable-testable-imports --disable-xctest

install: build ## install the programs, their manual and completions below PREFIX (/usr/local)
	@sh .ci/install $(RELEASE) $(LINK) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what `make install` installed
	@sh .ci/install --remove "$(DESTDIR)$(PREFIX)"

RECORDS ?=
spark: build ## check generated records in Spark on local[2] (PySpark from PyPI; needs Java; RECORDS)
	sh .ci/spark run $(RELEASE) $(RECORDS)

spark-test: build ## test the Spark package on local[2] with 20,000 records; says so where Java is missing
	sh .ci/spark test $(RELEASE) $(RECORDS)

spark-cluster: build ## kill a worker, and a process of setpoint, among 1,000,000 records in Spark (RECORDS)
	sh .ci/spark cluster $(RELEASE) $(RECORDS)

spark-bench: build ## records a second in Spark, beside RDD.pipe and jsonschema-rs
	sh .ci/spark bench $(RELEASE) $(RECORDS)

package-test: package ## install the package in fresh Debian roots (debootstrap, root) and run it there
	sh .ci/package-test

package: build ## make a Debian package and a tarball in .build/packages
	@sh .ci/package $(RELEASE) $(LINK)

clean: ## remove what was built
	rm -rf .build
