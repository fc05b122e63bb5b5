"""Every thermostat of the prototype models that come with the engine is read, or refused for a right reason.

The imported week equals the engine in each of the 10,080 minutes of a week, season by season.
"""

# heavy
# environment: energyplus
# packages: pyenergyplus-lbnl==26.1.0

import collections
import pathlib
import re

from common import Check, Refused, clock, equal, not_run

try:
    import pyenergyplus
    from importlib.metadata import version as installed
except ImportError as error:
    not_run("energyplus-models", error)

import energyplus_models as engine

MODELS = pathlib.Path(pyenergyplus.__file__).parent / "data" / "model"


def pairs_of(objects):
    """The pairs of schedules that thermostats name, each with the thermostat's name."""
    found = {}
    for fields in objects:
        if fields[0].lower() == "thermostatsetpoint:dualsetpoint":
            found.setdefault((fields[2].lower(), fields[3].lower()), fields[1])
    return found


def seasons_of(objects, names):
    """The last days of the seasons of schedules, month and date."""
    ends = {(12, 31)}
    for fields in objects:
        if fields[0].lower() == "schedule:compact" and fields[1].lower() in names:
            for field in fields:
                if end := re.fullmatch(r"through:?\s*(\d+)/(\d+)", field.lower()):
                    ends.add((int(end[1]), int(end[2])))
        elif fields[0].lower() == "schedule:year" and fields[1].lower() in names:
            weeks = [(fields[i], int(fields[i + 3]), int(fields[i + 4])) for i in range(3, len(fields) - 4, 5)]
            for (week, month, day), (following, *_) in zip(weeks, weeks[1:]):
                if week != following:
                    ends.add((month, day))
    return sorted(ends)


def degrees(tenths, unit):
    """Tenths of a schedule as the model's hundredths."""
    return tenths / 10 if unit == "C" else round((tenths - 320) * 5 / 90, 2)


def compare(week, heat, cool):
    """Compares a week with the engine's minutes; a value with more decimals is that of its tenth."""
    for index in range(7 * 1440):
        row = week.at(index // 1440, index % 1440)
        for got, tenths in ((heat[index], row.heat), (cool[index], row.cool)):
            if abs(got - degrees(tenths, week.unit)) > 0.0051:
                equal(got, degrees(tenths, week.unit), f"day {index // 1440} {clock(index % 1440)}")
    return 2 * 7 * 1440


def changes(heat, cool, day):
    """Counts the changes of a day, including the first minute if it differs from the evening before."""
    minutes = range(day * 1440, (day + 1) * 1440)
    count = sum(
        (heat[m], cool[m]) != (heat[m - 1], cool[m - 1]) for m in minutes if m % 1440 or True
    )
    return count


def judge(words, heat, cool, kinds):
    """Says whether the engine's values bear a refusal out, and which kind of refusal it is."""
    if "SP521" in words:
        assert any(changes(heat, cool, day) > 4 for day in range(7)), "no day has five periods"
        return "more than four periods"
    if "SP526" in words:
        off = [v for v in set(heat) | set(cool) if abs(v * 10 - round(v * 10)) > 1e-6]
        other = [v for v in set(heat) | set(cool) if v not in off]
        fahrenheit = [v for v in other if abs(round((v * 1.8 + 32) * 10) - (v * 1.8 + 32) * 10) > 0.05]
        assert off and fahrenheit, f"off the tenths: {off}; not of °F: {fahrenheit}"
        return "values of both scales"
    if "which cannot be read" in words:
        assert not kinds <= {"schedule:compact", "schedule:constant", "schedule:year"}, kinds
        return "schedules of another class"
    raise AssertionError(words)


check = Check("energyplus-models", f"pyenergyplus-lbnl {installed('pyenergyplus-lbnl')} (EnergyPlus 25.2)")
reasons = collections.Counter()
models = sorted(MODELS.glob("*.idf"))
if check.options.sabotage:
    models = models[:1]
for model in models:
    objects = engine.objects(model.read_text(errors="replace"))
    kinds = {f[1].lower(): f[0].lower() for f in objects if f[0].lower().startswith("schedule:")}
    pairs = pairs_of(objects)
    folder = pathlib.Path(check.folder.name) / model.stem
    names = {name for pair in pairs for name in pair}
    seasons = seasons_of(objects, names)
    by_end = {
        end: engine.values(objects, names, *end, folder / f"{end[0]}-{end[1]}") for end in seasons
    }
    for (heat, cool), thermostat in pairs.items():
        own = seasons_of(objects, {heat, cool})
        for end in own:
            name = thermostat if len(own) == 1 else f"{thermostat}, until {end[0]}/{end[1]}"
            minutes = by_end[end][heat], by_end[end][cool]
            flags = ["--from", "energyplus", "--zone", name]
            check.schedules += 1
            try:
                week = next(iter(check.imported(model.read_bytes(), *flags).values()))
            except Refused as refusal:
                words = str(refusal)
                equal(len(words.splitlines()) <= 12, True, words)
                if "SP521" not in words and "--unit F reads every value exactly" in words:
                    week = next(iter(check.imported(model.read_bytes(), *flags, "--unit", "F").values()))
                    reasons["read with --unit F"] += 1
                else:
                    reasons[judge(words, *minutes, {kinds.get(heat), kinds.get(cool)})] += 1
                    continue
            else:
                reasons["read"] += 1
            if check.options.sabotage:
                week.days[2][1].heat += 1
                try:
                    compare(week, *minutes)
                except AssertionError:
                    check.values += 1
                    continue
                raise AssertionError("a wrong week passed")
            check.values += compare(week, *minutes)
check.program += ": " + ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
check.finish()
