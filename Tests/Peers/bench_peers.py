#!/usr/bin/env python3
"""Compares `setpoint validate` with other ways to check the same files, in one run, in turn.

usage: bench_peers.py SETPOINT SCHEMA

1. 10,000 files of about 2 KB: setpoint, and jsonschema-rs with orjson on as many processes as there
   are processors, reading the same files. Once with rows as fleets have them, which repeat, and once
   with every row by chance, with tenths of a degree.
2. One NDJSON file of 100,000 documents: setpoint, and a C loop that only parses the lines with
   jansson on as many threads.

Prints medians, the ratios of pairs (median, least and greatest), and peak memory. Nothing here decides a test: times depend on the
machine. What cannot be had (PyPI, a C compiler) is reported as not run.
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
RUNS = 15

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


def timed(command):
    """Runs a command; returns wall seconds and its peak memory in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("%s: status %d" % (command[0], process.returncode))
    return seconds, usage.ru_maxrss / 1024


def compare(title, ours, name, peer):
    timed(ours), timed(peer)
    pairs = [(timed(ours), timed(peer)) for _ in range(RUNS)]
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

        loop = os.path.join(folder, "parse_lines")
        source = os.path.join(HERE, "parse_lines.c")
        built = subprocess.run(["cc", "-O2", "-o", loop, source, "-ljansson", "-lpthread"])
        if built.returncode != 0:
            print("100,000 documents: not run, no C compiler")
        else:
            compare("NDJSON, 100,000 documents", [setpoint, "validate", "--ndjson", stream],
                    "C loop, jansson parse only", [loop, stream, str(os.cpu_count())])


if __name__ == "__main__":
    main()
