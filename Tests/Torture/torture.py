#!/usr/bin/env python3
"""A fault loop: a real editor on a pseudo-terminal, random edits and saves, and a sudden end.

    torture.py BINARY [--rounds 1000] [--seed 1] [--keep]

A round is a fresh document with members that setpoint does not know, an editor, some edits, pastes,
commands that add, duplicate, rename and delete schedules, and saves, typed at random speed, and a signal at
a random moment, sometimes just while saving. Sometimes the next editor takes the edits over and is killed
as well, or another program changes the file meanwhile. Some documents have more than 1 MiB. As root, in some
rounds another user edits, and another one recovers: in a setgid folder of a group, on a file
that everybody may write, or as root beside the owner. Afterwards

  torn   the file is none of the documents that it was to have, byte for byte as long as no schedule
         came, went or changed its name
  lost   an acknowledged edit is gone: its row had been painted and its line was in the
         journal, or its value in the file, before the signal was sent
  wrong  the recovered document is not a state that it ever had, or another program's change is gone
  left   a companion or temporary file remains after the next edit
  stuck  a command does not work afterwards

must all stay 0. Every value and name is typed once, so that the text identifies each state. The
same seed types the same keys; what the clock decides is different every time. How many rounds there were of
each kind, and how many of each kind of edit were recovered, is printed at the end: a kind that never comes
is a test that tests nothing.
"""

import argparse
import collections
import fcntl
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

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Terminal"))
from pty_program import Idleness  # noqa: E402

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PERIODS = ["wake", "leave", "return", "sleep"]
STANDARD = {"days": {day: {
    "wake": {"time": "06:00", "heat": 70, "cool": 78},
    "leave": {"time": "08:00", "heat": 62, "cool": 85},
    "return": {"time": "18:00", "heat": 70, "cool": 78},
    "sleep": {"time": "22:00", "heat": 62, "cool": 82}} for day in DAYS}}
FOREIGN = b'\n  "foreign": true,'
DOWN, RIGHT, FIRST, HOME = b"\x1bOB", b"\x1bOC", b"\x1b[5~", b"\x1bOH"
# Every signal that ends a program and can be caught; SIGPIPE is ignored by the editor.
ENDS = [
    signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV,
    signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGALRM, signal.SIGUSR1,
    signal.SIGUSR2, signal.SIGXCPU, signal.SIGPIPE, signal.SIGVTALRM, signal.SIGPROF, signal.SIGSYS,
]
# Who edits and who recovers: the numbers of two users, of whom the first owns the file.
OWNER, OTHER, GROUP = 12001, 12002, 13000
SHARINGS = {
    "owner and root": (OWNER, 0, 0o755, 0o644), "root and owner": (0, OWNER, 0o755, 0o644),
    "group": (OTHER, OWNER, 0o2770, 0o660), "everybody": (OTHER, OWNER, 0o777, 0o666),
}


# What must come up in a long run.
KINDS = ["above 1 MiB", "changed outside", "ended while saving", "recovery killed", "recovery killed when shown",
         "recovery killed while saving", *("recovered " + edit for edit in (
             "add", "cell", "delete", "duplicate", "paste", "rename", "schedule"))]


