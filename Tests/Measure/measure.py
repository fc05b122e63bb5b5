#!/usr/bin/env python3
"""Measures the program that people install: `make bench`.

usage: measure.py SETPOINT [PART...]

    start    median time of a start, per command
    stream   1,000,000 documents on standard input, each of seven shapes, beside jsonschema-rs with orjson
    files    10,000 files, with and without "$schema", beside the same
    keys     bytes of every move and of an edit at 80x24, time from a key to the last byte, an idle second

Without a PART it measures all. DOCUMENTS sets the length of a stream, ROUNDS the number of rounds. A limit is
printed beside each figure; a figure above its limit is marked with `!`. Times depend on the machine and never
decide a test. jsonschema-rs and orjson come from PyPI, into .build/peers.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Terminal"))
from pty_program import Program  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "5"))
DOCUMENTS = int(os.environ.get("DOCUMENTS", "1000000"))
SCHEMA = os.path.join(ROOT, "docs", "schemas", "schedule.schema.json")
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()

# Lines from standard input, or the files of a folder, on as many processes as there are processors.
PEER = """
import multiprocessing, os, sys
import jsonschema_rs, orjson
validator = jsonschema_rs.validator_for(orjson.loads(open(sys.argv[1], 'rb').read()))
def check_lines(lines):
    return sum(not validator.is_valid(orjson.loads(line)) for line in lines)
def check_files(paths):
    return sum(not validator.is_valid(orjson.loads(open(path, 'rb').read())) for path in paths)
def chunks():
    while lines := sys.stdin.buffer.readlines(1 << 20):
        yield lines
if __name__ == '__main__':
    count = os.cpu_count()
    with multiprocessing.get_context('fork').Pool(count) as pool:
        if len(sys.argv) > 2:
            paths = [os.path.join(sys.argv[2], name) for name in os.listdir(sys.argv[2])]
            list(pool.map(check_files, [paths[n::count] for n in range(count)]))
        else:
            for _ in pool.imap(check_lines, chunks()):
                pass
