#!/usr/bin/env python3
"""Does to setpoint, vim and nano the same harm, and prints what became of the edit, the file, the terminal.

    peers.py BINARY [--dynamic BINARY]

Each editor opens a schedule file, changes a value, and meets a fault. Those that are not installed are left
out. `--dynamic` names a build of setpoint that is linked dynamically, from which a library that is loaded
first takes what a file system may not have. Mounting and other users need root.
"""

import argparse
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import fcntl
import random
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Terminal"))
from pty_program import Program  # noqa: E402
from signals import SIGNALS, modes  # noqa: E402

MARK = b"64.3"


class Editor:
    """How an editor is started, edits a value, saves and quits."""

    def __init__(self, name, command, ready, edit, save, told_of_another):
        self.name, self.command, self.ready = name, command, ready
        self.edit, self.save, self.told_of_another = edit, save, told_of_another


def editors(binary):
    found = [Editor("setpoint", [binary, "edit"], "quit", b"\x1bOC64.3\r", b"\x13",
                    "being edited by")]
    if shutil.which("vim"):
        found.append(Editor("vim", ["vim", "-u", "DEFAULTS"], "home.json", b"/70\rcw64.3\x1b", b":w\r",
                            "ATTENTION"))
    if shutil.which("nano"):
        found.append(Editor("nano", ["nano", "-I", "-G"], "Exit", b"\x17" + b"70\r\x1b[3~\x1b[3~64.3",
                            b"\x0f\r", "being edited"))
    return found


