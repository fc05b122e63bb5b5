"""How the work of setpoint grows with its input: instructions, counted by callgrind.

Every series runs one command on inputs of growing size and prints the cost of each additional unit, from one size to
the next. A cost that grows by more than half from a tenth of the largest size to the largest is reported, and ends the
run with status 1. Counts do not depend on the load of the machine; a series takes seconds to minutes.

    python3 Tests/Growth/growth.py .build/release/setpoint [--only WORD] [--full]

Without --full the largest sizes are a tenth of those of a full run.
"""

import argparse
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Terminal"))
from pty_program import Program

PERIODS = ("wake", "leave", "return", "sleep")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TIMES = ("06:00", "08:00", "18:00", "22:00")


def schedule(number, heat=68, cool=78):
    """A schedule; with heat above cool every row of it is wrong."""
    rows = lambda: {p: {"time": t, "heat": heat, "cool": cool} for p, t in zip(PERIODS, TIMES)}
    return {"name": f"Schedule {number}", "days": {day: rows() for day in DAYS}}


def document(count, **values):
    schedules = [schedule(number, **values) for number in range(count)]
    return {"format": "setpoint-schedule", "version": 1, "unit": "F", "schedules": schedules}


class Machine:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        text = content if isinstance(content, str) else json.dumps(content, indent=1)
        with open(self.path(name), "w") as file:
            file.write(text)
        return name

    def instructions(self, *arguments, stdin=None, status=0):
        """How many instructions a command takes that ends with a status."""
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": self.path("state"),
        }
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.program, *arguments]
        with open(self.path(stdin) if stdin else os.devnull, "rb") as source:
            result = subprocess.run(
                command, cwd=self.folder, env=environment, stdin=source, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE)
        found = re.search(rb"Collected : (\d+)", result.stderr)
        if result.returncode != status or not found:
            sys.exit(f"{' '.join(arguments)}: status {result.returncode}\n{result.stderr.decode()[-2000:]}")
        return int(found[1])

    def keys(self, *arguments, typed):
        """How many instructions a command takes on a terminal on which keys are typed."""
        # Its own folder: no document of before is found.
        environment = {"XDG_STATE_HOME": self.path("state"), "XDG_CONFIG_HOME": self.path("config")}
        log = self.path("callgrind.log")
        program = Program(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}",
             self.program, *arguments], self.folder, environment=environment)
        for key in typed:
            # Type the next key when the screen shows the last one.
            program.receive(first=600, quiet=1)
            program.send(bytes([key]))
        while program.receive(first=600):
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(program.process, 0)[1])
        os.close(program.terminal)
        with open(log, "rb") as file:
            text = file.read()
        found = re.search(rb"Collected : (\d+)", text)
        if status or not found:
            sys.exit(f"{' '.join(arguments)}: status {status}\n{program.output[-500:]}\n{text.decode()[-2000:]}")
        return int(found[1])


