"""A session with setpoint-link, which lies beside the program under test as PROGRAM-link."""

import json
import os
import subprocess

from common import not_run


class Refused(Exception):
    """A request that failed, with what was said of it."""


class Link:
    """Asks setpoint-link, as setpoint does."""

    def __init__(self, check, link, environment=None):
        path = check.options.binary + "-link"
        if not os.access(path, os.X_OK):
            not_run(check.name, f"there is no {path}")
        self.link = link
        self.process = subprocess.Popen(
            [path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        assert json.loads(self.process.stdout.readline())["setpoint-link"] == 1

    def ask(self, action, **members):
        request = {"do": action, "link": self.link, **members}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if "failed" in answer:
                raise Refused(answer["failed"])
            if "progress" not in answer and "wrote" not in answer:
                return next(iter(answer.values()))
        raise AssertionError("setpoint-link ended")

    def write(self, program):
        text = program.decode() if isinstance(program, bytes) else program
        return self.ask("write", program=text)

    def read(self):
        return self.ask("read")
