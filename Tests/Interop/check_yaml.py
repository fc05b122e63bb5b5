"""PyYAML, a reader of YAML 1.1, and ruamel.yaml, one of YAML 1.2, understand our YAML alike.

The two versions differ in what a plain word is: yes, 0o14, 08:30 and 18:00:00 among others. Every
YAML form is read by both, and the results are compared with the schedule.
"""

# packages: pyyaml==6.0.3 ruamel.yaml==0.18.15

import io

from common import BOTH, COOL, DAYS, HEAT, Check, clock, equal, not_run, random_week, version

try:
    import yaml
    from ruamel.yaml import YAML
except ImportError as error:
    not_run("yaml", error)

# Names that a reader could take for something else than text.
NAMES = [
    "yes", "NO", "null", "~", "08:30", "1e3", "0o14", "0x1F", "2026-11-21", "=", "<<", "- x: y",
    "# no", "a: b #c", '"quoted" \\ back', "{a}", "*a", "&a", "!tag", "% x", "Küche 二階 🏠", "'",
]
IEEE = "00:11:22:33:44:55:66:77"


def typed(value):
    """A value with its types: 1, 1.0, True and "1" are four things."""
    if isinstance(value, dict):
        return {(type(key).__name__, key): typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    return (type(value).__name__, value)


def read(text):
    """What both readers make of a text."""
    old = yaml.safe_load(text)
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    new = reader.load(io.StringIO(text.decode()))
    equal(typed(new), typed(old), "YAML 1.2 and 1.1")
    return old


def keys_of(week):
    """What a climate entity calls the setpoints: a pair, or the only one."""
    return ["target_temp_low", "target_temp_high"] if week.sides == BOTH else ["temperature"]


def blocks_of(week, day):
    """The blocks of a day: start, end, and tenths."""
    entries = week.entries(day)
    ends = [clock(row.time) for row in entries[1:]] + ["24:00"]
    return [
        (clock(row.time), end, *(getattr(row, side) for side in week.sides))
        for row, end in zip(entries, ends)
    ]


def tenths(value):
    assert type(value) in (int, float), value
    return round(value * 10)


def helper(name):
    def verify(text, week):
        document = read(text)
        equal(sorted(document), ["automation", "schedule"], "keys")
        [(slug, found)] = document["schedule"].items()
        assert isinstance(slug, str), slug
        values = equal(found["name"], name, "name")
        for index, day in enumerate(DAYS):
            got = [
                (block["from"][:-3], block["to"][:-3], *(tenths(block["data"][k]) for k in keys_of(week)))
                for block in found[day]
            ]
            equal(got, blocks_of(week, index), day)
            values += 4 * len(got)
        action = document["automation"][0]["actions"][0]
        equal(action["target"], {"entity_id": "climate.hall"}, "entity")
        wanted = {key: "{{ state_attr('schedule.%s', '%s') }}" % (slug, key) for key in keys_of(week)}
        return values + equal(action["data"], wanted, "templates")

    return verify


def scheduler(name):
    def verify(text, week):
        values = 0
        for action in read(text):
            for day in action["data"]["weekdays"]:
                index = [known[:3] for known in DAYS].index(day)
                got = []
                for slot in action["data"]["timeslots"]:
                    [call] = slot["actions"]
                    equal(call["entity_id"], "climate.hall", "entity")
                    stop = "24:00" if slot["stop"] == "00:00:00" else slot["stop"][:-3]
                    data = [tenths(call["service_data"][key]) for key in keys_of(week)]
                    got.append((slot["start"][:-3], stop, *data))
                equal(got, blocks_of(week, index), day)
                values += 4 * len(got)
            assert action["data"]["name"].startswith(name), action["data"]["name"]
        return values

    return verify


def zha(text, week):
    values = days = 0
    for action in read(text):
        data = action["data"]
        equal((data["ieee"], data["cluster_id"]), (IEEE, 513), "receiver")
        for index in range(7):
            if data["params"]["day_of_week_for_sequence"] >> (index + 1) % 7 & 1:
                rows = week.days[index]
                wanted = [
                    value for row in rows
                    for value in (row.time, *(getattr(row, side) * 10 for side in week.sides))
                ]
                equal(data["params"]["values"], wanted, DAYS[index])
                days += 1
                values += len(wanted)
    equal(days, 7, "days")
    return values


def altered(text):
    """The same with one temperature (or, in ZHA's list, one time) changed."""
    for old, new in (
        (b"target_temp_low: ", b"target_temp_low: 1"), (b"{temperature: ", b"{temperature: 1"),
        (b"values: [", b"values: [1"),
    ):
        if old in text:
            return text.replace(old, new, 1)
    return text


def unquoted(text):
    """The same with a time that only YAML 1.1 takes for a number."""
    for key in (b'to: "', b'stop: "', b'ieee: "'):
        if key in text:
            before, rest = text.split(key, 1)
            value, after = rest.split(b'"', 1)
            value = b"18:00:00" if key != b'ieee: "' else b"11:22:33"
            return before + key[:-1] + value + after
    return text


check = Check("yaml", f"{version('PyYAML')}, {version('ruamel.yaml')}")
for index in range(check.options.count):
    name = NAMES[index % len(NAMES)]
    form, sides = index % 3, [BOTH, HEAT, COOL]
    if form == 2:
        week = random_week(check.rng, "C", step=1, heat=(70, 300), cool=(160, 320), gap=25, sides=sides)
        mode = "both" if week.sides == BOTH else week.sides[0]
        flags = ["--to", "zcl/zha", "--program", mode, "--target", IEEE]
        check.run(week, check.export(week, *flags, name=name), zha, altered, unquoted)
        continue
    week = random_week(check.rng, "FC"[index // 3 % 2], step=1, sides=sides)
    flags = ["--to", "home-assistant" + ("/scheduler" if form else ""), "--target", "climate.hall"]
    verify = (scheduler if form else helper)(name)
    check.run(week, check.export(week, *flags, name=name), verify, altered, unquoted)
check.finish()
