"""setpoint-link writes our weeks into a running Home Assistant, and reads them back.

A real one of PyPI on loopback, with a user, a token and a helper that the onboarding and the WebSocket make. What it
holds is asked over REST, by its own action `schedule.get_schedule`.
"""

# heavy

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from common import DAYS, HEAT, Check, equal, not_run, one_value, random_week
from links import Encrypted, Link, Refused, carried, refuses_stranger

VERSION = "2025.4.4"
# Without its page it starts in recovery mode alone.
FRONTEND = "home-assistant-frontend==20250411.0"


def pythons():
    """Where a Python 3.13 may be: on the PATH, and where pyenv and uv keep theirs.

    The Python that pyenv puts on the PATH does not run while another version is chosen.
    """
    yield shutil.which("python3.13")
    home = pathlib.Path.home()
    pyenv = pathlib.Path(os.environ.get("PYENV_ROOT", home / ".pyenv"))
    yield from sorted(pyenv.glob("versions/3.13*/bin/python3.13"))
    if shutil.which("uv"):
        found = subprocess.run(["uv", "python", "find", "3.13"], capture_output=True, text=True)
        yield found.stdout.strip()


def runs(python):
    return python and not subprocess.run([python, "-c", "import ssl, venv"], capture_output=True).returncode


python = next(filter(runs, pythons()), None)
if python is None:
    not_run("link_home_assistant", f"Home Assistant {VERSION} needs Python 3.13")

environment = pathlib.Path(os.environ["INTEROP_CACHE"]) / f"homeassistant-{VERSION}"
if not (environment / "installed").exists():
    made = subprocess.run([python, "-m", "venv", environment], capture_output=True).returncode == 0
    if not made or subprocess.run(
        [environment / "bin/pip", "install", "-q", f"homeassistant=={VERSION}", FRONTEND],
        capture_output=True,
    ).returncode:
        not_run("link_home_assistant", "Home Assistant cannot be installed")
    (environment / "installed").touch()

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "configuration.yaml").write_text(
    "homeassistant:\n  unit_system: metric\n  time_zone: UTC\n"
    f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\n"
    "api:\nauth:\nonboarding:\nconfig:\nschedule:\n  cellar:\n    name: Cellar\n"
    + "".join(
        f"    {day}:\n      - from: '00:00:00'\n        to: '24:00:00'\n        data: {{temperature: 12}}\n"
        for day in DAYS
    )
)
process = subprocess.Popen(
    [environment / "bin/hass", "-c", folder, "--skip-pip"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)
address = f"http://127.0.0.1:{port}"


def post(path, body, token=None, form=False):
    data = urllib.parse.urlencode(body).encode() if form else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data)
    request.add_header(
        "Content-Type", "application/x-www-form-urlencoded" if form else "application/json"
    )
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def onboard():
    """Makes the first user, and returns a token."""
    for _ in range(120):
        try:
            code = post(
                "/api/onboarding/users",
                {"client_id": address, "name": "Anna", "username": "anna", "password": "secret",
                 "language": "en"},
            )["auth_code"]
            break
        except (OSError, urllib.error.URLError):
            time.sleep(0.5)
    else:
        raise AssertionError("Home Assistant did not start")
    grant = {"client_id": address, "grant_type": "authorization_code", "code": code}
    return post("/auth/token", grant, form=True)["access_token"]


def minute(text):
    return 1440 if text.startswith(("24:00", "23:59:59")) else int(text[:2]) * 60 + int(text[3:5])


