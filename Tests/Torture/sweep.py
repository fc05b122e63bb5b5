#!/usr/bin/env python3
"""Lets every system call of every command that writes, and of those that judge, fail, or be the last, in turn.

    sweep.py BINARY [--faults 0] [--seed 1] [--jobs N]

Each command is run under strace, which lets the n-th call of a kind be its last (SIGKILL) or fail with each of
the errors that `CALLS` names. Afterwards

  torn   the file is, byte for byte, neither the old one nor the new one
  lied   the status was 0, and the file is not the new one, or `recover` said that there is nothing; or a command
         that judges said something else than without the fault, as if nothing had failed
  lost   edits of a journal are neither in the file nor in a journal that `recover --apply` then applies, nor
         among those given up; or what a device held before a push cannot be put back
  stuck  a command that changes the file does not work afterwards
  left   a temporary file stays after a program that was not killed and whose unlink did not fail, or after
         the next edit or push

must all be 0, and every command must meet a fault. `--faults` takes so many of the faults, at random; all of them by default; `--only` those of one
command. Short writes are what `places.py` does. Devices are those of fixtures/cli/links/fake-link, which no
fault meets. Ends with status 77 where strace is missing.
"""

import argparse
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Terminal"))
from pty_program import Program  # noqa: E402

# The calls that are met, and the errors that each is made to return. Every call can also be the last.
PATHS = "EIO EACCES EROFS EPERM ENOSPC"
CALLS = {
    "openat": PATHS, "pwrite64": "EIO ENOSPC EPERM", "write": "EIO ENOSPC EPERM", "fsync": "EIO ENOSPC EROFS",
    "fchmod": "EIO EPERM EROFS", "fchown": "EIO EPERM EROFS", "pread64": "EIO", "read": "EIO", "rename": PATHS,
    "renameat2": PATHS, "link": PATHS, "fcntl": "EACCES ENOLCK EPERM", "close": "EIO ENOSPC", "unlink": PATHS,
    "mkdir": PATHS, "fgetxattr": "EIO EACCES EPERM", "flistxattr": "EIO EACCES EPERM", "fsetxattr": PATHS,
    "readlink": "EIO EACCES", "fstat": "EIO EACCES", "newfstatat": "EIO EACCES", "stat": "EIO EACCES",
    "lstat": "EIO EACCES", "faccessat": "EIO EACCES EROFS", "faccessat2": "EIO EACCES EROFS",
    "ftruncate": "EIO EACCES EPERM EROFS", "getdents64": "EIO", "lseek": "EIO", "getcwd": "EIO EACCES",
    "fallocate": "EIO ENOSPC EPERM", "ioctl": "EIO EPERM", "pipe2": "EIO", "uname": "EIO", "getrandom": "EIO",
    "epoll_create1": "EIO", "eventfd2": "EIO", "timerfd_create": "EIO EPERM"}
HERE = os.path.dirname(os.path.abspath(__file__))
LINK = os.path.join(HERE, "..", "..", "fixtures", "cli", "links", "fake-link")
KILL = "signal=KILL"


def is_running(group):
    try:
        os.killpg(group, 0)
        return True
    except ProcessLookupError:
        return False


class Command:
    """A command, the folder that it runs in, and its expected result."""

    def __init__(self, name, arguments, before=(), typed=b"", applies=True, recovers=False, keys=None,
                 target="home.json", judges=False, device=None, discards=False):
        self.name, self.arguments, self.typed = name, arguments, typed
        # Pairs of a text on the screen and the keys to type once it appears; None without a screen.
        self.keys = keys
        # Shell lines that make the folder.
        self.before = before
        # Whether status 0 means that the file is the new one.
        self.applies = applies
        # Whether the edits are in a journal at first.
        self.recovers = recovers
        # The file that it writes.
        self.target = target
        # Whether it writes nothing, and only says something, which is true or not said.
        self.judges = judges
        # For a command that speaks with a device: whether it "reads" it, "pushes" to it, or does an "undo".
        self.device = device
        # Whether it gives up the edits of a journal.
        self.discards = discards


