"""python-tado's models send our days to a tado X room, and read our week back.

The service is played here: it keeps the days and answers with them, out of order, as python-tado's fixture has them.
"""

# environment: light
# packages: python-tado==1.0.0

import json
import logging

from common import BOTH, DAYS, HEAT, Check, equal, minutes, not_run, one_value, random_week, same, version

try:
    from PyTado.models.line_x.schedule import SetSchedule
    from PyTado.zone.hops_zone import TadoRoom
except ImportError as error:
    not_run("tado_x", error)

logging.disable()


class Service:
    """Keeps the days of a room."""

    def __init__(self):
        self.days = {}

    def request(self, request):
        if request.payload:
            self.days[request.payload["dayType"]] = request.payload["daySchedule"]
            return None
        blocks = [block for day in sorted(self.days, reverse=True) for block in self.days[day]]
        return {"room": {"id": 1, "name": "Room 1"}, "otherRooms": [], "schedule": blocks}


def verify(text, week):
    zone = object.__new__(TadoRoom)
    zone._id, zone._http = 1, Service()
    for day in json.loads(text):
        zone.set_schedule(SetSchedule.model_validate(day))
    room = zone.get_schedule()
    values = 0
    for block in room.schedule:
        day = DAYS.index(block.day_type.value.lower())
        for minute in range(minutes(block.start), minutes(block.end)):
            values += equal(round(block.setting.temperature.value * 10), week.at(day, minute).heat, block)
    equal(values, 7 * 1440, "minutes")
    for answer in (room.to_json(), room.model_dump_json(by_alias=True, exclude_none=True)):
        again = check.imported(answer, "--from", "tado")
        values += same(again["Room 1"], week, HEAT)
    return values


check = Check("tado_x", version("python-tado"))
for index in range(check.options.count):
    week = random_week(check.rng, "C", step=1, heat=(50, 300), cool=(70, 350), gap=10, sides=[BOTH, HEAT])
    text = check.export(week, "--to", "tado-x", *week.dropping)
    check.run(
        week, text, verify, lambda text: text.replace(b"24:00", b"23:59", 1), one_value(rb'"value": ([0-9.]+)')
    )
check.finish()
