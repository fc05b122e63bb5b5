#!/usr/bin/env python3
"""Compares `setpoint due`, `now` and `validate` with a model of the calendar that shares no code with them.

    python3 Tests/Calendar/check_calendar.py .build/release/setpoint [--calendars 2000] [--dates 1500]
    python3 Tests/Calendar/check_calendar.py --record      # writes fixtures/cli/calendar-model

The model is datetime of the standard library. Dates are around New Year, leap days, weeks 52, 53 and 1, days on which
clocks change, and any from 1583 to 9999; times are around midnight, around the rows of the table, and any.
"""
import argparse, datetime, json, os, random, subprocess, sys, tempfile

DAY = datetime.timedelta(days=1)
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PERIODS = ["wake", "leave", "return", "sleep"]
FIRST, LAST = datetime.date(1583, 1, 1), datetime.date(9999, 12, 31)


def applies(entry, day):
    """Whether all conditions of an entry are met on a day."""
    begin, end = entry.get("from"), entry.get("to")
    if begin is not None:
        text = day.isoformat()[5:] if len(begin) == 5 else day.isoformat()
        inside = begin <= text <= end if begin <= end else text >= begin or text <= end
        if not inside:
            return False
    if "weeks" in entry and entry["weeks"] != ("even" if day.isocalendar()[1] % 2 == 0 else "odd"):
        return False
    return "days" not in entry or DAYS[day.weekday()] in entry["days"]


def due(document, day):
    """The schedule of a day."""
    for entry in reversed(document["calendar"]):
        if applies(entry, day):
            return next(s for s in document["schedules"] if s["name"] == entry["schedule"])
    return document["schedules"][0]


def minutes(text):
    return int(text[:2]) * 60 + int(text[3:])


def row_at(document, day, time):
    """The row that applies: its schedule, its day and its period."""
    rows = due(document, day)["days"][DAYS[day.weekday()]]
    begun = [p for p in PERIODS if minutes(rows[p]["time"]) <= time]
    return (due(document, day), day, begun[-1]) if begun else (due(document, day - DAY), day - DAY, "sleep")


def words(row):
    schedule, day, period = row
    values = schedule["days"][DAYS[day.weekday()]][period]
    sides = [f", {side} {values[side]} °F" for side in ("heat", "cool") if side in values]
    return f'"{schedule["name"]}" {DAYS[day.weekday()].title()} {period} ({values["time"]})' + "".join(sides)


def now(document, day, time):
    """What `now` prints."""
    row = row_at(document, day, time)
    begins = sorted(minutes(r["time"]) for r in due(document, day)["days"][DAYS[day.weekday()]].values())
    end, end_time = day, next((t for t in begins if t > time and row_at(document, day, t) != row), None)
    if end_time is None:
        end = day + DAY
        rows = due(document, end)["days"][DAYS[end.weekday()]]
        end_time = min(minutes(rows[p]["time"]) for p in PERIODS)
    hours, rest = divmod((end - day).days * 1440 + end_time - time, 60)
    length = f"{rest} min" if hours == 0 else f"{hours} h" if rest == 0 else f"{hours} h {rest} min"
    return (
        f"{DAYS[day.weekday()].title()} {day} {time // 60:02}:{time % 60:02}: {words(row)}\n"
        f"next: {words(row_at(document, end, end_time))}, in {length}\n"
    )


def some_day(rng):
    kind = rng.randrange(6)
    year = rng.choice([1600, 1900, 1999, 2000, 2004, 2015, 2020, 2024, 2026, 2027, 2028, 2032, 2100, 9998])
    if kind == 0:  # around New Year: weeks 52, 53 and 1
        return datetime.date(year, 12, 25) + rng.randrange(16) * DAY
    if kind == 1:  # around the end of February
        return datetime.date(year, 2, 26) + rng.randrange(6) * DAY
    if kind == 2:  # around days on which clocks change
        return rng.choice([datetime.date(2026, 3, 8), datetime.date(2026, 3, 29), datetime.date(2026, 10, 25),
                           datetime.date(2026, 11, 1)]) + rng.randrange(-1, 2) * DAY
    if kind == 3:
        return FIRST + DAY + rng.randrange((LAST - FIRST).days - 1) * DAY
    return datetime.date(2026, 1, 1) + rng.randrange(1500) * DAY


def some_entry(rng, names):
    entry = {"schedule": rng.choice(names)}
    kind = rng.randrange(5)
    if kind == 0:
        begin = some_day(rng)
        end = begin + min(rng.choice([0, 1, 9, 400]), (LAST - begin).days) * DAY
        entry["from"], entry["to"] = begin.isoformat(), end.isoformat()
    elif kind in (1, 2):
        for member in ("from", "to"):
            month = rng.choice([1, 2, 2, 3, 12, rng.randrange(1, 13)])
            day = rng.choice([1, 28, 28 if month == 2 else 30, 29 if month == 2 else 31 if month in (1, 3, 12) else 30])
            entry[member] = f"{month:02}-{day:02}"
    if rng.random() < 0.4:
        entry["weeks"] = rng.choice(["odd", "even"])
    if rng.random() < 0.4 or len(entry) == 1:
        entry["days"] = sorted(rng.sample(DAYS, rng.randrange(1, 8)), key=DAYS.index)
    return entry


