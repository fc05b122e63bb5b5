import DeviceFormats
import Diagnostics
import ScheduleModel

/// The difference between the wanted and the stored program of a device, in this order.
struct HeldDifference: Sendable {
  let cells: [CellChange]
  /// Differences that do not concern cells.
  let sentences: [String]

  init(device: ImportOutput, wanted: ImportOutput) {
    var held = device.schedule
    for row in RowAddress.all {
      for side in Side.allCases
      where !device.sides.contains(side) || !wanted.sides.contains(side) {
        held[CellAddress(row, side.field)] = wanted.schedule[CellAddress(row, side.field)]
      }
    }
    cells = wanted.schedule.changes(to: held)
    sentences =
      Side.allCases.compactMap { side in
        switch (device.sides.contains(side), wanted.sides.contains(side)) {
        case (false, true): "it stores no \(side.name) setpoints"
        case (true, false): "it also stores \(side.name) setpoints"
        default: nil
        }
      } + ImportFindings.grouped(device.between).map(\.message)
  }

  /// Creates a difference that consists of sentences; none means equal programs.
  init(_ sentences: String...) {
    (cells, self.sentences) = ([], sentences)
  }

  var isEmpty: Bool { cells.isEmpty && sentences.isEmpty }

  /// Describes the difference, one line each.
  func lines(each: Bool) -> [String] { cells.lines(each: each) + sentences }

  /// The size: `3 cells`.
  var size: String {
    let count = cells.count
    return count == 0 ? "the program" : count == 1 ? "1 cell" : "\(count) cells"
  }
}
