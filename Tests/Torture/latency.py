#!/usr/bin/env python3
"""Measures how long an edit takes from its paint to the journal and to the disk.

    latency.py BINARY [EDITS]

The editor runs under strace, which sees the write(2) to the terminal, the pwrite(2) to the journal and
the end of the fsync(2) in the other thread. strace slows every call down by some 20 to 50 us, so that
the figures are upper bounds.
"""

import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

spec = importlib.util.spec_from_file_location(
    "torture", os.path.join(os.path.dirname(os.path.abspath(__file__)), "torture.py"))
torture = importlib.util.module_from_spec(spec)
spec.loader.exec_module(torture)

LINE = re.compile(r"^(\d+) +(\d+\.\d+) (.*)$")


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def main():
    binary = os.path.abspath(sys.argv[1])
    edits = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    folder = tempfile.mkdtemp(prefix="setpoint-latency-")
    one = torture.Round(binary, folder, random.Random(4))
    trace = os.path.join(folder, "trace")
    wrapper = os.path.join(folder, "run")
    with open(wrapper, "w", encoding="ascii") as file:
        file.write(f"#!/bin/sh\nexec strace -f -ttt -T -o {trace} -e trace=write,pwrite64,fsync "
                   f"{binary} \"$@\"\n")
    os.chmod(wrapper, 0o755)
    editor = torture.Editor(wrapper, one.path, one.environment)
    editor.wait_for(b"quit", seconds=20)
    for _ in range(edits):
        editor.type(one.edit_keys())
        limit = time.monotonic() + 0.04
        while time.monotonic() < limit:
            editor.receive(0.005)
    time.sleep(0.5)
    editor.type(b"qn")
    time.sleep(0.5)
    with open(trace, encoding="ascii", errors="replace") as file:
        lines = file.read().splitlines()
    paint, written, durable = None, [], []
    waiting, started = [], {}
    for line in lines:
        match = LINE.match(line)
        if not match:
            continue
        thread, begin, call = match.group(1), float(match.group(2)), match.group(3)
        took = re.search(r"<(\d+\.\d+)>$", call)
        end = begin + float(took.group(1)) if took and "resumed" not in call else begin
        if call.startswith("write(") and "\\33" in call:
            paint = end
        elif call.startswith("pwrite64(") and '\\"n\\":' in call or \
                call.startswith("pwrite64(") and '"n\\":' in call:
            if paint:
                written.append(end - paint)
                waiting.append(paint)
        elif call.startswith("pwrite64(") and paint:
            waiting.append(paint)
        elif call.startswith("fsync("):
            started[thread] = list(waiting)
            if took:
                done(waiting, started.pop(thread), end, durable)
        elif "fsync resumed" in call and thread in started:
            done(waiting, started.pop(thread), begin, durable)
    shutil.rmtree(folder, ignore_errors=True)
    for name, values in (("paint to journal (write returned)", written),
                         ("paint to disk (fsync returned)", durable)):
        if values:
            print(f"{name}: p50 {percentile(values, 0.5) * 1000:.3f} ms, "
                  f"p99 {percentile(values, 0.99) * 1000:.3f} ms, {len(values)} edits")


def done(waiting, before, end, durable):
    for paint in before:
        if paint in waiting:
            waiting.remove(paint)
            durable.append(end - paint)


if __name__ == "__main__":
    main()
