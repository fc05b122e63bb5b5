"""Models of OpenStudio (.osm) and of its translator (.idf) are read and equal the engine.

Rulesets with rules for days and seasons, years of weeks, and the other classes of days that only EnergyPlus has. Each
season is compared with the engine's minutes of the week that ends with it.
"""

# heavy
# environment: energyplus
# packages: pyenergyplus-lbnl==26.1.0 openstudio==3.11.0

import datetime
import pathlib
import re

from common import DAYS, Check, Row, clock, equal, not_run, random_week, version

try:
    import openstudio
    import pyenergyplus
except ImportError as error:
    not_run("energyplus_openstudio", error)

import energyplus_models as engine

model = openstudio.model
openstudio.Logger.instance().standardOutLogger().disable()
# Saturdays of the year, so that the translator has no week of two seasons.
ENDS = [(3, 25), (8, 12), (12, 31)]


def day_of(target, rows):
    """Gives a ScheduleDay the values of a day, a temperature until each time."""
    target.clearValues()
    for index, row in enumerate(rows):
        end = rows[index + 1].time if index + 1 < len(rows) else 1440
        target.addValue(openstudio.Time(0, end // 60, end % 60, 0), row.heat / 10)


def sided(week, day, side):
    """Entries of a day with the value of a side as `heat`."""
    return [Row(row.time, getattr(row, side), 0) for row in week.entries(day)]


def changing(grid):
    """A week in which each row changes both setpoints: a list of values has no times but those of changes."""
    while True:
        week = random_week(check.rng, "C", grid=grid, step=5, heat=(100, 250), cool=(260, 350), gap=10)
        pairs = [pair for day in range(7) for pair in zip(week.entries(day), week.entries(day)[1:])]
        if all(a.heat != b.heat and a.cool != b.cool for a, b in pairs):
            return week


def date(month, day):
    return openstudio.Date(openstudio.MonthOfYear(month), day)


def ruleset(osm, name, weeks, side):
    """A ruleset whose last week is the default; each season has rules for its days."""
    schedule = model.ScheduleRuleset(osm)
    schedule.setName(name)
    base = weeks[-1]
    day_of(schedule.defaultDaySchedule(), sided(base, 0, side))
    for season, week in enumerate(weeks):
        start = (1, 1) if season == 0 else following(ENDS_OF[len(weeks)][season - 1])
        end = ENDS_OF[len(weeks)][season]
        for day in range(7):
            if week is base and len(weeks) == 1 and day == 0:
                continue
            rule = model.ScheduleRule(schedule)
            getattr(rule, "setApply" + DAYS[day].title())(True)
            day_of(rule.daySchedule(), sided(week, day, side))
            if len(weeks) > 1:
                rule.setStartDate(date(*start))
                rule.setEndDate(date(*end))
    return schedule


ENDS_OF = {1: ENDS[2:], 2: [ENDS[0], ENDS[2]], 3: ENDS}


def following(end):
    day = datetime.date(2023, *end) + datetime.timedelta(days=1)
    return day.month, day.day


def written(heats, cools, folder):
    """A model with a thermostat, as OpenStudio writes it and as its translator does."""
    osm = model.Model()
    osm.getYearDescription().setCalendarYear(2023)
    thermostat = model.ThermostatSetpointDualSetpoint(osm)
    thermostat.setHeatingSetpointTemperatureSchedule(ruleset(osm, "Heat", heats, "heat"))
    thermostat.setCoolingSetpointTemperatureSchedule(ruleset(osm, "Cool", cools, "cool"))
    zone = model.ThermalZone(osm)
    zone.setName("Hall")
    zone.setThermostatSetpointDualSetpoint(thermostat)
    zone.setUseIdealAirLoads(True)
    model.Space(osm).setThermalZone(zone)
    idf = openstudio.energyplus.ForwardTranslator().translateModel(osm)
    folder.mkdir(exist_ok=True)
    osm.save(openstudio.path(str(folder / "m.osm")), True)
    idf.save(openstudio.path(str(folder / "m.idf")), True)
    return (folder / "m.osm").read_bytes(), (folder / "m.idf").read_bytes()


def days_of_engine(weeks, side, name):
    """The same week in the classes of days that OpenStudio does not write, as objects."""
    text = ""
    week = weeks[0]
    for index, day in enumerate(DAYS):
        rows = sided(week, index, side)
        values = [next(r for r in reversed(rows) if r.time <= minute).heat / 10 for minute in range(0, 1440, 5)]
        kind = (index + len(name)) % 3
        if kind == 0:
            text += f"Schedule:Day:List,{name}{day},,No,5,{','.join(map(str, values))};\n"
        elif kind == 1 and all(r.time % 60 == 0 for r in rows):
            text += f"Schedule:Day:Hourly,{name}{day},,{','.join(map(str, values[::12]))};\n"
        else:
            ends = [r.time for r in rows[1:]] + [1440]
            fields = ",".join(f"Until: {clock(end)},{r.heat / 10}" for r, end in zip(rows, ends))
            text += f"Schedule:Day:Interval,{name}{day},,No,{fields};\n"
    week_days = ",".join(f"For: {day},{name}{day}" for day in DAYS[:6])
    text += f"Schedule:Week:Compact,{name} week,{week_days},AllOtherDays,{name}sunday;\n"
    return text + f"Schedule:Year,{name},,{name} week,1,1,12,31;\n"


def compare(week, heat, cool):
    values = 0
    for index in range(7 * 1440):
        row = week.at(index // 1440, index % 1440)
        what = f"{DAYS[index // 1440]} {clock(index % 1440)}"
        values += equal((row.heat, row.cool), (round(heat[index] * 10), round(cool[index] * 10)), what)
    return 2 * values


def verify(files):
    """Imports each text and compares its seasons with the engine's results for the IDF."""

    def check_week(text, _):
        objects = engine.objects(files[-1].decode())
        values = 0
        ends = ENDS_OF[seasons]
        for end in ends:
            minutes = engine.values(objects, ["heat", "cool"], *end, folder / "run")
            got = check.imported(text, "--from", "energyplus", suffix=".idf")
            names = [name for name in got if len(ends) == 1 or name.endswith(f"until {end[0]}/{end[1]}")]
            equal((len(got), len(names)), (len(ends), 1), f"seasons {list(got)}")
            values += compare(got[names[0]], minutes["heat"], minutes["cool"])
        return values

    return check_week


check = Check("energyplus_openstudio", f"{version('openstudio')}, {version('pyenergyplus-lbnl')} (EnergyPlus 25.2)")
folder = pathlib.Path(check.folder.name)


def altered(text):
    """One value of a day, a degree more."""
    # The first day may be a ruleset's default, which no day of a week has where rules name all seven.
    at = list(re.finditer(rb"\n +(\d\d)(\.\d+)?[,;] +!- Value Until Time 1", text))[1]
    return text[: at.start(1)] + b"%d" % (int(at[1]) + 1) + text[at.end(1) :]


for index in range(max(2, check.options.count // 10)):
    seasons = index % 3 + 1
    weeks = [random_week(check.rng, "C", step=5, heat=(100, 250), cool=(260, 350), gap=10) for _ in range(seasons)]
    osm, idf = written(weeks, weeks, folder / f"model{index}")
    for text in (osm, idf):
        check.run(weeks[0], text, verify([idf]), altered)
    if not check.options.sabotage:
        seasons = 1
        week = changing((5, 60)[index % 2])
        own = days_of_engine([week], "heat", "Heat") + days_of_engine([week], "cool", "Cool")
        own += "ThermostatSetpoint:DualSetpoint,T,Heat,Cool;\n"
        check.run(week, own.encode(), verify([own.encode()]))
check.finish()
