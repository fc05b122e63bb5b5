"""setpoint-link writes our weeks into the Schedule objects of a bacpypes3 device, and reads them back.

The state of the device is read from its objects, not from the wire. It is also asked for an object that it lacks,
and for a device that it is not. Weeks with gaps (days that begin late, NULL, empty days) are pulled and compared, in
each minute, with the results of the device's own interpreter and Schedule_Default.
"""

# environment: light
# packages: bacpypes3==0.0.110

import json
import pathlib
import tempfile

from common import BOTH, HEAT, Check, clock, equal, not_run, one_value, random_week, version
from links import Link, Refused, carried, setpoint

try:
    from bacnet_device import Device
    from bacpypes3.basetypes import DailySchedule
    from bacpypes3.primitivedata import Null, Real
except ImportError as error:
    not_run("link_bacnet", error)

check = Check("link_bacnet", version("bacpypes3"))
device = Device()
for wrong in ("4711/schedule/1,3", "4712/schedule/1"):
    try:
        Link(check, f"bacnet://127.0.0.1:{device.port}/{wrong}").read()
    except Refused as refusal:
        assert "object/unknown-object" in refusal.args[0]["message"], refusal
    else:
        raise AssertionError(f"{wrong} was read")


def verify(text, week):
    # One schedule object of the two, for a week that only heats.
    link = Link(check, device.link if week.sides == BOTH else device.heat_link)
    link.write(text)
    lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
    read = [line for line in link.read()["program"].splitlines() if not line.startswith("#")]
    equal(read, lines, "the program read")
    values = 0
    for instance, side in enumerate(week.sides, 1):
        for day in range(7):
            entries = week.entries(day)
            held = device.day(instance, day)
            equal(len(held), len(entries), "entries")
            for (at, value), row in zip(held, entries):
                values += equal(at, row.time, "time")
                values += equal(round(value * 10), getattr(row, side), side)
    return values


# Devices on a slower wire accept only shorter messages, so a week is sent and received day by day.
for longest in (None, 206, 128):
    if longest:
        device = Device(longest)
    for _ in range(check.options.count if longest is None else max(2, check.options.count // 10)):
        week = random_week(check.rng, check.rng.choice("CF"), sides=[BOTH, HEAT])
        text = check.export(week, "--to", "bacnet")
        check.run(week, text, verify, one_value(rb"\n0eb4\d{8}44([0-9a-f]{3})"))


def change(instance=2):
    device.schedules[instance].weeklySchedule[6].daySchedule[1].value = Real(99.0)


def gaps(rng):
    """A week of at most three entries a day, some of them NULL, and a Schedule_Default."""
    kinds = [
        [
            (at, None if rng.random() < 0.4 else rng.randrange(100, 500) / 10)
            for at in sorted(rng.sample(range(1440), rng.randrange(4)))
        ]
        for _ in range(4)
    ]
    return [rng.choice(kinds) for _ in range(7)], rng.randrange(50, 200) / 10


def pulled(*flags, status=0):
    file = pathlib.Path(check.folder.name) / "gaps.json"
    file.unlink(missing_ok=True)
    link = device.link.replace("1,2", "1")
    setpoint(check, "pull", link, "-o", str(file), *flags, status=status)
    if status:
        return None
    document = json.loads(file.read_text())
    return document["schedules"][0]["days"]


def at(days, day, minute):
    rows = [row for row in days[day].values() if row["time"] <= clock(minute)]
    return (rows or list(days[day - 1].values()))[-1]["heat"]


device = Device()
if not check.options.sabotage:
    for _ in range(check.options.count):
        week, default = gaps(check.rng)
        device.give_gaps(week, default)
        days = list(pulled().values())
        check.schedules += 1
        for minute in range(7 * 1440):
            place = divmod(minute, 1440)
            check.values += equal(at(days, *place), device.in_force(*place), f"{week} {default} {place}")
    device.schedules[1].scheduleDefault = Null(())
    device.schedules[1].weeklySchedule = [DailySchedule(daySchedule=[])] * 7
    pulled(status=1)
    pulled("--gaps", "16")

link = Link(check, device.link)
for unit, cool in (("C", (200, 350)), ("F", (680, 950))):
    device.use(unit)
    check.values += carried(check, device.link, random_week(check.rng, unit, cool=cool), change)
    week = random_week(check.rng, unit, heat=cool, sides=[HEAT])
    check.values += carried(check, device.heat_link, week, lambda: change(1))
    # Two objects take two programs, and nothing of one.
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(week.document())
        file.flush()
        before = [device.day(2, day) for day in range(7)]
        _, refusal = setpoint(check, "push", file.name, device.link, "--yes", status=64)
        assert "/schedule/N gets heat alone" in refusal, refusal
        equal([device.day(2, day) for day in range(7)], before, "the cooling schedule")
check.finish()
