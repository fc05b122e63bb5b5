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


class Idleness:
    """Notices when the processes of a session do nothing any more, however little processor time a busy machine gives
    them: what could run, or waits for a disk, is not asleep."""

    # A program that only computes is given up after so many times as long.
    PATIENCE = 60

    def __init__(self, session, seconds):
        self.session, self.seconds = session, seconds
        self.began = self.looked = time.monotonic()
        self.asleep = 0.0

    def lasts(self):
        """Whether all have slept for so many seconds, as far as this is called again and again."""
        now = time.monotonic()
        # A process that is stopped or has ended does nothing either.
        if states(self.session) <= set("STtZX"):
            # What delays this process delays the others as well.
            self.asleep += min(now - self.looked, 0.1)
        self.looked = now
        return self.asleep > self.seconds or now - self.began > self.PATIENCE * self.seconds

    def restart(self):
        """Begins anew, after a sign of life."""
        self.asleep = 0.0


def states(session):
    """The letters by which /proc tells the states of the threads of a session's processes."""
    found = set()
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = stat(f"/proc/{process}/stat")
            if int(fields[3]) == session:
                found |= {stat(f"/proc/{process}/task/{thread}/stat")[0] for thread in os.listdir(f"/proc/{process}/task")}
        except (OSError, IndexError):
            # It has just ended.
            continue
    return found


def stat(path):
    """The fields of a file `stat` of /proc that follow the name of the program."""
    with open(path) as file:
        return file.read().rsplit(")", 1)[1].split()


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
        self.ending = None

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

    def wait_for(self, text, limit=10.0):
        """Collects output until it contains `text`; returns whether it does.

        Gives up when the program has ended, or has slept for `limit` seconds without any output.
        """
        wanted = text if isinstance(text, bytes) else text.encode()
        return self.waits(lambda: wanted in self.output, limit)

    def waits(self, is_done, limit=10.0):
        """Collects output until something is so; returns whether it is, as `wait_for` does."""
        idleness = Idleness(self.process, limit)
        while not is_done():
            has_ended = self.has_ended()
            if self.receive(first=0.02, quiet=0):
                idleness.restart()
            elif has_ended or idleness.lasts():
                return is_done()
        return True

    def rests(self, seconds=0.3):
        """Collects output until the program has slept for so long without any; returns what came."""
        before = len(self.output)
        self.waits(lambda: False, seconds)
        return self.output[before:]

    def has_ended(self):
        """Whether the program has ended. Its status is kept in `ending`, as a shell reports it, but negative for a
        signal."""
        if self.ending is None:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.ending = os.waitstatus_to_exitcode(status)
        return self.ending is not None

    def wait_for_end(self, limit=10.0):
        """Collects output until the program has ended; returns its status, and None where it sleeps for `limit`
        seconds instead."""
        if self.waits(self.has_ended, limit):
            while self.receive(quiet=0):
                pass
        return self.ending

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

    def processor_time(self):
        """The seconds of processor time that the program has taken so far."""
        threads = f"/proc/{self.process}/task"
        times = []
        for thread in os.listdir(threads):
            with open(f"{threads}/{thread}/schedstat") as file:
                times.append(int(file.read().split()[0]))
        return sum(times) / 1e9

    def end(self):
        """Ends the program, by force where it has not ended, and closes its terminal."""
        if not self.has_ended():
            os.kill(self.process, signal.SIGKILL)
            self.ending = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.terminal)