class Document:
    """A document as the harness itself keeps it: what it says, and, as long as no schedule came, went or
    changed its name, its text byte for byte."""

    def __init__(self, text):
        self.lines = text.decode().split("\n")
        self.data = json.loads(text)
        self.shown = 0

    def copy(self):
        copy = Document.__new__(Document)
        copy.lines = self.lines and list(self.lines)
        copy.data = json.loads(json.dumps(self.data))
        copy.shown = self.shown
        return copy

    def matches(self, text):
        if self.lines:
            return "\n".join(self.lines).encode() == text
        try:
            return json.loads(text) == self.data
        except ValueError:
            return False

    def with_value(self, day, period, field, value):
        copy = self.copy()
        schedule = copy.data["schedules"][copy.shown]
        schedule["days"][DAYS[day]][PERIODS[period]][field] = float(value)
        if copy.lines:
            start = next(i for i, line in enumerate(copy.lines) if f'"{DAYS[day]}"' in line)
            row = next(i for i in range(start, len(copy.lines))
                       if f'"{PERIODS[period]}"' in copy.lines[i])
            copy.lines[row] = re.sub(
                rf'"{field}": [0-9.]+', f'"{field}": {value}', copy.lines[row])
        return copy

    def with_schedules(self, change, random, name):
        """Returns the document after a command about schedules, and the command."""
        copy = self.copy()
        copy.lines = None
        schedules = copy.data["schedules"]
        if change == "delete" and len(schedules) < 2:
            change = "add"
        if change == "duplicate" and len(schedules[copy.shown].get("notes", "")) > 1 << 20:
            # Several of a megabyte are more than can be saved.
            change = "add"
        if change == "delete":
            schedules.pop(copy.shown)
            copy.shown = min(copy.shown, len(schedules) - 1)
            return copy, "delete"
        if change == "schedule":
            copy.shown = random.randrange(len(schedules))
            return copy, "schedule " + schedules[copy.shown]["name"]
        if change == "rename":
            schedules[copy.shown]["name"] = name
            return copy, "rename " + name
        new = json.loads(json.dumps(schedules[copy.shown] if change == "duplicate" else STANDARD))
        new["name"] = name
        copy.shown += 1
        schedules.insert(copy.shown, new)
        return copy, f"{change} {name}"


def become(user):
    """Goes on as that user, of the group."""
    if user:
        os.setgroups([GROUP])
        os.setgid(user)
        os.setuid(user)


