"""The radiotherm client reads our programs from a loopback server as from a thermostat."""

# environment: light
# packages: radiotherm==2.1.0

import http.server
import json
import threading

from common import Check, equal, not_run, one_value, random_week, version

try:
    import radiotherm
except ImportError as error:
    not_run("radiotherm", error)

programs = {}


class Thermostat(http.server.BaseHTTPRequestHandler):
    """Answers as the API of RTCOA describes: GET gives a program, POST stores a day's."""

    def do_GET(self):
        body = json.dumps(programs[self.path.rsplit("/", 1)[1]]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        size = int(self.headers["Content-Length"])
        side = self.path.split("/")[-2]
        programs[side].update(json.loads(self.rfile.read(size)))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"success": 0}')

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Thermostat)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = radiotherm.CT50v109(f"127.0.0.1:{server.server_port}")


def verify(text, week):
    programs.clear()
    programs.update({"heat": {}, "cool": {}})
    document = json.loads(text)
    # The client sends each day's body, and then reads the whole program back.
    for side in ("heat", "cool"):
        for index, day in enumerate(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]):
            client.set_day_program(side, day, {str(index): document[side][str(index)]})
    values = 0
    for side, program in (("heat", client.program_heat), ("cool", client.program_cool)):
        for day, rows in enumerate(week.days):
            flat = program["raw"][str(day)]
            for index, row in enumerate(rows):
                values += equal(flat[2 * index], row.time, "time")
                values += equal(flat[2 * index + 1] * 10, getattr(row, side), side)
            values += equal(len(flat), 8, "periods")
    return values


check = Check("radiotherm", version("radiotherm"))
for _ in range(check.options.count):
    week = random_week(check.rng, "F", heat=(450, 900), cool=(460, 950), gap=10)
    text = check.export(week, "--to", "radiotherm", "--program", "both")
    check.run(
        week, text, verify,
        lambda text: text.replace(b"]", b",1439,95]", 1),
        one_value(rb"\[\s*\d+,\s*(\d+)"),
    )
check.finish()
