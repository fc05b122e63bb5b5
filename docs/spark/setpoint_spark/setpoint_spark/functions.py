"""A DataFrame in, a DataFrame out: by mapInArrow, with one process for each partition."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Sequence

from .child import Child, Program
from .schemas import DIFFERENCES, EXPORTS, FINDINGS, IMPORTS

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: The code of a record that no process survives.
LOST = "SPARK01"
#: The code of a text that is not UTF-8, which JSON cannot contain.
NO_TEXT = "SPARK02"

#: The longest line that setpoint accepts, minus the longest id.
_MOST_BYTES = (4 << 20) - 64

_LOST_MESSAGE = "setpoint does not survive this record, or does not answer it in time"

Row = tuple[Any, ...]


def validated(
    df: DataFrame, key: str, document: str, *, options: Sequence[str] = (), program: Program = Program()
) -> DataFrame:
    """The findings in the documents of a column, best a binary one: the key and FINDINGS.

    `options` are those of `setpoint validate`, `["--strict", "--device", "radiotherm"]`.
    """
    words = ["validate", "--isolated", "--exit-zero", *options]
    return _mapped(df, key, [document], FINDINGS, words, program, _document, finding_rows, findings_of_loss)


def exported(
    df: DataFrame,
    key: str,
    document: str,
    *,
    to: str,
    options: Sequence[str] = (),
    program: Program = Program(),
) -> DataFrame:
    """Every schedule of the documents in a device's format: the key and EXPORTS."""
    words = ["export", "--exit-zero", "--to", to, *options]
    return _mapped(df, key, [document], EXPORTS, words, program, _document, _export_rows, _loss(4))


def imported(
    df: DataFrame,
    key: str,
    text: str,
    *,
    from_: str,
    options: Sequence[str] = (),
    program: Program = Program(),
) -> DataFrame:
    """Devices' programs as documents: the key and IMPORTS."""
    words = ["import", "--exit-zero", "--from", from_, *options]
    return _mapped(df, key, [text], IMPORTS, words, program, _text, _import_rows, _loss(3))


def differences(
    df: DataFrame, key: str, old: str, new: str, *, program: Program = Program()
) -> DataFrame:
    """The differences of two columns of documents, cell by cell: the key and DIFFERENCES."""
    words = ["diff", "--exit-zero"]
    return _mapped(df, key, [old, new], DIFFERENCES, words, program, _pair, _difference_rows, _loss(8))


# Requests.

_BLANKS = bytes.maketrans(b"\r\n", b"\t\t")


def line(document: bytes | None) -> bytes:
    """A document on one line. Line ends are blanks outside of strings and forbidden within, as tabs are, so
    that the verdict stays."""
    if document is None:
        return b""
    return document.translate(_BLANKS) if b"\n" in document or b"\r" in document else document


def _document(texts: Sequence[bytes | None]) -> bytes:
    return b'"document":' + line(texts[0])


def _pair(texts: Sequence[bytes | None]) -> bytes:
    return b'"old":%s,"new":%s' % (line(texts[0]) or b"null", line(texts[1]) or b"null")


def _text(texts: Sequence[bytes | None]) -> bytes:
    # UnicodeDecodeError: the caller makes a finding of it.
    return b'"text":' + json.dumps((texts[0] or b"").decode("utf-8")).encode("ascii")


# Answers.


def finding_rows(answer: dict[str, Any]) -> Iterator[Row]:
    """The row of a finding."""
    names = ("code", "severity", "message", "path", "schedule", "tag", "column", "offset")
    yield tuple(answer[name] for name in names)


def findings_of_loss(code: str, message: str) -> Row:
    """The row of a record that could not be asked about."""
    return (code, "error", message, "", None, None, None, None)


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _export_rows(answer: dict[str, Any]) -> Iterator[Row]:
    findings = _json(answer.get("findings"))
    yield (answer["schedule"], answer.get("output"), answer.get("changes"), findings)


def _import_rows(answer: dict[str, Any]) -> Iterator[Row]:
    yield (answer["schedule"], _json(answer["document"]), _json(answer["findings"]))


def _difference_rows(answer: dict[str, Any]) -> Iterator[Row]:
    if "findings" in answer:
        yield (None,) * 7 + (_json(answer["findings"]),)
    for one in answer.get("differences", ()):
        names = ("what", "change", "schedule", "path", "tag")
        yield (*(one[name] for name in names), _json(one["old"]), _json(one["new"]), None)


def _loss(columns: int) -> Callable[[str, str], Row]:
    def row(code: str, message: str) -> Row:
        found = [{"code": code, "severity": "error", "message": message}]
        return (None,) * (columns - 1) + (_json(found),)

    return row


# How.


def answer_rows(
    child: Child,
    texts: Sequence[Sequence[bytes | None]],
    send: Callable[[Sequence[bytes | None]], bytes],
    rows: Callable[[dict[str, Any]], Iterator[Row]],
    loss: Callable[[str, str], Row],
) -> Iterator[tuple[int, Row]]:
    """The rows for records, each with the place of its record."""
    records: list[bytes] = []
    places: list[int] = []
    for place, parts in enumerate(texts):
        try:
            record = send(parts)
            if len(record) > _MOST_BYTES:
                # Of a line that is too long the program keeps nothing, not even the id.
                yield place, loss("SP101", "the record is larger than 4 MiB")
            else:
                records.append(record)
                places.append(place)
        except UnicodeDecodeError as error:
            yield place, loss(NO_TEXT, f"the text is not UTF-8: {error.reason} at byte {error.start}")
    for place, answer in child.answers(records):
        if answer is None:
            yield places[place], loss(LOST, _LOST_MESSAGE)
        else:
            for row in rows(json.loads(answer)):
                yield places[place], row


def _mapped(
    df: DataFrame,
    key: str,
    texts: Sequence[str],
    schema: str,
    words: Sequence[str],
    program: Program,
    send: Callable[[Sequence[bytes | None]], bytes],
    rows: Callable[[dict[str, Any]], Iterator[Row]],
    loss: Callable[[str, str], Row],
) -> DataFrame:
    from pyspark.sql import functions as F
    from pyspark.sql.types import StructType

    # Binary: a string column with a byte that is not UTF-8 kills a Python worker.
    chosen = df.select(F.col(key), *[F.col(text).cast("binary").alias(f"_{i}") for i, text in enumerate(texts)])
    full = StructType([chosen.schema.fields[0], *StructType.fromDDL(schema).fields])

    def mapped(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa
        from pyspark.sql.pandas.types import to_arrow_schema

        arrow = to_arrow_schema(full)
        with Child(program, words) as child:
            for batch in batches:
                columns = [batch.column(1 + index).to_pylist() for index in range(len(texts))]
                found = list(answer_rows(child, list(zip(*columns)), send, rows, loss))
                if not found:
                    continue
                keys = batch.column(0).take(pa.array([place for place, _ in found], pa.int64()))
                values = zip(*[row for _, row in found])
                arrays = [
                    pa.array(list(column), type=field.type) for column, field in zip(values, list(arrow)[1:])
                ]
                yield pa.RecordBatch.from_arrays([keys.cast(arrow.field(0).type), *arrays], schema=arrow)

    return chosen.mapInArrow(mapped, full)
