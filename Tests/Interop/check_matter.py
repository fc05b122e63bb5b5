"""The Matter SDK's structs for Python encode our schedules; the decoded form, as a Matter server stores it, is our week.

The transitions go back in another order, since a thermostat may keep its own.
"""

# packages: home-assistant-chip-clusters==2025.7.0

import base64
import json

from common import DAYS, Check, clock, equal, not_run, one_value, random_week, same, version

try:
    from chip.clusters import Objects as clusters
    from chip.clusters.Types import NullValue
    from chip.tlv import TLVReader
except ImportError as error:
    not_run("matter", error)

Thermostat = clusters.Thermostat
Schedules = Thermostat.Attributes.Schedules
MODES = {"both": 1, "cool": 3, "heat": 4}


def struct(schedule, rng):
    """A schedule as the SDK has it, which refuses members that it does not know."""
    transitions = [Thermostat.Structs.ScheduleTransitionStruct(**one) for one in schedule["transitions"]]
    rng.shuffle(transitions)
    members = {key: NullValue if value is None else value for key, value in schedule.items()}
    return Thermostat.Structs.ScheduleStruct(**{**members, "transitions": transitions})


def tagged(value):
    """What a Matter server writes of decoded TLV: tags as names, octets in Base64."""
    if isinstance(value, dict):
        return {str(key): tagged(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [tagged(one) for one in value]
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def verify_for(program, is_tlv):
    sides = ("heat", "cool") if program == "both" else (program,)

    def verify(text, week):
        if is_tlv:
            schedules = Schedules.FromTLV(bytes.fromhex(text.decode()))
            check.rng.shuffle(schedules[0].transitions)
        else:
            schedules = [struct(one, check.rng) for one in json.loads(text)]
        encoded = Schedules.ToTLV(None, schedules)
        decoded = Schedules.FromTLV(encoded)[0]
        equal(decoded.systemMode, MODES[program], "system mode")
        days = [{} for _ in DAYS]
        values = 0
        for one in decoded.transitions:
            for bit in range(7):
                if one.dayOfWeek & 1 << bit:
                    days[(bit + 6) % 7][one.transitionTime] = (one.heatingSetpoint, one.coolingSetpoint)
        for index, day in enumerate(DAYS):
            equal(sorted(days[index]), [row.time for row in week.days[index]], day)
            for row in week.days[index]:
                for side, got in zip(("heat", "cool"), days[index][row.time]):
                    wanted = getattr(row, side) * 10 if side in sides else None
                    values += equal(got, wanted, f"{day} {clock(row.time)} {side}")
        answer = json.dumps({"attributes": {"1/513/81": tagged(TLVReader(encoded).get()["Any"])}})
        got = check.imported(encoded.hex() if is_tlv else answer, "--from", "matter")
        return values + same(got["Flur"], week, sides)

    return verify


check = Check("matter", version("home-assistant-chip-clusters"))
for index in range(check.options.count):
    week = random_week(check.rng, "C", step=1, heat=(70, 300), cool=(160, 320), gap=25)
    program = ("both", "heat", "cool")[index % 3]
    flags = [] if program == "both" else ["--program", program]
    text = check.export(week, "--to", "matter", *flags, name="Flur")
    digit = rb'"%s": (\d+)' % (b"coolingSetpoint" if program == "cool" else b"heatingSetpoint")
    wrong = lambda text: text.replace(b"heatingSetpoint", b"heatSetpoint").replace(b"coolingS", b"coolS")
    check.run(week, text, verify_for(program, False), one_value(digit), wrong, one_value(rb'"dayOfWeek": (\d+)'))
    text = check.export(week, "--to", "matter/tlv", *flags, name="Flur")
    value = rb"18.*?%s(..)" % (b"2104" if program == "cool" else b"2105")
    check.run(week, text, verify_for(program, True), one_value(value), one_value(rb"152400(..)"))
check.finish()
