#!/usr/bin/env python3
"""Races with programs that know no locks: they change a file while setpoint changes it.

    races.py BINARY [--rounds 2000] [--seed 1] [--writer replaces|writes|both]

In a round a command of setpoint and a foreign writer change different cells of one file. The writer begins at a
random moment of the command's run: it reads the file, changes a value and either replaces the file by another one or
writes into it. Afterwards

  lost   the writer's value is not in the file
  torn   the file is not JSON
  left   another file is in the folder

must all be 0. What the command wrote may be overwritten by a writer that had read the file before: that is the
writer's own doing, and counted as `over` (of commands that end with status 0). `refused` are commands that did not end with status 0; the file then has the
writer's value as well.
"""

import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Writer:
    """Changes one value of the file at `path`, knowing nothing of locks."""

    def __init__(self, kind, path):
        self.kind, self.path = kind, path

    def text(self, value, process):
        """The file with the value. What `process` is writing just now is waited for; None if it ends in the middle."""
        while True:
            is_last = process.poll() is not None
            try:
                document = json.loads(read(self.path))
            except ValueError:
                if is_last:
                    return None
                continue
            document["schedules"][0]["days"]["monday"]["leave"]["cool"] = value
            return json.dumps(document, indent=1).encode()

    def change(self, value, process):
        text = self.text(value, process)
        if text is None:
            return
        if self.kind == "replaces":
            with open(self.path + "~", "wb") as file:
                file.write(text)
            os.rename(self.path + "~", self.path)
            return
        descriptor = os.open(self.path, os.O_WRONLY | os.O_TRUNC)
        # In two pieces, as a program with a buffer does.
        os.write(descriptor, text[:700])
        os.write(descriptor, text[700:])
        os.close(descriptor)


def commands(value):
    """Command lines that change what no writer does, and whether the file has the value then."""
    def heat(document):
        return document["schedules"][0]["days"]["sunday"]["wake"]["heat"] == value

    def copied(document):
        days = document["schedules"][0]["days"]
        return days["friday"] == days["tuesday"]

    return [
        (["set", f"sun.wake.heat={value}", "h.json"], heat),
        (["set", f"sun.wake.heat={value}", "h.json", "--break-links"], heat),
        (["copy", "tuesday", "--to", "friday", "h.json"], copied),
        (["validate", "--fix", "h.json"], lambda document: document["schedules"][0]["name"] == "Home"),
        (["format", "h.json"], lambda document: True),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--writer", choices=["replaces", "writes", "both"], default="both")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    kinds = ["replaces", "writes"] if options.writer == "both" else [options.writer]
    failed = False
    for kind in kinds:
        counts = race(binary, kind, options.rounds, random.Random(f"{options.seed} {kind}"))
        failed = failed or any(counts[name] for name in ["lost", "torn", "left"])
        print(f"a writer that {kind}, {options.rounds} rounds: " + "   ".join(
            f"{name} {counts[name]}" for name in ["lost", "torn", "left", "over", "refused"]), flush=True)
    sys.exit(1 if failed else 0)


def race(binary, kind, rounds, rng):
    folder = tempfile.mkdtemp()
    environment = dict(os.environ, XDG_STATE_HOME=folder + "-state", HOME=folder + "-home", LC_ALL="C.UTF-8")
    path = os.path.join(folder, "h.json")
    counts = collections.Counter()
    usual = 0.02

    def start(*arguments):
        return subprocess.Popen([binary, *arguments], cwd=folder, env=environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def run(*arguments):
        process = start(*arguments)
        return process.communicate()[1], process.returncode

    run("new", "fresh.json", "--unit", "F")
    fresh = json.loads(read(folder + "/fresh.json"))
    os.remove(folder + "/fresh.json")
    writer = Writer(kind, path)
    try:
        for number in range(rounds):
            # Something that is to be fixed and formatted.
            fresh["schedules"][0]["days"]["tuesday"]["wake"]["heat"] = 50 + number % 20
            with open(path, "w") as file:
                json.dump(fresh, file)
            arguments, holds = rng.choice(commands(51 + number % 19))
            value = 80 + rng.randrange(100) / 10
            began = time.monotonic()
            process = start(*arguments)
            time.sleep(rng.random() * usual)
            writer.change(value, process)
            message = process.communicate()[1].decode()
            usual = 0.95 * usual + 0.05 * 1.2 * (time.monotonic() - began)
            counts["refused"] += process.returncode != 0
            try:
                document = json.loads(read(path))
            except ValueError:
                counts["torn"] += 1
                print(f"  torn, round {number}: {' '.join(arguments)}: {message}", flush=True)
                continue
            if document["schedules"][0]["days"]["monday"]["leave"]["cool"] != value:
                counts["lost"] += 1
                print(f"  lost, round {number}: {' '.join(arguments)}: {process.returncode} {message}", flush=True)
            counts["over"] += process.returncode == 0 and not holds(document)
            extra = [name for name in os.listdir(folder) if name != "h.json"]
            if extra:
                counts["left"] += 1
                print(f"  left, round {number}: {extra}", flush=True)
    finally:
        for end in ["", "-state", "-home"]:
            shutil.rmtree(folder + end, ignore_errors=True)
    return counts


if __name__ == "__main__":
    main()
