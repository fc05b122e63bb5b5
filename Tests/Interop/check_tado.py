"""libtado sends our blocks day by day and reads them back; the service is played here."""

# environment: light
# packages: libtado==4.3.1

import json

from common import BOTH, DAYS, HEAT, Check, clock, equal, minutes, not_run, one_value, random_week, same, version

try:
    from libtado.api import Tado
except ImportError as error:
    not_run("tado", error)


class Service:
    """Keeps the blocks of a timetable's days, as the addresses of the requests name them."""

    def __init__(self):
        self.days = {}

    def call(self, address, data=None, method="GET", **_):
        parts = address.split("/")
        if method == "PUT":
            for block in data:
                equal(block["dayType"], parts[-1], "the day of a block")
                equal(block["setting"]["type"], "HEATING", "type")
                minutes(block["start"]), minutes(block["end"])
            self.days[parts[-1]] = data
            return data
        return [block for day in DAYS for block in self.days[day.upper()]]


def verify(text, week):
    service = Service()
    tado = object.__new__(Tado)
    tado.id = 1
    tado._api_call = service.call
    tado.set_schedule_blocks(9, 2, json.loads(text))
    blocks = tado.get_schedule_blocks(9, 2)
    values = 0
    for block in blocks:
        day = DAYS.index(block["dayType"].lower())
        celsius = block["setting"]["temperature"]["celsius"]
        values += equal(
            round(block["setting"]["temperature"]["fahrenheit"], 2), round(celsius * 1.8 + 32, 2), "°F")
        for minute in range(minutes(block["start"]), minutes(block["end"]) or 1440):
            values += equal(round(celsius * 10), week.at(day, minute).heat, f"{DAYS[day]} {clock(minute)}")
    equal(values - len(blocks), 7 * 1440, "minutes")
    again = check.imported(json.dumps(blocks), "--from", "tado")
    return values + same(next(iter(again.values())), week, HEAT)


check = Check("tado", version("libtado"))
for index in range(check.options.count):
    week = random_week(check.rng, "C", step=1, heat=(50, 250), cool=(70, 350), gap=10, sides=[BOTH, HEAT])
    text = check.export(week, "--to", "tado", *week.dropping)
    check.run(
        week, text, verify, lambda text: text.replace(b"MONDAY", b"MONDAG"),
        one_value(rb'"celsius": ([0-9.]+)'),
    )
check.finish()
