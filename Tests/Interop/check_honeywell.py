"""Nothing reads Honeywell Home's schedules but its own service."""

# optional

from common import not_run

not_run("honeywell", "no independent program is known")
