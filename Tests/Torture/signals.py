#!/usr/bin/env python3
"""Sends every signal that can be caught to an editor in every state of its screen.

    signals.py BINARY

Afterwards the terminal must be as it was (screen, line settings, pastes, mouse), and an edit that stood in
the journal must be there for `recover`. Windows of impossible sizes are looked at as well: the editor lives,
stays below 64 MiB, and answers a key within 100 ms.
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
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Terminal"))
from pty_program import Program  # noqa: E402

SIGNALS = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT,
           signal.SIGBUS, signal.SIGFPE, signal.SIGUSR1, signal.SIGSEGV, signal.SIGUSR2, signal.SIGPIPE,
           signal.SIGALRM, signal.SIGTERM, signal.SIGSTKFLT, signal.SIGXCPU, signal.SIGVTALRM,
           signal.SIGPROF, signal.SIGIO, signal.SIGPWR, signal.SIGSYS, signal.SIGRTMIN,
           signal.SIGRTMIN + 1, signal.SIGRTMAX]
# Keys that bring the editor into a state, behind an edit.
STATES = {
    "table": "", "typing": "6", "selecting": "v\x1bOB", "command": ":ad", "completing": ":\t",
    "help": "?", "schedules": "L", "row form": "\r", "copy form": "c", "problems": ":problems\r",
    "history": ":history\r", "asking to quit": "q", "asking to delete": ":delete\r", "paste": "\x1b[200~64",
    "half a key": "\x1b[1;", "half an answer": "\x1b]11;rgb", "mouse": ":set mouse on\r",
}
WINDOWS = [(0, 0), (1, 1), (1, 65535), (65535, 1), (65535, 65535)]


def environment(folder):
    return {"HOME": folder, "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"}


def started(binary, folder):
    path = os.path.join(folder, "home.json")
    subprocess.run([binary, "new", path, "--force"], env=environment(folder), check=True,
                   capture_output=True)
    program = Program([binary, "edit", path], folder, environment={"SWIFT_BACKTRACE": "enable=no"})
    assert program.wait_for("quit"), program.output
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


def send(binary, number, keys):
    folder = tempfile.mkdtemp(prefix="setpoint-signals-")
    try:
        program, path = started(binary, folder)
        program.send(b"\x1bOC64\r")
        program.wait_for("104 Tue")
        limit = time.monotonic() + 5
        journal = os.path.join(folder, ".home.json.setpoint-journal")
        while time.monotonic() < limit and not os.path.exists(journal):
            time.sleep(0.005)
        program.send(keys.encode())
        program.receive(0.05)
        os.kill(program.process, number)
        limit = time.monotonic() + 5
        ended = 0
        while time.monotonic() < limit and not ended:
            program.receive(0.01)
            ended, status = os.waitpid(program.process, os.WNOHANG)
        if not ended:
            os.kill(program.process, signal.SIGKILL)
            os.waitpid(program.process, 0)
            return ["it does not end"]
        program.receive(0.05)
        problems = []
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != number:
            problems.append(f"status {status}")
        if modes(program.output):
            problems.append(f"modes {modes(program.output)}")
        if not termios.tcgetattr(program.terminal)[3] & termios.ICANON:
            problems.append("line settings")
        listing = subprocess.run([binary, "recover", path], env=environment(folder),
                                 capture_output=True, check=False)
        if b"monday wake heat 70 -> 64" not in listing.stdout:
            problems.append(f"lost: {listing.stderr!r}")
        os.close(program.terminal)
        return problems
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def window(binary, rows, columns):
    folder = tempfile.mkdtemp(prefix="setpoint-signals-")
    try:
        program, _ = started(binary, folder)
        fcntl.ioctl(program.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        program.receive(2.0, 0.5)
        problems = []
        began = program.send(b"\x0c")
        program.receive(2.0, 0.05)
        answered = program.last - began
        if answered < 0 or answered > 0.1:
            problems.append(f"answers after {answered * 1000:.0f} ms")
        peak = program.status("VmHWM")
        if peak > 64 << 10:
            problems.append(f"{peak >> 10} MiB")
        program.send(b"q")
        limit = time.monotonic() + 5
        while os.waitpid(program.process, os.WNOHANG)[0] == 0:
            program.receive(0.01)
            if time.monotonic() > limit:
                os.kill(program.process, signal.SIGKILL)
                os.waitpid(program.process, 0)
                return problems + ["it does not end"]
        print(f"window {rows}x{columns}: {peak >> 10} MiB, answers after {answered * 1000:.1f} ms")
        return problems
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    binary = os.path.abspath(sys.argv[1])
    # Python ignores it, and what is ignored stays so in a program that is started.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    count = failed = 0
    for name, keys in STATES.items():
        for number in SIGNALS:
            count += 1
            problems = send(binary, number, keys)
            failed += bool(problems)
            if problems:
                print(f"{signal.Signals(number).name if number < 34 else number} in {name}: {problems}")
    for rows, columns in WINDOWS:
        problems = window(binary, rows, columns)
        failed += bool(problems)
        if problems:
            print(f"window {rows}x{columns}: {problems}")
    print(f"signals: {count} in {len(STATES)} states, {len(WINDOWS)} windows; failed {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
