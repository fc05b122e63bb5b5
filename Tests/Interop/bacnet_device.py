"""A device of bacpypes3 on loopback, with two Schedule objects and the setpoints that they write to."""

import asyncio
import socket
import threading

from bacpypes3.app import Application
from bacpypes3.basetypes import (
    DailySchedule, DateRange, DeviceObjectPropertyReference, EngineeringUnits, Segmentation, TimeValue,
)
from bacpypes3.local.analog import AnalogValueObject
from bacpypes3.local.device import DeviceObject
from bacpypes3.local.networkport import NetworkPortObject
from bacpypes3.local.schedule import ScheduleObject
from bacpypes3.primitivedata import Date, Null, Real, Time

from common import DAYS, minutes


class Device:
    """Device 4711; one with a `longest` message takes and sends no longer ones."""

    def __init__(self, longest=None):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.schedules = {}
        self.setpoints = {}
        ready = threading.Event()

        def serve():
            loop = asyncio.new_event_loop()
            asyncio.set_event_loop(loop)
            loop.run_until_complete(self._run(ready, loop.create_future(), longest))

        threading.Thread(target=serve, daemon=True).start()
        assert ready.wait(20), "the device did not start"
        self.heat_link = f"bacnet://127.0.0.1:{self.port}/4711/schedule/1"
        self.link = self.heat_link + ",2"

    async def _run(self, ready, stopped, longest):
        for instance in (1, 2):
            self.setpoints[instance] = AnalogValueObject(
                objectIdentifier=("analog-value", instance), objectName=f"setpoint {instance}",
                presentValue=Real(20.0), statusFlags=[0, 0, 0, 0], eventState="normal", outOfService=False,
                units=EngineeringUnits("degreesCelsius"),
            )
            self.schedules[instance] = ScheduleObject(
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
                listOfObjectPropertyReferences=[
                    DeviceObjectPropertyReference(
                        objectIdentifier=("analog-value", instance), propertyIdentifier="present-value"
                    )
                ],
                priorityForWriting=16,
                statusFlags=[0, 0, 0, 0],
                reliability=0,
                outOfService=False,
            )
        limits = {}
        if longest:
            limits = {
                "maxApduLengthAccepted": longest, "maxSegmentsAccepted": 64,
                "segmentationSupported": Segmentation.segmentedBoth,
            }
        application = Application.from_object_list(
            [
                DeviceObject(
                    objectIdentifier=("device", 4711), objectName="house", vendorIdentifier=999, **limits
                ),
                NetworkPortObject(
                    f"127.0.0.1/32:{self.port}", objectIdentifier=("network-port", 1), objectName="port"
                ),
                *self.setpoints.values(),
                *self.schedules.values(),
            ]
        )
        ready.set()
        await stopped
        application.close()

    def use(self, unit):
        """Gives both setpoints the unit C or F."""
        for setpoint in self.setpoints.values():
            setpoint.units = EngineeringUnits({"C": "degreesCelsius", "F": "degreesFahrenheit"}[unit])

    def day(self, instance, day):
        """Returns the minutes and values of a schedule on a day."""
        return [
            (entry.time[0] * 60 + entry.time[1], round(entry.value.get_value(), 4))
            for entry in self.schedules[instance].weeklySchedule[day].daySchedule
        ]

    def give_gaps(self, days, default):
        """Stores days of minutes and values (None is NULL) and a Schedule_Default in schedule 1."""
        self.schedules[1].scheduleDefault = Real(default)
        self.schedules[1].weeklySchedule = [
            DailySchedule(
                daySchedule=[
                    TimeValue(
                        time=(at // 60, at % 60, 0, 0), value=Null(()) if value is None else Real(value)
                    )
                    for at, value in day
                ]
            )
            for day in days
        ]

    def in_force(self, day, minute):
        """Returns the value that schedule 1 writes at a minute of a day of the week (0 is Monday), according to bacpypes3."""
        date = Date((126, 11, 23 + day, day + 1))
        value, _ = self.schedules[1].eval(date, Time((minute // 60, minute % 60, 0, 0)))
        held = value.get_value()
        # It returns a NULL of the week unchanged; Schedule_Default applies then.
        return round(self.schedules[1].scheduleDefault.get_value() if isinstance(held, Null) else held, 4)

    def holds(self):
        """Returns the content of both schedules, day by day."""
        return [[self.day(instance, day) for day in range(7)] for instance in (1, 2)]

    def give(self, held):
        """Stores the result of `holds` in both schedules."""
        for instance, days in zip((1, 2), held):
            self.schedules[instance].weeklySchedule = [
                DailySchedule(
                    daySchedule=[
                        TimeValue(time=(at // 60, at % 60, 0, 0), value=Real(value)) for at, value in day
                    ]
                )
                for day in days
            ]