"""


def report(name, value, unit, limit=None):
    mark = "!" if limit is not None and value > limit else " "
    bound = "" if limit is None else f"  (at most {limit:g})"
    print(f"{mark} {name:56} {value:9.2f} {unit}{bound}", flush=True)


def document(number, generator):
    """A document of 1.4 KB in the order that the program writes."""
    days = {}
    for day in DAYS:
        heat = generator.randint(60, 70)
        days[day] = {
            "wake": {"time": "06:%02d" % generator.randint(0, 59), "heat": heat, "cool": heat + 8},
            "leave": {"time": "08:30", "heat": heat - 8, "cool": heat + 15},
            "return": {"time": "18:00", "heat": heat, "cool": heat + 8},
            "sleep": {"time": "22:00", "heat": heat - 8, "cool": heat + 12},
        }
    return {
        "format": "setpoint-schedule", "version": 1, "unit": "F",
        "schedules": [{"name": "House %d" % number, "days": days}],
    }


def with_warnings(value):
    """Six unknown members, each a warning."""
    for day in DAYS[:6]:
        value["schedules"][0]["days"][day]["colour"] = "blue"
    return value


def reordered(value):
    return {key: value[key] for key in reversed(value)}


SHAPES = {
    "exact shape": json.dumps,
    '"$schema" first': lambda value: json.dumps({"$schema": "https://example.com/schedule.json", **value}),
    "an escape in the name": lambda value: json.dumps(value).replace('"House', '"H\\u00e4user'),
    "an unknown member": lambda value: json.dumps({**value, "vendor": {"id": [1, 2]}}),
    "six warnings": lambda value: json.dumps(with_warnings(value)),
    "another member order": lambda value: json.dumps(reordered(value)),
    "indented on one line": lambda value: json.dumps(value, indent=2).replace("\n", " "),
}


def run(command, **streams):
    """Runs a command; returns its seconds and processor seconds."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **streams)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: status {process.returncode}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def peak_memory(command):
    """The peak memory of a command in MiB, looked at each millisecond: ru_maxrss includes what Python had."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="ascii", errors="replace") as file:
            lines = [line.split() for line in file if line.startswith("VmHWM")]
        peak = max([peak] + [int(line[1]) for line in lines])
        time.sleep(0.001)
    return peak / 1024


def median(command, path=None, rounds=ROUNDS):
    """The medians of several runs; `path` is standard input."""
    results = []
    for _ in range(rounds):
        with open(path or os.devnull, "rb") as file:
            results.append(run(command, stdin=file))
    return [statistics.median(values) for values in zip(*results)]


def peer():
    """The command of jsonschema-rs with orjson; None if PyPI cannot be reached."""
    folder = os.path.join(ROOT, ".build", "peers")
    python = os.path.join(folder, "bin", "python")
    try:
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "jsonschema-rs", "orjson"], check=True)
    except (OSError, subprocess.CalledProcessError):
        print("  jsonschema-rs: not run, PyPI cannot be reached")
        return None
    script = os.path.join(folder, "peer.py")
    with open(script, "w", encoding="ascii") as file:
        file.write(PEER)
    return [python, script, SCHEMA]


def measure_start(setpoint, folder):
    home = os.path.join(folder, "home.json")
    for words, limit in (
        ("--version", 2), ("get home.json tue.leave.heat", 8), ("set home.json tue.leave.heat=64", 8),
        ("validate home.json", 8), ("show home.json", 8), ("list home.json", 8), ("now home.json", 8),
        ("export home.json --to csv", 8), ("format --check home.json", 8), ("rule SP301", 8), ("help", 8),
    ):
        command = [setpoint] + [home if word == "home.json" else word for word in words.split()]
        report(f"start: {words}", median(command, rounds=8 * ROUNDS)[0] * 1000, "ms", limit)


def write_stream(path, text):
    """Writes DOCUMENTS lines, of at most 10,000 different documents."""
    generator = random.Random(1)
    count = min(DOCUMENTS, 10000)
    lines = "".join(text(document(number, generator)) + "\n" for number in range(count)).encode()
    with open(path, "wb") as file:
        for _ in range(max(1, DOCUMENTS // count)):
            file.write(lines)


def measure_stream(setpoint, folder):
    other = peer()
    path = os.path.join(folder, "stream")
    times = {}
    for name, text in SHAPES.items():
        write_stream(path, text)
        command = [setpoint, "validate", "--ndjson", path]
        seconds, processor = median(command)
        times[name] = processor
        report(f"{name}: {DOCUMENTS} documents", seconds, "s")
        report(f"{name}: peak memory", peak_memory(command), "MiB", 24)
        if other:
            report(f"{name}: of jsonschema-rs", seconds / median(other, path, rounds=3)[0], "times", 0.5)
    report("dearest shape of the cheapest", max(times.values()) / min(times.values()), "times", 3)


def measure_files(setpoint, folder):
    other = peer()
    generator = random.Random(2)
    for name in ("exact shape", '"$schema" first'):
        corpus = tempfile.mkdtemp(dir=folder)
        for number in range(10000):
            with open(os.path.join(corpus, f"{number:05}.json"), "w", encoding="utf-8") as file:
                file.write(SHAPES[name](document(number, generator)))
        seconds, _ = median([setpoint, "validate", corpus])
        report(f"10,000 files, {name}", seconds, "s")
        report(f"10,000 files, {name}: peak memory", peak_memory([setpoint, "validate", corpus]), "MiB")
        if other:
            ratio = seconds / median(other + [corpus], rounds=3)[0]
            report(f"10,000 files, {name}: of jsonschema-rs", ratio, "times", 0.5)


MOVES = {
    "up": b"\x1bOA", "down": b"\x1bOB", "right": b"\x1bOC", "left": b"\x1bOD", "home": b"\x1bOH",
    "end": b"\x1bOF", "page up": b"\x1b[5~", "page down": b"\x1b[6~", "tab": b"\t", "back tab": b"\x1b[Z",
}


def measure_keys(setpoint, folder):
    for colors, environment in (("256 colours", {}), ("exact colours", {"COLORTERM": "truecolor"})):
        # Each in a file of its own: the one before leaves edits to recover.
        path = os.path.join(folder, colors.split()[0] + ".json")
        subprocess.run([setpoint, "new", path, "--unit", "F"], check=True)
        measure_editor(colors, Program([setpoint, "edit", path], folder, environment=environment))


def measure_editor(colors, program):
    program.wait_for("quit")
    program.receive(quiet=0.15)
    report(f"editor, {colors}: start to complete picture", (program.last - program.started) * 1000, "ms")
    counts, times = [], []
    for keys in MOVES.values():
        for row in range(7):
            for column in range(12):
                to_cell = b"\x1b[5~\x1bOH" + b"\x1bOB" * row + b"\x1bOC" * column
                program.press(to_cell, first=0.1, quiet=0.02)
                answer, seconds = program.press(keys, first=0.05, quiet=0.01)
                counts.append(len(answer))
                times += [seconds] if seconds is not None else []
    report(f"editor, {colors}: bytes of a move, median of 840", statistics.median(counts), "bytes", 140)
    report(f"editor, {colors}: bytes of a move, most", max(counts), "bytes", 1400)
    edits = [sum(len(program.press(key)[0]) for key in (b"6", bytes([53 - n % 2]), b"\r")) for n in range(6)]
    report(f"editor, {colors}: bytes of an edit and Enter, most", max(edits), "bytes", 1400)
    report(f"editor, {colors}: key to last byte, median", statistics.median(times) * 1000, "ms", 2)
    program.receive(first=1.0)
    before = program.status("voluntary_ctxt_switches") or 0
    report(f"editor, {colors}: bytes in an idle second", len(program.receive(first=1.0)), "bytes", 0)
    wakes = (program.status("voluntary_ctxt_switches") or 0) - before
    report(f"editor, {colors}: wake-ups in an idle second", wakes, "", 0)
    report(f"editor, {colors}: peak memory", (program.status("VmHWM") or 0) / 1024, "MiB")
    program.end()


PARTS = {"start": measure_start, "keys": measure_keys, "files": measure_files, "stream": measure_stream}


def main():
    if len(sys.argv) < 2 or any(part not in PARTS for part in sys.argv[2:]):
        sys.exit(__doc__)
    setpoint = os.path.abspath(sys.argv[1])
    print(subprocess.run([setpoint, "--version"], capture_output=True, text=True, check=True).stdout, end="")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, LC_ALL="C.UTF-8")
        subprocess.run([setpoint, "new", "home.json", "--unit", "F"], cwd=folder, check=True)
        for part in sys.argv[2:] or PARTS:
            PARTS[part](setpoint, folder)


if __name__ == "__main__":
    main()
