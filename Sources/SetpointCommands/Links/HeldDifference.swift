import Diagnostics
import DeviceFormats
import ScheduleModel

/// In what a device's program and the wanted one differ: the wanted value comes first, then the stored one.
struct HeldDifference: Sendable {
  /// The cells that differ.
  let cells: ScheduleDiff
  /// Differences that are not about a cell.
  let sentences: [String]

  /// Compares.
  init(device: HeldProgram, wanted: HeldProgram) {
    var held = device.week
    for row in RowAddress.all {
      for side in Side.allCases
      where !device.sides.contains(side) || !wanted.sides.contains(side) {
        held[CellAddress(row, side.field)] = wanted.week[CellAddress(row, side.field)]
      }
    }
    cells = ScheduleDiff(from: wanted.week, to: held)
    sentences =
      Side.allCases.compactMap { side in
        switch (device.sides.contains(side), wanted.sides.contains(side)) {
        case (false, true): "it holds no \(side.name) setpoints"
        case (true, false): "it also holds \(side.name) setpoints"
        default: nil
        }
      } + ImportFindings.grouped(device.between).map(\.message)
  }

  /// Says what differs in sentences alone; no sentence, no difference.
  init(_ sentences: String...) {
    let week = Week.standard(.celsius)
    cells = ScheduleDiff(from: week, to: week)
    self.sentences = sentences
  }

  var isEmpty: Bool { cells.changes.isEmpty && sentences.isEmpty }

  /// The difference in words, a line each.
  func lines(each: Bool) -> [String] { cells.lines(each: each) + sentences }

  /// How much it is: `3 cells`.
  var size: String {
    let count = cells.changes.count
    return count == 0 ? "the program" : count == 1 ? "1 cell" : "\(count) cells"
  }
}
