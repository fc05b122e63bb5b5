#!/usr/bin/env python3
"""Compares exports and imports of calendars, day by day and minute by minute, with the model of check_calendar.py.

    python3 Tests/Calendar/check_exports.py .build/release/setpoint [--calendars 40] [--years 2] [--mutations 0]

Foreign programs read the exports: recurring-ical-events expands two years of iCalendar, bacpypes3 evaluates a BACnet
Schedule object, EnergyPlus (--years calendars) runs a year, and a Home Assistant core with a clock of its own runs two
years. Needs, from PyPI: icalendar==7.3.0 recurring-ical-events==3.8.2 bacpypes3==0.0.110 pyenergyplus-lbnl==26.1.0, and
homeassistant==2025.4.4 on Python 3.13. A missing program is a failure, unless --available asks for those that are
installed; Tests/Interop/run.sh installs them. Each export is imported again: its days must be those of the model, and a
second export must be the same text. Each check must also find an export in which one value or date was changed.
--mutations imports so many altered files of each format, which must be read or refused, and some must be read.
"""
import argparse, bisect, calendar, collections, copy, csv, datetime, json, os, pathlib, random, re, struct, subprocess
import sys, tempfile

from check_calendar import DAY, DAYS, PERIODS, due, minutes, row_at, some_document, some_entry

SIDES = ["heat", "cool"]


class Different(Exception):
    pass


def some_calendar(rng):
    """A document whose schedules have the same sides, and a year that its full dates are near."""
    document, year = some_document(rng), rng.choice([2024, 2026, 2027, 2028, 2032])
    sides = rng.choice([["heat"], SIDES])
    for schedule in document["schedules"]:
        for rows in schedule["days"].values():
            for row in rows.values():
                row.setdefault("cool", row["heat"] + 15)
                for side in SIDES:
                    if side not in sides:
                        del row[side]
    for entry in document["calendar"]:
        if len(entry.get("from", "")) == 10:
            begin = datetime.date(year, 1, 1) + rng.randrange(-20, 750) * DAY
            entry["from"], entry["to"] = begin.isoformat(), (begin + rng.choice([0, 1, 9, 60]) * DAY).isoformat()
    return document, year, sides


def value(row, side):
    schedule, day, period = row
    return schedule["days"][DAYS[day.weekday()]][period][side]


def days_of(year, years=1):
    day = datetime.date(year, 1, 1)
    while day.year < year + years:
        yield day
        day += DAY


def rows_of(document, day):
    """The beginnings of a day's rows, with their rows."""
    rows = due(document, day)["days"][DAYS[day.weekday()]]
    return [(minutes(rows[p]["time"]), (due(document, day), day, p)) for p in PERIODS]


def changes_of(document, day):
    """The rows of a day, after the row in force at midnight."""
    rows = rows_of(document, day)
    return rows if rows[0][0] == 0 else [(0, row_at(document, day, 0))] + rows


def equal(found, expected, what):
    if found != expected:
        raise Different(f"{what}: {found}, expected {expected}")


def check_icalendar(text, document, year, sides, has_end=True):
    import icalendar, recurring_ical_events

    if max(len(line) for line in text.split(b"\r\n")) > 75:
        raise Different("a line is too long")
    expected = []
    for day in days_of(year, 2):
        midnight = datetime.datetime.combine(day, datetime.time())
        following = midnight + DAY + datetime.timedelta(minutes=rows_of(document, day + DAY)[0][0])
        rows = [(midnight + datetime.timedelta(minutes=time), row) for time, row in rows_of(document, day)]
        ends = [start for start, _ in rows[1:]] + [following]
        for (start, row), end in zip(rows, ends):
            words = " / ".join(f"{side.title()} {value(row, side)} °F" for side in sides)
            expected.append((start, end, words, row[0]["name"]))
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(
        datetime.datetime(year - 2, 1, 1), datetime.datetime(year + 5, 1, 1))
    found = sorted((e["DTSTART"].dt, e["DTEND"].dt, str(e["SUMMARY"]), str(e["DESCRIPTION"])) for e in events)
    equal(len(found), len(expected), "events")
    if not has_end:
        # The last event ends with the first period of a day that the file does not have.
        found[-1] = (*found[-1][:1], *expected[-1][1:2], *found[-1][2:])
    for one, other in zip(found, expected):
        equal(one, other, "event")
    return len(expected)


