"""Records a second in one job: the package, RDD.pipe in the JVM, jsonschema-rs with orjson.

    python bench.py RECORDS PROGRAM SCHEMA FOLDER
"""

from __future__ import annotations

import os
import statistics
import sys
import time

from pyspark.sql import SparkSession

import generated
from setpoint_spark import Program, differences, exported, validated


def main() -> None:
    count, path, schema_path, folder = int(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[4]
    program = Program(path)
    spark = (
        SparkSession.builder.master(os.environ.get("SETPOINT_MASTER", "local[2]"))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.execution.arrow.maxBytesPerBatch", str(16 << 20))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    package = os.path.dirname(os.path.abspath(__file__))
    spark.sparkContext.addPyFile(os.path.join(package, "generated.py"))

    def made(batches):
        import pyarrow as pa

        for batch in batches:
            numbers = batch.column(0).to_pylist()
            texts = pa.array([generated.record(n).replace(b"\r", b"\t") for n in numbers], pa.binary())
            yield pa.RecordBatch.from_pydict({"id": numbers, "document": texts})

    spark.range(count, numPartitions=8).mapInArrow(made, "id bigint, document binary").write.mode(
        "overwrite"
    ).parquet(folder)
    df = spark.read.parquet(folder)
    schema = open(schema_path).read()

    def by_schema(batches):
        import jsonschema_rs
        import orjson
        import pyarrow as pa

        check = jsonschema_rs.validator_for(schema)
        for batch in batches:
            bad = []
            for key, text in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist()):
                try:
                    fine = check.is_valid(orjson.loads(text))
                except orjson.JSONDecodeError:
                    fine = False
                if not fine:
                    bad.append(key)
            yield pa.RecordBatch.from_pydict({"id": pa.array(bad, pa.int64())})

    def counted(batches):
        import pyarrow as pa

        for batch in batches:
            yield pa.RecordBatch.from_pydict({"n": [len(batch.column(1).to_pylist())]})

    command = f"{path} validate --ndjson --isolated --exit-zero -"

    def pipe() -> int:
        return df.selectExpr("cast(document as string) as t").rdd.map(lambda row: row.t).pipe(command).count()

    ways = {
        "records through a Python worker, only counted": lambda: df.mapInArrow(counted, "n bigint").count(),
        "setpoint, findings": lambda: validated(df, "id", "document", program=program).count(),
        "jsonschema-rs + orjson, yes or no": lambda: df.mapInArrow(by_schema, "id bigint").count(),
        "RDD.pipe of PySpark, findings without identity": pipe,
        "setpoint, export to radiotherm": lambda: exported(
            df, "id", "document", to="radiotherm", options=["--program", "heat", "--drop-calendar"], program=program
        ).count(),
        "setpoint, differences": lambda: differences(
            df.selectExpr("id", "document as a", "document as b"), "id", "a", "b", program=program
        ).count(),
    }
    planted = sum(1 for number in range(count) if generated.fault(number))
    times: dict[str, list[float]] = {name: [] for name in ways}
    rows: dict[str, int] = {}
    for _ in range(4):
        for name, way in ways.items():
            start = time.time()
            rows[name] = way()
            times[name].append(time.time() - start)
    found = validated(df, "id", "document", program=program).select("id").distinct().count()
    refused = df.mapInArrow(by_schema, "id bigint").count()
    for name, seconds in times.items():
        median = statistics.median(seconds[1:])
        print(f"{name:48} {count / median:10,.0f} records/s {rows[name]:9} rows")
    print(f"planted {planted}, found by setpoint {found}, by jsonschema-rs {refused}")
    ours, theirs = times["setpoint, findings"][1:], times["jsonschema-rs + orjson, yes or no"][1:]
    print(f"setpoint / jsonschema-rs: {statistics.median(b / a for a, b in zip(ours, theirs)):.2f}")
    spark.stop()


if __name__ == "__main__":
    main()
