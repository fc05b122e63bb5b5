"""pydevccu, a virtual CCU, keeps our week profiles and gives them back over XML-RPC."""

# environment: light
# packages: pydevccu==0.1.8

import json
import xmlrpc.client

from common import BOTH, DAYS, HEAT, Check, equal, not_run, one_value, random_week, same, version

try:
    from pydevccu.ccu import ServerThread
except ImportError as error:
    not_run("homematic", error)

HOST, PORT = "127.0.0.43", 2010
DEVICES = {"homematic": "HmIP-eTRV-B", "hm-cc-rt-dn": "HM-CC-RT-DN"}


def address_of(server, name, key):
    """The address of a device's channel that has a week profile."""
    for address, sets in server._rpcfunctions.paramset_descriptions.items():
        if address.startswith(server.supportedDevices()[name]) and key in sets.get("MASTER", {}):
            return address
    raise AssertionError(f"{name} has no {key}")


def verify_for(kind, prefix):
    def verify(text, week):
        ccu = xmlrpc.client.ServerProxy(f"http://{HOST}:{PORT}")
        address = address_of(server, DEVICES[kind], f"{prefix}ENDTIME_MONDAY_1")
        sent = json.loads(text)
        # Parameters of the radio devices are writable, which these descriptions do not say.
        ccu.putParamset(address, "MASTER", sent, kind == "hm-cc-rt-dn")
        kept = ccu.getParamset(address, "MASTER")
        values = 0
        for day, name in enumerate(DAYS):
            start, slots = 0, []
            for slot in range(1, 14):
                end = kept[f"{prefix}ENDTIME_{name.upper()}_{slot}"]
                heat = round(kept[f"{prefix}TEMPERATURE_{name.upper()}_{slot}"] * 10)
                for minute in range(start, end):
                    values += equal(heat, week.at(day, minute).heat, f"{name} minute {minute}")
                start = max(start, end)
            equal(start, 1440, "the end of the day")
        for key, value in sent.items():
            values += equal(type(kept[key]), type(value), key)
        own = {key: kept[key] for key in kept if key.startswith(prefix) or "_MONDAY" not in key}
        flags = ["--from", "homematic", *(["--zone", prefix[:-1]] if prefix else [])]
        return values + same(next(iter(check.imported(json.dumps(own), *flags).values())), week, HEAT)

    return verify


check = Check("homematic", version("pydevccu"))
server = ServerThread(addr=(HOST, PORT), devices=list(DEVICES.values()))
server.daemon = True
server.start()
for index in range(check.options.count):
    week = random_week(check.rng, "C", grid=5, step=5, heat=(50, 300), cool=(70, 350), gap=10, sides=[BOTH, HEAT])
    kind, prefix = [("homematic", "P1_"), ("homematic", "P3_"), ("hm-cc-rt-dn", "")][index % 3]
    form = "homematic/" + prefix[:2].lower() if prefix == "P3_" else "homematic"
    text = check.export(week, "--to", form, *week.dropping, "--device", kind)
    check.run(
        week, text, verify_for(kind, prefix),
        lambda text: text.replace(b"TEMPERATURE_TUESDAY_1\"", b"TEMPERATURE_TUESDAY_14\"", 1),
        one_value(rb"TEMPERATURE_MONDAY_2\": ([0-9.]+)"),
    )
check.finish()