def check_bacnet(text, document, year, sides):
    from bacpypes3.basetypes import DailySchedule, DateRange, SpecialEvent
    from bacpypes3.constructeddata import ArrayOf, SequenceOf
    from bacpypes3.local.schedule import ScheduleObject
    from bacpypes3.pdu import PDUData
    from bacpypes3.primitivedata import Date, Real, TagList, Time

    lines = text.decode().splitlines()
    equal(len(lines), 6 * len(sides), "lines")
    count = 0
    for number, side in enumerate(sides):
        values = [bytes.fromhex(line) for line in lines[6 * number + 1 : 6 * number + 6 : 2]]
        weekly, period, exceptions = [
            kind.decode(TagList.decode(PDUData(one)))
            for kind, one in zip([ArrayOf(DailySchedule), DateRange, SequenceOf(SpecialEvent)], values)
        ]
        schedule = ScheduleObject(
            presentValue=Real(0), scheduleDefault=Real(-1), weeklySchedule=weekly, effectivePeriod=period,
            exceptionSchedule=exceptions)
        for day in days_of(year):
            date = Date((day.year - 1900, day.month, day.day, day.isoweekday()))
            changes = changes_of(document, day)
            ends = [time for time, _ in changes[1:]] + [1440]
            for (time, row), end in zip(changes, ends):
                for minute in {time, end - 1}:
                    found, _ = schedule.eval(date, Time((minute // 60, minute % 60, 0, 0)))
                    number_of_row = struct.unpack(">f", struct.pack(">f", value(row, side)))[0]
                    equal(float(found.get_value() if hasattr(found, "get_value") else found), number_of_row,
                          f"{day} {minute} {side}")
                    count += 1
        for day in (datetime.date(year, 1, 1) - DAY, datetime.date(year + 1, 1, 1)):
            date = Date((day.year - 1900, day.month, day.day, day.isoweekday()))
            equal(schedule.eval(date, Time((12, 0, 0, 0))), None, "outside of the year")
    return count


WEATHER = """LOCATION,Probe,-,-,None,000000,40.0,-105.0,-7.0,1600.0
DESIGN CONDITIONS,0
TYPICAL/EXTREME PERIODS,0
GROUND TEMPERATURES,0
HOLIDAYS/DAYLIGHT SAVINGS,Yes,0,0,0
COMMENTS 1,none
COMMENTS 2,none
DATA PERIODS,1,1,Data,{weekday},1/1/{year},12/31/{year}
"""
MODEL = """Version,25.2;
Building,Probe,0,City,,,,,;
GlobalGeometryRules,UpperLeftCorner,Counterclockwise,World;
Timestep,60;
SimulationControl,No,No,No,No,Yes;
OutputControl:Files,Yes;
RunPeriod,Year,1,1,{year},12,31,{year},,No,No,No,No,No;
"""


def epjson_model(text, year, titles):
    """The objects of MODEL beside an export as epJSON."""
    model = json.loads(pathlib.Path(__file__).parent.joinpath("../Interop/energyplus.epJSON").read_text())
    del model["SizingPeriod:DesignDay"], model["Site:Location"]
    model["SimulationControl"]["s"].update(
        run_simulation_for_sizing_periods="No", run_simulation_for_weather_file_run_periods="Yes")
    model["RunPeriod"] = {"Year": {
        f"{end}_{field}": value for end, month, day in (("begin", 1, 1), ("end", 12, 31))
        for field, value in (("month", month), ("day_of_month", day), ("year", year))}}
    for use in ("use_weather_file_holidays_and_special_days", "use_weather_file_daylight_saving_period",
                "apply_weekend_holiday_rule", "use_weather_file_rain_indicators", "use_weather_file_snow_indicators"):
        model["RunPeriod"]["Year"][use] = "No"
    model["Output:Variable"] = {
        title: {"key_value": title, "variable_name": "Schedule Value", "reporting_frequency": "Timestep"}
        for title in titles}
    return json.dumps({**model, **json.loads(text)})


def check_epjson(text, *arguments):
    return check_energyplus(text, *arguments, suffix="epJSON")


def check_energyplus(text, document, year, sides, suffix="idf"):
    import pyenergyplus  # noqa: F401

    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Interop"))
    from energyplus_engine import RUN, output

    titles = {"heat": "Calendar Heating", "cool": "Calendar Cooling"}
    if suffix == "idf":
        model = text.decode() + MODEL.format(year=year) + "".join(output(titles[side]) for side in sides)
    else:
        model = epjson_model(text, year, [titles[side] for side in sides])
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, f"model.{suffix}").write_text(model)
        with open(f"{folder}/weather.epw", "w") as file:
            first = datetime.date(year, 1, 1)
            file.write(WEATHER.format(year=year, weekday=calendar.day_name[first.weekday()]))
            for day in days_of(year):
                for hour in range(1, 25):
                    file.write(f"{day.year},{day.month},{day.day},{hour},0,?9?9?9?9E0?9?9?9?9?9?9?9?9?9?9?9?9?9?9?9*9*9?9?9?9,"
                               "10,0,50,83000,0,0,300,0,0,0,0,0,0,0,180,2,5,5,20,77777,9,999999999,10,0.1,0,88,0,0,0\n")
        done = subprocess.run(
            [sys.executable, "-c", RUN, "-d", folder, "-w", f"{folder}/weather.epw", f"{folder}/model.{suffix}"],
            capture_output=True, text=True)
        errors = pathlib.Path(folder, "eplusout.err").read_text()
        if done.returncode != 0 or "** Severe" in errors:
            raise Different(errors[-2000:])
        with open(f"{folder}/eplusout.csv") as file:
            rows = list(csv.reader(file))
    header = [column.upper() for column in rows[0]]
    columns = {side: next(i for i, c in enumerate(header) if titles[side].upper() in c) - len(header) for side in sides}
    days = list(days_of(year))
    equal(len(rows) - 1, len(days) * 1440, "minutes")
    count = 0
    for number, day in enumerate(days):
        changes = changes_of(document, day)
        for (time, row), end in zip(changes, [time for time, _ in changes[1:]] + [1440]):
            for side, column in columns.items():
                degrees = round((value(row, side) - 32) * 5 / 9, 2)
                for minute in range(time, end):
                    found = float(rows[1 + number * 1440 + minute][column])
                    if abs(found - degrees) > 0.004:
                        raise Different(f"{day} minute {minute} {side}: {found}, expected {degrees}")
                    count += 1
    return count


def check_home_assistant(text, document, year, sides):
    import homeassistant  # noqa: F401
    from home_assistant_core import ZONE, run

    rng = random.Random(year)
    start = datetime.datetime(year, 1, 1, 0, 2, tzinfo=ZONE)
    # The automation is also run by hand every few days, at any time.
    days = [start.date() + n * DAY for n in range(8, 730, 9)]
    moments = [datetime.datetime(d.year, d.month, d.day, rng.randrange(24), rng.randrange(60), 17, tzinfo=ZONE) for d in days]
    points = []
    for day in days_of(year, 2):
        for time in [5, 720] + [time for time, _ in rows_of(document, day)]:
            at = datetime.datetime(day.year, day.month, day.day, time // 60, time % 60, 30, tzinfo=ZONE)
            points.append((at.timestamp(), at))
    points.sort()
    keys = {"heat": "target_temp_low", "cool": "target_temp_high"} if len(sides) == 2 else {sides[0]: "temperature"}
    count = place = 0

    def expected(at):
        row = row_at(document, at.date(), at.hour * 60 + at.minute)
        return {key: value(row, side) for side, key in keys.items()}

    def clocks_change(at):
        """Whether clocks change in the hours around; a helper's block is then late."""
        return 2 <= at.hour < 4 and at.replace(hour=1).utcoffset() != at.replace(hour=12).utcoffset()

    def visit(moment, sent, by_hand):
        nonlocal count, place
        times = [time for time, _ in sent]
        while place < len(points) and points[place][0] < moment.timestamp():
            time, at = points[place]
            place += 1
            if time > start.timestamp() + 60 and not clocks_change(at):
                equal(sent[bisect.bisect(times, time) - 1][1], expected(at), f"{at}")
                count += 1
        if not clocks_change(moment):
            equal(by_hand, [expected(moment)], f"by hand at {moment}")
            count += 1

    run(text, document["unit"], start, moments, visit)
    return count


def same_document(program, text, document):
    """Imports a Home Assistant package, which must give the document back."""
    done = subprocess.run([program, "import", "-", "--from", "home-assistant"], input=text, capture_output=True)
    if done.returncode != 0:
        raise Different(done.stderr.decode())
    found = json.loads(done.stdout)
    for member in ("unit", "schedules", "calendar"):
        equal(found[member], document[member], member)


def moved(text, document, year):
    """The text with a date moved by a day so that another schedule is due; None if no date can be moved."""
    for number, entry in enumerate(document["calendar"]):
        for end in ("from", "to") if "from" in entry else ():
            date = datetime.date.fromisoformat(("2027-" if len(entry[end]) == 5 else "")[:5] + entry[end].replace("02-29", "02-28"))
            other = copy.deepcopy(document)
            other["calendar"][number][end] = (date + DAY).isoformat()[-len(entry[end]):]
            days = list(days_of(year, 2))[:720]
            if any(due(document, day)["name"] != due(other, day)["name"] for day in days):
                head, tail = text.split(b"      calendar:\n")
                lines = tail.split(b"\n")
                # The first line is for the days of no entry.
                old, new = (f'"{end}": "{one["calendar"][number][end]}"'.encode() for one in (document, other))
                lines[number + 1] = lines[number + 1].replace(old, new)
                return head + b"      calendar:\n" + b"\n".join(lines)
    return None


def changed(text, pattern):
    """The text with another digit at the end of the first match of a pattern's group."""
    at = re.search(pattern, text).end(1) - 1
    return text[:at] + b"%d" % ((int(text[at : at + 1], 16) + 1) % 10) + text[at + 1 :]


CHECKS = [
    ("icalendar", check_icalendar, rb"DTSTART:(\d{8})"),
    ("bacnet", check_bacnet, rb"44(.{8})"),
    ("energyplus", check_energyplus, rb"Until: [\d:]+, -?[\d.]*(\d)"),
    ("energyplus/epjson", check_epjson, rb'"field": ?-?[\d.]*(\d)'),
    ("home-assistant", check_home_assistant, None),
]


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"})


def export(program, name, document, year):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        done = run(program, "export", file.name, "--to", name, "--year", str(year))
    if done.returncode != 0:
        raise Different(done.stderr.decode())
    return done.stdout


def imported(program, name, text, year, *options):
    name = name.split("/")[0]
    dates = ["--year", str(year)] if name == "energyplus" else []
    with tempfile.NamedTemporaryFile() as file:
        file.write(text)
        file.flush()
        return run(program, "import", file.name, "--from", name, "--unit", "F", *dates, *options)


def check_import(program, name, text, document, year, sides):
    """Compares an import of an export with the model; returns its number of entries."""
    done = imported(program, name, text, year)
    if done.returncode != 0:
        raise Different(done.stderr.decode())
    found = json.loads(done.stdout)
    found.setdefault("calendar", [])

    def values(document, day):
        # An iCalendar begins with the first period of its first day.
        rows = rows_of if name == "icalendar" and day == datetime.date(year, 1, 1) else changes_of
        return [(time, [value(row, side) for side in sides]) for time, row in rows(document, day)]

    for day in days_of(year, 2 if name == "icalendar" else 1):
        equal(values(found, day), values(document, day), f"{day}")
        if name == "icalendar":
            equal(due(found, day)["name"], due(document, day)["name"], f"{day}")
    if not found["calendar"]:
        return 0
    second = export(program, name, found, year)
    if name == "icalendar":
        check_icalendar(second, document, year, sides, has_end=False)
    else:
        equal(second == text, True, "the second export")
    return len(found["calendar"])


def mutated(rng, text):
    """The text with some bytes changed, removed or repeated."""
    text = bytearray(text)
    for _ in range(rng.choice([1, 1, 2, 5])):
        begin = rng.randrange(len(text))
        end = min(len(text), begin + rng.choice([1, 1, 2, 8, 60]))
        kind = rng.randrange(5)
        if kind == 0:
            text[begin:end] = bytes(rng.choice(b"0123456789abcdefTDWMOSU,;:=-\n #!") for _ in range(end - begin))
        elif kind == 1:
            del text[begin:end]
        elif kind == 2:
            text[begin:begin] = text[begin:end]
        elif kind == 3:
            text[begin] ^= 1 << rng.randrange(8)
        else:
            lines = bytes(text).split(b"\n")
            lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
            text = bytearray(b"\n".join(lines))
    return bytes(text)


def check_mutations(program, name, number):
    """Imports altered files; returns how often each exit status came."""
    counts = collections.Counter()
    for seed in range(number):
        rng = random.Random(f"mutation {name} {seed}")
        document, year, sides = some_calendar(rng)
        text = mutated(rng, export(program, name, document, year))
        # An altered file may no longer tell its unit; one for EnergyPlus is in °C.
        unit = [] if name.startswith("energyplus") else ["--file-unit", "F"]
        done = imported(program, name, text, year, *unit, "--round", "--drop-periods", "--gaps", "60/80")
        counts[done.returncode] += 1
        if done.returncode not in (0, 65):
            print(f"{name}, mutation {seed}: {done.returncode}: {done.stderr.decode()[-300:]}")
    return counts


def check_automations(options):
    """Checks the calendars of Home Assistant, which have no year; returns the number of failures."""
    values = found = failures = 0
    for seed in range(options.calendars):
        document, year, sides = some_calendar(random.Random(f"home-assistant {seed}"))
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(document, file)
            file.flush()
            done = run(options.program, "export", file.name, "--to", "home-assistant", "--target", "climate.hall")
        try:
            if done.returncode != 0:
                raise Different(done.stderr.decode())
            same_document(options.program, done.stdout, document)
            values += check_home_assistant(done.stdout, document, year, sides)
        except Different as error:
            failures += 1
            print(f"home-assistant, calendar {seed}: {error}")
            continue
        except ImportError as error:
            print(f"home-assistant: not run: {error}")
            return int(not options.available)
        wrong = moved(done.stdout, document, year)
        if wrong is None:
            continue
        try:
            check_home_assistant(wrong, document, year, sides)
        except (ImportError, NameError, OSError):
            raise
        except Exception:
            found += 1
        else:
            failures += 1
            print(f"home-assistant, calendar {seed}: a wrong export passed")
    print(f"home-assistant: {options.calendars} calendars, {values} values, {found} wrong exports found, {failures} failures")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--calendars", type=int, default=40)
    parser.add_argument("--years", type=int, default=2)
    parser.add_argument("--mutations", type=int, default=0)
    parser.add_argument("--only", choices=[name for name, _, _ in CHECKS])
    parser.add_argument("--available", action="store_true", help="leave out the programs that are missing")
    options = parser.parse_args()
    failed = False
    for name, check, pattern in CHECKS:
        if options.only not in (None, name):
            continue
        if pattern is None:
            failed = check_automations(options) > 0 or failed
            continue
        values = found = failures = entries = 0
        reads = True
        for seed in range(options.calendars):
            document, year, sides = some_calendar(random.Random(f"{name} {seed}"))
            arguments = (document, year, sides)
            try:
                text = export(options.program, name, document, year)
                entries += check_import(options.program, name, text, *arguments)
                # An engine that runs a year takes a minute.
                if reads and (seed < options.years or not name.startswith("energyplus")):
                    values += check(text, *arguments)
            except Different as error:
                failures += 1
                print(f"{name}, calendar {seed}: {error}")
                continue
            except ImportError as error:
                reads = False
                failures += not options.available
                print(f"{name}: not run: {error}")
            wrong = changed(text, pattern)
            checks = [lambda: check_import(options.program, name, wrong, *arguments)]
            if reads and (seed < options.years or not name.startswith("energyplus")):
                checks.append(lambda: check(wrong, *arguments))
            for again in checks:
                try:
                    again()
                except (ImportError, NameError, OSError):
                    raise
                except Exception:
                    found += 1
                else:
                    failures += 1
                    print(f"{name}, calendar {seed}: a wrong export passed")
        failed = failed or failures > 0
        print(f"{name}: {options.calendars} calendars, {entries} entries imported, {values} values, "
              f"{found} wrong exports found, {failures} failures")
        if options.mutations > 0:
            counts = check_mutations(options.program, name, options.mutations)
            failed = failed or set(counts) != {0, 65}
            print(f"{name}: {options.mutations} altered files, {dict(counts)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
