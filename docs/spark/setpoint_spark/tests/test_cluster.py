"""Two workers, each a separate process: the work of a killed worker is repeated, and memory stays bounded."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from collections import Counter
from typing import Iterator

from pyspark.sql import DataFrame, SparkSession

import generated
from setpoint_spark import Program, validated
from tests import session
from tests.session import PROGRAM

COUNT = int(os.environ.get("SETPOINT_RECORDS", "20000"))
#: Documents of 3 MiB, nearly all of it blanks, among the others.
LARGE = 30
PAD = 3 << 20


def one_process() -> Counter[tuple[int, str]]:
    """The findings of one process, reduced to their codes."""
    words = [PROGRAM, "validate", "--isolated", "--ndjson", "--envelope", "--exit-zero", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/") as process:
        pipe = process.stdin
        assert pipe is not None and process.stdout is not None

        def send() -> None:
            with pipe:
                for number in range(COUNT + LARGE):
                    text = generated.repeated(number).replace(b"\r", b"\t")
                    pad = b"" if number < COUNT else b" " * PAD
                    pipe.write(b'{"id":%d,"document":%s%s}\n' % (number, pad, text))

        sender = threading.Thread(target=send)
        sender.start()
        found = Counter((one["id"], one["code"]) for one in map(json.loads, process.stdout))
        sender.join()
    assert process.returncode == 0
    return found


def descendants() -> Iterator[tuple[int, str]]:
    """The processes below this one, with their command lines."""
    parents, lines = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", errors="replace") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{name}/cmdline", errors="replace") as file:
                lines[int(name)] = file.read().replace("\0", " ")
        except OSError:  # it has ended
            continue
    for process in parents:
        above = parents[process]
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            yield process, lines.get(process, "")


class Killer(threading.Thread):
    """Kills an executor, and a process of setpoint, while tasks run; notes the most memory that was seen."""

    def __init__(self, spark: SparkSession, kinds: dict[str, str]) -> None:
        super().__init__()
        self.status = spark.sparkContext.statusTracker()
        self.kinds = kinds
        self.killed: list[str] = []
        self.peaks: Counter[str] = Counter()
        self.is_done = threading.Event()

    def run(self) -> None:
        while not self.is_done.wait(0.05):
            done = self.tasks_done()
            for process, line in descendants():
                for kind, pattern in self.kinds.items():
                    if re.search(pattern, line):
                        self.look(process, kind)
                        # One after the other, each once some tasks ended since the one before.
                        if kind in ("executor", "setpoint") and kind not in self.killed:
                            if done > 2 * len(self.killed):
                                self.killed.append(kind)
                                os.kill(process, signal.SIGKILL)

    def tasks_done(self) -> int:
        stages = map(self.status.getStageInfo, self.status.getActiveStageIds())
        return sum(stage.numCompletedTasks for stage in stages if stage)

    def look(self, process: int, kind: str) -> None:
        try:
            with open(f"/proc/{process}/status") as file:
                found = re.search(r"VmHWM:\s+(\d+) kB", file.read())
        except OSError:
            return
        if found:
            self.peaks[kind] = max(self.peaks[kind], int(found[1]) >> 10)


class ClusterTests(unittest.TestCase):
    spark: SparkSession
    df: DataFrame
    folder: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = session.begun(
            os.environ.get("SETPOINT_CLUSTER", "local-cluster[2,1,1024]"),
            "OFF",
            {
                "spark.sql.execution.arrow.maxBytesPerBatch": str(16 << 20),
                # Small files as partitions of their own.
                "spark.sql.files.openCostInBytes": str(128 << 20),
            },
        )
        cls.folder = tempfile.mkdtemp()
        count, pad = COUNT, b" " * PAD

        def made(batches):  # type: ignore[no-untyped-def]
            import generated
            import pyarrow as pa

            for batch in batches:
                numbers = batch.column(0).to_pylist()
                for start in range(0, len(numbers), 500):
                    part = numbers[start : start + 500]
                    texts = [generated.repeated(n) if n < count else pad + generated.repeated(n) for n in part]
                    yield pa.RecordBatch.from_pydict({"id": part, "document": pa.array(texts, pa.binary())})

        numbers = cls.spark.range(COUNT + LARGE, numPartitions=24)
        numbers.mapInArrow(made, "id bigint, document binary").write.parquet(cls.folder + "/parquet")
        cls.df = cls.spark.read.parquet(cls.folder + "/parquet")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.spark.stop()
        shutil.rmtree(cls.folder)

    def test_an_executor_and_a_process_that_are_killed_change_nothing(self) -> None:
        program = Program(os.path.basename(PROGRAM))
        watch = Killer(
            self.spark,
            {
                "executor": "CoarseGrainedExecutorBackend",
                "setpoint": f"{re.escape(program.name)} validate --isolated",
                "worker": "pyspark.daemon|pyspark/daemon",
            },
        )
        watch.start()
        start = time.monotonic()
        try:
            rows = validated(self.df, "id", "document", program=program).select("id", "code").collect()
        finally:
            watch.is_done.set()
            watch.join()
        seconds = time.monotonic() - start
        print(
            f"\n{COUNT} records in {seconds:.1f} s with {' and '.join(watch.killed)} killed; the most memory: "
            + ", ".join(f"{kind} {size} MiB" for kind, size in sorted(watch.peaks.items()))
        )
        self.assertEqual(sorted(watch.killed), ["executor", "setpoint"])
        self.assertEqual(Counter((row["id"], row["code"]) for row in rows), one_process())
        self.assertLess(watch.peaks["setpoint"], 64)
        self.assertLess(watch.peaks["worker"], 512)


if __name__ == "__main__":
    unittest.main()
