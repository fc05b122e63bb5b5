"""Generates records, checks them in Spark and counts the findings: `make spark`.

    spark-submit job.py [RECORDS] [PROGRAM]
"""

from __future__ import annotations

import os
import sys
import time

from pyspark.sql import SparkSession

import generated
from setpoint_spark import Program, exported, validated


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    program = Program(os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else "setpoint")
    spark = (
        SparkSession.builder.appName("setpoint")
        .master(os.environ.get("SETPOINT_MASTER", "local[2]"))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.execution.arrow.maxBytesPerBatch", str(16 << 20))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(os.path.join(os.path.dirname(os.path.abspath(__file__)), "generated.py"))

    def made(batches):
        import pyarrow as pa

        for batch in batches:
            numbers = batch.column(0).to_pylist()
            yield pa.RecordBatch.from_pydict(
                {"id": numbers, "document": pa.array([generated.record(n) for n in numbers], pa.binary())}
            )

    folder = sys.argv[3] if len(sys.argv) > 3 else "/tmp/setpoint-spark-records"
    spark.range(count, numPartitions=8).mapInArrow(made, "id bigint, document binary").write.mode(
        "overwrite"
    ).parquet(folder)
    df = spark.read.parquet(folder)

    for round in ("first", "again"):
        start = time.time()
        found = validated(df, "id", "document", program=program).groupBy("code").count().collect()
        seconds = time.time() - start
        print(f"{round}: {count} records checked in {seconds:.2f} s, {count / seconds:,.0f} a second")
    for row in sorted(found, key=lambda row: -row["count"]):
        print(f"{row['count']:9}  {row['code']}")
    start = time.time()
    options = ["--program", "heat", "--drop-calendar"]
    texts = exported(df, "id", "document", to="radiotherm", options=options, program=program)
    refused = texts.where("output is null").count()
    print(f"exported in {time.time() - start:.2f} s; {refused} schedules are refused")
    spark.stop()


if __name__ == "__main__":
    main()
