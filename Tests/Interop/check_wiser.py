"""aioWiserHeatAPI turns our files into the hub's form, and our hub form into a file."""

# environment: light
# packages: aioWiserHeatAPI==1.5.18 pyyaml==6.0.3

import json

from common import BOTH, DAYS, HEAT, Check, clock, equal, minutes, not_run, one_value, random_week, same, version

try:
    import yaml
    from aioWiserHeatAPI.schedule import _WiserHeatingSchedule
except ImportError as error:
    not_run("wiser", error)


def schedule(data):
    return _WiserHeatingSchedule(None, "Heating", data, None, None)


def compare(days, week):
    """Compares points of the days, times as HHMM and tenths, with a week."""
    values = 0
    for index, day in enumerate(DAYS):
        points = days[day.title()]
        got = [
            (int(str(time)[-4:].zfill(4)[:2]) * 60 + int(str(time)[-2:]), heat)
            for time, heat in zip(points["Time"], points["DegreesC"])
        ]
        values += equal(got, [(row.time, row.heat) for row in week.days[index]], day)
    return 4 * values


def imported(text, week, suffix):
    got = check.imported(text, "--from", "wiser", suffix=suffix)
    return same(next(iter(got.values())), week, HEAT)


def verify_file(text, week):
    data = yaml.safe_load(text)
    equal((data["Name"], data["Type"]), (NAME, "Heating"), "head")
    values = compare(schedule({})._convert_to_wiser_schedule(data), week)
    # The integration writes its files as this does.
    again = yaml.dump(data, default_flow_style=False, allow_unicode=True, sort_keys=False)
    return values + imported(again, week, ".yaml")


def verify_hub(text, week):
    data = json.loads(text)
    read = schedule({"Name": NAME, "Type": "Heating", **data})._convert_from_wiser_schedule(data)
    values = 0
    for index, day in enumerate(DAYS):
        got = [(minutes(point["Time"]), round(point["Temp"] * 10)) for point in read[day.title()]]
        values += equal(got, [(row.time, row.heat) for row in week.days[index]], day)
    return 4 * values + imported(json.dumps({"Heating": [{"id": 1, "Name": NAME, **data}]}), week, ".json")


NAME = "Flur 2: #"
check = Check("wiser", version("aioWiserHeatAPI"))
for index in range(check.options.count):
    week = random_week(check.rng, "C", step=5, heat=(50, 300), cool=(70, 350), gap=10, sides=[BOTH, HEAT])
    if index % 2:
        text = check.export(week, "--to", "wiser", *week.dropping, name=NAME)
        check.run(
            week, text, verify_file, lambda text: text.replace(b"Monday", b"Mondag", 1),
            one_value(rb'"Temp": ([0-9.]+)'),
        )
    else:
        text = check.export(week, "--to", "wiser/hub", *week.dropping, name=NAME)
        check.run(
            week, text, verify_hub, lambda text: text.replace(b"Monday", b"Mondag", 1),
            one_value(rb'"DegreesC": \[\s*([0-9]+)'),
        )
check.finish()
