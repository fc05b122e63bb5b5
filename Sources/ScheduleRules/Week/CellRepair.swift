import Diagnostics
import JSONText
import ScheduleModel

/// What a cell becomes when a finding is repaired.
struct CellRepair {
  /// What is written.
  enum Content: CustomStringConvertible {
    /// A new value.
    case value(CellValue)
    /// What stands in another cell now, in the file's own spelling.
    case textOf(CellAddress)

    var description: String {
      switch self {
      case .value(let value): "\(value)"
      case .textOf(let cell): "\(cell)"
      }
    }
  }

  let cell: CellAddress
  let content: Content

  /// Puts a temperature into a cell.
  init(row: Int, _ field: Field, _ temperature: Temperature) {
    cell = CellAddress(RowAddress.all[row], field)
    content = .value(.temperature(temperature))
  }

  /// Puts what stands in one cell into another.
  init(row: Int, _ field: Field, takesFrom source: Int, _ sourceField: Field) {
    cell = CellAddress(RowAddress.all[row], field)
    content = .textOf(CellAddress(RowAddress.all[source], sourceField))
  }

  /// Lists the repairs that exchange two cells.
  static func swap(
    _ row: Int, _ field: Field, with other: Int, _ otherField: Field
  ) -> [CellRepair] {
    [
      CellRepair(row: row, field, takesFrom: other, otherField),
      CellRepair(row: other, otherField, takesFrom: row, field),
    ]
  }

  /// Makes the fix that carries out all repairs in a schedule of a file; nil where a cell is not
  /// there.
  static func fix(
    _ repairs: [CellRepair], schedule: Int, in index: inout SourceIndex
  ) -> Fix? {
    var edits: [TextEdit] = []
    for repair in repairs {
      let bytes: [UInt8]? =
        switch repair.content {
        case .value(let value): value.json.encoded()
        case .textOf(let cell): index.bytes(of: .cell(schedule, cell))
        }
      guard let bytes, let edit = index.replacement(of: .cell(schedule, repair.cell), by: bytes)
      else { return nil }
      edits.append(edit)
    }
    return Fix(.unsafe, edits: edits)
  }
}
