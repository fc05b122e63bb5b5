#!/usr/bin/env python3
"""Compares `setpoint validate` with other ways to check the same files, in one run, in turn.

usage: bench_peers.py SETPOINT SCHEMA

1. 10,000 files of about 2 KB: setpoint, and jsonschema-rs with orjson on as many processes as there
   are processors, reading the same files. Once with rows as fleets have them, which repeat, and once
   with every row by chance, with tenths of a degree.
2. The same files: setpoint, and a C program that only opens and reads them on as many threads.
3. One NDJSON file of 1,000,000 documents: setpoint, and a C++ loop that only parses the lines with
   simdjson's DOM on as many threads; 100,000 of them: a C loop that only parses them with jansson.
4. One document with a mistake: setpoint, and an older one, where OLD names its program.

Prints medians, the ratios of pairs (median, least and greatest), and peak memory. Nothing here decides a
test: times depend on the machine. What cannot be had (PyPI, a C or C++ compiler, libsimdjson-dev) is
reported as not run.
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
RUNS = int(os.environ.get("RUNS", "15"))

PEER = """
import multiprocessing, os, sys
import jsonschema_rs, orjson
schema = orjson.loads(open(sys.argv[1], 'rb').read())
validator = jsonschema_rs.validator_for(schema)
def check(paths):
    bad = 0
    for path in paths:
        with open(path, 'rb') as file:
            if not validator.is_valid(orjson.loads(file.read())):
                bad += 1
    return bad
if __name__ == '__main__':
    folder = sys.argv[2]
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    count = os.cpu_count()
    pieces = [paths[index::count] for index in range(count)]
    with multiprocessing.get_context('fork').Pool(count) as pool:
        sys.exit(1 if sum(pool.map(check, pieces)) else 0)
"""


def document(number, generator):
    days = {}
    for day in "monday tuesday wednesday thursday friday saturday sunday".split():
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


def random_document(number, generator):
    def row(first, last):
        heat = generator.randint(560, 720)
        return {
            "time": "%02d:%02d" % divmod(generator.randint(first, last), 60),
            "heat": heat / 10, "cool": (heat + generator.randint(40, 150)) / 10,
        }
    days = {}
    for day in "monday tuesday wednesday thursday friday saturday sunday".split():
        wake, leave = row(300, 420), row(440, 600)
        leave["heat"], leave["cool"] = wake["heat"], max(leave["cool"], wake["cool"])
        days[day] = {
            "wake": wake, "leave": leave, "return": row(900, 1100), "sleep": row(1200, 1400),
        }
    return {
        "format": "setpoint-schedule", "version": 1, "unit": "F",
        "schedules": [{"name": "House %d" % number, "days": days}],
    }


def timed(command, expected=0):
    """Runs a command; returns wall seconds and its peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != expected:
        sys.exit("%s: status %d" % (command[0], process.returncode))
    return seconds, usage.ru_maxrss / 1024


def built(folder, name, compiler):
    """Compiles a program of this folder; None where that fails."""
    stem = os.path.splitext(name)[0]
    program = os.path.join(folder, stem)
    libraries = {"parse_lines": ["-ljansson"], "parse_lines_simdjson": ["-lsimdjson"]}.get(stem, [])
    try:
        subprocess.run(
            compiler + ["-O2", "-o", program, os.path.join(HERE, name)] + libraries + ["-lpthread"],
            check=True, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return program


def compare(title, ours, name, peer, expected=0):
    timed(ours, expected), timed(peer, expected)
    pairs = [(timed(ours, expected), timed(peer, expected)) for _ in range(RUNS)]
    ratios = sorted(a[0] / b[0] for a, b in pairs)
    print(title)
    for label, index in (("setpoint", 0), (name, 1)):
        print("  %-28s %8.3f s  peak %6.1f MiB" % (
            label, statistics.median(pair[index][0] for pair in pairs),
            max(pair[index][1] for pair in pairs)))
    print("  %-28s %8.3f   (%.2f to %.2f)" % (
        "setpoint / " + name, statistics.median(ratios), ratios[0], ratios[-1]))


def peer_python(folder):
    """Makes a venv with the peer; None where PyPI cannot be reached."""
    venv = os.path.join(folder, "venv")
    python = os.path.join(venv, "bin", "python")
    try:
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "-q", "jsonschema-rs", "orjson"], check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return python


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    setpoint, schema = (os.path.abspath(path) for path in sys.argv[1:])
    cache = os.path.join(HERE, "..", "..", ".build", "peers")
    os.makedirs(cache, exist_ok=True)
    generator = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        corpora = {"files": document, "random": random_document}
        for name, make in corpora.items():
            os.mkdir(os.path.join(folder, name))
            for number in range(10000):
                with open(os.path.join(folder, name, "%05d.json" % number), "w") as file:
                    json.dump(make(number, generator), file)
        stream = os.path.join(folder, "fleet.ndjson")
        with open(stream, "w") as file:
            for number in range(100000):
                file.write(json.dumps(document(number, generator)) + "\n")

        python = peer_python(cache)
        if python is None:
            print("10,000 files: not run, PyPI cannot be reached")
        else:
            script = os.path.join(folder, "peer.py")
            with open(script, "w") as file:
                file.write(PEER)
            for name, title in (("files", "10,000 files"), ("random", "10,000 files, every row random")):
                files = os.path.join(folder, name)
                compare(title, [setpoint, "validate", files], "jsonschema-rs + orjson",
                        [python, script, schema, files])

        threads = str(os.cpu_count())
        reader = built(folder, "read_files.c", ["cc"])
        if reader is None:
            print("reading files only: not run, no C compiler")
        else:
            files = os.path.join(folder, "files")
            compare("10,000 files", [setpoint, "validate", files], "C, open and read only",
                    [reader, files, threads])

        loop = built(folder, "parse_lines.c", ["cc"])
        if loop is None:
            print("jansson: not run, no C compiler")
        else:
            compare("NDJSON, 100,000 documents", [setpoint, "validate", "--ndjson", stream],
                    "C loop, jansson parse only", [loop, stream, threads])

        loop = built(folder, "parse_lines_simdjson.cpp", ["c++", "-std=c++17"])
        if loop is None:
            print("simdjson: not run, no C++ compiler or no libsimdjson-dev")
        else:
            long_stream = os.path.join(folder, "long.ndjson")
            with open(stream, "rb") as part, open(long_stream, "wb") as whole:
                text = part.read()
                for _ in range(10):
                    whole.write(text)
            compare("NDJSON, 1,000,000 documents", [setpoint, "validate", "--ndjson", long_stream],
                    "C++ loop, simdjson parse only", [loop, long_stream, threads])

        old = os.environ.get("OLD")
        if old is None:
            print("an older setpoint: not run, OLD names none")
            return
        wrong = document(1, generator)
        wrong["schedules"][0]["days"]["monday"]["wake"]["heat"] = 90
        for name, value in (("a value", wrong), ("a member", {k: wrong[k] for k in wrong if k != "unit"})):
            path = os.path.join(folder, "wrong.json")
            with open(path, "w") as file:
                json.dump(value, file, indent=2)
            compare("a document with a mistake: " + name, [setpoint, "validate", path], "older",
                    [old, "validate", path], expected=1)


if __name__ == "__main__":
    main()
