"""setpoint in Apache Spark: a DataFrame in, a DataFrame of findings, texts or differences out.

Every task starts one child process of the program `setpoint` and streams its partition through it.
"""

from .child import Child, ChildFailed, Program
from .functions import differences, exported, imported, validated
from .schemas import DIFFERENCES, EXPORTS, FINDINGS, IMPORTS
from .source import SetpointDataSource

__all__ = [
    "Child",
    "ChildFailed",
    "DIFFERENCES",
    "EXPORTS",
    "FINDINGS",
    "IMPORTS",
    "Program",
    "SetpointDataSource",
    "differences",
    "exported",
    "imported",
    "validated",
]
