/// A half of a setpoint: what a house is heated to, or cooled to.
package enum Side: CaseIterable, Hashable, Sendable {
  case heat, cool

  /// The key in schedule files, `heat`.
  package var name: String { field.name }

  /// The cells that hold it.
  package var field: Field { self == .heat ? .heat : .cool }

  /// The other half.
  package var other: Side { self == .heat ? .cool : .heat }
}

extension Field {
  /// The half of a setpoint that the cells hold; nil for times.
  package var side: Side? { self == .heat ? .heat : self == .cool ? .cool : nil }
}

/// Heat, cool or both: the programs of a schedule or of a device.
package struct Sides: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Makes a set of its bits: 1 heat, 2 cool.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The heat setpoints.
  package static let heat = Sides(rawValue: 1)
  /// The cool setpoints.
  package static let cool = Sides(rawValue: 2)
  /// Heat and cool.
  package static let both: Sides = [.heat, .cool]

  /// Makes a set of one side.
  package init(_ side: Side) { self = side == .heat ? .heat : .cool }

  /// Reads `heat`, `cool` or `both`.
  package init?(_ name: some StringProtocol) {
    switch name {
    case "heat": self = .heat
    case "cool": self = .cool
    case "both": self = .both
    default: return nil
    }
  }

  /// The word that options use.
  package var name: String {
    self == .heat ? "heat" : self == .cool ? "cool" : "both"
  }

  /// The sides one by one, in table order.
  package var each: [Side] { self == .both ? Side.allCases : Side.allCases.filter(contains) }

  /// The columns of a table that has these sides.
  package var fields: [Field] { [.time] + each.map(\.field) }

  /// Whether a side is among them.
  package func contains(_ side: Side) -> Bool { isSuperset(of: Sides(side)) }

  /// Whether a table that has these sides has a column.
  package func contains(column field: Field) -> Bool { field.side.map(contains) ?? true }

  /// The side that stands first: heat, unless there is only cool.
  package var first: Side { contains(.heat) ? .heat : .cool }
}
