#!/usr/bin/env python3
"""Works on a document where things are not as usual: file systems, terminals, memory, writes in pieces.

    places.py BINARY [--dynamic BINARY]

    file systems   new, set, edit and save, save-copy, export -o, merge and a recovery after kill -9, on ext4, FAT
                   and exFAT, each in a file of its own that is mounted (root; status 77 where that is not possible)
    terminals      33 values of TERM: an edit is saved and the terminal given back, or the editor says why it
                   cannot be used
    memory         the same lines of `edit --prompt` in address spaces from too small to enough: the file is whole,
                   and what was answered before the last line is there for `recover`
    short writes   every command of the sweep without a screen, with writes of at most 7 bytes, by Tests/Shims (needs a dynamically
                   linked program, --dynamic)
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Terminal"))
from pty_program import Program  # noqa: E402
import sweep  # noqa: E402

# How each is made, and what mounts it in the user's space where the system has no such file system of its own.
FILE_SYSTEMS = {"ext4": (["mkfs.ext4", "-q"], None), "vfat": (["mkfs.vfat"], None),
                "exfat": (["mkfs.exfat"], "mount.exfat-fuse")}
# How the editor says that a terminal cannot be used.
REFUSAL = b"works without a screen"
TERMS = ["xterm-256color", "xterm", "xterm-color", "tmux-256color", "screen", "screen-256color", "linux", "vt100",
         "vt102", "vt220", "vt52", "ansi", "rxvt", "rxvt-unicode-256color", "konsole-256color", "gnome-256color",
         "st-256color", "alacritty", "kitty", "foot", "putty", "putty-256color", "cygwin", "Eterm", "sun", "wyse60",
         "hp2392", "hurd", "mach", "dumb", "nosuch", "", "\x1b[31m"]


def environment(folder):
    return {"HOME": folder, "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def edited(binary, folder, keys=b"\x1bOC64\r\x13", term="xterm-256color", ready=b"quit"):
    """An editor on a terminal, with keys typed; None where it does not come up."""
    program = Program([binary, "edit", "home.json"], folder,
                      environment={"TERM": term, "SWIFT_BACKTRACE": "enable=no"})
    program.waits(lambda: ready in program.output or REFUSAL in program.output)
    if ready not in program.output:
        return program, False
    program.send(keys)
    return program, True


def work(binary, folder):
    """What goes wrong with a document in a folder."""
    problems = []

    def run(*arguments, status=0, typed=None):
        result = subprocess.run([binary, *arguments], cwd=folder, env=environment(folder), input=typed,
                                capture_output=True, check=False, timeout=60)
        if result.returncode != status:
            problems.append(f"{' '.join(arguments)}: {result.returncode} {result.stderr.decode()!r}")
        return result.stdout.decode()

    run("new", "home.json")
    run("set", "home.json", "tue.wake.heat=66")
    shutil.copy(folder + "/home.json", folder + "/base.json")
    program, isUp = edited(binary, folder)
    if not isUp or not program.wait_for("saved home.json"):
        problems.append(f"edit and save: {program.output[-300:]!r}")
    program.send(b":save-copy copy.json\r")
    program.rests()
    program.send(b"q")
    program.wait_for_end()
    program.end()
    if "64" not in run("get", "home.json", "mon.wake.heat") or "64" not in run("get", "copy.json", "mon.wake.heat"):
        problems.append("what was saved is not there")
    run("export", "home.json", "--to", "csv", "-o", "out.csv")
    run("export", "home.json", "--to", "csv", "-o", "out.csv", status=73)
    shutil.copy(folder + "/base.json", folder + "/theirs.json")
    run("set", "theirs.json", "sun.sleep.cool=80")
    run("merge", "base.json", "home.json", "theirs.json")
    program, isUp = edited(binary, folder, b"\x1bOC61\r")
    program.rests()
    program.end()
    if "64 -> 61" not in run("recover", "home.json"):
        problems.append("recover lists nothing")
    run("recover", "home.json", "--apply")
    if run("get", "home.json", "mon.wake.heat", "sun.sleep.cool", "tue.wake.heat").split()[1::2] != ["61", "80", "66"]:
        problems.append("merged or recovered wrong")
    left = [name for name in os.listdir(folder) if name.endswith("setpoint-tmp")]
    return problems + ([f"left: {left}"] if left else [])


def is_mounted(command):
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def on_file_systems(binary):
    """How many file systems fail, and the names of those that cannot be mounted."""
    failed, left = 0, []
    for name, (make, mounter) in FILE_SYSTEMS.items():
        folder = tempfile.mkdtemp(prefix="setpoint-places-")
        image, place = folder + "/image", folder + "/place"
        os.mkdir(place)
        mounted, device = False, None
        try:
            with open(image, "wb") as file:
                file.truncate(64 << 20)
            try:
                subprocess.run([*make, image], check=True, capture_output=True)
                mounted = is_mounted(["mount", "-o", "loop", "-t", name, image, place])
                if not mounted and mounter:
                    device = subprocess.run(["losetup", "-f", "--show", image], capture_output=True, text=True,
                                            check=True).stdout.strip()
                    mounted = is_mounted([mounter, device, place])
            except (OSError, subprocess.CalledProcessError):
                pass
            if not mounted:
                left.append(name)
                continue
            problems = work(binary, place)
            print(f"{name}: {problems or 'all as usual'}")
            failed += bool(problems)
        finally:
            if mounted:
                subprocess.run(["umount", place], check=False)
            if device:
                subprocess.run(["losetup", "-d", device], check=False)
            shutil.rmtree(folder, ignore_errors=True)
    return failed, left


def on_terminals(binary):
    failed = used = 0
    for term in TERMS:
        folder = tempfile.mkdtemp(prefix="setpoint-places-")
        try:
            subprocess.run([binary, "new", "home.json"], cwd=folder, env=environment(folder), check=True,
                           capture_output=True)
            program, isUp = edited(binary, folder, keys=b"", term=term)
            problems = []
            if isUp:
                used += 1
                # Not by an arrow's bytes, which differ: by the editor's own line.
                program.send(b":mon.wake.heat=64\r\x13")
                program.rests()
                program.send(b"q")
            status = program.wait_for_end()
            if status != (0 if isUp else 64):
                problems.append(f"status {status}")
            settings = subprocess.run(["stty", "-a"], stdin=program.terminal, capture_output=True, check=False)
            if b" icanon" not in settings.stdout or b" echo " not in settings.stdout:
                problems.append("the line settings are not given back")
            text = subprocess.run([binary, "get", "home.json", "mon.wake.heat"], cwd=folder,
                                  env=environment(folder), capture_output=True, check=False).stdout
            if isUp and text != b"64\n":
                problems.append("not saved")
            if not isUp and (REFUSAL not in program.output or b"\x1b" in program.output):
                problems.append(f"no good refusal: {program.output!r}")
            if problems:
                print(f"TERM={term!r}: {problems}")
            failed += bool(problems)
            program.end()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"terminals: {len(TERMS)}, {used} of them usable; failed {failed}")
    return failed


def in_memory(binary):
    failed = runs = ended = answered = 0
    typed = "".join(f"tue.wake.heat={45 + number % 30}\n" for number in range(60))
    for limit in range(8, 264, 8):
        folder = tempfile.mkdtemp(prefix="setpoint-places-")
        try:
            subprocess.run([binary, "new", "home.json"], cwd=folder, env=environment(folder), check=True,
                           capture_output=True)
            before = open(folder + "/home.json", "rb").read()

            def bound(size=limit << 20):
                resource.setrlimit(resource.RLIMIT_AS, (size, size))

            result = subprocess.run([binary, "edit", "--prompt", "home.json"], cwd=folder, input=typed.encode(),
                                    env=environment(folder), capture_output=True, check=False, preexec_fn=bound,
                                    timeout=60)
            runs += 1
            # An edit is in the journal before the next line is read.
            kept = max(0, result.stdout.count(b"; undo reverts") - 1)
            answered += kept > 0
            ended += result.returncode not in (0, 74)
            problems = []
            if open(folder + "/home.json", "rb").read() != before:
                problems.append("the file was changed")
            if kept > 0:
                listing = subprocess.run([binary, "recover", "home.json"], cwd=folder, env=environment(folder),
                                         capture_output=True, check=False)
                if b"Tuesday wake heat 70 -> " not in listing.stdout:
                    problems.append(f"lost: {kept} answered, {listing.stderr!r}")
            if problems:
                print(f"{limit} MiB: {problems}")
            failed += bool(problems)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"memory: {runs} address spaces, in {ended} the program ended early, in {answered} it answered edits; "
          f"failed {failed}")
    return failed or not answered


def short_writes(dynamic):
    folder = tempfile.mkdtemp(prefix="setpoint-places-")
    failed = 0
    try:
        shim = folder + "/shim.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", shim, HERE + "/../Shims/missing_calls.c"], check=True)
        commands = [command for command in sweep.COMMANDS if not command.keys]
        for command in commands:
            place = tempfile.mkdtemp(prefix="setpoint-places-", dir=folder)
            one = sweep.Sweep(dynamic, command, place)
            one.prepare()
            result = subprocess.run(
                [dynamic, *command.arguments], cwd=one.work, input=command.typed, capture_output=True, check=False,
                env=dict(one.environment, LD_PRELOAD=shim, MISSING="whole-writes"), timeout=120)
            if command.recovers and not command.applies:
                one.run(["recover", "home.json", "--apply"])
            if result.returncode != one.whole.returncode or result.stdout != one.whole.stdout \
                    or sweep.read(one.path) != one.new:
                failed += 1
                print(f"short writes: {command.name}: {result.returncode} {result.stderr!r}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"short writes: {len(commands)} commands; failed {failed}")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--dynamic")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    failed, left = on_file_systems(binary)
    failed += on_terminals(binary) + in_memory(binary)
    if options.dynamic:
        failed += short_writes(os.path.abspath(options.dynamic))
    if left:
        print("not run, since they cannot be mounted here: " + ", ".join(left))
    return 1 if failed else 77 if left else 0


if __name__ == "__main__":
    sys.exit(main())
