"""The process by itself: ids, windows, records that kill it or hang it."""

from __future__ import annotations

import os
import stat
import tempfile
import unittest

from setpoint_spark.child import Child, ChildFailed, Program
from setpoint_spark.functions import LOST, NO_TEXT, answer_rows, finding_rows, findings_of_loss, line

import generated

PROGRAM = os.environ["SETPOINT"]
CHECK = ["validate", "--isolated", "--exit-zero"]


def checked(child: Child, documents: list[bytes | None]) -> list[tuple[int, str]]:
    rows = answer_rows(
        child,
        [(document,) for document in documents],
        lambda texts: b'"document":' + line(texts[0]),
        finding_rows,
        findings_of_loss,
    )
    return [(place, row[0]) for place, row in rows]


class ChildTests(unittest.TestCase):
    def wrapped(self, script: str) -> str:
        """A program that does `script` for each line before setpoint sees it."""
        path = os.path.join(tempfile.mkdtemp(), "wrapped")
        with open(path, "w") as file:
            file.write(
                f"""#!/usr/bin/env python3
import os, signal, subprocess, sys, time
if sys.argv[1:] == ["--version"]: os.execv({PROGRAM!r}, [{PROGRAM!r}, "--version"])
child = subprocess.Popen([{PROGRAM!r}] + sys.argv[1:], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    {script}
    child.stdin.write(line); child.stdin.flush()
child.stdin.close(); sys.exit(child.wait())
"""
            )
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def test_faults_are_found_by_their_place(self) -> None:
        documents = [record for _, record in generated.records(1300)]
        with Child(Program(PROGRAM, window_records=97), CHECK) as child:
            found = checked(child, documents)
        places = {place for place, _ in found}
        self.assertEqual(places, {n for n in range(1300) if generated.fault(n)})
        with Child(Program(PROGRAM, window_records=2000), CHECK) as child:
            self.assertEqual(checked(child, documents), found)

    def test_missing_blank_and_large_records_are_answered(self) -> None:
        good = generated.record(0)
        large = good[:-1] + b" " * (3 << 20) + b"}"
        huge = good[:-1] + b" " * (5 << 20) + b"}"
        with Child(Program(PROGRAM), CHECK) as child:
            found = checked(child, [None, good, b"", b" \r\n", large, huge, good.replace(b",", b",\r\n")])
        self.assertEqual(sorted(found), [(0, "SP101"), (2, "SP101"), (3, "SP101"), (5, "SP101")])

    def test_a_record_cannot_pass_for_another(self) -> None:
        good = generated.record(0)
        with Child(Program(PROGRAM), CHECK) as child:
            found = checked(child, [good + b'}\n{"id":1,"document":' + good, good])
        self.assertEqual([place for place, _ in found], [0])

    def test_killers_are_found(self) -> None:
        documents = [generated.record(0)] * 300
        documents[70] = documents[210] = generated.record(0).replace(b"Unit", b"KILL")
        path = self.wrapped("if b'KILL' in line: child.kill(); os.kill(os.getpid(), signal.SIGSEGV)")
        with Child(Program(path, patience=20), CHECK) as child:
            self.assertEqual(checked(child, documents), [(70, LOST), (210, LOST)])
            self.assertGreater(child.restarts, 2)

    def test_a_process_that_is_killed_by_others_costs_no_record(self) -> None:
        flag = os.path.join(tempfile.mkdtemp(), "killed")
        path = self.wrapped(
            f"if not os.path.exists({flag!r}): open({flag!r}, 'w'); child.kill(); os.kill(os.getpid(), signal.SIGKILL)"
        )
        with Child(Program(path, patience=20), CHECK) as child:
            self.assertEqual(checked(child, [generated.record(0)]), [])
            self.assertEqual(child.restarts, 1)

    def test_a_record_that_hangs_is_found(self) -> None:
        documents = [generated.record(0)] * 9
        documents[4] = generated.record(0).replace(b"Unit", b"HANG")
        path = self.wrapped("if b'HANG' in line: time.sleep(1000)")
        with Child(Program(path, patience=1.5), CHECK) as child:
            self.assertEqual(checked(child, documents), [(4, LOST)])

    def test_wrong_usage_and_a_missing_program_fail(self) -> None:
        with self.assertRaisesRegex(ChildFailed, "status 64.*nonsense"):
            with Child(Program(PROGRAM), [*CHECK, "--nonsense"]) as child:
                checked(child, [b"{}"])
        with self.assertRaisesRegex(ChildFailed, "no program"):
            with Child(Program("/nowhere/setpoint"), CHECK) as child:
                checked(child, [b"{}"])
        with self.assertRaisesRegex(ChildFailed, "needs setpoint"):
            path = self.wrapped("pass").replace("wrapped", "other")
            with open(path, "w") as file:
                file.write("#!/bin/sh\necho setpoint 9.9\n")
            os.chmod(path, 0o755)
            with Child(Program(path), CHECK) as child:
                checked(child, [b"{}"])


if __name__ == "__main__":
    unittest.main()
