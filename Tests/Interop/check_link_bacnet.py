"""setpoint-link writes our weeks into the Schedule objects of a bacpypes3 device, and reads them back.

What the device holds is taken from its objects, not from the wire. It is also asked for an object that it lacks,
and for a device that it is not.
"""

# environment: light
# packages: bacpypes3==0.0.110

import asyncio
import socket
import threading

from common import DAYS, Check, equal, not_run, one_value, random_week, version
from links import Link, Refused

try:
    from bacpypes3.app import Application
    from bacpypes3.basetypes import DailySchedule, DateRange, DeviceObjectPropertyReference
    from bacpypes3.basetypes import TimeValue
    from bacpypes3.local.device import DeviceObject
    from bacpypes3.local.networkport import NetworkPortObject
    from bacpypes3.local.schedule import ScheduleObject
    from bacpypes3.primitivedata import Date, Real
except ImportError as error:
    not_run("link_bacnet", error)

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

schedules = {}


async def device(ready, stopped):
    for instance in (1, 2):
        schedules[instance] = ScheduleObject(
            objectIdentifier=("schedule", instance),
            objectName=f"week {instance}",
            presentValue=Real(20.0),
            scheduleDefault=Real(20.0),
            effectivePeriod=DateRange(
                startDate=Date((100, 1, 1, 255)), endDate=Date((200, 1, 1, 255))
            ),
            weeklySchedule=[
                DailySchedule(daySchedule=[TimeValue(time=(0, 0, 0, 0), value=Real(20.0))])
                for _ in DAYS
            ],
            exceptionSchedule=[],
            listOfObjectPropertyReferences=[],
            priorityForWriting=16,
            statusFlags=[0, 0, 0, 0],
            reliability=0,
            outOfService=False,
        )
    application = Application.from_object_list(
        [
            DeviceObject(objectIdentifier=("device", 4711), objectName="house", vendorIdentifier=999),
            NetworkPortObject(f"127.0.0.1/32:{port}", objectIdentifier=("network-port", 1), objectName="port"),
            *schedules.values(),
        ]
    )
    ready.set()
    await stopped
    application.close()


def serve(ready):
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(device(ready, loop.create_future()))


ready = threading.Event()
threading.Thread(target=serve, args=(ready,), daemon=True).start()
assert ready.wait(20), "the device did not start"

check = Check("link_bacnet", version("bacpypes3"))
link = Link(check, f"bacnet://127.0.0.1:{port}/4711/schedule/1,2")
for wrong in ("4711/schedule/1,3", "4712/schedule/1"):
    try:
        Link(check, f"bacnet://127.0.0.1:{port}/{wrong}").read()
    except Refused as refusal:
        assert "object/unknown-object" in refusal.args[0]["message"], refusal
    else:
        raise AssertionError(f"{wrong} was read")


def verify(text, week):
    link.write(text)
    lines = [line for line in text.decode().splitlines() if not line.startswith("#")]
    read = [line for line in link.read()["program"].splitlines() if not line.startswith("#")]
    equal(read, lines, "what the link reads")
    values = 0
    for instance, side in ((1, "heat"), (2, "cool")):
        for day, daily in enumerate(schedules[instance].weeklySchedule):
            entries = week.entries(day)
            equal(len(daily.daySchedule), len(entries), "entries")
            for entry, row in zip(daily.daySchedule, entries):
                hour, minute = entry.time[0], entry.time[1]
                values += equal(hour * 60 + minute, row.time, "time")
                values += equal(round(entry.value.get_value() * 10), getattr(row, side), side)
    return values


for _ in range(check.options.count):
    week = random_week(check.rng, check.rng.choice("CF"))
    text = check.export(week, "--to", "bacnet")
    check.run(week, text, verify, one_value(rb"\n0eb4\d{8}44([0-9a-f]{3})"))
check.finish()
