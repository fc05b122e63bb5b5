"""evohome-async's own schemas accept our zone schedules, in both forms."""

# environment: light
# packages: evohome-async==0.4.21

import json

from common import BOTH, DAYS, HEAT, Check, equal, not_run, one_value, random_week, same, version

try:
    from evohomeasync2.schema.schedule import SCH_GET_SCHEDULE_ZONE, SCH_PUT_SCHEDULE_ZONE
except ImportError as error:
    not_run("evohome", error)


def verify_for(schema, days_key, day_key, points_key, time_key, name):
    def verify(text, week):
        document = schema(json.loads(text))
        days = document[days_key]
        values = equal([day[day_key] for day in days], [name(day) for day in DAYS], "days")
        for day, rows in zip(days, week.days):
            points = day[points_key]
            equal(len(points), 4, "switchpoints")
            for point, row in zip(points, rows):
                hour, minute, second = point[time_key].split(":")
                values += equal((int(hour) * 60 + int(minute), second), (row.time, "00"), "time")
                values += equal(round(point["heatSetpoint"] * 10), row.heat, "heat")
        return values

    return verify


get = verify_for(
    SCH_GET_SCHEDULE_ZONE, "dailySchedules", "dayOfWeek", "switchpoints", "timeOfDay", str.title
)
put = verify_for(
    SCH_PUT_SCHEDULE_ZONE, "DailySchedules", "DayOfWeek", "Switchpoints", "TimeOfDay", DAYS.index
)


def backup(text, week):
    document = json.loads(text)
    equal(list(document), ["3432576"], "zones")
    equal(document["3432576"]["name"], "Home", "name")
    again = check.imported(text, "--from", "evohome")["Home"]
    return put(json.dumps(document["3432576"]["schedule"]), week) + same(again, week, HEAT)


value = one_value(rb'"heatSetpoint": ([\d.]+)')
check = Check("evohome", version("evohome-async"))
for index in range(check.options.count):
    week = random_week(check.rng, "C", grid=10, step=5, heat=(50, 350), cool=(60, 370), gap=5, sides=[BOTH, HEAT])
    form = ["evohome", "evohome/put", "evohome/backup-put"][index % 3]
    flags = ["--to", form, *week.dropping]
    if index % 3 == 2:
        text = check.export(week, *flags, "--target", "3432576")
        check.run(week, text, backup, lambda text: text.replace(b":00\"", b":01\"", 1), value)
    elif index % 3:
        text = check.export(week, *flags)
        check.run(
            week, text, put,
            lambda text: text.replace(b"Setpoint\": ", b"Setpoint\": 4", 1),
            value,
        )
    else:
        # This service refuses an integer as a setpoint.
        text = check.export(week, *flags)
        check.run(
            week, text, get,
            lambda text: text.replace(b".0,", b",", 1).replace(b".5,", b",", 1),
            value,
        )
check.finish()
