"""setpoint-link sends our weeks through mosquitto to a bridge of paho-mqtt, and reads back what it stored.

The bridge replaces zigbee2mqtt: it stores the program of `/set`, and reports a day in each message after `/get`.
"""

# environment: light
# packages: paho-mqtt==2.1.0
# apt: mosquitto

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from common import BOTH, DAYS, HEAT, Check, equal, minutes, not_run, one_value, random_week, version
from links import Encrypted, Link, Refused, carried, refuses_stranger, setpoint

try:
    import paho.mqtt.client as mqtt
except ImportError as error:
    not_run("link_zigbee2mqtt", error)

broker = shutil.which("mosquitto") or shutil.which("/usr/sbin/mosquitto")
if not broker:
    not_run("link_zigbee2mqtt", "there is no mosquitto")

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "passwords").touch(mode=0o600)
subprocess.run(
    ["mosquitto_passwd", "-b", folder / "passwords", "anna", "secret-of-anna"],
    check=True, capture_output=True,
)
(folder / "conf").write_text(
    f"listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {folder}/passwords\n"
    f"user {__import__('getpass').getuser()}\n"
)
process = subprocess.Popen([broker, "-c", folder / "conf"], stderr=subprocess.DEVNULL)
days = {}


def on_message(client, _, message):
    if message.topic.endswith("/set"):
        weekly = json.loads(message.payload)["weekly_schedule"]
        for day in weekly["dayofweek"]:
            days[day] = weekly["transitions"]
        return
    for day, transitions in days.items():
        points = [
            {
                "time": minutes(point["transitionTime"]),
                **{f"{side}ing_setpoint": point[f"{side}Setpoint"]
                   for side in BOTH if f"{side}Setpoint" in point},
            }
            for point in transitions
        ]
        report = {"linkquality": 99, "weekly_schedule": {"days": [day], "transitions": points}}
        client.publish(message.topic.removesuffix("/get"), json.dumps(report))


bridge = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
bridge.username_pw_set("anna", "secret-of-anna")
bridge.on_message = on_message
try:
    for _ in range(100):
        try:
            bridge.connect("127.0.0.1", port)
            break
        except OSError:
            time.sleep(0.1)
    bridge.subscribe("zigbee2mqtt/Living room/valve/+", 1)
    bridge.loop_start()

    (folder / ".netrc").write_text("machine 127.0.0.1 login anna password secret-of-anna\n")
    os.chmod(folder / ".netrc", 0o600)
    check = Check("link_zigbee2mqtt", f"mosquitto, {version('paho-mqtt')}")
    address = f"mqtt://127.0.0.1:{port}/zigbee2mqtt/Living%20room/valve?kind=zigbee2mqtt"
    try:
        Link(check, address, {"HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"}).read()
    except Refused as refusal:
        assert refusal.args[0]["reason"] == "denied", refusal
    else:
        raise AssertionError("a broker with a password let us in without one")
    link = Link(check, address, {"HOME": str(folder)})
    tls = Encrypted(port, folder)
    safe_address = address.replace("mqtt://", "mqtts://").replace(str(port), str(tls.port))
    refuses_stranger(check, safe_address, {"HOME": str(folder)})
    safe = Link(check, safe_address, {"HOME": str(folder), "SSL_CERT_FILE": tls.certificate})

    def verify(text, week):
        link.write(text)
        read = [json.loads(line) for line in safe.read()["program"].splitlines()]
        told = {}
        for message in read:
            told.update(
                {day: message["weekly_schedule"]["transitions"]
                 for day in message["weekly_schedule"]["dayofweek"]}
            )
        equal(told, days, "the week read")
        values = 0
        for day, rows in zip(DAYS, week.days):
            for point, row in zip(days[day], rows, strict=True):
                values += equal(minutes(point["transitionTime"]), row.time, "time")
                values += equal(round(point["heatSetpoint"] * 10), row.heat, "heat")
                values += equal(round(point["coolSetpoint"] * 10), row.cool, "cool")
        return values

    # A write waits three seconds for a complaint of the bridge, and a read as long for a later word.
    for _ in range(min(check.options.count, 2)):
        week = random_week(check.rng, "C")
        text = check.export(week, "--to", "zigbee2mqtt")
        check.run(week, text, verify, one_value(rb'"heatSetpoint":\s*(\d+)'))

    def change():
        days["sunday"][-1]["heatSetpoint"] += 0.5

    week = random_week(check.rng, "C", heat=(100, 250), cool=(260, 350))
    check.values += carried(check, address, week, change, {"HOME": str(folder)})
    for point in sum(days.values(), []):
        point.pop("coolSetpoint", None)
    week = random_week(check.rng, "C", heat=(100, 250), sides=[HEAT])
    valve = address.replace("=zigbee2mqtt", "=danfoss-ally")
    check.values += carried(check, valve, week, change, {"HOME": str(folder)})
    check.finish()
finally:
    bridge.loop_stop()
    process.terminate()
    process.wait()
    shutil.rmtree(folder)
