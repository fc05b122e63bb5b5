"""EnergyPlus runs our schedules, and its values equal ours in every minute of the week."""

# heavy
# packages: pyenergyplus-lbnl==26.1.0

import json
import pathlib

import energyplus_engine
from common import BOTH, COOL, DAYS, HEAT, Check, equal, not_run, one_value, random_week, same, version

try:
    import pyenergyplus
    from importlib.metadata import version as installed
except ImportError as error:
    not_run("energyplus", error)

NAME = "Home, 2; ! Kueche"
SAFE = "Home 2 Kueche"
# What an export calls the schedule of a side.
TITLES = {"heat": "Heating", "cool": "Cooling"}
# The first temperature, in either form.
VALUE = rb'Until: [\d:]+(?:, |"\s*\},\s*\{\s*"field": )-?([\d.]+)'


def celsius(tenths, unit):
    return tenths / 10 if unit == "C" else round((tenths - 320) * 5 / 90, 2)


def harness(sides):
    outputs = (energyplus_engine.output(f"{SAFE} {TITLES[side]}") for side in sides)
    return energyplus_engine.harness((1, 5 + index) for index in range(7)) + "".join(outputs)


def epjson_of(text, sides):
    """The harness as IDF objects around an epJSON export, for the engine's own converter."""
    document = json.loads(text)
    extra = json.loads(pathlib.Path(__file__).with_name("energyplus.epJSON").read_text())
    extra["Output:Variable"] = {
        f"o{i}": {
            "key_value": f"{SAFE} {TITLES[side]}",
            "variable_name": "Schedule Value",
            "reporting_frequency": "Timestep",
        }
        for i, side in enumerate(sides)
    }
    return json.dumps({**extra, **document}).encode()


def run(text, suffix):
    out = pathlib.Path(check.folder.name) / f"run{check.schedules}"
    rows, errors = energyplus_engine.run(text, out, suffix)
    assert "** Severe" not in errors and "AllOtherDays" not in errors, errors
    return rows


def verify_for(suffix):
    def verify(text, week):
        sides = week.sides
        model = text + harness(sides).encode() if suffix == ".idf" else epjson_of(text, sides)
        rows = run(model, suffix)
        header = [column.upper() for column in rows[0]]
        # Counted from the end: with a single column the engine writes an empty one before it.
        columns = [
            [i - len(header) for i, c in enumerate(header) if title.upper() in c]
            for title in TITLES.values()
        ]
        equal([side for side, found in zip(BOTH, columns) if found], list(sides), "sides")
        equal(len(rows) - 1, 7 * 1440, "minutes")
        count = 0
        for index, row in enumerate(rows[1:]):
            wanted = week.at(index // 1440, index % 1440)
            for side, [column] in zip(sides, filter(None, columns)):
                got, degrees = round(float(row[column]), 2), celsius(getattr(wanted, side), week.unit)
                if abs(got - degrees) > 0.006:
                    equal(got, degrees, f"{DAYS[index // 1440]} minute {index % 1440} {side}")
                count += 1
        flags = ["--from", "energyplus", "--unit", week.unit]
        return count + same(next(iter(check.imported(text, *flags, suffix=suffix).values())), week)

    return verify


check = Check("energyplus", f"pyenergyplus-lbnl {installed('pyenergyplus-lbnl')} (EnergyPlus 25.2)")
for index in range(max(2, check.options.count // 10)):
    week = random_week(check.rng, "FC"[index % 2], step=1, heat=None, cool=None, gap=10, sides=[[BOTH, HEAT, COOL][index % 3]])
    form, suffix = [("idf", ".idf"), ("epjson", ".epJSON")][index % 2]
    text = check.export(week, "--to", f"energyplus/{form}", name=NAME)
    wrong = lambda text: text.replace(b"For: AllOtherDays", b"For: Holidays").replace(
        b"Until: 24:00", b"Until: 23:59", 1
    )
    check.run(week, text, verify_for(suffix), wrong, one_value(VALUE))
check.finish()
