#!/usr/bin/env python3
"""Measures `setpoint edit` and other full-screen programs on a pseudo-terminal, in turn, in one run.

usage: bench_terminal.py SETPOINT [ROUNDS]

Prints one JSON object: for every program that is installed the bytes of one edit (two digits and
what ends it) and of one move, the time from a key to the last byte of the answer, from the start to
the complete picture, what an idle second costs, the largest resident set, and how many of 20 keys
sent at once were kept. Everything at 80x24 with TERM=xterm-256color.

Only the Python standard library is needed; the bare ncurses program needs a C compiler. Times depend
on the machine and never decide a test; Tests/EndToEndTests asserts the counts.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios

from pty_program import Program

UP, DOWN, RIGHT = b"\x1bOA", b"\x1bOB", b"\x1bOC"
HERE = os.path.dirname(os.path.abspath(__file__))
LETTERS = "abcdefghijklmnopqrst"
IDLE = 1.0
MOVES = 40


class Subject:
    """A program and the keys that make it do the same work as the others."""

    def __init__(self, name, command, ready, start, edits, back, burst, burst_shows):
        self.name = name
        self.command = command
        # What the complete picture contains, and keys that go to a place with neighbours.
        self.ready = ready
        self.start = start
        # The single keys of two edits that differ, taken in turn.
        self.edits = edits
        # What goes back to where the edit began.
        self.back = back
        # 20 keys, and what the screen must show after them.
        self.burst = burst
        self.burst_shows = burst_shows


def subjects(setpoint, folder):
    subprocess.run([setpoint, "new", "home.json"], cwd=folder, check=True)
    with open(os.path.join(folder, "text"), "w") as file:
        file.write("".join(f"{line:2}  62 62 62 62 62 62\n" for line in range(18)))
    yield Subject(
        "setpoint", [setpoint, "edit", "home.json"], "quit", DOWN * 2 + RIGHT * 4,
        [[b"6", b"4", b"\r"], [b"6", b"3", b"\r"]], UP, b"\t" * 20,
        ["Tue return: cool 78"])
    compiler = shutil.which("cc")
    if compiler:
        binary = os.path.join(folder, "bare_ncurses")
        source = os.path.join(HERE, "bare_ncurses.c")
        built = subprocess.run([compiler, "-O2", "-o", binary, source, "-lncursesw"])
        if built.returncode == 0:
            yield Subject(
                "bare ncurses", [binary], "quit", DOWN * 2 + RIGHT * 4,
                [[b"6", b"4", b"\r"], [b"6", b"3", b"\r"]], UP, RIGHT * 11 + DOWN * 6 + b"123",
                ["row 6 column 11", "typed 23"])
    if shutil.which("nano"):
        yield Subject(
            "nano", ["nano", "-I", "text"], "Exit", DOWN * 2,
            [[b"6", b"4", b"\r"], [b"6", b"3", b"\r"]], UP, LETTERS.encode(), [LETTERS])
    if shutil.which("vim"):
        # As a person starts it, and with all that can be left out left out.
        for name, options in [("vim", []), ("vim -u NONE", ["-u", "NONE", "-i", "NONE", "-N", "-n"])]:
            yield Subject(
                name, ["vim", *options, "text"], "62", DOWN * 2 + b"w",
                [[b"c", b"w", b"6", b"4", b"\x1b"], [b"c", b"w", b"6", b"3", b"\x1b"]],
                b"0w", b"i" + LETTERS[:19].encode(), [LETTERS[:19]])
    if shutil.which("sc"):
        yield Subject(
            "sc", ["sc"], "A0", DOWN * 2, [[b"6", b"4", b"\r"], [b"6", b"3", b"\r"]],
            b"", b"<" + LETTERS[:18].encode() + b"\r", [LETTERS[:18]])
    sc_im = shutil.which("sc-im")
    if sc_im:
        yield Subject(
            "sc-im", [sc_im], "NORMAL", DOWN * 2,
            [[b"=", b"6", b"4", b"\r"], [b"=", b"6", b"3", b"\r"]],
            b"", b"<" + LETTERS[:18].encode() + b"\r", [LETTERS[:18]])


def open_program(subject, folder):
    """Starts the program in `folder`, its home, and waits for the whole picture."""
    program = Program(subject.command, folder)
    program.wait_for(subject.ready)
    program.receive(first=0.2, quiet=0.15)
    return program


@contextlib.contextmanager
def copied(template):
    """A folder like `template`, gone afterwards: a program that was killed must not be asked about
    what it left behind when it is started again."""
    with tempfile.TemporaryDirectory() as parent:
        yield shutil.copytree(template, os.path.join(parent, "home"))


def measure(subject, folder):
    """One round: the figures of one run of the program."""
    program = open_program(subject, folder)
    figures = {"start_ms": (program.last - program.started) * 1000}
    program.press(subject.start, quiet=0.1)
    moves, times = [], []
    for number in range(MOVES):
        answer, seconds = program.press(DOWN if number % 2 == 0 else UP, quiet=0.008)
        moves.append(len(answer))
        if seconds is not None:
            times.append(seconds * 1000)
    figures["move_bytes"] = moves
    figures["key_ms"] = times
    edits = []
    for number in range(6):
        keys = subject.edits[number % 2]
        edits.append(sum(len(program.press(key, first=0.2, quiet=0.03)[0]) for key in keys))
        if subject.back:
            program.press(subject.back, quiet=0.03)
    figures["edit_bytes"] = edits
    before = program.status("voluntary_ctxt_switches")
    figures["idle_bytes"] = len(program.receive(first=IDLE, quiet=IDLE))
    after = program.status("voluntary_ctxt_switches")
    figures["idle_wakeups"] = None if before is None else after - before
    figures["peak_KiB"] = program.status("VmHWM")
    program.end()
    return figures


def kept_burst(subject, folder):
    """Whether all of 20 keys sent by one write are kept, told from the words of a repaint at another size."""
    program = open_program(subject, folder)
    program.press(subject.burst, quiet=0.2)
    size = struct.pack("HHHH", 30, 100, 0, 0)
    program.output = b""
    fcntl.ioctl(program.terminal, termios.TIOCSWINSZ, size)
    program.receive(first=1.0, quiet=0.3)
    # How a program gets over blanks is its own affair.
    shown = re.sub(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|.)", " ", program.output.decode(errors="replace"))
    shown = " ".join(shown.split())
    program.end()
    return all(text in shown for text in subject.burst_shows)


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None


def rounded(value):
    return None if value is None else round(value, 3)


def typical(counts):
    return {"median": statistics.median(counts), "most": max(counts)}


def summary(rounds, kept):
    def every(name):
        return [value for one in rounds for value in one[name]]

    def each(name):
        return [one[name] for one in rounds if one[name] is not None]

    return {
        "edit_bytes": typical(every("edit_bytes")),
        "move_bytes": typical(every("move_bytes")),
        "key_to_last_byte_ms": {
            "p50": rounded(percentile(every("key_ms"), 0.5)),
            "p99": rounded(percentile(every("key_ms"), 0.99)),
        },
        "start_to_painted_ms": rounded(statistics.median(each("start_ms"))),
        "idle_second": {
            "wakeups": max(each("idle_wakeups"), default=None), "bytes": max(each("idle_bytes")),
        },
        "peak_KiB": max(each("peak_KiB"), default=None),
        "burst_of_20_kept": kept,
    }


def main():
    setpoint = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        found = list(subjects(setpoint, folder))
        rounds = {subject.name: [] for subject in found}
        for _ in range(count):
            for subject in found:
                with copied(folder) as home:
                    rounds[subject.name].append(measure(subject, home))
        kept = {}
        for subject in found:
            with copied(folder) as home:
                kept[subject.name] = kept_burst(subject, home)
        report = {
            "terminal": "xterm-256color 80x24",
            "rounds": count,
            "programs": {
                name: summary(rounds[name], kept[name]) for name in rounds
            },
        }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
