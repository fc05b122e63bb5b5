"""zigpy and tshark decode our frames, and zigpy builds the same bytes from our ZHA action."""

# environment: light
# packages: zigpy==2.4.0 pyyaml
# apt: tshark

import json
import re
import subprocess

from common import BOTH, COOL, DAYS, HEAT, Check, clock, equal, not_run, one_value, random_week, version

try:
    import yaml
    from zigpy.zcl import foundation
    from zigpy.zcl.clusters.hvac import Thermostat
except ImportError as error:
    not_run("zcl", error)

try:
    tshark = subprocess.run(["tshark", "--version"], capture_output=True, text=True).stdout
    tshark = re.search(r"TShark[^0-9]*([0-9.]+)", tshark)[1]
except (OSError, TypeError) as error:
    tshark = None

SCHEMA = Thermostat.ServerCommandDefs.set_weekly_schedule.schema
BITS = {"sunday": 1, "monday": 2, "tuesday": 4, "wednesday": 8, "thursday": 16, "friday": 32}
BITS["saturday"] = 64
MODES = {BOTH: 3, HEAT: 1, COOL: 2}


def hundredths(tenths, unit):
    """Hundredths of °C, half away from zero."""
    if unit == "C":
        return tenths * 10
    product = (tenths - 320) * 50
    return (product + 4) // 9 if product >= 0 else -((-product + 4) // 9)


def expected(week, sides):
    """For each day the values of its command."""
    return {
        day: [
            value
            for row in rows
            for value in [row.time] + [hundredths(getattr(row, s), week.unit) for s in sides]
        ]
        for day, rows in zip(DAYS, week.days)
    }


def with_zigpy(frames, week, sides):
    found = {}
    for frame in frames:
        header, rest = foundation.ZCLHeader.deserialize(frame)
        equal(header.command_id, 1, "command")
        equal(bool(header.frame_control.is_cluster), True, "frame type")
        command, rest = SCHEMA.deserialize(rest)
        equal(rest, b"", "bytes after the command")
        equal(int(command.mode_for_sequence), MODES[sides], "mode")
        values = [int(value) for value in command.values]
        equal(len(values), int(command.num_transitions_for_sequence) * (1 + len(sides)), "count")
        for day in DAYS:
            if int(command.day_of_week_for_sequence) & BITS[day]:
                assert day not in found, f"{day} twice"
                found[day] = values
    equal(found, expected(week, sides), "zigpy")
    return sum(len(values) for values in found.values())


def packet(frame):
    """The frame in an APS, a NWK and an IEEE 802.15.4 header."""
    mac = bytes.fromhex("6188" "01" "3412" "0100" "0000")
    nwk = bytes.fromhex("4800" "0100" "0000" "1e" "01")
    aps = bytes.fromhex("00" "01" "0102" "0401" "01" "01")
    return mac + nwk + aps + frame


def with_tshark(frames, week, sides):
    dump = "".join(
        "0000 " + " ".join(f"{byte:02x}" for byte in packet(frame)) + "\n\n" for frame in frames
    )
    pcap = f"{check.folder.name}/zcl.pcap"
    subprocess.run(
        ["text2pcap", "-q", "-l", "230", "-", pcap],
        input=dump.encode(),
        check=True,
        capture_output=True,
    )
    text = subprocess.run(
        ["tshark", "-r", pcap, "-T", "json"], check=True, capture_output=True
    ).stdout
    found = {}
    for shown in json.loads(text, object_pairs_hook=lambda pairs: pairs):
        fields = list(flatten(shown))
        assert not any("malformed" in key.lower() for key, _ in fields), fields
        minutes = [int(float(value)) // 60 for value in column(fields, "time")]
        degrees = [[round(float(value) * 100) for value in column(fields, side)] for side in sides]
        days = [
            day
            for day in DAYS
            if any(key.endswith(f".{day}") and value == "1" for key, value in fields)
        ]
        columns = [minutes, *degrees]
        values = [value for row in zip(*columns) for value in row]
        equal(len(minutes) * len(columns), len(values), "columns")
        for day in days:
            found[day] = values
    equal(found, expected(week, sides), "tshark")
    return sum(len(values) for values in found.values())


def flatten(pairs):
    for key, value in pairs:
        if isinstance(value, list) and value and isinstance(value[0], tuple):
            yield from flatten(value)
        elif isinstance(value, str):
            yield key, value


def column(fields, name):
    return [value for key, value in fields if key == f"zbee_zcl_hvac.thermostat.{name}"]


def verify_for(sides, action=None):
    def verify(text, week):
        frames = [bytes.fromhex(line) for line in text.decode().split()]
        values = with_zigpy(frames, week, sides)
        if tshark:
            values += with_tshark(frames, week, sides)
        if action:
            built = [SCHEMA(**call["data"]["params"]).serialize() for call in yaml.safe_load(action)]
            values += equal(built, [frame[3:] for frame in frames], "ZHA action")
        return values

    return verify


check = Check("zcl", f"{version('zigpy')}, " + (f"tshark {tshark}" if tshark else "tshark not run"))
for index in range(check.options.count):
    unit = "FC"[index % 2]
    heat, cool = ((450, 850), (620, 890)) if unit == "F" else ((70, 300), (160, 320))
    gap = 45 if unit == "F" else 25
    allowed = [BOTH, HEAT, COOL] if index % 3 else [BOTH, HEAT]
    week = random_week(check.rng, unit, step=1, heat=heat, cool=cool, gap=gap, sides=allowed)
    if index % 3:
        flags = ["--program", "both" if week.sides == BOTH else week.sides[0]]
        sides = week.sides
    else:
        flags = week.dropping
        sides = HEAT
    action = check.export(week, "--to", "zcl/zha", *flags, "--target", "00:11:22:33:44:55:66:77")
    wrong = lambda text: text[:12] + (b"00" if text[12:14] != b"00" else b"01") + text[14:]
    check.run(
        week, check.export(week, "--to", "zcl", *flags), verify_for(sides, action),
        wrong,
        one_value(rb"^.{16}(..)"),
    )
check.finish()
