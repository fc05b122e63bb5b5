import Diagnostics
import JSONText
import ScheduleModel

/// The new value of a cell when a finding is fixed.
struct CellRepair {
  enum Content: CustomStringConvertible {
    case value(CellValue)
    /// The text of another cell, in its own spelling.
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

  init(row: Int, _ field: Field, _ value: CellValue) {
    cell = CellAddress(RowAddress.all[row], field)
    content = .value(value)
  }

  /// Copies the cell of another row.
  init(row: Int, _ field: Field, takesFrom source: Int) {
    cell = CellAddress(RowAddress.all[row], field)
    content = .textOf(CellAddress(RowAddress.all[source], field))
  }

  /// Creates the fix that applies all repairs to a schedule of a file; nil if a cell is missing.
  static func fix(_ repairs: [CellRepair], schedule: Int, in index: inout SourceIndex) -> Fix? {
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
