"""What the checks share: random weeks, exports through the command line, and the report.

A check is a program of its own, run in a virtual environment that has the independent program. It
exits 0 when everything held, 1 when something did not, and 77 when the independent program could not
be had; its last line on standard output is a JSON object with the figures.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PERIODS = ["wake", "leave", "return", "sleep"]
# The setpoints that a schedule may have, for `random_week`.
BOTH, HEAT, COOL = ("heat", "cool"), ("heat",), ("cool",)


class Row:
    """A row of the table: minutes since midnight, and tenths of a degree; None for an absent side."""

    def __init__(self, time, heat, cool):
        self.time, self.heat, self.cool = time, heat, cool


class Week:
    """A schedule: seven days of four rows, in one unit."""

    def __init__(self, unit, days):
        self.unit, self.days = unit, days

    @property
    def sides(self):
        """The setpoints that the rows have."""
        return tuple(side for side in BOTH if getattr(self.days[0][0], side) is not None)

    @property
    def dropping(self):
        """The option of an export to a device that only heats."""
        return ["--drop-cool"] if self.sides == BOTH else []

    @property
    def one_side(self):
        """The option of an export to a device with two programs."""
        return [] if self.sides == BOTH else ["--program", *self.sides]

    def only(self, *sides):
        """The week with these setpoints alone."""
        def row(row):
            return Row(row.time, *(getattr(row, side) if side in sides else None for side in BOTH))

        return Week(self.unit, [[row(one) for one in rows] for rows in self.days])

    def document(self, name="Home"):
        """The schedule file (version 1) of this week."""

        def period(row):
            return {
                "time": clock(row.time),
                **{side: number(getattr(row, side)) for side in self.sides},
            }

        days = {
            day: {p: period(row) for p, row in zip(PERIODS, rows)}
            for day, rows in zip(DAYS, self.days)
        }
        return json.dumps(
            {
                "format": "setpoint-schedule",
                "version": 1,
                "unit": self.unit,
                "schedules": [{"name": name, "days": days}],
            }
        )

    @staticmethod
    def read(unit, days):
        """The week of a schedule file."""
        return Week(
            unit,
            [
                [
                    Row(minutes(period["time"]), *(tenths(period.get(side)) for side in BOTH))
                    for period in (days[day][name] for name in PERIODS)
                ]
                for day in DAYS
            ],
        )

    def at(self, day, minute):
        """The row in force; before the first one, the last of the day before."""
        rows = [row for row in self.days[day] if row.time <= minute]
        return rows[-1] if rows else self.days[day - 1][-1]

    def entries(self, day):
        """The rows of a day, preceded by the setpoints in force at 00:00."""
        rows = self.days[day]
        if rows[0].time == 0:
            return rows
        last = self.days[day - 1][-1]
        return [Row(0, last.heat, last.cool)] + rows


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def minutes(text):
    return int(text[:2]) * 60 + int(text[3:5])


def tenths(degrees):
    return None if degrees is None else round(degrees * 10)


class Refused(Exception):
    """A refused import, with its message."""


def same(got, week, sides=None):
    """Compares a week in every minute with a week of `sides` (default: all); returns the number of values."""
    sides = sides or week.sides
    values = equal(got.sides, sides, "sides")
    for day in range(7):
        for minute in range(1440):
            here, there = got.at(day, minute), week.at(day, minute)
            for side in sides:
                if getattr(here, side) != getattr(there, side):
                    equal(getattr(here, side), getattr(there, side), f"{DAYS[day]} {clock(minute)} {side}")
                values += 1
    return values


def number(tenths):
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def random_week(rng, unit, grid=1, step=10, heat=None, cool=None, gap=30, pairs=None, sides=(BOTH,)):
    """A week on a time grid in minutes and a temperature step in tenths of a degree, with one of `sides`."""
    heat = heat or ((450, 900) if unit == "F" else (70, 300))
    cool = cool or ((480, 950) if unit == "F" else (90, 350))

    def pair():
        while True:
            low = rng.randrange(-(-heat[0] // step), heat[1] // step + 1) * step
            high = rng.randrange(-(-cool[0] // step), cool[1] // step + 1) * step
            if high - low >= gap:
                return low, high

    pool = [pair() for _ in range(pairs or 0)]
    kinds = []
    for _ in range(rng.choice([1, 2, 3, 7])):
        times = sorted(rng.sample(range(0, 1440, grid), 4))
        kinds.append([Row(t, *(rng.choice(pool) if pool else pair())) for t in times])
    return Week(unit, [rng.choice(kinds) for _ in DAYS]).only(*rng.choice(sides))


class Check:
    """Runs a check over many random weeks.

    `verify(text, week)` compares an export with its week, raises when they differ, and returns how many
    values it compared. Each of `sabotages` makes a wrong export of a right one.
    """

    def __init__(self, name, program):
        parser = argparse.ArgumentParser(description=name)
        parser.add_argument("--binary", required=True, help="the setpoint program")
        parser.add_argument("--count", type=int, default=50)
        parser.add_argument("--seed", type=int, default=20261121)
        parser.add_argument("--sabotage", action="store_true", help="expect every export to fail")
        self.options = parser.parse_args()
        self.name, self.program = name, program
        self.rng = random.Random(f"{self.options.seed} {name}")
        self.schedules = self.values = 0
        self.folder = tempfile.TemporaryDirectory()

    def export(self, week, *flags, name="Home"):
        """The bytes that `setpoint export` writes for a week."""
        path = pathlib.Path(self.folder.name) / "week.json"
        path.write_text(week.document(name))
        command = [self.options.binary, "export", str(path), *flags]
        done = subprocess.run(command, capture_output=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}{week.document()}")
        return done.stdout

    def imported(self, text, *flags, suffix=""):
        """The weeks that `setpoint import` reads from a text, by their names; `Refused` with its words."""
        path = pathlib.Path(self.folder.name) / f"answer{suffix}"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        command = [self.options.binary, "import", str(path), *flags]
        done = subprocess.run(command, capture_output=True)
        if done.returncode != 0:
            raise Refused(done.stderr.decode())
        document = json.loads(done.stdout)
        return {
            schedule["name"]: Week.read(document["unit"], schedule["days"])
            for schedule in document["schedules"]
        }

    def run(self, week, text, verify, *sabotages):
        """Checks one export; in a sabotage run, that each of its altered forms is refused."""
        self.schedules += 1
        values = verify(text, week)
        if not self.options.sabotage:
            self.values += values
            return
        for sabotage in sabotages:
            wrong = sabotage(text)
            assert wrong != text, f"{self.name}: the sabotage changed nothing"
            try:
                verify(wrong, week)
            except (ImportError, NameError, OSError):
                # A fault of the check.
                raise
            except Exception:
                self.values += 1
            else:
                raise AssertionError(f"{self.name}: a wrong export passed")

    def finish(self):
        """Prints the figures and ends the program."""
        report(
            self.name,
            self.program,
            "passed",
            schedules=self.schedules,
            values=self.values,
            seed=self.options.seed,
            sabotage=self.options.sabotage,
        )


def one_value(pattern):
    """A sabotage that changes the last digit of the first value: group 1 of `pattern`."""

    def alter(text):
        at = re.search(pattern, text, re.S).end(1) - 1
        digit = b"%d" % ((int(text[at : at + 1], 16) + 1) % 10)
        return text[:at] + digit + text[at + 1 :]

    return alter


def report(name, program, status, **figures):
    print(json.dumps({"check": name, "program": program, "status": status, **figures}))


def not_run(name, reason):
    """Says that the independent program cannot be had, and ends with status 77."""
    report(name, None, "not run", reason=str(reason))
    sys.exit(77)


def equal(got, expected, what=""):
    if got != expected:
        raise AssertionError(f"{what}: got {got}, expected {expected}")
    return 1


def version(package):
    import importlib.metadata

    return f"{package} {importlib.metadata.version(package)}"
