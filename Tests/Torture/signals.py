#!/usr/bin/env python3
"""Sends every signal that can be caught to an editor in every state of its screen, and of its lines without one, and
to a push that waits for an answer.

    signals.py BINARY

Afterwards the terminal must be as it was (screen, line settings, pastes, mouse), and an edit that stood in
the journal must be there for `recover`; a device must hold what it held, and be free for others. Windows of
impossible sizes are looked at as well: the editor lives, stays below 64 MiB, and answers a key within 100 ms of
processor time.
"""

import fcntl
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Terminal"))
from pty_program import Program  # noqa: E402
from sweep import DEVICE, HOLD  # noqa: E402

SIGNALS = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT,
           signal.SIGBUS, signal.SIGFPE, signal.SIGUSR1, signal.SIGSEGV, signal.SIGUSR2, signal.SIGPIPE,
           signal.SIGALRM, signal.SIGTERM, signal.SIGSTKFLT, signal.SIGXCPU, signal.SIGVTALRM,
           signal.SIGPROF, signal.SIGIO, signal.SIGPWR, signal.SIGSYS, signal.SIGRTMIN,
           signal.SIGRTMIN + 1, signal.SIGRTMAX]
# Keys that bring the editor into a state after an edit, and the text that it then shows.
STATES = {
    "table": ("", "*64"), "typing": ("6", "6 ]"), "selecting": ("v\x1bOB", "selected"),
    "command": (":ad", "commands"), "completing": (":\t", "commands"), "help": ("?", "go to 114"),
    "schedules": ("L", "Schedules"), "editing in place": ("\r", "keep 70"), "row form": (":details\r", "Begins at"),
    "copy form": ("c", "weekdays"), "problems": (":mon.leave.heat=64.5\r:device radiotherm\r:problems\r", "1 of 1"),
    "history": (":history\r", "go to that moment"), "asking to quit": ("q", "Save changes to"),
    "asking to delete": (":add Summer\rLd", 'Delete "Summer"?'), "paste": ("\x1b[200~64", ""),
    "half a key": ("\x1b[1;", ""), "half an answer": ("\x1b]11;rgb", ""),
    "mouse": (":mouse on\r", ": a click goes to a cell"), "comparison": ("D", "home.json as saved"),
    "device form": ("Le", "to check its limits"), "export form": (":export\r", "the file to write"),
    "device in use": (":device radiotherm\r", "radiotherm: fits"),
}
# The same for `edit --prompt`, after an edit.
LINES = {
    "line, empty": ("", ""), "line, typing": ("set tue.lea", "tue.lea"), "line, completing": ("say w\t", "say week"),
    "line, an older one": ("\x1b[A", "64"), "line, paste": ("\x1b[200~say d", ""), "line, half a key": ("\x1b[1;", ""),
}
LINK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures", "cli", "links", "fake-link")
WINDOWS = [(0, 0), (1, 1), (1, 65535), (65535, 1), (65535, 65535)]


def environment(folder):
    return {"HOME": folder, "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"}


def started(binary, folder, *options):
    path = os.path.join(folder, "home.json")
    subprocess.run([binary, "new", path, "--force"], env=environment(folder), check=True,
                   capture_output=True)
    # This theme sends a mark and its value without a colour between them.
    program = Program([binary, "edit", path, *(options or ("--theme", "terminal"))], folder, environment={"SWIFT_BACKTRACE": "enable=no"})
    assert program.wait_for("> " if options else "quit"), program.output
    return program, path


def modes(output):
    """The private modes that are on at the end."""
    on = set()
    for part in output.split(b"\x1b[?")[1:]:
        numbers, rest = b"", part
        while rest[:1].isdigit() or rest[:1] == b";":
            numbers, rest = numbers + rest[:1], rest[1:]
        for number in numbers.split(b";"):
            if rest[:1] == b"h":
                on.add(int(number))
            elif rest[:1] == b"l":
                on.discard(int(number))
    return on - {7, 12, 25}


def ending(program, number):
    """Sends the signal; returns the faults in how the program ends and leaves the terminal."""
    os.kill(program.process, number)
    status = program.wait_for_end()
    if status is None:
        return ["it does not end"]
    problems = []
    if status != -number:
        problems.append(f"status {status}")
    if modes(program.output):
        problems.append(f"modes {modes(program.output)}")
    if not termios.tcgetattr(program.terminal)[3] & termios.ICANON:
        problems.append("line settings")
    return problems


