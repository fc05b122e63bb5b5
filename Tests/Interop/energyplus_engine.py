"""The EnergyPlus engine from PyPI (pyenergyplus-lbnl) as the checks run it: a building that is nothing, for a week."""

import csv
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


def harness(dates):
    """What a model needs beside its schedules, for a week; `dates` are a month and a day each, Monday first."""
    return HARNESS + "".join(
        DESIGN_DAY.format(day=day.title(), month=month, date=date)
        for day, (month, date) in zip(DAYS, dates)
    )


def output(name):
    """The line that asks for a schedule's value in each minute."""
    return f"Output:Variable,{name},Schedule Value,Timestep;\n"


def run(model, folder, suffix=".idf"):
    """Runs a model, bytes, in a folder; returns the rows of its table and the engine's complaints."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"model{suffix}"
    path.write_bytes(model)
    done = subprocess.run(
        [sys.executable, "-c", RUN, "-d", str(folder), str(path)], capture_output=True, text=True
    )
    errors = (folder / "eplusout.err").read_text() if (folder / "eplusout.err").exists() else ""
    assert done.returncode == 0, done.stdout[-500:] + errors[-1500:]
    with open(folder / "eplusout.csv") as file:
        return list(csv.reader(file)), errors
