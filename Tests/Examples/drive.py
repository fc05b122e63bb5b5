"""Drives the example programs on a pseudo-terminal, as a person would: typing, undo, sizes, suspending,
forms, lists, saving, signals and the end of input.

    drive.py FOLDER     the folder with the programs Timetable and Shifts
"""

import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Terminal"))
from pty_program import Program  # noqa: E402

# A shell's part: without a parent in its session a program cannot be stopped by ^Z.
SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    _, status = os.waitpid(child, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status) & 255)
"""
BUILT = os.path.abspath(sys.argv[1])
failures = []


def check(what, holds):
    print(("ok      " if holds else "FAILED  ") + what)
    if not holds:
        failures.append(what)


def resize(program, rows, columns):
    """Resizes the terminal; returns the output of the program."""
    fcntl.ioctl(program.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return program.receive(2.0, 0.2)


def wait_for_end(program, limit=5.0):
    """Waits until the program has ended; returns its status as a shell reports it, or None if it still runs."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            program.receive(0.05)
            process, status = os.waitpid(program.process, os.WNOHANG)
        except ChildProcessError:
            return None
        if process:
            return os.waitstatus_to_exitcode(status)
    return None


def child(program):
    """The process of the program itself, a child of the process that plays the shell."""
    with open(f"/proc/{program.process}/task/{program.process}/children") as file:
        return int(file.read().split()[0])


