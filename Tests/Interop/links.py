"""A session with setpoint-link, which lies beside the program under test as PROGRAM-link."""

import json
import os
import socket
import ssl
import subprocess
import threading

from common import not_run


class Refused(Exception):
    """A request that failed, with what was said of it."""


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
    """Asserts that a certificate that nobody trusts ends the connection."""
    try:
        Link(check, link, environment).read()
    except Refused as refusal:
        assert refusal.args[0]["reason"] == "unreachable", refusal
    else:
        raise AssertionError("a certificate that nobody trusts was trusted")


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
