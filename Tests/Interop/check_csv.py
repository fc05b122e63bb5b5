"""Python's csv module reads our table, cell by cell."""

import csv
import io
import platform

from common import BOTH, COOL, DAYS, HEAT, PERIODS, Check, clock, equal, one_value, random_week, same

NAME = 'Küche, "Flur"; 100 %'


def verify(text, week):
    rows = list(csv.DictReader(io.StringIO(text.decode(), newline="")))
    values = equal(len(rows), 28, "rows")
    for index, got in enumerate(rows):
        row = week.days[index // 4][index % 4]
        equal(list(got), ["schedule", "day", "period", "time", *week.sides, "unit"], "columns")
        values += equal(got["schedule"], NAME, "name")
        values += equal((got["day"], got["period"]), (DAYS[index // 4], PERIODS[index % 4]), "row")
        values += equal(got["time"], clock(row.time), "time")
        for side in week.sides:
            values += equal(round(float(got[side]) * 10), getattr(row, side), side)
        values += equal(got["unit"], week.unit, "unit")
    return values + same(check.imported(text, "--from", "csv")[NAME], week)


check = Check("csv", f"csv of Python {platform.python_version()}")
for index in range(check.options.count):
    week = random_week(check.rng, "FC"[index % 2], step=1, sides=[BOTH, HEAT, COOL])
    text = check.export(week, "--to", "csv", name=NAME)
    check.run(week, text, verify, one_value(rb"monday,wake,[0-9:]+,([0-9.]+)"))
check.finish()
