"""In Spark, local[2]: the same findings as one process alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from collections import Counter

from pyspark.sql import DataFrame, SparkSession

import generated
from setpoint_spark import Program, SetpointDataSource, differences, exported, imported, validated
from setpoint_spark.functions import NO_TEXT
from tests import session
from tests.session import PROGRAM

COUNT = int(os.environ.get("SETPOINT_RECORDS", "20000"))
MASTER = os.environ.get("SETPOINT_MASTER", "local[2]")


def locally(arguments: list[str], lines: list[bytes]) -> list[dict]:
    """The answers of one process to records with ids."""
    text = b"".join(b'{"id":%d,%s}\n' % (number, text) for number, text in enumerate(lines))
    words = [PROGRAM, *arguments, "--ndjson", "--envelope", "--exit-zero", "-"]
    done = subprocess.run(words, input=text, capture_output=True, check=True, cwd="/")
    return [json.loads(line) for line in done.stdout.splitlines()]


class SparkTests(unittest.TestCase):
    spark: SparkSession
    df: DataFrame
    documents: list[bytes]
    folder: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.spark = session.begun(MASTER, "ERROR", {"spark.sql.shuffle.partitions": "4"})
        cls.documents = [record for _, record in generated.records(COUNT)]
        cls.folder = tempfile.mkdtemp()
        rows = [(number, bytearray(record)) for number, record in enumerate(cls.documents)]
        made = cls.spark.createDataFrame(cls.spark.sparkContext.parallelize(rows, 8), "id bigint, document binary")
        made.write.mode("overwrite").parquet(cls.folder + "/parquet")
        cls.df = cls.spark.read.parquet(cls.folder + "/parquet")
        # As workers find it: by the name of the file that came with the job.
        cls.program = Program(os.path.basename(PROGRAM))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.spark.stop()
        shutil.rmtree(cls.folder)

    def lines(self) -> list[bytes]:
        return [b'"document":' + text.replace(b"\r", b"\t") for text in self.documents]

    def test_findings_are_those_of_one_process(self) -> None:
        found = validated(self.df, "id", "document", program=self.program).collect()
        local = locally(["validate", "--isolated"], self.lines())
        names = ("id", "code", "severity", "message", "path", "schedule", "tag", "column", "offset")
        self.assertEqual(
            Counter(tuple(row) for row in found),
            Counter(tuple(finding[name] for name in names) for finding in local),
        )
        planted = {number for number in range(COUNT) if generated.fault(number)}
        self.assertEqual({row["id"] for row in found}, planted)

    def test_options_hold(self) -> None:
        some = self.df.where("id < 500")
        found = validated(some, "id", "document", options=["--select", "SP302"], program=self.program)
        self.assertEqual({row["code"] for row in found.collect()} - {"SP101"}, {"SP302"})

    def test_exports_are_those_of_one_process_and_come_back(self) -> None:
        options = ["--program", "heat", "--drop-calendar"]
        texts = exported(self.df, "id", "document", to="radiotherm", options=options, program=self.program)
        rows = texts.collect()
        local = locally(["export", "--to", "radiotherm", *options], self.lines())
        self.assertEqual(
            Counter((row["id"], row["schedule"], row["output"]) for row in rows),
            Counter((one["id"], one["schedule"], one.get("output")) for one in local),
        )
        good = texts.where("output is not null and id < 1000")
        back = imported(
            good,
            "id",
            "output",
            from_="radiotherm",
            options=["--program", "heat", "--cool", "90"],
            program=self.program,
        ).collect()
        self.assertEqual(len(back), good.count())
        for row in back[:100]:
            heat = json.loads(row["document"])["schedules"][0]["days"]["monday"]["wake"]["heat"]
            self.assertEqual(heat, generated.document(row["id"])["schedules"][0]["days"]["monday"]["wake"]["heat"])

    def test_calendars_are_exported_only_by_request(self) -> None:
        some = self.df.where("id < 1000")
        rows = exported(
            some, "id", "document", to="radiotherm", options=["--program", "heat"], program=self.program
        ).collect()
        good = {number for number in range(1000) if not generated.fault(number)}
        self.assertEqual(
            {row["id"] for row in rows if row["output"]},
            {number for number in good if not generated.has_calendar(number)},
        )
        refused = [row["findings"] for row in rows if row["id"] in good and not row["output"]]
        self.assertTrue(all("--drop-calendar" in text for text in refused), refused[:1])

    def test_differences_are_those_of_one_process(self) -> None:
        pairs = self.spark.createDataFrame(
            [
                (n, bytearray(generated.record(n)), bytearray(generated.record(n if n % 3 else n + 1)))
                for n in range(900)
            ],
            "id bigint, old binary, new binary",
        )
        rows = differences(pairs, "id", "old", "new", program=self.program).collect()
        lines = [
            b'"old":%s,"new":%s' % (bytes(pair["old"]).replace(b"\r", b"\t"), bytes(pair["new"]).replace(b"\r", b"\t"))
            for pair in pairs.orderBy("id").collect()
        ]
        local = locally(["diff"], lines)
        told = Counter(
            (one["id"], diff["what"], diff["tag"]) for one in local for diff in one.get("differences", ())
        )
        self.assertEqual(Counter((row["id"], row["what"], row["tag"]) for row in rows if row["what"]), told)
        self.assertTrue({"calendar", "schedule"} <= {row["what"] for row in rows})
        self.assertEqual(
            {row["id"] for row in rows if row["findings"]}, {one["id"] for one in local if "findings" in one}
        )

    def test_bytes_that_are_no_text_are_a_finding(self) -> None:
        df = self.spark.createDataFrame([("a", bytearray(b"\xff")), ("b", None)], "id string, text binary")
        rows = imported(df, "id", "text", from_="csv", program=self.program).orderBy("id").collect()
        self.assertEqual([json.loads(row["findings"])[0]["code"] == NO_TEXT for row in rows], [True, False])

    def test_the_data_source_finds_the_same_in_files(self) -> None:
        folder = self.folder + "/ndjson"
        os.makedirs(folder, exist_ok=True)
        with open(folder + "/a.ndjson", "wb") as file:
            for document in self.documents:
                file.write(document.replace(b"\r", b"\t") + b"\n")
        self.spark.dataSource.register(SetpointDataSource)
        found = self.spark.read.format("setpoint").option("program", PROGRAM).load(folder).collect()
        expected = validated(self.df, "id", "document", program=self.program).collect()
        self.assertEqual(Counter(row["code"] for row in found), Counter(row["code"] for row in expected))
        with open(folder + "/a.ndjson", "rb") as file:
            for row in found[:50]:
                file.seek(row["position"])
                self.assertTrue(row["schedule"] is None or row["schedule"].encode() in file.readline())

    def test_a_stream_that_fails_between_writing_and_committing_has_the_right_rows(self) -> None:
        source, target = self.folder + "/source", self.folder + "/target"
        schema = "id bigint, document binary"
        for part in range(3):
            rows = [(n, bytearray(generated.record(n))) for n in range(part * 500, part * 500 + 500)]
            self.spark.createDataFrame(rows, schema).coalesce(1).write.mode("append").parquet(source)
        failures = [1]
        program = self.program

        def write(batch: DataFrame, number: int) -> None:
            # The number of a batch names its folder: a half-finished batch is written again.
            validated(batch, "id", "document", program=program).write.mode("overwrite").parquet(
                f"{target}/batch={number}"
            )
            if number == 1 and failures.pop() if failures else False:
                raise RuntimeError("between writing and committing")

        def query() -> None:
            stream = self.spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(source)
            stream.writeStream.foreachBatch(write).option(
                "checkpointLocation", self.folder + "/checkpoint"
            ).trigger(availableNow=True).start().awaitTermination()

        with self.assertRaises(Exception):
            query()
        query()
        rows = self.spark.read.parquet(target).collect()
        local = locally(["validate", "--isolated"], self.lines()[:1500])
        self.assertEqual(
            Counter((row["id"], row["code"]) for row in rows),
            Counter((one["id"], one["code"]) for one in local),
        )


if __name__ == "__main__":
    unittest.main()