class Session:
    """An editor with a value changed and not saved."""

    def __init__(self, editor, binary, folder=None, environment=None, prefix=()):
        self.editor, self.binary = editor, binary
        self.folder = folder or tempfile.mkdtemp(prefix="setpoint-peers-")
        self.path = os.path.join(self.folder, "home.json")
        if not os.path.exists(self.path):
            subprocess.run([binary, "new", self.path], check=True, capture_output=True)
            os.chmod(self.path, 0o644)
        with open(self.path, "rb") as file:
            self.before = file.read()
        variables = dict(environment or {}, SWIFT_BACKTRACE="enable=no")
        self.program = Program([*prefix, *editor.command, "home.json"], self.folder,
                               environment=variables)
        self.program.wait_for(editor.ready)
        self.program.receive(0.3, 0.1)
        self.program.send(editor.edit)
        self.program.receive(0.3, 0.1)

    def save(self):
        start = len(self.program.output)
        self.program.send(self.editor.save)
        self.program.receive(0.5, 0.2)
        return self.program.output[start:]

    def text(self):
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def is_saved(self):
        return MARK in self.text()

    def wait(self, seconds=3.0):
        """Whether the program ends by itself; its status."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            self.program.receive(0.01, 0.01)
            ended, status = os.waitpid(self.program.process, os.WNOHANG)
            if ended:
                self.program.receive(0.05)
                return status
        return None

    def kill(self):
        try:
            os.kill(self.program.process, signal.SIGKILL)
            os.waitpid(self.program.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass

    def keeps_edit(self):
        """Whether the edit stands in any file."""
        if self.editor.name == "setpoint":
            listing = subprocess.run([self.binary, "recover", self.path], capture_output=True,
                                     env={"HOME": self.folder, "PATH": "/usr/bin:/bin"}, check=False)
            return b"70 -> 64.3" in listing.stdout or self.is_saved()
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    if MARK in file.read():
                        return True
        return False

    def close(self):
        self.kill()
        try:
            os.close(self.program.terminal)
        except OSError:
            pass
        shutil.rmtree(self.folder, ignore_errors=True)


def count(times, one):
    return f"{sum(bool(one(number)) for number in range(times))}/{times}"


def killed(editor, binary, after):
    def one(_):
        session = Session(editor, binary)
        time.sleep(after)
        session.kill()
        kept = session.keeps_edit()
        session.close()
        return kept
    return count(10 if after == 0 else 3, one)


def signalled(editor, binary):
    restored = kept = 0
    for number in SIGNALS:
        session = Session(editor, binary)
        os.kill(session.program.process, number)
        status = session.wait()
        lives = status is None
        raw = not termios.tcgetattr(session.program.terminal)[3] & termios.ICANON
        # One that goes on needs to restore nothing.
        restored += lives or not (raw or modes(session.program.output))
        kept += lives or session.keeps_edit()
        session.close()
    return f"{restored}/{len(SIGNALS)}; {kept}/{len(SIGNALS)}"


def killed_while_saving(editor, binary):
    torn = lost = 0
    generator = random.Random(1)
    for _ in range(40):
        session = Session(editor, binary)
        session.program.send(editor.save)
        time.sleep(generator.uniform(0, 0.006))
        session.kill()
        text = session.text()
        torn += text != session.before and not (MARK in text and len(text) >= len(session.before))
        lost += not session.keeps_edit()
        session.close()
    return f"{torn}/40; {lost}/40"


def fill(path, isDone):
    """Takes every block of the disk, also those that are given back."""
    with open(path, "wb", buffering=0) as file:
        while not isDone.is_set():
            try:
                file.write(b"x" * 512)
            except OSError:
                time.sleep(0)


def disk_full(editor, binary):
    folder = tempfile.mkdtemp(prefix="setpoint-peers-")
    if os.geteuid() != 0 or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], check=False).returncode:
        return "not measured"
    try:
        session = Session(editor, binary, folder)
        isSaving = threading.Event()
        filler = threading.Thread(target=fill, args=(os.path.join(folder, "fill"), isSaving))
        filler.start()
        time.sleep(0.3)
        said = session.save()
        isSaving.set()
        filler.join()
        text = session.text()
        file = "new" if MARK in text else "old" if text == session.before else f"{len(text)} bytes"
        told = b"o space" in said or b"rror" in said
        session.kill()
        return f"{file}; {'yes' if told else 'no'}"
    finally:
        subprocess.run(["umount", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def changed_outside(editor, binary):
    session = Session(editor, binary)
    time.sleep(1.1)
    subprocess.run([binary, "set", session.path, "sun.sleep.cool=88"], capture_output=True, check=True,
                   env={"HOME": session.folder, "PATH": "/usr/bin:/bin"})
    session.program.receive(0.3, 0.1)
    said = session.save()
    text = session.text()
    result = "both are there" if b"88" in text and MARK in text else \
        "asked" if b"88" in text and (b"WARNING" in said or b"changed" in said or b"modified" in said) \
        else "overwritten" if b"88" not in text else "kept theirs"
    session.close()
    return result


def second_editor(editor, binary):
    session = Session(editor, binary)
    second = Program([*editor.command, "home.json"], session.folder,
                     environment={"SWIFT_BACKTRACE": "enable=no"})
    second.receive(0.5, 0.3)
    if editor.name == "setpoint":
        second.send(b"7")
    told = second.wait_for(editor.told_of_another, 1.0)
    second.end()
    session.close()
    return "yes" if told else "no"


def became_a_pipe(editor, binary):
    session = Session(editor, binary)
    os.unlink(session.path)
    os.mkfifo(session.path)
    session.program.receive(0.3, 0.1)
    session.program.send(editor.save)
    session.program.receive(0.3, 0.1)
    os.kill(session.program.process, signal.SIGTERM)
    ended = session.wait() is not None
    raw = not termios.tcgetattr(session.program.terminal)[3] & termios.ICANON
    session.close()
    return "yes" if ended and not raw else "no"


def window(editor, binary):
    session = Session(editor, binary)
    fcntl.ioctl(session.program.terminal, termios.TIOCSWINSZ,
                struct.pack("HHHH", 65535, 65535, 0, 0))
    limit = time.monotonic() + 10
    while time.monotonic() < limit and session.program.receive(1.0, 0.5):
        pass
    peak = session.program.status("VmHWM")
    lives = os.waitpid(session.program.process, os.WNOHANG)[0] == 0
    session.close()
    return f"lives, {peak >> 10} MiB" if lives and peak else "dies"


def blocked(editor, binary):
    session = Session(editor, binary)
    for _ in range(400):
        try:
            os.set_blocking(session.program.terminal, False)
            os.write(session.program.terminal, b"\x0c" * 20)
        except BlockingIOError:
            break
        time.sleep(0.002)
    time.sleep(0.5)
    os.kill(session.program.process, signal.SIGTERM)
    limit = time.monotonic() + 5
    ended = False
    while time.monotonic() < limit and not ended:
        ended = os.waitpid(session.program.process, os.WNOHANG)[0] != 0
        time.sleep(0.01)
    session.close()
    return "yes" if ended else "no"


def lacking(editor, binary, missing, shim):
    session = Session(editor, binary, environment={"LD_PRELOAD": shim, "MISSING": missing})
    session.save()
    saved = session.is_saved()
    session.close()
    return "yes" if saved else "no"


def mounted(editor, binary):
    if os.geteuid() != 0:
        return "not measured"
    folder = tempfile.mkdtemp(prefix="setpoint-peers-")
    other = os.path.join(folder, "other")
    path = os.path.join(folder, "home.json")
    subprocess.run([binary, "new", other], check=True, capture_output=True)
    open(path, "w").close()
    if subprocess.run(["mount", "--bind", other, path], check=False).returncode:
        return "not measured"
    try:
        session = Session(editor, binary, folder)
        session.save()
        asked = not session.is_saved()
        if asked:
            session.program.send(b"i")
            session.program.receive(0.3, 0.1)
        result = ("yes, asked" if asked else "yes") if session.is_saved() else "no"
        session.kill()
        return result
    finally:
        subprocess.run(["umount", path], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def group_kept(editor, binary):
    if os.geteuid() != 0:
        return "not measured"
    folder = tempfile.mkdtemp(prefix="setpoint-peers-")
    path = os.path.join(folder, "home.json")
    subprocess.run([binary, "new", path], check=True, capture_output=True)
    for name, mode in ((folder, 0o770), (path, 0o660)):
        os.chown(name, 12001, 13000)
        os.chmod(name, mode)
    session = Session(editor, binary, folder, prefix=(
        "setpriv", "--reuid=12002", "--regid=12002", "--groups=13000"))
    session.save()
    status = os.stat(path)
    result = "yes" if session.is_saved() and status.st_gid == 13000 and status.st_mode & 0o60 == 0o60 \
        else "no"
    session.close()
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--dynamic")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    shims = tempfile.mkdtemp(prefix="setpoint-shim-")
    shim = os.path.join(shims, "shim.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", shim,
                    os.path.join(HERE, "..", "Shims", "missing_calls.c"), "-ldl"], check=False)
    dynamic = os.path.abspath(options.dynamic) if options.dynamic and os.path.exists(shim) else None
    rows = [
        ("kill -9 at once: edit kept", lambda e: killed(e, binary, 0)),
        ("kill -9 after 6 s: edit kept", lambda e: killed(e, binary, 6)),
        (f"{len(SIGNALS)} signals: terminal restored; edit kept", lambda e: signalled(e, binary)),
        ("kill -9 while saving: file torn; edit in no file", lambda e: killed_while_saving(e, binary)),
        ("save while the disk fills: file; told", lambda e: disk_full(e, binary)),
        ("changed by another program, then saved", lambda e: changed_outside(e, binary)),
        ("second editor told of the first", lambda e: second_editor(e, binary)),
        ("file became a pipe: TERM ends it", lambda e: became_a_pipe(e, binary)),
        ("window of 65535 x 65535", lambda e: window(e, binary)),
        ("terminal takes no output: TERM ends it", lambda e: blocked(e, binary)),
        ("a file mounted on its own: saved", lambda e: mounted(e, binary)),
        ("a member of the group saves: group kept", lambda e: group_kept(e, binary)),
    ]
    for missing in ("locks", "links", "modes owners"):
        def row(editor, missing=missing):
            if dynamic is None:
                return "not measured"
            by = editors(dynamic)[0] if editor.name == "setpoint" else editor
            return lacking(by, binary, missing, shim)
        rows.append((f"file system without {missing.split()[0]}: saved", row))
    found = editors(binary)
    print("| fault | " + " | ".join(editor.name for editor in found) + " |")
    print("|---" * (len(found) + 1) + "|")
    for title, measure in rows:
        print(f"| {title} | " + " | ".join(measure(editor) for editor in found) + " |", flush=True)
    shutil.rmtree(shims)


if __name__ == "__main__":
    main()
