"""One long-lived process of setpoint, which answers records by their ids."""

from __future__ import annotations

import os
import re
import selectors
import shutil
import stat
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from typing import Sequence

#: The program that this package speaks with.
VERSION = "0.1.0"

#: Lines other than the closing object of `--ack`.
_ANSWERS = re.compile(rb'^(?!\{"id":\d+,"done":true).+$', re.MULTILINE)
_ID = re.compile(rb'\{"id":(\d+)[,}]')


class ChildFailed(RuntimeError):
    """The program cannot be started, or refuses its command line."""


class _Lost(Exception):
    """The process died of a signal, or was silent for too long."""


@dataclass(frozen=True)
class Program:
    """Where workers find the program, and how long they wait for an answer.

    `name` is a path that every worker has, the name of a file that `SparkContext.addFile` or `--files`
    brought, or a program on the search path.
    """

    name: str = "setpoint"
    #: Seconds without an answer after which the process counts as hanging.
    patience: float = 60.0
    #: The most records, and bytes, that are given to the process before its answers are waited for.
    window_records: int = 2000
    window_bytes: int = 1 << 20
    #: Whether the version has to be that of this package.
    checks_version: bool = True

    def path(self) -> str:
        """The program on this worker."""
        candidates = [self.name] if os.path.isabs(self.name) else self._candidates()
        for candidate in candidates:
            if not os.path.isfile(candidate):
                continue
            if not os.access(candidate, os.X_OK):
                # Files that Spark brings lose the right to be executed.
                os.chmod(candidate, os.stat(candidate).st_mode | stat.S_IXUSR)
            return candidate
        raise ChildFailed(f"there is no program {self.name} on this worker")

    def _candidates(self) -> list[str]:
        found = []
        try:
            from pyspark import SparkFiles

            found.append(SparkFiles.get(os.path.basename(self.name)))
        except Exception:  # outside of Spark
            pass
        found.append(shutil.which(self.name) or "")
        return found

    def checked_path(self) -> str:
        """The program, once its version is known to be right."""
        path = self.path()
        if self.checks_version and path not in _checked:
            try:
                told = subprocess.run(
                    [path, "--version"], capture_output=True, text=True, timeout=self.patience, check=True
                ).stdout.split()
            except (OSError, subprocess.SubprocessError) as error:
                raise ChildFailed(f"{path} does not start: {error}") from error
            if told[:2] != ["setpoint", VERSION]:
                raise ChildFailed(f"{path} is {' '.join(told)}; this package needs setpoint {VERSION}")
            _checked.add(path)
        return path


_checked: set[str] = set()


@dataclass
class Child:
    """A process `setpoint COMMAND --ndjson --envelope --ack -`, started when it is needed."""

    program: Program
    arguments: Sequence[str]
    #: How often the process was started again.
    restarts: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _errors: object = None
    _next: int = 0
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def answers(self, records: Sequence[bytes]) -> list[tuple[int, bytes | None]]:
        """The answers to records, each with its place among them; None for a record that no process survives.

        A record is the text after its id, `"document":{…}`. Answers depend on the record alone: a process that
        dies or hangs is started again and gets its records in halves, down to the record that ends it a second
        time.
        """
        result: list[tuple[int, bytes | None]] = []
        start = 0
        while start < len(records):
            end, size = start, 0
            while end < len(records) and end - start < self.program.window_records:
                size += len(records[end])
                if end > start and size > self.program.window_bytes:
                    break
                end += 1
            result += self._window(records, start, end)
            start = end
        return result

    def _window(
        self, records: Sequence[bytes], start: int, end: int, is_again: bool = False
    ) -> list[tuple[int, bytes | None]]:
        try:
            first = self._next
            self._next += end - start
            lines = self._exchange(records[start:end], first)
        except _Lost:
            self.restarts += 1
            self.close(kill=True)
            if end - start > 1:
                middle = (start + end) // 2
                return self._window(records, start, middle, True) + self._window(records, middle, end, True)
            # The first time, the system may have killed the process for lack of memory.
            return [(start, None)] if is_again else self._window(records, start, end, True)
        found: list[tuple[int, bytes | None]] = []
        for line in _ANSWERS.findall(lines):
            match = _ID.match(line)
            if match is None:
                raise ChildFailed(f"no answer: {line[:200]!r}")
            found.append((int(match.group(1)) - first + start, line))
        return found

    def _exchange(self, records: Sequence[bytes], first: int) -> bytes:
        """Sends records to the process and reads its answers; one loop serves both pipes, so that
        no side waits for the other."""
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        text = memoryview(
            b"".join(
                [b'{"id":%d,%s}\n' % (number, record) for number, record in enumerate(records, first)]
            )
        )
        last = b'{"id":%d,"done":true' % (first + len(records) - 1)
        answered = bytearray()
        sent = 0
        self._selector.register(process.stdout, selectors.EVENT_READ)
        self._selector.register(process.stdin, selectors.EVENT_WRITE)
        deadline = time.monotonic() + self.program.patience
        try:
            while True:
                ready = self._selector.select(max(0.0, deadline - time.monotonic()))
                if not ready and time.monotonic() >= deadline:
                    raise _Lost
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        try:
                            sent += os.write(process.stdin.fileno(), text[sent : sent + (1 << 16)])
                        except BrokenPipeError:
                            self._ended(process)
                        if sent == len(text):
                            self._selector.unregister(process.stdin)
                    else:
                        more = os.read(process.stdout.fileno(), 1 << 18)
                        if not more:
                            self._ended(process)
                        answered += more
                        deadline = time.monotonic() + self.program.patience
                        if answered.endswith(b"\n"):
                            begin = answered.rfind(b"\n", 0, -1) + 1
                            if answered.startswith(last, begin):
                                return bytes(answered)
        finally:
            for pipe in (process.stdout, process.stdin):
                try:
                    self._selector.unregister(pipe)
                except KeyError:
                    pass

    def _ended(self, process: subprocess.Popen[bytes]) -> None:
        """A signal is the fault of a record; an exit status is the program's own result."""
        status = process.wait()
        if status < 0:
            raise _Lost
        self._errors.seek(0)  # type: ignore[attr-defined]
        said = self._errors.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
        raise ChildFailed(f"setpoint ended with status {status}: {said.strip()}")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        path = self.program.checked_path()
        self._errors = tempfile.TemporaryFile()
        words = [path, *self.arguments, "--ndjson", "--envelope", "--ack", "-"]
        try:
            # In the root folder: no project file of a worker has a say.
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, cwd="/", bufsize=0
            )
        except OSError as error:
            raise ChildFailed(f"{path} does not start: {error}") from error
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        return self._process

    def close(self, kill: bool = False) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if kill:
            process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()
        self._errors.close()  # type: ignore[attr-defined]

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close(kill=True)
