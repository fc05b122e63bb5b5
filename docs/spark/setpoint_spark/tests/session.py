"""The Spark session of a test, with the package and the program shipped to its workers."""

from __future__ import annotations

import os
import shutil
import tempfile

from pyspark.sql import SparkSession

PROGRAM = os.environ["SETPOINT"]


def begun(master: str, log_level: str, settings: dict[str, str]) -> SparkSession:
    """A session at ``master`` with ``settings``."""
    builder = SparkSession.builder.master(master)
    for name, value in {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", **settings}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel(log_level)
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # Workers fetch it when they need it, so that it stays.
    archive = shutil.make_archive(os.path.join(tempfile.mkdtemp(), "package"), "zip", package)
    spark.sparkContext.addPyFile(archive)
    spark.sparkContext.addFile(PROGRAM)
    return spark