ABANDON = "printf 'tue.wake.heat=64\\n' | setpoint edit --prompt home.json >/dev/null 2>&1 || true"
# A thermostat that holds the document as `new` writes it, and is to hold another.
HOLD = ("mkdir fake; setpoint export home.json --to radiotherm --program both | sed 's/\"/\\\\\"/g' "
        "| awk '{printf \"%s\\\\n\", $0}' >fake/program; cp fake/program first")
DEVICE = "radiotherm://h"
FLEET = ("printf '%s' '{\"devices\": [{\"name\": \"hall\", \"link\": \"radiotherm://h\", "
         "\"file\": \"home.json\"}]}' >.setpoint-devices.json")
OTHER = "setpoint set home.json weekdays.wake.heat=64"
SPOIL = "sed -i '0,/\"06:00\"/s//\"09:00\"/' home.json"
COMMANDS = [
    Command("set", ["set", "home.json", "104=64"]),
    Command("copy", ["copy", "home.json", "saturday", "--to", "sunday"],
            ["setpoint set home.json saturday.wake.heat=60"]),
    Command("format", ["format", "home.json"],
            ["tr -d ' ' < home.json > x; cat x > home.json; rm x"]),
    Command("fix", ["validate", "--fix", "home.json"],
            ["sed -i 's/\"06:00\"/\"6:00\"/' home.json"]),
    Command("merge", ["merge", "base.json", "home.json", "theirs.json"],
            ["cp home.json base.json; cp home.json theirs.json", "setpoint set theirs.json 104=64",
             "setpoint set home.json 114=61"]),
    Command("merge -o", ["merge", "base.json", "home.json", "theirs.json", "-o", "merged.json"],
            ["cp home.json base.json; cp home.json theirs.json", "setpoint set theirs.json 104=64",
             "setpoint set home.json 114=61"], target="merged.json"),
    Command("import", ["import", "a.csv", "--from", "csv", "--into", "home.json"],
            ["setpoint set home.json 104=64; setpoint export home.json --to csv -o a.csv",
             "setpoint set home.json 104=63"]),
    Command("import -o", ["import", "a.csv", "--from", "csv", "-o", "new.json"],
            ["setpoint export home.json --to csv -o a.csv"], target="new.json"),
    Command("new", ["new", "new.json"], target="new.json"),
    Command("in place", ["set", "home.json", "104=64", "--in-place"]),
    Command("edit", ["edit", "--prompt", "home.json"], typed=b"tue.wake.heat=64\nw\nq\n"),
    Command("edit, save-copy", ["edit", "--prompt", "home.json"], typed=b"save-copy copy.json\nq\n",
            target="copy.json"),
    Command("edit, export", ["edit", "--prompt", "home.json"], typed=b"export csv a.csv\nq\n", target="a.csv"),
    Command("edit, picture", ["edit", "--prompt", "home.json"], typed=b"picture week.svg\nq\n",
            target="week.svg"),
    Command("recover", ["recover", "home.json"], [ABANDON], applies=False, recovers=True),
    Command("recover --apply", ["recover", "home.json", "--apply"], [ABANDON], recovers=True),
    Command("recover --discard", ["recover", "home.json", "--discard"], [ABANDON], applies=False, discards=True),
    Command("recover on the screen", ["edit", "home.json"], [ABANDON], recovers=True,
            keys=[(b"crashed session", b"r"), (b"recovered", b"\x13"), (b"saved home.json", b"q")]),
    Command("export -o", ["export", "home.json", "--to", "csv", "-o", "a.csv"], target="a.csv"),
    Command("export -o --force", ["export", "home.json", "--to", "csv", "-o", "a.csv", "--force"],
            ["echo old > a.csv"], target="a.csv"),
    Command("export into a folder", ["export", "home.json", "--to", "csv", "-o", "out/"], target="out/home.csv"),
    Command("picture", ["show", "home.json", "--format", "svg", "-o", "week.svg"], target="week.svg"),
    Command("page --force", ["show", "home.json", "--format", "html", "-o", "week.html", "--force"],
            ["echo old > week.html"], target="week.html"),
    Command("pull --into", ["pull", DEVICE, "--into", "home.json"], [HOLD, OTHER], device="reads"),
    Command("pull -o", ["pull", DEVICE, "-o", "new.json"], [HOLD], device="reads", target="new.json"),
    Command("push", ["push", "home.json", DEVICE, "--yes"], [HOLD, OTHER], device="pushes",
            target="fake/program"),
    Command("push --all", ["push", "--all", "--yes"], [HOLD, OTHER, FLEET], device="pushes",
            target="fake/program"),
    Command("push --undo", ["push", "--undo", DEVICE, "--yes"],
            [HOLD, OTHER, f"setpoint push home.json {DEVICE} --yes"], device="undo", target="fake/program"),
    Command("drift", ["drift", "home.json", DEVICE], [HOLD, OTHER], device="reads", judges=True),
    Command("drift --all", ["drift", "--all"], [HOLD, OTHER, FLEET], device="reads", judges=True),
    Command("validate", ["validate", "home.json"], [SPOIL], judges=True),
    Command("validate a folder", ["validate", "."], ["cp home.json a.json", SPOIL], judges=True),
    Command("diff", ["diff", "old.json", "home.json"], ["cp home.json old.json", OTHER], judges=True),
    Command("get", ["get", "home.json", "mon.wake.heat", "sun.sleep.cool"], judges=True),
    Command("show", ["show", "home.json"], judges=True),
    Command("list", ["list", "."], judges=True),
    Command("export", ["export", "home.json", "--to", "csv"], judges=True),
]


