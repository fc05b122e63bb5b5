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
from pty_program import Idleness, Program  # noqa: E402

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


def press(program, keys):
    """Types keys; returns what the program answers until it waits for more."""
    program.send(keys)
    return program.rests()


def resize(program, rows, columns, shows):
    """Resizes the terminal; returns whether the program then shows a text."""
    program.output = b""
    fcntl.ioctl(program.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    shown = program.wait_for(shows)
    program.rests()
    return shown


def child(program):
    """The process of the program itself, a child of the process that plays the shell."""
    with open(f"/proc/{program.process}/task/{program.process}/children") as file:
        return int(file.read().split()[0])


def state(program):
    with open(f"/proc/{child(program)}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


def saved(path):
    """The saved table; None while it is written."""
    try:
        with open(path) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def lesson(path):
    """The saved fields of the first lesson on Monday; None while it is written."""
    return (saved(path) or {}).get("cells", {}).get("mon", {}).get("1")


def keys_of_rows(path):
    return [row["key"] for row in (saved(path) or {}).get("rows", [])]


def start(name, folder, rows=24, columns=80):
    command = [sys.executable, "-c", SHELL, os.path.join(BUILT, name)]
    program = Program(command, folder, rows, columns)
    check(f"{name} shows its table", program.wait_for("Monday"))
    program.rests()
    return program


def timetable(folder):
    path = os.path.join(folder, "timetable.json")
    program = start("Timetable", folder)
    press(program, b"Maths\t")
    press(program, b"1")
    answer = press(program, b"14\r")
    check(f"an edit and a step down fit a packet ({len(answer)} bytes)", len(answer) <= 1400)
    program.send(b"\x13")
    written = {"cells": {"mon": {"1": {"subject": "Maths", "room": "114"}}}}
    check("typing and Tab are saved", program.waits(lambda: saved(path) == written))
    press(program, b"\x1bu")
    program.send(b"\x13")
    check("undo takes one edit back", program.waits(lambda: lesson(path) == {"subject": "Maths"}))
    press(program, b"\x1br")
    program.send(b"\x13")
    check("redo makes it again", program.waits(lambda: saved(path) == written))
    program.rests()

    check("a smaller screen is repainted", resize(program, 10, 40, "Mon"))
    check("a tiny screen is reported", resize(program, 2, 30, "too small"))
    check("a larger one as well", resize(program, 40, 120, "Second lesson"))
    press(program, b"\x1b[200~Phy\nsics\x1b[201~")
    check("a paste is data, and no key", resize(program, 24, 80, "is not a number"))
    press(program, b"\x1b")

    program.send(b"\x1a")
    check("^Z stops it", program.waits(lambda: state(program) == "T"))
    program.rests()
    program.output = b""
    os.kill(child(program), signal.SIGCONT)
    check("fg repaints the screen", program.wait_for("Second lesson"))
    program.rests()

    shown = press(program, b"\r")
    check("Enter opens the form with its sections", b"Lesson" in shown and b"More" in shown)
    for keys in (b"\t\t\t\r", b"\x1b[B\r", b"\t \t\t", b"exam\x13", b"\x13"):
        press(program, keys)
    filled = {"subject": "Maths", "room": "114", "teacher": "Mr Planck", "bring": "book", "note": "exam"}
    check("the form is saved", program.waits(lambda: lesson(path) == filled))

    program.send(b"7\r\x11")
    check("leaving asks where something is not saved", program.wait_for("not saved yet"))
    program.send(b"s")
    check("and saves on request", program.wait_for_end() == 0 and lesson(path)["room"] == "7")
    check("the terminal is restored", b"\x1b[?1049l" in program.output)
    program.end()

    for what, end in [
        ("SIGTERM", lambda it: os.kill(child(it), signal.SIGTERM)),
        ("SIGHUP", lambda it: os.kill(child(it), signal.SIGHUP)),
        ("the end of input", lambda it: os.close(it.terminal)),
    ]:
        program = start("Timetable", folder)
        room = str(10 + len(what))
        press(program, b"\t" + room.encode() + b"\r")
        end(program)
        if what == "the end of input":
            os.waitpid(program.process, 0)
            # The program may outlive what plays the shell.
            idleness = Idleness(program.process, 10)
            while (lesson(path) or {}).get("room") != room and not idleness.lasts():
                time.sleep(0.01)
            ended = True
        else:
            ended = program.wait_for_end() is not None
            check(f"the terminal is restored after {what}", b"\x1b[?1049l" in program.output)
            program.end()
        check(f"it ends at {what}, and the edit is kept", ended and lesson(path)["room"] == room)


def shifts(folder):
    path = os.path.join(folder, "shifts.json")
    program = start("Shifts", folder)
    for name in [b"Ann", b"Bob", b"Cas"]:
        press(program, b"\x1ba")
        press(program, name + b"\x13")
    press(program, b"8\t16\tdoor\r")
    program.send(b"\x13")
    check("rows are added", program.waits(lambda: keys_of_rows(path) == ["nobody", "Ann", "Bob", "Cas"]))
    check("and have values", saved(path)["cells"]["mon"]["Cas"] == {"from": "08:00", "to": "16:00", "post": "door"})
    program.rests()
    check("the list of rows opens", b"Rows" in press(program, b"\x1bl"))
    press(program, b"J")
    press(program, b"\x1b")
    program.send(b"\x13")
    check("and reorders them", program.waits(lambda: keys_of_rows(path) == ["Ann", "nobody", "Bob", "Cas"]))
    program.rests()
    program.send(b"\x1bd\x13")
    check("a row is removed", program.waits(lambda: len(keys_of_rows(path)) == 3))
    program.rests()
    program.send(b"\x1bu\x13\x11")
    check("and brought back", program.wait_for_end() == 0 and len(keys_of_rows(path)) == 4)
    program.end()


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
