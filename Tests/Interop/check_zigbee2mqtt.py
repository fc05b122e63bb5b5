"""zigbee2mqtt's messages equal the frames of the same schedule, decoded by zigpy.

The real converter runs under Node.js and is not installed here; it turns such messages into exactly
these frames (see docs/formats-zigbee.md).
"""

# environment: light
# packages: zigpy==2.4.0

import json

from common import BOTH, COOL, DAYS, HEAT, Check, equal, not_run, one_value, random_week, version

try:
    from zigpy.zcl.clusters.hvac import Thermostat
except ImportError as error:
    not_run("zigbee2mqtt", error)

SCHEMA = Thermostat.ServerCommandDefs.set_weekly_schedule.schema


def verify(text, week):
    mode = "both" if week.sides == BOTH else week.sides[0]
    frames = check.export(week, "--to", "zcl", "--program", mode).decode().split()
    decoded = [SCHEMA.deserialize(bytes.fromhex(frame)[3:])[0] for frame in frames]
    messages = [json.loads(line)["weekly_schedule"] for line in text.splitlines()]
    equal(len(messages), len(decoded), "messages")
    values = 0
    for message, command in zip(messages, decoded):
        days = sum(1 << (DAYS.index(day) + 1) % 7 for day in message["dayofweek"])
        values += equal(days, int(command.day_of_week_for_sequence), "days")
        flat = []
        for transition in message["transitions"]:
            hour, minute = transition["transitionTime"].split(":")
            flat += [int(hour) * 60 + int(minute)]
            flat += [round(transition[f"{side}Setpoint"] * 100) for side in week.sides]
        equal(flat, [int(value) for value in command.values], "transitions")
        values += len(flat)
    return values


check = Check("zigbee2mqtt", f"{version('zigpy')} (through the zcl export)")
for _ in range(check.options.count):
    week = random_week(check.rng, "C", step=1, heat=(70, 300), cool=(160, 320), gap=25, sides=[BOTH, HEAT, COOL])
    text = check.export(week, "--to", "zigbee2mqtt", *week.one_side)
    check.run(
        week, text, verify,
        lambda text: text.replace(b"Setpoint\":", b"Setpoint\":1", 1),
        one_value(rb'Setpoint":\s*([\d.]+)'),
    )
check.finish()
