"""bacpypes3 and tshark decode our Weekly_Schedule values."""

# environment: light
# packages: bacpypes3==0.0.110
# apt: tshark

import re
import struct
import subprocess

from common import BOTH, COOL, DAYS, HEAT, Check, equal, not_run, one_value, random_week, same, version

try:
    from bacpypes3.basetypes import DailySchedule
    from bacpypes3.constructeddata import ArrayOf
    from bacpypes3.pdu import PDUData
    from bacpypes3.primitivedata import Real, TagList, Time
except ImportError as error:
    not_run("bacnet", error)

try:
    tshark = subprocess.run(["tshark", "--version"], capture_output=True, text=True).stdout
    tshark = re.search(r"TShark[^0-9]*([0-9.]+)", tshark)[1]
except (OSError, TypeError) as error:
    tshark = None


def single(tenths):
    """The IEEE single next to a number of tenths."""
    return struct.unpack(">f", struct.pack(">f", tenths / 10))[0]


def with_bacpypes(value, week, side):
    days = ArrayOf(DailySchedule).decode(TagList.decode(PDUData(value)))
    equal(len(days), 7, "days")
    count = 0
    for index, day in enumerate(days):
        found = []
        for item in day.daySchedule:
            hour, minute, second, part = item.time
            equal((second, part), (0, 0), "seconds")
            found.append((hour * 60 + minute, float(item.value.get_value())))
        wanted = [(row.time, single(getattr(row, side))) for row in week.entries(index)]
        equal(found, wanted, "bacpypes3")
        count += 2 * len(found)
    return count


def with_tshark(value, week, side):
    # A WriteProperty request for property 123 of Schedule 1, over BACnet/IP.
    apdu = bytes.fromhex("0005010f" "0c04400001" "197b" "3e") + value + bytes.fromhex("3f")
    packet = bytes([0x81, 0x0A]) + struct.pack(">H", len(apdu) + 6) + bytes([1, 4]) + apdu
    pcap = f"{check.folder.name}/bacnet.pcap"
    dump = "".join(
        f"{i:06x} " + " ".join(f"{byte:02x}" for byte in packet[i : i + 16]) + "\n"
        for i in range(0, len(packet), 16)
    )
    command = ["text2pcap", "-q", "-u", "47808,47808", "-", pcap]
    subprocess.run(command, input=dump.encode(), check=True, capture_output=True)
    text = subprocess.run(["tshark", "-r", pcap, "-V"], capture_output=True, text=True, check=True)
    assert "Malformed" not in text.stdout, "tshark calls it malformed"
    days = re.findall(r"^ {4}(\w+day)$", text.stdout, re.M)
    equal(days, [day.title() for day in DAYS], "tshark days")
    times = re.findall(r"Time: .* = (\d\d):(\d\d):00\.0$", text.stdout, re.M)
    reals = re.findall(r"Value: (-?[0-9.]+) \(Real\)", text.stdout)
    wanted = [row for day in range(7) for row in week.entries(day)]
    equal([int(h) * 60 + int(m) for h, m in times], [row.time for row in wanted], "tshark times")
    near = [round(float(real) * 10) for real in reals]
    equal(near, [getattr(row, side) for row in wanted], "tshark values")
    return 2 * len(wanted)


def verify(text, week):
    lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
    equal(len(lines), len(week.sides), "properties")
    count = 0
    for side, line in zip(week.sides, lines):
        value = bytes.fromhex(line)
        count += with_bacpypes(value, week, side)
        if tshark:
            count += with_tshark(value, week, side)
    return count + same(next(iter(check.imported(text, "--from", "bacnet").values())), week)


check = Check("bacnet", f"{version('bacpypes3')}, " + (f"tshark {tshark}" if tshark else "tshark not run"))
for index in range(check.options.count):
    week = random_week(check.rng, "FC"[index % 2], step=1, sides=[BOTH, HEAT, COOL])
    text = check.export(week, "--to", "bacnet")
    check.run(
        week, text, verify,
        lambda text: text.replace(b"b4", b"b417", 1),
        one_value(rb"b4.{8}44(.{8})"),
    )
check.finish()
