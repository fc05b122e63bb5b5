"""Home Assistant's own YAML loader, schedule schema and climate schema take our helper, and we its answers.

What the schema made of a week, in the JSON that Home Assistant writes, is the answer of
`schedule.get_schedule`; bare, as the REST interface wraps it, as a message of the WebSocket, and as YAML, it
is imported and equals the week.

The loader and the validators are those of the last release for this Python; the schedule schema is
that of a wheel for a later Python, with voluptuous in the place of its successor.
"""

# heavy
# packages: homeassistant==2024.3.3

import datetime
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import types
import zipfile

import yaml

from common import BOTH, COOL, DAYS, HEAT, Check, equal, not_run, one_value, random_week, same, version

try:
    import voluptuous
    from homeassistant.components.climate import SET_TEMPERATURE_SCHEMA
    from homeassistant.helpers import config_validation as cv
    from homeassistant.helpers import typing as ha_typing
    from homeassistant.helpers.json import json_dumps
    from homeassistant.util.yaml import loader
except ImportError as error:
    not_run("home-assistant", error)


# A release with `data` in the blocks of a schedule.
RELEASE, PYTHON = "2026.11.0", "3.14.2"


def downloaded_wheel():
    """The wheel of the release, downloaded once."""
    cache = pathlib.Path(os.environ["INTEROP_CACHE"])
    wheel = cache / f"homeassistant-{RELEASE}-py3-none-any.whl"
    if not wheel.exists():
        pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
        pip += ["--no-deps", "--only-binary=:all:", "--python-version", PYTHON, "-d", str(cache)]
        subprocess.run([*pip, f"homeassistant=={RELEASE}"], stdout=subprocess.DEVNULL, check=False)
    return wheel


def schedule_schema(folder):
    """The schema of the wheel, or that of the installed release, and its name."""
    wheel = downloaded_wheel()
    if not wheel.exists():
        return None, "no newer wheel"
    zipfile.ZipFile(wheel).extractall(
        folder, [f"homeassistant/components/schedule/{n}.py" for n in ("schema", "const")]
    )
    # The wheel is for a later Python, which leaves annotations alone until they are asked for.
    for name in ("schema", "const"):
        file = pathlib.Path(folder) / f"homeassistant/components/schedule/{name}.py"
        file.write_text("from __future__ import annotations\n" + file.read_text())
    successor = types.ModuleType("probatio")
    successor.__dict__.update(voluptuous.__dict__)
    successor.NonEmpty = lambda: voluptuous.Length(min=1)
    successor.EnsureList = lambda: cv.ensure_list
    sys.modules["probatio"] = successor
    ha_typing.VolDictType = dict
    keys = types.ModuleType("homeassistant.util.hass_dict")
    keys.HassKey = type("HassKey", (str,), {"__class_getitem__": classmethod(lambda c, _: c)})
    sys.modules["homeassistant.util.hass_dict"] = keys
    package = types.ModuleType("schedule_of_wheel")
    package.__path__ = [f"{folder}/homeassistant/components/schedule"]
    sys.modules["schedule_of_wheel"] = package
    module = importlib.import_module("schedule_of_wheel.schema")
    schema = voluptuous.Schema(
        {"schedule": cv.schema_with_slug_keys(module.BASE_SCHEMA | module.SCHEDULE_SCHEMA)},
        extra=voluptuous.ALLOW_EXTRA,
    )
    return schema, pathlib.Path(wheel).name.split("-py3")[0]


def minutes(time):
    if time == datetime.time.max:
        return 1440
    return time.hour * 60 + time.minute


def answers(helper):
    """The answers of a helper, each with the end of its file's name."""
    days = {"schedule.home_2": {day: helper[day] for day in DAYS}}
    plain = json_dumps(days)
    assert "23:59:59.999999" in plain, "the answer of the service has changed"
    yield plain, ".json"
    yield json_dumps({"changed_states": [], "service_response": days}), "-rest.json"
    result = {"context": {"id": "1", "parent_id": None, "user_id": "2"}, "response": days}
    yield json_dumps({"id": 5, "type": "result", "success": True, "result": result}), "-message.json"
    style = check.rng.choice([False, None])
    yield yaml.dump(
        json.loads(plain), sort_keys=False, default_flow_style=style,
        indent=check.rng.choice([2, 4]), explicit_start=check.rng.choice([False, True]),
        default_style=check.rng.choice([None, None, '"', "'"]),
    ), ".yaml"


def verify(text, week):
    path = f"{check.folder.name}/helper.yaml"
    pathlib.Path(path).write_bytes(text)
    document = loader.load_yaml(path)
    helper = SCHEMA(document)["schedule"]["home_2"]
    # The only setpoint has a name of its own, which is that of both sides.
    keys = {"target_temp_low": "heat", "target_temp_high": "cool"}
    keys = keys if week.sides == BOTH else {"temperature": week.sides[0]}
    equal(helper["name"], NAME, "name")
    count = 0
    for index, day in enumerate(DAYS):
        entries = week.entries(index)
        blocks = helper[day]
        equal(len(blocks), len(entries), "blocks")
        ends = [row.time for row in entries[1:]] + [1440]
        for block, row, end in zip(blocks, entries, ends):
            data = SET_TEMPERATURE_SCHEMA({"entity_id": "climate.hall", **block["data"]})
            count += equal((minutes(block["from"]), minutes(block["to"])), (row.time, end), "times")
            equal({key for key in data if "temp" in key}, set(keys), "members")
            for key, side in keys.items():
                count += equal(round(data[key] * 10), getattr(row, side), side)
    automation = document["automation"][0]
    call = automation["actions"][0]
    equal(set(call["data"]), set(keys), "members of the action")
    for key in keys:
        cv.template(call["data"][key])
        count += 1
    equal(call["target"]["entity_id"], "climate.hall", "entity")
    for answer, suffix in answers(helper):
        flags = ["--from", "home-assistant", "--file-unit", week.unit, *week.one_side]
        got = check.imported(answer, *flags, suffix=suffix)
        equal(list(got), ["schedule.home_2"], "names")
        count += same(got["schedule.home_2"], week)
    return count


NAME = 'Home "2": #'
check = Check("home-assistant", "")
SCHEMA, name = schedule_schema(check.folder.name)
if SCHEMA is None:
    not_run("home-assistant", "the wheel with the schedule schema cannot be had")
check.program = f"{version('homeassistant')}, schedule schema of {name}"
for index in range(check.options.count):
    week = random_week(check.rng, "FC"[index % 2], step=1, sides=[BOTH, HEAT, COOL])
    text = check.export(week, "--to", "home-assistant", "--target", "climate.hall", name=NAME)
    # Without the quotes, YAML 1.1 reads 18:00:00 as a number.
    check.run(
        week, text, verify,
        lambda text: text.replace(b'"24:00:00"', b"24:00:00", 1),
        one_value(rb"data: \{\w+: ([\d.]+)"),
    )
check.finish()