class Editor:
    """An editor on a terminal of its own."""

    def __init__(self, binary, path, environment, user=None):
        self.output = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            # Ignored signals stay ignored: SIGPIPE by Python, others by a shell that runs this in the background.
            for number in ENDS:
                signal.signal(number, signal.SIG_DFL)
            become(user)
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

    def wait_for(self, *texts, seconds=5.0):
        """Waits until the editor shows one of the texts; returns whether it came before the editor ended or slept for
        so long."""
        idleness = Idleness(self.pid, seconds)
        while not any(text in self.output for text in texts):
            if self.receive(0.05):
                idleness.restart()
            elif idleness.lasts():
                return False
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
        idleness = Idleness(self.pid, 5)
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if number is not None:
                self.receive(0.001)
            if idleness.lasts():
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
            text = file.read()
        # Members that setpoint does not know: they stay with their schedule, day and row.
        for old, new in ((b'"name": "Home",', b'"name": "Home",\n      "zone": 7,'),
                         (b'"friday": {', b'"friday": {\n          "fan": {"on": [1, 2]},')):
            text = text.replace(old, new)
        self.is_large = self.random.random() < 0.1
        if self.is_large:
            notes = b'"name": "Home",\n      "notes": "' + b"n" * (1200 << 10) + b'",'
            text = text.replace(b'"name": "Home",', notes)
        with open(self.path, "wb") as file:
            file.write(text)
        self.user = self.heir = None
        # What the round had of each kind.
        self.kinds = collections.Counter()
        self.kinds["above 1 MiB"] += self.is_large
        self.share()
        self.states = [Document(text)]
        # The kind of the edit that made each state but the first.
        self.edits = []
        self.saves = [0]
        self.acknowledged = 0
        self.paint_to_write = []

    def share(self):
        """Gives the file to two users, in some rounds of root's."""
        if os.geteuid() != 0 or self.random.random() > 0.3:
            return
        sharing = self.random.choice(list(SHARINGS))
        self.kinds["two users, " + sharing] += 1
        self.user, self.heir, folder, file = SHARINGS[sharing]
        for path, mode in ((self.folder, folder), (self.path, file)):
            os.chown(path, OWNER, GROUP)
            os.chmod(path, mode)
        for user in {self.user, self.heir} - {None, 0}:
            home = f"{self.folder}/.local/{user}"
            os.makedirs(home)
            os.chown(home, user, GROUP)

    def environment_of(self, user):
        """Every user has a home folder of his own."""
        return self.environment | {"HOME": f"{self.folder}/.local/{user}"} if user else self.environment

    def command(self, *arguments, user=None, typed=b""):
        return subprocess.run(
            [self.binary, *arguments], env=self.environment_of(user), capture_output=True, check=False,
            input=typed,
            preexec_fn=(lambda: become(user)) if user else None)

    def observe(self):
        """Notes which edits the file and the journal have by now."""
        with open(self.path, "rb") as file:
            text = file.read()
        # The first of those that say the same: a schedule added and deleted again may not be saved yet.
        saved = next((i for i in self.saves if self.states[i].matches(text)), 0)
        self.acknowledged = max(self.acknowledged, saved)
        try:
            with open(self.journal, "rb") as file:
                lines = file.read().split(b"\n")[:-1]
        except FileNotFoundError:
            return
        if not lines:
            return
        header = json.loads(lines[0][9:])
        text = header["base"].encode()
        base = next((i for i, state in enumerate(self.states) if state.matches(text)), None)
        if base is not None:
            self.acknowledged = max(self.acknowledged, base + len(lines) - 1)

    def change_outside(self):
        """Another program gives the document a member, in a way that keeps its bytes otherwise."""
        with open(self.path, "rb") as file:
            text = file.read()
        with open(self.path, "r+b") as file:
            file.write(text.replace(b"{", b"{" + FOREIGN, 1))
        self.kinds["changed outside"] += 1
        return True

    def edit_keys(self):
        """The keys of the next edit; its value or name is like no other."""
        if self.random.random() < 0.3:
            change = self.random.choice(["add", "duplicate", "rename", "delete", "schedule"])
            state, command = self.states[-1].with_schedules(
                change, self.random, f"S{len(self.states)}")
            self.states.append(state)
            self.edits.append(command.split()[0])
            return b":" + command.encode() + b"\r"
        day, period = self.random.randrange(7), self.random.randrange(4)
        field = self.random.choice(["heat", "cool"])
        value = f"{40 + len(self.states) // 9}.{len(self.states) % 9 + 1}"
        self.states.append(self.states[-1].with_value(day, period, field, value))
        column = period * 3 + (1 if field == "heat" else 2)
        place = FIRST + HOME + DOWN * day + RIGHT * column
        isPasted = self.random.random() < 0.2
        self.edits.append("paste" if isPasted else "cell")
        if isPasted:
            return place + b"\x1b[200~" + value.encode() + b"\n\x1b[201~"
        return place + value.encode() + b"\r"

    def recover_and_kill(self):
        """Takes the edits over in another editor, and kills that too at a random moment."""
        editor = Editor(self.binary, self.path, self.environment_of(self.heir), self.heir)
        # The list, or the table where nothing is to be recovered; of the keys' names the attributes differ.
        editor.wait_for(b"crashed session", b"quit")
        if b"crashed session" in editor.output:
            editor.type(b"r")
            self.kinds["recovery killed"] += 1
            kind = self.random.random()
            if kind < 0.6:
                self.kinds["recovery killed when shown"] += editor.wait_for(b"recovered")
            if kind < 0.2:
                editor.type(b"\x13")
                self.kinds["recovery killed while saving"] += 1
                self.saves += range(self.acknowledged, len(self.states))
            if kind >= 0.2:
                time.sleep(self.random.uniform(0, 0.01))
        editor.end(signal.SIGKILL)

    def run(self):
        """Returns (signal, problems)."""
        editor = Editor(self.binary, self.path, self.environment_of(self.user), self.user)
        if not editor.wait_for(b"quit"):
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
            self.kinds["ended while saving"] += 1
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
        while self.random.random() < 0.4:
            self.recover_and_kill()
        return name, problems + self.check()

    def save(self, editor, wait):
        editor.type(b"\x13")
        self.saves.append(len(self.states) - 1)
        if wait and editor.wait_for(b"saved home.json", seconds=2.0):
            self.observe()

    def check(self):
        problems = []
        with open(self.path, "rb") as file:
            text = file.read()
        if not any(self.states[index].matches(text) for index in self.saves):
            problems.append("torn: the file is none of the texts that were saved")
        listing = self.command("recover", self.path, user=self.heir)
        if listing.returncode != 0:
            problems.append(f"wrong: recover: {listing.returncode} {listing.stderr!r}")
        with open(self.path, "rb") as file:
            if file.read() != text:
                problems.append("wrong: listing changed the file")
        foreign = self.random.random() < 0.2 and self.change_outside()
        applied = self.command("recover", self.path, "--apply", user=self.heir)
        if applied.returncode != 0:
            problems.append(f"wrong: recover --apply: {applied.returncode} {applied.stderr!r}")
        with open(self.path, "rb") as file:
            text = file.read()
        if foreign:
            if FOREIGN not in text:
                problems.append("wrong: what another program changed is gone")
            text = text.replace(FOREIGN, b"", 1)
        # The last of those that say the same: going to another schedule changes nothing.
        index = max((i for i, state in enumerate(self.states) if state.matches(text)), default=None)
        if index is None:
            problems.append("wrong: the recovered document is not a state that it ever had")
        elif index < self.acknowledged:
            problems.append(f"lost: {self.acknowledged - index} edits (has {index})")
        self.recovered = index
        for edit in self.edits[:index]:
            self.kinds["recovered " + edit] += 1
        # The next editor removes the leftovers of an editor that was killed while saving.
        for user in {self.user, self.heir}:
            self.command("edit", "--prompt", self.path, user=user, typed=b"q\n")
        left = os.listdir(self.folder)
        rest = [name for name in left if name not in ("home.json", ".local", ".home.json.setpoint-lock")]
        if rest:
            problems.append(f"left: {rest}")
        # Nobody is kept out afterwards.
        schedule = json.loads(text)["schedules"][0]["name"]
        for user in {self.user, self.heir}:
            after = self.command("set", self.path, "--schedule=" + schedule, "mon.wake.cool=+1", user=user)
            if after.returncode != 0:
                problems.append(f"stuck: {after.stderr!r}")
        return problems


