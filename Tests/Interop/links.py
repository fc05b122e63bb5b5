"""Requests to setpoint-link, which lies beside the program under test as PROGRAM-link."""

import json
import os
import pathlib
import socket
import ssl
import subprocess
import tempfile
import threading

from common import Week, equal, not_run, same


class Refused(Exception):
    """A failed request, with its reason."""


class Encrypted:
    """A port of 127.0.0.1 that speaks TLS, with a certificate of its own, for a server that does not."""

    def __init__(self, port, folder):
        self.certificate = f"{folder}/certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=house",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/key.pem",
             "-out", self.certificate],
            check=True, capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, f"{folder}/key.pem")
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]

        def copy(source, target):
            try:
                while data := source.recv(65536):
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)
            except (OSError, ValueError):
                pass

        def serve():
            while True:
                plain, _ = listener.accept()
                try:
                    client = context.wrap_socket(plain, server_side=True)
                except (OSError, ssl.SSLError):
                    continue
                server = socket.create_connection(("127.0.0.1", port))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=copy, args=pair, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()


def refuses_stranger(check, link, environment):
    """Asserts that an untrusted certificate ends the connection."""
    try:
        Link(check, link, environment).read()
    except Refused as refusal:
        assert refusal.args[0]["reason"] == "denied", refusal
    else:
        raise AssertionError("an untrusted certificate was trusted")


class Link:
    """Asks setpoint-link, as setpoint does."""

    def __init__(self, check, link, environment=None):
        path = check.options.binary + "-link"
        if not os.access(path, os.X_OK):
            not_run(check.name, f"there is no {path}")
        self.path, self.link = path, link
        self.environment = {**os.environ, **(environment or {})}

    def ask(self, action, program=b""):
        done = subprocess.run(
            [self.path, action, self.link], input=program, capture_output=True, env=self.environment, check=False,
        )
        answer = json.loads(done.stdout)
        assert answer["setpoint-link"] == 2, answer
        if "failed" in answer:
            raise Refused(answer["failed"])
        return answer["read" if action == "read" else "written"]

    def write(self, program):
        return self.ask("write", program if isinstance(program, bytes) else program.encode())

    def read(self):
        return self.ask("read")


def setpoint(check, *words, environment=None, status=0):
    """Runs `setpoint`, which must end with a status; returns its output and messages."""
    done = subprocess.run(
        [check.options.binary, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_STATE_HOME": check.folder.name, **(environment or {})}, check=False,
    )
    equal(done.returncode, status, f"status of setpoint {' '.join(words)}: {done.stderr}")
    return done.stdout, done.stderr


def carried(check, link, week, change, environment=None, flags=(), sides=None):
    """push, pull and drift agree, until `change` has changed one cell on the device; returns the values compared.

    `sides` are those that the device has, all of the week if None.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, pulled = pathlib.Path(folder) / "home.json", pathlib.Path(folder) / "pulled.json"
        file.write_text(week.document())

        def run(*words, status=0):
            return setpoint(check, *words, environment=environment, status=status)

        # The file may be an altered export, which is not a schedule.
        run("push", str(file), link, "--yes", "--replace", *flags)
        run("pull", link, "-o", str(pulled), "--unit", week.unit, "--file-unit", week.unit)
        document = json.loads(pulled.read_text())
        values = same(Week.read(document["unit"], document["schedules"][0]["days"]), week, sides)
        run("drift", str(file), link, *flags)
        change()
        differs, _ = run("drift", str(file), link, *flags, status=1)
        equal(len(differs.splitlines()), 1, differs)
        run("push", str(file), link, "--yes", *flags)
        run("drift", str(file), link, *flags)
        return values