def state(program):
    with open(f"/proc/{child(program)}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


def wait_for_state(program, wanted, limit=5.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if state(program) in wanted:
            return True
        time.sleep(0.01)
    return False


def saved(path):
    with open(path) as file:
        return json.load(file)


def start(name, folder, rows=24, columns=80):
    command = [sys.executable, "-c", SHELL, os.path.join(BUILT, name)]
    program = Program(command, folder, rows, columns)
    check(f"{name} shows its table", program.wait_for("Monday", 10))
    program.receive(0.3)
    return program


def timetable(folder):
    path = os.path.join(folder, "timetable.json")
    program = start("Timetable", folder)
    program.press(b"Maths\t", 1.0)
    program.press(b"1", 1.0)
    answer, _ = program.press(b"14\r", 1.0, 0.1)
    check(f"an edit and a step down fit a packet ({len(answer)} bytes)", len(answer) <= 1400)
    program.press(b"\x13", 1.0)
    check("typing and Tab are saved", saved(path) == {"cells": {"mon": {"1": {"subject": "Maths", "room": "114"}}}})
    program.press(b"\x1bu", 1.0, 0.1)
    program.press(b"\x13", 1.0)
    check("undo takes one edit back", saved(path)["cells"]["mon"]["1"] == {"subject": "Maths"})
    program.press(b"\x1br", 1.0, 0.1)
    program.press(b"\x13", 1.0)
    check("redo makes it again", saved(path)["cells"]["mon"]["1"]["room"] == "114")

    check("a smaller screen is repainted", b"Mon" in resize(program, 10, 40))
    check("a tiny screen is reported", b"too small" in resize(program, 2, 30))
    check("a larger one as well", b"Second lesson" in resize(program, 40, 120))
    program.press(b"\x1b[200~Phy\nsics\x1b[201~", 1.0, 0.1)
    check("a paste is data, and no key", b"is not a number" in resize(program, 24, 80))
    program.press(b"\x1b", 1.0, 0.1)

    program.send(b"\x1a")
    check("^Z stops it", wait_for_state(program, "T"))
    program.receive(0.3)
    os.kill(child(program), signal.SIGCONT)
    check("fg repaints the screen", b"Second lesson" in program.receive(2.0, 0.2))

    shown = program.press(b"\r", 1.0, 0.2)[0]
    check("Enter opens the form with its sections", b"Lesson" in shown and b"More" in shown)
    program.press(b"\t\t\t\r", 1.0, 0.2)
    program.press(b"\x1b[B\r", 1.0, 0.2)
    program.press(b"\t \t\t", 1.0, 0.2)
    program.press(b"exam\x13", 1.0, 0.2)
    program.press(b"\x13", 1.0, 0.2)
    lesson = saved(path)["cells"]["mon"]["1"]
    check(f"the form is saved ({lesson})", lesson == {
        "subject": "Maths", "room": "114", "teacher": "Mr Planck", "bring": "book", "note": "exam"})

    program.press(b"7\r\x11", 1.0, 0.2)
    check("leaving asks where something is not saved", b"not saved yet" in program.output)
    program.press(b"s", 1.0, 0.2)
    check("and saves on request", wait_for_end(program) == 0 and saved(path)["cells"]["mon"]["1"]["room"] == "7")
    check("the terminal is restored", b"\x1b[?1049l" in program.output)
    os.close(program.terminal)

    for what, end in [
        ("SIGTERM", lambda it: os.kill(child(it), signal.SIGTERM)),
        ("SIGHUP", lambda it: os.kill(child(it), signal.SIGHUP)),
        ("the end of input", lambda it: os.close(it.terminal)),
    ]:
        program = start("Timetable", folder)
        room = str(10 + len(what))
        program.press(b"\t" + room.encode() + b"\r", 1.0, 0.2)
        end(program)
        if what == "the end of input":
            os.waitpid(program.process, 0)
            limit = time.monotonic() + 5
            while saved(path)["cells"]["mon"]["1"]["room"] != room and time.monotonic() < limit:
                time.sleep(0.01)
            ended = True
        else:
            ended = wait_for_end(program) is not None
            check(f"the terminal is restored after {what}", b"\x1b[?1049l" in program.output)
            os.close(program.terminal)
        check(f"it ends at {what}, and the edit is kept", ended and saved(path)["cells"]["mon"]["1"]["room"] == room)


def shifts(folder):
    path = os.path.join(folder, "shifts.json")
    program = start("Shifts", folder)
    for name in [b"Ann", b"Bob", b"Cas"]:
        program.press(b"\x1ba", 1.0, 0.1)
        program.press(name + b"\x13", 1.0, 0.1)
    program.press(b"8\t16\tdoor\r", 1.0, 0.2)
    program.press(b"\x13", 1.0, 0.2)
    plan = saved(path)
    check(f"rows are added ({[row['key'] for row in plan['rows']]})",
          [row["key"] for row in plan["rows"]] == ["nobody", "Ann", "Bob", "Cas"])
    check("and have values", plan["cells"]["mon"]["Cas"] == {"from": "08:00", "to": "16:00", "post": "door"})
    check("the list of rows opens", b"Rows" in program.press(b"\x1bl", 1.0, 0.2)[0])
    program.press(b"J", 1.0, 0.2)
    program.press(b"\x1b", 1.0, 0.2)
    program.press(b"\x13", 1.0, 0.2)
    check("and reorders them",
          [row["key"] for row in saved(path)["rows"]] == ["Ann", "nobody", "Bob", "Cas"])
    program.press(b"\x1bd\x13", 1.0, 0.2)
    check("a row is removed", len(saved(path)["rows"]) == 3)
    program.press(b"\x1bu\x13\x11", 1.0, 0.2)
    check("and brought back", wait_for_end(program) == 0 and len(saved(path)["rows"]) == 4)
    os.close(program.terminal)


def broken(folder):
    with open(os.path.join(folder, "broken.json"), "w") as file:
        file.write('{"cells": \n')
    ended = subprocess.run([os.path.join(BUILT, "Timetable"), "broken.json"], cwd=folder, stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, timeout=600)
    check(f"a broken data file ends it with a line and status 65 ({ended.returncode}, {ended.stderr!r})",
          ended.returncode == 65 and ended.stderr.count("\n") == 1 and not ended.stdout
          and ended.stderr.startswith("Timetable: timetable.json:2:1: "))


with tempfile.TemporaryDirectory() as folder:
    broken(folder)
    timetable(folder)
    shifts(folder)
sys.exit(1 if failures else 0)
