"""setpoint-link writes our program to a strict thermostat; the radiotherm client and it read the same back.

The server has one thread and, like a thermostat, accepts only a body with its length: no chunks, no Expect.
"""

# environment: light
# packages: radiotherm==2.1.0

import http.server
import json
import tempfile
import threading

from common import HEAT, Check, equal, not_run, one_value, random_week, version
from links import Link, carried, setpoint

try:
    import radiotherm
except ImportError as error:
    not_run("link_radiotherm", error)

programs = {"heat": {}, "cool": {}}


class Thermostat(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def do_GET(self):
        if self.path == "/tstat/model":
            return self.answer({"model": "CT50 V1.94"})
        if self.path == "/tstat/hold":
            return self.answer({"hold": 0})
        return self.answer(programs[self.path.rsplit("/", 1)[1]])

    def do_POST(self):
        if "Transfer-Encoding" in self.headers or "Expect" in self.headers:
            return self.answer({"error": "a thermostat does not know that"})
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        programs[self.path.split("/")[3]].update(body)
        return self.answer({"success": 0})

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Thermostat)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = radiotherm.CT50v109(f"127.0.0.1:{server.server_port}")
check = Check("link_radiotherm", version("radiotherm"))
link = Link(check, f"radiotherm://127.0.0.1:{server.server_port}")


def verify(text, week):
    link.write(text)
    read = json.loads(link.read()["program"])
    values = 0
    for side, program in (("heat", client.program_heat), ("cool", client.program_cool)):
        for day, rows in enumerate(week.days):
            flat = program["raw"][str(day)]
            equal(read[side][str(day)], flat, "the program read")
            for index, row in enumerate(rows):
                values += equal(flat[2 * index], row.time, "time")
                values += equal(flat[2 * index + 1] * 10, getattr(row, side), side)
    return values


# Every write waits as long as a thermostat needs, so a few weeks have to do.
for _ in range(min(check.options.count, 10)):
    week = random_week(check.rng, "F", heat=(450, 900), cool=(460, 950), gap=10)
    text = check.export(week, "--to", "radiotherm", "--program", "both")
    check.run(week, text, verify, one_value(rb"\[\s*\d+,\s*(\d+)"))


def change():
    day = client.program_cool["raw"]["6"]
    programs["cool"]["6"] = [*day[:-1], day[-1] + 1]


week = random_week(check.rng, "F", heat=(450, 700), cool=(720, 940), gap=10)
check.values += carried(check, link.link, week, change)
# A thermostat with two programs refuses a week of one; the refusal names the way out.
with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    file.write(week.only(*HEAT).document())
    file.flush()
    for command in (["drift"], ["push", "--yes"]):
        _, refusal = setpoint(check, *command, file.name, link.link, status=64)
        assert "sides=both" in refusal, refusal
check.finish()