def environment(binary, folder):
    return {"HOME": folder + "/home", "PATH": os.path.dirname(binary) + ":" + os.environ["PATH"],
            "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "SETPOINT_LINK": LINK, "FAKE": "fake"}


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


class Sweep:
    """A command in a folder that is made anew before each fault."""

    def __init__(self, binary, command, folder):
        self.binary, self.command, self.folder = binary, command, folder
        self.model = os.path.join(folder, "model")
        self.work = os.path.join(folder, "work")
        self.trace = os.path.join(folder, "trace")
        os.mkdir(self.model)
        os.mkdir(folder + "/home")
        script = "set -e\nsetpoint new home.json\n" + "\n".join(command.before)
        subprocess.run(["sh", "-c", script], cwd=self.model, env=self.environment, check=True,
                       capture_output=True)
        # What setpoint keeps for devices belongs to the folder as well.
        shutil.move(folder + "/home", self.model + "/home")
        self.old = read(self.model + "/" + command.target)
        self.prepare()
        self.whole = self.run(command.arguments, command.typed)
        if command.recovers and not command.applies:
            self.run(["recover", "home.json", "--apply"])
        self.new = read(self.path)
        assert command.judges or command.discards or self.old != self.new, (command.name, self.whole)

    @property
    def path(self):
        return self.work + "/" + self.command.target

    @property
    def environment(self):
        variables = environment(self.binary, self.folder)
        # A locale's file that cannot be read makes other marks, and no other judgement.
        return dict(variables, LC_ALL="C") if self.command.judges else variables

    def prepare(self):
        shutil.rmtree(self.work, ignore_errors=True)
        # The journal names its document by path; the model has the same path.
        shutil.copytree(self.model, self.work, symlinks=True)
        shutil.rmtree(self.folder + "/home", ignore_errors=True)
        shutil.move(self.work + "/home", self.folder + "/home")

    def run(self, arguments, typed=b"", fault=None):
        program = [self.binary, *arguments]
        if fault:
            call, kind, when = fault
            program = [*self.strace(call, kind == KILL), "-e", f"inject={call}:{kind}:when={when}", *program]
        if self.command.keys and arguments == self.command.arguments:
            return self.on_screen(program)
        return subprocess.run(program, cwd=self.work, env=self.environment, input=typed,
                              capture_output=True, check=False, timeout=60)

    def strace(self, call, isKill=False):
        # setpoint-link runs as a child, which is not traced. With --seccomp-bpf, which is
        # faster, strace sends no signal.
        following = [] if self.command.device else ["-f"] if isKill else ["-f", "--seccomp-bpf"]
        return ["strace", *following, "-o", self.trace, "-e", "trace=" + call]

    def on_screen(self, command):
        """Runs a command on a terminal. What a fault keeps from being shown is waited for until the editor has slept
        for three seconds; then it is killed, which costs nothing that was kept."""
        program = Program(command, self.work, environment={
            name: value for name, value in self.environment.items() if name not in ("HOME", "LANG")}
            | {"XDG_STATE_HOME": self.folder + "/home/.local/state"})
        for text, keys in self.command.keys:
            if not program.wait_for(text, 3):
                break
            try:
                program.send(keys)
            except OSError:
                break
        status = program.wait_for_end(3)
        if status is None:
            # strace would leave the editor alone.
            os.killpg(program.process, signal.SIGKILL)
        program.end()
        # The editor may outlive strace for a moment.
        while is_running(program.process):
            time.sleep(0.01)
        return subprocess.CompletedProcess(command, 1 if status is None else status, program.output, b"")

    def count(self, call):
        """How many calls of a kind the command makes."""
        self.prepare()
        if self.command.keys:
            self.run(self.command.arguments, fault=(call, "delay_enter=0", 1))
        else:
            subprocess.run([*self.strace(call), self.binary, *self.command.arguments], cwd=self.work,
                           env=self.environment, input=self.command.typed, capture_output=True, check=False)
        # A line begins with the thread where several are followed.
        return sum(f" {call}(" in line or line.startswith(call + "(")
                   for line in open(self.trace, errors="replace"))

    def problems(self, fault):
        command = self.command
        self.prepare()
        try:
            result = self.run(command.arguments, command.typed, fault)
        except subprocess.TimeoutExpired:
            return ["stuck: it does not end"]
        trace = read(self.trace) or b""
        if b"INJECTED" not in trace and b"killed by SIGKILL" not in trace:
            return None
        problems = []
        isKill = fault[1].startswith("signal")
        text = read(self.path)
        # What a device holds of a write that ended in the middle is nobody's promise, but that it can be put back is.
        if text not in (self.old, self.new) and command.name != "in place" and not command.device == "pushes":
            problems.append("torn")
        if command.judges:
            same = result.returncode == self.whole.returncode and result.stdout == self.whole.stdout
            if not isKill and not same and result.returncode in (0, self.whole.returncode):
                problems.append(f"lied: {result.returncode} {result.stdout[:300]!r} {result.stderr!r}")
            return problems
        if command.discards:
            return problems + self.problems_of_discarding(result, isKill)
        if result.returncode == 0 and not isKill:
            # On a screen it was said why.
            if command.applies and not command.keys and text != self.new:
                problems.append("lied: status 0, and the file is the old one")
            if not command.applies and b"64" not in result.stdout:
                problems.append(f"lied: {result.stderr!r}")
        left = [name for _, _, names in os.walk(self.folder) for name in names if name.endswith("setpoint-tmp")]
        if left and not isKill and fault[0] != "unlink":
            problems.append(f"left: {left}")
        if command.recovers:
            again = self.run(["recover", "home.json", "--apply"])
            if read(self.path) != self.new:
                problems.append(f"lost: {result.stderr!r}, then {again.stderr!r}")
        if command.device in ("pushes", "undo"):
            return problems + self.problems_of_pushing(result, text)
        if isKill and command.target == "home.json":
            # A document with a mistake is not opened for editing.
            if command.name == "fix":
                self.run(command.arguments)
            self.run(["edit", "--prompt", "home.json"], b"q\n")
            left = [name for name in os.listdir(self.work) if name.endswith("setpoint-tmp")]
            problems += [f"left: {left}, after the next edit"] if left else []
        # A document with a mistake takes no set.
        after = self.run(command.arguments if command.name == "fix"
                         else ["set", "home.json", "mon.wake.cool=90"])
        if after.returncode != 0 and command.name != "in place":
            problems.append(f"stuck: {after.stderr!r}")
        return problems


    def problems_of_discarding(self, result, isKill):
        """Edits that are given up stand aside, those that are not are still to be recovered."""
        listed = [b"-> 64" in self.run(["recover", "home.json", *option]).stdout for option in ([], ["--given-up"])]
        problems = [] if any(listed) else [f"lost: {result.stderr!r}"]
        if result.returncode == 0 and not isKill and listed[0]:
            problems.append("lied: status 0, and the edits are not given up")
        if self.run(["recover", "home.json", "--discard"]).returncode != 0:
            problems.append("stuck")
        return problems

    def problems_of_pushing(self, result, held):
        """Whatever became of a push, what stood on the device can be put back, and the push be repeated."""
        command = self.command
        problems = []
        first = read(self.work + "/first")
        if b"nothing was written" in result.stderr and held != self.old:
            problems.append("lied: nothing was written")
        if held != first:
            again = self.run(["push", "--undo", DEVICE, "--yes"])
            if again.returncode != 0 or read(self.path) != first:
                problems.append(f"lost: {result.stderr!r}, then {again.stderr!r}")
        again = self.run(command.arguments if command.device == "pushes" else ["push", "home.json", DEVICE, "--yes"])
        if again.returncode != 0:
            problems.append(f"stuck: {again.stderr!r}")
        left = [name for _, _, names in os.walk(self.folder) for name in names if name.endswith("setpoint-tmp")]
        return problems + ([f"left: {left}, after the next push"] if left else [])


def play(task):
    binary, index, faults = task
    folder = tempfile.mkdtemp(prefix="setpoint-sweep-")
    try:
        sweep = Sweep(binary, COMMANDS[index], folder)
        return index, [(fault, sweep.problems(fault)) for fault in faults]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def plan(task):
    """Every fault of a command."""
    binary, index = task
    folder = tempfile.mkdtemp(prefix="setpoint-sweep-")
    try:
        sweep = Sweep(binary, COMMANDS[index], folder)
        # A close that fails releases its descriptor all the same, but strace keeps the call from being made: the
        # program at the other end of a pipe would never read its end.
        return index, [(call, kind, when) for call, errors in CALLS.items()
                       for when in range(1, sweep.count(call) + 1)
                       for kind in [KILL, *("error=" + name for name in errors.split())]
                       if not (call == "close" and COMMANDS[index].device and kind != KILL)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", action="append", choices=[command.name for command in COMMANDS],
                        help="a command by the name that the result has; again for others")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    if shutil.which("strace") is None or subprocess.run(
            ["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode != 0:
        print("sweep: not run: strace is missing, or may not trace")
        return 77
    if os.path.basename(binary) != "setpoint":
        # The lines that make a folder call it by its name.
        named = tempfile.mkdtemp(prefix="setpoint-sweep-")
        os.symlink(binary, named + "/setpoint")
        binary = named + "/setpoint"
    chosen = [i for i, command in enumerate(COMMANDS) if not options.only or command.name in options.only]
    counts = dict.fromkeys(("torn", "lied", "lost", "stuck", "left"), 0)
    runs, kills = {}, 0
    with multiprocessing.Pool(options.jobs) as pool:
        planned = [(index, fault) for index, faults in
                   pool.imap_unordered(plan, [(binary, i) for i in chosen])
                   for fault in faults]
        if options.faults:
            planned = random.Random(options.seed).sample(planned, min(options.faults, len(planned)))
        print(f"sweep: {len(planned)} faults planned", flush=True)
        tasks = []
        for index in chosen:
            mine = [fault for number, fault in planned if number == index]
            tasks += [(binary, index, mine[i:i + 50]) for i in range(0, len(mine), 50)]
        for index, results in pool.imap_unordered(play, tasks):
            for fault, problems in results:
                if problems is None:
                    continue
                name = COMMANDS[index].name
                runs[name] = runs.get(name, 0) + 1
                kills += fault[1].startswith("signal")
                for problem in problems:
                    counts[problem.split(":")[0]] += 1
                    print(f"{name}: {fault[0]} {fault[2]} {fault[1]}: {problem}", flush=True)
    print("sweep: faults at system calls: " + ", ".join(f"{name} {runs[name]}" for name in runs))
    print(f"sweep: {sum(runs.values())} faults, {kills} of them kills; "
          + "  ".join(f"{name} {count}" for name, count in counts.items()))
    # A sample may have none of a command.
    wanted = {COMMANDS[index].name for index, _ in planned} if options.faults else {COMMANDS[i].name for i in chosen}
    untouched = sorted(wanted - runs.keys())
    if untouched:
        print("sweep: met by no fault: " + ", ".join(untouched))
    return 1 if untouched or any(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
