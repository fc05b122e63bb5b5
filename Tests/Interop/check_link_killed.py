"""A push to a bacpypes3 device is killed at each of its system calls, and at each of setpoint-link's.

Each day of the device is then the old or the new one; the next push makes it the new one and an undo the old one.
"""

# heavy
# environment: light
# packages: bacpypes3==0.0.110
# apt: strace

import collections
import os
import pathlib
import re
import shutil
import subprocess
import time

from common import Check, equal, not_run, random_week
from links import setpoint

try:
    from bacnet_device import Device
except ImportError as error:
    not_run("link_killed", error)
if not shutil.which("strace"):
    not_run("link_killed", "there is no strace")

check = Check("link_killed", "bacpypes3, strace")
device = Device()
folder = pathlib.Path(check.folder.name)
state = folder / "setpoint" / "links"
files = []
for name in ("old", "new"):
    files.append(folder / f"{name}.json")
    files[-1].write_text(random_week(check.rng, "C", cool=(250, 350), heat=(70, 240)).document())
old_file, new_file = map(str, files)


def held_by(file):
    setpoint(check, "push", file, device.link, "--yes", "--replace")
    return device.holds()


old, new = held_by(old_file), held_by(new_file)
# The traced program: setpoint itself, or setpoint-link, which announces itself first.
link = folder / "link"


def traced(target, *more):
    return ["strace", "-o", str(folder / "calls"), *more, target]


def wrap(command):
    words = " ".join(f"'{word}'" for word in command)
    link.write_text(f"#!/bin/sh\necho $$ >'{folder}/pid'\nexec {words} \"$@\"\n")
    link.chmod(0o755)


def push(isLink, *more):
    """A push of the new week, with one program traced."""
    other = check.options.binary + "-link"
    wrap(traced(other, *more) if isLink else [other])
    words = ["push", new_file, device.link, "--yes", "--timeout", "10"]
    command = [check.options.binary, *words] if isLink else traced(check.options.binary, *more) + words
    environment = {**os.environ, "XDG_STATE_HOME": str(folder), "SETPOINT_LINK": str(link)}
    subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env=environment, check=False)
    # The other program finishes its work.
    pid = (folder / "pid").read_text().strip() if (folder / "pid").exists() else None
    while pid and os.path.exists(f"/proc/{pid}"):
        time.sleep(0.005)
    (folder / "pid").unlink(missing_ok=True)


def reset():
    shutil.rmtree(state, ignore_errors=True)
    device.give(old)
    equal(device.holds(), old, "the device before the push")


def calls():
    """The calls that were traced, each with how many of its name there were up to it."""
    counts = collections.Counter()
    for line in (folder / "calls").read_text().splitlines():
        if name := re.match(r"(\w+)\(", line):
            counts[name[1]] += 1
            yield name[1], counts[name[1]]


def kill(isLink, call, number):
    """Kills at a call; returns how many days are new then, and whether the call came."""
    reset()
    # strace cannot inject SIGKILL; this signal has no handler and ends the program just as hard.
    push(isLink, "-e", f"inject={call[0]}:signal=XCPU:when={call[1]}")
    what = f"{'setpoint-link' if isLink else 'setpoint'}, {call[0]} {call[1]}"
    last = (folder / "calls").read_text().splitlines()[-1]
    isKilled = "killed by SIGXCPU" in last
    assert isKilled or "exited with" in last, f"{what}: {last}"
    parts = 0
    for held, before, after in zip(device.holds(), old, new):
        for day in range(7):
            assert held[day] in (before[day], after[day]), f"{what}: a day is neither old nor new"
            parts += held[day] == after[day]
    if number % 2:
        setpoint(check, "push", new_file, device.link, "--yes")
        equal(device.holds(), new, f"{what}: after the next push")
        setpoint(check, "push", "--undo", device.link, "--yes")
    elif state.exists() and list(state.glob("*.setpoint-kept")):
        setpoint(check, "push", "--undo", device.link, "--yes")
    equal(device.holds(), old, f"{what}: after an undo")
    return parts, isKilled


mixed = killed = 0
for isLink in (False, True):
    reset()
    push(isLink)
    equal(device.holds(), new, "after a complete push")
    all_calls = list(calls())
    # The end itself cannot be cut short.
    all_calls = [call for call in all_calls if call[0] not in ("exit_group", "execve")]
    count = min(len(all_calls), 3 if check.options.sabotage else check.options.count)
    for number in range(count):
        parts, isKilled = kill(isLink, all_calls[number * len(all_calls) // count], number)
        mixed += 0 < parts < 14
        killed += isKilled
        check.schedules += 1
        check.values += 14
    check.program += f"; {count} of {len(all_calls)} calls of {'setpoint-link' if isLink else 'setpoint'}"
# A few calls that only wait do not come in each run.
assert killed > 0.8 * check.schedules, f"{killed} of {check.schedules} were killed"
check.program += f"; {killed} killed, {mixed} left a mixture"
check.finish()