def schedules_series(machine):
    """One document of more and more schedules, by command."""
    clean = lambda n: machine.write("clean.json", document(n))
    wrong = lambda n: machine.write("wrong.json", document(n, heat=80, cool=70))
    # A radiotherm stores only whole degrees Fahrenheit.
    unfit = lambda n: machine.write("unfit.json", document(n, heat=68.5))
    changed = lambda n: machine.write("changed.json", document(n, heat=66))

    def merge(n):
        machine.write("base.json", document(n))
        ours, theirs = document(n), document(n)
        for one, other in zip(ours["schedules"], theirs["schedules"]):
            one["days"]["monday"]["wake"]["heat"] = 66
            other["days"]["friday"]["sleep"]["cool"] = 80
        machine.write("ours.json", ours)
        machine.write("theirs.json", theirs)
        return ["merge", "base.json", "ours.json", "theirs.json", "-o", "merged.json", "--force"]

    def line(n):
        machine.write("line.ndjson", json.dumps(document(n, heat=68.5)) + "\n")
        return ["export", "--ndjson", "line.ndjson", "--to", "radiotherm", "--program", "both"]

    last = lambda n: ["--schedule", f"Schedule {n - 1}"]
    # Each with its status.
    commands = {
        "validate": (0, lambda n: ["validate", clean(n)]),
        "validate, all wrong": (1, lambda n: ["validate", wrong(n)]),
        "validate --format sarif, all wrong": (1, lambda n: ["validate", "--format", "sarif", wrong(n)]),
        "validate --device, nothing fits": (1, lambda n: ["validate", "--device", "radiotherm", unfit(n)]),
        "validate --diff --unsafe, all wrong": (1, lambda n: ["validate", "--diff", "--unsafe", wrong(n)]),
        "export --ndjson, refused": (1, line),
        "diff, all changed": (1, lambda n: ["diff", clean(n), changed(n)]),
        "merge, all changed": (0, merge),
        "get": (0, lambda n: ["get", clean(n), "monday.wake.heat", *last(n)]),
        "set": (0, lambda n: ["set", clean(n), "monday.wake.heat=66", *last(n)]),
        "show": (0, lambda n: ["show", clean(n), *last(n)]),
        "format": (1, lambda n: ["format", "--check", clean(n)]),
        "export": (0, lambda n: ["export", clean(n), "--to", "csv", *last(n)]),
        "list": (0, lambda n: ["list", clean(n)]),
    }
    for name, (status, arguments) in commands.items():
        yield f"schedules in a document: {name}", 500, lambda n, a=arguments, s=status: machine.instructions(
            *a(n), status=s)


def files_series(machine):
    """Folders of more and more files."""
    text = json.dumps(document(1))

    def folder(n):
        name = f"files-{n}"
        if not os.path.isdir(machine.path(name)):
            os.mkdir(machine.path(name))
            for number in range(n):
                machine.write(f"{name}/{number:06}.json", text)
        return name

    yield "files: validate", 100_000, lambda n: machine.instructions("validate", folder(n))
    yield "files: list", 100_000, lambda n: machine.instructions("list", folder(n))
    # All that one command does with many files; a result is compared with all that was read.
    commands = {
        "get": ["get", "monday.wake.heat"],
        "set": ["set", "monday.wake.heat=+0"],
        "copy": ["copy", "monday", "--to", "tuesday"],
        "format --check": ["format", "--check"],
        "validate --fix": ["validate", "--fix"],
        "export": ["export", "--to", "csv", "-o", "out/", "--force"],
        "show --format html": ["show", "--format", "html", "-o", "page.html", "--force"],
    }
    for name, (command, *options) in commands.items():
        yield f"files: {name}", 10_000, lambda n, c=command, o=options: machine.instructions(
            c, folder(n), *o, status=int("--check" in o))


