"""zigbee2mqtt's real converters accept our messages, and the report of a valve that stores them is our week again.

The converters are those of Koenkk/zigbee-herdsman-converters and zigbee-herdsman, made a program by esbuild. They come
from GitHub, or from checkouts of both in the folder that SETPOINT_CONVERTERS names.
"""

# heavy
# optional
# environment: light
# apt: esbuild nodejs node-iconv-lite node-semver

import json
import os
import pathlib
import shutil
import subprocess
import zlib

from common import BOTH, HEAT, Check, not_run, one_value, random_week, same

VERSIONS = {"zigbee-herdsman-converters": "v26.99.0", "zigbee-herdsman": "v10.9.0"}
ENTRY = """
export * as index from "./zigbee-herdsman-converters/src/index";
export * as Zcl from "./zigbee-herdsman/src/zspec/zcl";
import * as bosch from "./zigbee-herdsman-converters/src/devices/bosch";
import * as danfoss from "./zigbee-herdsman-converters/src/devices/danfoss";
import * as saswell from "./zigbee-herdsman-converters/src/devices/saswell";
import * as sber from "./zigbee-herdsman-converters/src/devices/sber";
import * as sonoff from "./zigbee-herdsman-converters/src/devices/sonoff";
import * as tuya from "./zigbee-herdsman-converters/src/devices/tuya";
export const devices = {bosch, danfoss, saswell, sber, sonoff, tuya};
"""
# What the radio needs is never asked for.
OTHERS = "@serialport/* @date-fns/* slip debounce bonjour-service bonjour-service/* zigbee-on-host zigbee-on-host/* fast-deep-equal*"
# A kind of device, its model there, the grid of times, the step and the range of temperatures.
KINDS = [
    ("zigbee2mqtt", "BTH-RM230Z", 1, 1, (70, 300)),
    ("bosch-rm", "BTH-RM230Z", 1, 5, (50, 300)),
    ("danfoss-ally", "014G2461", 1, 5, (50, 350)),
    ("sonoff-trvzb", "TRVZB", 1, 5, (40, 350)),
    ("sonoff-trv-zbt", "TRV-ZBT", 1, 5, (50, 300)),
    ("sonoff-trv-zbt", "TP-WGZBA", 1, 5, (50, 300)),
    ("sber", "SBDV-00205", 1, 5, (20, 350)),
    ("saswell", "SEA801-Zigbee/SEA802-Zigbee", 1, 5, (50, 300)),
    ("tuya", "TS0601_thermostat_2", 1, 1, (50, 350)),
    ("tuya-6", "TS0601_thermostat_3", 1, 1, (50, 350)),
    ("tuya-8", "AR331Pro", 1, 1, (50, 350)),
    ("trv602z", "TRV602Z", 1, 1, (50, 255)),
    ("trv603-wz", "TRV603-WZ", 10, 5, (50, 350)),
    ("tuya-until", "TV02-Zigbee", 10, 5, (50, 300)),
    ("tuya-workdays", "TS0601_thermostat", 1, 10, (50, 340)),
]


def converters():
    """The program that esbuild makes of the converters; None if that fails."""
    cache = pathlib.Path(os.environ["INTEROP_CACHE"]) / "converters"
    made = cache / "-".join([*VERSIONS.values(), f"{zlib.crc32(ENTRY.encode()):x}"]) / "converters.js"
    if made.exists():
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    given = os.environ.get("SETPOINT_CONVERTERS")
    for name, version in VERSIONS.items():
        target = made.parent / name
        if given and (pathlib.Path(given) / name).exists():
            shutil.copytree(pathlib.Path(given) / name, target, dirs_exist_ok=True)
        elif not target.exists() and subprocess.run(
            ["git", "clone", "-q", "--depth", "1", "-b", version, f"https://github.com/Koenkk/{name}", target],
            capture_output=True, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, check=False,
        ).returncode:
            return None
    (made.parent / "zigbee-herdsman-converters/src/models-index.json").write_text("{}")
    package = made.parent / "node_modules/zigbee-herdsman"
    package.mkdir(parents=True, exist_ok=True)
    (package / "package.json").write_text('{"name": "zigbee-herdsman", "main": "dist/index.ts"}')
    if not (package / "dist").exists():
        (package / "dist").symlink_to(made.parent / "zigbee-herdsman/src")
    (made.parent / "entry.ts").write_text(ENTRY)
    done = subprocess.run(
        ["esbuild", "entry.ts", "--bundle", "--platform=node", "--target=node18", "--log-level=error",
         f"--outfile={made}", *(f"--external:{name}" for name in OTHERS.split())],
        cwd=made.parent, env=environment, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stderr[-1000:]
    return made


environment = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}
if not shutil.which("esbuild") or not shutil.which("node"):
    not_run("zigbee2mqtt_converter", "there is no esbuild or no node")
program = converters()
if program is None:
    not_run("zigbee2mqtt_converter", "the converters cannot be had; SETPOINT_CONVERTERS names a folder with both")
node = subprocess.Popen(
    ["node", pathlib.Path(__file__).parent / "converter.cjs", program],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
)


def told(model, text):
    """What the bridge publishes once a valve was sent the messages of an export."""
    messages = [json.loads(line) for line in text.splitlines()]
    node.stdin.write(json.dumps({"model": model, "messages": messages}) + "\n")
    node.stdin.flush()
    answer = json.loads(node.stdout.readline())
    assert "error" not in answer, f"{model}: {answer['error']}"
    return "".join(json.dumps(state) + "\n" for state in answer["states"])


def like_workdays(week, rng):
    """The week with one program for five or six days and one for the others."""
    count = rng.choice([5, 6])
    week.days = [week.days[0]] * count + [week.days[6]] * (7 - count)
    return week


check = Check(
    "zigbee2mqtt_converter", ", ".join(f"{name} {version[1:]}" for name, version in VERSIONS.items())
)
for index in range(check.options.count):
    for kind, model, grid, step, heat in KINDS:
        sides = BOTH if kind == "zigbee2mqtt" else HEAT
        week = random_week(
            check.rng, "C", grid=grid, step=step, heat=heat, cool=(356, 370), gap=1, sides=[BOTH, sides])
        if kind == "tuya-workdays":
            like_workdays(week, check.rng)
        flags = ["--to", "zigbee2mqtt", "--device", kind]
        text = check.export(week, *flags, *(week.dropping if sides == HEAT else []))

        def verify(text, week):
            flags = ["--from", "zigbee2mqtt", "--device", kind]
            got = check.imported(told(model, text), *flags, suffix=".jsonl")
            return same(next(iter(got.values())), week, sides)

        digit = rb'heatSetpoint":(\d+)' if b"heatSetpoint" in text else rb"/(\d+)"
        check.run(week, text, verify, one_value(digit))
check.finish()
