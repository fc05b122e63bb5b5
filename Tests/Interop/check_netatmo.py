"""pyatmo reads our schedules and sends them to a simulated home; the request is our week again.

The home answers in both spellings of a zone's rooms, as pyatmo's fixtures have them.
"""

# environment: light
# packages: pyatmo==9.9.1

import asyncio
import json

from common import BOTH, DAYS, HEAT, Check, clock, equal, not_run, one_value, random_week, same, version

try:
    from pyatmo.home import Home
except ImportError as error:
    not_run("netatmo", error)

ROOMS = {"2746182631": "Livingroom", "2746182632": "Bedroom"}


class Service:
    """Stores the requests of `synchomeschedule`."""

    async def async_post_api_request(self, endpoint, params):
        equal(endpoint, "api/synchomeschedule")
        self.body = params["json"]
        return self

    async def json(self):
        return {"status": "ok"}


def home_of(schedule):
    return {
        "id": "1", "name": "Home", "modules": [],
        "rooms": [{"id": id, "name": name, "module_ids": []} for id, name in ROOMS.items()],
        "schedules": [{"id": "5", "name": "Plan", "type": "therm", "selected": True, **schedule}],
    }


def verify(text, week):
    service = Service()
    home = Home(service, home_of(json.loads(text)))
    schedule = home.schedules["5"]
    equal((schedule.away_temp, schedule.hg_temp), (12, 7), "away and frost guard")
    values = 0
    zones = {zone.entity_id: zone for zone in schedule.zones}
    entries = [(entry.m_offset, zones[entry.zone_id]) for entry in schedule.timetable]
    for minute in range(7 * 1440):
        zone = [zone for start, zone in entries if start <= minute][-1]
        equal({room.entity_id for room in zone.rooms}, set(ROOMS), "rooms")
        for room in zone.rooms:
            heat = week.at(minute // 1440, minute % 1440).heat
            what = f"{DAYS[minute // 1440]} {clock(minute % 1440)}"
            values += equal(round(room.therm_setpoint_temperature * 10), heat, what)
    asyncio.run(home.async_sync_schedule(schedule))
    sent = service.body
    older = json.loads(json.dumps(sent))
    for zone in older["zones"]:
        zone["rooms_temp"] = [
            {"room_id": room["id"], "temp": room["therm_setpoint_temperature"]} for room in zone.pop("rooms")
        ]
    for answer, names in (
        (sent, ROOMS), ({"body": {"homes": [home_of(sent)]}}, ROOMS.values()),
        ({"body": {"homes": [home_of(older)]}}, ROOMS.values()),
    ):
        got = check.imported(json.dumps(answer), "--from", "netatmo")
        equal(sorted(got), sorted(names), "rooms")
        for name in names:
            values += same(got[name], week, HEAT)
    return values


def merged(week):
    """An export into a home with another plan."""
    rooms = [{"id": id, "therm_setpoint_temperature": 9} for id in ROOMS]
    plan = {
        "away_temp": 12, "hg_temp": 7, "timetable": [{"zone_id": 3, "m_offset": 0}],
        "zones": [{"id": 3, "type": 4, "name": "Old", "rooms": rooms}],
    }
    path = f"{check.folder.name}/home.json"
    with open(path, "w") as file:
        json.dump({"body": {"homes": [home_of(plan)]}}, file)
    return check.export(week, "--to", "netatmo", *week.dropping, "--merge", path)


check = Check("netatmo", version("pyatmo"))
for index in range(check.options.count):
    week = random_week(check.rng, "C", step=5, heat=(70, 300), cool=(90, 350), gap=10, sides=[BOTH, HEAT])
    check.run(
        week, merged(week), verify, one_value(rb'"m_offset": (\d+)'),
        one_value(rb'"therm_setpoint_temperature": ([0-9.]+)'),
    )
check.finish()
