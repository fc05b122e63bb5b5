"""The objects of an EnergyPlus model, and the engine's values of its schedules."""

import datetime
import re

import energyplus_engine


def objects(text):
    """The objects of an IDF, each a list of fields."""
    text = re.sub(r"!.*", "", text)
    found = [[field.strip() for field in part.split(",")] for part in text.split(";")]
    return [fields for fields in found if fields[0]]


def idf(fields):
    return ",".join(fields) + ";\n"


def values(objects, names, month, date, folder):
    """What each of the schedules `names` has in each minute of the week that ends at a date, by lower name."""
    last = datetime.date(2023, month, min(date, 28) if month == 2 else date)
    week = [last - datetime.timedelta(days=days) for days in range(6, -1, -1)]
    wanted = {name.lower() for name in names}
    text = energyplus_engine.harness((day.month, day.day) for day in week)
    text += "".join(
        idf(fields)
        for fields in objects
        if fields[0].lower().startswith("schedule:") and fields[0].lower() != "schedule:file"
        or fields[0].lower() == "scheduletypelimits"
    )
    text += "".join(map(energyplus_engine.output, sorted(wanted)))
    # With a single variable, the table has an extra empty column.
    text += "Schedule:Constant,Probe one,,1;\n" + energyplus_engine.output("Probe one")
    rows, _ = energyplus_engine.run(text.encode(), folder)
    columns = {
        column.split(":Schedule Value")[0].lower(): index
        for index, column in enumerate(rows[0])
        if ":Schedule Value" in column
    }
    assert len(rows) - 1 == 7 * 1440, len(rows)
    return {
        name: [float(row[columns[name]]) for row in rows[1:]] for name in wanted if name in columns
    }