try:
    token = onboard()
    check = Check("link_home_assistant", f"homeassistant {VERSION}")
    secret = {"HASS_TOKEN": token, "HASS_SERVER": f"http://127.0.0.1:{port}"}
    helper = {"name": "Hall", "icon": "mdi:sofa"}
    # The helper is made as the page in the browser makes it.
    maker = (
        "import asyncio, aiohttp, json, sys\n"
        "async def main():\n"
        " async with aiohttp.ClientSession() as s, s.ws_connect(sys.argv[1]) as w:\n"
        "  await w.receive()\n"
        "  await w.send_json({'type': 'auth', 'access_token': sys.stdin.read()})\n"
        "  await w.receive()\n"
        "  await w.send_json({'id': 1, **json.loads(sys.argv[2])})\n"
        "  print((await w.receive()).data)\n"
        "asyncio.run(main())\n"
    )

    def ask(message):
        """What the WebSocket answers to a message of the page in the browser."""
        done = subprocess.run(
            [environment / "bin/python", "-c", maker, f"ws://127.0.0.1:{port}/api/websocket",
             json.dumps(message)],
            input=token, text=True, capture_output=True, check=True,
        )
        answer = json.loads(done.stdout)
        assert answer["success"], done.stdout
        return answer["result"]

    ask({"type": "schedule/create", **helper})
    hall = Link(check, f"ha://127.0.0.1:{port}/schedule.hall", secret)
    cellar = Link(check, f"ha://127.0.0.1:{port}/schedule.cellar", secret)
    equal(cellar.read()["unit"], "C", "unit")
    assert '"temperature":12' in cellar.read()["program"]
    try:
        Link(check, f"ha://127.0.0.1:{port}/schedule.hall", {**secret, "HASS_TOKEN": "x" + token}).read()
    except Refused as refusal:
        equal(refusal.args[0]["reason"], "denied", "another token")
    else:
        raise AssertionError("another token was taken")

    tls = Encrypted(port, folder)
    safe_address = f"has://127.0.0.1:{tls.port}/schedule.hall"
    secret_of_tls = {**secret, "HASS_SERVER": f"https://127.0.0.1:{tls.port}"}
    refuses_stranger(check, safe_address, secret_of_tls)
    safe = Link(check, safe_address, {**secret_of_tls, "SSL_CERT_FILE": tls.certificate})

    def verify(text, week):
        hall.write(text)
        read = json.loads(safe.read()["program"])["schedule.hall"]
        equal((read["name"], read["icon"]), ("Hall", "mdi:sofa"), "not a week")
        held = post(
            "/api/services/schedule/get_schedule?return_response",
            {"entity_id": "schedule.hall"}, token,
        )["service_response"]["schedule.hall"]
        values = 0
        for day, name in enumerate(DAYS):
            entries = week.entries(day)
            for blocks in (held[name], read[name]):
                equal(len(blocks), len(entries), "blocks")
                for block, row in zip(blocks, entries):
                    values += equal(minute(block["from"]), row.time, "time")
                    values += equal(round(block["data"]["target_temp_low"] * 10), row.heat, "heat")
                    values += equal(round(block["data"]["target_temp_high"] * 10), row.cool, "cool")
                equal(minute(blocks[-1]["to"]), 1440, "the end of the day")
        return values

    for _ in range(check.options.count):
        week = random_week(check.rng, "C", step=1)
        text = check.export(week, "--to", "home-assistant")
        try:
            cellar.write(text)
        except Refused as refusal:
            equal(refusal.args[0]["reason"], "unsupported", "a schedule of YAML")
        check.run(week, text, verify, one_value(rb"target_temp_low: (\d+)"))

    def change():
        stored = ask({"type": "schedule/list"})[0]
        data = stored["sunday"][1]["data"]
        data[next(iter(data))] -= 1
        ask({"type": "schedule/update", "schedule_id": stored.pop("id"), **stored})

    week = random_week(check.rng, "C", step=1, heat=(100, 250), cool=(260, 350))
    check.values += carried(check, hall.link, week, change, secret)
    # A heat-only helper keeps its kind.
    heat = check.export(week, "--to", "home-assistant", "--program", "heat")
    hall.write(heat)
    check.values += carried(check, hall.link, week, change, secret, sides=HEAT)
    # So does a schedule that only heats.
    week = random_week(check.rng, "C", step=1, heat=(100, 250), sides=[HEAT])
    check.values += carried(check, hall.link, week, change, secret)
    kinds = {key for block in ask({"type": "schedule/list"})[0]["monday"] for key in block["data"]}
    equal(kinds, {"temperature"}, "the members of a helper for heat")
    check.finish()
finally:
    process.terminate()
    process.wait()
    shutil.rmtree(folder)
