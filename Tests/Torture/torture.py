#!/usr/bin/env python3
"""A fault loop: a real editor on a pseudo-terminal, random edits and saves, and a sudden end.

    torture.py BINARY [--rounds 1000] [--seed 1] [--keep]

A round is a fresh document, an editor, some edits and saves typed at random speed, and a signal at a
random moment, sometimes just while saving. Afterwards

  torn   the file is not, byte for byte, one of the texts that it was to have
  lost   an edit is gone that had been acknowledged: its row was painted and its line stood in the
         journal, or its value in the file, before the signal was sent
  wrong  what was recovered is no state that the document ever had

must all stay 0. Every value that is typed is typed once, so that each state is told by its text. The
same seed types the same keys; what the clock decides is different every time.
"""

import argparse
import fcntl
import hashlib
import json
import multiprocessing
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PERIODS = ["wake", "leave", "return", "sleep"]
DOWN, RIGHT, FIRST, HOME = b"\x1bOB", b"\x1bOC", b"\x1b[5~", b"\x1bOH"
# Every signal that ends a program and can be caught; SIGPIPE is ignored by the editor.
ENDS = [
    signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV,
    signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGALRM, signal.SIGUSR1,
    signal.SIGUSR2, signal.SIGXCPU,
]


class Document:
    """The canonical text of a document, kept by the harness itself."""

    def __init__(self, text):
        self.lines = text.decode().split("\n")

    def text(self):
        return "\n".join(self.lines).encode()

    def digest(self):
        return hashlib.sha256(self.text()).hexdigest()

    def with_value(self, day, period, field, value):
        copy = Document(b"")
        copy.lines = list(self.lines)
        start = next(i for i, line in enumerate(copy.lines) if f'"{DAYS[day]}"' in line)
        copy.lines[start + 1 + period] = re.sub(
            rf'"{field}": [0-9.]+', f'"{field}": {value}', copy.lines[start + 1 + period])
        return copy


