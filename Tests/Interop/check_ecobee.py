"""pyecobee's classes accept our program, and its slots have our setpoints in every half hour.

The part of the server is played here: it keeps the program and gives new climates a reference.
"""

# environment: light
# packages: pyecobee==1.3.13

import inspect
import json

from common import Check, equal, not_run, one_value, random_week, version

try:
    from pyecobee import Climate, Program
    from pyecobee.utilities import Utilities
except ImportError as error:
    not_run("ecobee", error)

CLIMATE = {
    "isOccupied": True, "isOptimized": False, "coolFan": "auto", "heatFan": "auto", "vent": "off",
    "ventilatorMinOnTime": 20, "owner": "system", "type": "program", "colour": 1,
}
DOWNLOADED = {
    "program": {
        "schedule": [["home"] * 48 for _ in range(7)],
        "climates": [
            {"name": ref.title(), "climateRef": ref, "heatTemp": 10, "coolTemp": 1990, **CLIMATE}
            for ref in ("home", "away", "sleep")
        ],
        "currentClimateRef": "home",
    }
}


def make(cls, data):
    """An object of pyecobee's class, by its own names and types of the API's members."""
    members = {}
    parameters = inspect.signature(cls.__init__).parameters
    for key, value in data.items():
        name = cls.attribute_name_map[key]
        kind = cls.attribute_type_map[name]
        if kind in ("int", "six.text_type", "bool"):
            wanted = {"int": int, "six.text_type": str, "bool": bool}[kind]
            assert type(value) is wanted, f"{key} is {value!r}, not {kind}"
        members[name if name in parameters else name + "_"] = value
    return cls(**members)


def answer(request):
    """What the server would send after `request`."""
    program = json.loads(request)["thermostat"]["program"]
    for index, climate in enumerate(program["climates"]):
        climate.setdefault("climateRef", f"smart{index}")
    return {"program": program}


def merged(week, program):
    path = f"{check.folder.name}/program.json"
    with open(path, "w") as file:
        json.dump(program, file)
    return check.export(week, "--to", "ecobee", "--merge", path, "--target", "411")


def verify(text, week):
    request = json.loads(text)
    equal(request["selection"]["selectionMatch"], "411", "selection")
    program = request["thermostat"]["program"]
    assert "currentClimateRef" not in program
    climates = [make(Climate, climate) for climate in program["climates"]]
    equal([c.climate_ref for c in climates[:3]], ["home", "away", "sleep"], "kept climates")
    equal(len({c.name for c in climates}), len(climates), "climate names")
    make(Program, {"schedule": program["schedule"], "climates": climates})
    by_ref = {climate.climate_ref: climate for climate in climates}
    values = 0
    for day, slots in enumerate(program["schedule"]):
        equal(len(slots), 48, "slots")
        for slot, ref in enumerate(slots):
            row = week.at(day, slot * 30)
            climate = by_ref[ref]
            values += equal((climate.heat_temp, climate.cool_temp), (row.heat, row.cool), "pair")
    return values


check = Check("ecobee", version("pyecobee"))
for _ in range(check.options.count):
    week = random_week(check.rng, "F", grid=30, step=1, pairs=7)
    first = merged(week, DOWNLOADED)
    text = merged(week, answer(first))
    check.run(
        week, text, verify,
        lambda text: text.replace(b'"heatTemp": ', b'"heatTemp": 1'),
        one_value(rb'"name": "setpoint [^"]*".*?"heatTemp": (\d+)'),
    )
check.finish()