def some_document(rng):
    schedules = []
    for name in ["Winter", "Late shift", "Away", "Ferien ü"][: rng.randrange(2, 5)]:
        sides = rng.choice([["heat"], ["heat", "cool"]])
        week = {}
        for day in DAYS:
            times = sorted(rng.sample(range(0, 1440, 5), 4))
            week[day] = {
                period: {"time": f"{time // 60:02}:{time % 60:02}"}
                | {side: rng.randrange(60, 68) + (15 if side == "cool" else 0) for side in sides}
                for period, time in zip(PERIODS, times)
            }
        schedules.append({"name": name, "days": week})
    names = [s["name"] for s in schedules]
    calendar = [some_entry(rng, names) for _ in range(rng.randrange(1, 8))]
    return {"format": "setpoint-schedule", "version": 1, "unit": "F", "schedules": schedules, "calendar": calendar}


def some_times(rng, document, days):
    result = []
    for day in days:
        edges = [0, 1, 1439] + [minutes(r["time"]) for r in due(document, day)["days"][DAYS[day.weekday()]].values()]
        result.append((day, min(1439, max(0, rng.choice(edges + [rng.randrange(1440)]) + rng.choice([-1, 0, 0])))))
    return result


def deciding(calendar):
    """The numbers of the entries that decide on a day, looked at day by day."""
    # 800 years have every kind of day twice; full dates may be outside them.
    spans = [(FIRST, datetime.date(2400, 12, 31))]
    spans += [tuple(map(datetime.date.fromisoformat, (e["from"], e["to"]))) for e in calendar if len(e.get("from", "")) == 10]
    seen = set()
    for begin, end in spans:
        for offset in range((end - begin).days + 1):
            day = begin + offset * DAY
            seen.add(next((n for n in range(len(calendar), 0, -1) if applies(calendar[n - 1], day)), 0))
            if seen.issuperset(range(1, len(calendar) + 1)):
                return seen
    return seen


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})


def record():
    folder = os.path.join(os.path.dirname(__file__), "../../fixtures/cli/calendar-model")
    os.makedirs(folder, exist_ok=True)
    output, command = "", ""
    for seed in range(3):
        rng = random.Random(seed)
        document = some_document(rng)
        days = sorted({some_day(rng) for _ in range(60)})
        times = some_times(rng, document, days)
        with open(f"{folder}/{seed}.json", "w") as file:
            json.dump(document, file, ensure_ascii=False, indent=1)
        with open(f"{folder}/{seed}.due", "w") as file:
            file.write("".join(f"--at {day}\n" for day in days))
        with open(f"{folder}/{seed}.now", "w") as file:
            file.write("".join(f'--at "{day} {time // 60:02}:{time % 60:02}"\n' for day, time in times))
        command += f"xargs setpoint due {seed}.json <{seed}.due; xargs setpoint now {seed}.json <{seed}.now\n"
        output += "".join(f'{day}\t{due(document, day)["name"]}\n' for day in days)
        output += "".join(now(document, day, time) for day, time in times)
    for name, text in [("command", command), ("stdout", output), ("stderr", ""), ("status", "0\n")]:
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)


def check(program, calendars, dates):
    answers = failures = exact = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "home.json")
        for seed in range(calendars):
            rng = random.Random(seed)
            document = some_document(rng)
            with open(path, "w") as file:
                json.dump(document, file)
            days = [some_day(rng) for _ in range(dates)]
            times = some_times(rng, document, days)
            asked = days + [FIRST, FIRST + DAY, LAST]
            found = run(program, "due", path, *[word for day in asked for word in ("--at", f"{day}")])
            expected = "".join(f'{day}\t{due(document, day)["name"]}\n' for day in asked)
            if found.stdout != expected:
                failures += 1
                print(f"seed {seed}: due differs: {found.stderr}")
            found = run(program, "now", path, "--clock", "24", *[
                word for day, time in times for word in ("--at", f"{day} {time // 60:02}:{time % 60:02}")])
            expected = "".join(now(document, day, time) for day, time in times)
            if found.stdout != expected:
                failures += 1
                pairs = zip(found.stdout.splitlines(), expected.splitlines())
                print(f"seed {seed}: now differs: {found.stderr}", next((p for p in pairs if p[0] != p[1]), ""))
            answers += len(asked) + len(times)
            if seed % 10 == 0:  # an entry that never applies, exactly
                found = json.loads(run(program, "validate", path, "--format", "json", "--select", "SP606").stdout)
                numbers = {int(f["path"].split("/")[2]) + 1 for f in found}
                calendar = document["calendar"]
                never = set(range(1, len(calendar) + 1)) - deciding(calendar)
                exact += 1
                if numbers != never:
                    failures += 1
                    print(f"seed {seed}: validate says {sorted(numbers)}, the model {sorted(never)}")
    print(f"{calendars} calendars, {answers} answers, {exact} calendars day by day, {failures} failures")
    return failures == 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?")
    parser.add_argument("--calendars", type=int, default=2000)
    parser.add_argument("--dates", type=int, default=1500)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.record:
        record()
    elif not check(options.program, options.calendars, options.dates):
        sys.exit(1)
