#!/usr/bin/env python3
"""Kills the program at every system call of a save in turn, with strace's fault injection.

    sweep.py BINARY

`setpoint set` is run under strace, which lets the n-th call of each kind that a save makes be its last
(SIGKILL), or fail (EIO, ENOSPC). The file must then be, byte for byte, the old one or the new one, the
next command must work, and a failure must be told with status 73 or 74 and leave the old file.
"""

import os
import shutil
import subprocess
import sys
import tempfile

CALLS = ["openat", "pwrite64", "write", "fsync", "fchmod", "pread64", "rename", "fcntl", "close",
         "unlink", "fgetxattr", "flistxattr", "readlink", "fstat", "newfstatat"]
FAULTS = ["signal=KILL", "error=EIO", "error=ENOSPC"]


def run(binary, folder, *arguments, trace=None):
    command = [binary, *arguments]
    if trace:
        command = ["strace", "-f", "-o", os.path.join(folder, "trace"), "-e", "trace=" + trace[0],
                   "-e", f"inject={trace[0]}:{trace[1]}:when={trace[2]}", *command]
    return subprocess.run(
        command, cwd=folder, env={"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                                  "SWIFT_BACKTRACE": "enable=no"},
        capture_output=True, check=False)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def main():
    binary = os.path.abspath(sys.argv[1])
    if shutil.which("strace") is None:
        print("sweep: strace is not installed; left out")
        return 0
    probe = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        print("sweep: strace may not trace here; left out")
        return 0
    folder = tempfile.mkdtemp(prefix="setpoint-sweep-")
    path = os.path.join(folder, "home.json")
    run(binary, folder, "new", "home.json")
    old = read(path)
    run(binary, folder, "set", "home.json", "104=64")
    new = read(path)
    runs = kills = told = torn = wrong = 0
    for call in CALLS:
        for fault in FAULTS:
            for when in range(1, 80):
                for name in os.listdir(folder):
                    if name != ".local":
                        os.unlink(os.path.join(folder, name))
                with open(path, "wb") as file:
                    file.write(old)
                result = run(binary, folder, "set", "home.json", "104=64",
                             trace=(call, fault, when))
                if b"INJECTED" not in read(os.path.join(folder, "trace")) and \
                        b"killed by SIGKILL" not in read(os.path.join(folder, "trace")):
                    break
                runs += 1
                killed = fault.startswith("signal")
                kills += killed
                text = read(path)
                if text not in (old, new):
                    torn += 1
                    print(f"torn: {call} {when} {fault}")
                if not killed and result.returncode != 0:
                    told += 1
                    # Without a word: standard error itself failed, when all was done.
                    if text != old and result.stderr:
                        wrong += 1
                        print(f"wrong: {call} {when} {fault}: told as failed, but written")
                after = run(binary, folder, "set", "home.json", "104=65")
                if after.returncode != 0:
                    wrong += 1
                    print(f"wrong: {call} {when} {fault}: then {after.stderr.decode()}")
    shutil.rmtree(folder)
    print(f"sweep: {runs} faults at system calls, {kills} of them kills, {told} told as failures; "
          f"torn files: {torn}  wrong: {wrong}")
    return 1 if torn or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
