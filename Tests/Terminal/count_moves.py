#!/usr/bin/env python3
"""Counts what `setpoint edit` sends for every move from every one of its 84 cells.

usage: count_moves.py SETPOINT [MOVE ROW COLUMN]

Prints, for each kind of move, the median and the largest count and where it was; with a move and a
cell, the bytes themselves. The counts are asserted by Tests/EndToEndTests; this finds the culprits.
"""

import os
import statistics
import subprocess
import sys
import tempfile

from pty_program import Program

MOVES = {
    "up": b"\x1bOA", "down": b"\x1bOB", "right": b"\x1bOC", "left": b"\x1bOD",
    "home": b"\x1bOH", "end": b"\x1bOF", "page up": b"\x1b[5~", "page down": b"\x1b[6~",
    "tab": b"\t", "back tab": b"\x1b[Z",
}


def go(program, row, column):
    """Goes to a cell by way of the first one."""
    program.press(b"\x1b[5~\x1bOH" + b"\x1bOB" * row + b"\x1bOC" * column, first=0.1, quiet=0.03)


def main():
    setpoint = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([setpoint, "new", "home.json"], cwd=folder, check=True)
        program = Program([setpoint, "edit", "home.json"], folder)
        program.wait_for("quit")
        program.receive(quiet=0.1)
        if len(sys.argv) > 2:
            go(program, int(sys.argv[3]), int(sys.argv[4]))
            answer, _ = program.press(MOVES[sys.argv[2]])
            print(len(answer), answer)
            answers = [program.press(key)[0] for key in (b"6", b"4", b"\r")]
            print([len(answer) for answer in answers], answers)
        else:
            every = []
            for name, keys in MOVES.items():
                counts = []
                for row in range(7):
                    for column in range(12):
                        go(program, row, column)
                        answer, _ = program.press(keys, first=0.1, quiet=0.03)
                        counts.append((len(answer), row, column))
                every += [count for count, _, _ in counts]
                most = max(counts)
                median = statistics.median(count for count, _, _ in counts)
                print(f"{name:10} median {median:5} most {most[0]:4} at row {most[1]} column {most[2]}")
            over = sum(count > 80 for count in every)
            print(f"{len(every)} moves: median {statistics.median(every)}, most {max(every)}, {over} over 80")
        program.end()


if __name__ == "__main__":
    main()
