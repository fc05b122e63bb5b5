"""Records for tests and measurements: documents by number, a tenth with a calendar, a fiftieth with a planted fault."""

from __future__ import annotations

import functools
import json
import random
from typing import Iterator

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PERIODS = ("wake", "leave", "return", "sleep")


def document(number: int) -> dict:
    """A good document."""
    chance = random.Random(number)
    times = [chance.choice(choices) for choices in ((360, 375, 390), (480, 495), (1020, 1050), (1320, 1350))]
    heats = (chance.choice((68, 70)), 62, 70, chance.choice((60, 62, 64)))
    cools = (chance.choice((76, 78)), 85, 78, 82)
    row = {
        period: {"time": "%02d:%02d" % divmod(time, 60), "heat": heat, "cool": cool}
        for period, time, heat, cool in zip(PERIODS, times, heats, cools)
    }
    week = {"name": f"Unit {number}", "days": {day: row for day in DAYS}}
    doc = {"format": "setpoint-schedule", "version": 1, "unit": "F", "schedules": [week]}
    if has_calendar(number):
        doc["schedules"].append({**week, "name": "Away"})
        doc["calendar"] = [
            {"schedule": "Away", "from": "12-24", "to": "01-01"},
            {"schedule": f"Unit {number}", "days": ["sunday"]},
        ]
    return doc


def has_calendar(number: int) -> bool:
    """Whether a document has a second schedule, `Away`, which applies from 24 December to 1 January but on Sundays."""
    return number % 10 == 7


def _cell(period: str, field: str, value: object):
    def change(doc: dict) -> bytes:
        doc = json.loads(json.dumps(doc))
        doc["schedules"][0]["days"]["tuesday"][period][field] = value
        return _text(doc)

    return change


def _entry(change: dict):
    return lambda doc: _text({**doc, "calendar": [change | {"days": ["monday"]}]})


def _text(doc: object) -> bytes:
    return json.dumps(doc, separators=(",", ":")).encode()


#: The faults that are planted, each by name.
FAULTS = {
    "heat above cool": _cell("wake", "heat", 79),
    "deadband": _cell("wake", "heat", 77),
    "order of times": _cell("leave", "time", "05:00"),
    "gap": _cell("wake", "time", "08:05"),
    "no time": _cell("sleep", "time", "25:00"),
    "text for a number": _cell("sleep", "heat", "62"),
    "celsius among fahrenheit": _cell("sleep", "heat", 16),
    "cut": lambda doc: _text(doc)[:700],
    "no object": lambda doc: b"[1, 2]",
    "bad byte": lambda doc: _text(doc).replace(b"Unit", b"Un\xfft"),
    "carriage return in a name": lambda doc: _text(doc).replace(b"Unit", b"Un\rt"),
    "unknown schedule": _entry({"schedule": "Nowhere"}),
    "date that does not exist": _entry({"schedule": "Away", "from": "02-30", "to": "03-02"}),
    "repeated member": lambda doc: _text(doc).replace(b'"unit"', b'"unit":"F","unit"', 1),
}


def fault(number: int) -> str | None:
    """The fault that is planted in a record."""
    return list(FAULTS)[number // 50 % len(FAULTS)] if number % 50 == 7 else None


def record(number: int) -> bytes:
    """The text of a record."""
    name = fault(number)
    return FAULTS[name](document(number)) if name else _text(document(number))


_kept = functools.lru_cache(6000)(record)


def repeated(number: int) -> bytes:
    """The text of one of 6,000 records, repeated, so that making a million costs next to nothing."""
    return _kept(number % 6000)


def records(count: int) -> Iterator[tuple[int, bytes]]:
    return ((number, record(number)) for number in range(count))
