"""The columns that the functions return after the key, with Spark's types."""

from __future__ import annotations

#: A row for each finding; a record without findings has no row.
FINDINGS = (
    "code string, severity string, message string, path string, schedule string, tag int, "
    "`column` int, `offset` int"
)

#: A row for each schedule: `output` is the device's text, null if `findings` (JSON) has the reasons.
EXPORTS = "schedule string, output string, changes array<string>, findings string"

#: A row for each record: `document` (JSON), null where `findings` (JSON) say why.
IMPORTS = "schedule string, document string, findings string"

#: A row for each difference. `old` and `new` are JSON; `what` is null for a pair that cannot be compared.
DIFFERENCES = (
    "what string, change string, schedule string, path string, tag int, old string, new string, "
    "findings string"
)