def findings_series(machine):
    """Streams and documents in which more and more is wrong: four findings a record."""
    one = document(1)
    for period in PERIODS:
        one["schedules"][0]["days"]["monday"][period]["heat"] = 90
    line = json.dumps(one) + "\n"
    stream = lambda n: machine.write("findings.ndjson", line * (n // 4))
    for format in ("text", "jsonl", "sarif", "github"):
        def files(n, format=format):
            name = f"findings-{n}"
            if not os.path.isdir(machine.path(name)):
                os.mkdir(machine.path(name))
                for number in range(max(1, n // 100)):
                    wrong = document(4, heat=80, cool=70)
                    machine.write(f"{name}/{number:06}.json", wrong)
            return machine.instructions("validate", "--format", format, name, status=1)
        yield f"findings in folders: {format}", 100_000, files
    yield "findings in a stream", 100_000, lambda n: machine.instructions(
        "validate", "--ndjson", stream(n), status=1)


def edits_series(machine):
    """Line mode, which has the editor's history and journal, with more and more edits."""
    def edits(n):
        machine.write("edited.json", document(1))
        machine.write("edits", "".join(f"set monday.wake.heat={60 + k % 9}\n" for k in range(n)) + "save\nquit\n")
        return machine.instructions("edit", "edited.json", "--prompt", stdin="edits")

    def undone(n):
        machine.write("edited.json", document(1))
        lines = "".join(f"set monday.wake.heat={60 + k % 9}\n" for k in range(n)) + "undo\n" * n
        machine.write("edits", lines + "quit!\n")
        return machine.instructions("edit", "edited.json", "--prompt", stdin="edits")

    yield "edits, one by one", 10_000, edits
    yield "edits and their undo", 10_000, undone


def members_series(machine):
    """A merge in which one side removed more and more unknown members."""
    def merge(n):
        machine.write("base.json", {**document(1), **{f"member {k}": k for k in range(n)}})
        machine.write("ours.json", {**document(1), **{f"member {k}": k for k in range(n)}})
        machine.write("theirs.json", document(1))
        return machine.instructions(
            "merge", "base.json", "ours.json", "theirs.json", "-o", "merged.json", "--force")

    yield "members removed by a merge", 70_000, merge


def rows_series(machine):
    """A CSV file with more and more switchpoints of a week, up to 288 a day."""
    def rows(n, *options, status=0):
        lines = [f"{day},{minute // 60:02}:{minute % 60:02},{10 + minute * 7 % 17},C\n"
                 for day in DAYS for minute in range(n // len(DAYS))]
        machine.write("rows.csv", "day,time,heat,unit\n" + "".join(lines))
        return machine.instructions("import", "rows.csv", "-o", "rows.json", "--force", *options, status=status)

    # From five a day, which are too many without the option.
    sizes = [len(DAYS) * count for count in (5, 28, 144, 288)]
    yield "rows of an import", sizes, lambda n: rows(n, "--drop-periods")
    yield "rows of a refused import", sizes, lambda n: rows(n, status=1)


def lines_series(machine):
    """A line of a stream up to the limit of 4 MiB."""
    def blank(n):
        text = json.dumps(document(1))
        machine.write("long.ndjson", "{" + " " * n + text[1:] + "\n")
        return machine.instructions("validate", "--ndjson", "long.ndjson")

    yield "bytes of a line", 3_900_000, blank


def texts_series(machine):
    """The editor on a terminal, with longer and longer names, notes and messages."""
    def keys(n, typed, **texts):
        two = document(2)
        two["schedules"][0].update({name: text * n for name, text in texts.items()})
        machine.write("texts.json", two)
        return machine.keys("edit", machine.path("texts.json"), typed=typed)

    yield "characters of a note", 100_000, lambda n: keys(n, b"jkjk\rq", notes="x")
    yield "characters of a name", 100_000, lambda n: keys(n, b"jkjk\rq", name="é")
    # The name is part of the question.
    yield "characters of a message", 100_000, lambda n: keys(n, b"dn\rq", name="x")


def sizes_to(largest, is_full):
    """Four sizes up to the largest one, or to a tenth of it: many files take seconds then instead of minutes."""
    top = largest if is_full or largest <= 500 else largest // 10
    return [top // 100, top // 10, top // 2, top]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    grew = []
    with tempfile.TemporaryDirectory() as folder:
        # valgrind cannot read the debug information of a static Swift program.
        program = os.path.join(folder, "setpoint")
        subprocess.run(["strip", "-o", program, options.program], check=True)
        machine = Machine(program, folder)
        for series in (schedules_series, files_series, findings_series, edits_series, members_series, rows_series,
                       lines_series, texts_series):
            for name, largest, count in series(machine):
                if options.only not in name:
                    continue
                sizes = largest if isinstance(largest, list) else sizes_to(largest, options.full)
                counts = [count(size) for size in sizes]
                costs = [(b - a) / (n - m) for a, b, m, n in zip(counts, counts[1:], sizes, sizes[1:])]
                if costs[0] <= 0:
                    sys.exit(f"{name}: {sizes[1]} cost no more than {sizes[0]}: {counts}")
                growth = costs[-1] / costs[0]
                mark = "" if growth <= 1.5 else "  GROWS"
                if mark:
                    grew.append(name)
                unit = " ".join(f"{cost:>12,.0f}" for cost in costs)
                print(f"{name:<52} to {sizes[-1]:>9,} {unit}  {growth:.2f}{mark}", flush=True)
    if grew:
        sys.exit("the cost of a unit grows: " + ", ".join(grew))


if __name__ == "__main__":
    main()
