"""The objects of an EnergyPlus model, and what the engine makes of its schedules."""

import csv
import datetime
import pathlib
import re
import subprocess
import sys

from common import DAYS

# Seven design days, one for each day of the week, need no weather file.
DESIGN_DAY = """SizingPeriod:DesignDay,
  {day}, {month}, {date}, {day}, 20, 0, , , Wetbulb, 10, , , , , 83000, 0, 0, No, No, No,
  ASHRAEClearSky, , , , , 1;
"""
HARNESS = """Version,25.2;
Building,Probe,0,City,,,,,;
GlobalGeometryRules,UpperLeftCorner,Counterclockwise,World;
Timestep,60;
Site:Location,Probe,40,-105,-7,1600;
SimulationControl,No,No,No,Yes,No;
OutputControl:Files,Yes;
"""
RUN = """
import sys
from pyenergyplus.api import EnergyPlusAPI
api = EnergyPlusAPI()
state = api.state_manager.new_state()
sys.exit(api.runtime.run_energyplus(state, sys.argv[1:]))
"""


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
    text = HARNESS + "".join(
        DESIGN_DAY.format(day=name.title(), month=day.month, date=day.day)
        for name, day in zip(DAYS, week)
    )
    text += "".join(
        idf(fields)
        for fields in objects
        if fields[0].lower().startswith("schedule:") and fields[0].lower() != "schedule:file"
        or fields[0].lower() == "scheduletypelimits"
    )
    text += "".join(f"Output:Variable,{name},Schedule Value,Timestep;\n" for name in sorted(wanted))
    # With a single variable, the table has an extra empty column.
    text += "Schedule:Constant,Probe one,,1;\nOutput:Variable,Probe one,Schedule Value,Timestep;\n"
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / "model.idf"
    model.write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", RUN, "-d", str(folder), str(model)], capture_output=True, text=True
    )
    errors = (folder / "eplusout.err").read_text() if (folder / "eplusout.err").exists() else ""
    assert done.returncode == 0, done.stdout[-500:] + errors[-1500:]
    with open(folder / "eplusout.csv") as file:
        rows = list(csv.reader(file))
    columns = {
        column.split(":Schedule Value")[0].lower(): index
        for index, column in enumerate(rows[0])
        if ":Schedule Value" in column
    }
    assert len(rows) - 1 == 7 * 1440, len(rows)
    return {
        name: [float(row[columns[name]]) for row in rows[1:]] for name in wanted if name in columns
    }