class Editor:
    """An editor on a terminal of its own."""

    def __init__(self, binary, path, environment):
        self.output = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(binary, [binary, "edit", path], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.set_blocking(self.terminal, False)

    def receive(self, seconds=0.0):
        try:
            if select.select([self.terminal], [], [], seconds)[0]:
                data = os.read(self.terminal, 65536)
                self.output += data
                return bool(data)
        except OSError:
            pass
        return False

    def wait_for(self, text, seconds=5.0):
        limit = time.monotonic() + seconds
        while text not in self.output:
            if time.monotonic() > limit:
                return False
            self.receive(0.05)
        return True

    def type(self, keys):
        try:
            os.write(self.terminal, keys)
        except OSError:
            pass

    def end(self, number):
        """Sends the signal and waits; a hang-up closes the terminal instead."""
        if number is None:
            os.close(self.terminal)
        else:
            os.kill(self.pid, number)
        limit = time.monotonic() + 5
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if number is not None:
                self.receive(0.001)
            if time.monotonic() > limit:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                return False
        if number is not None:
            os.close(self.terminal)
        return True


class Round:
    """One document, one editor, one sudden end."""

    def __init__(self, binary, folder, generator):
        self.binary, self.folder, self.random = binary, folder, generator
        self.path = os.path.join(folder, "home.json")
        self.journal = os.path.join(folder, ".home.json.setpoint-journal")
        self.environment = {
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder,
            "SWIFT_BACKTRACE": "enable=no",
        }
        self.command("new", self.path, "--force")
        with open(self.path, "rb") as file:
            self.states = [Document(file.read())]
        self.saves = [0]
        self.acknowledged = 0
        self.paint_to_write = []

    def command(self, *arguments):
        return subprocess.run(
            [self.binary, *arguments], env=self.environment, capture_output=True, check=False)

    def observe(self):
        """Notes which edits the file and the journal have by now."""
        with open(self.path, "rb") as file:
            text = file.read()
        self.acknowledged = max(
            [self.acknowledged] + [i for i in self.saves if self.states[i].text() == text])
        try:
            with open(self.journal, "rb") as file:
                lines = file.read().split(b"\n")[:-1]
        except FileNotFoundError:
            return
        if not lines:
            return
        header = json.loads(lines[0][9:])
        base = next(
            (i for i, state in enumerate(self.states) if state.digest() == header["digest"]), None)
        if base is not None:
            self.acknowledged = max(self.acknowledged, base + len(lines) - 1)

    def edit_keys(self):
        """The keys of the next edit; its value is like no other."""
        day, period = self.random.randrange(7), self.random.randrange(4)
        field = self.random.choice(["heat", "cool"])
        value = f"{40 + len(self.states) // 9}.{len(self.states) % 9 + 1}"
        self.states.append(self.states[-1].with_value(day, period, field, value))
        column = period * 3 + (1 if field == "heat" else 2)
        return FIRST + HOME + DOWN * day + RIGHT * column + value.encode() + b"\r"

    def run(self):
        """Returns (signal, problems)."""
        editor = Editor(self.binary, self.path, self.environment)
        if not editor.wait_for(b"q quit"):
            editor.end(signal.SIGKILL)
            return "start", [f"the editor did not start: {editor.output[-200:]!r}"]
        count = self.random.randrange(1, 12)
        while_saving = self.random.random() < 0.4
        for _ in range(count):
            editor.output = b""
            keys = self.edit_keys()
            editor.type(keys)
            speed = self.random.random()
            if speed < 0.5:
                # A person's speed: wait for the paint, and see that the journal has it.
                limit = time.monotonic() + self.random.uniform(0.001, 0.03)
                while time.monotonic() < limit:
                    editor.receive(0.001)
                    self.observe()
            if self.random.random() < 0.2:
                self.save(editor, wait=self.random.random() < 0.7)
        if while_saving:
            self.save(editor, wait=False)
            time.sleep(self.random.uniform(0, 0.004))
        else:
            time.sleep(self.random.choice([0, self.random.uniform(0, 0.03)]))
        self.observe()
        kind = self.random.random()
        number = signal.SIGKILL if kind < 0.6 else None if kind < 0.65 else self.random.choice(ENDS)
        ended = editor.end(number)
        name = "hang-up" if number is None else signal.Signals(number).name
        problems = [] if ended else [f"{name} did not end the editor"]
        return name, problems + self.check()

    def save(self, editor, wait):
        editor.type(b"\x13")
        self.saves.append(len(self.states) - 1)
        if wait and editor.wait_for(b"saved home.json", 2.0):
            self.observe()

    def check(self):
        problems = []
        with open(self.path, "rb") as file:
            text = file.read()
        if text not in [self.states[index].text() for index in self.saves]:
            problems.append("torn: the file is none of the texts that were saved")
        listing = self.command("recover", self.path)
        if listing.returncode != 0:
            problems.append(f"wrong: recover: {listing.returncode} {listing.stderr!r}")
        with open(self.path, "rb") as file:
            if file.read() != text:
                problems.append("wrong: listing changed the file")
        applied = self.command("recover", self.path, "--apply")
        if applied.returncode != 0:
            problems.append(f"wrong: recover --apply: {applied.returncode} {applied.stderr!r}")
        with open(self.path, "rb") as file:
            text = file.read()
        index = next((i for i, state in enumerate(self.states) if state.text() == text), None)
        if index is None:
            problems.append("wrong: the recovered document is no state that it ever had")
        elif index < self.acknowledged:
            problems.append(f"lost: {self.acknowledged - index} edits (has {index})")
        self.recovered = index
        left = os.listdir(self.folder)
        self.temporary = sum(name.endswith(".tmp") for name in left)
        rest = [n for n in left if n != "home.json" and not n.endswith(".tmp") and n != ".local"]
        if [name for name in rest if "journal" in name]:
            problems.append(f"wrong: left behind: {rest}")
        return problems


def play(task):
    """Plays one round; returns its number, how it ended, what was wrong, and the sums."""
    number, binary, seed, keep = task
    folder = tempfile.mkdtemp(prefix="setpoint-torture-")
    one = Round(binary, folder, random.Random(seed))
    name, problems = one.run()
    if not (problems and keep):
        shutil.rmtree(folder, ignore_errors=True)
    sums = (len(one.states) - 1, one.acknowledged, getattr(one, "recovered", 0) or 0,
            getattr(one, "temporary", 0))
    return number, name, problems, sums


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true", help="keep the folders of failed rounds")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    binary = os.path.abspath(options.binary)
    tasks = [(number, binary, generator.getrandbits(64), options.keep)
             for number in range(options.rounds)]
    counts = {"torn": 0, "lost": 0, "wrong": 0, "other": 0}
    ends, edits, acknowledged, recovered, temporary = {}, 0, 0, 0, 0
    began = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        for number, name, problems, sums in pool.imap_unordered(play, tasks):
            ends[name] = ends.get(name, 0) + 1
            edits += sums[0]
            acknowledged += sums[1]
            recovered += sums[2]
            temporary += sums[3]
            for problem in problems:
                kind = problem.split(":")[0]
                counts[kind if kind in counts else "other"] += 1
                print(f"round {number} ({name}): {problem}", file=sys.stderr, flush=True)
    seconds = time.monotonic() - began
    print(f"rounds {options.rounds} (seed {options.seed}) in {seconds:.0f} s")
    print("ends " + ", ".join(f"{name} {ends[name]}" for name in sorted(ends)))
    print(f"edits typed {edits}, acknowledged {acknowledged}, recovered {recovered}")
    print(f"edits lost: {counts['lost']}  torn files: {counts['torn']}  "
          f"wrong recoveries: {counts['wrong']}  other: {counts['other']}")
    print(f"temporary files left behind: {temporary}")
    sys.exit(1 if any(counts.values()) else 0)


if __name__ == "__main__":
    main()
