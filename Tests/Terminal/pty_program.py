"""A program on a pseudo-terminal, driven from outside: its output is counted, not interpreted."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

ENVIRONMENT = {
    "TERM": "xterm-256color",
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
}


class Program:
    """A child in a session of its own, with a terminal of `rows` x `columns`."""

    def __init__(self, command, folder, rows=24, columns=80, environment=None):
        variables = dict(ENVIRONMENT, HOME=folder, **(environment or {}))
        self.started = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            try:
                size = struct.pack("HHHH", rows, columns, 0, 0)
                fcntl.ioctl(0, termios.TIOCSWINSZ, size)
                os.chdir(folder)
                # Under nohup this one ignores it, and so would the program.
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                os.execvpe(command[0], command, variables)
            finally:
                os._exit(127)
        self.last = self.started
        self.output = b""

    def receive(self, first=1.0, quiet=0.02):
        """Collects output until none comes for `quiet` seconds; waits up to `first` for the first.

        Returns the bytes. `last` is when the last of them came.
        """
        collected = b""
        limit = first
        while select.select([self.terminal], [], [], limit)[0]:
            try:
                part = os.read(self.terminal, 65536)
            except OSError:
                break
            if not part:
                break
            self.last = time.perf_counter()
            collected += part
            limit = quiet
        self.output += collected
        return collected

    def wait_for(self, text, limit=5.0):
        """Collects output until it contains `text`; returns whether it arrived in time."""
        wanted = text.encode()
        end = time.perf_counter() + limit
        while wanted not in self.output:
            left = end - time.perf_counter()
            if left <= 0 or not self.receive(first=left, quiet=0):
                return False
        return True

    def send(self, keys):
        """Types `keys`; returns when they were handed over."""
        now = time.perf_counter()
        os.write(self.terminal, keys)
        return now

    def press(self, keys, first=0.3, quiet=0.02):
        """Types `keys` and returns the bytes answered and the seconds to the last of them."""
        sent = self.send(keys)
        answer = self.receive(first, quiet)
        return answer, (self.last - sent if answer else None)

    def status(self, name):
        """A number out of /proc/PID/status, such as VmHWM in KiB; None if it does not exist."""
        try:
            with open(f"/proc/{self.process}/status") as file:
                for line in file:
                    if line.startswith(name + ":"):
                        return int(line.split()[1])
        except OSError:
            pass
        return None

    def end(self):
        """Ends the program, by force, and waits for it."""
        try:
            os.kill(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)