def send(binary, number, keys, shown, *options):
    """To an editor, in a state that keys bring about."""
    folder = tempfile.mkdtemp(prefix="setpoint-signals-")
    program = None
    try:
        program, path = started(binary, folder, *options)
        program.send(b"mon.wake.heat=64\r" if options else b"\x1bOC64\r")
        if not program.wait_for("undo reverts it" if options else "*64"):
            return [f"no edit: {program.output!r}"]
        journal = os.path.join(folder, ".home.json.setpoint-journal")
        # The journal has a name before it has content.
        if not program.waits(lambda: os.path.exists(journal) and os.path.getsize(journal)):
            return ["no journal"]
        before, program.output = program.output, b"" if keys else program.output
        program.send(keys.encode())
        if not program.wait_for(shown):
            return [f"the state does not come: {program.output!r}"]
        program.rests(0.05)
        # Modes that were set before must still be reset.
        program.output = before + program.output
        problems = ending(program, number)
        listing = subprocess.run([binary, "recover", path], env=environment(folder),
                                 capture_output=True, check=False)
        if b"Monday wake heat 70 -> 64" not in listing.stdout:
            problems.append(f"lost: {listing.stderr!r}")
        return problems
    finally:
        if program:
            program.end()
        shutil.rmtree(folder, ignore_errors=True)


def ask(binary, number):
    """To a push that waits for an answer."""
    folder = tempfile.mkdtemp(prefix="setpoint-signals-")
    link = {"SETPOINT_LINK": LINK, "FAKE": folder + "/fake", "SWIFT_BACKTRACE": "enable=no"}
    variables = dict(environment(folder), **link)
    try:
        script = HOLD.replace("setpoint", binary)
        subprocess.run(["sh", "-c", f"set -e; {binary} new home.json; {script}; {binary} set home.json 104=64"], cwd=folder,
                       env=variables, check=True, capture_output=True)
        program = Program([binary, "push", "home.json", DEVICE], folder, environment=link)
        if not program.wait_for("[y/N] "):
            return [f"it does not ask: {program.output!r}"]
        # While the question is written, a SIGPIPE counts as one of the write.
        program.rests(0.05)
        problems = ending(program, number)
        program.end()
        with open(folder + "/fake/program", "rb") as held, open(folder + "/first", "rb") as first:
            if held.read() != first.read():
                problems.append("written without an answer")
        after = subprocess.run([binary, "push", "home.json", DEVICE, "--yes"], cwd=folder, env=variables,
                               capture_output=True, check=False)
        if after.returncode != 0:
            problems.append(f"stuck: {after.stderr!r}")
        return problems
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def window(binary, rows, columns):
    folder = tempfile.mkdtemp(prefix="setpoint-signals-")
    try:
        program, _ = started(binary, folder)
        fcntl.ioctl(program.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        program.rests()
        problems = []
        before = program.processor_time()
        program.send(b"\x0c")
        if not program.rests():
            problems.append("no answer to a key")
        taken = program.processor_time() - before
        if taken > 0.1:
            problems.append(f"answers after {taken * 1000:.0f} ms")
        peak = program.status("VmHWM")
        if peak > 64 << 10:
            problems.append(f"{peak >> 10} MiB")
        program.send(b"q")
        if program.wait_for_end() is None:
            problems.append("it does not end")
        program.end()
        print(f"window {rows}x{columns}: {peak >> 10} MiB, answers after {taken * 1000:.1f} ms")
        return problems
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    binary = os.path.abspath(sys.argv[1])
    # A started program inherits ignored signals: SIGPIPE from Python, others from a shell.
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    states = [(name, keys, shown, ()) for name, (keys, shown) in STATES.items()]
    states += [(name, keys, shown, ("--prompt",)) for name, (keys, shown) in LINES.items()]
    tasks = [(name, number, (keys, shown, *options)) for name, keys, shown, options in states for number in SIGNALS]
    tasks += [("push, asking", number, None) for number in SIGNALS]
    count = failed = 0
    for name, number, how in tasks:
        count += 1
        problems = send(binary, number, *how) if how else ask(binary, number)
        failed += bool(problems)
        if problems:
            print(f"{signal.Signals(number).name if number < 34 else number} in {name}: {problems}", flush=True)
    for rows, columns in WINDOWS:
        problems = window(binary, rows, columns)
        failed += bool(problems)
        if problems:
            print(f"window {rows}x{columns}: {problems}")
    print(f"signals: {count} in {len(states) + 1} states, {len(WINDOWS)} windows; failed {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