def play(task):
    """Plays one round; returns its number, how it ended, what was wrong, and the sums."""
    number, binary, seed, keep = task
    folder = tempfile.mkdtemp(prefix="setpoint-torture-")
    one = Round(binary, folder, random.Random(seed))
    name, problems = one.run()
    if not (problems and keep):
        shutil.rmtree(folder, ignore_errors=True)
    sums = (len(one.states) - 1, one.acknowledged, getattr(one, "recovered", 0) or 0)
    return number, name, problems, sums, one.kinds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=0, help="end after so long")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true", help="keep the folders of failed rounds")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    binary = os.path.abspath(options.binary)
    tasks = [(number, binary, generator.getrandbits(64), options.keep)
             for number in range(options.rounds)]
    counts = {"torn": 0, "lost": 0, "wrong": 0, "stuck": 0, "left": 0, "other": 0}
    ends, edits, acknowledged, recovered = {}, 0, 0, 0
    kinds = collections.Counter()
    began = time.monotonic()
    with multiprocessing.Pool(options.jobs) as pool:
        for number, name, problems, sums, had in pool.imap_unordered(play, tasks):
            ends[name] = ends.get(name, 0) + 1
            edits += sums[0]
            acknowledged += sums[1]
            recovered += sums[2]
            kinds.update(had)
            for problem in problems:
                kind = problem.split(":")[0]
                counts[kind if kind in counts else "other"] += 1
                print(f"round {number} ({name}): {problem}", file=sys.stderr, flush=True)
            if options.seconds and time.monotonic() - began > options.seconds:
                break
    seconds = time.monotonic() - began
    print(f"rounds {sum(ends.values())} (seed {options.seed}) in {seconds:.0f} s")
    print("ends " + ", ".join(f"{name} {ends[name]}" for name in sorted(ends)))
    print("kinds " + ", ".join(f"{name} {kinds[name]}" for name in sorted(kinds)))
    print(f"edits typed {edits}, acknowledged {acknowledged}, recovered {recovered}")
    print(f"edits lost: {counts['lost']}  torn files: {counts['torn']}  "
          f"wrong recoveries: {counts['wrong']}  stuck: {counts['stuck']}  leftovers: {counts['left']}  "
          f"other: {counts['other']}")
    wanted = KINDS + ["two users, " + name for name in SHARINGS] * (os.geteuid() == 0)
    missing = [name for name in wanted if not kinds[name]] if options.rounds >= 300 else []
    if missing:
        print("never came: " + ", ".join(missing))
    sys.exit(1 if missing or any(counts.values()) else 0)


if __name__ == "__main__":
    main()
