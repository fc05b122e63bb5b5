"""`spark.read.format("setpoint").load(FOLDER)`: the findings in files with a document on every line."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Iterator

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from .child import Child, Program
from .functions import answer_rows, finding_rows, findings_of_loss, line
from .schemas import FINDINGS

#: The most bytes of a partition.
SPLIT = 32 << 20


@dataclass
class _Range(InputPartition):
    """The lines of a file that begin in a range of its bytes."""

    path: str
    start: int
    end: int


class SetpointDataSource(DataSource):
    """Rows are `file`, `position` (where the line begins) and FINDINGS; the option `program` names the
    program, `options` those of `setpoint validate`, apart by blanks."""

    @classmethod
    def name(cls) -> str:
        return "setpoint"

    def schema(self) -> str:
        return f"file string, position bigint, {FINDINGS}"

    def reader(self, schema: Any) -> DataSourceReader:
        return _Reader(dict(self.options))


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        self.path = options["path"]
        self.program = Program(options.get("program", "setpoint"))
        self.options = options.get("options", "").split()

    def partitions(self) -> list[InputPartition]:
        if os.path.isdir(self.path):
            names = sorted(name for name in os.listdir(self.path) if name[0] not in "._")
            paths = [os.path.join(self.path, name) for name in names]
        else:
            paths = [self.path]
        found: list[InputPartition] = []
        for path in filter(os.path.isfile, paths):
            size = os.path.getsize(path)
            found += [_Range(path, at, min(at + SPLIT, size)) for at in range(0, size, SPLIT)]
        return found

    def read(self, partition: InputPartition) -> Iterator[tuple[Any, ...]]:
        assert isinstance(partition, _Range)
        words = ["validate", "--isolated", "--exit-zero", *self.options]
        with Child(self.program, words) as child:
            for lines in _batches(partition, child.program.window_records):
                found = answer_rows(
                    child,
                    [(text,) for _, text in lines],
                    lambda texts: b'"document":' + line(texts[0]),
                    finding_rows,
                    findings_of_loss,
                )
                for place, row in found:
                    yield (partition.path, lines[place][0], *row)


def _batches(part: _Range, count: int) -> Iterator[list[tuple[int, bytes]]]:
    """The lines that begin in the range, with their places, without blank lines."""
    with open(part.path, "rb", buffering=1 << 20) as file:
        place = part.start
        if place > 0:
            # The line that a range cuts belongs to the one before.
            file.seek(place - 1)
            place += len(file.readline()) - 1
        lines: list[tuple[int, bytes]] = []
        while place < part.end:
            text = file.readline()
            if not text:
                break
            if text.strip(b" \t\r\n"):
                lines.append((place, text.rstrip(b"\r\n")))
            place += len(text)
            if len(lines) == count:
                yield lines
                lines = []
        if lines:
            yield lines
