package enum Side: String, CaseIterable, Sendable {
  case heat, cool

  /// The name in schedule files, `heat`.
  package var name: String { rawValue }

  package var field: Field { self == .heat ? .heat : .cool }

  package var other: Side { self == .heat ? .cool : .heat }
}

extension Field {
  /// The side of the field; nil for times.
  package var side: Side? { self == .heat ? .heat : self == .cool ? .cool : nil }
}

/// Heat, cool or both: the sides of a schedule or of a device.
package struct Sides: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Creates a set from bits: 1 heat, 2 cool.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let heat = Sides(rawValue: 1)
  package static let cool = Sides(rawValue: 2)
  package static let both: Sides = [.heat, .cool]

  package init(_ side: Side) { self = side == .heat ? .heat : .cool }

  /// Parses `heat`, `cool` or `both`.
  package init?(_ name: some StringProtocol) {
    guard let sides = [Sides.heat, .cool, .both].first(where: { $0.name == name }) else {
      return nil
    }
    self = sides
  }

  /// The name for options; `both` also for the empty set.
  package var name: String { self == .heat ? "heat" : self == .cool ? "cool" : "both" }

  /// The individual sides, in table order.
  package var each: [Side] { self == .both ? Side.allCases : Side.allCases.filter(contains) }

  /// The columns of a table with these sides.
  package var fields: [Field] { [.time] + each.map(\.field) }

  package func contains(_ side: Side) -> Bool { isSuperset(of: Sides(side)) }

  /// Whether a table with these sides has a column.
  package func contains(column field: Field) -> Bool { field.side.map(contains) ?? true }

  /// The first side: heat, unless there is only cool; cool also for the empty set.
  package var first: Side { contains(.heat) ? .heat : .cool }
}
