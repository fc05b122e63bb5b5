"""EnergyPlus runs our schedules, and its values equal ours in every minute of the week."""

# heavy
# packages: pyenergyplus-lbnl==26.1.0

import json
import pathlib

import energyplus_engine
from common import DAYS, Check, equal, not_run, one_value, random_week, version

try:
    import pyenergyplus
    from importlib.metadata import version as installed
except ImportError as error:
    not_run("energyplus", error)

NAME = "Home, 2; ! Kueche"
SAFE = "Home 2 Kueche"
# The first temperature, in either form.
VALUE = rb'Until: [\d:]+(?:, |"\s*\},\s*\{\s*"field": )-?([\d.]+)'


def celsius(tenths, unit):
    return tenths / 10 if unit == "C" else round((tenths - 320) * 5 / 90, 2)


def harness():
    outputs = (energyplus_engine.output(f"{SAFE} {side}") for side in ("Heating", "Cooling"))
    return energyplus_engine.harness((1, 5 + index) for index in range(7)) + "".join(outputs)


def epjson_of(text):
    """The harness as IDF objects around an epJSON export, for the engine's own converter."""
    document = json.loads(text)
    extra = json.loads(pathlib.Path(__file__).with_name("energyplus.epJSON").read_text())
    extra["Output:Variable"] = {
        f"o{i}": {
            "key_value": f"{SAFE} {side}",
            "variable_name": "Schedule Value",
            "reporting_frequency": "Timestep",
        }
        for i, side in enumerate(("Heating", "Cooling"))
    }
    return json.dumps({**extra, **document}).encode()


def run(text, suffix):
    out = pathlib.Path(check.folder.name) / f"run{check.schedules}"
    rows, errors = energyplus_engine.run(text, out, suffix)
    assert "** Severe" not in errors and "AllOtherDays" not in errors, errors
    return rows


def verify_for(suffix):
    def verify(text, week):
        model = text + harness().encode() if suffix == ".idf" else epjson_of(text)
        rows = run(model, suffix)
        header = [column.upper() for column in rows[0]]
        heat = next(i for i, c in enumerate(header) if "HEATING" in c)
        cool = next(i for i, c in enumerate(header) if "COOLING" in c)
        equal(len(rows) - 1, 7 * 1440, "minutes")
        count = 0
        for index, row in enumerate(rows[1:]):
            wanted = week.at(index // 1440, index % 1440)
            got = (round(float(row[heat]), 2), round(float(row[cool]), 2))
            pair = (celsius(wanted.heat, week.unit), celsius(wanted.cool, week.unit))
            if abs(got[0] - pair[0]) > 0.006 or abs(got[1] - pair[1]) > 0.006:
                equal(got, pair, f"{DAYS[index // 1440]} minute {index % 1440}")
            count += 2
        return count

    return verify


check = Check("energyplus", f"pyenergyplus-lbnl {installed('pyenergyplus-lbnl')} (EnergyPlus 25.2)")
for index in range(max(2, check.options.count // 10)):
    week = random_week(check.rng, "FC"[index % 2], step=1, heat=None, cool=None, gap=10)
    form, suffix = [("idf", ".idf"), ("epjson", ".epJSON")][index % 2]
    text = check.export(week, "--to", "energyplus", "--form", form, name=NAME)
    wrong = lambda text: text.replace(b"For: AllOtherDays", b"For: Holidays").replace(
        b"Until: 24:00", b"Until: 23:59", 1
    )
    check.run(week, text, verify_for(suffix), wrong, one_value(VALUE))
check.finish()
