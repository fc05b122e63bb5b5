"""icalendar reads our calendar; recurring-ical-events expands it to our switch times; our import reads it back."""

# environment: light
# packages: icalendar==7.3.0 recurring-ical-events==3.8.2

import datetime
import re

from common import BOTH, COOL, HEAT, Check, equal, not_run, one_value, random_week, same, version

try:
    import icalendar
    import recurring_ical_events
except ImportError as error:
    not_run("icalendar", error)


def tenths(text):
    return round(float(text) * 10)


def verify(text, week):
    assert max(len(line) for line in text.split(b"\r\n")) <= 75, "a line is too long"
    calendar = icalendar.Calendar.from_ical(text)
    equal([error for event in calendar.walk() for error in event.errors], [], "errors")
    monday = datetime.datetime(2026, 3, 2)
    events = recurring_ical_events.of(calendar).between(monday, monday + datetime.timedelta(7))
    events = sorted((e for e in events if e["DTSTART"].dt >= monday), key=lambda e: e["DTSTART"].dt)
    rows = [(day, row) for day in range(7) for row in week.days[day]]
    values = equal(len(events), len(rows), "events")
    starts = [monday + datetime.timedelta(days=day, minutes=row.time) for day, row in rows]
    starts.append(starts[0] + datetime.timedelta(7))
    for event, (_, row), start, end in zip(events, rows, starts, starts[1:]):
        values += equal(str(event["DESCRIPTION"]), NAME, "name")
        values += equal(event["DTSTART"].dt, start, "start")
        values += equal(event["DTEND"].dt, end, "end")
        found = re.findall(r"(\w+) (-?[0-9]+(?:\.[0-9]+)?)", str(event["SUMMARY"]))
        wanted = [(side.title(), getattr(row, side)) for side in week.sides]
        values += equal([(side, tenths(text)) for side, text in found], wanted, "setpoints")
    [(name, read)] = check.imported(text, "--from", "icalendar", suffix=".ics").items()
    return values + equal(name, NAME, "name") + same(read, week)


NAME = "Küche, Flur; \\ 100 %"
check = Check("icalendar", f"{version('icalendar')}, {version('recurring-ical-events')}")
for index in range(check.options.count):
    week = random_week(check.rng, "FC"[index % 2], step=1, sides=[BOTH, HEAT, COOL])
    text = check.export(week, "--to", "icalendar", name=NAME)
    check.run(
        week, text, verify,
        lambda text: text.replace(b"DURATION:PT", b"DURATION:P1DT", 1),
        one_value(rb"SUMMARY:[^\d]*([\d.]+)"),
    )
check.finish()
