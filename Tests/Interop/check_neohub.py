"""neohubapi reads our levels through a loopback hub that stores them."""

# environment: light
# packages: neohubapi==3.2

import asyncio
import json

from common import BOTH, DAYS, HEAT, PERIODS, Check, clock, equal, not_run, one_value, random_week, same, version

try:
    from neohubapi.neohub import NeoHub
except ImportError as error:
    not_run("neohub", error)

HOST = "127.0.0.42"


class Hub:
    """A hub: profiles of its own, and levels of its thermostats."""

    def __init__(self):
        self.profiles, self.levels = {}, {}

    def answer(self, command):
        """Returns the hub's answer to a command."""
        name, value = next(iter(command.items()))
        if name == "STORE_PROFILE":
            info = {"PROFILE_ID": 3, "group": None, "info": value["info"], "name": value["name"]}
            self.profiles = {value["name"]: info}
            return {"result": "profile created"}
        if name == "STORE_PROFILE_0":
            self.levels[value[1]] = value[0]
            return {"result": "profile was stored"}
        if name == "GET_PROFILES":
            return self.profiles
        if name == "GET_PROFILE_0":
            return {"TIMESTAMP": 1, "profiles": [{"device": value, **self.levels[value]}]}
        return {"error": "Invalid command"}

    async def serve(self, reader, writer):
        while True:
            try:
                message = await reader.readuntil(b"\0\r")
            except asyncio.IncompleteReadError:
                return writer.close()
            writer.write(json.dumps(self.answer(json.loads(message[:-2]))).encode() + b"\0")
            await writer.drain()


async def stored(text, kind):
    """The levels that the client reads after the command was sent, and the hub's own answer."""
    hub = Hub()
    server = await asyncio.start_server(hub.serve, HOST, 4242)
    try:
        reader, writer = await asyncio.open_connection(HOST, 4242)
        # As `tr -d` and `printf` in the instructions send it.
        writer.write(text.replace(b"\n", b"") + b"\0\r")
        assert b"error" not in await reader.readuntil(b"\0")
        writer.close()
        client = NeoHub(host=HOST, request_timeout=5)
        if kind == "profile":
            read = (await client.get_profiles()).Home.info
            raw = hub.answer({"GET_PROFILES": 0})
        else:
            read = (await client.get_profile_0("Kitchen")).profiles[0]
            raw = hub.answer({"GET_PROFILE_0": "Kitchen"})
        await client.disconnect()
        return read, raw
    finally:
        server.close()


def verify_for(kind, sides):
    def verify(text, week):
        read, raw = asyncio.run(stored(text, kind))
        values = 0
        for day, rows in zip(DAYS, week.days):
            levels = getattr(read, day)
            for period, row in zip(PERIODS, rows):
                time, heat, cool, cools = getattr(levels, period)
                values += equal((time, round(heat * 10)), (clock(row.time), row.heat), f"{day} {period}")
                values += equal(cools, "cool" in sides, "cooling")
                if cools:
                    values += equal(round(cool * 10), row.cool, f"{day} {period} cool")
        again = check.imported(json.dumps(raw), "--from", "neohub")
        return values + same(next(iter(again.values())), week, sides)

    return verify


def later(week):
    """The week without a period at 00:00, which switches a level off."""
    for rows in week.days:
        rows[0].time = max(rows[0].time, 1)
    return week


check = Check("neohub", version("neohubapi"))
VALUE = one_value(rb'"wake": \[\s*"[0-9:]+",\s*([0-9.]+)')
for index in range(check.options.count):
    sides = [BOTH] if index % 2 else [BOTH, HEAT]
    week = random_week(
        check.rng, "C", grid=5, step=5, heat=(50, 300), cool=(70, 350), gap=10, sides=sides)
    week = later(week)
    wrong = lambda text: text.replace(b'"wake"', b'"sleepy"', 1)
    if index % 2:
        text = check.export(week, "--to", "neohub", "--target", "Kitchen")
        check.run(week, text, verify_for("device", BOTH), wrong, VALUE)
    else:
        flags = ["--device", "neostat", *week.dropping]
        text = check.export(week, "--to", "neohub/profile", *flags)
        check.run(week, text, verify_for("profile", HEAT), wrong, VALUE)
check.finish()
